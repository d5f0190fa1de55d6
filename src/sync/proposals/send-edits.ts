import type { Revision } from '../../contract/index.ts';
import type { ContentPlace } from '../remote/port.ts';
import { documentsIn } from '../remote/tree.ts';
import type { ConflictReport } from '../report.ts';
import { identityIn } from '../versions/identity.ts';
import { acceptedRemovalsOf } from '../state/proposals.ts';
import type { ProposalRecord, RemovedPage } from '../state/proposals.ts';
import { withPagesFound } from './adopt.ts';
import { afterJoining, bringUpToDate, changedSinceStart } from './behind-space.ts';
import type { FolderEdits } from './folder-edits.ts';
import { contentIfUnchanged, textBatch, readBackTexts } from './plain-texts.ts';
import { planMissingEdits, lostPageReason } from './plan-against.ts';
import type { MissingEditsPlan } from './plan-against.ts';
import { afterUpdate } from './own-change-request.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { BatchSplitter, withoutFile } from './refused-content.ts';
import type { RefusedContent } from './refused-content.ts';
import { sendBatch } from './send-batch.ts';
import type { PlannedBatch, SentBatch } from './send-batch.ts';
import { withMoves, withPaths } from './sent-keys.ts';
import { newestCommit } from './sent-page.ts';
import { adoptUnanswered } from './unanswered.ts';
import { maxBatches } from './writing.ts';
import type { ReadBack, WriteMethod } from './writing.ts';

/** More rounds than planned batches, because others may write meanwhile. */
const spareRounds = 4;

export interface SentEdits {
  readonly record: ProposalRecord;
  readonly steps: number;
  /** The change request was brought up to date with its space. */
  readonly isUpdated: boolean;
  /** How many steps are left for the next cycle, because somebody kept writing into the change request. */
  readonly rest: number;
  readonly conflicts: readonly ConflictReport[];
  readonly unsaid: readonly string[];
  /** The edits without what the service refused. */
  readonly edits: FolderEdits;
  readonly refused: readonly RefusedContent[];
}

export interface SendContext {
  readonly ports: ProposingPorts;
  readonly target: ProposalTarget;
  readonly record: ProposalRecord;
  readonly edits: FolderEdits;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly way: WriteMethod;
  /** The change request was made in this cycle; absent where there is none yet. */
  readonly isNew?: boolean;
}

/**
 * Brings the local edits into a change request: looks at its present content, plans the difference, sends it in batches, and
 * reads each batch back. The content of the change request also shows everything that was sent before and whose answer was lost.
 */
export async function sendEdits(sending: SendContext): Promise<SentEdits> {
  const run = new SendingRun(sending, await withRemovals(sending));
  const { way, ports } = sending;
  const { batches, place } = run;
  const start = await sendPlainTexts(run);
  if (start === 'all-said') {
    run.record = withPaths(run.record, run.edits);
    return run.result();
  }
  let content = start;
  let rounds = spareRounds;
  for (let round = 0; ;) {
    content = await contentWithoutDeleted(run, content);
    run.record = afterUpdate(run.record, content);
    await recognisePages(run, content);
    if (round === 0) content = await contentWithChanged(run, content);
    const planned = await planRound(run, { content, isFirst: round === 0 });
    const { steps } = planned.plan;
    ({ content } = planned);
    run.record = afterUpdate(run.record, content);
    run.note(planned);
    if (round === 0) rounds += maxBatches(way, steps);
    if (steps.length === 0 || round >= rounds || batches.exhausted) break;
    const sent = await run.send({ record: run.record, content, batch: batches.next(steps) });
    if (!sent) continue;
    round++;
    content = sent.content ?? (await ports.context.remote.content(place));
  }
  run.record = { ...run.record, revision: content.id };
  return run.result();
}

