import { isAppError } from '../../base/index.ts';
import { joinEmoji, mergePage, titleOf, withoutPageId } from '../../content/index.ts';
import type { Page, Revision } from '../../contract/index.ts';
import { contentId } from '../../files/index.ts';
import type { Oid } from '../../git/port.ts';
import { pageMark } from '../mirror/marks.ts';
import { withPagesThere } from './adopt.ts';
import { noteRequest } from './announce.ts';
import { mayBeDone } from './in-doubt.ts';
import { publish } from '../mirror/publish.ts';
import { documentsIn } from '../remote/tree.ts';
import type { DocumentPage } from '../remote/tree.ts';
import type { ContentPlace, Remote } from '../remote/port.ts';
import type { ConflictReport } from '../report.ts';
import { agreedText } from '../versions/base-of.ts';
import type { FolderEdits, PageKey, TextEdit } from './folder-edits.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { saveProposal, takenRemovals } from '../state/proposals.ts';
import type { ProposalRecord, RemovedPage, SentPage } from '../state/proposals.ts';
import { adoptUnanswered, unansweredOf } from './unanswered.ts';
import { bringHere, findOverwritten, giveBack, withoutOverwritten } from './overwritten.ts';
import { Batches, withoutFile } from './refused-content.ts';
import type { RefusedContent } from './refused-content.ts';
import { contentAsWeLeftIt, plainBatch, textsReadBack } from './plain-texts.ts';
import { planSteps } from './steps.ts';
import type { Step, StepPlan } from './steps.ts';
import { batchesFor, editsFor, planFor, titleOfInsert, writeBatch } from './writing.ts';
import type { PlannedOn, ReadBack, Way } from './writing.ts';

/** More than the planned batches, for what others write meanwhile. */
const spareRounds = 4;

export interface SentEdits {
  readonly record: ProposalRecord;
  readonly steps: number;
  /** How many are left for the next cycle, because somebody wrote into the change request all the time. */
  readonly rest: number;
  readonly conflicts: readonly ConflictReport[];
  readonly unsaid: readonly string[];
  /** The edits without what the service refused. */
  readonly edits: FolderEdits;
  readonly refused: readonly RefusedContent[];
}

export interface Sending {
  readonly ports: ProposingPorts;
  readonly target: ProposalTarget;
  readonly record: ProposalRecord;
  readonly edits: FolderEdits;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly way: Way;
  /** The change request was made in this cycle; absent where there is none yet. */
  readonly isNew?: boolean;
}

/**
 * Makes a change request say the local edits: looks at what it says now, plans the difference, sends it in batches, and reads
 * each back. Whatever was sent before and lost its answer is seen in what the change request says.
 */
