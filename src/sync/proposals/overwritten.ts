import { isAppError } from '../../base/index.ts';
import { mergePage, withoutPageId } from '../../content/index.ts';
import type { Revision } from '../../contract/index.ts';
import type { ContentChange, ContentPlace, Remote } from '../remote/port.ts';
import type { ProposalRecord, UnansweredBatch } from './records.ts';

/** So many revisions are looked at; nobody writes more into a change request between our reading and our writing. */
const longestChain = 20;

/** A page that somebody wrote between our reading and our writing: their text, joined with ours where that goes. */
export interface Overwritten {
  readonly id: string;
  readonly text: string;
  /** What they started from, and what they made of it. */
  readonly base: string;
  readonly theirs: string;
  /** False where the two cannot be joined: theirs stands there again, and ours stays local. */
  readonly joined: boolean;
  /** A page that we deleted, and that somebody had just edited. */
  readonly deleted: boolean;
  /** It stands there again. */
  readonly back: boolean;
}

/**
 * The interface takes no condition with a write, so that an edit of somebody else may be written over unseen. Revisions keep it:
 * they are walked back to the one that we had read.
 */
export async function findOverwritten(
  remote: Remote,
  space: string,
  { batch, head }: { batch: UnansweredBatch; head: Revision },
): Promise<Overwritten[]> {
  if (head.id === batch.before || head.parents[0] === batch.before) return [];
  if (!(await remote.readsRevisions(space))) return [];
  const chain = await revisionsSince(remote, space, batch.before, head);
  const textsOf = async (id: string): Promise<(string | null)[]> => {
    const texts: (string | null)[] = [];
    for (const revision of chain) texts.push(await textAt(remote, { kind: 'revision', space, revision }, id));
    return texts;
  };
  const found: Overwritten[] = [];
  for (const { page, text } of batch.updates) {
    const texts = await textsOf(page.id);
    const [read] = texts;
    const ours = texts.findIndex((each, at) => at > 0 && each === text);
    const theirs = texts[ours - 1];
    const now = texts.at(-1);
    if (ours < 2 || typeof read !== 'string' || typeof theirs !== 'string' || typeof now !== 'string')
      continue;
    if (theirs === read || theirs === text) continue;
    const merged = mergePage({ base: read, ours: now, theirs });
    const back = now === theirs;
    const joined = merged.outcome === 'merged' && !back;
    if (joined && merged.text === now) continue;
    const given = joined ? merged.text : theirs;
    found.push({ id: page.id, text: given, base: read, theirs, joined, deleted: false, back });
  }
  for (const id of batch.deleted) {
    const texts = await textsOf(id);
    const gone = texts.findIndex((text, at) => at > 0 && text === null);
    const theirs = texts[gone - 1];
    if (gone < 2 || texts.at(-1) !== null || typeof theirs !== 'string' || theirs === texts[0]) continue;
    const base = texts[0] ?? '';
    found.push({ id, text: theirs, base, theirs, joined: false, deleted: true, back: false });
  }
  return found;
}

/** Gives back to others what a batch of ours wrote over; the change request as it is then. */
export async function giveBack(
  remote: Remote,
  place: ContentPlace,
  { content, found }: { content: Revision; found: readonly Overwritten[] },
): Promise<Revision> {
  const changes = found
    .filter(({ back }) => !back)
    .map(({ id, text, deleted }): ContentChange =>
      deleted
        ? { type: 'insert_page', document: { markdown: text }, into: null }
        : { type: 'update_page', page: id, document: { markdown: text } },
    );
  if (changes.length === 0 || place.kind !== 'change-request') return content;
  await remote.changeContent(place.space, place.id, changes);
  return remote.content(place);
}

/** What could not be joined with somebody else's text does not stand in the change request: it counts as not sent. */
export function withoutOverwritten(record: ProposalRecord, found: readonly Overwritten[]): ProposalRecord {
  if (found.length === 0) return record;
  const { own: _own, ...rest } = record;
  const joined = new Map(found.map((each) => [each.id, each.joined]));
  const pages = Object.entries(record.pages)
    .filter(([, { id }]) => joined.get(id) !== false)
    .map(([key, page]) => [key, joined.has(page.id) ? { ...page, mark: '' } : page] as const);
  return { ...rest, pages: Object.fromEntries(pages) };
}

/** From the revision that we had read to the newest, oldest first; empty where they cannot be told. */
async function revisionsSince(
  remote: Remote,
  space: string,
  before: string,
  head: Revision,
): Promise<readonly string[]> {
  const chain = [head.id];
  let parent = head.parents[0];
  while (parent !== undefined && parent !== before) {
    if (chain.length >= longestChain) return [];
    chain.unshift(parent);
    parent = (await remote.content({ kind: 'revision', space, revision: parent })).parents[0];
  }
  return parent === undefined ? [] : [before, ...chain];
}

async function textAt(remote: Remote, place: ContentPlace, id: string): Promise<string | null> {
  try {
    return withoutPageId((await remote.page(place, id)).markdown);
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return null;
    throw error;
  }
}
