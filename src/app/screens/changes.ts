import { changeRequestStatuses } from '../../contract/index.ts';
import { AppError } from '../../base/index.ts';
import { decide, piecesOf, type Choice } from '../conflict.ts';
import { listOf } from '../lists.ts';
import { liveAddress } from '../live.ts';
import { changePath, spacePath } from '../paths.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import { openContent, type OpenedContent } from './content.ts';
import { openSpace } from './frame.ts';
import { listed } from './overview.ts';
import { answer, askPerson, unaskPerson } from './reviews.ts';
import { nodeIn } from './tree.ts';

/** The change requests of a space by their status. */
export async function changes(visit: Visit): Promise<Outcome> {
  const { space, frame } = await openSpace(visit);
  const status = changeRequestStatuses.find((each) => each === visit.query.get('status')) ?? 'open';
  const found = await listOf(
    visit,
    'listChangeRequestsForSpace',
    { params: { spaceId: space.id }, query: { status } },
    500,
  );
  return {
    template: 'changes',
    live: liveAddress(space),
    title: 'Change requests',
    ...frame('changes'),
    data: {
      status,
      statuses: changeRequestStatuses.map((each) => ({
        name: each,
        href: `${spacePath(space.id, 'changes')}?status=${each}`,
      })),
      changes: found.map((change) => listed(change, space)),
    },
  };
}

/** The address of the change request that is open. */
export function here({ space, change: request }: OpenedContent): string {
  return changePath(space.id, request!.number);
}

/** Does what a button of a change request says. */
export async function act(visit: Visit): Promise<Outcome> {
  const spaceId = param(visit, 'space');
  const params = { spaceId, changeRequestId: param(visit, 'number') };
  const request = await visit.call('getChangeRequestById', { params });
  const redirect = changePath(spaceId, request.number);
  const set = (body: { subject?: string; status?: 'draft' | 'open' | 'archived' }) =>
    visit.call('updateChangeRequestById', { params, body });
  switch (field(visit, 'do')) {
    case 'subject':
      await set({ subject: field(visit, 'subject').trim() });
      return { redirect, notice: 'The subject is changed.' };
    case 'ask':
      await set({ status: 'open' });
      return { redirect, notice: 'The change request is open for review.' };
    case 'withdraw':
      await set({ status: 'draft' });
      return { redirect, notice: 'The change request is a draft again.' };
    case 'archive':
      await set({ status: 'archived' });
      return { redirect, notice: 'The change request is archived.' };
    case 'reopen':
      await set({ status: 'open' });
      return { redirect, notice: 'The change request is open again.' };
    case 'ask-person':
      return { redirect, notice: await askPerson(visit, params) };
    case 'unask-person':
      return { redirect, notice: await unaskPerson(visit, params) };
    case 'review':
      return { redirect, notice: await answer(visit, params) };
    case 'update': {
      const { result } = await visit.call('updateChangeRequest', { params });
      return { redirect, notice: result === 'update' ? 'The change request is up to date.' : undecided };
    }
    case 'merge': {
      const { result } = await visit.call('mergeChangeRequest', { params });
      return { redirect, notice: result === 'merge' ? 'The change request is merged.' : undecided };
    }
    default:
      throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  }
}

const undecided =
  'The space changed in the same places. Both texts are in the change request now: decide which one stays, then merge.';

/** The places of a page where both sides wrote, to choose from. */
export async function conflict(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { reader, space, frame } = content;
  const id = visit.query.get('page') ?? '';
  const pieces = piecesOf((await reader.text(id)) ?? '');
  return {
    template: 'conflict',
    title: 'Decide between two texts',
    wide: true,
    ...frame('changes'),
    data: {
      page: id,
      name: nodeIn(reader.pages, id)?.node.title ?? 'This page',
      base: documentOf(content, id),
      pieces: pieces.map((piece) =>
        piece.kind === 'open' ? piece : { ...piece, text: shortened(piece.text) },
      ),
      open: pieces.filter(({ kind }) => kind === 'open').length,
      action: changePath(space.id, content.change!.number, 'fix'),
      edit: `${changePath(space.id, content.change!.number, 'edit')}?page=${id}`,
      back: here(content),
      number: content.change!.number,
    },
  };
}

/** Writes the text that was chosen. */
export async function fix(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const id = field(visit, 'page');
  const text = (await content.reader.text(id)) ?? '';
  const pieces = piecesOf(text);
  const choices = pieces
    .filter(({ kind }) => kind === 'open')
    .map((_, at) =>
      (['ours', 'theirs', 'both'] as const).find(
        (each): each is Choice => each === field(visit, `choice-${at}`),
      ),
    );
  const markdown = decide(pieces, choices);
  if (documentOf(content, id) !== field(visit, 'base') || markdown === undefined)
    throw new AppError('CONFLICT', 'The page changed, or a choice is missing.', {
      hint: 'Go back, reload the page and choose again.',
    });
  await visit.call('updateContentInChangeRequest', {
    params: { spaceId: content.space.id, changeRequestId: content.change!.id },
    body: { changes: [{ type: 'update_page', page: id, document: { markdown } }] },
  });
  return { redirect: here(content), notice: 'The page is decided.' };
}

function documentOf({ reader }: OpenedContent, id: string): string {
  const node = nodeIn(reader.pages, id)?.node;
  return node?.type === 'document' ? (node.documentId ?? '') : '';
}

/** The lines around a conflict: enough to know where it is. */
function shortened(text: string): string {
  const lines = text.split('\n');
  return lines.length <= 7 ? text : [...lines.slice(0, 3), '…', ...lines.slice(-4)].join('\n');
}
