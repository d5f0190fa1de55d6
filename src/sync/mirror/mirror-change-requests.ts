import { AppError } from '../../base/index.ts';
import { withPageId } from '../../content/index.ts';
import type { ChangeRequest, Revision, Space } from '../../contract/index.ts';
import type { ObjectWriter, Oid, RefUpdate, Version } from '../../git/port.ts';
import type { ContentPlace } from '../remote/port.ts';
import { isHelper } from '../remote/window.ts';
import { withoutDoubles } from './doubles.ts';
import { readProposals, sentPaths } from '../state/proposals.ts';
import type { ChangeRequestReport } from '../report.ts';
import type { ChangeRequestRecord, ContentRecord, SpaceRecord } from '../state/records.ts';
import { authorOfChangeRequest, messageOfChangeRequest, tidemarkAt } from './commit-text.ts';
import type { CycleContext } from './context.ts';
import { changeRequestRef } from './cr-refs.ts';
import { editedTextsAlone } from './edited-texts.ts';
import { stopsEverything } from './failures.ts';
import { pathsBefore, pathsOfRequest } from './given-paths.ts';
import { contentKinds, knownContents } from './known-contents.ts';
import type { KnownContents } from './known-contents.ts';
import type { KnownPaths } from './layout.ts';
import { planContent, summaryRecordId } from './plan-content.ts';
import { publish } from './publish.ts';
import { readContent } from './read-content.ts';
import { configOfRevision } from './space-config.ts';
import type { ReadContent } from './read-content.ts';
import { markIn, withoutMark } from './subject-mark.ts';
import { commitOfRevision, folderChanges, inFolder } from './tip.ts';

const readingAttempts = 3;

/** Says whether a space can have a change request to mirror or to forget; when not, none of this is asked. */
export function hasChangeRequests(
  context: CycleContext,
  space: Space,
  record: SpaceRecord | undefined,
): boolean {
  const wanted = context.config.mirror.changeRequests;
  if ((record?.changeRequests.length ?? 0) > 0) return true;
  if (wanted === 'none' && context.own.size === 0) return false;
  return wanted === 'all'
    ? space.changeRequests > 0
    : space.changeRequestsOpen + space.changeRequestsDraft > 0;
}

/** Brings the change requests of a space into refs of their own, and lets go of those that are over. */
export async function mirrorChangeRequests(
  context: CycleContext,
  space: Space,
  record: SpaceRecord,
  token: string,
): Promise<ChangeRequestReport[]> {
  const { git, state, options } = context;
  const listed = await listChangeRequests(context, space);
  const known = new Map(record.changeRequests.map((each) => [each.id, each]));
  if (options.dryRun)
    return listed.map((each) => reportOf(each, record.path, actionFor(each, known.get(each.id))));

  const reports: ChangeRequestReport[] = [];
  await publish(context, async (writer) => {
    const records: ChangeRequestRecord[] = [];
    const refs: RefUpdate[] = [];
    let commits = 0;
    let failed = false;
    for (const changeRequest of listed) {
      const ref = changeRequestRef(record.path, changeRequest.number);
      const at = await git.resolveRef(ref);
      const before = known.get(changeRequest.id);
      if (before && isMirrored(changeRequest, before, at)) {
        records.push({ ...before, ...factsOf(changeRequest) });
        reports.push(reportOf(changeRequest, record.path, 'unchanged'));
        continue;
      }
      try {
        const subject = { space, record, changeRequest, before };
        const next =
          (await mirrorEditedTexts(context, writer, { ...subject, at })) ??
          (await mirrorChangeRequest(context, writer, { ...subject, at }));
        if (next.commit !== at) refs.push({ ref, expected: at, next: next.commit });
        records.push(next);
        commits++;
        reports.push(reportOf(changeRequest, record.path, before ? 'changed' : 'mirrored'));
      } catch (error) {
        if (!(error instanceof AppError) || stopsEverything(error)) throw error;
        // One change request that cannot be read does not hold up the others.
        failed = true;
        if (before) records.push(before);
        context.problems.push({ ...error.toJSON(), space: space.id });
      }
    }
    const kept = new Set(records.map(({ id }) => id));
    for (const gone of record.changeRequests) {
      if (kept.has(gone.id)) continue;
      const ref = changeRequestRef(record.path, gone.number);
      const at = await git.resolveRef(ref);
      if (at !== null) refs.push({ ref, expected: at, next: null });
      reports.push(reportOfRemoved(gone, ref));
    }
    const current = state.spaces().get(space.id) ?? record;
    state.setSpace({ ...current, changeRequests: records, token: failed ? '' : token });
    return { result: undefined, refs, commits };
  });
  return reports;
}

