import { escapeHtml, openTag, wrap } from './html-text.ts';
import { isEmptyParagraph } from './blocks.ts';
import { textOfData } from './fields.ts';
import { printLength } from './lengths.ts';
import {
  imageHtml,
  printHtmlInlines,
  tagsOfMark,
  voidInlineHtml,
  type InlinePrinting,
} from './print-html-inlines.ts';
import { printReference } from './references.ts';
import type { Block, InlineNode, Leaf, NodeData, Reference } from './values.ts';

/** The inlines that a block holds. */
export function inlinesIn({ nodes = [] }: Block): InlineNode[] {
  return nodes.filter((node): node is InlineNode => node.object !== 'block');
}

/** The blocks that a block holds. */
export function blocksIn({ nodes = [] }: Block): Block[] {
  return nodes.filter((node): node is Block => node.object === 'block');
}

/** HTML's name for the alignment of a text. */
const alignmentSides: Readonly<Record<string, string>> = {
  start: 'left',
  center: 'center',
  end: 'right',
};

export function alignmentOf(data: NodeData | undefined): string | undefined {
  const align = data?.['align'];
  return typeof align === 'string' ? alignmentSides[align] : undefined;
}

/** Blocks as HTML on one line, for a cell of a table; undefined when one of the blocks cannot be written that way. */
export function printHtmlBlocks(blocks: readonly Block[], printing: InlinePrinting): string | undefined {
  const filled = blocks.filter((block) => !isEmptyParagraph(block));
  const [only] = filled;
  if (filled.length === 1 && only?.type === 'paragraph' && alignmentOf(only.data) === undefined)
    return printHtmlInlines(inlinesIn(only), printing);
  return joined(filled.map((block) => printHtmlBlock(block, printing)));
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.some((part) => part === undefined) ? undefined : parts.join('');
}

function printHtmlBlock(block: Block, printing: InlinePrinting): string | undefined {
  const level = /^heading-([123])$/u.exec(block.type)?.[1];
  if (level !== undefined) return headingHtml(block, Number(level), printing);
  switch (block.type) {
    case 'paragraph':
      return wrap('p', printHtmlInlines(inlinesIn(block), printing), { align: alignmentOf(block.data) });
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
      return listHtml(block, printing);
    case 'blockquote': {
      const inner = printHtmlBlocks(blocksIn(block), printing);
      return inner === undefined ? undefined : wrap('blockquote', inner);
    }
    case 'divider':
      return '<hr>';
    case 'code':
      return blocksIn(block).length === 1 ? codeHtml(block, printing) : undefined;
    case 'images':
      return imagesHtml(block, printing);
    default:
      return undefined;
  }
}

export function headingHtml(block: Block, level: number, printing: InlinePrinting): string {
  const id = textOfData(block.data?.['id']);
  const anchor = id === undefined ? '' : wrap('a', '', { href: `#${id}`, id });
  const content = printHtmlInlines(inlinesIn(block), printing);
  return wrap(`h${level + 1}`, [content, anchor].filter((part) => part !== '').join(' '), {
    align: alignmentOf(block.data),
  });
}

function listHtml(block: Block, printing: InlinePrinting): string | undefined {
  const items = blocksIn(block).map((item) => {
    const inner = printHtmlBlocks(blocksIn(item), printing);
    if (inner === undefined) return undefined;
    const box =
      block.type === 'list-tasks'
        ? openTag('input', { type: 'checkbox', checked: item.data?.['checked'] === true })
        : '';
    return wrap('li', box + inner);
  });
  const content = joined(items);
  if (content === undefined) return undefined;
  const start = block.data?.['start'];
  return block.type === 'list-ordered'
    ? wrap('ol', content, { start: typeof start === 'number' && start !== 1 ? String(start) : undefined })
    : wrap('ul', content);
}

