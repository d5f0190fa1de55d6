import type { BlockNode, FlowNode } from '../tree/document.ts';
import type { Tag } from '../tree/tag.ts';
import { aBlock, aVoidBlock, captionOf, codeOfText } from './blocks.ts';
import { aParagraph, aText, textOfInlines } from './inlines.ts';
import { codeAttributes, kindsWithImages, tagRows, type TagAttribute, type TagRow } from './kinds.ts';
import { readLength } from './lengths.ts';
import { readReference, type References } from './references.ts';
import type { Block, InlineNode, NodeData } from './values.ts';

/** Reads the content between a tag and its end tag. */
export interface TagBody {
  readonly references: References;
  readonly blocks: (nodes: readonly FlowNode[], images: boolean) => Block[];
}

/** Reads a `{% … %}` block. A tag that fits no kind becomes text, and its content stays. */
export function readTagBlock(node: BlockNode, body: TagBody): Block[] {
  const { tag } = node;
  switch (tag.name) {
    case 'code':
      return readCode(node, body);
    case 'if':
      return readConditions(node, body);
    case 'include':
      return [includeBlock(tag, body.references)];
    default:
  }
  if (tag.name.startsWith('@')) return [integrationBlock(tag), ...body.blocks(node.children, true)];
  const row = Object.hasOwn(tagRows, tag.name) ? tagRows[tag.name] : undefined;
  const data = row && readData(tag, row.attributes, body.references);
  if (row === undefined || data === undefined)
    return [aParagraph([aText(tag.raw.replace(/\s+/gu, ' '))]), ...body.blocks(node.children, true)];
  const parent = Object.entries(tagRows).find(
    ([, { body: inner }]) => typeof inner === 'object' && inner.part === tag.name,
  );
  const block = readRow(node, { row, data }, body);
  return parent === undefined
    ? block
    : [aBlock(parent[1].kind, block, readData(noTag, parent[1].attributes, body.references))];
}

const noTag = { attributes: {} };

/** Reads one part of a block, such as a tab, with the blocks inside. */
function readPart(node: BlockNode, row: TagRow, body: TagBody): Block {
  const data = readData(node.tag, row.attributes, body.references) ?? {};
  return aBlock(row.kind, body.blocks(node.children, kindsWithImages.has(row.kind)), data);
}

function readRow(node: BlockNode, { row, data }: { row: TagRow; data: NodeData }, body: TagBody): Block[] {
  const { kind } = row;
  if (typeof row.body === 'object') return [aBlock(kind, readParts(node, row.body.part, body), data)];
  switch (row.body) {
    case 'none':
      return [aVoidBlock(kind, data)];
    case 'caption':
      return [aVoidBlock(kind, data, captionOf(captionNodes(node, body)))];
    case 'label': {
      const inner = body.blocks(node.children, true);
      return [aVoidBlock(kind, data), ...(inner.length > 1 ? inner : [])];
    }
    case 'blocks': {
      const inner = body.blocks(node.children, kindsWithImages.has(kind));
      return [aBlock(kind, kind === 'prompt' ? [onlyCode(inner)] : inner, data)];
    }
  }
}

/** The caption between a tag and its end, or in the attribute of the old form. */
function captionNodes(node: BlockNode, body: TagBody): Block[] {
  const written = node.tag.attributes['caption'] ?? '';
  const nodes = body.blocks(node.children, false);
  return nodes.length > 0 || written.trim() === '' ? nodes : [aParagraph([aText(written.trim())])];
}

/** Reads the parts of a block by their tags. Content between two parts goes to the part before it, or to an extra first part. */
function readParts(node: BlockNode, part: string, body: TagBody): Block[] {
  const row = tagRows[part];
  if (row === undefined) return [];
  const parts: { block: BlockNode | undefined; extra: FlowNode[] }[] = [];
  for (const child of node.children) {
    if (child.type === 'block' && child.tag.name === part) parts.push({ block: child, extra: [] });
    else if (parts.length === 0) parts.push({ block: undefined, extra: [child] });
    else parts.at(-1)?.extra.push(child);
  }
  return parts.flatMap(({ block, extra }) => {
    const rest = body.blocks(extra, kindsWithImages.has(row.kind));
    if (block === undefined)
      return rest.length === 0
        ? []
        : [aBlock(row.kind, rest, readData(noTag, row.attributes, body.references))];
    const read = readPart(block, row, body);
    if (rest.length === 0) return [read];
    const own = body.blocks(block.children, kindsWithImages.has(row.kind));
    return [aBlock(row.kind, [...own, ...rest], read.data)];
  });
}

