import { AppError } from '../../base/index.ts';
import type { Revision, Space } from '../../contract/index.ts';
import type { ObjectWriter, Oid } from '../../git/port.ts';
import type { ContentPlace } from '../remote/port.ts';
import { isWindowUnchanged } from '../remote/window.ts';
import { openCleanWindow } from './written-window.ts';
import type { PathChange } from '../report.ts';
import { readProposals } from '../state/proposals.ts';
import type { SpaceRecord, WindowRecord } from '../state/records.ts';
import { tidemarkAt } from '../tidemark.ts';
import { authorOf, messageOfRevision } from './commit-text.ts';
import type { RevisionOrigin } from './commit-text.ts';
import type { CycleContext } from './context.ts';
import { onlyEditedTexts, writeEditedTexts } from './edited-texts.ts';
import { pathsOfMerge } from './given-paths.ts';
import { deletionGuard, exceedsGuard } from './guard.ts';
import { joinedChanges } from './joined-changes.ts';
import { contentKinds, knownContents } from './known-contents.ts';
import { missedRevisions, mostMissed } from './missed-revisions.ts';
import type { MissedRevision } from './missed-revisions.ts';
import { planContent, summaryRecordId } from './plan-content.ts';
import type { ContentPlan } from './plan-content.ts';
import { publish } from './publish.ts';
import type { Publication } from './publish.ts';
import { readContent } from './read-content.ts';
import { withSamePages } from './same-pages.ts';
import { configOfRevision } from './space-config.ts';
import { commitOfRevision, folderChanges, inFolder, pathInSpace } from './tip.ts';

/** The outcome for one space's primary content. */
export interface MirroredSpace {
  readonly record: SpaceRecord;
  readonly changes: readonly PathChange[];
  readonly notes: readonly string[];
  readonly state: 'unchanged' | 'mirrored' | 'changed';
}

export interface MirrorTarget {
  readonly space: Space;
  readonly folder: string;
  /** Remembered once the mirror has the newest revision; empty while more than the space's content has to be looked at. */
  readonly token: string;
}

/** How often we start again when content changes while we read it. */
const readingAttempts = 3;
const rememberedCommits = 50;
const rememberedFolders = 10;
/** `status` tells only this many notes; the sync that makes them tells all. */
const rememberedNotes = 100;

/**
 * The notes about names that no sync has told yet: a note stands as long as its name does. Where there are more than are remembered, nobody knows
 * which of the others were told, and they are not told again.
 */
export function untoldNotes(notes: readonly string[], told: readonly string[] = []): readonly string[] {
  const known = new Set(told);
  const comparable = known.size < rememberedNotes ? notes : notes.slice(0, rememberedNotes);
  return comparable.filter((note) => !known.has(note));
}

/** Brings a space's primary content into the mirror, with one commit for each new revision where the service tells them apart. */
export async function mirrorSpace(context: CycleContext, target: MirrorTarget): Promise<MirroredSpace> {
  const { space, folder } = target;
  const record = context.state.spaces().get(space.id);
  if (record && record.revision === space.revision && record.path === folder)
    return { record, changes: [], notes: [], state: 'unchanged' };
  if (!(await context.remote.readsRevisions(space.id))) return mirrorThroughWindow(context, target, record);
  const quick = record?.path === folder ? await mirrorEditedTexts(context, target, record) : null;
  return quick ?? mirrorRevisions(context, target, record);
}

/** The quick way: for a revision that changed nothing but the texts of some pages, only those pages are read. */
async function mirrorEditedTexts(
  context: CycleContext,
  target: MirrorTarget,
  record: SpaceRecord,
): Promise<MirroredSpace | null> {
  const { remote, state } = context;
  const { space } = target;
  const table = state.table(space.id);
  const changed = await remote.changes(space.id, space.revision);
  if (!changed || changed.revision.parents[0] !== record.revision) return null;
  const place: ContentPlace = { kind: 'revision', space: space.id, revision: space.revision };
  const edits = await onlyEditedTexts(remote, place, changed, (id) => table.get('page', id));
  if (!edits) return null;

  const changes = edits.map(({ path }): PathChange => ({
    kind: 'changed',
    path: inFolder(record.path, path),
  }));
  if (context.options.dryRun) return { record, changes, notes: [], state: 'changed' };
  const next = await publish(context, async (writer) => {
    const { versions, records } = writeEditedTexts(context.config, writer, { edits, folder: record.path });
    for (const [id, page] of records) await table.set('page', id, page);
    const tree = await writer.updateTree(context.tip.tree, versions);
    return revisionCommit(context, writer, {
      target,
      record,
      tree,
      origin: changed.revision,
      pages: record.pages,
    });
  });
  const pages = edits.map(({ page }) => page);
  context.kept.textsChanged(space.id, record.revision, { revision: changed.revision, pages });
  return { record: next, changes, notes: [], state: 'changed' };
}

