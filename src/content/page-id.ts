import { addBlock, partsOf, splitFrontMatter } from './front-matter.ts';
import { printYamlMapping } from './yaml-style.ts';

/**
 * The mirror's mark in a page: its id, in the first line of the front matter.
 *
 * `withoutPageId(withPageId(text, id), id)` is `text`, for every text: a block that we had to add differs from the
 * page's own in having the id alone. Where the key cannot be added (the page has its own `id`, or its front matter is empty or
 * not a plain list of keys), a comment holds the id.
 */

/** Where an id is: in its own key, or in a comment because the key was not free. */
export type PageIdPlace = 'key' | 'comment';

const commentLine = /^# tidemark-id: (\S+)[ \t]*\r?\n/u;

/** Adds a page's id to its text. Every text has exactly one result, and {@link withoutPageId} undoes it. */
export function withPageId(text: string, id: string): string {
  return placePageId(text, id).text;
}

/** As {@link withPageId}, and says where the id went: `comment` means that the page has its own `id` key. */
export function placePageId(text: string, id: string): { text: string; place: PageIdPlace } {
  const split = splitFrontMatter(text);
  const line = printYamlMapping({ id }).replace('\n', split.eol);
  if (split.yaml === null) return { text: addBlock(text, split, line), place: 'key' };
  const place = split.yaml === '' || !isFree(split.yaml) ? 'comment' : 'key';
  const added = place === 'key' ? line : `# tidemark-id: ${id}${split.eol}`;
  return { text: text.slice(0, split.yamlStart) + added + text.slice(split.yamlStart), place };
}

function isFree(yaml: string): boolean {
  const parts = partsOf(yaml);
  return parts !== null && parts.every((part) => part.key !== 'id');
}

/** The id in a page's text; null for none. */
export function pageIdOf(text: string): string | null {
  return findId(text)?.id ?? null;
}

/**
 * Removes the id again. With `id`, only that id: another value is the writer's own key and stays. A block that has nothing
 * else is removed too.
 */
export function withoutPageId(text: string, id?: string): string {
  const found = findId(text);
  if (found === null || (id !== undefined && found.id !== id)) return text;
  const { bom, eol, yaml, bodyStart } = splitFrontMatter(text);
  const alone = yaml !== null && found.key && found.end - found.start === yaml.length;
  if (alone && text.startsWith(eol, bodyStart)) return bom + text.slice(bodyStart + eol.length);
  return text.slice(0, found.start) + text.slice(found.end);
}

function findId(text: string): { id: string; key: boolean; start: number; end: number } | null {
  const { yaml, yamlStart } = splitFrontMatter(text);
  if (yaml === null) return null;
  const comment = commentLine.exec(yaml);
  if (comment?.[1] !== undefined)
    return { id: comment[1], key: false, start: yamlStart, end: yamlStart + comment[0].length };
  if (!/^["']?id["']?[ \t]*:/mu.test(yaml)) return null;
  let offset = yamlStart;
  for (const part of partsOf(yaml) ?? []) {
    const line = part.text.slice(part.keyStart);
    const value = part.key === 'id' ? scalarOf(line) : null;
    if (value !== null)
      return { id: value, key: true, start: offset + part.keyStart, end: offset + part.text.length };
    offset += part.text.length;
  }
  return null;
}

/** The value of a one-line `key: value`, plain or quoted; null for anything else. */
function scalarOf(line: string): string | null {
  const match =
    /^[^:]*:[ \t]+(?:'((?:[^'\r\n]|'')*)'|"([^"\\\r\n]*)"|([^\s'"#&*!|>%@`[\]{}][^\r\n]*?))[ \t]*(?: #[^\r\n]*)?\r?\n?$/u.exec(
      line,
    );
  if (match === null) return null;
  const [, single, double, plain] = match;
  return single?.replaceAll("''", "'") ?? double ?? plain ?? null;
}
