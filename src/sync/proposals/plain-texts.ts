import type { Revision } from '../../contract/index.ts';
import { inParallel } from '../in-parallel.ts';
import { changeToken } from '../mirror/spaces.ts';
import type { Remote } from '../remote/port.ts';
import { baseTextOf } from '../versions/base-of.ts';
import { titleOf } from '../../content/index.ts';
import { importBatch } from './by-import.ts';
import type { FolderEdits, TextEdit } from './folder-edits.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { isAnswered } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import type { Step } from './steps.ts';
import type { PlanBase, ReadBack, WriteMethod } from './writing.ts';
import { isOpen } from '../remote/change-request.ts';

const mostAtOnce = 50;

interface Sending {
  readonly ports: Pick<ProposingPorts, 'context' | 'sightings'>;
  readonly target: ProposalTarget;
  readonly edits: FolderEdits;
  readonly way: WriteMethod;
}

interface PlainSending extends Sending {
  readonly record: ProposalRecord;
  /** The change request was made in this cycle. */
  readonly isNew: boolean;
}

/**
 * Whether the edits only change texts of pages that the mirror has as the service has them: then there certainly is something to
 * say, and the service's tree need not be read to know that. Most saves are of this kind.
 */
export async function areTextEditsOnly({ ports, target, edits, way }: Sending): Promise<boolean> {
  const { context } = ports;
  const { texts, places, deletes, files } = edits;
  if (target.changeRequest !== null || target.base !== context.tip.commit) return false;
  if (places.length + deletes.length + files.length > 0) return false;
  if (texts.length === 0 || texts.length > mostAtOnce) return false;
  const table = context.state.table(target.space.id);
  for (const edit of texts) {
    const { key, path, from, slug } = edit;
    if (from !== path || slug !== null || (await table.get('page', key))?.path !== from) return false;
    if (way.kind === 'import' && !saysItsTitle(edit)) return false;
  }
  return true;
}

/** Whether an import can tell the page's title: it takes titles from headings alone. */
function saysItsTitle({ title, text }: TextEdit): boolean {
  return title === null || title === titleOf(text);
}

/**
 * The batch that brings plain texts into our change request, when the change request is just as we left it, or as we made it a
 * moment ago from the revision that the mirror has. null: its tree has to be read.
 */
export async function textBatch(
  sending: PlainSending,
): Promise<{ readonly content: PlanBase; readonly batch: readonly Step[] } | null> {
  const { ports, target, edits, record, way } = sending;
  const { own, pages, placed, deleted, changeRequest } = record;
  if (own === undefined || !changeRequest || !isAnswered(record)) return null;
  const isElsewhere = edits.texts.some(({ key, path }) => (pages[key]?.file ?? path) !== path);
  if (placed.length + deleted.length > 0 || isElsewhere || !(await areTextEditsOnly(sending))) return null;
  const revision = target.space.revision;
  const isFresh = startsFromMirror(sending);
  const mirrored = target.space.changeRequests.find(({ id }) => id === changeRequest.id);
  if (!isFresh && (own !== record.revision || mirrored?.base !== revision)) return null;
  if (!(await isAsWeLeftIt(sending, { id: changeRequest.id, own }))) return null;
  const batch: Step[] = [];
  for (const edit of edits.texts) {
    const baseText = baseTextOf(pages[edit.key], edit.baseText);
    if (edit.text !== baseText)
      batch.push({ do: 'update', key: edit.key, edit: { ...edit, baseText }, place: null });
  }
  if (batch.length === 0) return null;
  const content = { id: own, pages: [] };
  if (way.kind === 'content') return { content, batch };
  const there = Object.keys(mirrored?.objects ?? {}).flatMap((name) => /^page\/(.*)$/u.exec(name)?.[1] ?? []);
  const sent = Object.values(pages).map(({ id }) => id);
  const all = (await ports.context.state.table(record.space).all('page')).keys();
  const known = [...all, ...there, ...sent];
  return { content: { ...content, known }, batch: importBatch(batch, way.form) };
}

/** Whether nothing was written into our change request since it was made from the revision that the mirror has. */
function startsFromMirror({ target, record }: PlainSending): boolean {
  return Object.keys(record.pages).length === 0 && record.own === target.space.revision;
}

/**
 * The content of our change request, where nobody else wrote into it since we did or since it was made from the mirror's
 * revision, and where that tree is kept. null: it has to be read.
 */
export async function contentIfUnchanged(sending: PlainSending): Promise<Revision | null> {
  const { ports, record } = sending;
  const { own, changeRequest } = record;
  if (own === undefined || !changeRequest || !isAnswered(record)) return null;
  const { kept, state } = ports.context;
  const content = startsFromMirror(sending)
    ? kept.read(record.space, own, await state.table(record.space).all('page'))
    : kept.written(record.space, own);
  return content && (await isAsWeLeftIt(sending, { id: changeRequest.id, own })) ? content : null;
}

/**
 * Whether nobody else wrote into the change request since. We ask the service only where nothing else tells: not when we made the
 * change request a moment ago, nor when this cycle's list shows that the space has not changed since it was mirrored. Reading
 * back shows what others write meanwhile; after an import it may not, so that then we always ask.
 */
async function isAsWeLeftIt(
  { ports, target, record, way, isNew }: PlainSending,
  { id, own }: { id: string; own: string },
): Promise<boolean> {
  if (isNew && way.kind === 'content') return true;
  const { token, changeRequests } = target.space;
  const mirrored = changeRequests.find((each) => each.id === id);
  const isListedUnchanged = ports.sightings.some(
    (each) => each.seen && each.id === record.space && changeToken(each.space) === token,
  );
  // After an import, a service may hide what was overwritten: so we look at the change request right before the import.
  const isKnown = isListedUnchanged && way.kind === 'content';
  const now = isKnown && mirrored ? mirrored : await ports.context.remote.changeRequest(record.space, id);
  return now?.revision === own && isOpen(now.status);
}

/**
 * Reads back what a plain batch wrote, without the tree; null where the service does not tell, where the revision changed more
 * than texts, or where it does not follow the one that we had read, because somebody else wrote in between.
 */
export async function readBackTexts(
  remote: Remote,
  {
    space,
    revision,
    content,
    batch,
  }: { space: string; revision: string; content: Pick<Revision, 'id'>; batch: readonly Step[] },
): Promise<ReadBack | null> {
  const changed = await remote.changes(space, revision);
  if (!changed || changed.more || changed.revision.parents[0] !== content.id) return null;
  const { id, parents, createdAt } = changed.revision;
  const written = batch.flatMap((step) => (step.do === 'update' ? [step.key] : []));
  const pages = await inParallel(written, 8, (page) =>
    remote.page({ kind: 'revision', space, revision }, page),
  );
  return { id, parents, createdAt, pages, tree: null };
}
