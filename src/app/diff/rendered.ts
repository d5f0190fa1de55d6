/**
 * The difference of two rendered bodies, as the new one with words added and removed in place. Blocks are matched first, then the words of
 * those that changed. The result has the structure of the new body: removed words are put into it as text, removed blocks as whole blocks,
 * so that the result is as well formed as the two bodies.
 */
import { createHash } from 'node:crypto';
import { defaultTreeAdapter as tree, parseFragment, serialize, serializeOuter } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { diffInline } from './inline.ts';
import { childrenOf, element, setChildren, textNode } from '../html-nodes.ts';
import { diffLists, wordsOf } from './words.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements whose inside is running text. */
const inlineTags = new Set(
  'a abbr b bdi bdo br cite code data del dfn em i img input ins kbd label mark math q s samp small span strong sub sup svg time u var wbr'.split(
    ' ',
  ),
);
/** Parts of tables and lists, which may hold only the elements that belong in them. */
const strictTags = new Set('table thead tbody tfoot tr colgroup ul ol dl'.split(' '));
/** Elements that are shown as a whole or not at all. */
const wholeTags = new Set('svg math iframe video audio picture object button select'.split(' '));

/**
 * Shows what changed between two bodies; the new body itself where nothing changed. `fold` hides long unchanged parts until somebody opens
 * them.
 */
export function renderedDiff(before: string, after: string, { fold = false } = {}): string {
  const [former, present] = [childrenOf(parseFragment(before)), childrenOf(parseFragment(after))];
  return htmlOf(diffBlocks(former, present, fold ? folded : asTheyAre));
}

/** A part of a difference, as people see it. */
export interface ShownPart {
  readonly html: string;
  /** Names a block of the new body, so that comments can refer to the block; undefined for a part that is not such a block. */
  readonly node?: string;
}

/**
 * The same difference in parts, with long unchanged parts folded. The name of a block of the new body is made of its words, so that the
 * block keeps its name wherever it moves, until its words change. A block whose name is in `open` is never folded away.
 */
export function differenceParts(before: string, after: string, open: ReadonlySet<string>): ShownPart[] {
  const [former, present] = [childrenOf(parseFragment(before)), childrenOf(parseFragment(after))];
  const names = namesOf(present);
  const nameOf = ([node]: Item): string | undefined => (node === undefined ? undefined : names.get(node));
  const shown: typeof folded = (items, place) =>
    items.some((item) => open.has(nameOf(item) ?? '')) ? items.flat() : folded(items, place);
  const parts: ShownPart[] = [];
  let unnamed: Node[] = [];
  const endUnnamed = (): void => {
    if (unnamed.length > 0) parts.push({ html: htmlOf(unnamed) });
    unnamed = [];
  };
  for (const node of diffBlocks(former, present, shown)) {
    const name = names.get(node);
    if (name === undefined) {
      unnamed.push(node);
      continue;
    }
    endUnnamed();
    parts.push({ html: htmlOf([node]), node: name });
  }
  endUnnamed();
  return parts;
}

/** Names for the blocks of a body. Two blocks with the same words are told apart by their order. */
function namesOf(nodes: readonly Node[]): ReadonlyMap<Node, string> {
  const names = new Map<Node, string>();
  const counts = new Map<string, number>();
  for (const item of itemsOf(nodes)) {
    const [node] = item;
    if (node === undefined || !tree.isElementNode(node) || inlineTags.has(node.tagName)) continue;
    const words = textOf(item, ' ').replaceAll(/\s+/g, ' ').trim();
    const hash = createHash('sha256')
      .update(words === '' ? keyOf(item) : words)
      .digest('base64url')
      .slice(0, 16);
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    names.set(node, count === 1 ? hash : `${hash}-${count}`);
  }
  return names;
}

/** Nodes as HTML. They leave the tree in which they were. */
export function htmlOf(nodes: readonly Node[]): string {
  const root = parseFragment('');
  for (const node of nodes) tree.appendChild(root, node);
  return serialize(root);
}

/** How many unchanged blocks are shown beside a change. */
const aroundChange = 2;

