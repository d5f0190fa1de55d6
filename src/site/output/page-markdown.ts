import type { BodyContext } from '../body/context.ts';
import type { LinkTarget } from '../model/link-target.ts';
import { blockMark, markPattern, prepareMarkdown } from '../../content/tree/prepare.ts';
import type { Tag } from '../../content/tree/tag.ts';
import { divisionMark, OpenConditions, shownInDivisions } from './open-conditions.ts';
import { linesWithCode } from './code-lines.ts';
import { playerOf } from '../body/player.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { operationMarkdown, schemasMarkdown } from '../openapi/markdown.ts';
import { decodePercent, isExternalTarget, nameOf, rewriteLinks, type LinkKind } from '../../content/index.ts';
import { printValue } from '../../content/expression.ts';

export interface MarkdownContext {
  readonly file: string;
  readonly evaluate: BodyContext['evaluate'];
  readonly include: BodyContext['include'];
  readonly spec: BodyContext['spec'];
  readonly resolve: (written: string, from: string) => LinkTarget;
}

/**
 * A page's text for readers of markdown: as the writer wrote it, with includes and variables filled in, with links to the other
 * pages' markdown, and without the parts that this visitor may not see. `around` has the files of the includes around this text.
 */
export function pageMarkdown(written: string, twin: MarkdownContext, around: readonly string[] = []): string {
  const source = withAddresses(written, twin);
  const { text, marks, nonce } = prepareMarkdown(source);
  const conditions = new OpenConditions(twin.evaluate);
  const textOfEmbed = embedPrinter();
  let out = '';
  let from = 0;
  const emit = (shown: string): void => {
    if (!conditions.isHidden) out += shown;
  };
  const emitText = (piece: string): void => {
    if (!source.includes(divisionMark)) emit(fillIn(piece, twin));
    else out += fillIn(shownInDivisions(piece, conditions), twin);
  };
  for (const match of text.matchAll(markPattern(nonce))) {
    emitText(text.slice(from, match.index));
    from = match.index + match[0].length;
    const number = Number(match[1] ?? match[2]);
    const mark = marks[number];
    if (!mark) continue;
    if (mark.kind !== 'tag') emit(mark.raw);
    else if (!conditions.take(mark.tag)) emit(textOfEmbed(mark.tag) ?? textOfTag(mark.tag, twin, around));
    else if (mark.tag.name === 'if' && match[0] === blockMark(nonce, number) && text[from] === '\n')
      from += 1;
  }
  emitText(text.slice(from));
  return out;
}

/**
 * Prints the tags of embeds, and nothing for other tags. A video or sound of the space becomes a link, because markdown cannot play it,
 * and the tag that ends its caption is left out. The tags have the site's addresses already.
 */
function embedPrinter(): (tag: Tag) => string | undefined {
  let isLinkOpen = false;
  return ({ name, closes, attributes: { url = '' }, raw }) => {
    if (name !== 'embed') return undefined;
    const isEndOfLink = closes && isLinkOpen;
    isLinkOpen = !closes && !isExternalTarget(url) && playerOf(url) !== undefined;
    if (!isLinkOpen) return isEndOfLink ? '' : raw;
    return `[${decodePercent(nameOf(url)).replace(/[\\[\]]/g, '\\$&')}](${/[()]/.test(url) ? `<${url}>` : url})`;
  };
}

/** How deep nested includes are filled in; deeper ones stay tags. */
const maxIncludeDepth = 8;

/** The text for a tag other than a condition: its content where markdown can express that, else the tag itself. */
function textOfTag(tag: Tag, twin: MarkdownContext, around: readonly string[]): string {
  if (tag.name === 'include' && around.length < maxIncludeDepth) {
    const found = twin.include(tag.argument, twin.file);
    if (!found || around.includes(found.file)) return '';
    return pageMarkdown(found.text, { ...twin, file: found.file }, [...around, found.file]).trim();
  }
  if (tag.closes && tag.name.startsWith('openapi-')) return '';
  return textOfApi(tag, twin) ?? tag.raw;
}

type ApiPrinter = (document: OpenApiDocument, attributes: Tag['attributes']) => string;

/** The tags that show a part of an API's document. */
const apiPrinters: ReadonlyMap<string, ApiPrinter> = new Map<string, ApiPrinter>([
  ['openapi-operation', operationMarkdown],
  ['openapi-webhook', operationMarkdown],
  ['openapi-schemas', (document, attributes) => schemasMarkdown(document, attributes['schemas'])],
]);

function textOfApi(tag: Tag, twin: MarkdownContext): string | undefined {
  const print = apiPrinters.get(tag.name);
  if (print === undefined) return undefined;
  const { spec = '', src, path, method } = tag.attributes;
  const document = twin.spec(spec, { address: src, path, method, file: twin.file });
  return document && print(document, tag.attributes);
}

/** Fills in expressions, outside fenced code. */
function fillIn(text: string, twin: MarkdownContext): string {
  if (!text.includes('class="expression"')) return text;
  return linesWithCode(text)
    .map(({ line, isCode }) => (isCode ? line : fillInLine(line, twin)))
    .join('\n');
}

function fillInLine(line: string, twin: MarkdownContext): string {
  return line.replace(/<code class="expression">([^<]{0,2048})<\/code>/g, (_, expression: string) => {
    const result = twin.evaluate(
      expression
        .replace(/&quot;/g, '"')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&'),
    );
    return result.ok ? printValue(result.value) : '';
  });
}

/** Targets that are read while the page is made, and are no links in the result. */
const readOnTheWay: ReadonlySet<LinkKind> = new Set<LinkKind>(['include', 'openapi', 'cover']);

/** Gives each link to a page the address of that page's markdown, and each link to a file the address of the file. */
function withAddresses(source: string, twin: MarkdownContext): string {
  return rewriteLinks(source, ({ kind, target, isCode }) =>
    readOnTheWay.has(kind) || isCode === true ? null : (turn(target, twin) ?? null),
  );
}

function turn(written: string, twin: MarkdownContext): string | undefined {
  if (written.startsWith('#') || /^(?:mailto|tel):/i.test(written)) return undefined;
  const target = twin.resolve(written, twin.file);
  if (target.kind === 'page') return markdownAddress(target.url);
  return target.kind === 'file' ? target.url : undefined;
}

/** The address of a page's markdown, from the page's own. */
function markdownAddress(url: string): string {
  const [path = '', hash] = url.split('#');
  const file =
    path === '' ? '' : path.endsWith('/') ? `${path}index.md` : `${path.replace(/\.html$/, '')}.md`;
  return hash === undefined ? file : `${file}#${hash}`;
}