/** Pictures, each with its caption. A `<div>` encloses them where there are several, or where the block has a layout. */
export function imagesHtml(block: Block, printing: InlinePrinting): string {
  const { data = {} } = block;
  const figures = blocksIn(block).map((image) => figureHtml(image, printing));
  const flag = (value: unknown): string | undefined =>
    typeof value === 'boolean' ? String(value) : undefined;
  const attributes = {
    align: textOfData(data['align']),
    'data-full-width': flag(data['fullWidth']),
    'data-with-frame': flag(data['withFrame']),
  };
  const plain = figures.length === 1 && Object.values(attributes).every((value) => value === undefined);
  return plain ? (figures[0] ?? '') : wrap('div', figures.join(' '), attributes);
}

function figureHtml(image: Block, printing: InlinePrinting): string {
  const { data = {}, fragments = [] } = image;
  const caption = (fragments.find(({ fragment }) => fragment === 'caption')?.nodes ?? [])
    .map((block) => printHtmlInlines(inlinesIn(block), printing))
    .filter((words) => words !== '')
    .join('<br>');
  const shown = imageHtml({ ...data, caption: undefined, size: undefined }, printing.references).replace(
    /<img ([^>]*)>/u,
    (_, attributes: string) => `<img ${attributes}${sizeOf('width', data)}${sizeOf('height', data)}>`,
  );
  return wrap('figure', shown + wrap('figcaption', caption === '' ? '' : wrap('p', caption)));
}

function sizeOf(name: string, data: NodeData): string {
  const length = printLength(data[name]);
  return length === undefined ? '' : ` ${name}="${length}"`;
}

/** Whether code has highlighted lines, marks or inlines, which a fence cannot express. */
export function needsHtmlCode(block: Block): boolean {
  return blocksIn(block).some(
    (line) =>
      line.data?.['highlighted'] === true ||
      inlinesIn(line).some(
        (node) => node.object !== 'text' || node.leaves.some(({ marks }) => marks.length > 0),
      ),
  );
}

/** Code with its settings as HTML. */
export function codeHtml(block: Block, printing: InlinePrinting): string {
  const { data = {} } = block;
  const flag = (field: string): string | undefined =>
    typeof data[field] === 'boolean' ? String(data[field]) : undefined;
  const syntax = textOfData(data['syntax']) ?? '';
  const lines = blocksIn(block);
  const content = lines
    .map((line, index) => {
      const words = inlinesIn(line)
        .map((node) => codeInlineHtml(node, printing))
        .join('');
      const end = index === lines.length - 1 ? '' : '\n';
      return line.data?.['highlighted'] === true ? `<strong>${words}${end}</strong>` : words + end;
    })
    .join('');
  // A browser drops the first line break after `<pre>`.
  return `${openTag('pre', {
    class: syntax === '' ? undefined : `language-${syntax}`,
    'data-title': textOfData(data['title']),
    'data-overflow': textOfData(data['overflow']),
    'data-line-numbers': flag('lineNumbers'),
    'data-expandable': flag('expandable'),
    'data-full-width': flag('fullWidth'),
  })}${wrap('code', content + (lines.length > 1 || content === '' ? '\n' : ''), {
    class: syntax === '' ? undefined : `lang-${syntax}`,
  })}</pre>`;
}

function codeInlineHtml(node: InlineNode, printing: InlinePrinting): string {
  if (node.object === 'text') return node.leaves.map(codeLeafHtml).join('');
  if (node.type !== 'annotation') return voidInlineHtml(node, printing);
  const label = printing.note(node.fragments?.[0]?.nodes ?? []);
  const words = (node.nodes ?? []).map((inner) => codeInlineHtml(inner, printing)).join('');
  return wrap('a', words, { 'data-footnote-ref': true, href: `#user-content-fn-${label}` });
}

function codeLeafHtml({ text, marks }: Leaf): string {
  return marks
    .filter(({ type }) => ['bold', 'italic', 'strikethrough'].includes(type))
    .reduceRight((inner, mark) => {
      const [open, close] = tagsOfMark(mark);
      return open + inner + close;
    }, escapeHtml(text));
}

export function drawingHtml({ data = {} }: Block, { references }: InlinePrinting): string {
  const ref = data['ref'] as Reference | undefined;
  return openTag('img', {
    src: ref === undefined ? '' : printReference(references, ref),
    alt: '',
    class: 'gitbook-drawing',
  });
}
