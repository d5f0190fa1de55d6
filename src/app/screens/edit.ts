/** The editor of a page: what it shows, and what becomes of a text that somebody saves. */
import { folderOf, relativePath } from '../../content/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import { withoutNames } from '../html.ts';
import type { Upload } from '../http/forms.ts';
import { withOwnLineEndings } from '../line-endings.ts';
import { changePath, scopeBase, spacePath, type Scope } from '../paths.ts';
import { field, type Outcome, type Visit } from '../visit.ts';
import { openContent, type OpenedContent } from './content.ts';
import { changeFor, draftsOf, hereOf, noSuchPage, write } from './drafts.ts';
import { nodeIn } from './tree.ts';

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
  /** Whether the service does not have this text yet. */
  readonly isUnsaved?: true;
  /** What somebody else wrote meanwhile, on a document other than the one that the writer began with. */
  readonly theirs?: { readonly text: string; readonly began: string };
}

/** The editor of a page. */
export async function editor(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { id, title, document } = pageIn(content, visit.query.get('page') ?? '');
  const text = (await content.reader.text(id)) ?? '';
  const preview = await previewOf(content, id, text);
  return editorView(visit, { content, page: id, title, text, base: document, preview });
}

/** A text that somebody sends, beside what the page says now. */
interface Sent {
  readonly content: OpenedContent;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly original: string;
  readonly base: string;
  /** The document that the page has now. */
  readonly document: string;
  /** Whether somebody else wrote the page since this writer began. */
  readonly isOutOfDate: boolean;
}

/** Saves what the editor holds into a change request, or shows what it would look like. */
export async function save(visit: Visit): Promise<Outcome> {
  return visit.writings.inTurn(visit.params['space'] ?? '', async () => {
    const sent = await readSent(visit);
    const { content, page, title, text, original, base } = sent;
    if (field(visit, 'do') === 'preview')
      return editorView(visit, {
        ...{ content, page, title, text, base },
        preview: await previewOf(content, page, text),
        ...(text === original ? {} : { isUnsaved: true }),
      });
    const { uploads } = visit.form;
    if (text === original && uploads.length === 0) return nothingToSave(sent);
    if (sent.isOutOfDate) return bothTexts(visit, sent);
    if (uploads.length > 0) {
      const change = await changeFor(visit, content, `Edit ${title}`);
      return withPictures(visit, { content, page, title, text, base, change });
    }
    const { change } = await keep(visit, sent);
    return { redirect: changePath(content.space.id, change.number), notice: 'Your edit is saved.' };
  });
}

/** Saves what the editor holds, for its script, which goes on with what this answers. */
export async function autosave(visit: Visit): Promise<Outcome> {
  return visit.writings.inTurn(visit.params['space'] ?? '', async () => {
    const sent = await readSent(visit);
    const { content, page, text, original, document } = sent;
    const { change } = content;
    if (text === original) {
      note(visit, change, document);
      return { json: change === undefined ? { state: 'saved' } : savedInto(visit, change, sent, document) };
    }
    if (sent.isOutOfDate) return { json: { state: 'conflict' } };
    const kept = await keep(visit, sent);
    const after = await openContent(inChange(visit, kept.change.number));
    const present = pageIn(after, page).document;
    note(visit, kept.change, present);
    return { json: savedInto(visit, kept.change, sent, present) };
  });
}

/** Remembers what an editor saved, so that its next try is known again when this answer is lost. */
function note(visit: Visit, change: ChangeRequest | undefined, document: string): void {
  if (change !== undefined) visit.writings.note(writingOf(visit), { change: change.number, document });
}

/** Names one editor that somebody has open; nobody else can name it. */
function writingOf(visit: Visit): string {
  const own = field(visit, 'writing');
  return own === '' ? '' : JSON.stringify([visit.user.id, visit.params['space'], field(visit, 'page'), own]);
}

/** How the script goes on after its text was saved into a change request. */
function savedInto(
  visit: Visit,
  { number, subject }: ChangeRequest,
  { content: { space }, page }: Sent,
  base: string,
): object {
  const edit = changePath(space.id, number, 'edit');
  return {
    state: 'saved',
    base,
    action: edit,
    here: `${edit}?page=${encodeURIComponent(page)}`,
    keep: keepOf(visit, { space: space.id, change: String(number) }, page),
    change: { name: `#${number} ${subject}`, href: changePath(space.id, number) },
  };
}

