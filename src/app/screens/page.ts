import { AppError } from '../../base/index.ts';
import { documentsOf, visitPages, type DocumentPage, type PageNode } from '../../content/index.ts';
import type { PageDocument } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { liveAddress } from '../live.ts';
import { changePath, pagePath, scopeBase, spacePath } from '../paths.ts';
import type { Outcome, Visit } from '../visit.ts';
import { commentsOf } from './comments.ts';
import { ancestorOf, openContent, readerOf, type OpenedContent } from './content.ts';
import { bodyOf } from './differences.ts';
import { openSpace, unlessHidden } from './frame.ts';
import { keptTextsOf } from './kept.ts';
import { treeOf } from './tree.ts';

/** A page of a space, of a change request or of a revision, with the tree around it. */
export async function page(visit: Visit): Promise<Outcome> {
  const { space, frame } = await openSpace(visit);
  if (!space.permissions.access)
    return {
      template: 'published',
      title: space.title,
      ...frame('pages'),
      data: { title: space.title, address: space.urls.published },
    };
  const content = await openContent(visit);
  const path = (visit.params['*'] ?? '').replace(/\/+$/, '');
  const id = content.reader.pageAt(path) ?? (await idByPath(visit, content, path));
  if (id !== undefined) return showPage(visit, content, id);
  const file = await fileAddress(visit, content, path);
  if (file !== undefined) return { elsewhere: file };
  const first = firstOfGroup(content.reader.pages, path);
  if (first !== undefined)
    return { elsewhere: pagePath(content.scope, content.reader.pathOf(first.id) ?? first.path) };
  if (path === '') return emptySpace(visit, content);
  throw new AppError('NOT_FOUND', `There is no page "${path}" in "${space.title}".`, {
    hint: 'It may have moved: look for it in the page tree, or search for it.',
  });
}

async function showPage(visit: Visit, content: OpenedContent, id: string): Promise<Outcome> {
  const { space, scope, reader, change, revision, frame } = content;
  const found = (await pageJson(visit, content, id)) as PageDocument;
  const read = await reader.page(id);
  const wantsSource = visit.query.get('view') === 'source';
  const { isPresent, mayEdit, edit, add } = editingOf(content, id);
  return {
    template: 'page',
    // An earlier revision never changes, so its page needs no events.
    ...(scope.revision === undefined ? { live: liveAddress(space, change) } : {}),
    title: found.title,
    wide: true,
    kept: await keptTextsOf(visit, id),
    ...(mayEdit ? { withTree: true as const } : {}),
    ...frame(change === undefined ? 'pages' : 'changes'),
    data: {
      arrange: mayEdit ? edit.replace(/\/edit\?.*$/, '/arrange') : undefined,
      tree: treeOf(reader, scope, { page: id, opened: visit.query.get('open') ?? undefined }),
      id,
      title: found.title,
      emojiCode: found.emoji,
      description: found.description,
      html: change === undefined ? (read?.html ?? '') : await bodyOf(reader, id),
      outline: read?.outline ?? [],
      source: wantsSource ? ((await reader.text(id)) ?? '') : undefined,
      here: pagePath(scope, reader.pathOf(id) ?? found.path),
      updatedAt: found.updatedAt,
      revision: scope.revision === undefined ? undefined : revision,
      change: change && {
        number: change.number,
        subject: change.subject,
        href: changePath(space.id, change.number),
      },
      edit: mayEdit ? edit : undefined,
      add: mayEdit ? add : undefined,
      history: `${spacePath(space.id, 'history')}?page=${id}`,
      download: `${scopeBase(scope)}~/download?page=${id}`,
      // The interface prints change requests only.
      pdf: change === undefined ? undefined : `${scopeBase(scope)}~/pdf?page=${id}`,
      presentPage: `${spacePath(space.id)}/${found.path}`,
      isPresent,
      comments: isPresent ? await commentsOf(visit, space, { page: id, back: visit.address }) : undefined,
    },
  };
}

