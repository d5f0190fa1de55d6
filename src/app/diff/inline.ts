import { defaultTreeAdapter as tree, serializeOuter } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { childrenOf, element, setChildren, textNode } from '../html-nodes.ts';
import { diffLists, wordsOf, type DiffRun } from './words.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Elements that count as one sign in running text. */
const wholeTags = new Set(['img', 'svg', 'math', 'br', 'input', 'wbr', 'button']);

/** A word of running text, or a picture in it, with the way it is set. */
interface Leaf {
  readonly key: string;
  /** The text node or element that it belongs to. */
  readonly node: Node;
  /** Undefined for a file that is not text. */
  readonly word: string | undefined;
}

/**
 * Running text with its words marked. A word in another setting (strong, or a link to somewhere else) counts as another word. Removed words
 * come as plain words before the added ones.
 */
export function diffInline(before: readonly Node[], after: readonly Node[]): Node[] {
  const runs = withoutIslands(diffLists(leavesOf(before, ''), leavesOf(after, ''), ({ key }) => key));
  const marks = new Map<Node, Node[]>();
  let gone: Node[] = [];
  const put = (node: Node, parts: readonly Node[]): void => {
    const known = marks.get(node);
    if (known === undefined) marks.set(node, [...parts]);
    else known.push(...parts);
  };
  for (const { kind, parts } of runs) {
    if (kind === 'removed') {
      gone.push(removedWords(parts));
      continue;
    }
    for (const [node, leaves] of byNode(parts)) {
      put(node, [...gone, ...shown(leaves, kind)]);
      gone = [];
    }
  }
  // The new text is read before any node is taken out of its place.
  const result = after.flatMap((node) => rebuilt(node, marks));
  return [...result, ...gone];
}

function leavesOf(nodes: readonly Node[], way: string): Leaf[] {
  return nodes.flatMap((node): Leaf[] => {
    if (tree.isTextNode(node))
      return wordsOf(node.value).map((word) => ({
        key: `${way}${word.trim() === '' ? ' ' : word}`,
        node,
        word,
      }));
    if (!tree.isElementNode(node)) return [];
    if (wholeTags.has(node.tagName)) return [{ key: `${way}${serializeOuter(node)}`, node, word: undefined }];
    const target = node.attrs.find(({ name }) => name === 'href')?.value ?? '';
    return leavesOf(node.childNodes, `${way}<${node.tagName} ${target}>`);
  });
}

/** A single space between two changes belongs to the change. */
function withoutIslands(runs: readonly DiffRun<Leaf>[]): DiffRun<Leaf>[] {
  const out: { kind: DiffRun<Leaf>['kind']; parts: Leaf[] }[] = [];
  const add = (kind: DiffRun<Leaf>['kind'], parts: readonly Leaf[]): void => {
    const before = out.findLast((run) => run.kind === kind);
    const joins = before !== undefined && !out.slice(out.indexOf(before)).some((run) => run.kind === 'same');
    if (kind !== 'same' && joins) before.parts.push(...parts);
    else out.push({ kind, parts: [...parts] });
  };
  for (const [at, run] of runs.entries()) {
    const isSpace = run.kind === 'same' && run.parts.every(({ word }) => word?.trim() === '');
    if (isSpace && isExchange(runs, at - 1, -1) && isExchange(runs, at + 1, 1)) {
      add('removed', run.parts);
      add('added', run.parts);
    } else add(run.kind, run.parts);
  }
  return out.map((run) => ({ ...run, parts: run.parts }));
}

/** Whether words were both removed and added beside this place. */
function isExchange(runs: readonly DiffRun<Leaf>[], at: number, step: 1 | -1): boolean {
  const near = [runs[at]?.kind, runs[at + step]?.kind];
  return near.includes('removed') && near.includes('added');
}

function byNode(leaves: readonly Leaf[]): Map<Node, Leaf[]> {
  const found = new Map<Node, Leaf[]>();
  for (const leaf of leaves) {
    const known = found.get(leaf.node);
    if (known === undefined) found.set(leaf.node, [leaf]);
    else known.push(leaf);
  }
  return found;
}

function shown(leaves: readonly Leaf[], kind: DiffRun<Leaf>['kind']): Node[] {
  const [first] = leaves;
  if (first === undefined) return [];
  const inner = first.word === undefined ? first.node : textNode(leaves.map(({ word }) => word).join(''));
  return [kind === 'added' ? element('ins', {}, [inner]) : inner];
}

/** The removed words and pictures, without the links that they were in. */
function removedWords(leaves: readonly Leaf[]): Node {
  const parts: Node[] = [];
  let words = '';
  const flush = (): void => {
    if (words !== '') parts.push(textNode(words));
    words = '';
  };
  for (const { word, node } of leaves) {
    if (word !== undefined) words += word;
    else {
      flush();
      parts.push(node);
    }
  }
  flush();
  return element('del', {}, parts);
}

/** A node of the new text with the marks in it. */
function rebuilt(node: Node, marks: ReadonlyMap<Node, readonly Node[]>): Node[] {
  const own = marks.get(node);
  if (own !== undefined) return [...own];
  if (tree.isElementNode(node) && !wholeTags.has(node.tagName))
    setChildren(
      node,
      childrenOf(node).flatMap((child) => rebuilt(child, marks)),
    );
  return [node];
}