export async function sendEdits(sending: Sending): Promise<SentEdits> {
  const { ports, way } = sending;
  let record = await withRemovals(sending);
  const place: ContentPlace = { kind: 'change-request', space: record.space, id: record.changeRequest!.id };
  const unsaid = new Set<string>();
  const conflicts: ConflictReport[] = [];
  let steps = 0;
  let rest = 0;
  let rounds = spareRounds;
  let { edits } = sending;
  const batches = new Batches(way);
  const attempt = async (
    what: Parameters<typeof sendBatch>[2],
    quickly?: Parameters<typeof sendBatch>[3],
  ): Promise<Awaited<ReturnType<typeof sendBatch>> | null> => {
    try {
      const sent = await sendBatch(sending, place, what, quickly);
      batches.sent();
      steps += what.batch.length;
      record = sent.record;
      return sent;
    } catch (error) {
      const path = batches.failed(error, what.batch);
      if (path !== null) edits = withoutFile(edits, path);
      return null;
    }
  };
  const { refused } = batches;
  let content: Revision | null = null;
  const isNew = sending.isNew === true;
  const plain = await plainBatch({ ...sending, record, isNew });
  if (plain) {
    const sent = await attempt({ record, ...plain }, (revision) =>
      textsReadBack(ports.remote, { space: place.space, revision, ...plain }),
    );
    if (sent?.content === null)
      return { record: withPaths(record, edits), steps, rest, conflicts, unsaid: [], edits, refused };
    content = sent?.content ?? null;
  } else content = await contentAsWeLeftIt({ ...sending, record, isNew });
  if (content === null) {
    content = await ports.remote.content(place);
    const { kept } = ports.context;
    if (content.id === sending.target.record.revision) kept.keep(place.space, content);
    else if (content.id === record.own) kept.keepWritten(place.space, content);
  }
  for (let round = 0; ;) {
    record = withPaths(await adoptUnanswered(ports.remote, record, content), edits);
    record = await withPagesThere(ports, { record, edits, content });
    if (way.kind === 'content') record = withMoves(record, edits);
    const wanted = { ...sending, edits };
    let plan = await planAgainst(wanted, { place, content, record });
    let behind = false;
    if (round === 0 && plan.heldUp) {
      const outcome = await bringUpToDate(ports.remote, { space: place.space, id: record.changeRequest!.id });
      behind = outcome === 'conflicts';
      if (outcome === 'update') {
        content = await ports.remote.content(place);
        plan = await planAgainst(wanted, { place, content, record });
      }
    }
    conflicts.push(...plan.conflicts);
    for (const path of plan.lost) unsaid.add(whyLost(path, behind));
    record = { ...record, pages: { ...record.pages, ...plan.said } };
    for (const each of plan.unsaid) unsaid.add(each);
    rest = plan.steps.length;
    if (round === 0) rounds += batchesFor(way, plan.steps);
    if (rest === 0 || round >= rounds || batches.exhausted) break;
    const sent = await attempt({ record, content, batch: batches.next(plan.steps) });
    if (!sent) continue;
    round++;
    content = sent.content ?? (await ports.remote.content(place));
  }
  const last = { ...record, revision: content.id };
  return { record: last, steps, rest, conflicts, unsaid: [...unsaid], edits, refused };
}

/** Brings a change request up to date that its space has left behind, as a person does who works on: with what was merged since. */
async function bringUpToDate(
  remote: Remote,
  { space, id }: { readonly space: string; readonly id: string },
): Promise<'update' | 'conflicts' | 'current'> {
  const changeRequest = await remote.changeRequest(space, id);
  if (changeRequest?.outdated !== true) return 'current';
  try {
    return (await remote.update(space, id)).result === 'update' ? 'update' : 'conflicts';
  } catch (error) {
    if (!isAppError(error, 'CONFLICT')) throw error;
    return 'conflicts';
  }
}

/** Why a page that is known is not in the change request; `behind`: that cannot be brought up to date. */
export function whyLost(path: string, behind: boolean): string {
  return behind
    ? `${path} is newer than the change request, which cannot be brought up to date with its space: the two conflict, and have to be joined in the service`
    : `${path} is not in the change request any more: somebody took it out there`;
}

export interface PlanAgainst extends StepPlan {
  readonly conflicts: readonly ConflictReport[];
  /** What the page says already. */
  readonly said: Record<string, SentPage>;
  /** Paths of known pages that are not there. */
  readonly lost: readonly string[];
  /** Something cannot be said that could be, perhaps, if the change request had what its space has by now. */
  readonly heldUp: boolean;
}

/** What a content lacks of the edits, and what of them it cannot be told. */
export async function planAgainst(
  { ports, target, edits, bytes, way }: Sending,
  { place, content, record }: { place: ContentPlace; content: Revision; record: ProposalRecord },
): Promise<PlanAgainst> {
  const unsaid = new Set<string>();
  const { edits: known, lost } = withoutLost(rekey(edits, record), content, record);
  const wanted = editsFor(way, rekey(known, record), content, unsaid);
  const { texts, conflicts, said } = await textsToSend(
    { ports, edits: wanted, way },
    { place, content, record },
  );
  const sentAt = await newestCommit(ports, target);
  const files = filesToSend(wanted, bytes, record);
  const deletable = await deletablePages(ports, place, content, wanted, record);
  const plan = planSteps({ edits: wanted, content, texts, files, deletable });
  const { steps, unsaid: more } = planFor(way, plan, wanted, content);
  return {
    steps,
    unsaid: [...unsaid, ...more],
    lost,
    heldUp: lost.length + conflicts.length + plan.unsaid.length > 0,
    conflicts,
    said: Object.fromEntries(said.map((page) => [keyOfSent(record, page.id), { ...page, sentAt }])),
  };
}

