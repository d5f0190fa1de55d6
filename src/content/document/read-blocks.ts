import type { Element, ElementContent } from 'hast';
import { slotElement } from '../tree/html-nodes.ts';
import { aBlock, aVoidBlock, captionOf } from './blocks.ts';
import {
  attributeOf,
  childrenWithContent,
  isBlank,
  isBlockNode,
  isDrawing,
  isElement,
  droppedElements,
} from './html-tree.ts';
import { aParagraph } from './inlines.ts';
import type { BlockKind } from './kinds.ts';
import { readLength } from './lengths.ts';
import { readCodeElement } from './read-code.ts';
import { darkSourceOf, readInlines } from './read-inlines.ts';
import { readTable } from './read-table.ts';
import type { ReadingPart } from './reading-part.ts';
import { readReference } from './references.ts';
import type { Block, NodeData } from './values.ts';
import { restoreMarks } from '../tree/prepare.ts';

/** The place of some blocks in a page, as far as it decides how they are read. */
export interface BlockPlace {
  /** A picture alone in its paragraph is a block here. */
  readonly images: boolean;
  readonly part: ReadingPart;
  /** Reads a slot that is a block. */
  readonly block: (slot: Element) => Block[];
}

/** Reads a sequence of blocks. Text between two blocks becomes a paragraph. */
export function readBlocks(nodes: readonly ElementContent[], place: BlockPlace): Block[] {
  const isBlockSlot = (slot: Element): boolean => place.part.slotOf(slot)?.kind !== 'footnote';
  const blocks: Block[] = [];
  let line: ElementContent[] = [];
  const flush = (): void => {
    blocks.push(...paragraphOf(line, {}, place));
    line = [];
  };
  for (const node of nodes) {
    if (isBlockNode(node, isBlockSlot)) {
      flush();
      if (node.type === 'element') blocks.push(...readElement(node, place));
    } else line.push(node);
  }
  flush();
  return blocks;
}

function paragraphOf(nodes: readonly ElementContent[], data: NodeData, place: BlockPlace): Block[] {
  if (
    place.images &&
    nodes.some((node) => !isBlank(node)) &&
    nodes.every((node) => isBlank(node) || isLonePicture(node))
  )
    return [imagesBlock(nodes.filter((node) => !isBlank(node)) as Element[], imageAlign(data), place)];
  const inlines = readInlines(nodes, place.part);
  return inlines.length === 0 ? [] : [aParagraph(inlines, Object.keys(data).length === 0 ? undefined : data)];
}

/** Whether a node is a picture without the size that pictures within a line have. */
function isLonePicture(node: ElementContent): boolean {
  if (isElement(node, 'img')) return attributeOf(node, 'dataSize') === undefined && !isDrawing(node);
  return isElement(node, 'picture') && node.children.some((child) => isLonePicture(child));
}

/** Reads an element of one name. */
type ElementReader = (node: Element, place: BlockPlace) => Block[];

/** The readers of elements that mean more than their content. */
const readers: ReadonlyMap<string, ElementReader> = new Map<string, ElementReader>([
  ['h1', (node, place) => readHeading(node, 'heading-1', place)],
  ['h2', (node, place) => readHeading(node, 'heading-1', place)],
  ['h3', (node, place) => readHeading(node, 'heading-2', place)],
  ['h4', (node, place) => readHeading(node, 'heading-3', place)],
  ['h5', (node, place) => readHeading(node, 'heading-3', place)],
  ['h6', (node, place) => readHeading(node, 'heading-3', place)],
  ['p', readParagraph],
  ['summary', readParagraph],
  ['caption', readParagraph],
  ['legend', readParagraph],
  ['ul', readList],
  ['ol', readList],
  ['blockquote', readQuote],
  ['hr', () => [aVoidBlock('divider', {})]],
  ['pre', (node, { part }) => [readCodeElement(node, part)]],
  ['table', readTableElement],
  ['figure', readFigure],
  ['div', readDivision],
  ['center', readDivision],
  ['details', readDetails],
  ['img', readDrawing],
  ['iframe', readEmbed],
  ['video', readEmbed],
  ['audio', readEmbed],
  ['embed', readEmbed],
  ['object', readEmbed],
]);

function readElement(node: Element, place: BlockPlace): Block[] {
  const { tagName } = node;
  if (tagName === slotElement) return place.block(node);
  if (droppedElements.has(tagName)) return [];
  const read = readers.get(tagName);
  return read === undefined ? readBlocks(node.children, place) : read(node, place);
}

/** The same place, except that a picture alone in its paragraph is part of the text. */
function withoutImages(place: BlockPlace): BlockPlace {
  return { ...place, images: false };
}