/** What a cycle would do with a change request that the service lists: a dry run prints this. */
function actionFor(
  { revision }: ChangeRequest,
  before: ChangeRequestRecord | undefined,
): ChangeRequestReport['action'] {
  if (!before) return 'mirrored';
  return before.revision === revision ? 'unchanged' : 'changed';
}

/** Whether the reference of a change request has its newest revision, on the revision of the space that it is made on. */
function isMirrored(changeRequest: ChangeRequest, before: ChangeRequestRecord, at: Oid | null): boolean {
  return (
    before.revision === changeRequest.revision &&
    before.base === baseOf(changeRequest) &&
    at === before.commit
  );
}

function reportOfRemoved({ mark: _mark, ...gone }: ChangeRequestRecord, ref: string): ChangeRequestReport {
  return { ...gone, subject: withoutMark(gone.subject), ref, action: 'removed' };
}

async function listChangeRequests(context: CycleContext, space: Space): Promise<ChangeRequest[]> {
  const { remote, config, own } = context;
  const none = config.mirror.changeRequests === 'none';
  if (none && own.size === 0) return [];
  const statuses: ChangeRequest['status'][] = [];
  if (space.changeRequestsOpen > 0) statuses.push('open');
  if (space.changeRequestsDraft > 0) statuses.push('draft');
  if (config.mirror.changeRequests === 'all') statuses.push('merged', 'archived');
  const lists = await Promise.all(statuses.map((status) => remote.changeRequests(space.id, status)));
  const left = await withoutDoubles(context, space.id, lists.flat());
  // One that changes its status between two lists may stand in both, or in none until the next cycle.
  const found = new Map<string, ChangeRequest>();
  for (const changeRequest of left)
    if (!isHelper(changeRequest) && (!none || own.has(changeRequest.id)))
      found.set(changeRequest.id, changeRequest);
  return [...found.values()].sort((a, b) => a.number - b.number);
}

async function mirrorChangeRequest(
  context: CycleContext,
  writer: ObjectWriter,
  subject: {
    space: Space;
    record: SpaceRecord;
    changeRequest: ChangeRequest;
    before: ChangeRequestRecord | undefined;
    /** Where its reference stands, whoever put it there. */
    at: Oid | null;
  },
): Promise<ChangeRequestRecord> {
  const { space, record, before, at } = subject;
  let { changeRequest } = subject;
  const main = await knownContents(context, space.id, null);
  for (let attempt = 0; attempt < readingAttempts; attempt++) {
    const place: ContentPlace = { kind: 'change-request', space: space.id, id: changeRequest.id };
    const content = context.readBack.get(changeRequest.revision) ?? (await context.remote.content(place));
    const { read, objects } = await readAgainst(context, writer, {
      place,
      content,
      main,
      before,
      folder: record.path,
      known: await pathsKnown(context, { record, changeRequest, main, before, at }),
    });
    const now = await context.remote.changeRequest(space.id, changeRequest.id);
    if (!now)
      throw new AppError(
        'NOT_FOUND',
        `Change request #${changeRequest.number} of ${space.title} went away while it was read`,
      );
    // Revisions never come back: one that is the same before and after stood still all the time.
    if (now.revision === changeRequest.revision) {
      const commit = await commitChangeRequest(context, writer, {
        space,
        record,
        changeRequest: now,
        before,
        content,
        read,
      });
      return {
        ...factsOf(now),
        id: now.id,
        number: now.number,
        revision: now.revision,
        base: baseOf(now),
        commit,
        objects,
      };
    }
    changeRequest = now;
  }
  throw new AppError(
    'INCOMPLETE',
    `Change request #${changeRequest.number} of ${space.title} moved each time it was being read`,
    {
      hint: 'Its reference keeps the last whole revision; the next cycle tries again.',
    },
  );
}

