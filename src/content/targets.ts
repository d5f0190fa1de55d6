import { unescapeMarkdown } from './title.ts';

/** Paths inside a space's folder are relative, with `/` between parts, and never lead out of the folder. */

/** The folder of a path; `''` at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const markdownEnding = /\.(?:md|markdown)$/iu;

/** Says whether a path is markdown. */
export function isMarkdownPath(path: string): boolean {
  return markdownEnding.test(path);
}

/** The name of a page's file, without its folders and its ending. */
export function nameOfPage(path: string): string {
  return nameOf(path).replace(markdownEnding, '');
}

/** Joins a folder and a relative path; null when that leads out of the space's folder. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** How a file in `folder` writes the path to `target`. */
export function relativePath(folder: string, target: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = target.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}

/** Says whether a link's target names a scheme or a host, and so is not a path of this space. */
export function isExternalTarget(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(target);
}

/** The address of a target that names a scheme or a host. A host without a scheme (`//example.com/x`) is reached by https. */
export function addressOf(target: string): string {
  return /^\/\/[^/\s]/u.test(target) ? `https:${target}` : target;
}

/** Decodes `%20` and its like; text that is not percent-encoding stays. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path for a link: `%`, `#` and `?` would read as something else than a part of a file's name. */
export function encodeMarks(path: string): string {
  return path.replace(/[%#?]/gu, encodeURIComponent);
}

/** The path and the fragment of a target; the fragment is null without `#`. The query belongs to neither. */
export function splitTarget(target: string): { path: string; query: string; fragment: string | null } {
  const hash = target.indexOf('#');
  const before = hash < 0 ? target : target.slice(0, hash);
  const mark = before.indexOf('?');
  return {
    path: mark < 0 ? before : before.slice(0, mark),
    query: mark < 0 ? '' : before.slice(mark),
    fragment: hash < 0 ? null : target.slice(hash + 1),
  };
}

/** Whether an anchor leads to the top of any page, as HTML says: https://html.spec.whatwg.org/#select-the-indicated-part. */
export function isTopOfPage(anchor: string): boolean {
  return /^top$/i.test(anchor);
}

/** A target as markdown writes it between the brackets, without `<>`, backslashes and entities. */
export function unescapeTarget(raw: string): string {
  const bare = raw.startsWith('<') && raw.endsWith('>') ? raw.slice(1, -1) : raw;
  return unescapeMarkdown(bare);
}

/** The path of a file as a line of a table of contents writes it. A `#` or `?` of the name must not read as the start of an anchor or a query. */
export function printPath(path: string): string {
  return printTarget(path).replaceAll('#', '%23').replaceAll('?', '%3F');
}

/** A target as the exporter writes it in markdown: in angle brackets when it has spaces or brackets. */
export function printTarget(target: string): string {
  const encoded = isExternalTarget(target) ? target : target.replace(/%(?=[0-9a-f]{2})/giu, '%25');
  if (!/[\s()<>]/u.test(encoded)) return encoded;
  return `<${encoded.replace(/[<>]/gu, (mark) => (mark === '<' ? '%3C' : '%3E'))}>`;
}
