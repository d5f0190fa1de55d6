import { AppError } from '../../base/index.ts';
import { mergePage, titleOf, withoutPageId } from '../../content/index.ts';
import type { Page, Revision } from '../../contract/index.ts';
import { contentId } from '../../files/index.ts';
import { pageMark } from '../mirror/marks.ts';
import { publish } from '../mirror/publish.ts';
import { inFolder } from '../mirror/tip.ts';
import { documentsIn } from '../mirror/tree.ts';
import type { ContentPlace } from '../remote/port.ts';
import type { ConflictReport } from '../report.ts';
import type { FolderEdits, PageKey, TextEdit } from './folder-edits.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { saveProposal } from './records.ts';
import type { ProposalRecord, SentPage } from './records.ts';
import { changeOf, nodeIds, planSteps } from './steps.ts';
import type { Step, StepPlan } from './steps.ts';

const stepsPerBatch = 50;
/** The interface takes files of at most so many bytes in a change. */
const largestFile = 1024 * 1024;
const roundsAtMost = 4;

export interface SentEdits {
  readonly record: ProposalRecord;
  readonly steps: number;
  readonly conflicts: readonly ConflictReport[];
  readonly unsaid: readonly string[];
}

interface Sending {
  readonly ports: ProposingPorts;
  readonly target: ProposalTarget;
  readonly record: ProposalRecord;
  readonly edits: FolderEdits;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/**
 * Makes a change request say the local edits: looks at what it says now, plans the difference, sends it in batches, and reads
 * each back. Whatever was sent before and lost its answer is seen in what the change request says.
 */
export async function sendEdits(sending: Sending): Promise<SentEdits> {
  const { ports } = sending;
  let { record } = sending;
  const place: ContentPlace = { kind: 'change-request', space: record.space, id: record.changeRequest!.id };
  const unsaid = new Set<string>();
  const conflicts: ConflictReport[] = [];
  let steps = 0;
  let content = await ports.remote.content(place);
  for (let round = 0; ; round++) {
    record = adoptPending(record, content);
    const plan = await planAgainst(sending, { place, content, record, unsaid });
    conflicts.push(...plan.conflicts);
    for (const each of plan.unsaid) unsaid.add(each);
    if (plan.steps.length === 0 || round >= roundsAtMost) break;
    const batch = plan.steps.slice(0, stepsPerBatch);
    ({ record, content } = await sendBatch(sending, place, { record, content, batch }));
    steps += batch.length;
  }
  return { record: { ...record, revision: content.id }, steps, conflicts, unsaid: [...unsaid] };
}

/** Whether the service lacks anything of the edits; a change request that would say nothing is not made. */
export async function isAnythingToSay(sending: Sending): Promise<boolean> {
  const { ports, target } = sending;
  const { id, revision } = target.record;
  if (!(await ports.remote.readsRevisions(id))) return true;
  const place: ContentPlace = { kind: 'revision', space: id, revision };
  const content = await ports.remote.content(place);
  const { steps, conflicts } = await planAgainst(sending, {
    place,
    content,
    record: sending.record,
    unsaid: new Set(),
  });
  return steps.length > 0 || conflicts.length > 0;
}

async function planAgainst(
  { ports, target, edits, bytes }: Sending,
  {
    place,
    content,
    record,
    unsaid,
  }: { place: ContentPlace; content: Revision; record: ProposalRecord; unsaid: Set<string> },
): Promise<StepPlan & { conflicts: ConflictReport[] }> {
  const wanted = rekey(edits, record);
  const { texts, conflicts } = await textsToSend(ports, place, content, wanted, record);
  const files = filesToSend(wanted, bytes, record, unsaid);
  const deletable = await deletablePages(ports, target, content, wanted);
  return { ...planSteps({ edits: wanted, content, texts, files, deletable }), conflicts };
}

/** Pages whose creation was sent without an answer: found in the change request by their title and text, each once. */
export function adoptPending(record: ProposalRecord, content: Revision): ProposalRecord {
  if (record.pending.length === 0) return record;
  const taken = new Set(Object.values(record.pages).map(({ id }) => id));
  const pages: Record<string, SentPage> = { ...record.pages };
  for (const { key, title, text, known } of record.pending) {
    if (pages[key]) continue;
    const before = new Set(known);
    const found = documentsIn(content.pages).find(
      (page) => page.title === title && !before.has(page.id) && !taken.has(page.id),
    );
    if (!found) continue;
    taken.add(found.id);
    pages[key] = { id: found.id, path: key.slice('new:'.length), text, mark: '' };
  }
  return { ...record, pages, pending: [] };
}

/** Names the pages that the proposal made by their ids. */
function rekey(edits: FolderEdits, record: ProposalRecord): FolderEdits {
  const idOf = (key: PageKey): PageKey => record.pages[key]?.id ?? key;
  const parentOf = (key: PageKey | null): PageKey | null => (key === null ? null : idOf(key));
  return {
    ...edits,
    texts: edits.texts.map((edit) => ({ ...edit, key: idOf(edit.key) })),
    places: edits.places.map((edit) => ({
      ...edit,
      key: idOf(edit.key),
      parent: parentOf(edit.parent),
      after: edit.after.map(idOf),
    })),
    deletes: edits.deletes.map((edit) => ({ ...edit, key: idOf(edit.key) })),
  };
}

/** Which texts have to be written: not what is there already, joined with what somebody else wrote into the change request. */
async function textsToSend(
  ports: ProposingPorts,
  place: ContentPlace,
  content: Revision,
  edits: FolderEdits,
  record: ProposalRecord,
): Promise<{ texts: Map<PageKey, TextEdit>; conflicts: ConflictReport[] }> {
  const now = new Map(documentsIn(content.pages).map((page) => [page.id, page]));
  const sent = new Map(Object.values(record.pages).map((page) => [page.id, page]));
  const table = ports.context.state.table(record.space);
  const texts = new Map<PageKey, TextEdit>();
  const conflicts: ConflictReport[] = [];
  for (const edit of edits.texts) {
    const page = now.get(edit.key);
    if (!page) {
      if (edit.key.startsWith('new:')) texts.set(edit.key, edit);
      continue;
    }
    const before = sent.get(edit.key);
    const expected = before ? before.mark : ((await table.get('page', edit.key))?.mark ?? '');
    const untouched = expected !== '' && pageMark(page) === expected;
    const wanted = withFields(edit, page);
    const sameText = edit.baseText !== null && edit.text === edit.baseText;
    if (untouched && !before && sameText && wanted.slug === null && wanted.title === null) continue;
    if (untouched) {
      if (!before || before.text !== localOf(edit) || wanted.slug !== null) texts.set(edit.key, wanted);
      continue;
    }
    const theirs = withoutPageId((await ports.remote.page(place, edit.key)).markdown);
    const base = before?.text ?? edit.baseText ?? '';
    if (theirs === edit.text && wanted.slug === null && (before || wanted.title === null)) continue;
    if (theirs === edit.text || theirs === base) texts.set(edit.key, { ...wanted, baseText: theirs });
    else if (before?.text === localOf(edit)) continue;
    else {
      const merged = mergePage({ base, ours: edit.text, theirs });
      const title = merged.outcome === 'merged' ? (titleOf(merged.text) ?? wanted.title) : null;
      if (merged.outcome === 'merged')
        texts.set(edit.key, { ...wanted, text: merged.text, local: localOf(edit), baseText: theirs, title });
      else conflicts.push({ path: edit.path, kind: 'text', base: null, local: null, remote: null });
    }
  }
  return { texts, conflicts };
}

function localOf(edit: TextEdit): string {
  return edit.local ?? edit.text;
}

/** A slug that the page has already is no change. */
function withFields(edit: TextEdit, page: Page): TextEdit {
  const slug = edit.from === null || ('slug' in page && page.slug === edit.slug) ? null : edit.slug;
  return { ...edit, slug };
}

function filesToSend(
  edits: FolderEdits,
  bytes: ReadonlyMap<string, Uint8Array>,
  record: ProposalRecord,
  unsaid: Set<string>,
): { path: string; bytes: Uint8Array }[] {
  const files: { path: string; bytes: Uint8Array }[] = [];
  for (const { path, oid } of edits.files) {
    const content = bytes.get(path);
    if (record.files[path] === oid || !content) continue;
    if (content.length > largestFile)
      unsaid.add(`${path} is larger than the megabyte that the interface takes`);
    else files.push({ path, bytes: content });
  }
  return files;
}

/** A page that somebody else has changed is not deleted unseen. */
async function deletablePages(
  { context }: ProposingPorts,
  { record: space, changeRequest }: ProposalTarget,
  content: Revision,
  edits: FolderEdits,
): Promise<Set<PageKey>> {
  const now = new Map(documentsIn(content.pages).map((page) => [page.id, page]));
  const table = context.state.table(space.id);
  const mirrored = space.changeRequests.find(({ id }) => id === changeRequest?.id);
  const deletable = new Set<PageKey>();
  for (const { key } of edits.deletes) {
    const page = now.get(key);
    const known = mirrored?.objects[`page/${key}`] ?? (await table.get('page', key));
    if (page && (!known || known.mark === pageMark(page))) deletable.add(key);
  }
  return deletable;
}

/** What the branch's newest commit has of the pages of a batch. */
async function committedVersions(
  { context }: ProposingPorts,
  { branch, record: space }: ProposalTarget,
  batch: readonly Step[],
): Promise<Map<string, string | null>> {
  const { git } = context;
  const at = await git.resolveRef(`refs/heads/${branch}`);
  const versions = new Map<string, string | null>();
  for (const step of batch) {
    const edit = step.do === 'insert' || step.do === 'update' ? step.edit : null;
    if (!edit || at === null) continue;
    versions.set(edit.path, (await git.entryAt(at, inFolder(space.path, edit.path)))?.oid ?? null);
  }
  return versions;
}

async function sendBatch(
  { ports, target }: Sending,
  place: ContentPlace,
  { record, content, batch }: { record: ProposalRecord; content: Revision; batch: readonly Step[] },
): Promise<{ record: ProposalRecord; content: Revision }> {
  const { context, remote } = ports;
  const ids = nodeIds(content.pages);
  const known = documentsIn(content.pages).map(({ id }) => id);
  const inserts = batch.filter((step) => step.do === 'insert');
  const pending = inserts.map(({ key, edit }) => ({ key, title: insertTitle(edit), text: edit.text, known }));
  // What is about to be made is on disk before it is asked for.
  const intent: ProposalRecord = { ...record, pending };
  await publish(context, async () => {
    saveProposal(context.state, intent);
    return { result: undefined };
  });

  const refs = new Map(inserts.map(({ key }, index) => [key, `p${index}`]));
  const idOf = (key: PageKey | null): string | null =>
    key === null ? null : (ids.get(key) ?? refs.get(key) ?? key);
  const changes = batch.map((step) =>
    changeOf(step, idOf, step.do === 'insert' ? refs.get(step.key) : undefined),
  );
  const answer = await remote.changeContent(
    record.space,
    place.kind === 'change-request' ? place.id : '',
    changes,
  );
  if (!answer)
    throw new AppError(
      'NOT_SUPPORTED_BY_SERVICE',
      'The service takes no content changes: the edits were not sent',
      {
        hint: 'They stay as they are in your files. Sending them by an import is not possible yet.',
      },
    );
  const made = new Map(
    answer.changes.flatMap(({ ref, page }) => (ref !== undefined && page ? [[ref, page.id] as const] : [])),
  );
  const after = await remote.content(place);
  const alone =
    after.id === answer.changeRequest.revision &&
    (after.parents[0] === content.id || after.parents[0] === undefined);
  const committed = await committedVersions(ports, target, batch);
  const next = remember(intent, { batch, refs, made, after, alone, committed });
  await publish(context, async () => {
    saveProposal(context.state, next);
    return { result: undefined };
  });
  return { record: next, content: after };
}

function insertTitle(edit: TextEdit): string {
  const change = changeOf({ do: 'insert', key: edit.key, edit, into: null, at: 0 }, () => null);
  return change.type === 'insert_page' ? (change.title ?? '') : '';
}

/** What was written and read back. Marks count only when nobody else wrote in between: else the next cycle compares texts. */
function remember(
  record: ProposalRecord,
  {
    batch,
    refs,
    made,
    after,
    alone,
    committed,
  }: {
    batch: readonly Step[];
    refs: ReadonlyMap<PageKey, string>;
    made: ReadonlyMap<string, string>;
    after: Revision;
    alone: boolean;
    committed: ReadonlyMap<string, string | null>;
  },
): ProposalRecord {
  const now = new Map(documentsIn(after.pages).map((page) => [page.id, page]));
  const markOf = (id: string): string => {
    const page = now.get(id);
    return alone && page ? (pageMark(page) ?? '') : '';
  };
  const keyOfId = new Map(Object.entries(record.pages).map(([key, { id }]) => [id, key]));
  const pages: Record<string, SentPage> = { ...record.pages };
  const sentPage = (id: string, edit: TextEdit): SentPage => ({
    id,
    path: edit.path,
    text: localOf(edit),
    committed: committed.get(edit.path) ?? null,
    mark: markOf(id),
  });
  const placed = new Set(record.placed);
  const deleted = new Set(record.deleted);
  const files: Record<string, string> = { ...record.files };
  for (const step of batch) {
    switch (step.do) {
      case 'insert': {
        const id = made.get(refs.get(step.key) ?? '');
        if (id !== undefined) pages[step.key] = sentPage(id, step.edit);
        break;
      }
      case 'update': {
        const key = keyOfId.get(step.key) ?? step.key;
        if (step.edit) pages[key] = sentPage(step.key, step.edit);
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
  return {
    ...record,
    pages,
    placed: [...placed],
    deleted: [...deleted],
    files,
    pending: [],
    revision: after.id,
  };
}
