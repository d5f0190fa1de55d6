import { isMarkdownPath, nameOf, titleOf } from '../../content/index.ts';
import type { Page, Revision } from '../../contract/index.ts';
import { contentId } from '../../files/index.ts';
import { pageMark } from '../mirror/marks.ts';
import { documentsById } from '../remote/tree.ts';
import type { DocumentPage } from '../remote/tree.ts';
import type { Remote } from '../remote/port.ts';
import { shareOfCommonLines } from '../compare-texts.ts';
import { isSimilarPage } from '../versions/identity.ts';
import type {
  PendingPage,
  ProposalRecord,
  SentPage,
  UnansweredBatch,
  UnansweredUpdate,
} from '../state/proposals.ts';
import { keyOfSent } from './sent-keys.ts';
import { keptOfSent, sentPage } from './sent-page.ts';
import { parentKeys } from './steps.ts';
import type { Step } from './steps.ts';
import { textOfPage } from '../remote/page-text.ts';

/** What has to be known of a batch in case its answer never comes. */
export function unansweredOf(
  batch: readonly Step[],
  {
    record,
    carried = record,
    before,
    sentAt,
    untold,
    at,
  }: {
    record: ProposalRecord;
    /** The proposal as it was before this run of sending. */
    carried?: ProposalRecord;
    before: Pick<Revision, 'id' | 'pages'>;
    sentAt: string | null;
    untold: readonly string[];
    at: number;
  },
): UnansweredBatch {
  const parents = parentKeys(before.pages);
  const moved: Record<string, string | null> = {};
  const updates: UnansweredUpdate[] = [];
  const placed: string[] = [];
  const deleted: string[] = [];
  const files: Record<string, string> = {};
  for (const step of batch) {
    if (step.do === 'files')
      for (const { path, bytes, local } of step.files) files[path] = contentId(local ?? bytes);
    if (step.do === 'delete') deleted.push(step.key);
    if (step.do !== 'update') continue;
    const key = keyOfSent(record, step.key);
    if (step.place && !key.startsWith('new:')) placed.push(step.key);
    const { edit, place } = step;
    // A page that the batch makes has no id yet, by which it could be found again.
    if (place && !place.into?.startsWith('new:') && parents.get(step.key) !== place.into)
      moved[step.key] = place.into;
    if (!edit) continue;
    const { isUnplaced, ...kept } = keptOfSent(record.pages[key]);
    const page = {
      ...kept,
      ...(step.place || !isUnplaced ? {} : { isUnplaced }),
      sentAt,
      ...sentPage(step.key, edit),
      mark: '',
    };
    updates.push({ key, page, text: edit.text, previous: edit.baseText ?? '' });
  }
  const moves = Object.keys(moved).length > 0 ? { moved } : {};
  const sentFiles = Object.keys(files).length > 0 ? { files, filesSentAt: sentAt } : { files };
  const paths = pathsBefore(record, carried);
  return { at, before: before.id, updates, ...sentFiles, untold, placed, ...moves, deleted, ...paths };
}

/** The earlier paths of the pages that are at other paths by now. */
function pathsBefore(now: ProposalRecord, carried: ProposalRecord): Pick<UnansweredBatch, 'paths'> {
  const here = new Map(Object.values(now.pages).map(({ id, path }) => [id, path]));
  const moved = Object.values(carried.pages).filter(({ id, path }) => (here.get(id) ?? path) !== path);
  return moved.length === 0 ? {} : { paths: Object.fromEntries(moved.map(({ id, path }) => [id, path])) };
}

/** A page that a batch made, once its id is known. */
export function pageMade(
  { key, title, text, sentAt = null, isUnplaced, file }: PendingPage,
  id: string,
): SentPage {
  return {
    ...{ id, path: key.slice('new:'.length), text, sentAt, mark: '' },
    ...(title === titleOf(text) ? {} : { title }),
    ...(isUnplaced === true ? { isUnplaced } : {}),
    ...(file === undefined ? {} : { file }),
  };
}

/**
 * A page that a batch wrote. Its mark counts where the change request is known to say what was sent (`now`), unless that holds
 * somebody else's lines, too: such a text is looked at again before we replace it.
 */
