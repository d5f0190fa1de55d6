/** The editor of a page: what it shows, and what happens to a text that somebody saves. */
import { isAppError } from '../../base/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import { withoutElementNames } from '../html.ts';
import { changePath, scopeBase, spacePath } from '../paths.ts';
import { takenPictures } from '../pictures.ts';
import { field, type Outcome, type Visit } from '../visit.ts';
import { openContent, type OpenedContent } from './content.ts';
import { changeFor, draftsOf, pathOfPage, writeIntoDraft } from './drafts.ts';
import { deadEndOf, endOfDeletedPage, keptTextsOf, type DeadEnd } from './kept.ts';
import { putPictures } from './pictures.ts';
import {
  nextEdit,
  visitOfChange,
  unsavedTextKey,
  rememberSave,
  documentPage,
  readSentText,
  type SentText,
} from './sent.ts';

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
  readonly status?: number;
  /** Whether the service does not have this text yet. */
  readonly isUnsaved?: true;
  /** The text that somebody else wrote meanwhile, on a document other than the one that this writer began with. */
  readonly theirs?: { readonly text: string; readonly began: string };
}

const chooseAgain = 'choose them again before you save.';

/** The editor of a page. */
export async function editor(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { id, title, document } = documentPage(content, visit.query.get('page') ?? '');
  const text = (await content.reader.text(id)) ?? '';
  const preview = await previewOf(content, id, text);
  return editorView(visit, { content, page: id, title, text, base: document, preview });
}

/** Saves the editor's text into a change request, or shows a preview of it. */
export async function save(visit: Visit): Promise<Outcome> {
  return visit.writings.inTurn(visit.params['space'] ?? '', async () => {
    const sent = await readSentText(visit);
    const { content, page, title, text, original, base } = sent;
    const { uploads } = visit.form;
    if (field(visit, 'do') === 'preview')
      return editorView(visit, {
        ...{ content, page, title, text, base },
        preview: await previewOf(content, page, text),
        ...(text === original ? {} : { isUnsaved: true }),
        ...(uploads.length === 0 ? {} : { problem: `A preview takes no pictures along: ${chooseAgain}` }),
      });
    if (text === original && uploads.length === 0) return nothingToSave(sent);
    if ((await deadEndOf(visit, content, page)) !== undefined)
      return editorView(visit, { ...{ content, page, title, text, base }, isUnsaved: true, status: 409 });
    if (sent.isOutOfDate) return bothTexts(visit, sent);
    if (uploads.length > 0) return withPictures(visit, sent);
    const { change } = await keep(visit, sent);
    return { redirect: changePath(content.space.id, change.number), notice: 'Your edit is saved.' };
  });
}

/** Saves the editor's text for its script; the answer tells the script how to go on. */
export async function saveFromScript(visit: Visit): Promise<Outcome> {
  return visit.writings.inTurn(visit.params['space'] ?? '', async () => {
    const sent = await readSentText(visit).catch((error: unknown) => endOfDeletedPage(visit, error));
    if ('message' in sent) return { json: { state: 'ended', ...sent } };
    const { content, page, text, original, document } = sent;
    const { change } = content;
    if (text === original) {
      rememberSave(visit, change, document);
      return { json: change === undefined ? { state: 'saved' } : savedInto(visit, change, sent, document) };
    }
    const end = await deadEndOf(visit, content, page);
    if (end !== undefined) return { json: { state: 'ended', ...end } };
    if (sent.isOutOfDate) return { json: { state: 'conflict' } };
    const kept = await keep(visit, sent);
    const after = await openContent(visitOfChange(visit, kept.change.number));
    const present = documentPage(after, page).document;
    rememberSave(visit, kept.change, present);
    return { json: savedInto(visit, kept.change, sent, present) };
  });
}

/** How the script goes on after its text was saved into a change request. */
function savedInto(visit: Visit, change: ChangeRequest, sent: SentText, base: string): object {
  return { state: 'saved', base, ...nextEdit(visit, change, sent) };
}