/**
 * The quick way: a revision that changed nothing but the texts of some pages, on the revision that we hold of the change request or
 * on the primary content that it starts from, needs those pages alone.
 */
async function mirrorEditedTexts(
  context: CycleContext,
  writer: ObjectWriter,
  {
    space,
    record,
    changeRequest,
    before,
    at,
  }: {
    space: Space;
    record: SpaceRecord;
    changeRequest: ChangeRequest;
    before: ChangeRequestRecord | undefined;
    /** Where its reference stands. */
    at: Oid | null;
  },
): Promise<ChangeRequestRecord | null> {
  const { remote, git, state, config } = context;
  if (!(await remote.readsRevisions(space.id))) return null;
  const changed = await remote.changes(space.id, changeRequest.revision);
  const parent = changed?.revision.parents[0];
  if (!changed || parent === undefined) return null;
  const base = baseOf(changeRequest);
  // A reference that stands elsewhere was made for another folder, or by somebody else.
  const goesOn = before?.revision === parent && before.base === base && before.commit === at;
  const starts = !before && parent === base && base === record.revision;
  if (!goesOn && !starts) return null;
  const from = goesOn ? before.commit : await commitOfBase(context, space.id, record, base);
  if (from === null || !(await git.has(from))) return null;

  const known = goesOn ? before.objects : {};
  const table = state.table(space.id);
  const place: ContentPlace = { kind: 'revision', space: space.id, revision: changeRequest.revision };
  const edits = await editedTextsAlone(
    remote,
    place,
    changed,
    async (id) => known[`page/${id}`] ?? (await table.get('page', id)),
  );
  if (!edits) return null;
  const objects: Record<string, ContentRecord> = { ...known };
  const versions = new Map<string, Version>();
  for (const { id, path, markdown, mark, outline, said } of edits) {
    const whole = inFolder(record.path, path);
    // The primary content may have put the page elsewhere since.
    if ((await git.entryAt(from, whole)) === null) return null;
    const text = config.frontMatter.id ? withPageId(markdown, id) : markdown;
    const oid = writer.addBlob(new TextEncoder().encode(text));
    versions.set(whole, { mode: '100644', oid });
    objects[`page/${id}`] = { path, mark, oid, outline, ...said };
  }
  const author = authorOfChangeRequest(changeRequest, changed.revision.createdAt);
  const commit = writer.addCommit({
    tree: await writer.updateTree(await git.treeOf(from), versions),
    parents: [from],
    author,
    committer: tidemarkAt(author.at),
    message: messageOfChangeRequest(changeRequest, space.id),
  });
  const { id, number, revision } = changeRequest;
  return { ...factsOf(changeRequest), id, number, revision, base, commit, objects };
}

/**
 * Where the pages of a change request lie: where its base has them, but for those that it moved or made. Of these its reference
 * tells, whoever wrote that, and the proposal that is sent from here.
 */
async function pathsKnown(
  context: CycleContext,
  of: {
    record: SpaceRecord;
    changeRequest: ChangeRequest;
    main: KnownContents;
    before: ChangeRequestRecord | undefined;
    at: Oid | null;
  },
): Promise<Omit<KnownPaths, 'config'>> {
  const { record, changeRequest, main, before, at } = of;
  const folder = record.path;
  const paths = new Map(contentKinds.map((kind) => [kind, new Map(main.paths.get(kind) ?? [])]));
  for (const [key, { path }] of Object.entries(before?.objects ?? {}))
    if (!key.startsWith('page/')) {
      const [kind, ...rest] = key.split('/');
      paths.get(kind as 'file')?.set(rest.join('/'), path);
    }
  const pages = paths.get('page')!;
  const base = await commitOfBase(context, record.id, record, baseOf(changeRequest));
  for (const [id, path] of await pathsBefore(context, { folder, base })) pages.set(id, path);
  const given = new Map(await pathsOfRequest(context, { folder, commit: at, request: before, known: pages }));
  for (const proposal of await readProposals(context.state))
    if (proposal.space === record.id && proposal.changeRequest?.id === changeRequest.id)
      for (const [id, path] of sentPaths(proposal)) given.set(id, path);
  return { paths, given, had: await context.obeyedHere(folder) };
}

