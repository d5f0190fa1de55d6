/** What an editor can do with a text that can no longer be saved in its change request, and the texts of a page that a browser keeps. */
import { isAppError } from '../../base/index.ts';
import { changePath, spacePath } from '../paths.ts';
import { field, param, type KeptTexts, type Visit } from '../visit.ts';
import { ancestorOf, openContent, readerOf, type OpenedContent } from './content.ts';
import { unlessHidden } from './frame.ts';
import { nodeIn } from './tree.ts';

/** Why a text cannot be saved where its writer began, and what the writer can do next. */
export interface DeadEnd {
  readonly message: string;
  /** The editor of the page in the space, whose text goes into a new change request. */
  readonly anew?: string;
  /** The change request that can be opened again. */
  readonly reopen?: string;
}

/** Why the change request of this content takes no more edits; undefined while it takes them. */
export async function deadEndOf(
  visit: Visit,
  { space, change }: OpenedContent,
  page: string,
): Promise<DeadEnd | undefined> {
  if (change === undefined || change.status === 'draft' || change.status === 'open') return undefined;
  return {
    message: `Change request #${change.number} is ${change.status} by now, so it takes no more edits.`,
    ...(await nextStep(visit, page)),
    ...(change.status === 'archived' ? { reopen: changePath(space.id, change.number) } : {}),
  };
}

/** What a writer can do whose page was deleted. Failures with another cause are thrown again. */
export async function endOfDeletedPage(visit: Visit, error: unknown): Promise<DeadEnd> {
  if (!isAppError(error, 'NOT_FOUND')) throw error;
  const number = visit.params['number'] ?? field(visit, 'into');
  const where = number === '' ? '' : ` in change request #${number}`;
  return {
    message: `This page was deleted${where}, so its text cannot be saved there.`,
    ...(await nextStep(visit, field(visit, 'page'))),
  };
}

/** The editor of the page in the space, where the person may edit it there. */
async function nextStep(visit: Visit, page: string): Promise<{ anew?: string }> {
  const { number: _number, revision: _revision, ...params } = visit.params;
  const content = await unlessHidden(openContent({ ...visit, params }));
  if (content?.space.permissions.edit !== true) return {};
  if (nodeIn(content.reader.pages, page)?.node.type !== 'document') return {};
  return { anew: `${spacePath(content.space.id, 'edit')}?page=${encodeURIComponent(page)}` };
}

/** The texts of a page that the person's browser may keep. */
export async function keptTextsOf(visit: Visit, page: string): Promise<KeptTexts> {
  return { user: visit.user.id, space: param(visit, 'space'), page, ...(await nextStep(visit, page)) };
}

/** The texts that a browser may keep of a page for which the app shows a failure instead; undefined outside of spaces. */
export async function keptTextsAt(visit: Visit): Promise<KeptTexts | undefined> {
  const { space, '*': path } = visit.params;
  if (space === undefined) return undefined;
  const page = visit.query.get('page');
  if (page !== null) return keptTextsOf(visit, page);
  return path === undefined ? undefined : { user: visit.user.id, space, path: path.replace(/\/+$/, '') };
}

/** The document of a page at the start of a change request; undefined if it is unknown. */
export async function documentBefore(
  visit: Visit,
  { space, scope }: OpenedContent,
  { number, page }: { readonly number: string; readonly page: string },
): Promise<string | undefined> {
  if (number === '') return undefined;
  const params = { spaceId: space.id, changeRequestId: number };
  const change = await unlessHidden(visit.call('getChangeRequestById', { params }));
  if (change === undefined) return undefined;
  const node = nodeIn(readerOf(visit, space, ancestorOf(change), scope).pages, page)?.node;
  return node?.type === 'document' ? node.documentId : undefined;
}