/** The paths that sent pages have now. A page whose old path belongs to another new page goes by its id from then on. */
function withPaths(record: ProposalRecord, edits: FolderEdits): ProposalRecord {
  const idOf = idsBehind(edits, record);
  const paths = new Map(edits.texts.map(({ key, path }) => [idOf(key), path]));
  const pages = Object.entries(record.pages).map(([key, page]) => [
    paths.has(key) && idOf(key) !== page.id ? `new:${page.id}` : key,
    { ...page, path: paths.get(page.id) ?? page.path },
  ]);
  return { ...record, pages: Object.fromEntries(pages) as ProposalRecord['pages'] };
}

/** Notes where pages lie that were moved here, for a service that cannot be told, or does not listen. */
function withMoves(record: ProposalRecord, edits: FolderEdits): ProposalRecord {
  const moved = edits.texts.filter(({ from, path }) => from !== null && from !== path);
  const { moved: _before, ...rest } = record;
  return moved.length === 0
    ? rest
    : { ...rest, moved: Object.fromEntries(moved.map(({ key, path }) => [key, path])) };
}

/** Names the pages that the proposal made by their ids. */
function rekey(edits: FolderEdits, record: ProposalRecord): FolderEdits {
  return withKeys(edits, idsBehind(edits, record));
}

/** The ids behind keys. A new file where a page was that is elsewhere by now is not that page. */
function idsBehind(edits: FolderEdits, record: ProposalRecord): (key: PageKey) => PageKey {
  const here = new Set(edits.texts.map(({ key }) => key));
  return (key) => {
    const id = record.pages[key]?.id;
    return id === undefined || here.has(id) ? key : id;
  };
}

function withKeys(edits: FolderEdits, keyOf: (key: PageKey) => PageKey): FolderEdits {
  return {
    ...edits,
    texts: edits.texts.map((edit) => ({ ...edit, key: keyOf(edit.key) })),
    places: edits.places.map((edit) => ({
      ...edit,
      key: keyOf(edit.key),
      parent: edit.parent === null ? null : keyOf(edit.parent),
      after: edit.after.map(keyOf),
    })),
    deletes: edits.deletes.map((edit) => ({ ...edit, key: keyOf(edit.key) })),
  };
}

/**
 * A page of an earlier change request that this one does not have is new again. One that this one had, and that somebody took
 * out of it, is not a page to write to; nor is one that came with the change request of another branch, before this one has it.
 */
function withoutLost(
  edits: FolderEdits,
  content: Revision,
  record: ProposalRecord,
): { edits: FolderEdits; lost: string[] } {
  const there = new Set(documentsIn(content.pages).map(({ id }) => id));
  const shared = Object.values(record.adopted ?? {}).filter((page) => page.shared === true);
  const sent = new Set([...Object.values(record.pages), ...shared].map(({ id }) => id));
  const again = new Map<PageKey, PageKey>();
  const lost: string[] = [];
  for (const { key, from, path } of edits.texts)
    if (key.startsWith('new:') || there.has(key)) continue;
    else if (from === null && !sent.has(key)) again.set(key, `new:${path}`);
    else lost.push(path);
  return { edits: again.size === 0 ? edits : withKeys(edits, (key) => again.get(key) ?? key), lost };
}