/** The addresses to edit this page and to add a new one, and whether the reader may do so here. */
function editingOf(
  { space, scope, change }: OpenedContent,
  id: string,
): {
  readonly isPresent: boolean;
  readonly mayEdit: boolean;
  readonly edit: string;
  readonly add: string;
} {
  if (change === undefined) {
    const isPresent = scope.revision === undefined;
    return {
      isPresent,
      mayEdit: space.permissions.edit && isPresent,
      edit: `${spacePath(space.id, 'edit')}?page=${id}`,
      add: spacePath(space.id, 'new'),
    };
  }
  const isOngoing = change.status === 'draft' || change.status === 'open';
  return {
    isPresent: false,
    mayEdit: space.permissions.edit && isOngoing,
    edit: `${changePath(space.id, change.number, 'edit')}?page=${id}`,
    add: changePath(space.id, change.number, 'new'),
  };
}

function pageJson(visit: Visit, { space, change, revision }: OpenedContent, pageId: string) {
  if (change !== undefined)
    return visit.call('getPageInChangeRequestById', {
      params: { spaceId: space.id, changeRequestId: change.id, pageId },
    });
  return visit.call('getPageInRevisionById', { params: { spaceId: space.id, revisionId: revision, pageId } });
}

/** Addresses that people wrote down may name a page by its file. */
async function idByPath(
  visit: Visit,
  { space, revision, reader }: OpenedContent,
  path: string,
): Promise<string | undefined> {
  if (path === '') return undefined;
  const found = await unlessHidden(
    visit.call('getPageInRevisionByPath', {
      params: { spaceId: space.id, revisionId: revision, pagePath: path },
    }),
  );
  return found !== undefined && (await reader.text(found.id)) !== undefined ? found.id : undefined;
}

/** The first page of the group at a path: a group has no page of its own, and people shorten addresses to it. */
function firstOfGroup(pages: readonly PageNode[], path: string): DocumentPage | undefined {
  for (const { page: node } of visitPages(pages))
    if (node.type === 'group' && node.path === path) return documentsOf(node.pages)[0];
  return undefined;
}

/**
 * The address of the bytes of a picture or file of a page; a file that a change request removed is taken from the content before the
 * change.
 */
async function fileAddress(visit: Visit, content: OpenedContent, path: string): Promise<string | undefined> {
  const { space, scope, revision, reader, change } = content;
  const places: [string, string | undefined][] = [[revision, reader.fileAt(path)]];
  if (change !== undefined) {
    const before = ancestorOf(change);
    places.push([before, readerOf(visit, space, before, scope).fileAt(path)]);
  }
  for (const [revisionId, fileId] of places) {
    if (fileId === undefined) continue;
    const file = await unlessHidden(
      visit.call('getFileInRevisionById', { params: { spaceId: space.id, revisionId, fileId } }),
    );
    if (file !== undefined) return file.downloadURL;
  }
  return undefined;
}

function emptySpace(visit: Visit, { space, scope, reader, frame }: OpenedContent): Outcome {
  return {
    template: 'empty-space',
    title: space.title,
    ...frame('pages'),
    data: {
      tree: treeOf(reader, scope, { page: undefined, opened: visit.query.get('open') ?? undefined }),
      title: space.title,
      add: space.permissions.edit ? spacePath(space.id, 'new') : undefined,
    },
  };
}

/** The files of a space. */
export async function files(visit: Visit): Promise<Outcome> {
  const { space, frame } = await openSpace(visit);
  const found = await listOf(visit, 'listFiles', { params: { spaceId: space.id } }, 5000);
  return {
    template: 'files',
    title: 'Files',
    ...frame('files'),
    data: {
      archive: spacePath(space.id, 'download'),
      files: found.map(({ name, size, contentType, downloadURL, git }) => ({
        name: git?.path ?? name,
        size,
        contentType,
        href: downloadURL,
      })),
    },
  };
}
