import { chooseSide, mapVersions } from './lines.ts';
import type { Versions } from './lines.ts';

/**
 * The three-way merge of trees, node by node. Nodes are told apart by identity, not by name or place. The service merges two change
 * requests with this function, and Tidemark two tables of contents. Which side is called ours makes no difference: `prefers` says
 * whose value wins where both cannot stay, so exchanging the sides and `prefers` gives the same result.
 */
export interface TreeNode {
  /** The identity of the node above; null for a node at the top. */
  readonly parent: string | null;
}

export interface Tree<Node extends TreeNode> {
  readonly nodes: ReadonlyMap<string, Node>;
  /** The nodes below one, in their order; null: those at the top. */
  children(parent: string | null): readonly string[];
}

export interface TreeRules<Node extends TreeNode> {
  readonly prefers: Side;
  /** What happens to a node whose parent the other side removed: the parent comes back, or the node goes to the top. */
  readonly orphans: 'keep-parents' | 'to-the-top';
  /** Whether two versions of a node are equal, apart from their place. */
  same(one: Node, other: Node): boolean;
  /** Joins a node that both sides changed or made. The node's place is decided elsewhere. */
  join(node: { base: Node | undefined; ours: Node; theirs: Node }, id: string): Node;
}

export type Side = 'ours' | 'theirs';

/** A decision of the merge that a person should hear of. */
export interface TreeConflict {
  readonly id: string;
  /**
   * `place`: both sides moved the node. `kept`: one side removed the node, the other changed it, and it stays. `parent`: the node
   * came back, because others are below it. `circle`: two moves put nodes into each other, and this node went back.
   */
  readonly why: 'place' | 'kept' | 'parent' | 'circle';
  /** For `place`: the three parents. */
  readonly places?: Versions<string | null | undefined>;
}

export interface MergedTree<Node extends TreeNode> extends Tree<Node> {
  readonly conflicts: readonly TreeConflict[];
}

export function mergeTree<Node extends TreeNode>(
  trees: Versions<Tree<Node>>,
  rules: TreeRules<Node>,
): MergedTree<Node> {
  const conflicts: TreeConflict[] = [];
  const nodes = new Map<string, Node>();
  const [first, second] = rules.prefers === 'ours' ? [trees.ours, trees.theirs] : [trees.theirs, trees.ours];
  for (const id of new Set([...first.nodes.keys(), ...second.nodes.keys()])) {
    const versions = mapVersions(trees, (tree) => tree.nodes.get(id));
    const node = mergeNode(versions, { id, rules, conflicts });
    if (node !== undefined) nodes.set(id, node);
  }
  keepParents(nodes, { trees, rules, conflicts });
  breakCircles(nodes, trees.base, conflicts);
  return { nodes, children: childrenOf(nodes, trees, rules.prefers), conflicts };
}

function mergeNode<Node extends TreeNode>(
  versions: Versions<Node | undefined>,
  { id, rules, conflicts }: { id: string; rules: TreeRules<Node>; conflicts: TreeConflict[] },
): Node | undefined {
  const { base, ours, theirs } = versions;
  if (ours === undefined || theirs === undefined) {
    const left = ours ?? theirs;
    if (left === undefined || base === undefined) return left;
    if (rules.same(base, left) && base.parent === left.parent) return undefined;
    conflicts.push({ id, why: 'kept' });
    return left;
  }
  const isSame = (one: Node | undefined, other: Node | undefined): boolean =>
    one !== undefined && other !== undefined && rules.same(one, other);
  const node = chooseSide(versions, isSame) ?? rules.join({ base, ours, theirs }, id);
  const places = mapVersions(versions, (each) => each?.parent);
  const parent = chooseSide(places);
  if (parent === undefined) conflicts.push({ id, why: 'place', places });
  const place = parent === undefined ? versions[rules.prefers]!.parent : parent;
  return node.parent === place ? node : { ...node, parent: place };
}

/** Brings back the parents of each node that stays, or moves the node to the top. */
function keepParents<Node extends TreeNode>(
  nodes: Map<string, Node>,
  {
    trees,
    rules,
    conflicts,
  }: { trees: Versions<Tree<Node>>; rules: TreeRules<Node>; conflicts: TreeConflict[] },
): void {
  for (const id of [...nodes.keys()]) {
    let below = id;
    for (let parent = nodes.get(id)!.parent; parent !== null && !nodes.has(parent);) {
      const gone = lastKnown(parent, trees, rules.prefers);
      if (gone === undefined || rules.orphans === 'to-the-top') {
        nodes.set(below, { ...nodes.get(below)!, parent: null });
        break;
      }
      nodes.set(parent, gone);
      conflicts.push({ id: parent, why: 'parent' });
      below = parent;
      parent = gone.parent;
    }
  }
}