/** One run of sending: what was sent so far, what cannot be sent, and what is left. */
class SendingRun {
  readonly sending: SendContext;
  readonly place: Extract<ContentPlace, { kind: 'change-request' }>;
  readonly batches: BatchSplitter;
  record: ProposalRecord;
  /** What the change request is known to carry: where pages were when they were sent, not where they are by now. */
  #carried: ProposalRecord;
  /** The edits without what the service has refused. */
  edits: FolderEdits;
  #steps = 0;
  #isUpdated = false;
  #rest = 0;
  readonly #conflicts: ConflictReport[] = [];
  readonly #unsaid = new Set<string>();
  /** The entries of the table of contents that the present plan does not tell the service about. */
  #untold: readonly string[] = [];

  constructor(sending: SendContext, record: ProposalRecord) {
    this.sending = sending;
    this.record = record;
    this.#carried = record;
    this.edits = sending.edits;
    this.place = { kind: 'change-request', space: record.space, id: record.changeRequest!.id };
    this.batches = new BatchSplitter(sending.way);
  }

  /** Sends a batch; null: the service refused its content. */
  async send(
    planned: Omit<PlannedBatch, 'carried' | 'untold'>,
    quickly?: (revision: string) => Promise<ReadBack | null>,
  ): Promise<SentBatch | null> {
    try {
      const carried = this.#carried;
      const untold = [...this.edits.untold, ...this.#untold];
      const sent = await sendBatch(this.sending, this.place, { ...planned, carried, untold }, quickly);
      this.batches.sent();
      this.#steps += planned.batch.length;
      this.record = this.#carried = sent.record;
      return sent;
    } catch (error) {
      const path = this.batches.failed(error, planned.batch);
      if (path !== null) this.edits = withoutFile(this.edits, path);
      return null;
    }
  }

  /** Updates the change request if it is behind its space; gives its content after that, or says why there is no newer one. */
  async update(): Promise<Revision | 'conflicts' | 'current'> {
    const { remote } = this.sending.ports.context;
    const outcome = await bringUpToDate(remote, this.place);
    if (outcome !== 'update') return outcome;
    this.#isUpdated = true;
    const content = await remote.content(this.place);
    this.record = afterUpdate(this.record, content);
    return content;
  }

  /** Notes the results of a plan: what cannot be said, and what is said already. */
  note({ plan, isBehind }: PlannedRound): void {
    this.#conflicts.push(...plan.conflicts);
    for (const path of plan.lost) this.#unsaid.add(lostPageReason(path, isBehind));
    this.record = { ...this.record, pages: { ...this.record.pages, ...plan.said } };
    for (const each of plan.unsaid) this.#unsaid.add(each);
    this.#untold = plan.untold;
    this.#rest = plan.steps.length;
  }

  result(): SentEdits {
    const { record, edits, batches } = this;
    const [steps, rest, conflicts] = [this.#steps, this.#rest, this.#conflicts];
    const isUpdated = this.#isUpdated;
    return {
      record,
      steps,
      isUpdated,
      rest,
      conflicts,
      unsaid: [...this.#unsaid],
      edits,
      refused: batches.refused,
    };
  }
}

/**
 * Sends texts without a look at the whole change request, where nothing else has to be said and nobody else wrote into it.
 * Returns the content from which the rest continues; `all-said`: nothing is left.
 */
async function sendPlainTexts(run: SendingRun): Promise<Revision | 'all-said'> {
  const { sending, place, record } = run;
  const { context } = sending.ports;
  const { remote } = context;
  const isNew = sending.isNew === true;
  const plain = await textBatch({ ...sending, record, isNew });
  let content: Revision | null;
  if (plain) {
    const sent = await run.send({ record, ...plain }, (revision) =>
      readBackTexts(remote, { space: place.space, revision, ...plain }),
    );
    if (sent?.content === null) return 'all-said';
    content = sent?.content ?? null;
  } else content = await contentIfUnchanged({ ...sending, record, isNew });
  if (content !== null) return content;
  const read = await remote.content(place);
  if (read.id === sending.target.space.revision) context.kept.keep(place.space, read);
  else if (read.id === run.record.own) context.kept.keepWritten(place.space, read);
  return read;
}

/**
 * Updates the change request where it still has a page that was deleted in the space, and that is a new page here. If we wrote the new page
 * into the old one, the merge would delete both. Gives the content after the update.
 */
async function contentWithoutDeleted(run: SendingRun, content: Revision): Promise<Revision> {
  const { sending, record, edits } = run;
  const { context } = sending.ports;
  const there = new Set(documentsIn(content.pages).map(({ id }) => id));
  const table = context.state.table(record.space);
  for (const { key, path } of edits.texts) {
    const file = key.startsWith('new:') && !record.pages[key] ? sending.bytes.get(path) : undefined;
    const id = file && identityIn(file);
    if (!id || !there.has(id) || (await table.get('page', id))) continue;
    const updated = await run.update();
    return typeof updated === 'string' ? content : updated;
  }
  return content;
}

/** Finds the pages of the change request that the proposal made or moved, so that they are not made again. */
async function recognisePages(run: SendingRun, content: Revision): Promise<void> {
  const { sending, edits } = run;
  const { ports, way, bytes } = sending;
  const adopted = await adoptUnanswered(ports.context.remote, run.record, content);
  const record = await withPagesFound(ports, { record: withPaths(adopted, edits), edits, content, bytes });
  run.record = withMoves(record, edits, way.kind === 'content');
}

interface PlannedRound {
  /** The content that the plan was made for. */
  readonly content: Revision;
  readonly plan: MissingEditsPlan;
  /** The change request cannot be updated from its space. */
  readonly isBehind: boolean;
}

/**
 * Brings the change request up to date where the space has changed pages that are edited here since it began. Gives the content from then on.
 */
async function contentWithChanged(run: SendingRun, content: Revision): Promise<Revision> {
  const { sending, place, edits } = run;
  const changed = await changedSinceStart({ ...sending, edits }, run.record);
  const updated = changed.size === 0 ? 'current' : await run.update();
  if (typeof updated === 'string') return content;
  const { remote } = sending.ports.context;
  run.record = await afterJoining(remote, { record: run.record, place, content: updated }, changed);
  return updated;
}

/** Plans what is left to say. In the first round, a change request that may lack content of its space is updated first. */
async function planRound(
  run: SendingRun,
  { content, isFirst }: { readonly content: Revision; readonly isFirst: boolean },
): Promise<PlannedRound> {
  const { sending, place, edits } = run;
  const plan = async (at: Revision): Promise<MissingEditsPlan> =>
    planMissingEdits({ ...sending, edits }, { place, content: at, record: run.record });
  const planned = await plan(content);
  if (!isFirst || !planned.mayBeOutdated) return { content, plan: planned, isBehind: false };
  const updated = await run.update();
  if (typeof updated === 'string') return { content, plan: planned, isBehind: updated === 'conflicts' };
  return { content: updated, plan: await plan(updated), isBehind: false };
}

/**
 * Notes the deletions before any of them is sent. A page that the change request itself had made is gone from it afterwards: then
 * only this note shows the deletion, until somebody puts a file there again.
 */
async function withRemovals({ ports, target, record, edits }: SendContext): Promise<ProposalRecord> {
  if (edits.deletes.length === 0 && !record.removed) return record;
  const sentAt = await newestCommit(ports, target);
  const back = new Set(edits.texts.map(({ path }) => path));
  const known = Object.entries(record.removed ?? {}).filter(([path]) => !back.has(path));
  const removed: Record<string, RemovedPage> = {
    ...acceptedRemovalsOf(record),
    ...Object.fromEntries(known),
  };
  const table = ports.context.state.table(record.space);
  for (const { key, path } of sentAt === null ? [] : edits.deletes) {
    const isPublished = (await table.get('page', key)) !== undefined;
    removed[path] = { sentAt: sentAt!, ...(isPublished ? {} : { unpublished: true }) };
  }
  return { ...record, removed };
}
