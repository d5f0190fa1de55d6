import { changeRequestStatuses, type ChangeRequest, type RevisionChange } from '../../contract/index.ts';
import { AppError } from '../../base/index.ts';
import { decide, piecesOf, type Choice } from '../conflict.ts';
import { listOf } from '../lists.ts';
import { changePath, pagePath, spacePath } from '../paths.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import { commentsOf } from './comments.ts';
import { ancestorOf, openContent, readerOf, type OpenedContent } from './content.ts';
import { diffModeOf, differencesOf, pageChangesOf } from './differences.ts';
import { openSpace } from './frame.ts';
import { listed } from './overview.ts';
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

/** A change request: its changes, its comments, and what the person may do with it. */
export async function change(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { space, scope, reader, frame } = content;
  const request = content.change!;
  const params = { spaceId: space.id, changeRequestId: request.id };
  const answer = await visit.call('getChangeRequestChanges', { params, query: { limit: 1000 } });
  const before = readerOf(visit, space, ancestorOf(request), scope);
  const mode = diffModeOf(visit.query);
  const asked = visit.query.get('page') ?? undefined;
  const pages = await differencesOf(pageChangesOf(answer.changes), { before, after: reader, mode, asked });
  const list = await commentsOf(visit, space, { change: request.number, back: here(content) });
  const shown = new Set(pages.map(({ id }) => id));
  return {
    template: 'change',
    title: `#${request.number} ${request.subject}`,
    ...frame('changes'),
    data: {
      request,
      here: here(content),
      mode,
      address: (view: string) => `${here(content)}?view=${view}`,
      pages: pages.map((page) => ({
        ...page,
        href: pagePath(scope, reader.pathOf(page.id) ?? page.path),
        edit: `${changePath(space.id, request.number, 'edit')}?page=${page.id}`,
        fix: `${changePath(space.id, request.number, 'fix')}?page=${page.id}`,
        list: { ...list, page: page.id, comments: list.comments.filter((each) => each.page?.id === page.id) },
      })),
      files: answer.changes.flatMap(fileChange),
      more: answer.more ?? 0,
      list: {
        ...list,
        comments: list.comments.filter((each) => each.page === undefined || !shown.has(each.page.id)),
      },
      conflicts: pages.filter(({ conflict }) => conflict).length,
      broken: await brokenLinks(
        visit,
        content,
        pages.slice(0, 12).filter(({ kind }) => kind !== 'deleted'),
      ),
      may: rights(content, request),
      preview: pagePath(scope, ''),
      add: changePath(space.id, request.number, 'new'),
    },
  };
}

function here({ space, change: request }: OpenedContent): string {
  return changePath(space.id, request!.number);
}

/** What the interface lets this person do with a change request as it stands. */
function rights({ space }: OpenedContent, { status }: ChangeRequest) {
  const { edit, merge } = space.permissions;
  const active = status === 'draft' || status === 'open';
  return {
    edit: edit && active,
    merge: merge && active,
    ask: edit && status === 'draft',
    withdraw: edit && status === 'open',
    archive: edit && active,
    reopen: edit && status === 'archived',
  };
}

function fileChange(
  change: RevisionChange,
): { what: string; name: string; href: string | undefined; image: boolean }[] {
  if (!('file' in change)) return [];
  const { name, contentType, downloadURL } = change.file;
  const what = { file_created: 'added', file_edited: 'changed', file_deleted: 'deleted' }[change.type];
  return [{ what, name, href: downloadURL, image: contentType.startsWith('image/') }];
}

/** Links that this change request breaks, counted by the interface’s own report. */
async function brokenLinks(
  visit: Visit,
  { space, change: request }: OpenedContent,
  pages: readonly { readonly id: string; readonly title: string }[],
): Promise<{ title: string; count: number }[]> {
  const found = [];
  for (const { id, title } of pages) {
    const { stats } = await visit.call('listPageLinksInChangeRequest', {
      params: { spaceId: space.id, changeRequestId: request!.id, pageId: id },
      query: { limit: 1 },
    });
    const count = stats.broken.changeRequest ?? 0;
    if (count > 0) found.push({ title, count });
  }
  return found;
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
