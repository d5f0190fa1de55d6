import { isAppError } from '../../base/index.ts';
import { requestTimeLimitMs } from '../../contract/index.ts';
import { mergePage, slugOfName, titleOf } from '../../content/index.ts';
import type { Revision } from '../../contract/index.ts';
import { lagOf } from '../config.ts';
import { containsLines } from '../compare-texts.ts';
import type { CycleContext } from '../mirror/context.ts';
import { inFolder } from '../mirror/tip.ts';
import { documentsIn } from '../remote/tree.ts';
import { notShownYet } from '../remote/late-reads.ts';
import type { ContentChange, ContentPlace, Remote } from '../remote/port.ts';
import type { ProposalRecord, SentPage, UnansweredBatch } from '../state/proposals.ts';
import { textOfPage } from '../remote/page-text.ts';
import { mirroredText } from '../mirror/mirrored-text.ts';

/** How many revisions we look at; nobody writes more often than this between our reading and our writing. */
const longestChain = 20;

/** The newest revision of a change request. */
interface Head {
  readonly id: string;
  readonly parents: readonly string[];
}

/** A page that somebody wrote between our reading and our writing, and that our text replaced. */
export interface Overwritten {
  readonly id: string;
  /** The text that they started from, and the text that they made of it. */
  readonly base: string;
  readonly theirs: string;
  /**
   * `joined`: the page can hold both texts. `back`: it cannot, so that theirs is restored there, and ours stays local. `there`:
   * somebody has restored theirs already. `here`: theirs can no longer be restored there, and comes here as an edit.
   */
  readonly how: 'joined' | 'back' | 'there' | 'here';
  /** The text that the page should get, for `joined` and `back`. */
  readonly text: string;
  /** We deleted the page, which somebody had just edited. */
  readonly deleted: boolean;
}

/**
 * Finds the pages of others that a batch of ours replaced unseen: the interface takes no condition with a write. The revisions
 * still have those texts, so we walk back from the newest to the one that we had read.
 */
export async function findOverwritten(
  { remote, clock, config }: Pick<CycleContext, 'remote' | 'clock' | 'config'>,
  space: string,
  { batch, head }: { batch: UnansweredBatch; head: Head },
): Promise<Overwritten[]> {
  if (head.id === batch.before || head.parents[0] === batch.before) return [];
  if (!(await remote.readsRevisions(space))) return [];
  const mayBeLate = (batch.at ?? 0) + requestTimeLimitMs + lagOf(config) > clock.now();
  const chain = await revisionsSince({ remote, mayBeLate }, space, batch.before, head);
  const textsOf = async (id: string): Promise<(string | null)[]> => {
    const texts: (string | null)[] = [];
    for (const revision of chain) {
      const place = { kind: 'revision', space, revision } as const;
      const text = await textAt(remote, place, id);
      if (text === null && mayBeLate && !(await isWithout(remote, place, id)))
        throw notShownYet('a page that somebody else edited');
      texts.push(text);
    }
    return texts;
  };
  const found: Overwritten[] = [];
  for (const { page, text } of batch.updates) {
    const texts = await textsOf(page.id);
    const [read] = texts;
    const ours = texts.findIndex((each, at) => at > 0 && each === text);
    const theirs = texts[ours - 1];
    const now = texts.at(-1) ?? null;
    if (typeof read !== 'string' || typeof theirs !== 'string' || theirs === read) continue;
    const remedy = remedyFor({ read, ours: text, theirs, now });
    if (remedy) found.push({ id: page.id, base: read, theirs, deleted: false, ...remedy });
  }
  for (const id of batch.deleted) {
    const texts = await textsOf(id);
    const gone = texts.findIndex((text, at) => at > 0 && text === null);
    const theirs = texts[gone - 1];
    if (texts.at(-1) !== null || typeof theirs !== 'string' || theirs === texts[0]) continue;
    const how = (await isRestored(remote, { kind: 'revision', space, revision: head.id }, theirs))
      ? 'there'
      : 'back';
    found.push({ id, text: theirs, base: texts[0] ?? '', theirs, how, deleted: true });
  }
  return found;
}

/** Whether a deleted page was already restored as a new page: the answer to that request may have been lost. */
async function isRestored(remote: Remote, place: ContentPlace, text: string): Promise<boolean> {
  const title = titleOf(text);
  for (const page of documentsIn((await remote.content(place)).pages)) {
    if (page.title !== title) continue;
    const now = await textAt(remote, place, page.id);
    if (now !== null && containsLines(now, text)) return true;
  }
  return false;
}