function readQuote(node: Element, place: BlockPlace): Block[] {
  return [aBlock('blockquote', readBlocks(node.children, withoutImages(place)))];
}

function readTableElement(node: Element, place: BlockPlace): Block[] {
  return [readTable(node, place.part, (cell) => readBlocks(cell, withoutImages(place)))];
}

/** Reads a drawing. Drawings are the only pictures that come here: other pictures are in a paragraph. */
function readDrawing(node: Element, { part }: BlockPlace): Block[] {
  const target = restoreMarks(attributeOf(node, 'src') ?? '', part.document.prepared);
  return [aVoidBlock('drawing', { ref: readReference(part.references, target, 'file') })];
}

const alignments: Readonly<Record<string, string>> = { left: 'start', center: 'center', right: 'end' };

function alignOf(node: Element): NodeData {
  const align = attributeOf(node, 'align')?.toLowerCase() ?? '';
  return Object.hasOwn(alignments, align) ? { align: alignments[align] } : {};
}

/** Converts an alignment of text (`start`, `end`) to one of images (`left`, `right`). */
function imageAlign({ align }: NodeData): NodeData {
  const side = Object.entries(alignments).find(([, name]) => name === align)?.[0];
  return side === undefined ? {} : { align: side };
}

function readParagraph(node: Element, place: BlockPlace): Block[] {
  const isBlockSlot = (slot: Element): boolean => place.part.slotOf(slot)?.kind !== 'footnote';
  if (node.children.some((child) => isBlockNode(child, isBlockSlot))) return readBlocks(node.children, place);
  return paragraphOf(node.children, alignOf(node), place);
}

/** The empty link in a heading is the heading's anchor, and is left out of the text. */
function readHeading(node: Element, kind: BlockKind, { part }: BlockPlace): Block[] {
  let id = '';
  const children = node.children.filter((child) => {
    if (!isElement(child, 'a') || childrenWithContent(child).length > 0) return true;
    const written = attributeOf(child, 'id') ?? attributeOf(child, 'name') ?? '';
    if (written === '') return attributeOf(child, 'href') !== undefined;
    if (/^[-a-z0-9.+_]+$/u.test(written)) id ||= written;
    return false;
  });
  const nodes = readInlines(children, part);
  if (nodes.length === 0 && id === '') return [];
  const { nodes: filled = [] } = aParagraph(nodes);
  return [
    {
      object: 'block',
      type: kind,
      data: { ...(id === '' ? {} : { id }), ...alignOf(node) },
      nodes: filled,
    },
  ];
}

function readList(node: Element, place: BlockPlace): Block[] {
  const items = childrenWithContent(node).map((child) => {
    const children = isElement(child, 'li') ? child.children : [child];
    const box = children.map(checkboxIn).find((found) => found !== undefined);
    return {
      checked: box?.checked,
      nodes: readBlocks(box === undefined ? children : withoutNode(children, box.node), withoutImages(place)),
    };
  });
  if (items.length === 0) return [];
  const tasks = items.some(({ checked }) => checked !== undefined);
  const nodes = items.map(({ checked, nodes: inner }) =>
    aBlock('list-item', inner, tasks ? { checked: checked ?? false } : {}),
  );
  if (tasks) return [aBlock('list-tasks', nodes)];
  if (node.tagName === 'ul') return [aBlock('list-unordered', nodes)];
  const start = Number(attributeOf(node, 'start') ?? '1');
  return [
    aBlock('list-ordered', nodes, Number.isInteger(start) && start >= 0 && start !== 1 ? { start } : {}),
  ];
}

/** Finds a task's checkbox, which comes first in its list item. */
function checkboxIn(
  node: ElementContent,
  index: number,
  siblings: readonly ElementContent[],
): { node: Element; checked: boolean } | undefined {
  if (node.type !== 'element' || siblings.slice(0, index).some((before) => !isBlank(before)))
    return undefined;
  if (isElement(node, 'input'))
    return attributeOf(node, 'type') === 'checkbox'
      ? { node, checked: attributeOf(node, 'checked') !== undefined }
      : undefined;
  return isElement(node, 'p')
    ? node.children.map(checkboxIn).find((found) => found !== undefined)
    : undefined;
}

function withoutNode(nodes: readonly ElementContent[], gone: Element): ElementContent[] {
  return nodes
    .filter((node) => node !== gone)
    .map((node) => (isElement(node, 'p') ? { ...node, children: withoutNode(node.children, gone) } : node));
}

