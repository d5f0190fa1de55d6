import type { Block, Fragment, Inline, InlineNode, JsonDocument } from './values.ts';

/** A node of a document as it is answered. */
type Keyed<Node> = Node & { readonly key: string };

/**
 * The document with a key in each node. Programs that show documents tell nodes apart by their keys, and some refuse tabs without one. A
 * key is the node's place, so that the same document always has the same keys.
 */
export function withKeys(document: JsonDocument): JsonDocument {
  return { ...document, nodes: keyed(document.nodes, 'k', keyedBlock) };
}

function keyed<Node>(
  nodes: readonly Node[],
  place: string,
  keyOne: (node: Node, key: string) => Keyed<Node>,
): Keyed<Node>[] {
  return nodes.map((node, at) => keyOne(node, `${place}${at}`));
}

function keyedBlock(block: Block, key: string): Keyed<Block> {
  const { nodes, fragments } = block;
  return {
    ...block,
    ...(nodes === undefined ? {} : { nodes: keyed(nodes, `${key}-`, keyedNode) }),
    ...(fragments === undefined ? {} : { fragments: keyed(fragments, `${key}-f`, keyedFragment) }),
    key,
  };
}

function keyedNode(node: Block | InlineNode, key: string): Keyed<Block | InlineNode> {
  return node.object === 'block' ? keyedBlock(node, key) : keyedInline(node, key);
}

function keyedInline(node: InlineNode, key: string): Keyed<InlineNode> {
  if (node.object === 'text') return { ...node, key };
  const { nodes, fragments }: Inline = node;
  return {
    ...node,
    ...(nodes === undefined ? {} : { nodes: keyed(nodes, `${key}-`, keyedInline) }),
    ...(fragments === undefined ? {} : { fragments: keyed(fragments, `${key}-f`, keyedFragment) }),
    key,
  };
}

function keyedFragment(fragment: Fragment, key: string): Keyed<Fragment> {
  return { ...fragment, nodes: keyed(fragment.nodes, `${key}-`, keyedBlock), key };
}