function asTheyAre(items: readonly Item[]): Node[] {
  return items.flat();
}

/** The blocks of a long unchanged part: those next to a change, and the others behind a line that opens them. */
function folded(items: readonly Item[], { first, last }: { first: boolean; last: boolean }): Node[] {
  const from = first ? 0 : aroundChange;
  const until = items.length - (last ? 0 : aroundChange);
  if (until - from < aroundChange * 2) return items.flat();
  const hidden = items.slice(from, until);
  const words = textNode(`${hidden.length} parts stayed as they were`);
  const opener = element('details', { class: 'same-parts' }, [
    element('summary', {}, [words]),
    ...hidden.flat(),
  ]);
  return [...items.slice(0, from).flat(), opener, ...items.slice(until).flat()];
}

/** A block, or a run of text between blocks. */
export type Item = readonly Node[];

function diffBlocks(
  before: readonly Node[],
  after: readonly Node[],
  shown: typeof folded = asTheyAre,
): Node[] {
  const out: Node[] = [];
  let removed: readonly Item[] = [];
  const runs = diffLists(itemsOf(before), itemsOf(after), keyOf);
  for (const [at, run] of runs.entries()) {
    if (run.kind === 'removed') {
      removed = run.parts;
      continue;
    }
    if (run.kind === 'added') out.push(...joinRuns(removed, run.parts));
    else {
      const place = { first: at === 0, last: at === runs.length - 1 };
      out.push(...removed.flatMap(removedItem), ...shown(run.parts, place));
    }
    removed = [];
  }
  out.push(...removed.flatMap(removedItem));
  return out;
}

/** What is shown where some blocks were removed and others added: similar blocks are compared word by word. */
function joinRuns(before: readonly Item[], after: readonly Item[]): Node[] {
  const out: Node[] = [];
  let next = 0;
  let come: Item[] = [];
  const goAndCome = (until: number): void => {
    out.push(...before.slice(next, until).flatMap(removedItem), ...come.flatMap(addedItem));
    come = [];
  };
  for (const item of after) {
    const match = matchFor(item, before, next);
    if (match === -1) {
      come.push(item);
      continue;
    }
    goAndCome(match);
    out.push(...joinItems(before[match]!, item));
    next = match + 1;
  }
  goAndCome(before.length);
  return out;
}

/** How far ahead a similar block is looked for. */
const lookAhead = 12;

function matchFor(item: Item, before: readonly Item[], from: number): number {
  let best = -1;
  let bestLikeness = 0.25;
  for (let at = from; at < Math.min(before.length, from + lookAhead); at += 1) {
    const other = before[at]!;
    if (kindOf(item) !== kindOf(other)) continue;
    const likeness = likenessOf(textOf(other, ' '), textOf(item, ' '));
    if (likeness > bestLikeness) [best, bestLikeness] = [at, likeness];
  }
  return best;
}

/** How similar two texts are: the share of their words that both have. */
function likenessOf(one: string, other: string): number {
  const words = (text: string): Set<string> => new Set(wordsOf(text).filter((word) => word.trim() !== ''));
  const [left, right] = [words(one), words(other)];
  if (left.size === 0 && right.size === 0) return 1;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  return (2 * shared) / (left.size + right.size);
}

function joinItems(before: Item, after: Item): Node[] {
  const [old, fresh] = [before[0]!, after[0]!];
  if (!tree.isElementNode(fresh) || !tree.isElementNode(old) || inlineTags.has(fresh.tagName))
    return diffInline(before, after);
  if (fresh.tagName === 'pre') {
    setChildren(fresh, diffInline([textNode(textOf([old]))], [textNode(textOf([fresh]))]));
    return [fresh];
  }
  if (wholeTags.has(fresh.tagName)) return [...removedItem(before), ...addedItem(after)];
  const [inner, outer] = [childrenOf(old), childrenOf(fresh)];
  if (fresh.tagName === 'tr' && cellsOf(old).length === cellsOf(fresh).length) joinCells(old, fresh);
  else if (isRunningText(inner) && isRunningText(outer)) setChildren(fresh, diffInline(inner, outer));
  else setChildren(fresh, diffBlocks(inner, outer));
  return [fresh];
}