/** Which texts have to be written: not what is there already, joined with what somebody else wrote into the change request. */
async function textsToSend(
  { ports, edits, way }: Pick<Sending, 'ports' | 'edits' | 'way'>,
  { place, content, record }: { place: ContentPlace; content: Revision; record: ProposalRecord },
): Promise<{ texts: Map<PageKey, TextEdit>; conflicts: ConflictReport[]; said: SentPage[] }> {
  const now = new Map(documentsIn(content.pages).map((page) => [page.id, page]));
  const sent = new Map(Object.values(record.pages).map((page) => [page.id, page]));
  const table = ports.context.state.table(record.space);
  const texts = new Map<PageKey, TextEdit>();
  const conflicts: ConflictReport[] = [];
  // What the page says already, by whatever way it came to say it.
  const said: SentPage[] = [];
  const tellsFiles = way.kind === 'content' && ports.remote.findings()['pathHints'] !== false;
  for (const edit of edits.texts) {
    const page = now.get(edit.key);
    if (!page) {
      if (edit.key.startsWith('new:')) texts.set(edit.key, tellsFiles ? { ...edit, file: edit.path } : edit);
      continue;
    }
    const before = sent.get(edit.key);
    const expected = before ? before.mark : ((await table.get('page', edit.key))?.mark ?? '');
    const untouched = expected !== '' && pageMark(page) === expected;
    const fields = withFields(edit, page, now.values());
    const wanted = tellsFiles ? withFile(fields, page, before) : fields;
    const isNamed = wanted.slug === null && wanted.file === undefined;
    const sameText = edit.baseText !== null && edit.text === edit.baseText;
    const isTitled = wanted.title === null || wanted.title === joinEmoji(page);
    if (untouched && !before && sameText && isNamed && isTitled) continue;
    if (untouched) {
      if (!before) texts.set(edit.key, wanted);
      else if (before.text !== localOf(edit) || !isNamed)
        texts.set(edit.key, { ...wanted, baseText: agreedText(before, null) });
      continue;
    }
    const theirs = withoutPageId((await ports.remote.page(place, edit.key)).markdown);
    const base = agreedText(before, edit.baseText) ?? '';
    if (theirs === edit.text && isNamed && (before || wanted.title === null)) {
      said.push({ ...fileOf(before), ...sentPage(edit.key, edit), mark: pageMark(page) ?? '' });
      continue;
    }
    if (theirs === edit.text || theirs === base) texts.set(edit.key, { ...wanted, baseText: theirs });
    else if (before?.text === localOf(edit)) {
      // Only the file is left to tell: the text stays as somebody wrote it there.
      if (wanted.file !== undefined)
        texts.set(edit.key, {
          ...{ ...wanted, title: null, text: theirs, baseText: theirs },
          ...{ local: localOf(edit), wish: base },
        });
    } else {
      const merged = mergePage({ base, ours: edit.text, theirs });
      const title = merged.outcome === 'merged' ? (titleOf(merged.text) ?? wanted.title) : null;
      if (merged.outcome === 'merged')
        texts.set(edit.key, {
          ...wanted,
          text: merged.text,
          local: localOf(edit),
          wish: edit.text,
          baseText: theirs,
          title,
        });
      else conflicts.push({ path: edit.path, kind: 'text', base: null, local: null, remote: null });
    }
  }
  return { texts, conflicts, said };
}

/** The name under which a proposal keeps a page: the one that it had before it got an id. */
function keyOfSent(record: ProposalRecord, id: string): string {
  return Object.entries(record.pages).find(([, page]) => page.id === id)?.[0] ?? id;
}

function sentPage(id: string, edit: TextEdit): Omit<SentPage, 'mark'> {
  const wish = edit.wish ?? edit.text;
  return {
    id,
    path: edit.path,
    text: localOf(edit),
    ...(wish === localOf(edit) ? {} : { wish }),
    ...(edit.keepsPlace === true ? { keepsPlace: true } : {}),
    ...(edit.isUnplaced === true ? { isUnplaced: true } : {}),
    ...(edit.file === undefined ? {} : { file: edit.file }),
  };
}

function fileOf(page: SentPage | undefined): Pick<SentPage, 'file'> {
  return page?.file === undefined ? {} : { file: page.file };
}

function localOf(edit: TextEdit): string {
  return edit.local ?? edit.text;
}

/** A slug that the page already has is not sent. Neither is one that another page keeps: the service gave this page the next best slug. */
function withFields(edit: TextEdit, page: DocumentPage, pages: Iterable<DocumentPage>): TextEdit {
  const { slug } = edit;
  if (slug === null || edit.from === null || page.slug === slug) return { ...edit, slug: null };
  const isNextBest = page.slug.startsWith(`${slug}-`) && /^\d+$/u.test(page.slug.slice(slug.length + 1));
  const isTaken = isNextBest && [...pages].some((other) => other.id !== page.id && other.slug === slug);
  return isTaken ? { ...edit, slug: null } : edit;
}

