import { joinEmoji, mergePage, titleOf } from '../../content/index.ts';
import { pageMark } from '../mirror/marks.ts';
import { documentsById } from '../remote/tree.ts';
import type { DocumentPage } from '../remote/tree.ts';
import type { ConflictReport } from '../report.ts';
import type { SentPage } from '../state/proposals.ts';
import { baseTextOf, shownText } from '../versions/base-of.ts';
import type { PageKey, TextEdit } from './folder-edits.ts';
import type { CurrentContent } from './plan-against.ts';
import { seenInRequest } from './seen-in-request.ts';
import type { SendContext } from './send-edits.ts';
import { localOf, keptOfSent, sentPage } from './sent-page.ts';
import { textOfPage } from '../remote/page-text.ts';

interface TextsToSend {
  readonly texts: ReadonlyMap<PageKey, TextEdit>;
  readonly conflicts: readonly ConflictReport[];
  /** Pages that already say what they should, however they came to say it. */
  readonly said: readonly SentPage[];
}

/** Decides which texts have to be written: those that the change request does not have yet, joined with what somebody else wrote into it. */
export async function textsToSend(
  { ports, target, edits, way }: Pick<SendContext, 'ports' | 'target' | 'edits' | 'way'>,
  { place, content, record }: CurrentContent,
): Promise<TextsToSend> {
  const now = documentsById(content.pages);
  const sent = new Map(Object.values(record.pages).map((page) => [page.id, page]));
  const table = ports.context.state.table(record.space);
  const texts = new Map<PageKey, TextEdit>();
  const conflicts: ConflictReport[] = [];
  const said: SentPage[] = [];
  // Where pages stay because their moves wait for a person: a new page there waits, too (SYNC-42).
  const kept = new Set<string>();
  const tellsFiles = way.kind === 'content' && ports.context.remote.findings()['pathHints'] !== false;
  for (const each of edits.texts) {
    const edit = keptAsSent(each, sent.get(each.key));
    const page = now.get(edit.key);
    if (!page) {
      if (edit.key.startsWith('new:')) texts.set(edit.key, tellsFiles ? { ...edit, file: edit.path } : edit);
      continue;
    }
    const before = sent.get(edit.key);
    const expected = before ? before.mark : ((await table.get('page', edit.key))?.mark ?? '');
    const fields = withFields(edit, page, now.values());
    const isUntouched = expected !== '' && pageMark(page) === expected;
    const seen = isUntouched ? null : await seenInRequest(ports, target, { record, id: page.id, before });
    const text = { edit, wanted: tellsFiles ? withFile(fields, page, before) : fields, page, before, seen };
    const decision = isUntouched
      ? decideUntouched(text)
      : decideTouched(text, await textOfPage(ports.context.remote, place, edit.key));
    if (decision.kind === 'write') texts.set(edit.key, decision.edit);
    if (decision.kind === 'said') said.push(decision.page);
    if (decision.kind === 'conflict') {
      conflicts.push(decision.conflict);
      kept.add(edit.from ?? edit.path);
    }
  }
  const waiting = [...texts].filter(([key, { path }]) => kept.has(path) && !now.has(key));
  for (const [key] of waiting) texts.delete(key);
  conflicts.push(...waiting.map(([, { path }]) => ({ path, kind: 'place' as const })));
  return { texts, conflicts, said };
}

/** The edit itself; for a file that is held back, the edit keeps the text that was sent before. */
function keptAsSent(edit: TextEdit, before: SentPage | undefined): TextEdit {
  return edit.isHeldBack === true && before !== undefined ? withTextOf(edit, before) : edit;
}

/** The edit with the text that was sent before, which may be joined with what somebody else wrote. */
function withTextOf(edit: TextEdit, before: SentPage): TextEdit {
  const text = before.wish ?? before.text;
  return { ...edit, text, baseText: text, local: before.text, wanted: text };
}

/** An edit of a page that the change request has. */
interface TextThere {
  readonly edit: TextEdit;
  /** The edit with the slug and the file that the service has not been told yet. */
  readonly wanted: TextEdit;
  readonly page: DocumentPage;
  /** What was sent of the page. */
  readonly before: SentPage | undefined;
  /** The text that the writer has seen in the change request since then. */
  readonly seen: string | null;
}

type TextDecision =
  | { readonly kind: 'write'; readonly edit: TextEdit }
  /** The page says it already, but not from us, as far as we know. */
  | { readonly kind: 'said'; readonly page: SentPage }
  | { readonly kind: 'conflict'; readonly conflict: ConflictReport }
  | { readonly kind: 'nothing' };

