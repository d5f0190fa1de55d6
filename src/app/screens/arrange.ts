/** A new page, and a page's name and place: forms that write into a change request. */
import { slugFault, slugOfTitle, type PageNode } from '../../content/index.ts';
import { changePath, pagePath, spacePath } from '../paths.ts';
import { field, type Outcome, type View, type Visit } from '../visit.ts';
import { openContent, type OpenedContent } from './content.ts';
import { badField, changeFor, draftsOf, pathOfPage, noSuchPage, writeIntoDraft } from './drafts.ts';
import { visitOfChange } from './sent.ts';
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

/** The form that renames, moves or deletes a page; a script asks for the places below another page (`below`) alone. */
export async function pageForm(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  return arrangeView(visit, content, {
    page: visit.query.get('page') ?? '',
    below: visit.query.get('below') ?? undefined,
  });
}

/** The form for a page, with the places below the entry `below`, or else below the page's parent. */
async function arrangeView(
  visit: Visit,
  content: OpenedContent,
  { page, below }: { readonly page: string; readonly below: string | undefined },
): Promise<View> {
  const { space, change, frame, reader } = content;
  const found = nodeIn(reader.pages, page);
  if (found === undefined) throw noSuchPage();
  const action =
    change === undefined ? spacePath(space.id, 'arrange') : changePath(space.id, change.number, 'arrange');
  return {
    template: 'arrange',
    title: `Arrange ${found.node.title}`,
    ...frame(change === undefined ? 'pages' : 'changes'),
    alone: 'places',
    data: {
      action,
      page,
      name: found.node.title,
      slug: 'slug' in found.node ? found.node.slug : undefined,
      parent: found.parent?.id ?? '',
      places: placesBelow(reader.pages, found, below ?? found.parent?.id ?? ''),
      placesAt: `${action}?${new URLSearchParams({ page }).toString()}`,
      parents: parentsIn(reader.pages, page),
      below: 'pages' in found.node ? [...pagesInOrder(found.node.pages)].length : 0,
      drafts: change === undefined ? await draftsOf(visit, space) : [],
      cancel: pathOfPage(content, page),
    },
  };
}

type Found = NonNullable<ReturnType<typeof nodeIn>>;

/**
 * The places that a page may take below a parent, the top level where `parent` is empty. Each value names its parent, so that a choice from
 * the list of one parent is never taken for a place below another.
 */
function placesBelow(pages: readonly PageNode[], { parent: now, at: index }: Found, parent: string) {
  const isHere = parent === (now?.id ?? '');
  const neighbours = childrenOf(pages, parent);
  const places = neighbours.map(({ title }, at) => ({
    value: placeValue(parent, at),
    words: isHere && at === index ? `${at + 1} (where it is)` : `${at + 1} (where ${title} is)`,
    chosen: isHere && at === index,
  }));
  if (isHere) return places;
  const last = { value: placeValue(parent, neighbours.length), chosen: true };
  const words = neighbours.length === 0 ? 'the only page there' : `${neighbours.length + 1} (at the end)`;
  return [...places, { ...last, words }];
}

function placeValue(parent: string, at: number): string {
  return `${at} ${parent}`;
}

function childrenOf(pages: readonly PageNode[], parent: string): readonly PageNode[] {
  if (parent === '') return pages;
  const node = nodeIn(pages, parent)?.node;
  return node !== undefined && 'pages' in node ? node.pages : [];
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
  const isDropped = field(visit, 'beside') !== '';
  if (!isDropped && lacksPlace(visit, content)) return placeQuestion(visit, content, id);
  const fields = isDropped ? dropped(visit, content, id) : arrangement(visit, found);
  if (Object.keys(fields).length === 0)
    return { redirect: pathOfPage(content, id), notice: 'Nothing was changed.' };
  const verb = 'title' in fields ? 'Rename' : 'Move';
  const change = await changeFor(visit, content, `${verb} ${title}`);
  await writeIntoDraft(visit, content, change, [{ type: 'update_page', page: id, ...fields }]);
  const told = 'slug' in fields ? await toldAddress(visit, change.number, id) : '';
  return {
    redirect: changePath(content.space.id, change.number),
    notice: `The page is changed in this change request.${told}`,
  };
}

/** Says which address a page got in a change request, where another page has the name that its writer asked for. */
async function toldAddress(visit: Visit, number: number, page: string): Promise<string> {
  const slug = field(visit, 'slug').trim();
  const { reader } = await openContent(visitOfChange(visit, number));
  const node = nodeIn(reader.pages, page)?.node;
  if (node === undefined || !('slug' in node) || node.slug === slug) return '';
  return ` Another page has the address name “${slug}”, so this page got “${node.slug}”.`;
}

/** Whether the chosen place is in the list of another parent than the chosen one, where there are places to choose from. */
function lacksPlace(visit: Visit, { reader }: OpenedContent): boolean {
  const into = field(visit, 'parent');
  const place = placeIn(visit);
  return place !== undefined && place.parent !== into && childrenOf(reader.pages, into).length > 0;
}

/** The place that the form chose: an index, and the parent whose places the list showed. */
function placeIn(visit: Visit): { parent: string; at: number } | undefined {
  const [, at, parent] = /^(\d{1,6}) (.*)$/.exec(field(visit, 'at')) ?? [];
  return at === undefined || parent === undefined ? undefined : { at: Number(at), parent };
}

/** The form once more with the places below the new parent: without scripts, the list of places cannot follow the parent. */
async function placeQuestion(visit: Visit, content: OpenedContent, page: string): Promise<View> {
  const below = field(visit, 'parent');
  const view = await arrangeView(visit, content, { page, below });
  const question = 'The list below has the places under the new parent: choose one, and save.';
  return {
    ...view,
    data: { ...view.data, question },
    sent: { action: (view.data as { action: string }).action, fields: visit.form.fields },
  };
}

/** The fields of a page's name and place that the form changes. */
function arrangement(visit: Visit, { node, parent, at }: Found) {
  const title = field(visit, 'title').trim();
  const slug = field(visit, 'slug').trim();
  const isRenamed = slug !== '' && 'slug' in node && slug !== node.slug;
  const fault = isRenamed ? slugFault(slug) : undefined;
  if (fault !== undefined) throw badField('slug', `This name ${fault}.`, 'Choose another one.');
  const into = field(visit, 'parent');
  const place = placeIn(visit);
  const isElsewhere = into !== (parent?.id ?? '');
  const isPlaced = place !== undefined && place.parent === into;
  const isMoved = isElsewhere || (isPlaced && place.at !== at);
  return {
    ...(title === '' || title === node.title ? {} : { title }),
    ...(isRenamed ? { slug } : {}),
    ...(isMoved ? { into: into === '' ? null : into } : {}),
    ...(isMoved && isPlaced ? { at: place.at } : {}),
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