/** The pictures that an element shows, when it shows nothing else. */
function picturesIn(node: ElementContent): { pictures: Element[]; caption?: Element } | undefined {
  if (isElement(node, 'img')) return isDrawing(node) ? undefined : { pictures: [node] };
  if (isElement(node, 'picture'))
    return node.children.some((child) => isElement(child, 'img')) ? { pictures: [node] } : undefined;
  if (!isElement(node, 'figure', 'a', 'p')) return undefined;
  const pictures: Element[] = [];
  let caption: Element | undefined;
  for (const child of childrenWithContent(node)) {
    if (isElement(child, 'figcaption') && node.tagName === 'figure') {
      caption = child;
      continue;
    }
    const inner = picturesIn(child);
    if (inner === undefined || inner.caption !== undefined) return undefined;
    pictures.push(...inner.pictures);
  }
  if (pictures.length === 0) return undefined;
  return { pictures, ...(caption === undefined ? {} : { caption }) };
}

function readFigure(node: Element, place: BlockPlace): Block[] {
  const shown = picturesIn(node);
  if (shown !== undefined) return [imagesBlock([node], {}, place)];
  return readBlocks(node.children, place);
}

/** A division that has only pictures says how they are laid out. Any other division aligns its content. */
function readDivision(node: Element, place: BlockPlace): Block[] {
  const children = childrenWithContent(node);
  const align = node.tagName === 'center' ? { align: 'center' } : alignOf(node);
  const flag = (name: string, field: string): NodeData => {
    const value = attributeOf(node, name);
    return value === undefined ? {} : { [field]: value === 'true' };
  };
  if (
    children.length > 0 &&
    children.every((child) => isElement(child) && child.tagName !== 'a' && picturesIn(child) !== undefined)
  ) {
    const data = {
      ...imageAlign(align),
      ...flag('dataFullWidth', 'fullWidth'),
      ...flag('dataWithFrame', 'withFrame'),
    };
    return [imagesBlock(children as Element[], data, place)];
  }
  const blocks = readBlocks(node.children, place);
  if (align['align'] === undefined || align['align'] === 'start') return blocks;
  return blocks.map((block) =>
    block.type === 'paragraph' || block.type.startsWith('heading-')
      ? { ...block, data: { ...align, ...block.data } }
      : block,
  );
}

function imagesBlock(nodes: readonly Element[], data: NodeData, place: BlockPlace): Block {
  const images = nodes.flatMap((node) => {
    const { pictures, caption } = picturesIn(node) ?? { pictures: [] };
    return pictures.map((picture, index) =>
      imageOf(picture, index === pictures.length - 1 ? caption : undefined, place),
    );
  });
  return { object: 'block', type: 'images', isVoid: false, data, nodes: images };
}

function imageOf(node: Element, caption: Element | undefined, place: BlockPlace): Block {
  const image = isElement(node, 'picture') ? node.children.find((child) => isElement(child, 'img')) : node;
  const attribute = (name: string): string => (isElement(image) ? (attributeOf(image, name) ?? '') : '');
  const read = (target: string): unknown =>
    readReference(place.part.references, restoreMarks(target, place.part.document.prepared), 'image');
  const dark = isElement(node, 'picture') ? darkSourceOf(node) : undefined;
  const width = readLength(attribute('width'));
  const height = readLength(attribute('height'));
  const words =
    caption === undefined
      ? readInlines([{ type: 'text', value: attribute('title') }], place.part)
      : readInlines(caption.children, place.part);
  return aVoidBlock(
    'image',
    {
      ref: read(attribute('src')),
      ...(dark === undefined ? {} : { refDark: read(dark) }),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      ...(attribute('alt') === '' ? {} : { alt: attribute('alt') }),
    },
    captionOf(words.length === 0 ? [] : [aParagraph(words)]),
  );
}

function readDetails(node: Element, place: BlockPlace): Block[] {
  const summary = node.children.find((child) => isElement(child, 'summary'));
  const title = readInlines(isElement(summary) ? summary.children : [], place.part);
  const body = readBlocks(
    node.children.filter((child) => child !== summary),
    { ...place, images: true },
  );
  return [
    aVoidBlock('expandable', attributeOf(node, 'open') === undefined ? {} : { defaultExpanded: true }, [
      {
        object: 'fragment',
        type: 'expandable-title',
        fragment: 'expandable-title',
        nodes: [aParagraph(title)],
      },
      {
        object: 'fragment',
        type: 'expandable-body',
        fragment: 'expandable-body',
        nodes: body.length === 0 ? [aParagraph([])] : body,
      },
    ]),
  ];
}

function readEmbed(node: Element): Block[] {
  const source = node.children.find((child) => isElement(child, 'source'));
  const url =
    attributeOf(node, 'src') ??
    attributeOf(node, 'data') ??
    (isElement(source) ? attributeOf(source, 'src') : undefined);
  return url === undefined || url === '' ? [] : [aVoidBlock('embed', { url }, [])];
}