async function readAgainst(
  context: CycleContext,
  writer: ObjectWriter,
  of: {
    place: ContentPlace;
    content: Revision;
    main: KnownContents;
    before: ChangeRequestRecord | undefined;
    folder: string;
    known: Omit<KnownPaths, 'config'>;
  },
): Promise<{ read: ReadContent; objects: Record<string, ContentRecord> }> {
  const { remote, git, config, options } = context;
  const own = of.before?.objects ?? {};
  const lookup: KnownContents['lookup'] = (kind, id, mark) => {
    const mine = own[`${kind}/${id}`];
    const theirs = of.main.lookup(kind, id);
    return mine && (mark === undefined || mine.mark === mark || theirs?.mark !== mark) ? mine : theirs;
  };
  const spaceConfig = await configOfRevision(context, of.content, lookup);
  const plan = planContent(of.content, { ...of.known, lookup, config: spaceConfig });
  const tools = {
    remote,
    git,
    writer,
    pageIds: config.frontMatter.id,
    onProgress: options.onProgress,
    folder: of.folder,
  };
  const read = await readContent(tools, of.place, plan, lookup('file', summaryRecordId));
  const objects: Record<string, ContentRecord> = {};
  for (const kind of contentKinds)
    for (const [id, record] of read.records.get(kind)!) {
      const same = of.main.lookup(kind, id);
      if (same?.oid !== record.oid || same.path !== record.path || same.mark !== record.mark)
        objects[`${kind}/${id}`] = record;
    }
  return { read, objects };
}

async function commitChangeRequest(
  context: CycleContext,
  writer: ObjectWriter,
  made: {
    space: Space;
    record: SpaceRecord;
    changeRequest: ChangeRequest;
    before: ChangeRequestRecord | undefined;
    content: Revision;
    read: ReadContent;
  },
): Promise<Oid> {
  const { git, tip } = context;
  const { space, record, changeRequest, before, content, read } = made;
  const base = await commitOfBase(context, space.id, record, baseOf(changeRequest));
  const around = base ?? tip.commit;
  const aroundTree = around === null ? null : await git.treeOf(around);
  const tree = await writer.updateTree(
    aroundTree,
    await folderChanges(git, aroundTree, record.path, read.files),
  );
  const parents: Oid[] = [];
  if (before && (await git.has(before.commit))) parents.push(before.commit);
  // Where it starts from, and, after an update, what it took in.
  if (base !== null && (parents.length === 0 || before?.base !== baseOf(changeRequest))) parents.push(base);
  const author = authorOfChangeRequest(changeRequest, content.createdAt);
  return writer.addCommit({
    tree,
    parents,
    author,
    committer: tidemarkAt(author.at),
    message: messageOfChangeRequest(changeRequest, space.id),
  });
}

async function commitOfBase(
  { git, tip }: CycleContext,
  space: string,
  record: SpaceRecord,
  revision: string,
): Promise<Oid | null> {
  const remembered = record.commits.find((each) => each.revision === revision)?.commit;
  if (remembered !== undefined && (await git.has(remembered))) return remembered;
  return commitOfRevision(git, tip.commit, { space, revision });
}

function baseOf(changeRequest: ChangeRequest): string {
  return changeRequest.revisionMergedAncestor ?? changeRequest.revisionInitial;
}

function factsOf({
  subject,
  status,
  outdated,
}: ChangeRequest): Pick<ChangeRequestRecord, 'subject' | 'mark' | 'status' | 'outdated'> {
  return { ...markIn(subject), status, outdated };
}

function reportOf(
  changeRequest: ChangeRequest,
  folder: string,
  action: ChangeRequestReport['action'],
): ChangeRequestReport {
  const { id, number, revision, status, outdated } = changeRequest;
  const subject = withoutMark(changeRequest.subject);
  return { id, number, subject, status, outdated, revision, ref: changeRequestRef(folder, number), action };
}
