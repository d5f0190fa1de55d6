import type { Oid } from '../../git/port.ts';
import type { Revision } from '../../contract/index.ts';
import { publish } from '../mirror/publish.ts';
import { documentsIn, documentsById } from '../remote/tree.ts';
import type { ContentPlace } from '../remote/port.ts';
import { saveProposal } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { noteRequest } from './announce.ts';
import { mayTakeEffect } from './in-doubt.ts';
import { keepForNextCycle, findOverwritten, restoreOverwritten, withoutOverwritten } from './overwritten.ts';
import type { Overwritten } from './overwritten.ts';
import type { SendContext } from './send-edits.ts';
import { newestCommit } from './sent-page.ts';
import type { Step } from './steps.ts';
import { pageMade, pageWritten, unansweredOf, carriedOut } from './unanswered.ts';
import { titleOfInsert, writeBatch } from './writing.ts';
import type { PlanBase, ReadBack, WrittenBatch } from './writing.ts';

/** A batch that is about to be sent. */
export interface PlannedBatch {
  /** The proposal without the batch. */
  readonly record: ProposalRecord;
  /** The proposal as it stays where the batch certainly failed. */
  readonly carried: ProposalRecord;
  readonly content: PlanBase;
  readonly batch: readonly Step[];
  /** Entries of the table of contents that the service is not told about, as `findUntoldEntries` names them. */
  readonly untold: readonly string[];
}

export interface SentBatch {
  readonly record: ProposalRecord;
  /** The change request after the batch; null where it was not read whole. */
  readonly content: Revision | null;
}

/**
 * Sends a batch and records what it did. The intent is on disk before the batch is sent, and whatever the batch replaced unseen
 * is restored.
 *
 * @param quickly Reads back what a revision wrote without the whole tree; null where that does not show enough.
 */
export async function sendBatch(
  sending: SendContext,
  place: ContentPlace,
  planned: PlannedBatch,
  quickly?: (revision: string) => Promise<ReadBack | null>,
): Promise<SentBatch> {
  const { ports, target, way } = sending;
  const { context } = ports;
  const { remote } = context;
  const { record, carried, content, batch } = planned;
  const sentAt = await newestCommit(ports, target);
  const intent = await noteIntent(sending, planned, sentAt);
  const written = await writeBatch(way, remote, { place, content, batch }, quickly).catch(
    async (error: unknown) => {
      // We do not search for a batch that certainly failed.
      if (!mayTakeEffect(error)) await saveWithContents(sending, batch, carried);
      throw error;
    },
  );
  const { revision, after } = written;
  keepReadBack(sending, planned, after);
  const isAlone =
    after.id === revision && (after.parents[0] === content.id || after.parents[0] === undefined);
  const found = isAlone
    ? []
    : await findOverwritten(context, record.space, { batch: intent.unanswered!, head: after });
  const next = withoutOverwritten(remember(intent, { ...written, isAlone }), {
    before: intent,
    found,
  });
  // Replaced texts are restored before the batch counts as done: after a kill at this point, the next cycle finds them again.
  const whole =
    found.length === 0 ? after.tree : await restoreAfterNote(sending, place, { intent, batch, after, found });
  await keepForNextCycle(context, { record: intent, found: found.filter(({ how }) => how === 'here') });
  await saveWithContents(sending, batch, next);
  return { record: next, content: whole };
}

/** Records what is about to be made, before the request is sent. Returns the record as it is then. */
async function noteIntent(
  sending: SendContext,
  { record, carried, content, batch, untold: left }: PlannedBatch,
  sentAt: Oid | null,
): Promise<ProposalRecord> {
  const known = documentsIn(content.pages).map(({ id }) => id);
  const pending = batch
    .filter((step) => step.do === 'insert')
    .map((step) => ({
      key: step.key,
      title: titleOfInsert(step),
      text: step.edit.text,
      sentAt,
      known,
      ...(step.edit.isUnplaced === true ? { isUnplaced: true } : {}),
      ...(step.edit.file === undefined ? {} : { file: step.edit.file }),
    }));
  // What the service cannot be told of a table of contents may change while the table, which was sent earlier, stays as it is.
  const { contents, files } = sending.edits;
  const untold = files.some(({ path }) => path === contents) ? left : (record.untold ?? []);
  const unanswered = { record, carried, before: content, sentAt, untold };
  let intent = record;
  await noteRequest(sending.ports, record.space, async (at) => {
    intent = { ...record, pending, unanswered: unansweredOf(batch, { ...unanswered, at }) };
    await saveWithContents(sending, batch, intent);
  });
  return intent;
}

/**
 * Writes a proposal to disk, with the table of contents that a batch carries: once that is merged, it is the base of both sides'
 * later versions.
 */
async function saveWithContents(
  { ports: { context }, edits }: SendContext,
  batch: readonly Step[],
  proposal: ProposalRecord,
): Promise<void> {
  await publish(context, async (writer) => {
    saveProposal(context.state, proposal);
    for (const step of batch)
      if (step.do === 'files')
        for (const { path, bytes, local } of step.files)
          if (path === edits.contents) writer.addBlob(local ?? bytes);
    return { result: undefined };
  });
}

/** Keeps the change request as it is after a batch, so that this cycle and the next one need not read it again. */
function keepReadBack(
  { ports: { context } }: SendContext,
  { record, content }: PlannedBatch,
  after: ReadBack,
): void {
  if (after.tree) {
    context.readBack.clear();
    context.readBack.set(after.id, after.tree);
    context.kept.keepWritten(record.space, after.tree);
  } else context.kept.textsWritten(record.space, content.id, after);
}

/** Restores what a batch replaced, after a note about it; returns the change request as it is then. */
async function restoreAfterNote(
  sending: SendContext,
  place: ContentPlace,
  {
    intent,
    batch,
    after,
    found,
  }: { intent: ProposalRecord; batch: readonly Step[]; after: ReadBack; found: readonly Overwritten[] },
): Promise<Revision> {
  const { ports } = sending;
  return restoreOverwritten(ports.context.remote, place, {
    content: after.tree ?? (await ports.context.remote.content(place)),
    found,
    note: (before) =>
      noteRequest(ports, intent.space, (at) =>
        saveWithContents(sending, batch, {
          ...intent,
          unanswered: { ...intent.unanswered!, gaveBack: { at, before } },
        }),
      ),
  });
}

/** A batch that was written and read back. */
interface ReadBatch extends Pick<WrittenBatch, 'made' | 'after'> {
  /** Nobody else wrote in between. */
  readonly isAlone: boolean;
}

/**
 * The proposal after a batch was written and read back. Marks count only when nobody else wrote in between: otherwise the next cycle
 * compares texts.
 */
function remember(record: ProposalRecord, { made, after, isAlone }: ReadBatch): ProposalRecord {
  const { own, unanswered, pending, ...rest } = record;
  const now = documentsById(isAlone ? after.pages : []);
  const written = new Map((unanswered?.updates ?? []).map((each) => [each.key, pageWritten(each, now)]));
  for (const each of pending) {
    const id = made.get(each.key);
    if (id === undefined) continue;
    const page = pageMade(each, id);
    written.set(each.key, pageWritten({ page, text: page.text }, now));
  }
  return {
    ...rest,
    ...carriedOut(record, written),
    revision: after.id,
    ...(isAlone && own === unanswered?.before ? { own: after.id } : {}),
  };
}
