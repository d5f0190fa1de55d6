import { isMap, isScalar, parseDocument, stringify, type YAMLMap } from 'yaml';
import { readSpaceConfig, type Redirect } from '../../content/index.ts';
import { applySplices, type Splice } from './splices.ts';

/** A redirect for `.gitbook.yaml`: from a page's old address to a file, both without a leading slash. */
export interface WantedRedirect {
  readonly from: string;
  readonly to: string;
}

/**
 * The edits of `.gitbook.yaml` that add these redirects and change the targets of older ones as `retarget` says. A redirect of
 * an address in `taken` is removed, because a page has that address again. Null when no small edit can extend the file.
 *
 * @param text the file; null for a missing file.
 */
export function editRedirects(
  text: string | null,
  {
    wanted,
    retarget,
    taken,
  }: {
    wanted: readonly WantedRedirect[];
    retarget: (redirect: Redirect) => string | null;
    taken: ReadonlySet<string>;
  },
): readonly Splice[] | null {
  const before = text ?? '';
  const { redirects } = readSpaceConfig(text);
  const byFrom = new Map(wanted.map((one) => [one.from, one.to]));
  const splices: Splice[] = [];
  const expected = new Map<string, string>();
  for (const redirect of redirects) {
    const { from, start, end } = redirect;
    const line = taken.has(from) && !byFrom.has(from) ? wholeLine(before, start, end) : null;
    if (line !== null) {
      splices.push(line);
      continue;
    }
    const to = byFrom.get(from) ?? retarget(redirect);
    byFrom.delete(from);
    expected.set(from, to ?? redirect.to);
    if (to !== null && to !== redirect.to) splices.push({ start, end, written: scalar(to) });
  }
  for (const [from, to] of byFrom) expected.set(from, to);
  if (byFrom.size > 0) {
    const added = addition(
      before,
      [...byFrom].map(([from, to]) => `${scalar(from)}: ${scalar(to)}`),
    );
    if (added === null) return null;
    splices.push(added);
  }
  if (splices.length === 0) return [];
  const after = readSpaceConfig(applySplices(before, splices));
  const says =
    after.problems.length === readSpaceConfig(text).problems.length &&
    after.redirects.length === expected.size &&
    after.redirects.every(({ from, to }) => expected.get(from) === to);
  return says ? splices : null;
}

/** A key or value on one line, with quotes where YAML needs them. */
function scalar(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

/** The splice that removes a redirect's line, if nothing else is on the line. */
function wholeLine(text: string, start: number, end: number): Splice | null {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const lineEnd = text.indexOf('\n', end);
  const after = lineEnd < 0 ? text.length : lineEnd + 1;
  const isAlone =
    /^[ \t]+[^{},]*$/u.test(text.slice(lineStart, start)) && !/[,}]/u.test(text.slice(end, after));
  return isAlone ? { start: lineStart, end: after, written: '' } : null;
}

function addition(text: string, lines: readonly string[]): Splice | null {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent' });
  if (document.errors.length > 0) return null;
  const block = (indent: string): string => lines.map((line) => indent + line + eol).join('');
  const listed: unknown = document.get('redirects', true);
  if (isMap(listed) && listed.items.length > 0) return afterLast(text, listed, { eol, block });
  if (document.has('redirects')) return atEmptyKey(text, { eol, block });
  if (document.contents !== null && !(isMap(document.contents) && document.contents.flow !== true))
    return null;
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  return { start: text.length, end: text.length, written: `${gap}redirects:${eol}${block('  ')}` };
}

/** The style of added lines: the line ending, and the block of lines for an indentation. */
interface Written {
  readonly eol: string;
  readonly block: (indent: string) => string;
}

/** Adds lines after the last redirect of a list, with the indentation of the first one. */
function afterLast(text: string, listed: YAMLMap, { eol, block }: Written): Splice | null {
  if (listed.flow === true) return null;
  const first = listed.items[0]?.key;
  const last = listed.items.at(-1)?.value;
  const start = isScalar(first) ? (first.range?.[0] ?? 0) : 0;
  const end = isScalar(last) ? (last.range?.[1] ?? 0) : 0;
  if (start === 0 || end === 0) return null;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const lineEnd = text.indexOf('\n', end);
  return lineEnd < 0
    ? { start: text.length, end: text.length, written: eol + block(indent).slice(0, -eol.length) }
    : { start: lineEnd + 1, end: lineEnd + 1, written: block(indent) };
}

/** Adds lines at a key without a value; the key's comment stays. */
function atEmptyKey(text: string, { eol, block }: Written): Splice | null {
  const key = /^redirects[ \t]*:[ \t]*(?:\{[ \t]*\}|null|~)?[ \t]*(?=#|\r?$)/mu.exec(text);
  if (key === null) return null;
  const end = key.index + key[0].length;
  const lineEnd = text.indexOf('\n', end);
  const rest = text.slice(end, lineEnd < 0 ? text.length : lineEnd + 1);
  return {
    start: key.index,
    end: end + rest.length,
    written: `redirects:${rest.trim() === '' ? '' : ` ${rest.trimEnd()}`}${eol}${block('  ')}`,
  };
}
