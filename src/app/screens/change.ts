/** A change request for its reviewers: what it changes, what people say about it, and what the reader may do with it. */
import { shownSubject } from '../blank-names.ts';
import { AppError } from '../../base/index.ts';
import type { ChangeRequest, ChangeRequestConflict, RevisionChange } from '../../contract/index.ts';
import type { ShownPart } from '../diff/rendered.ts';
import { liveAddress } from '../live.ts';
import { changePath, pagePath } from '../paths.ts';
import type { Outcome, Visit } from '../visit.ts';
import { changeRequestPath } from './changes.ts';
import { conflictsIn } from './conflicts.ts';
import { commentsOf, type CommentList, type ShownComment } from './comments.ts';
import { ancestorOf, openContent, readerOf, type OpenedContent } from './content.ts';
import {
  comparedAtOnce,
  differenceOf,
  diffModeOf,
  pageChangesOf,
  type Compared,
  type DiffMode,
  type PageChange,
  type TextDifference,
} from './differences.ts';
import { previewsOf } from './preview.ts';
import { reviewsOf } from './reviews.ts';

/** The interface lists at most this many changes. */
const mostChanges = 1000;

interface OpenedChange extends OpenedContent {
  readonly request: ChangeRequest;
  readonly changes: readonly PageChange[];
  readonly files: readonly RevisionChange[];
  /** How many changes are not listed. */
  readonly more: number;
  readonly sides: Compared;
  /** The conflicts that wait for a decision. */
  readonly conflicts: readonly ChangeRequestConflict[];
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
    conflicts: await conflictsIn(visit, content),
    more: answer.more ?? 0,
    sides: { before: readerOf(visit, space, ancestorOf(request), scope), after: reader, mode },
    mode,
  };
}

/** A change request: the texts of the first pages are compared at once, the others when somebody looks at them. */
export async function change(visit: Visit): Promise<Outcome> {
  const opened = await openChanges(visit);
  const { request, changes, sides, mode, space, frame } = opened;
  const list = await commentsOf(visit, space, { change: request.number, back: changeRequestPath(opened) });
  const pages = [];
  for (const [at, each] of changes.entries()) {
    const page = shownPage(opened, each, list);
    pages.push(
      at < comparedAtOnce ? withTalk(page, await differenceOf(each, sides, commentedIn(page))) : page,
    );
  }
  const shown = new Set(pages.map(({ id }) => id));
  return {
    template: 'change',
    live: liveAddress(space, request),
    title: `#${request.number} ${shownSubject(request.subject)}`,
    ...frame('changes'),
    data: {
      request,
      here: changeRequestPath(opened),
      mode,
      address: (view: string) => `${changeRequestPath(opened)}?view=${view}`,
      pages,
      kinds: kindsOf(changes),
      files: opened.files.flatMap(fileChange),
      more: opened.more,
      list: {
        ...list,
        comments: list.comments.filter((each) => each.page === undefined || !shown.has(each.page.id)),
      },
      conflicts: opened.conflicts.length,
      isBlocked: opened.conflicts.some(({ blocks }) => blocks),
      waiting: changePath(space.id, request.number, 'conflicts'),
      links: changePath(space.id, request.number, 'links'),
      // To look through many pages takes long, so another page does that.
      broken: changes.length > comparedAtOnce ? undefined : await brokenLinks(visit, opened),
      may: rights(opened, request),
      reviews: await reviewsOf(visit, space, request),
      whole: pagePath(opened.scope, ''),
      previews: previewsOf(visit, space, request),
      take: {
        zip: changePath(space.id, request.number, 'download'),
        pdf: changePath(space.id, request.number, 'pdf'),
      },
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
  const block = visit.query.get('block') ?? undefined;
  const page = shownPage(opened, found, list);
  const open = new Set([...commentedIn(page), ...(block === undefined ? [] : [block])]);
  const talk = withTalk(page, await differenceOf(found, opened.sides, open));
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
      back: changeRequestPath(opened),
      address: (view: string) => `${differencePath(opened, found.id).split('?')[0]!}?view=${view}`,
      place: `${at + 1} of ${changes.length}`,
      previous: beside(changes[at - 1]),
      next: beside(changes[at + 1]),
      block,
      page: {
        ...talk,
        // Comments that are put into the change request's page lead back there.
        list: visit.query.has('part') ? { ...talk.list, back: changeRequestPath(opened) } : talk.list,
      },
      may: rights(opened, request),
    },
  };
}

/** The links that a change request breaks. The app looks for them on each page that the change request changes. */
export async function changeLinks(visit: Visit): Promise<Outcome> {
  const opened = await openChanges(visit);
  return {
    template: 'change-links',
    alone: 'broken-links',
    title: `Links of #${opened.request.number}`,
    ...opened.frame('changes'),
    data: {
      back: changeRequestPath(opened),
      request: opened.request,
      broken: await brokenLinks(visit, opened),
      pages: opened.changes.length,
    },
  };
}

/** A page as the list of changes shows it, before its texts are compared. */
function shownPage(opened: OpenedChange, each: PageChange, list: CommentList) {
  const { space, request, scope, reader } = opened;
  const tool = (name: string): string =>
    `${changePath(space.id, request.number, name)}?page=${encodeURIComponent(each.id)}`;
  return {
    ...each,
    conflict: opened.conflicts.some(({ kind, id }) => kind === 'page' && id === each.id),
    compared: false,
    parts: undefined as Talked[] | undefined,
    hunks: undefined as TextDifference['hunks'],
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

/** A part of a difference with its comments. */
interface Talked extends ShownPart {
  readonly comments: readonly ShownComment[];
}

/** The blocks of a page that have comments. */
function commentedIn({ list }: ReturnType<typeof shownPage>): Set<string> {
  return new Set(list.comments.flatMap(({ node }) => node ?? []));
}

/** Puts the comments on a block beside the block; comments on the page, or on a block that changed since, stay in the list. */
function withTalk(page: ReturnType<typeof shownPage>, difference: TextDifference) {
  const parts = difference.parts?.map((part): Talked => ({
    ...part,
    comments: page.list.comments.filter(({ node }) => node !== undefined && node === part.node),
  }));
  const beside = new Set(parts?.flatMap(({ comments }) => comments));
  return {
    ...page,
    ...difference,
    parts,
    list: { ...page.list, comments: page.list.comments.filter((comment) => !beside.has(comment)) },
  };
}

function differencePath({ space, request, mode }: OpenedChange, page: string): string {
  const view = mode === 'rendered' ? '' : `?view=${mode}`;
  return `${changePath(space.id, request.number, 'pages')}/${encodeURIComponent(page)}${view}`;
}

/** How many pages were created, edited, moved and deleted, for each of these that happened. */
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
    // One page takes a moment, but hundreds of them must not hold up other requests.
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
