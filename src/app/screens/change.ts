/** A change request as people review it: what it changes, what is said of it, and what may be done with it. */
import { AppError } from '../../base/index.ts';
import type { ChangeRequest, RevisionChange } from '../../contract/index.ts';
import { isUndecided } from '../conflict.ts';
import { liveAddress } from '../live.ts';
import { changePath, pagePath } from '../paths.ts';
import type { Outcome, Visit } from '../visit.ts';
import { here } from './changes.ts';
import { commentsOf, type CommentList } from './comments.ts';
import { ancestorOf, openContent, readerOf, type OpenedContent } from './content.ts';
import {
  comparedAtOnce,
  differenceOf,
  diffModeOf,
  pageChangesOf,
  type Compared,
  type DiffMode,
  type PageChange,
} from './differences.ts';
import { reviewsOf } from './reviews.ts';

/** The interface lists so many changes at most. */
const mostChanges = 1000;

interface OpenedChange extends OpenedContent {
  readonly request: ChangeRequest;
  readonly changes: readonly PageChange[];
  readonly files: readonly RevisionChange[];
  /** How many changes are not listed. */
  readonly more: number;
  readonly sides: Compared;
  readonly mode: DiffMode;
}

async function openChanges(visit: Visit): Promise<OpenedChange> {
  const content = await openContent(visit);
  const { space, scope, reader } = content;
  const request = content.change!;
  const params = { spaceId: space.id, changeRequestId: request.id };
  const answer = await visit.call('getChangeRequestChanges', { params, query: { limit: mostChanges } });
  const mode = diffModeOf(visit.query);
  return {
    ...content,
    request,
    changes: pageChangesOf(answer.changes),
    files: answer.changes,
    more: answer.more ?? 0,
    sides: { before: readerOf(visit, space, ancestorOf(request), scope), after: reader, mode },
    mode,
  };
}

/** A change request: the texts of the first pages are compared, the others when somebody looks at them. */
export async function change(visit: Visit): Promise<Outcome> {
  const opened = await openChanges(visit);
  const { request, changes, sides, mode, space, frame } = opened;
  const list = await commentsOf(visit, space, { change: request.number, back: here(opened) });
  const pages = [];
  for (const [at, each] of changes.entries())
    pages.push({
      ...(await shownPage(opened, each, list)),
      ...(at < comparedAtOnce ? await differenceOf(each, sides) : {}),
    });
  const shown = new Set(pages.map(({ id }) => id));
  return {
    template: 'change',
    live: liveAddress(space, request),
    title: `#${request.number} ${request.subject}`,
    ...frame('changes'),
    data: {
      request,
      here: here(opened),
      mode,
      address: (view: string) => `${here(opened)}?view=${view}`,
      pages,
      kinds: kindsOf(changes),
      files: opened.files.flatMap(fileChange),
      more: opened.more,
      list: {
        ...list,
        comments: list.comments.filter((each) => each.page === undefined || !shown.has(each.page.id)),
      },
      conflicts: pages.filter(({ conflict }) => conflict).length,
      links: changePath(space.id, request.number, 'links'),
      // Many pages take long to look through: a page of its own does it.
      broken: changes.length > comparedAtOnce ? undefined : await brokenLinks(visit, opened),
      may: rights(opened, request),
      reviews: await reviewsOf(visit, space, request),
      preview: pagePath(opened.scope, ''),
      add: changePath(space.id, request.number, 'new'),
    },
  };
}

/** One page of a change request by itself, with the way to the ones before and after it. */
export async function changedPage(visit: Visit): Promise<Outcome> {
  const opened = await openChanges(visit);
  const { request, changes, space, frame } = opened;
  const at = changes.findIndex(({ id }) => id === visit.params['page']);
  const found = changes[at];
  if (found === undefined)
    throw new AppError('NOT_FOUND', `Change request #${request.number} does not change such a page.`, {
      hint: 'Open the change request to see what it changes.',
    });
  const list = await commentsOf(visit, space, {
    change: request.number,
    page: found.id,
    back: visit.address,
  });
  const page = await shownPage(opened, found, list);
  const beside = (other: PageChange | undefined) =>
    other && { title: other.title, href: differencePath(opened, other.id) };
  return {
    template: 'changed-page',
    live: liveAddress(space, request),
    alone: 'changed-page-part',
    title: `${found.title} in #${request.number}`,
    ...frame('changes'),
    data: {
      request,
      mode: opened.mode,
      back: here(opened),
      address: (view: string) => `${differencePath(opened, found.id).split('?')[0]!}?view=${view}`,
      place: `${at + 1} of ${changes.length}`,
      previous: beside(changes[at - 1]),
      next: beside(changes[at + 1]),
      page: {
        ...page,
        ...(await differenceOf(found, opened.sides)),
        // What is put into the request leads back to it.
        list: visit.query.has('part') ? { ...page.list, back: here(opened) } : page.list,
      },
      may: rights(opened, request),
    },
  };
}

/** The links that a change request breaks, looked for on each page that it changes. */
export async function changeLinks(visit: Visit): Promise<Outcome> {
  const opened = await openChanges(visit);
  return {
    template: 'change-links',
    alone: 'broken-links',
    title: `Links of #${opened.request.number}`,
    ...opened.frame('changes'),
    data: {
      back: here(opened),
      request: opened.request,
      broken: await brokenLinks(visit, opened),
      pages: opened.changes.length,
    },
  };
}

/** A page as the list of changes shows it, before its texts are looked at. */
async function shownPage(opened: OpenedChange, each: PageChange, list: CommentList) {
  const { space, request, scope, reader } = opened;
  const tool = (name: string): string =>
    `${changePath(space.id, request.number, name)}?page=${encodeURIComponent(each.id)}`;
  return {
    ...each,
    conflict: each.kind !== 'deleted' && isUndecided((await reader.text(each.id)) ?? ''),
    compared: false,
    html: undefined,
    hunks: undefined,
    href: pagePath(scope, reader.pathOf(each.id) ?? each.path),
    own: differencePath(opened, each.id),
    edit: tool('edit'),
    fix: tool('fix'),
    list: {
      ...list,
      page: each.id,
      comments: list.comments.filter((comment) => comment.page?.id === each.id),
    },
  };
}

function differencePath({ space, request, mode }: OpenedChange, page: string): string {
  const view = mode === 'rendered' ? '' : `?view=${mode}`;
  return `${changePath(space.id, request.number, 'pages')}/${encodeURIComponent(page)}${view}`;
}

/** How many pages were created, edited, moved and deleted, for each kind that there is. */
function kindsOf(changes: readonly PageChange[]): { kind: PageChange['kind']; count: number }[] {
  return (['created', 'edited', 'moved', 'deleted'] as const)
    .map((kind) => ({ kind, count: changes.filter((each) => each.kind === kind).length }))
    .filter(({ count }) => count > 0);
}

/** What the interface allows this person to do with a change request in its present state. */
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
  { space, request, changes, sides }: OpenedChange,
): Promise<{ title: string; count: number }[]> {
  const found = [];
  for (const [at, { id, title, kind }] of changes.entries()) {
    // A page is looked at in a moment, but hundreds must not hold up others.
    if (at % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
    if (kind === 'deleted' || sides.after.pathOf(id) === undefined) continue;
    const { stats } = await visit.call('listPageLinksInChangeRequest', {
      params: { spaceId: space.id, changeRequestId: request.id, pageId: id },
      query: { limit: 1 },
    });
    const count = stats.broken.changeRequest ?? 0;
    if (count > 0) found.push({ title, count });
  }
  return found;
}
