import { AppError } from '../../base/index.ts';
import { folderOf, relativePath, slugify, type PageNode } from '../../content/index.ts';
import type { ChangeRequest, ContentChange, Space } from '../../contract/index.ts';
import { withoutNames } from '../html.ts';
import type { Upload } from '../http/forms.ts';
import { withOwnLineEndings } from '../line-endings.ts';
import { listOf } from '../lists.ts';
import { changePath, pagePath, scopeBase, spacePath, type Scope } from '../paths.ts';
import { field, type Outcome, type Visit } from '../visit.ts';
import { openChange, openContent, readerOf, type OpenedContent } from './content.ts';
import { everyPage, nodeIn } from './tree.ts';

/** What the editor shows. */
interface Draft {
  readonly content: OpenedContent;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  /** The document that the writer began with. */
  readonly base: string;
  readonly preview?: string | undefined;
  readonly problem?: string;
  /** What somebody else wrote meanwhile. */
  readonly theirs?: string;
}

/** The editor of a page. */
export async function editor(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { id, title, document } = pageIn(content, visit.query.get('page') ?? '');
  const text = (await content.reader.text(id)) ?? '';
  const preview = await previewOf(content, id, text);
  return editorView(visit, { content, page: id, title, text, base: document, preview });
}

/** Saves what the editor holds into a change request, or shows what it would look like. */
export async function save(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { id, title, document } = pageIn(content, field(visit, 'page'));
  const original = (await content.reader.text(id)) ?? '';
  const text = withOwnLineEndings(original, field(visit, 'text'));
  const draft: Draft = { content, page: id, title, text, base: field(visit, 'base') };
  if (field(visit, 'do') === 'preview')
    return editorView(visit, { ...draft, preview: await previewOf(content, id, text) });
  if (document !== draft.base)
    return editorView(visit, {
      ...draft,
      base: document,
      theirs: original,
      problem:
        'Somebody else changed this page while you wrote. Your text is below, theirs beside it: put together what should stay, and save again.',
    });
  const { uploads } = visit.form;
  if (text === original && uploads.length === 0)
    return { redirect: hereOf(content, id), notice: 'Nothing was changed.' };
  const change = await changeFor(visit, content, `Edit ${title}`);
  if (uploads.length > 0) return withPictures(visit, { ...draft, change });
  await write(visit, content, change, [{ type: 'update_page', page: id, document: { markdown: text } }]);
  return { redirect: changePath(content.space.id, change.number), notice: 'Your edit is saved.' };
}

/** What a page would look like if it said what the form says: a part of a page, for the editor's script. */
export async function preview(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { id } = pageIn(content, field(visit, 'page'));
  return { part: await previewOf(content, id, field(visit, 'text').replaceAll('\r\n', '\n')) };
}

async function previewOf({ reader }: OpenedContent, id: string, text: string): Promise<string> {
  return withoutNames((await reader.page(id, text))?.html ?? '');
}

/** Puts pictures into the change request, and their links below the text, for the writer to place. */
async function withPictures(
  visit: Visit,
  { change, ...draft }: Draft & { change: ChangeRequest },
): Promise<Outcome> {
  const { content, page, text } = draft;
  const params = { spaceId: content.space.id, changeRequestId: change.id };
  const answer = await write(visit, content, change, [
    { type: 'insert_files', files: visit.form.uploads.map(insertedFile) },
  ]);
  const scope: Scope = { space: content.space.id, change: String(change.number) };
  const present = await openChange(
    { ...visit, params: { ...visit.params, number: String(change.number) } },
    content.space.id,
  );
  const reader = readerOf(visit, content.space, present.revision, scope);
  const from = reader.fileOfPage(page) ?? 'README.md';
  const links = [];
  for (const { id, name } of answer.insertedFiles ?? []) {
    const file = await visit.call('getFileInChangeRequestById', { params: { ...params, fileId: id } });
    const target = relativePath(folderOf(from), file.git?.path ?? name);
    links.push(
      `![${name.replace(/\.\w+$/, '').replaceAll(/[[\]]/g, '')}](${/[\s()<>]/.test(target) ? `<${target}>` : target})`,
    );
  }
  const ending = text === '' || text.endsWith('\n') ? '' : '\n';
  const opened = { ...content, scope, change: present, revision: present.revision, reader };
  const longer = `${text}${ending}\n${links.join('\n\n')}\n`;
  return editorView(visit, {
    ...draft,
    content: opened,
    text: longer,
    preview: await previewOf(opened, page, longer),
    problem: `The pictures are in the change request. Their links stand at the end of the text: put them where they belong, and save.`,
  });
}

function insertedFile({ name, contentType, bytes }: Upload) {
  const safe =
    name
      .replace(/^.*[/\\]/, '')
      .replaceAll(/[^\p{L}\p{N}._ -]/gu, '-')
      .replace(/^\.+/, '') || 'picture';
  return { name: safe, contentType, base64: Buffer.from(bytes).toString('base64') };
}

async function editorView(visit: Visit, draft: Draft): Promise<Outcome> {
  const { content, page, title, text, base, preview, problem, theirs } = draft;
  const { space, change, scope, frame } = content;
  const action =
    change === undefined ? spacePath(space.id, 'edit') : changePath(space.id, change.number, 'edit');
  return {
    template: 'edit',
    title: `Edit ${title}`,
    wide: true,
    ...frame(change === undefined ? 'pages' : 'changes'),
    data: {
      action,
      previewAt: action.replace(/edit$/, 'preview'),
      page,
      name: title,
      text,
      base,
      preview,
      problem,
      theirs,
      cancel: hereOf(content, page),
      change: change && { number: change.number, subject: change.subject },
      drafts: change === undefined ? await draftsOf(visit, space) : [],
      scopeBase: scopeBase(scope),
    },
  };
}