async function keep(
  visit: Visit,
  { content, page, title, text }: SentText,
): Promise<{ change: ChangeRequest }> {
  const change = await changeFor(visit, content, `Edit ${title}`);
  await writeIntoDraft(visit, content, change, [{ type: 'update_page', page, document: { markdown: text } }]);
  return { change };
}

function nothingToSave({ content, page }: SentText): Outcome {
  const { space, change } = content;
  if (change === undefined) return { redirect: pathOfPage(content, page), notice: 'Nothing was changed.' };
  return { redirect: changePath(space.id, change.number), notice: 'Your edit is saved.' };
}

/** The writer's text beside the text that somebody else saved meanwhile. */
async function bothTexts(
  visit: Visit,
  { content, page, title, text, original, base, document }: SentText,
): Promise<Outcome> {
  const isOtherDraft = visit.params['number'] === undefined && content.change !== undefined;
  const who = isOtherDraft
    ? `Change request #${content.change.number} says something else on this page.`
    : field(visit, 'from') === ''
      ? 'Somebody else changed this page while you wrote.'
      : 'This page says something else by now than when you began.';
  return editorView(visit, {
    ...{ content, page, title, text, base: document, isUnsaved: true },
    theirs: { text: original, began: base },
    problem: [
      `${who} Your text is below, the other one beside it: put together what should stay, and save again.`,
      ...(visit.form.uploads.length === 0 ? [] : [`The pictures are not added: ${chooseAgain}`]),
    ].join(' '),
  });
}

/** A preview of the page with the form's text: a part of a page, for the editor's script. */
export async function preview(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const { id } = documentPage(content, field(visit, 'page'));
  return { part: await previewOf(content, id, field(visit, 'text').replaceAll('\r\n', '\n')) };
}

async function previewOf({ reader }: OpenedContent, id: string, text: string): Promise<string> {
  return withoutElementNames((await reader.page(id, text))?.html ?? '');
}

/**
 * Puts pictures into the change request, and their links below the text, where the writer can move them. The text stays, whatever fails.
 */
async function withPictures(visit: Visit, sent: SentText): Promise<Outcome> {
  const { page, title, text, base } = sent;
  const shown = { page, title, base, isUnsaved: true } as const;
  try {
    const { content, markdown } = await putPictures(visit, sent);
    const ending = text === '' || text.endsWith('\n') ? '' : '\n';
    const longer = `${text}${ending}\n${markdown.join('\n\n')}\n`;
    return await editorView(visit, {
      ...{ ...shown, content, text: longer },
      preview: await previewOf(content, page, longer),
      problem: `The pictures are in the change request. Their links are at the end of the text: put them where they belong, and save.`,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { content } = sent;
    return editorView(visit, {
      ...{ ...shown, content, text, status: error.status },
      preview: await previewOf(content, page, text),
      problem: [error.message, error.hint, 'Your text is below; it is not saved yet.']
        .filter(Boolean)
        .join(' '),
    });
  }
}

async function editorView(visit: Visit, draft: Draft): Promise<Outcome> {
  const { content, page, title, text, base, preview, problem, status, theirs, isUnsaved } = draft;
  const { space, change, scope, frame } = content;
  const action =
    change === undefined ? spacePath(space.id, 'edit') : changePath(space.id, change.number, 'edit');
  const end: DeadEnd | undefined = await deadEndOf(visit, content, page);
  return {
    template: 'edit',
    title: `Edit ${title}`,
    wide: true,
    withEditor: true,
    kept: await keptTextsOf(visit, page),
    ...(status === undefined ? {} : { status }),
    ...frame(change === undefined ? 'pages' : 'changes'),
    data: {
      action,
      at: {
        preview: action.replace(/edit$/, 'preview'),
        save: action.replace(/edit$/, 'autosave'),
        pictures: action.replace(/edit$/, 'pictures'),
      },
      pictures: takenPictures,
      keep: unsavedTextKey(visit, scope, page),
      path: content.reader.pathOf(page) ?? '',
      from: end === undefined ? field(visit, 'from') : String(change?.number ?? ''),
      end,
      isUnsaved: isUnsaved === true,
      page,
      name: title,
      text,
      base,
      preview,
      problem,
      theirs: theirs?.text,
      began: theirs?.began,
      cancel: pathOfPage(content, page),
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
