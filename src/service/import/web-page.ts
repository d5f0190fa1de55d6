import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { unified } from 'unified';
import { AppError } from '../../base/index.ts';
import { parseUrl } from '../web-address.ts';

/** An element or a text of a page, in the form of the HTML parser. */
export interface HtmlNode {
  readonly type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
  value?: string;
}

/** A web page after its conversion. */
export interface WebPage {
  /** Its `<title>`, perhaps empty. */
  readonly title: string;
  /** Its main part as markdown with an H1 and absolute addresses. */
  readonly markdown: string;
  /** The targets of all its links, those of its menus included: absolute, in order. */
  readonly links: readonly string[];
}

export interface WebPageOptions {
  /** Finds the element with the page's text; by default `main`, `article`, or the whole page. */
  readonly main?: (element: HtmlNode) => boolean;
  /** The H1 for a page without one; by default the page's `<title>`. */
  readonly title?: string;
}

const largestPage = 2 * 1024 * 1024;
const deepestPage = 200;
/** The elements around the text of a page, such as navigation, and the elements that are not text. */
const dropped = new Set([
  ...['script', 'style', 'noscript', 'template', 'iframe', 'object', 'embed', 'form', 'input', 'button'],
  ...['select', 'textarea', 'nav', 'header', 'footer', 'aside', 'svg', 'canvas', 'dialog'],
]);

/**
 * Turns a web page into a page of markdown: its main part, with the page's title as the H1. Addresses become absolute, so that they still
 * lead to the same places.
 *
 * @throws UNPROCESSABLE for a page that is larger than 2 MB, or nested too deep.
 */
export function readWebPage(html: string, url: string, options: WebPageOptions = {}): WebPage {
  if (html.length > largestPage)
    throw new AppError('UNPROCESSABLE', `The page at ${url} is larger than 2 MB.`);
  return refuseDeepNesting(url, () => {
    const tree = parseHtml(html);
    const base = findElement(tree, (element) => element.tagName === 'base')?.properties?.['href'];
    const from = (typeof base === 'string' ? parseUrl(base, url)?.href : undefined) ?? url;
    const title = textOf(findElement(tree, (element) => element.tagName === 'title'))
      .replace(/\s+/gu, ' ')
      .trim();
    const links = linksOf(tree, from);
    return { title, markdown: markdownOf(tree, from, { title, ...options }), links };
  });
}

/** Runs a recursive walk over a page; a page that is nested deeper than the stack allows is refused. */
export function refuseDeepNesting<Result>(subject: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError('UNPROCESSABLE', `The page at ${subject} is nested too deeply.`, { cause: error });
    throw error;
  }
}

/** Reads HTML, also broken HTML, as a tree. */
export function parseHtml(html: string): HtmlNode {
  return unified().use(rehypeParse).parse(html);
}

function markdownOf(tree: HtmlNode, base: string, { main: isMain, title = '' }: WebPageOptions): string {
  const main =
    (isMain === undefined ? undefined : findElement(tree, isMain)) ??
    findElement(tree, (element) => element.tagName === 'main' || element.properties?.['role'] === 'main') ??
    findElement(tree, (element) => element.tagName === 'article') ??
    findElement(tree, (element) => element.tagName === 'body') ??
    tree;
  clean(main, base, 0);
  const root = { type: 'root' as const, children: [main] };
  // The trees of these libraries are the same plain objects; their types differ in what they say of unknown nodes.
  const content = unified()
    .use(rehypeRemark)
    .runSync(root as never);
  const markdown = remark()
    .use(remarkGfm)
    .use({ settings: { bullet: '*', emphasis: '_', rule: '*', fences: true } })
    .stringify(content);
  const text = markdown.replace(/^(?:&#x(?:A|20);[ \t]*)+/gmu, '').trim();
  return /^# /mu.test(text) || title === '' ? `${text}\n` : `# ${title.replace(/\s+/gu, ' ')}\n\n${text}\n`;
}

function clean(element: HtmlNode, base: string, depth: number): void {
  if (depth > deepestPage) {
    element.children = [];
    return;
  }
  const children = element.children ?? [];
  element.children = children.filter(
    (child) => child.type === 'text' || (child.type === 'element' && !dropped.has(child.tagName ?? '')),
  );
  for (const attribute of ['href', 'src']) {
    const value = element.properties?.[attribute];
    if (typeof value !== 'string' || element.properties === undefined || value.startsWith('#')) continue;
    const absolute = parseUrl(value, base);
    if (absolute !== undefined && /^(?:https?|mailto|tel):$/u.test(absolute.protocol))
      element.properties[attribute] = absolute.href;
    else delete element.properties[attribute];
  }
  if (element.tagName === 'table') markHeaderRow(element);
  // A link without a target becomes its words.
  if (element.tagName === 'a' && element.properties?.['href'] === undefined) element.tagName = 'span';
  for (const child of element.children) clean(child, base, depth + 1);
}

/** A markdown table needs a first row of headers: where none is marked, the first row becomes the header. */
function markHeaderRow(table: HtmlNode): void {
  if (findElement(table, (element) => element.tagName === 'th') !== undefined) return;
  const row = findElement(table, (element) => element.tagName === 'tr');
  for (const cell of row?.children ?? []) if (cell.tagName === 'td') cell.tagName = 'th';
}

function linksOf(tree: HtmlNode, base: string): string[] {
  const links: string[] = [];
  for (const element of elements(tree)) {
    const href = element.tagName === 'a' ? element.properties?.['href'] : undefined;
    const absolute = typeof href === 'string' ? parseUrl(href, base) : undefined;
    if (absolute !== undefined) links.push(absolute.href);
  }
  return links;
}

/** The first element, in the order of the text, that fits. */
export function findElement(root: HtmlNode, matches: (element: HtmlNode) => boolean): HtmlNode | undefined {
  for (const element of elements(root)) if (matches(element)) return element;
  return undefined;
}

function* elements(root: HtmlNode): Generator<HtmlNode> {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element;
    for (const child of (element.children ?? []).toReversed()) open.push(child);
  }
}

/** The text of an element without its marks. */
export function textOf(element: HtmlNode | undefined): string {
  if (element === undefined) return '';
  return element.value ?? (element.children ?? []).map(textOf).join('');
}