async function mirrorRevisions(
  context: CycleContext,
  target: MirrorTarget,
  record: SpaceRecord | undefined,
): Promise<MirroredSpace> {
  const { space } = target;
  const newest = await context.remote.content({
    kind: 'revision',
    space: space.id,
    revision: space.revision,
  });
  const { revisions: missed, more } = await missedRevisions(context, space, record, newest);
  const last = { id: newest.id, whole: newest };
  // A dry run keeps nothing of a revision, so it compares the newest one with the mirror.
  const wanted = context.options.dryRun === true ? [last] : [...missed, last];
  const steps: MirroredSpace[] = [];
  for (const revision of wanted) steps.push(await mirrorMissed(context, target, revision));
  context.kept.keep(space.id, newest);
  const newestStep = steps.at(-1)!;
  return {
    ...newestStep,
    changes: joinedChanges(steps.map(({ changes }) => changes)),
    notes: more ? [...newestStep.notes, manyMissed] : newestStep.notes,
  };
}

const manyMissed =
  `The service has more than ${mostMissed.toLocaleString('en')} revisions that the mirror lacked: the newest ` +
  `${mostMissed.toLocaleString('en')} have a commit each, and the first of these stands for all before it, too.`;

async function mirrorMissed(
  context: CycleContext,
  target: MirrorTarget,
  { id, whole }: MissedRevision,
): Promise<MirroredSpace> {
  const place: ContentPlace = { kind: 'revision', space: target.space.id, revision: id };
  if (whole) return mirrorRevision(context, target, { revision: whole, place });
  // A revision that is not the newest leaves no token: more than the space's content may have to be looked at.
  const earlier = { ...target, space: { ...target.space, revision: id }, token: '' };
  // The revisions before it are mirrored by now, the oldest of them whole: so the space has a record, and that its present folder.
  const record = context.state.spaces().get(target.space.id)!;
  const quick = await mirrorEditedTexts(context, earlier, record);
  return quick ?? mirrorRevision(context, target, { revision: await context.remote.content(place), place });
}

/**
 * The way on a strict interface: primary content is read through a helper change request, and counts only if that did not change
 * meanwhile.
 */
async function mirrorThroughWindow(
  context: CycleContext,
  target: MirrorTarget,
  record: SpaceRecord | undefined,
): Promise<MirroredSpace> {
  const { space } = target;
  let held: WindowRecord | undefined = record?.window;
  if (context.options.dryRun === true) {
    // To look, we would have to make or update the window, and a dry run leaves the service as it is.
    const notes = ['A dry run cannot show what is new here: only a sync updates the reading window.'];
    const unread = dryRecord(target, { revision: space.revision, pages: 0 });
    return { record: record ?? unread, changes: [], notes, state: record ? 'changed' : 'mirrored' };
  }
  const written: string[] = [];
  for (let attempt = 0; attempt < readingAttempts; attempt++) {
    const window = await openCleanWindow(context, target, held, (note) => written.push(note));
    held = window;
    const place: ContentPlace = { kind: 'change-request', space: space.id, id: window.id };
    const content = await context.remote.content(place);
    if (content.id !== window.revision) continue;
    const shown: Revision = { ...content, id: window.shows };
    try {
      const mirrored = await mirrorRevision(context, target, {
        ...{ revision: shown, place, window },
        verify: () => isWindowUnchanged(context.remote, space.id, window),
      });
      context.kept.keep(space.id, shown);
      return { ...mirrored, notes: [...written, ...mirrored.notes] };
    } catch (error) {
      if (!(error instanceof MovedWhileReading)) throw error;
    }
  }
  throw new AppError('INCOMPLETE', `The content of ${space.title} changed each time while Tidemark read it`, {
    hint: 'The mirror keeps the last whole revision; the next cycle tries again.',
  });
}

