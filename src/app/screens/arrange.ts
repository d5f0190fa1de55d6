/** A new page, and a page's name and place: forms that write into a change request. */
import { slugFault, slugOfTitle, type PageNode } from '../../content/index.ts';
import { changePath, pagePath, spacePath } from '../paths.ts';
import { field, type Outcome, type Visit } from '../visit.ts';
import { openContent, type OpenedContent } from './content.ts';
import { badField, changeFor, draftsOf, pathOfPage, noSuchPage, writeIntoDraft } from './drafts.ts';
import { pagesInOrder, nodeIn, placeInTree } from './tree.ts';

/** The form for a new page. */
export async function newPage(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { space, change, frame, reader } = content;
  return {
    template: 'new-page',
    title: 'New page',
    ...frame(change === undefined ? 'pages' : 'changes'),
    data: {
      action: change === undefined ? spacePath(space.id, 'new') : changePath(space.id, change.number, 'new'),
      parents: parentsIn(reader.pages),
      chosen: visit.query.get('into') ?? '',
      drafts: change === undefined ? await draftsOf(visit, space) : [],
      cancel: pagePath(content.scope, ''),
    },
  };
}

/** Adds a page, and goes on in the editor. */
export async function addPage(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const title = field(visit, 'title').trim();
  if (title === '') throw badField('title', 'A new page needs a title.');
  if (slugFault(slugOfTitle(title)) !== undefined)
    throw badField('title', 'A title needs a letter or a digit: the page’s address is made of it.');
  const parent = field(visit, 'parent');
  const change = await changeFor(visit, content, `Add ${title}`);
  const answer = await writeIntoDraft(visit, content, change, [
    {
      type: 'insert_page',
      title,
      slug: slugOfTitle(title),
      document: { markdown: '' },
      ...(parent === '' ? {} : { into: parent }),
    },
  ]);
  const id = answer.changes[0]?.page.id ?? '';
  return {
    redirect: `${changePath(content.space.id, change.number, 'edit')}?page=${encodeURIComponent(id)}`,
  };
}

/** The form that renames, moves or deletes a page. */
export async function pageForm(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { space, change, frame, reader } = content;
  const id = visit.query.get('page') ?? '';
  const found = nodeIn(reader.pages, id);
  if (found === undefined) throw noSuchPage();
  const siblings = found.parent !== null && 'pages' in found.parent ? found.parent.pages : reader.pages;
  return {
    template: 'arrange',
    title: `Arrange ${found.node.title}`,
    ...frame(change === undefined ? 'pages' : 'changes'),
    data: {
      action:
        change === undefined
          ? spacePath(space.id, 'arrange')
          : changePath(space.id, change.number, 'arrange'),
      page: id,
      name: found.node.title,
      slug: 'slug' in found.node ? found.node.slug : undefined,
      parent: found.parent?.id ?? '',
      at: found.at,
      siblings: siblings.map(({ id: each, title }) => ({ id: each, title })),
      parents: parentsIn(reader.pages, id),
      below: 'pages' in found.node ? [...pagesInOrder(found.node.pages)].length : 0,
      drafts: change === undefined ? await draftsOf(visit, space) : [],
      cancel: pathOfPage(content, id),
    },
  };
}

/** Renames, moves or deletes a page in a change request. */
export async function changePage(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const id = field(visit, 'page');
  const found = nodeIn(content.reader.pages, id);
  if (found === undefined) throw noSuchPage();
  const { title } = found.node;
  if (field(visit, 'do') === 'delete') {
    const change = await changeFor(visit, content, `Delete ${title}`);
    await writeIntoDraft(visit, content, change, [{ type: 'delete_page', page: id }]);
    return {
      redirect: changePath(content.space.id, change.number),
      notice: 'The page is deleted in this change request.',
    };
  }
  const fields = field(visit, 'beside') === '' ? arrangement(visit, found) : dropped(visit, content, id);
  if (Object.keys(fields).length === 0)
    return { redirect: pathOfPage(content, id), notice: 'Nothing was changed.' };
  const verb = 'title' in fields ? 'Rename' : 'Move';
  const change = await changeFor(visit, content, `${verb} ${title}`);
  await writeIntoDraft(visit, content, change, [{ type: 'update_page', page: id, ...fields }]);
  return {
    redirect: changePath(content.space.id, change.number),
    notice: 'The page is changed in this change request.',
  };
}

/** The fields of a page's name and place that the form changes. */
function arrangement(
  visit: Visit,
  { node, parent, at }: { node: PageNode; parent: PageNode | null; at: number },
) {
  const title = field(visit, 'title').trim();
  const slug = field(visit, 'slug').trim();
  const isRenamed = slug !== '' && 'slug' in node && slug !== node.slug;
  const fault = isRenamed ? slugFault(slug) : undefined;
  if (fault !== undefined) throw badField('slug', `This name ${fault}.`, 'Choose another one.');
  const into = field(visit, 'parent');
  const place = Number.parseInt(field(visit, 'at'), 10);
  const isElsewhere = into !== (parent?.id ?? '');
  const isMoved = isElsewhere || (Number.isInteger(place) && place !== at);
  return {
    ...(title === '' || title === node.title ? {} : { title }),
    ...(isRenamed ? { slug } : {}),
    ...(isMoved ? { into: into === '' ? null : into } : {}),
    ...(isMoved && !isElsewhere ? { at: Math.max(0, place) } : {}),
  };
}

/** The place beside another entry of the tree that the form names; nothing where the page is there already. */
function dropped(visit: Visit, { reader }: OpenedContent, id: string) {
  const beside = field(visit, 'beside');
  const where = (['before', 'after', 'into'] as const).find((each) => each === field(visit, 'where'));
  const place = where && placeInTree(reader.pages, id, { beside, where });
  if (place === undefined || beside === id) throw noSuchPage();
  const { parent, at } = nodeIn(reader.pages, id)!;
  return place.into === (parent?.id ?? null) && place.at === at ? {} : place;
}

function parentsIn(
  pages: readonly PageNode[],
  without?: string,
): { id: string; title: string; depth: number }[] {
  const found = without === undefined ? undefined : nodeIn(pages, without)?.node;
  const below = new Set(found === undefined ? [] : [...pagesInOrder([found])].map(({ node }) => node.id));
  return [...pagesInOrder(pages)]
    .filter(({ node }) => (node.type === 'document' || node.type === 'group') && !below.has(node.id))
    .map(({ node, depth }) => ({ id: node.id, title: node.title, depth }));
}
