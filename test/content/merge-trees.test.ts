import { describe, expect, it } from 'vitest';
import { mergeTree, type Side, type Tree, type TreeNode } from '../../src/content/merge/tree.ts';

interface Node extends TreeNode {
  readonly title: string;
}

/** The tree of a text such as `a b(c:title d)`: names, titles where they matter, and in brackets what is below. */
function treeOf(text: string): Tree<Node> {
  const nodes = new Map<string, Node>();
  const lists = new Map<string | null, string[]>();
  const open: (string | null)[] = [null];
  let last: string | null = null;
  for (const [word] of text.matchAll(/[a-z:]+|[()]/gu)) {
    if (word === '(') open.push(last);
    else if (word === ')') open.pop();
    else {
      const [id = '', title = ''] = word.split(':');
      const parent = open.at(-1) ?? null;
      nodes.set(id, { parent, title });
      lists.set(parent, [...(lists.get(parent) ?? []), id]);
      last = id;
    }
  }
  return { nodes, children: (parent) => lists.get(parent) ?? [] };
}

function printed({ nodes, children }: Tree<Node>, parent: string | null = null): string {
  return children(parent)
    .map((id) => {
      const title = nodes.get(id)?.title ?? '';
      const below = printed({ nodes, children }, id);
      return id + (title === '' ? '' : `:${title}`) + (below === '' ? '' : `(${below})`);
    })
    .join(' ');
}

type Row = readonly [base: string, ours: string, theirs: string, merged: string, conflicts: string];

function merged([base, ours, theirs]: Row, prefers: Side, orphans: 'keep-parents' | 'to-the-top'): string[] {
  const merge = mergeTree(
    { base: treeOf(base), ours: treeOf(ours), theirs: treeOf(theirs) },
    {
      ...{ prefers, orphans },
      same: (one, other) => one.title === other.title,
      join: (versions) => versions[prefers],
    },
  );
  return [printed(merge), merge.conflicts.map(({ id, why }) => `${why} ${id}`).join(', ')];
}

describe('a merge of trees', () => {
  const keeping: readonly Row[] = [
    ['a b', 'a b', 'a b', 'a b', ''],
    ['a b', 'a c b', 'a b d', 'a c b d', ''],
    ['a b', 'b a', 'a b', 'b a', ''],
    ['a b', 'a b', 'b a', 'b a', ''],
    ['a b c', 'b a c', 'c a b', 'b a c', ''],
    ['a b', 'a', 'a b', 'a', ''],
    ['a b', 'a b', 'a', 'a', ''],
    ['a b', 'a', 'a b:x', 'a b:x', 'kept b'],
    ['a b', 'a b:x', 'a', 'a b:x', 'kept b'],
    ['a(b)', 'a b', 'a(b)', 'a b', ''],
    ['a(b)', 'a(b)', 'a b', 'a b', ''],
    ['a(b) c', 'a c(b)', 'a c b', 'a c(b)', 'place b'],
    ['a b', 'a(b)', 'b(a)', 'a(b)', 'circle a'],
    ['a b c', 'a(b) c', 'a b(c)', 'a(b(c))', ''],
    ['a b c', 'a(b) c', 'c(a) b', 'c(a(b))', ''],
    ['a b c', 'a(b) c', 'a b(c(a))', 'a(b(c))', 'circle a'],
    ['a(b)', 'a(b c)', 'b', 'b a(c)', 'parent a'],
    ['a(b)', '', 'a(b c)', 'a(c)', 'parent a'],
    ['a(b(c))', 'a(b(c d))', '', 'a(b(d))', 'parent b, parent a'],
    ['a(b(c))', '', 'a(b(c:x))', 'a(b(c:x))', 'kept c, parent b, parent a'],
    ['a b', 'a b(c)', 'a b(c)', 'a b(c)', ''],
    ['', 'a b', 'b a', 'a b', ''],
    ['', 'a:x', 'a:y', 'a:x', ''],
    ['a', 'a:x', 'a:y', 'a:x', ''],
    ['a', 'a:x', 'a:x', 'a:x', ''],
    ['a', 'a:x', 'a', 'a:x', ''],
    ['a', 'a', 'a:x', 'a:x', ''],
    ['a b c d', 'd a b c', 'a b e c d', 'd a b e c', ''],
    ['a b', 'a x b', 'a y b', 'a y x b', ''],
    ['a b', 'a x y b', 'a y z b', 'a x y z b', ''],
    ['a(b c)', 'a(c b)', 'a(b c d)', 'a(c d b)', ''],
    ['a b(c)', 'a(c) b', 'a b(c d)', 'a(c) b(d)', ''],
    ['x a b', 'a b', 'x(a) b', 'x(a) b', 'parent x'],
    ['a(b) c', 'c(b)', 'a c', 'c(b)', 'kept b'],
    ['a(b)', 'b(a)', 'a(b)', 'b(a)', ''],
    ['a b', 'b(a)', 'a(b c)', 'b(a(c))', 'circle b'],
  ];

  it.each(keeping)('of %s, where we have %s and they have %s, is %s', (...row) => {
    expect(merged(row, 'ours', 'keep-parents')).toEqual([row[3], row[4]]);
    // Who is called ours makes no difference.
    const [base, ours, theirs, ...rest] = row;
    expect(merged([base, theirs, ours, ...rest], 'theirs', 'keep-parents')).toEqual(rest);
  });

  const lifting: readonly Row[] = [
    ['a(b)', 'a(b c)', 'b', 'b c', ''],
    ['a(b)', '', 'a(b c)', 'c', ''],
    ['a(b(c))', 'a(b(c d))', '', 'd', ''],
    ['a(b(c))', '', 'a(b(c:x))', 'c:x', 'kept c'],
    ['a b', 'a(b)', 'b', 'b', ''],
    ['a b', 'a b', 'a(b)', 'a(b)', ''],
    ['a b', 'b', 'a(b)', 'b', ''],
    ['a(b)', 'a(b c) d', 'd', 'd c', ''],
  ];

  it.each(lifting)('of %s, where we have %s and they have %s, is %s, without old parents', (...row) => {
    expect(merged(row, 'ours', 'to-the-top')).toEqual([row[3], row[4]]);
  });
});