class MovedWhileReading extends Error {}

/** A revision, and the place where its contents are read. Contents that are read through a reading window count only once `verify` agrees. */
interface Reading {
  readonly revision: Revision;
  readonly place: ContentPlace;
  readonly window?: WindowRecord;
  readonly verify?: () => Promise<boolean>;
}

async function mirrorRevision(
  context: CycleContext,
  target: MirrorTarget,
  { revision, place, window, verify }: Reading,
): Promise<MirroredSpace> {
  const { git, state, options } = context;
  const { space, folder } = target;
  const record = state.spaces().get(space.id);
  const table = state.table(space.id);
  const known = await knownContents(context, space.id, record ? null : folder);
  const pages = known.paths.get('page') ?? new Map<string, string>();
  const given = await pathsOfMerge(context, {
    ...{ space: space.id, folder, requests: record?.changeRequests ?? [] },
    ...{ origin: revision, known: pages },
  });
  const spaceConfig = await configOfRevision(context, revision, known.lookup);
  const had = await context.obeyedHere(folder);
  const plan = planContent(revision, { ...known, had, given, config: spaceConfig });
  await assertUnguarded(context, target, { plan, pages });
  const changes = plan.changes.map((change) => inRepository(folder, change));
  const outcome = record ? ('changed' as const) : ('mirrored' as const);
  if (options.dryRun)
    return {
      record: dryRecord(target, { revision: revision.id, pages: plan.pages }, record),
      ...{ changes, notes: plan.notes, state: outcome },
    };

  const next = await publish(context, async (writer) => {
    const previousSummary = known.lookup('file', summaryRecordId);
    const content = await readContent(context, writer, { folder, place, plan, previousSummary });
    if (verify && !(await verify())) throw new MovedWhileReading();
    const versions = await folderChanges(git, context.tip.tree, folder, content.files);
    for (const path of await filesLeftBehind(context, target, record))
      if (!versions.has(path)) versions.set(path, null);
    const tree = await writer.updateTree(context.tip.tree, versions);
    for (const kind of contentKinds) await table.replaceAll(kind, content.records.get(kind)!);
    return revisionCommit(context, writer, {
      target,
      record,
      tree,
      origin: revision,
      pages: plan.pages,
      notes: plan.notes,
      window,
    });
  });
  const tree = await git.treeOf(context.tip.commit!);
  const notes = await withSamePages(git, { notes: plan.notes, tree, folder });
  if (plan.notes.length > 0) state.setSpace({ ...next, notes: notes.slice(0, rememberedNotes) });
  return { record: next, changes, notes, state: outcome };
}

/** A revision whose tree is written, with what is known of its space. */
interface RevisionMade {
  readonly target: MirrorTarget;
  readonly record: SpaceRecord | undefined;
  readonly tree: Oid;
  readonly origin: RevisionOrigin;
  readonly pages: number;
  /** The notes about names; absent when the names cannot have changed since the revision before. */
  readonly notes?: readonly string[];
  readonly window?: WindowRecord | undefined;
}

/** Puts a revision's commit on the tip, and records what to remember of it. */
async function revisionCommit(
  context: CycleContext,
  writer: ObjectWriter,
  made: RevisionMade,
): Promise<Publication<SpaceRecord>> {
  const { git, state, tip } = context;
  const { target, record, tree, origin, pages } = made;
  const { space, folder } = target;
  // A lost or incomplete state is behind the mirror: a revision that has a commit already gets no second one.
  const present =
    tree === tip.tree
      ? await commitOfRevision(git, tip.commit, { space: space.id, revision: origin.id })
      : null;
  const commit = present ?? newCommit(context, writer, made);
  const window = made.window ?? record?.window;
  const notes = made.notes ?? record?.notes ?? [];
  const { window: _window, notes: _notes, ...known } = record ?? {};
  const next: SpaceRecord = {
    // Fields that a later version of Tidemark wrote are kept.
    ...known,
    id: space.id,
    title: space.title,
    organization: space.organization,
    token: origin.id === space.revision ? target.token : '',
    path: folder,
    revision: origin.id,
    ...(record?.revision === origin.id ? {} : { movedAt: context.clock.now() }),
    pages,
    changeRequests: record?.changeRequests ?? [],
    commits: [...(record?.commits ?? []), { revision: origin.id, commit }].slice(-rememberedCommits),
    ...formerFolders(record, folder, tip.commit),
    ...(window ? { window } : {}),
    ...(notes.length > 0 ? { notes: notes.slice(0, rememberedNotes) } : {}),
    ...(space.urls.app === '' ? {} : { app: space.urls.app }),
  };
  state.setSpace(next);
  return present ? { result: next } : { result: next, tip: { commit, tree }, commits: 1 };
}