/** The name under which a browser keeps the text of a page that was not saved yet. */
function keepOf({ user }: Visit, { space, change = '' }: Scope, page: string): string {
  return [user.id, space, change, page].join(' ');
}

/** The visit as it would be at the address of a change request. */
function inChange(visit: Visit, number: number | string): Visit {
  return { ...visit, params: { ...visit.params, number: String(number) } };
}

/** Reads what was sent, beside the content that it goes into: a draft that was chosen has texts of its own. */
async function readSent(visit: Visit): Promise<Sent> {
  const known = visit.writings.of(writingOf(visit));
  const into = known === undefined ? field(visit, 'into') : String(known.change);
  const isInChange = visit.params['number'] !== undefined || into === '';
  const content = await openContent(isInChange ? visit : inChange(visit, into));
  const { id, title, document } = pageIn(content, field(visit, 'page'));
  const original = (await content.reader.text(id)) ?? '';
  const base = field(visit, 'base');
  return {
    ...{ content, page: id, title, original, base, document },
    text: withOwnLineEndings(original, field(visit, 'text')),
    isOutOfDate: document !== base && document !== known?.document,
  };
}

async function keep(visit: Visit, { content, page, title, text }: Sent): Promise<{ change: ChangeRequest }> {
  const change = await changeFor(visit, content, `Edit ${title}`);
  await write(visit, content, change, [{ type: 'update_page', page, document: { markdown: text } }]);
  return { change };
}

function nothingToSave({ content, page }: Sent): Outcome {
  const { space, change } = content;
  if (change === undefined) return { redirect: hereOf(content, page), notice: 'Nothing was changed.' };
  return { redirect: changePath(space.id, change.number), notice: 'Your edit is saved.' };
}

/** The writer's text with what somebody else saved meanwhile beside it. */
async function bothTexts(
  visit: Visit,
  { content, page, title, text, original, base, document }: Sent,
): Promise<Outcome> {
  const isOtherDraft = visit.params['number'] === undefined && content.change !== undefined;
  const who = isOtherDraft
    ? `Change request #${content.change.number} says something else on this page.`
    : 'Somebody else changed this page while you wrote.';
  return editorView(visit, {
    ...{ content, page, title, text, base: document, isUnsaved: true },
    theirs: { text: original, began: base },
    problem: `${who} Your text is below, the other one beside it: put together what should stay, and save again.`,
  });
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
  const opened = await openContent(inChange(visit, change.number));
  const from = opened.reader.fileOfPage(page) ?? 'README.md';
  const links = [];
  for (const { id, name } of answer.insertedFiles ?? []) {
    const file = await visit.call('getFileInChangeRequestById', { params: { ...params, fileId: id } });
    const target = relativePath(folderOf(from), file.git?.path ?? name);
    links.push(
      `![${name.replace(/\.\w+$/, '').replaceAll(/[[\]]/g, '')}](${/[\s()<>]/.test(target) ? `<${target}>` : target})`,
    );
  }
  const ending = text === '' || text.endsWith('\n') ? '' : '\n';
  const longer = `${text}${ending}\n${links.join('\n\n')}\n`;
  return editorView(visit, {
    ...draft,
    content: opened,
    text: longer,
    isUnsaved: true,
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
  const { content, page, title, text, base, preview, problem, theirs, isUnsaved } = draft;
  const { space, change, scope, frame } = content;
  const action =
    change === undefined ? spacePath(space.id, 'edit') : changePath(space.id, change.number, 'edit');
  return {
    template: 'edit',
    title: `Edit ${title}`,
    wide: true,
    withEditor: true,
    ...frame(change === undefined ? 'pages' : 'changes'),
    data: {
      action,
      at: { preview: action.replace(/edit$/, 'preview'), save: action.replace(/edit$/, 'autosave') },
      keep: keepOf(visit, scope, page),
      isUnsaved: isUnsaved === true,
      page,
      name: title,
      text,
      base,
      preview,
      problem,
      theirs: theirs?.text,
      began: theirs?.began,
      cancel: hereOf(content, page),
      change: change && {
        number: change.number,
        subject: change.subject,
        href: changePath(space.id, change.number),
      },
      drafts: change === undefined ? await draftsOf(visit, space) : [],
      scopeBase: scopeBase(scope),
    },
  };
}

function pageIn({ reader }: OpenedContent, id: string): { id: string; title: string; document: string } {
  const node = nodeIn(reader.pages, id)?.node;
  if (node?.type !== 'document') throw noSuchPage();
  return { id, title: node.title, document: node.documentId ?? '' };
}
