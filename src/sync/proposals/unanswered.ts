import { titleOf, withoutPageId } from '../../content/index.ts';
import type { Page, Revision } from '../../contract/index.ts';
import { pageMark } from '../mirror/marks.ts';
import { documentsIn } from '../remote/tree.ts';
import type { Remote } from '../remote/port.ts';
import { shareOfCommonLines } from '../compare-texts.ts';
import { isSimilarPage } from '../versions/identity.ts';
import type { ProposalRecord, SentPage, UnansweredBatch, UnansweredUpdate } from '../state/proposals.ts';
import type { Step } from './steps.ts';

/** What has to be known of a batch in case its answer never comes. */
export function unansweredOf(
  batch: readonly Step[],
  {
    record,
    before,
    sentAt,
    at,
  }: { record: ProposalRecord; before: string; sentAt: string | null; at: number },
): UnansweredBatch {
  const keyOfId = new Map(Object.entries(record.pages).map(([key, { id }]) => [id, key]));
  const updates: UnansweredUpdate[] = [];
  const placed: string[] = [];
  const deleted: string[] = [];
  for (const step of batch) {
    if (step.do === 'delete') deleted.push(step.key);
    if (step.do !== 'update') continue;
    const key = keyOfId.get(step.key) ?? step.key;
    if (step.place && !key.startsWith('new:')) placed.push(step.key);
    const { edit } = step;
    if (!edit) continue;
    const local = edit.local ?? edit.text;
    const wish = edit.wish ?? edit.text;
    const page: SentPage = {
      id: step.key,
      path: edit.path,
      text: local,
      ...(wish === local ? {} : { wish }),
      sentAt,
      mark: '',
    };
    updates.push({ key, page, text: edit.text, previous: edit.baseText ?? '' });
  }
  return { at, before, updates, placed, deleted };
}

/**
 * Finds out from the change request's present content what became of a batch whose answer never came: it was carried out as a
 * whole, or not at all. Pages that it made are found by their titles, each once.
 */
export async function adoptUnanswered(
  remote: Remote,
  record: ProposalRecord,
  content: Revision,
): Promise<ProposalRecord> {
  const { pending, unanswered, ...rest } = record;
  if (pending.length === 0 && !unanswered) return record;
  const settled: ProposalRecord = { ...rest, pending: [] };
  if (content.id === unanswered?.before || !record.changeRequest) return settled;
  const place = { kind: 'change-request', space: record.space, id: record.changeRequest.id } as const;
  const textOf = async (id: string): Promise<string> =>
    withoutPageId((await remote.page(place, id)).markdown);

  const now = new Map(documentsIn(content.pages).map((page) => [page.id, page]));
  const isAlone = content.parents[0] === unanswered?.before;
  const made = await madePages(record, { now, isAlone, textOf });
  const updates = await Promise.all(
    (unanswered?.updates ?? [])
      .filter(({ page }) => now.has(page.id))
      .map(async (update) => ({ ...update, theirs: await textOf(update.page.id) })),
  );
  const found: FoundBatch = { now, made, updates, deleted: unanswered?.deleted ?? [] };
  if (!wasCarriedOut(found)) return settled;
  const isUntouched = isAllOurs(record, content, found) && (await sameTexts(made, textOf));
  const { own: _, ...unowned } = settled;
  return {
    ...unowned,
    pages: pagesWith(record, found),
    placed: [...new Set([...record.placed, ...(unanswered?.placed ?? [])])],
    deleted: [...new Set([...record.deleted, ...found.deleted.filter((id) => !isMade(record, id))])],
    revision: content.id,
    ...(isUntouched ? { own: content.id } : {}),
  };
}

/** A page that a batch made, under its key in the proposal. */
interface MadePage {
  readonly key: string;
  readonly page: SentPage;
}

/** A page that a batch updates, with its present text in the change request. */
interface FoundUpdate extends UnansweredUpdate {
  readonly theirs: string;
}

/** What the change request shows of a batch whose answer never came. */
interface FoundBatch {
  /** The pages that the change request has now, by their ids. */
  readonly now: ReadonlyMap<string, Page>;
  readonly made: readonly MadePage[];
  /** The updates whose pages the change request still has. */
  readonly updates: readonly FoundUpdate[];
  /** The ids of the pages whose deletion was sent. */
  readonly deleted: readonly string[];
}

/** Whether the service carried out a batch, as far as the change request shows it. */
function wasCarriedOut({ now, made, updates, deleted }: FoundBatch): boolean {
  const isSure =
    made.length > 0 || updates.some(({ text, previous, theirs }) => theirs === text && text !== previous);
  // Others delete pages, too; but nobody brings a page back, except by restoring everything that was changed in the space since.
  if (!isSure && deleted.some((id) => now.has(id))) return false;
  return made.length > 0 || (textsTell(updates) ?? deleted.length > 0);
}