/** The file of a page that was made or moved here, unless the service has it there, or was told and did not listen. */
function withFile(edit: TextEdit, page: Page, before: SentPage | undefined): TextEdit {
  const known = page.type === 'document' ? page.git?.path : undefined;
  // A page that is back where it was has to be told so, once it was told to be elsewhere.
  const last = before?.file ?? edit.from;
  const isTold = last === edit.path || known === edit.path;
  return isTold ? edit : { ...edit, file: edit.path };
}

function filesToSend(
  edits: FolderEdits,
  bytes: ReadonlyMap<string, Uint8Array>,
  record: ProposalRecord,
): { path: string; bytes: Uint8Array }[] {
  const files: { path: string; bytes: Uint8Array }[] = [];
  for (const { path, oid } of edits.files) {
    const content = bytes.get(path);
    if (record.files[path] !== oid && content) files.push({ path, bytes: content });
  }
  return files;
}

/** A page that somebody else has changed is not deleted unseen: what it says there is what the mirror has, or what we sent. */
async function deletablePages(
  { context, remote }: ProposingPorts,
  place: ContentPlace,
  content: Revision,
  edits: FolderEdits,
  record: ProposalRecord,
): Promise<Set<PageKey>> {
  const now = new Map(documentsIn(content.pages).map((page) => [page.id, page]));
  const sent = new Map(Object.values(record.pages).map((page) => [page.id, page]));
  const table = context.state.table(record.space);
  const deletable = new Set<PageKey>();
  for (const { key } of edits.deletes) {
    const page = now.get(key);
    if (!page) continue;
    const before = sent.get(key);
    const mark = pageMark(page);
    if (mark !== null && (mark === before?.mark || mark === (await table.get('page', key))?.mark))
      deletable.add(key);
    else if (before && withoutPageId((await remote.page(place, key)).markdown) === agreedText(before, null))
      deletable.add(key);
  }
  return deletable;
}

/**
 * Notes what the deletions take away, before any of them is sent. A page that the change request itself had made is gone from it
 * afterwards: nothing tells of its deletion any more but this note, until somebody puts a file there again.
 */
async function withRemovals({ ports, target, record, edits }: Sending): Promise<ProposalRecord> {
  if (edits.deletes.length === 0 && !record.removed) return record;
  const sentAt = await newestCommit(ports, target);
  const back = new Set(edits.texts.map(({ path }) => path));
  const known = Object.entries(record.removed ?? {}).filter(([path]) => !back.has(path));
  const removed: Record<string, RemovedPage> = { ...takenRemovals(record), ...Object.fromEntries(known) };
  if (sentAt !== null) for (const { path } of edits.deletes) removed[path] = { sentAt };
  return { ...record, removed };
}

async function newestCommit({ context }: ProposingPorts, { branch }: ProposalTarget): Promise<Oid | null> {
  return context.git.resolveRef(`refs/heads/${branch}`);
}