function hereOf({ scope, reader }: OpenedContent, page: string): string {
  return pagePath(scope, reader.pathOf(page) ?? '');
}

/** This person's own drafts in a space, which an edit may be added to. */
async function draftsOf(visit: Visit, space: Space): Promise<{ number: number; subject: string }[]> {
  const query = { status: 'draft' as const, contributor: visit.user.id };
  const found = await listOf(
    visit,
    'listChangeRequestsForSpace',
    { params: { spaceId: space.id }, query },
    20,
  );
  return found.map(({ number, subject }) => ({
    number,
    subject: subject === '' ? 'Without a subject' : subject,
  }));
}

/** The change request that an edit goes into: the one that is open, a draft that was chosen, or a new one. */
async function changeFor(
  visit: Visit,
  { space, change }: OpenedContent,
  subject: string,
): Promise<ChangeRequest> {
  if (change !== undefined) return change;
  const chosen = field(visit, 'into');
  if (chosen !== '')
    return visit.call('getChangeRequestById', { params: { spaceId: space.id, changeRequestId: chosen } });
  return visit.call('createChangeRequest', {
    params: { spaceId: space.id },
    body: { subject: [...subject].slice(0, 100).join('') },
  });
}

/** Writes into a change request; one that was made for this write alone does not stay behind when it fails. */
async function write(
  visit: Visit,
  { space, change: known }: OpenedContent,
  change: ChangeRequest,
  changes: ContentChange[],
) {
  const params = { spaceId: space.id, changeRequestId: change.id };
  try {
    return await visit.call('updateContentInChangeRequest', { params, body: { changes } });
  } catch (error) {
    if (known === undefined && field(visit, 'into') === '')
      await visit.call('updateChangeRequestById', { params, body: { status: 'archived' } });
    throw error;
  }
}

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
  if (title === '')
    throw new AppError('BAD_REQUEST', 'A new page needs a title.', { hint: 'Go back and give it one.' });
  const parent = field(visit, 'parent');
  const change = await changeFor(visit, content, `Add ${title}`);
  const answer = await write(visit, content, change, [
    {
      type: 'insert_page',
      title,
      slug: slugify(title),
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
export async function arrange(visit: Visit): Promise<Outcome> {
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
      below: 'pages' in found.node ? [...everyPage(found.node.pages)].length : 0,
      drafts: change === undefined ? await draftsOf(visit, space) : [],
      cancel: hereOf(content, id),
    },
  };
}

/** Renames, moves or deletes a page in a change request. */
export async function rearrange(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const id = field(visit, 'page');
  const found = nodeIn(content.reader.pages, id);
  if (found === undefined) throw noSuchPage();
  const { title } = found.node;
  if (field(visit, 'do') === 'delete') {
    const change = await changeFor(visit, content, `Delete ${title}`);
    await write(visit, content, change, [{ type: 'delete_page', page: id }]);
    return {
      redirect: changePath(content.space.id, change.number),
      notice: 'The page is deleted in this change request.',
    };
  }
  const fields = arrangement(visit, found);
  if (Object.keys(fields).length === 0)
    return { redirect: hereOf(content, id), notice: 'Nothing was changed.' };
  const verb = 'title' in fields ? 'Rename' : 'Move';
  const change = await changeFor(visit, content, `${verb} ${title}`);
  await write(visit, content, change, [{ type: 'update_page', page: id, ...fields }]);
  return {
    redirect: changePath(content.space.id, change.number),
    notice: 'The page is changed in this change request.',
  };
}

/** What of a page's name and place the form says otherwise. */
function arrangement(
  visit: Visit,
  { node, parent, at }: { node: PageNode; parent: PageNode | null; at: number },
) {
  const title = field(visit, 'title').trim();
  const slug = field(visit, 'slug').trim();
  const into = field(visit, 'parent');
  const place = Number.parseInt(field(visit, 'at'), 10);
  const isElsewhere = into !== (parent?.id ?? '');
  const isMoved = isElsewhere || (Number.isInteger(place) && place !== at);
  return {
    ...(title === '' || title === node.title ? {} : { title }),
    ...(slug === '' || !('slug' in node) || slug === node.slug ? {} : { slug }),
    ...(isMoved ? { into: into === '' ? null : into } : {}),
    ...(isMoved && !isElsewhere ? { at: Math.max(0, place) } : {}),
  };
}

function parentsIn(
  pages: readonly PageNode[],
  without?: string,
): { id: string; title: string; depth: number }[] {
  const found = without === undefined ? undefined : nodeIn(pages, without)?.node;
  const below = new Set(found === undefined ? [] : [...everyPage([found])].map(({ node }) => node.id));
  return [...everyPage(pages)]
    .filter(({ node }) => (node.type === 'document' || node.type === 'group') && !below.has(node.id))
    .map(({ node, depth }) => ({ id: node.id, title: node.title, depth }));
}

function pageIn({ reader }: OpenedContent, id: string): { id: string; title: string; document: string } {
  const node = nodeIn(reader.pages, id)?.node;
  if (node?.type !== 'document') throw noSuchPage();
  return { id, title: node.title, document: node.documentId ?? '' };
}

function noSuchPage(): AppError {
  return new AppError('NOT_FOUND', 'There is no such page here.', {
    hint: 'It may have been deleted: look at the history.',
  });
}