/** Decides what to do for a text that ours replaced; null: the page has it already, together with ours. */
function remedyFor({
  read,
  ours,
  theirs,
  now,
}: {
  read: string;
  ours: string;
  theirs: string;
  now: string | null;
}): Pick<Overwritten, 'how' | 'text'> | null {
  if (now === null) return { how: 'here', text: theirs };
  if (containsLines(now, theirs)) return containsLines(now, ours) ? null : { how: 'there', text: now };
  const both = mergePage({ base: read, ours: now, theirs });
  if (both.outcome === 'merged') return both.text === now ? null : { how: 'joined', text: both.text };
  // What others wrote since then stays: only our change is taken out again.
  const without = mergePage({ base: ours, ours: now, theirs });
  return without.outcome === 'merged' ? { how: 'back', text: without.text } : { how: 'here', text: theirs };
}

/**
 * Restores what a batch of ours replaced; returns the change request as it is then.
 *
 * @param note Notes that this is about to happen to the revision: the result may not be shown at once, and must not be made
 * twice.
 */
export async function restoreOverwritten(
  remote: Remote,
  place: ContentPlace,
  {
    content,
    found,
    note,
  }: { content: Revision; found: readonly Overwritten[]; note: (before: string) => Promise<void> },
): Promise<Revision> {
  const changes = found
    .filter(({ how }) => how === 'joined' || how === 'back')
    .map(({ id, text, deleted }): ContentChange =>
      deleted
        ? { type: 'insert_page', document: { markdown: text }, into: null }
        : { type: 'update_page', page: id, document: { markdown: text } },
    );
  if (changes.length === 0 || place.kind !== 'change-request') return content;
  await note(content.id);
  await remote.changeContent(place.space, place.id, changes);
  return remote.content(place);
}

/**
 * Corrects the record where our text could not be joined with somebody else's and is not in the change request: for such a page,
 * the record before the batch (`before`) counts.
 */
export function withoutOverwritten(
  record: ProposalRecord,
  { before, found }: { before: ProposalRecord; found: readonly Overwritten[] },
): ProposalRecord {
  if (found.length === 0) return record;
  const { own: _own, ...rest } = record;
  const outcomes = new Map(found.map(({ id, how }) => [id, how]));
  const pages: Record<string, SentPage> = {};
  for (const [key, page] of Object.entries(record.pages)) {
    const remedy = outcomes.get(page.id);
    const counts = remedy === 'back' || remedy === 'there' ? before.pages[key] : page;
    if (counts) pages[key] = remedy === undefined ? counts : { ...counts, mark: '' };
  }
  return { ...rest, pages };
}

/** Notes texts that cannot be restored in the change request, so that the next cycle brings them here. */
export async function keepForNextCycle(
  { state, config, journal }: CycleContext,
  { record, found }: { record: Pick<ProposalRecord, 'space' | 'unanswered'>; found: readonly Overwritten[] },
): Promise<void> {
  const folder = state.spaces().get(record.space)?.path ?? '.';
  const pathOf = (id: string, text: string): string =>
    record.unanswered?.updates.find(({ page }) => page.id === id)?.page.path ??
    `${slugOfName(titleOf(text) ?? id)}.md`;
  journal.noteWrittenOver(
    found.map(({ id, base, theirs, deleted }) => ({
      path: inFolder(folder, pathOf(id, theirs)),
      base: deleted ? base : mirroredText(config, id, base),
      text: deleted ? theirs : mirroredText(config, id, theirs),
    })),
  );
}

/** The revisions from the one that we had read to the newest, oldest first; empty where they cannot be found out. */
async function revisionsSince(
  { remote, mayBeLate }: { readonly remote: Remote; readonly mayBeLate: boolean },
  space: string,
  before: string,
  head: Head,
): Promise<readonly string[]> {
  const chain = [head.id];
  let parent = head.parents[0];
  while (parent !== undefined && parent !== before) {
    if (chain.length >= longestChain) return [];
    chain.unshift(parent);
    const revision = await contentAt(remote, { kind: 'revision', space, revision: parent });
    if (!revision && mayBeLate) throw notShownYet('a page that somebody else edited');
    parent = revision?.parents[0];
  }
  return parent === undefined ? [] : [before, ...chain];
}

/** Whether a revision certainly lacks a page: a revision that the service does not show says nothing about its pages. */
async function isWithout(remote: Remote, place: ContentPlace, id: string): Promise<boolean> {
  const content = await contentAt(remote, place);
  return content !== null && !documentsIn(content.pages).some((page) => page.id === id);
}

/** The tree of a revision; null where the service does not know the revision, or not yet. */
async function contentAt(remote: Remote, place: ContentPlace): Promise<Revision | null> {
  try {
    return await remote.content(place);
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return null;
    throw error;
  }
}

async function textAt(remote: Remote, place: ContentPlace, id: string): Promise<string | null> {
  try {
    return await textOfPage(remote, place, id);
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return null;
    throw error;
  }
}
