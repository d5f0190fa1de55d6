import type { Revision } from '../../contract/index.ts';
import { pageMark } from '../mirror/marks.ts';
import { documentsIn, documentsById } from '../remote/tree.ts';
import type { ContentPlace } from '../remote/port.ts';
import type { ConflictReport } from '../report.ts';
import { baseTextOf } from '../versions/base-of.ts';
import type { FolderEdits, PageKey } from './folder-edits.ts';
import type { ProposingPorts } from './propose.ts';
import type { ProposalRecord, SentPage } from '../state/proposals.ts';
import type { SendContext } from './send-edits.ts';
import { keyOfSent, withIdKeys, withKeys } from './sent-keys.ts';
import { newestCommit } from './sent-page.ts';
import { planSteps } from './steps.ts';
import type { SentFile, StepPlan } from './steps.ts';
import { textsToSend } from './texts-to-send.ts';
import { entryNames } from './untold.ts';
import { writableEdits, writablePlan } from './writing.ts';
import { textOfPage } from '../remote/page-text.ts';

/** Why a known page is not in the change request; `behind`: the change request cannot be updated. */
export function lostPageReason(path: string, behind: boolean): string {
  return behind
    ? `${path} came into the space after the change request began, and the change request conflicts with its space: resolve that conflict in the service`
    : `${path} is not in the change request any more: somebody took it out there; delete the file to accept that`;
}

/** What edits are planned against: the present content, and the record of what was sent to it. */
export interface CurrentContent {
  readonly place: ContentPlace;
  readonly content: Revision;
  readonly record: ProposalRecord;
}

export interface MissingEditsPlan extends StepPlan {
  readonly conflicts: readonly ConflictReport[];
  /** Pages that already say what they should, by key. */
  readonly said: Record<string, SentPage>;
  /** Paths of known pages that the content does not have. */
  readonly lost: readonly string[];
  /** Entries of the table of contents that the service is not told about, as `findUntoldEntries` names them. */
  readonly untold: readonly string[];
  /** Something cannot be said now, but might be if the change request had what its space has by now. */
  readonly mayBeOutdated: boolean;
}

/** Plans what a content lacks of the edits, and finds what it cannot be told. */
export async function planMissingEdits(
  { ports, target, edits, bytes, way }: SendContext,
  now: CurrentContent,
): Promise<MissingEditsPlan> {
  const { content, record } = now;
  const unsaid = new Set<string>();
  const { edits: known, lost } = withoutLost(withIdKeys(edits, record), content, record);
  const wanted = writableEdits(way, withIdKeys(known, record), content, unsaid);
  const { texts, conflicts, said } = await textsToSend({ ports, target, edits: wanted, way }, now);
  const sentAt = await newestCommit(ports, target);
  const files = filesToSend(wanted, bytes, record);
  const deletable = await deletablePages(ports, wanted, now);
  const plan = planSteps({ edits: wanted, content, texts, files, deletable });
  const { steps, unsaid: more } = writablePlan(way, plan, wanted, content);
  return {
    steps,
    unsaid: [...unsaid, ...more],
    lost,
    untold: entryNames(edits.contents, [...plan.left, ...lost.map((path) => ({ path }))]),
    mayBeOutdated: lost.length + conflicts.length + plan.unsaid.length > 0 || lacksDeleted(edits, now),
    conflicts,
    said: Object.fromEntries(said.map((page) => [keyOfSent(record, page.id), { sentAt, ...page }])),
  };
}

/** Whether the change request lacks a page that was deleted here, because the page came to the space later: it cannot delete the page yet. */
function lacksDeleted({ deletes }: FolderEdits, { content, record }: CurrentContent): boolean {
  const there = new Set(documentsIn(content.pages).map(({ id }) => id));
  return deletes.some(({ key }) => !there.has(key) && !record.deleted.includes(key));
}

/**
 * Sorts out the pages that this content does not have. A page from an earlier change request counts as new again. A page that
 * this change request had and that somebody took out of it is lost; so is a page that came with the change request of another
 * branch, until this change request has it.
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

function filesToSend(
  edits: FolderEdits,
  bytes: ReadonlyMap<string, Uint8Array>,
  record: ProposalRecord,
): SentFile[] {
  const files: SentFile[] = [];
  for (const { path, oid, joined } of edits.files) {
    const local = bytes.get(path);
    if (record.files[path] === oid || !local) continue;
    files.push(joined === undefined ? { path, bytes: local } : { path, bytes: joined, local });
  }
  return files;
}

/**
 * The pages that may be deleted: those that say what the mirror has, or what we sent. A page that somebody else has changed is
 * not deleted unseen.
 */
async function deletablePages(
  { context }: ProposingPorts,
  edits: FolderEdits,
  { place, content, record }: CurrentContent,
): Promise<Set<PageKey>> {
  const now = documentsById(content.pages);
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
    else if (before && (await textOfPage(context.remote, place, key)) === baseTextOf(before, null))
      deletable.add(key);
  }
  return deletable;
}