/**
 * The files of the folder that a space leaves. Another space may have that folder by now, or a folder inside of it: the files of the other
 * space are not among them.
 */
async function filesLeftBehind(
  { git, state, tip }: CycleContext,
  { space, folder }: MirrorTarget,
  record: SpaceRecord | undefined,
): Promise<readonly string[]> {
  if (!record || record.path === folder) return [];
  const rest = [...state.spaces().values()].filter(({ id }) => id !== space.id);
  // A space that is no longer mirrored does not count: this space took its folder over.
  if (rest.some(({ path, left }) => path === record.path && left !== true)) return [];
  const others = rest.map(({ path }) => path);
  const changes = await folderChanges(git, tip.tree, record.path, new Map());
  return [...changes.keys()].filter((path) => pathInSpace({ folder: record.path, others }, path) !== null);
}

/** The former folders of a space, and its present one if the space leaves that now. */
function formerFolders(
  record: SpaceRecord | undefined,
  folder: string,
  commit: Oid | null,
): Pick<SpaceRecord, 'formerly'> {
  if (!record || record.path === folder || commit === null) return {};
  const formerly = [...(record.formerly ?? []), { path: record.path, commit }];
  return { formerly: formerly.slice(-rememberedFolders) };
}

/** Makes the revision's commit on top of the mirror's tip. */
function newCommit(
  { tip }: CycleContext,
  writer: ObjectWriter,
  { target, record, tree, origin }: RevisionMade,
): Oid {
  const author = authorOf(origin);
  return writer.addCommit({
    tree,
    parents: tip.commit === null ? [] : [tip.commit],
    author,
    committer: tidemarkAt(author.at),
    message: messageOfRevision(origin, target.space, record === undefined),
  });
}

function dryRecord(
  { space, folder }: MirrorTarget,
  { revision, pages }: Pick<SpaceRecord, 'revision' | 'pages'>,
  record?: SpaceRecord,
): SpaceRecord {
  return {
    id: space.id,
    title: space.title,
    organization: space.organization,
    token: '',
    path: folder,
    revision,
    pages,
    changeRequests: record?.changeRequests ?? [],
    commits: record?.commits ?? [],
  };
}

/** Throws the guard's error when the new revision deletes too many pages, until a person confirms the deletions. */
async function assertUnguarded(
  context: CycleContext,
  { space, folder }: MirrorTarget,
  { plan, pages }: { readonly plan: ContentPlan; readonly pages: ReadonlyMap<string, string> },
): Promise<void> {
  const { options, config, state } = context;
  const all = plan.deletedPages.length;
  if (
    options.confirmDeletions === true ||
    !exceedsGuard({ count: all, of: pages.size, guards: config.guards })
  )
    return;
  const own = await pagesDeletedHere(state, space.id, pages);
  const deleted = plan.deletedPages.filter((id) => !own.has(id)).length;
  if (exceedsGuard({ count: deleted, of: pages.size, guards: config.guards }))
    throw deletionGuard({ deleted, of: pages.size, where: `${space.title} (${folder})` });
}

/** The pages whose deletion this clone proposed, and a person confirmed where that was necessary: the guard does not count them. */
async function pagesDeletedHere(
  state: CycleContext['state'],
  space: string,
  pages: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const record of await readProposals(state)) {
    if (record.space !== space || (record.state !== 'open' && record.state !== 'merged')) continue;
    for (const id of record.deleted) own.add(id);
    // The deletion of a page goes for the pages below it, of which the record has the paths alone.
    for (const [id, path] of pages) if (record.removed?.[path] !== undefined) own.add(id);
  }
  return own;
}

function inRepository(folder: string, change: PathChange): PathChange {
  return {
    ...change,
    path: inFolder(folder, change.path),
    ...(change.from === undefined ? {} : { from: inFolder(folder, change.from) }),
  };
}
