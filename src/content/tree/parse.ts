import { createRequire } from 'node:module';
import type { Nodes, Root } from 'mdast';
import type * as Remark from 'remark';
import type * as RemarkGfm from 'remark-gfm';
import { markdownToMdast } from 'satteri';
import { AppError } from '../../base/index.ts';

/** Reads CommonMark with GFM into a tree. */
export type MarkdownParser = (text: string) => Root;

let reader: MarkdownParser | undefined;

/**
 * remark is the reference for every other reader, and reads the texts that the native reader is slow on. It is loaded for the
 * first such text, because most exports have none.
 */
export const parseWithRemark: MarkdownParser = (text) => {
  reader ??= remarkReader();
  return reader(text);
};

function remarkReader(): MarkdownParser {
  const { remark } = createRequire(import.meta.url)('remark') as typeof Remark;
  const gfm = createRequire(import.meta.url)('remark-gfm') as typeof RemarkGfm | typeof RemarkGfm.default;
  // Node returns a module with its names; the built program returns the default export.
  const processor = remark()
    .use('default' in gfm ? gfm.default : gfm)
    .freeze();
  return (text) => processor.parse(text);
}

const features = {
  gfm: true,
  frontmatter: false,
  math: false,
  headingAttributes: false,
  directive: false,
  superscript: false,
  subscript: false,
  wikilinks: false,
} as const;

/** A native reader that returns the same tree some 20 times faster; `test/site/parsers.test.ts` compares them. */
export const parseWithSatteri: MarkdownParser = (text) =>
  entitiesInABlock(text) > 1000
    ? parseWithRemark(text)
    : (markdownToMdast(text, { features, position: false }) as unknown as Root);

/**
 * The largest number of `&` between two blank lines: the native reader's time grows with the square of that number, remark's does
 * not.
 */
function entitiesInABlock(text: string): number {
  let most = 0;
  let count = 0;
  for (let at = text.indexOf('&'), from = 0; at !== -1; at = text.indexOf('&', at + 1)) {
    count = /\n[ \t]*\n/.test(text.slice(from, at)) ? 1 : count + 1;
    from = at;
    if (count > most) most = count;
  }
  return most;
}

/** The limits of a page. A page beyond them is shown as plain text, with a warning. */
export interface ParseLimits {
  readonly bytes: number;
  readonly nesting: number;
}

export const parseLimits: ParseLimits = { bytes: 1024 * 1024, nesting: 100 };

/** Refuses a text that is too large or too deeply nested to be read in bounded time. */
export function checkParseLimits(text: string, { bytes, nesting }: ParseLimits = parseLimits): void {
  if (text.length > bytes)
    throw new AppError('TOO_LARGE', `the page has ${text.length} characters; at most ${bytes} are rendered`, {
      hint: 'Split the page.',
    });
  const entities = entitiesInABlock(text);
  if (entities > 20_000)
    throw new AppError('TOO_LARGE', `a paragraph has ${entities} entities; at most 20000 are rendered`);
  const depth = deepestNesting(text);
  if (depth > nesting)
    throw new AppError('TOO_LARGE', `the page nests ${depth} levels deep; at most ${nesting} are rendered`, {
      hint: 'Remove nested quotes, lists or brackets.',
    });
}

/**
 * The deepest run of quote marks, list markers or open brackets that one line could make the reader track. A cheap upper
 * bound (the deepest of 9,000 real pages has 9).
 */
function deepestNesting(text: string): number {
  let deepest = 0;
  for (const line of text.split('\n')) {
    if (line.length < 20) continue;
    const prefix = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))+/.exec(line)?.[0];
    if (prefix !== undefined) deepest = Math.max(deepest, prefix.match(/>|[-*+]|[.)]/g)?.length ?? 0);
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (indent >= 40 && /^[ \t]*(?:[-*+]|\d{1,9}[.)]|>)\s/.test(line))
      deepest = Math.max(deepest, indent / 2);
    if (line.length < 200) continue;
    deepest = Math.max(deepest, openRun(line, '[', ']'), runOf(line, /(?:\*{1,3}|_{1,3})(?=\S)/g, 2000));
  }
  return Math.floor(deepest);
}

function openRun(line: string, open: string, close: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of line) {
    if (character === open) deepest = Math.max(deepest, (depth += 1));
    else if (character === close && depth > 0) depth -= 1;
  }
  return deepest;
}

/** The time for delimiter runs grows with the square of their number, so beyond `limit` in one line they count as nesting. */
function runOf(line: string, pattern: RegExp, limit: number): number {
  const count = line.match(pattern)?.length ?? 0;
  return count > limit ? count : 0;
}

/** The depth of a tree, for the limit on trees that are turned into HTML. */
export function depthOf(node: Nodes, limit: number): number {
  let deepest = 0;
  const stack: [Nodes, number][] = [[node, 1]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [current, depth] = next;
    deepest = Math.max(deepest, depth);
    if (deepest > limit) return deepest;
    if ('children' in current) for (const child of current.children) stack.push([child, depth + 1]);
  }
  return deepest;
}