/** Turns the content of a prompt into its one block of code. */
function onlyCode(blocks: readonly Block[]): Block {
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === 'code') return first;
  const lines = blocks.flatMap((block) => textOfBlock(block).split('\n'));
  return codeOfText(lines.join('\n'), { syntax: 'markdown' });
}

/** The plain words of a block and of all that it holds. */
function textOfBlock(block: Block): string {
  const nodes = block.nodes ?? [];
  const isLeaf = (node: Block | InlineNode): node is InlineNode => node.object !== 'block';
  if (nodes.every(isLeaf)) return textOfInlines(nodes);
  return nodes.map((node) => (node.object === 'block' ? textOfBlock(node) : '')).join('\n');
}

function readCode(node: BlockNode, body: TagBody): Block[] {
  const data = readData(node.tag, codeAttributes, body.references);
  return body
    .blocks(node.children, true)
    .map((block) => (block.type === 'code' ? { ...block, data: { ...block.data, ...data } } : block));
}

/** Reads each branch as a separate block, whose expression also says that no earlier branch is true. */
function readConditions(node: BlockNode, body: TagBody): Block[] {
  const branches: { expression: string | undefined; nodes: FlowNode[] }[] = [
    { expression: node.tag.argument, nodes: [] },
  ];
  const take = (nodes: readonly FlowNode[]): void => {
    for (const child of nodes) {
      if (child.type === 'block' && ['else', 'elif', 'elseif'].includes(child.tag.name)) {
        const expression = child.tag.name === 'else' ? undefined : child.tag.argument;
        branches.push({ expression, nodes: [] });
        take(child.children);
      } else branches.at(-1)?.nodes.push(child);
    }
  };
  take(node.children);
  return branches.map(({ expression, nodes }, index) => {
    const before = branches.slice(0, index).map((branch) => `!(${branch.expression ?? 'true'})`);
    const own = expression === undefined ? [] : before.length === 0 ? [expression] : [`(${expression})`];
    const said = [...before, ...own].join(' && ').replace(/\s+/gu, ' ');
    return aBlock('if', body.blocks(nodes, true), { expression: said });
  });
}

function includeBlock(tag: Tag, references: References): Block {
  const target = tag.argument || (tag.attributes['src'] ?? '');
  return aVoidBlock('reusable-content', { ref: readReference(references, target, 'include') });
}

/** Reads `{% @integration/block … %}`. Every attribute but `url` and `fullWidth` belongs to the integration. */
function integrationBlock(tag: Tag): Block {
  const [integration = '', block = ''] = tag.name.slice(1).split('/');
  const { url, fullWidth, ...props } = tag.attributes;
  return aVoidBlock('integration', {
    integration,
    block,
    props,
    ...(url === undefined ? {} : { url }),
    ...(fullWidth === undefined ? {} : { fullWidth: fullWidth === 'true' }),
  });
}

/** A tag's attributes as data; undefined when an attribute is missing that the kind requires. */
function readData(
  tag: Pick<Tag, 'attributes'>,
  attributes: readonly TagAttribute[],
  references: References,
): NodeData | undefined {
  const data: Record<string, unknown> = {};
  for (const row of attributes) {
    const written = tag.attributes[row.attribute] ?? row.otherwise;
    const field = row.field ?? row.attribute;
    if (written === undefined) {
      if (field === 'ref') return undefined;
      continue;
    }
    const value = readAttribute(written, row, references);
    if (value !== undefined) data[field] = value;
  }
  return data;
}

function readAttribute(written: string, { form = 'text' }: TagAttribute, references: References): unknown {
  switch (form) {
    case 'text':
      return written.replace(/[\r\n]+/gu, ' ');
    case 'flag':
      return written === 'true';
    case 'number':
      return Number.isFinite(Number(written)) && written.trim() !== '' ? Number(written) : undefined;
    case 'length':
      return readLength(written);
    case 'link':
    case 'file':
      return readReference(references, written, form);
    case 'spec':
      return { kind: 'openapi', spec: written };
    case 'names':
      return listOf(written);
    case 'tags':
      return listOf(written).map((tag) => ({ kind: 'tag', tag }));
    case 'date':
      return /^\d{4}-\d\d-\d\d$/u.test(written) ? `${written}T00:00:00.000Z` : written;
  }
}

function listOf(written: string): string[] {
  return written
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
