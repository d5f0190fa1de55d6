import { blockKinds, type BlockKind } from './kinds.ts';
import { aParagraph, aText } from './inlines.ts';
import type { Block, Fragment, InlineNode, NodeData } from './values.ts';

/** A block of a kind that has nothing inside. */
export function aVoidBlock(type: BlockKind, data: NodeData, fragments?: readonly Fragment[]): Block {
  return { object: 'block', type, isVoid: true, data, ...(fragments === undefined ? {} : { fragments }) };
}

/** A block of a kind that holds other blocks. Without any, the block gets an empty paragraph. */
export function aBlock(type: BlockKind, nodes: readonly Block[], data: NodeData = {}): Block {
  const { holds } = blockKinds[type] as { holds?: unknown };
  const filled = nodes.length === 0 && holds === 'blocks' ? [aParagraph([])] : nodes;
  // The vendor's types ask for `isVoid: false` on columns only.
  return { object: 'block', type, ...(type === 'columns' ? { isVoid: false } : {}), data, nodes: filled };
}

export function captionOf(nodes: readonly Block[]): Fragment[] {
  return nodes.length === 0 ? [] : [{ object: 'fragment', fragment: 'caption', nodes }];
}

/** Makes a code block from its text. */
export function codeOfText(text: string, data: NodeData): Block {
  return aBlock(
    'code',
    text.split('\n').map((line) => codeLine([aText(line)])),
    data,
  );
}

export function codeLine(nodes: readonly InlineNode[], highlighted = false): Block {
  return { object: 'block', type: 'code-line', data: highlighted ? { highlighted } : {}, nodes };
}

export function isEmptyParagraph(block: Block): boolean {
  return (
    block.type === 'paragraph' &&
    (block.nodes ?? []).every(
      (node) => node.object === 'text' && node.leaves.every(({ text }) => text.trim() === ''),
    )
  );
}