export function pageWritten(
  { page, text }: Pick<UnansweredUpdate, 'page' | 'text'>,
  now: ReadonlyMap<string, Page>,
): SentPage {
  const there = text === (page.wish ?? page.text) ? now.get(page.id) : undefined;
  return { ...page, mark: there ? (pageMark(there) ?? '') : '' };
}

/** What a proposal carries once its batch was carried out, with these pages by their keys in the proposal. A new page that the batch deleted again is forgotten. */
export function carriedOut(
  record: ProposalRecord,
  written: ReadonlyMap<string, SentPage>,
): Pick<ProposalRecord, 'pages' | 'files' | 'filesSentAt' | 'untold' | 'placed' | 'deleted' | 'pending'> {
  const { files = {}, placed = [], deleted = [], ...batch } = record.unanswered ?? {};
  const { filesSentAt, untold } = { ...record, ...batch };
  const pages: Record<string, SentPage> = { ...record.pages, ...Object.fromEntries(written) };
  const gone = new Set(record.deleted);
  for (const id of deleted) {
    const key = keyOfSent({ pages }, id);
    if (key.startsWith('new:')) delete pages[key];
    else gone.add(id);
  }
  return {
    pages,
    files: { ...record.files, ...files },
    ...(filesSentAt === undefined ? {} : { filesSentAt }),
    ...(untold === undefined ? {} : { untold }),
    placed: [...new Set([...record.placed, ...placed])],
    deleted: [...gone],
    pending: [],
  };
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
  const { unanswered, ...rest } = record;
  if (unanswered === undefined) return record;
  const settled: ProposalRecord = { ...rest, pending: [] };
  const asBefore = { ...settled, pages: withPathsBefore(settled.pages, unanswered) };
  if (content.id === unanswered.before || !record.changeRequest) return asBefore;
  const place = { kind: 'change-request', space: record.space, id: record.changeRequest.id } as const;
  const textOf = async (id: string): Promise<string> => textOfPage(remote, place, id);

  const now = documentsById(content.pages);
  const isAlone = content.parents[0] === unanswered.before;
  const made = await findMadePages(record, { now, isAlone, textOf });
  const updates = await Promise.all(
    unanswered.updates
      .filter(({ page }) => now.has(page.id))
      .map(async (update) => ({ ...update, theirs: await textOf(update.page.id) })),
  );
  const { deleted, moved = {} } = unanswered;
  const isRenamed = updates.some(
    ({ key, page: { id, file } }) => file !== record.pages[key]?.file && now.get(id)!.git?.path === file,
  );
  const parents = parentKeys(content.pages);
  const found: FoundBatch = { now, isAlone, parents, made, updates, isRenamed, moved, deleted };
  if (!(wasCarriedOut(found) ?? (await hasFiles(remote, content, unanswered.files ?? {})))) return asBefore;
  const isUntouched = isAllOurs(record, unanswered, found) && (await sameTexts(made, textOf));
  const written = updates.map(
    (each) => [each.key, pageWritten(each, each.theirs === each.text ? now : new Map())] as const,
  );
  const { own: _, ...unowned } = settled;
  return {
    ...unowned,
    ...carriedOut(record, new Map([...written, ...made])),
    revision: content.id,
    ...(isUntouched ? { own: content.id } : {}),
  };
}

/** The pages of a proposal whose batch was not carried out: each is where it was when it was sent. */
function withPathsBefore(
  pages: ProposalRecord['pages'],
  { paths = {} }: UnansweredBatch,
): ProposalRecord['pages'] {
  const before = Object.entries(pages).map(([key, page]) => [
    key,
    { ...page, path: paths[page.id] ?? page.path },
  ]);
  return Object.fromEntries(before) as ProposalRecord['pages'];
}

/** A page that a batch updates, with its present text in the change request. */
interface FoundUpdate extends UnansweredUpdate {
  readonly theirs: string;
}

/** What the change request shows of a batch whose answer never came. */
interface FoundBatch {
  /** The pages that the change request has now, by their ids. */
  readonly now: ReadonlyMap<string, DocumentPage>;
  /** Whether its present content directly follows the content before the batch. */
  readonly isAlone: boolean;
  /** The entry above each entry of the change request, by keys; null: it is at the top. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** The pages that the batch made, by their keys in the proposal. */
  readonly made: ReadonlyMap<string, SentPage>;
  /** The updates whose pages the change request still has. */
  readonly updates: readonly FoundUpdate[];
  /** Whether a page has a new file that only this batch sent. */
  readonly isRenamed: boolean;
  /** The pages that were to lie below another entry, with the key of that entry. */
  readonly moved: Readonly<Record<string, string | null>>;
  /** The ids of the pages whose deletion was sent. */
  readonly deleted: readonly string[];
}

