import {
  CompletionItemKind,
  InsertTextFormat,
  type CompletionItem,
  type CompletionList,
  type Position,
} from 'vscode-languageserver';
import { folderOf, isMarkdownPath, printTarget, relativePath } from '../content/index.ts';
import { contentsOf, isUnlisted } from '../links/resolve.ts';
import type { LinkIndex } from '../links/tree.ts';
import { pageBefore, partialTargetBefore, type PartialTarget } from './links-at.ts';

/** An editor shows a few at a time, and asks again at each key. */
const mostItems = 100;

/** The proposals for a target that somebody is writing: paths to pages and files, by path or by title, and the anchors of a page. */
export function completionsAt(
  index: LinkIndex,
  path: string,
  { line, position }: { line: string; position: Position },
): CompletionList | null {
  const written = partialTargetBefore(line);
  if (written === null) return null;
  const { typed } = written;
  const hash = typed.indexOf('#');
  const length = hash < 0 ? typed.length : typed.length - hash - 1;
  const range = {
    start: { line: position.line, character: position.character - length },
    end: position,
  };
  const items =
    hash < 0
      ? pathItems(index, path, written)
      : anchorItems(index, pageBefore(index, path, typed), typed.slice(hash + 1));
  return {
    isIncomplete: items.length > mostItems,
    items: items
      .slice(0, mostItems)
      .map(({ newText, ...item }) => ({ ...item, textEdit: { range, newText } })),
  };
}

type Item = CompletionItem & { readonly newText: string };

function pathItems(index: LinkIndex, from: string, written: PartialTarget): Item[] {
  const folder = folderOf(from);
  const typed = folded(written.typed.replace(/^\.\//u, ''));
  const dot = written.typed.startsWith('./') ? './' : '';
  const found: (Item & { readonly rank: number })[] = [];
  for (const path of index.paths) {
    const rank = rankOf(index, from, path, written.kind);
    if (rank === null) continue;
    const target = relativePath(folder, path);
    const title = index.titleOf(path) ?? '';
    const begins = folded(target).startsWith(typed) || folded(title).startsWith(typed);
    if (!begins && !folded(target).includes(typed) && !folded(title).includes(typed)) continue;
    const spelt = dot !== '' && !target.startsWith('.') ? dot + target : target;
    found.push({
      label: target,
      kind: isMarkdownPath(path) ? CompletionItemKind.File : CompletionItemKind.Reference,
      ...(title === '' ? {} : { detail: title }),
      // An editor compares what was typed with this text.
      filterText: `${spelt} ${title}`,
      insertTextFormat: InsertTextFormat.PlainText,
      newText: inForm(spelt, written.form),
      rank: rank * 2 + (begins ? 0 : 1),
    });
  }
  found.sort((one, other) => one.rank - other.rank || (one.label < other.label ? -1 : 1));
  return found.map(({ rank: _, ...item }, at) => ({ ...item, sortText: String(at).padStart(6, '0') }));
}

/** How likely a file is the one that the writer means; null for a file that cannot be. */
function rankOf(index: LinkIndex, from: string, path: string, kind: PartialTarget['kind']): number | null {
  const isInclude = /(?:^|\/)\.gitbook\/includes\//u.test(path);
  if (path === from && kind !== 'link') return null;
  if (isContents(index, path) || /(?:^|\/)\.git(?:book\.yaml|ignore)$/u.test(path)) return null;
  if (kind === 'include') return isInclude ? 0 : null;
  if (kind === 'image') return isMarkdownPath(path) ? null : /\/assets\//u.test(path) ? 0 : 1;
  if (isInclude) return null;
  if (!isMarkdownPath(path)) return 2;
  // In a table of contents, files that it does not name yet come first; elsewhere, such files are not offered as pages.
  return isUnlisted(index, path) === isContents(index, from) ? 0 : 1;
}

function isContents(index: LinkIndex, path: string): boolean {
  const space = index.spaceOf(path);
  return space !== null && path === contentsOf(space);
}

function anchorItems(index: LinkIndex, page: string | null, typed: string): Item[] {
  const anchors = page === null ? [] : [...(index.anchorsOf(page)?.anchors.values() ?? [])];
  return anchors
    .filter(
      ({ kind, id, text }) => kind !== 'footnote' && `${folded(id)} ${folded(text)}`.includes(folded(typed)),
    )
    .map(({ id, text, start }) => ({
      label: `#${id}`,
      kind: CompletionItemKind.Reference,
      ...(text === '' ? {} : { detail: text }),
      filterText: `${id} ${text}`,
      sortText: String(start).padStart(9, '0'),
      newText: id,
    }));
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

function inForm(target: string, form: PartialTarget['form']): string {
  if (form === 'plain') return printTarget(target);
  if (form === 'angle') return target.replace(/[<>\\]/gu, '\\$&');
  return target.replaceAll('&', '&#x26;').replaceAll('"', '&#x22;');
}