/** The last known version of a node that one side removed. */
function lastKnown<Node extends TreeNode>(
  id: string,
  trees: Versions<Tree<Node>>,
  prefers: Side,
): Node | undefined {
  const order = [trees[prefers], trees.ours, trees.theirs, trees.base];
  return order.map((tree) => tree.nodes.get(id)).find((node) => node !== undefined);
}

/** Two moves can put two nodes into each other. The node that closes the circle goes back to its old place, or to the top. */
function breakCircles<Node extends TreeNode>(
  nodes: Map<string, Node>,
  base: Tree<Node>,
  conflicts: TreeConflict[],
): void {
  for (const [id, node] of nodes) {
    if (!isWithin(nodes, node.parent, id)) continue;
    const former = base.nodes.get(id)?.parent ?? null;
    const isSafe = former !== null && nodes.has(former) && !isWithin(nodes, former, id);
    nodes.set(id, { ...node, parent: isSafe ? former : null });
    conflicts.push({ id, why: 'circle' });
  }
}

/** Whether a node is `ancestor`, or below it in the tree. */
function isWithin(nodes: ReadonlyMap<string, TreeNode>, node: string | null, ancestor: string): boolean {
  const seen = new Set<string>();
  for (let at = node; at !== null && !seen.has(at); at = nodes.get(at)?.parent ?? null) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}

function childrenOf(
  nodes: ReadonlyMap<string, TreeNode>,
  trees: Versions<Tree<TreeNode>>,
  prefers: Side,
): (parent: string | null) => readonly string[] {
  const present = new Map<string | null, string[]>();
  for (const [id, { parent }] of nodes) {
    const siblings = present.get(parent);
    if (siblings === undefined) present.set(parent, [id]);
    else siblings.push(id);
  }
  return (parent) => {
    const all = present.get(parent) ?? [];
    if (all.length < 2) return all;
    const wanted = new Set(all);
    const lists = mapVersions(trees, (tree) => tree.children(parent).filter((id) => wanted.has(id)));
    return mergeOrder(lists, all, prefers);
  };
}

/**
 * Merges three orders: takes that of the side that reordered (the preferred side's when both or neither did), puts the other side's
 * newcomers behind their neighbours, and items that neither list has at the end.
 */
export function mergeOrder(
  { base, ours, theirs }: Versions<readonly string[]>,
  all: readonly string[],
  prefers: Side = 'ours',
): string[] {
  const [preferred, other] = prefers === 'ours' ? [ours, theirs] : [theirs, ours];
  const isKept = hasMoved(preferred, base) || !hasMoved(other, base);
  const [first, second] = isKept ? [preferred, other] : [other, preferred];
  const order = [...first];
  const present = new Set(order);
  const apart = placedApart({ base, ours, theirs });
  for (const [index, item] of second.entries()) {
    if (present.has(item)) continue;
    const before = second.slice(0, index).findLast((each) => present.has(each) && !apart.has(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, item);
    present.add(item);
  }
  return [...order, ...all.filter((item) => !present.has(item))];
}

/**
 * The nodes that two lists have at different places, although the base did not have them. Each side chose its own place for such a node,
 * so the node does not tell where the nodes behind it belong.
 */
function placedApart({ base, ours, theirs }: Versions<readonly string[]>): ReadonlySet<string> {
  const [one, other] = [nodesBefore(ours, theirs), nodesBefore(theirs, ours)];
  const old = new Set(base);
  return new Set([...one.keys()].filter((id) => !old.has(id) && one.get(id) !== other.get(id)));
}

/** The node before each node of a list, if one counts only the nodes that another list has, too. */
function nodesBefore(
  list: readonly string[],
  other: readonly string[],
): ReadonlyMap<string, string | undefined> {
  const there = new Set(other);
  const shared = list.filter((id) => there.has(id));
  return new Map(shared.map((id, at) => [id, shared[at - 1]]));
}

/** Whether the nodes that two lists share are in a different order. */
function hasMoved(list: readonly string[], base: readonly string[]): boolean {
  const [inList, inBase] = [new Set(list), new Set(base)];
  const rest = base.filter((item) => inList.has(item));
  return list.filter((item) => inBase.has(item)).some((item, at) => item !== rest[at]);
}