/**
 * Whether the change request has the batch and nothing of anybody else: it directly follows our own revision, and each updated
 * text is as it was sent. The texts of pages that the batch made are not compared here.
 */
function isAllOurs(
  { own, pending, unanswered }: ProposalRecord,
  content: Revision,
  { made, updates }: FoundBatch,
): boolean {
  return (
    own !== undefined &&
    own === unanswered?.before &&
    content.parents[0] === unanswered.before &&
    made.length === pending.length &&
    updates.length === unanswered.updates.length &&
    updates.every(({ theirs, text }) => theirs === text)
  );
}

/**
 * The pages of a proposal after a batch was carried out: with the pages that it sent and made, and without new pages that it
 * deleted again.
 */
function pagesWith(
  record: ProposalRecord,
  { now, made, updates, deleted }: FoundBatch,
): Record<string, SentPage> {
  const pages: Record<string, SentPage> = { ...record.pages };
  for (const { key, page, text, theirs } of updates) {
    const mark =
      theirs === text && text === (page.wish ?? page.text) ? (pageMark(now.get(page.id)!) ?? '') : '';
    pages[key] = { ...page, mark };
  }
  for (const { key, page } of made) pages[key] = page;
  for (const id of deleted) {
    const key = Object.entries(pages).find(([, page]) => page.id === id)?.[0];
    if (key?.startsWith('new:')) delete pages[key];
  }
  return pages;
}

function isMade(record: ProposalRecord, id: string): boolean {
  return Object.entries(record.pages).some(([key, page]) => page.id === id && key.startsWith('new:'));
}

async function sameTexts(
  made: readonly MadePage[],
  textOf: (id: string) => Promise<string>,
): Promise<boolean> {
  for (const { page } of made) if (!saysAll(await textOf(page.id), page.text)) return false;
  return true;
}

/** Whether a new page has the text that was sent for it. A service puts the title before a text that has none. */
function saysAll(theirs: string, text: string): boolean {
  if (theirs === text) return true;
  return titleOf(text) === null && theirs.trimEnd().endsWith(text.trim());
}

/**
 * Whether the texts of the pages show that a batch was carried out. A batch is carried out as a whole or not at all, so that one
 * page is evidence for all; a text that somebody changed since is most similar to the text that they started from. null: no page
 * shows anything.
 */
function textsTell(updates: readonly FoundUpdate[]): boolean | null {
  const telling = updates.filter(({ text, previous }) => text !== previous);
  if (telling.length === 0) return null;
  let score = 0;
  for (const { text, previous, theirs } of telling) {
    if (theirs === text) return true;
    if (theirs === previous) return false;
    score += shareOfCommonLines(theirs, text) - shareOfCommonLines(theirs, previous);
  }
  return score > 0;
}

/** Whether a page has most of a text that was sent, under whatever title. */
function saysMostOf(theirs: string, text: string): boolean {
  const [there, sent] = [theirs, text].map((each) => each.trimStart().replace(/^# .*/u, '').trim()) as [
    string,
    string,
  ];
  return there === sent || isSimilarPage(there, sent);
}

async function madePages(
  record: ProposalRecord,
  {
    now,
    isAlone,
    textOf,
  }: { now: ReadonlyMap<string, Page>; isAlone: boolean; textOf: (id: string) => Promise<string> },
): Promise<MadePage[]> {
  const taken = new Set(Object.values(record.pages).map(({ id }) => id));
  const made: MadePage[] = [];
  const open = record.pending.filter(({ key }) => !record.pages[key]);
  for (const { key, title, text, known, sentAt = null, isUnplaced } of open) {
    const before = new Set(known);
    const fresh = [...now.values()].filter((page) => !before.has(page.id) && !taken.has(page.id));
    // Where nobody else wrote, the only new page is the only one that was sent, whatever the service calls it. It may also have
    // come from the space when somebody updated the change request; its text decides.
    const only = isAlone && open.length === 1 && fresh.length === 1 ? fresh[0] : undefined;
    const found = fresh.find((page) => page.title === title) ?? only;
    if (!found) continue;
    if (found.title !== title && !saysMostOf(await textOf(found.id), text)) continue;
    taken.add(found.id);
    const page = { id: found.id, path: key.slice('new:'.length), text, sentAt, mark: '' };
    made.push({ key, page: isUnplaced === true ? { ...page, isUnplaced } : page });
  }
  return made;
}