/** Whether the service carried out a batch, as far as the pages of the change request show that; null: no page shows anything. */
function wasCarriedOut({
  now,
  parents,
  made,
  updates,
  isRenamed,
  moved,
  deleted,
}: FoundBatch): boolean | null {
  const isMoved = placesTell(moved, parents);
  const isSure =
    made.size > 0 ||
    isMoved === true ||
    isRenamed ||
    updates.some(({ text, previous, theirs }) => theirs === text && text !== previous);
  // Others delete pages, too; but nobody brings a page back, except by restoring everything that was changed in the space since.
  if (!isSure && deleted.some((id) => now.has(id))) return false;
  if (made.size > 0 || isRenamed) return true;
  return textsTell(updates) ?? isMoved ?? (deleted.length > 0 || null);
}

/** Whether pages lie where a batch was to put them; null: the batch moved no page that is there. */
function placesTell(
  moved: Readonly<Record<string, string | null>>,
  parents: ReadonlyMap<string, string | null>,
): boolean | null {
  const moves = Object.entries(moved).filter(([key]) => parents.has(key));
  return moves.length === 0 ? null : moves.some(([key, into]) => parents.get(key) === into);
}

/** Whether the change request has the files of a batch, byte for byte; false for a batch without files. */
async function hasFiles(
  remote: Pick<Remote, 'download'>,
  { files }: Revision,
  sent: Readonly<Record<string, string>>,
): Promise<boolean> {
  // The table of contents is no file of the service.
  const assets = Object.entries(sent).filter(([path]) => !isMarkdownPath(path));
  for (const [path, oid] of assets) {
    const named = files.filter((file) => nameOf(file.git?.path ?? file.name) === nameOf(path));
    const there = await Promise.all(named.map(async (file) => contentId(await remote.download(file))));
    if (!there.includes(oid)) return false;
  }
  return assets.length > 0;
}

/**
 * Whether the change request has the batch and nothing of anybody else: it directly follows our own revision, and each updated
 * text is as it was sent. The texts of pages that the batch made are not compared here.
 */
function isAllOurs(
  { own, pending }: ProposalRecord,
  { before, updates: sent }: UnansweredBatch,
  { isAlone, made, updates }: FoundBatch,
): boolean {
  return (
    own === before &&
    isAlone &&
    made.size === pending.length &&
    updates.length === sent.length &&
    updates.every(({ theirs, text }) => theirs === text)
  );
}

async function sameTexts(
  made: ReadonlyMap<string, SentPage>,
  textOf: (id: string) => Promise<string>,
): Promise<boolean> {
  for (const { id, text } of made.values()) if (!hasSentText(await textOf(id), text)) return false;
  return true;
}

/** Whether a new page has the text that was sent for it. A service puts the title before a text that has none. */
function hasSentText(theirs: string, text: string): boolean {
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

async function findMadePages(
  record: ProposalRecord,
  {
    now,
    isAlone,
    textOf,
  }: { now: ReadonlyMap<string, Page>; isAlone: boolean; textOf: (id: string) => Promise<string> },
): Promise<Map<string, SentPage>> {
  const taken = new Set(Object.values(record.pages).map(({ id }) => id));
  const made = new Map<string, SentPage>();
  const open = record.pending.filter(({ key }) => !record.pages[key]);
  for (const pending of open) {
    const { key, title, text, known } = pending;
    const before = new Set(known);
    const fresh = [...now.values()].filter((page) => !before.has(page.id) && !taken.has(page.id));
    // Where nobody else wrote, the only new page is the only one that was sent, whatever the service calls it. It may also have
    // come from the space when somebody updated the change request; its text decides.
    const only = isAlone && open.length === 1 && fresh.length === 1 ? fresh[0] : undefined;
    const found = fresh.find((page) => page.title === title) ?? only;
    if (!found) continue;
    if (found.title !== title && !saysMostOf(await textOf(found.id), text)) continue;
    taken.add(found.id);
    made.set(key, pageMade(pending, found.id));
  }
  return made;
}
