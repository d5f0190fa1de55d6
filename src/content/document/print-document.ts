import type { FootnoteDefinition, ListItem, Root, RootContent } from 'mdast';
import { isEmptyParagraph } from './blocks.ts';
import { textOfData } from './fields.ts';
import { wrap } from './html-text.ts';
import { codeAttributes, kindsWithImages, tagOfKind, tagRows, type BlockKind } from './kinds.ts';
import { printTag } from './print-tag.ts';
import {
  blocksIn,
  codeHtml,
  drawingHtml,
  headingHtml,
  imagesHtml,
  inlinesIn,
  needsHtmlCode,
  alignmentOf,
} from './print-html-blocks.ts';
import { nameOfTarget, printHtmlInlines, type InlinePrinting } from './print-html-inlines.ts';
import { htmlNode, printInlines } from './print-inlines.ts';
import { printTable } from './print-table.ts';
import { noReferences, printReference, type References } from './references.ts';
import { printTree, type TagNode } from './print-tree.ts';
import type { Block, Fragment, InlineNode, JsonDocument, NodeData, Reference } from './values.ts';

/** Writes a document as a page's text, without front matter and title, in the exporter's style. */
export function markdownOfDocument(
  document: JsonDocument,
  { references = noReferences }: { references?: References } = {},
): string {
  return markdownOfBlocks(document.nodes, references);
}

export function markdownOfBlocks(blocks: readonly Block[], references: References): string {
  const printer = new BlockPrinter(references);
  const children = printer.blocks(blocks, true);
  const root: Root = { type: 'root', children: [...children, ...printer.notes()] };
  return printTree(root);
}

const headingLevels: Readonly<Record<string, 2 | 3 | 4>> = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 };

/** Writes a block of one kind. */
type KindWriter = (printer: BlockPrinter, block: Block, images: boolean) => RootContent | RootContent[];