/** Cells of a row are compared one by one, by their columns. */
function joinCells(before: Element, after: Element): void {
  const former = cellsOf(before);
  for (const [at, cell] of cellsOf(after).entries()) {
    const old = former[at]!;
    if (serializeOuter(old) !== serializeOuter(cell)) joinItems([old], [cell]);
  }
}

function cellsOf(row: Element): Element[] {
  return row.childNodes.filter(tree.isElementNode);
}

/** The blocks of a list of nodes; text between blocks counts as a block, and space between blocks is left out. */
export function itemsOf(nodes: readonly Node[]): Item[] {
  const items: Node[][] = [];
  let running: Node[] | undefined;
  for (const node of nodes) {
    const isText = tree.isTextNode(node);
    if (isText || (tree.isElementNode(node) && inlineTags.has(node.tagName))) {
      if (isText && running === undefined && node.value.trim() === '') continue;
      if (running === undefined) items.push((running = []));
      running.push(node);
    } else if (tree.isElementNode(node)) {
      items.push([node]);
      running = undefined;
    }
  }
  return items;
}

function kindOf([first]: Item): string {
  return first !== undefined && tree.isElementNode(first) && !inlineTags.has(first.tagName)
    ? first.tagName
    : 'text';
}

/** A text that is the same for equal blocks, and for no others. */
export function keyOf(item: Item): string {
  return item
    .map((node) => (tree.isElementNode(node) ? serializeOuter(node) : textOf([node])))
    .join('')
    .trim();
}

function removedItem(item: Item): Node[] {
  return item[0] !== undefined && tree.isTextNode(item[0]) ? diffInline(item, []) : marked(item, 'removed');
}

function addedItem(item: Item): Node[] {
  return item[0] !== undefined && tree.isTextNode(item[0]) ? diffInline([], item) : marked(item, 'added');
}

/** Whole blocks with a mark that people see, and a word that screen readers say. A removed block loses its ids and links. */
function marked(item: Item, what: 'removed' | 'added'): Node[] {
  const [node] = item;
  if (node === undefined || !tree.isElementNode(node)) return [...item];
  if (inlineTags.has(node.tagName)) return what === 'removed' ? diffInline(item, []) : diffInline([], item);
  if (what === 'removed') forgetNames(node);
  addClass(node, `diff-${what}`);
  const place = strictTags.has(node.tagName) || wholeTags.has(node.tagName) ? firstCell(node) : node;
  if (place !== undefined) {
    const word = element('span', { class: 'off-screen' }, [
      textNode(what === 'removed' ? 'Removed: ' : 'Added: '),
    ]);
    setChildren(place, [word, ...childrenOf(place)]);
  }
  return [node];
}

/** The first part of a table or list that may hold text. */
function firstCell(node: Element): Element | undefined {
  for (const child of node.childNodes) {
    if (!tree.isElementNode(child) || wholeTags.has(child.tagName)) continue;
    if (/^(?:td|th|li|dt|dd|caption)$/.test(child.tagName)) return child;
    const found = firstCell(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function forgetNames(node: Element): void {
  node.attrs = node.attrs.filter(
    ({ name }) => !/^(?:id|name|for|href|aria-(?:labelledby|describedby|controls))$/.test(name),
  );
  for (const child of node.childNodes) if (tree.isElementNode(child)) forgetNames(child);
}

function isRunningText(nodes: readonly Node[]): boolean {
  return nodes.every((node) => !tree.isElementNode(node) || inlineTags.has(node.tagName));
}

/** The words of nodes, joined by `between`. */
function textOf(nodes: readonly Node[], between = ''): string {
  return nodes
    .map((node) => {
      if (tree.isTextNode(node)) return node.value;
      return tree.isElementNode(node) ? textOf(node.childNodes, between) : '';
    })
    .join(between);
}

function addClass(node: Element, name: string): void {
  const known = node.attrs.find((attribute) => attribute.name === 'class');
  if (known === undefined) node.attrs.push({ name: 'class', value: name });
  else known.value += ` ${name}`;
}
