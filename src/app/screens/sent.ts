/** The text that an editor sends, beside the page's present text, and how the editor's script goes on after that. */
import type { ChangeRequest } from '../../contract/index.ts';
import { withOwnLineEndings } from '../line-endings.ts';
import { changePath, type Scope } from '../paths.ts';
import { field, type Visit } from '../visit.ts';
import { openContent, type OpenedContent } from './content.ts';
import { noSuchPage } from './drafts.ts';
import { documentBefore } from './kept.ts';
import { nodeIn } from './tree.ts';

/** A text that somebody sends, beside the page's present text. */
export interface SentText {
  readonly content: OpenedContent;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly original: string;
  readonly base: string;
  /** The document that the page has now. */
  readonly document: string;
  /** The document that this editor saved last, as far as this server remembers. */
  readonly known: string;
  /** Whether somebody else wrote the page since this writer began. */
  readonly isOutOfDate: boolean;
}

/** Reads the text that was sent, and the content that it goes into: a chosen draft has its own texts. */
export async function readSentText(visit: Visit): Promise<SentText> {
  const known = visit.writings.of(writingOf(visit));
  const into = known === undefined ? field(visit, 'into') : String(known.change);
  const isInChange = visit.params['number'] !== undefined || into === '';
  const content = await openContent(isInChange ? visit : visitOfChange(visit, into));
  const { id, title, document } = documentPage(content, field(visit, 'page'));
  const original = (await content.reader.text(id)) ?? '';
  const base = field(visit, 'base');
  // A text from another change request is up to date where the page is still as it was before that change request.
  const before = await documentBefore(visit, content, { number: field(visit, 'from'), page: id });
  return {
    ...{ content, page: id, title, original, base, document },
    text: withOwnLineEndings(original, field(visit, 'text')),
    known: known?.document ?? base,
    isOutOfDate: ![base, known?.document, before].includes(document),
  };
}

/** Remembers what an editor saved, so that the server knows the editor at its next try, also when this answer is lost. */
export function rememberSave(visit: Visit, change: ChangeRequest | undefined, document: string): void {
  if (change !== undefined) visit.writings.note(writingOf(visit), { change: change.number, document });
}

/** Names one open editor; nobody else can use that name. */
function writingOf(visit: Visit): string {
  const own = field(visit, 'writing');
  return own === '' ? '' : JSON.stringify([visit.user.id, visit.params['space'], field(visit, 'page'), own]);
}

/** How the script goes on in the change request that now has a text or picture of its page. */
export function nextEdit(
  visit: Visit,
  { number, subject }: ChangeRequest,
  { content: { space }, page }: SentText,
): object {
  const edit = changePath(space.id, number, 'edit');
  return {
    action: edit,
    here: `${edit}?page=${encodeURIComponent(page)}`,
    keep: unsavedTextKey(visit, { space: space.id, change: String(number) }, page),
    change: { name: `#${number} ${subject}`, href: changePath(space.id, number) },
  };
}

/** The name under which a browser keeps the text of a page that was not saved yet. */
export function unsavedTextKey({ user }: Visit, { space, change = '' }: Scope, page: string): string {
  return [user.id, space, change, page].join(' ');
}

/** The visit as it would be at the address of a change request. */
export function visitOfChange(visit: Visit, number: number | string): Visit {
  return { ...visit, params: { ...visit.params, number: String(number) } };
}

export function documentPage(
  { reader }: OpenedContent,
  id: string,
): { id: string; title: string; document: string } {
  const node = nodeIn(reader.pages, id)?.node;
  if (node?.type !== 'document') throw noSuchPage();
  return { id, title: node.title, document: node.documentId ?? '' };
}