async function sendBatch(
  { ports, target, way, edits }: Sending,
  place: ContentPlace,
  { record, content, batch }: { record: ProposalRecord; content: PlannedOn; batch: readonly Step[] },
  quickly?: (revision: string) => Promise<ReadBack | null>,
): Promise<{ record: ProposalRecord; content: Revision | null }> {
  const { context, remote } = ports;
  const known = documentsIn(content.pages).map(({ id }) => id);
  const inserts = batch.filter((step) => step.do === 'insert');
  const sentAt = await newestCommit(ports, target);
  const pending = inserts.map((step) => ({
    key: step.key,
    title: titleOfInsert(step),
    text: step.edit.text,
    sentAt,
    known,
    ...(step.edit.isUnplaced === true ? { isUnplaced: true } : {}),
  }));
  const unanswered = { record, before: content.id, sentAt };
  let intent = record;
  const saveNow = (proposal: ProposalRecord): Promise<void> =>
    publish(context, async (writer) => {
      saveProposal(context.state, proposal);
      // When it is merged, it is the base of what became of it on both sides.
      for (const step of batch)
        if (step.do === 'files')
          for (const { path, bytes } of step.files) if (path === edits.contents) writer.addBlob(bytes);
      return { result: undefined };
    });
  // What is about to be made is on disk before it is asked for.
  await noteRequest(ports, record.space, async (at) => {
    intent = { ...record, pending, unanswered: unansweredOf(batch, { ...unanswered, at }) };
    await saveNow(intent);
  });

  const { revision, after, made } = await writeBatch(way, remote, { place, content, batch }, quickly).catch(
    async (error: unknown) => {
      // What certainly failed is not looked for.
      if (!mayBeDone(error)) await saveNow(record);
      throw error;
    },
  );
  if (after.tree) {
    context.readBack.clear();
    context.readBack.set(after.id, after.tree);
    context.kept.keepWritten(record.space, after.tree);
  } else context.kept.textsWritten(record.space, content.id, after);
  const alone = after.id === revision && (after.parents[0] === content.id || after.parents[0] === undefined);
  const found = alone
    ? []
    : await findOverwritten(context, record.space, { batch: intent.unanswered!, head: after });
  const next = withoutOverwritten(remember(intent, { batch, made, after, alone, sentAt }), {
    before: intent,
    found,
  });
  // What was written over unseen goes back before the batch counts as done: killed here, the next cycle finds it again.
  const whole =
    found.length === 0
      ? after.tree
      : await giveBack(remote, place, {
          content: after.tree ?? (await remote.content(place)),
          found,
          note: (before) =>
            noteRequest(ports, record.space, (at) =>
              saveNow({ ...intent, unanswered: { ...intent.unanswered!, gaveBack: { at, before } } }),
            ),
        });
  await bringHere(context, { record: intent, found: found.filter(({ how }) => how === 'here') });
  await saveNow(next);
  return { record: next, content: whole };
}

/** What was written and read back. Marks count only when nobody else wrote in between: else the next cycle compares texts. */
function remember(
  record: ProposalRecord,
  {
    batch,
    made,
    after,
    alone,
    sentAt,
  }: {
    batch: readonly Step[];
    made: ReadonlyMap<string, string>;
    after: ReadBack;
    alone: boolean;
    sentAt: Oid | null;
  },
): ProposalRecord {
  const now = new Map(documentsIn(after.pages).map((page) => [page.id, page]));
  const markOf = (id: string): string => {
    const page = now.get(id);
    return alone && page ? (pageMark(page) ?? '') : '';
  };
  const keyOfId = new Map(Object.entries(record.pages).map(([key, { id }]) => [id, key]));
  const pages: Record<string, SentPage> = { ...record.pages };
  const sent = (id: string, edit: TextEdit): SentPage => ({
    ...fileOf(pages[keyOfId.get(id) ?? id]),
    ...sentPage(id, edit),
    sentAt,
    // A text that holds somebody else's lines is looked at again before it is written over.
    mark: edit.wish === undefined ? markOf(id) : '',
  });
  const placed = new Set(record.placed);
  const deleted = new Set(record.deleted);
  const files: Record<string, string> = { ...record.files };
  for (const step of batch) {
    switch (step.do) {
      case 'insert': {
        const id = made.get(step.key);
        if (id !== undefined) pages[step.key] = sent(id, step.edit);
        break;
      }
      case 'update': {
        const key = keyOfId.get(step.key) ?? step.key;
        if (step.edit) pages[key] = sent(step.key, step.edit);
        if (step.place && !key.startsWith('new:')) placed.add(step.key);
        break;
      }
      case 'delete':
        if (keyOfId.get(step.key)?.startsWith('new:')) delete pages[keyOfId.get(step.key)!];
        else deleted.add(step.key);
        break;
      case 'files':
        for (const { path, bytes } of step.files) files[path] = contentId(bytes);
        break;
    }
  }
  const { own, unanswered, ...rest } = record;
  return {
    ...rest,
    pages,
    placed: [...placed],
    deleted: [...deleted],
    files,
    pending: [],
    revision: after.id,
    ...(alone && own === unanswered?.before ? { own: after.id } : {}),
  };
}