class BlockPrinter {
  /** The writers of all kinds that are more than a tag with a content; {@link tagRows} covers the rest. */
  static readonly #writers: ReadonlyMap<BlockKind, KindWriter> = new Map<BlockKind, KindWriter>([
    ['paragraph', (printer, block, images) => printer.#paragraph(block, images)],
    ['heading-1', (printer, block) => printer.#heading(block)],
    ['heading-2', (printer, block) => printer.#heading(block)],
    ['heading-3', (printer, block) => printer.#heading(block)],
    ['list-ordered', (printer, block) => printer.#list(block)],
    ['list-unordered', (printer, block) => printer.#list(block)],
    ['list-tasks', (printer, block) => printer.#list(block)],
    ['list-item', (printer, block, images) => printer.blocks([wrapPart(block)], images)],
    ['divider', () => ({ type: 'thematicBreak' })],
    ['blockquote', (printer, block) => printer.#blockquote(block)],
    ['code', (printer, block) => printer.#code(block)],
    ['code-line', (printer, block, images) => printer.blocks([wrapPart(block)], images)],
    ['math', (_, { data }) => htmlNode(formulaText(textOfData(data?.['formula']) ?? ''))],
    ['images', (printer, block) => htmlNode(imagesHtml(block, printer.#printing))],
    ['image', (printer, block, images) => printer.blocks([wrapPart(block)], images)],
    ['drawing', (printer, block) => htmlNode(drawingHtml(block, printer.#printing))],
    ['table', (printer, block) => printer.#table(block)],
    ['expandable', (printer, block) => printer.#expandable(block)],
    ['if', (printer, block) => printer.#condition(block)],
    ['reusable-content', (printer, { data = {} }) => tag(includeTag(printer.#target(data)))],
    ['integration', (_, { data = {} }) => tag(integrationTag(data))],
  ]);

  readonly #printing: InlinePrinting;
  readonly #notes: (readonly Block[])[] = [];

  constructor(references: References) {
    this.#printing = {
      references,
      note: (body) => {
        const known = this.#notes.findIndex((note) => JSON.stringify(note) === JSON.stringify(body));
        return String(known === -1 ? this.#notes.push(body) : known + 1);
      },
    };
  }

  /** The bodies of the notes. Writing one body may add further notes. */
  notes(): RootContent[] {
    const out: RootContent[] = [];
    for (let index = 0; index < this.#notes.length; index += 1) {
      const label = String(index + 1);
      const children = this.blocks(this.#notes[index] ?? [], false) as FootnoteDefinition['children'];
      out.push({ type: 'footnoteDefinition', identifier: label, label, children });
    }
    return out;
  }

  /** `images`: a picture alone in its paragraph would be read as a block here. */
  blocks(blocks: readonly Block[], images: boolean): RootContent[] {
    return blocks.flatMap((block) => (isEmptyParagraph(block) ? [] : this.#block(block, images)));
  }

  #block(block: Block, images: boolean): RootContent | RootContent[] {
    const write = BlockPrinter.#writers.get(block.type);
    return write === undefined ? this.#tagBlock(block) : write(this, block, images);
  }

  #inner(block: Block): RootContent[] {
    return this.blocks(blocksIn(block), kindsWithImages.has(block.type));
  }

  #target(data: NodeData): string {
    return printReference(this.#printing.references, data['ref'] as Reference);
  }

  #paragraph(block: Block, images: boolean): RootContent {
    const side = alignmentOf(block.data);
    const nodes = inlinesIn(block);
    if (side !== undefined)
      return htmlNode(wrap('p', printHtmlInlines(nodes, this.#printing), { align: side }));
    return { type: 'paragraph', children: printInlines(nodes, this.#printing, { images }) };
  }

  #heading(block: Block): RootContent {
    const depth = headingLevels[block.type] ?? 2;
    if (alignmentOf(block.data) !== undefined) return htmlNode(headingHtml(block, depth - 1, this.#printing));
    const id = textOfData(block.data?.['id']);
    const children = printInlines(inlinesIn(block), this.#printing, { oneLine: true });
    if (id !== undefined)
      children.push({ type: 'text', value: ' ' }, htmlNode(wrap('a', '', { href: `#${id}`, id })));
    return { type: 'heading', depth, children };
  }

  #list(block: Block): RootContent[] {
    const tasks = block.type === 'list-tasks';
    const items = blocksIn(block).map((item): ListItem => {
      const children = this.blocks(item.type === 'list-item' ? blocksIn(item) : [item], false);
      if (tasks && children[0]?.type !== 'paragraph')
        children.unshift({ type: 'paragraph', children: [htmlNode('<!---->')] });
      return {
        type: 'listItem',
        spread: children.some((child, index) => index > 0 && child.type !== 'list'),
        checked: tasks ? item.data?.['checked'] === true : null,
        children: children as ListItem['children'],
      };
    });
    if (items.length === 0) return [];
    const start = block.data?.['start'];
    const ordered = block.type === 'list-ordered';
    return [
      {
        type: 'list',
        ordered,
        start: ordered ? (typeof start === 'number' && start >= 0 ? start : 1) : null,
        spread: false,
        children: items,
      },
    ];
  }

  #blockquote(block: Block): RootContent {
    return { type: 'blockquote', children: this.blocks(blocksIn(block), false) as never };
  }

  #table(block: Block): RootContent[] {
    return printTable(block, this.#printing, (cell) => this.blocks(cell, false));
  }

  #condition(block: Block): RootContent {
    const expression = oneLine(textOfData(block.data?.['expression']) ?? '');
    return tag(`{% if ${expression} %}`, '{% endif %}', this.#inner(block));
  }

  #code(block: Block): RootContent {
    const { data = {} } = block;
    const marked = needsHtmlCode(block);
    const settings = printTag('code', data, codeAttributes, this.#printing.references);
    if (marked) return htmlNode(codeHtml(block, this.#printing));
    const syntax = textOfData(data['syntax']);
    const fence: RootContent = {
      type: 'code',
      lang: syntax === undefined || syntax === '' ? null : syntax.replace(/\s.*$/su, ''),
      value: blocksIn(block)
        .map((line) => codeText(inlinesIn(line)))
        .join('\n'),
    };
    return settings === '{% code %}' ? fence : tag(settings, '{% endcode %}', [fence]);
  }

  #expandable(block: Block): RootContent[] {
    const part = (type: string): Fragment | undefined => block.fragments?.find((each) => each.type === type);
    const title = (part('expandable-title')?.nodes ?? []).map((each) =>
      printHtmlInlines(inlinesIn(each), this.#printing),
    );
    const open = block.data?.['defaultExpanded'] === true ? '<details open>' : '<details>';
    return [
      htmlNode(open),
      htmlNode(wrap('summary', title.join('<br>'))),
      ...this.blocks(part('expandable-body')?.nodes ?? [], true),
      htmlNode('</details>'),
    ];
  }

  #tagBlock(block: Block): RootContent {
    const name = tagOfKind.get(block.type) ?? '';
    const row = tagRows[name];
    if (row === undefined) return { type: 'paragraph', children: [] };
    const open = printTag(name, block.data ?? {}, row.attributes, this.#printing.references);
    const close = `{% end${name} %}`;
    if (row.body === 'none') return tag(open);
    if (row.body === 'caption') {
      const caption = this.blocks(
        block.fragments?.find(({ fragment }) => fragment === 'caption')?.nodes ?? [],
        false,
      );
      return caption.length === 0 ? tag(open) : tag(open, close, caption);
    }
    if (row.body === 'label') return tag(open, close, this.#label(block));
    return tag(open, close, this.#inner(block));
  }

  /** The target's name as a link, for those who read the plain text. */
  #label({ type, data = {} }: Block): RootContent[] {
    if (type !== 'content-ref') return [];
    const target = this.#target(data);
    return [
      {
        type: 'paragraph',
        children: [{ type: 'link', url: target, children: [{ type: 'text', value: nameOfTarget(target) }] }],
      },
    ];
  }
}

function tag(open: string, close?: string, children: readonly RootContent[] = []): RootContent {
  const node: TagNode = { type: 'tagBlock', open, close, children: [...children] };
  return node as unknown as RootContent;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** A formula between two lines of `$$`. Empty lines are dropped, because the first one would end the formula. */
function formulaText(formula: string): string {
  return `$$\n${formula.replace(/\n\s*(?=\n)/gu, '')}\n$$`;
}

function includeTag(target: string): string {
  return target.includes('"') ? `{% include '${target}' %}` : `{% include "${target}" %}`;
}

function integrationTag(data: NodeData): string {
  const props = (data['props'] ?? {}) as NodeData;
  const name = `@${String(data['integration'])}/${String(data['block'])}`;
  const attributes = [
    ...Object.keys(props).map((attribute) => ({ attribute, form: 'any' as const })),
    { attribute: 'url' },
    { attribute: 'fullWidth', form: 'flag' as const },
  ];
  return printTag(
    name,
    { ...props, url: data['url'], fullWidth: data['fullWidth'] },
    attributes,
    noReferences,
  );
}

/** Wraps a part that came without its parent (a list item, a picture, a line of code) in a new parent. */
function wrapPart(block: Block): Block {
  if (block.type === 'list-item')
    return { object: 'block', type: 'list-unordered', data: {}, nodes: [block] };
  if (block.type === 'image') return { object: 'block', type: 'images', nodes: [block] };
  return { object: 'block', type: 'code', data: {}, nodes: [block] };
}

function codeText(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : ''))
    .join('');
}
