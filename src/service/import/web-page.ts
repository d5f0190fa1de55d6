import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { AppError } from '../../base/index.ts';

interface Element {
  readonly type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Element[];
  value?: string;
}

const largestPage = 2 * 1024 * 1024;
const deepestPage = 200;
/** What stands around a page's text, and what is no text. */
const dropped = new Set([
  ...[
    'script',
    'style',
    'noscript',
    'template',
    'iframe',
    'object',
    'embed',
    'form',
    'input',
    'button',
    'select',
    'textarea',
  ],
  ...['nav', 'header', 'footer', 'aside', 'svg', 'canvas', 'dialog'],
]);

/**
 * Turns a web page into a page of markdown: its main part, with the page's title as the H1. Addresses become absolute, so that
 * they still lead where they led.
 */
export function pageOfWebPage(html: string, url: string): string {
  if (html.length > largestPage)
    throw new AppError('UNPROCESSABLE', `The page at ${url} is larger than 2 MB.`);
  try {
    return convert(html, url);
  } catch (error) {
    // The libraries walk a page by calling themselves: one that is nested without end is more than the stack holds.
    if (error instanceof RangeError)
      throw new AppError('UNPROCESSABLE', `The page at ${url} is nested too deeply.`, { cause: error });
    throw error;
  }
}

function convert(html: string, url: string): string {
  const tree = unified().use(rehypeParse).parse(html) as Element;
  const title = textOf(find(tree, (element) => element.tagName === 'title')).trim();
  const main =
    find(tree, (element) => element.tagName === 'main' || element.properties?.['role'] === 'main') ??
    find(tree, (element) => element.tagName === 'article') ??
    find(tree, (element) => element.tagName === 'body') ??
    tree;
  clean(main, url, 0);
  const root = { type: 'root' as const, children: [main] };
  // The trees of these libraries are the same plain objects; their types differ in what they promise of unknown nodes.
  const content = unified()
    .use(rehypeRemark)
    .runSync(root as never);
  const markdown = unified()
    .use(remarkGfm)
    .use(remarkStringify, { bullet: '*', emphasis: '_', rule: '*', fences: true })
    .stringify(content);
  const text = markdown.replace(/^(?:&#x(?:A|20);[ \t]*)+/gmu, '').trim();
  return /^# /mu.test(text) || title === '' ? `${text}\n` : `# ${title.replace(/\s+/gu, ' ')}\n\n${text}\n`;
}

function clean(element: Element, base: string, depth: number): void {
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
    const absolute = URL.parse(value, base);
    if (absolute !== null && /^(?:https?|mailto|tel):$/u.test(absolute.protocol))
      element.properties[attribute] = absolute.href;
    else delete element.properties[attribute];
  }
  // A link that leads nowhere is its words.
  if (element.tagName === 'a' && element.properties?.['href'] === undefined) element.tagName = 'span';
  for (const child of element.children) clean(child, base, depth + 1);
}

function find(root: Element, matches: (element: Element) => boolean): Element | undefined {
  const open = [root];
  for (let element = open.shift(); element !== undefined; element = open.shift()) {
    if (matches(element)) return element;
    open.unshift(...(element.children ?? []));
  }
  return undefined;
}

function textOf(element: Element | undefined): string {
  if (element === undefined) return '';
  return element.value ?? (element.children ?? []).map(textOf).join('');
}