/** Decides about a page that is as we know it: as we sent it, or as the mirror has it. */
function decideUntouched({ edit, wanted, page, before }: TextThere): TextDecision {
  const hasNames = hasItsNames(wanted) && hasItsTitle({ wanted, page, before });
  if (before) {
    if (before.text !== localOf(edit))
      return { kind: 'write', edit: { ...wanted, baseText: lastSent({ before, edit }) } };
    return hasNames ? { kind: 'nothing' } : { kind: 'write', edit: withTextOf(wanted, before) };
  }
  const isSame = edit.baseText !== null && edit.text === edit.baseText;
  return isSame && hasNames ? { kind: 'nothing' } : { kind: 'write', edit: wanted };
}

/** The last text of a page on which both sides agreed, as the service shows it. */
function lastSent({ before, edit }: Pick<TextThere, 'before' | 'edit'>): string {
  return shownText({ text: baseTextOf(before, edit.baseText) ?? '', title: before?.title }, edit.text);
}

/** Decides about a page that somebody may have changed, given its present text. */
function decideTouched({ edit, wanted, page, before, seen }: TextThere, theirs: string): TextDecision {
  const base = seen ?? lastSent({ before, edit });
  if (theirs === edit.text && hasItsNames(wanted) && hasItsTitle({ wanted, page, before })) {
    const said = { ...keptOfSent(before), ...sentPage(edit.key, edit), mark: pageMark(page) ?? '' };
    return { kind: 'said', page: said };
  }
  if (theirs === edit.text || theirs === base)
    return { kind: 'write', edit: { ...wanted, baseText: theirs } };
  const local = localOf(edit);
  if (before?.text === local && seen === null) {
    // A title that the text says was sent with the text, and others may have changed it since.
    const isTitled = wanted.title === titleOf(edit.text) || hasItsTitle({ wanted, page, before });
    if (hasItsNames(wanted) && isTitled) return { kind: 'nothing' };
    // Only the title, the slug or the file is left to tell: the text stays as somebody else wrote it.
    const title = isTitled ? null : wanted.title;
    const asTheirs = { ...wanted, title, text: theirs, baseText: theirs };
    return { kind: 'write', edit: { ...asTheirs, local, wanted: base } };
  }
  const merged = mergePage({ base, ours: edit.text, theirs });
  if (merged.outcome !== 'merged') return { kind: 'conflict', conflict: { path: edit.path, kind: 'text' } };
  const { text } = merged;
  const heading = titleOf(text);
  // A heading that is not ours comes from whoever wrote into the change request.
  const title = heading === titleOf(edit.text) ? (wanted.title ?? heading) : heading;
  return { kind: 'write', edit: { ...wanted, text, local, wanted: edit.text, baseText: theirs, title } };
}

/** Whether the page has the title that it should have. Some services change a title that we send, so what we sent counts as well. */
function hasItsTitle({ wanted, page, before }: Pick<TextThere, 'wanted' | 'page' | 'before'>): boolean {
  return [null, before?.title, joinEmoji(page)].includes(wanted.title);
}

/** Whether the page has the slug and the file that it should have. */
function hasItsNames({ slug, file }: TextEdit): boolean {
  return slug === null && file === undefined;
}

/** Leaves out a slug that the page already has, and one that another page keeps: the service then gave this page the next best slug. */
function withFields(edit: TextEdit, page: DocumentPage, pages: Iterable<DocumentPage>): TextEdit {
  const { slug } = edit;
  if (slug === null || edit.from === null || page.slug === slug) return { ...edit, slug: null };
  const isNextBest = page.slug.startsWith(`${slug}-`) && /^\d+$/u.test(page.slug.slice(slug.length + 1));
  const isTaken = isNextBest && [...pages].some((other) => other.id !== page.id && other.slug === slug);
  return isTaken ? { ...edit, slug: null } : edit;
}

/** Adds the file of a page that was made or moved here, unless the service has that file, or was told it and ignored it. */
function withFile(edit: TextEdit, page: DocumentPage, before: SentPage | undefined): TextEdit {
  const known = page.git?.path;
  // If the service was told another file before, it has to be told when the page is back at its old path.
  const last = before?.file ?? edit.from;
  const isTold = last === edit.path || known === edit.path;
  return isTold ? edit : { ...edit, file: edit.path };
}
