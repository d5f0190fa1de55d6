import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFile, mergePage, mergeSummary } from '../../src/content/index.ts';
import { mergeTree } from '../../src/content/merge/tree.ts';
import type { MergedTree, Side, Tree } from '../../src/content/merge/tree.ts';
import { roundsOf } from '../rounds.ts';
import { tableLines } from './table-lines.ts';

/**
 * The promises of every merge: a change of one side is taken; a change that both sides made is taken once; no line disappears
 * without a conflict; merging twice changes nothing; two independent merges may come in either order; and it makes no difference
 * which side is called ours.
 */
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (merged: ReturnType<typeof mergeFile>): string =>
  merged.outcome === 'merged' && merged.bytes !== null ? new TextDecoder().decode(merged.bytes) : 'none';

/** Lines of a page without repetitions, so that the fate of each line is certain. */
const start = ['# Title', '', 'one', 'two', 'three', 'four', 'five', 'six'];

type LineEdit = { readonly at: number; readonly how: 'add' | 'change' | 'remove'; readonly word: string };

const lineEdit = (words: string): fc.Arbitrary<LineEdit> =>
  fc.record({
    at: fc.integer({ min: 2, max: 7 }),
    how: fc.constantFrom('add', 'change', 'remove'),
    word: fc.nat(20).map((number) => `${words}${number}`),
  });

function edited(lines: readonly string[], edits: readonly LineEdit[]): string {
  const result = [...lines];
  for (const { at, how, word } of edits) {
    const index = result.indexOf(start[at]!);
    if (index < 0 || result.includes(word)) continue;
    if (how === 'add') result.splice(index, 0, word);
    else if (how === 'change') result[index] = word;
    else result.splice(index, 1);
  }
  return `${result.join('\n')}\n`;
}

const base = `${start.join('\n')}\n`;
const sides = fc.tuple(
  fc.array(lineEdit('mine'), { maxLength: 4 }).map((edits) => edited(start, edits)),
  fc.array(lineEdit('theirs'), { maxLength: 4 }).map((edits) => edited(start, edits)),
);

/** Front matter with comments, in which a key may be there several times, as where somebody kept both sides of a conflict. */
const front = fc
  .uniqueArray(fc.constantFrom('a: 1', 'a: 2', 'a: 3', 'b: 1', 'c: 1', '# One', '# Two', '# Three'), {
    maxLength: 5,
  })
  .map((lines) => `---\n${lines.map((line) => `${line}\n`).join('')}---\n\n# Page\n`);
const fronts = fc.tuple(front, front, front);

describe('a merge of texts', () => {
  it('takes what one side did alone, and what both did once', () => {
    fc.assert(
      fc.property(sides, ([side]) => {
        for (const path of ['page.md', 'notes.txt', 'SUMMARY.md']) {
          expect(text(mergeFile(path, { base: bytes(base), ours: bytes(side), theirs: bytes(base) }))).toBe(
            side,
          );
          expect(text(mergeFile(path, { base: bytes(base), ours: bytes(base), theirs: bytes(side) }))).toBe(
            side,
          );
          expect(text(mergeFile(path, { base: bytes(base), ours: bytes(side), theirs: bytes(side) }))).toBe(
            side,
          );
          expect(text(mergeFile(path, { base: null, ours: bytes(side), theirs: bytes(side) }))).toBe(side);
        }
      }),
    );
  });

  it('lets no line disappear without a conflict, and brings none back that a side took away', () => {
    fc.assert(
      fc.property(sides, ([ours, theirs]) => {
        const merged = mergePage({ base, ours, theirs });
        if (merged.outcome === 'conflict') return;
        const [was, mine, other, now] = [base, ours, theirs, merged.text].map(
          (each) => new Set(each.split('\n')),
        );
        for (const line of [...mine!, ...other!])
          expect(now!.has(line)).toBe(!was!.has(line) || (mine!.has(line) && other!.has(line)));
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('[SYNC-73] lets no line of front matter disappear either, also of a key that is there several times, and no comment', () => {
    const linesIn = (page: string): ReadonlySet<string> => new Set(page.match(/^\w: .*$|^# [OT].*$/gmu));
    fc.assert(
      fc.property(fronts, ([was, ours, theirs]) => {
        const merged = mergePage({ base: was, ours, theirs });
        if (merged.outcome === 'conflict') return;
        const [before, mine, other, now] = [was, ours, theirs, merged.text].map(linesIn);
        for (const line of [...mine!, ...other!]) {
          const stays = !before!.has(line) || (mine!.has(line) && other!.has(line));
          // A comment goes with the key below it, so that it stays where one side put it above another key.
          if (stays || !line.startsWith('#')) expect(now!.has(line)).toBe(stays);
        }
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('changes nothing when it is done twice, and does not mind which side is ours', () => {
    fc.assert(
      fc.property(sides, ([ours, theirs]) => {
        const merged = mergePage({ base, ours, theirs });
        expect(mergePage({ base, ours: theirs, theirs: ours }).outcome).toBe(merged.outcome);
        if (merged.outcome === 'conflict') return;
        expect(mergePage({ base, ours: theirs, theirs: ours }).text).toBe(merged.text);
        expect(mergePage({ base, ours: merged.text, theirs })).toEqual(merged);
        expect(mergePage({ base, ours, theirs: merged.text })).toEqual(merged);
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('does not mind the order of merges that have nothing to do with each other', () => {
    const part = (name: string) =>
      fc.array(
        fc.nat(9).map((number) => `${name}${number}`),
        { maxLength: 3 },
      );
    const page = (front: readonly string[], back: readonly string[], end: readonly string[]): string =>
      [...start.slice(0, 3), ...front, 'three', ...back, 'five', ...end, 'six', ''].join('\n');
    fc.assert(
      fc.property(part('a'), part('b'), part('c'), (a, b, c) => {
        const from = page([], [], []);
        const [first, second, third] = [page(a, [], []), page([], b, []), page([], [], c)];
        const merge = (ours: string, theirs: string): string => mergePage({ base: from, ours, theirs }).text;
        expect(merge(merge(first, second), third)).toBe(page(a, b, c));
        expect(merge(merge(third, first), second)).toBe(page(a, b, c));
      }),
    );
  });

  it('asks where both sides made a file with something different in it, unless one holds the other', () => {
    const [less, more] = [bytes('# A\n\nx\n'), bytes('# A\n\nx\n\ny\n')];

    expect(text(mergeFile('a.md', { base: null, ours: less, theirs: more }))).toBe('# A\n\nx\n\ny\n');
    expect(mergeFile('a.md', { base: null, ours: bytes('# A\n\nz\n'), theirs: more })).toEqual({
      outcome: 'conflict',
      kind: 'text',
    });
    expect(mergeFile('a.png', { base: null, ours: new Uint8Array([0, 1]), theirs: less })).toEqual({
      outcome: 'conflict',
      kind: 'binary',
    });
  });

  it('leaves a page alone that is no text any more, when the service gave it nothing but an id', () => {
    const [was, odd] = [bytes('# A\n\nx\n'), bytes('# A\n\n\0\n')];
    const named = bytes('---\nid: page1\n---\n\n# A\n\nx\n');

    expect(mergeFile('a.md', { base: was, ours: odd, theirs: named })).toEqual({
      outcome: 'merged',
      bytes: odd,
    });
    expect(mergeFile('a.md', { base: was, ours: odd, theirs: bytes('# A\n\ny\n') })).toEqual({
      outcome: 'conflict',
      kind: 'binary',
    });
  });

  it('[SYNC-8] keeps what one side edited and the other deleted, unless the edit is an identity alone', () => {
    const [was, now] = [bytes('# A\n\nx\n'), bytes('# A\n\ny\n')];
    const named = bytes('---\nid: page1\n---\n\n# A\n\nx\n');

    for (const [ours, theirs] of [
      [now, null],
      [null, now],
    ] as const)
      expect(mergeFile('a.md', { base: was, ours, theirs })).toEqual({
        outcome: 'merged',
        bytes: now,
        kept: true,
      });
    expect(mergeFile('a.md', { base: was, ours: null, theirs: named })).toEqual({
      outcome: 'merged',
      bytes: null,
    });
  });
});

/** The smallest possible page of a tree. */
interface Leaf {
  readonly parent: string | null;
  readonly title: string;
  readonly text: string;
}

type Forest = { readonly nodes: Map<string, Leaf>; readonly orders: Map<string | null, string[]> };

const forest: Forest = {
  nodes: new Map([
    ['a', { parent: null, title: 'A', text: '0' }],
    ['b', { parent: null, title: 'B', text: '0' }],
    ['c', { parent: 'a', title: 'C', text: '0' }],
    ['d', { parent: 'a', title: 'D', text: '0' }],
    ['e', { parent: 'c', title: 'E', text: '0' }],
  ]),
  orders: new Map([
    [null, ['a', 'b']],
    ['a', ['c', 'd']],
    ['c', ['e']],
  ]),
};

const treeOf = ({ nodes, orders }: Forest): Tree<Leaf> => ({
  nodes,
  children: (parent) => orders.get(parent) ?? [],
});

type TreeEdit = {
  readonly id: string;
  readonly how: 'title' | 'text' | 'move' | 'remove' | 'add';
  readonly to: string | null;
  readonly at: number;
};

const ids = ['a', 'b', 'c', 'd', 'e'];
const treeEdit = fc.record<TreeEdit>({
  id: fc.constantFrom(...ids),
  how: fc.constantFrom('title', 'text', 'move', 'remove', 'add'),
  to: fc.constantFrom(null, ...ids),
  at: fc.nat(2),
});

function isBelow(nodes: ReadonlyMap<string, Leaf>, id: string | null, ancestor: string): boolean {
  return id !== null && (id === ancestor || isBelow(nodes, nodes.get(id)?.parent ?? null, ancestor));
}

function grown(side: string, edits: readonly TreeEdit[]): Forest {
  const nodes = new Map(forest.nodes);
  const orders = new Map([...forest.orders].map(([parent, list]) => [parent, [...list]]));
  const put = (id: string, leaf: Leaf, at: number): void => {
    nodes.set(id, leaf);
    const list = orders.get(leaf.parent) ?? [];
    list.splice(at, 0, id);
    orders.set(leaf.parent, list);
  };
  const take = (id: string): void => {
    const list = orders.get(nodes.get(id)!.parent)!;
    list.splice(list.indexOf(id), 1);
    nodes.delete(id);
  };
  edits.forEach(({ id, how, to, at }, index) => {
    const leaf = nodes.get(id);
    if (to !== null && !nodes.has(to)) return;
    if (how === 'add') put(`${side}${index}`, { parent: to, title: side, text: side }, at);
    if (!leaf) return;
    if (how === 'title' || how === 'text') nodes.set(id, { ...leaf, [how]: `${side}${index}` });
    if (how === 'move' && !isBelow(nodes, to, id)) {
      take(id);
      put(id, { ...leaf, parent: to }, at);
    }
    if (how === 'remove' && (orders.get(id) ?? []).length === 0) take(id);
  });
  return { nodes, orders };
}

const forests = fc.tuple(
  fc.array(treeEdit, { maxLength: 5 }).map((edits) => grown('mine', edits)),
  fc.array(treeEdit, { maxLength: 5 }).map((edits) => grown('theirs', edits)),
);

function merge(
  ours: Forest | Tree<Leaf>,
  theirs: Forest | Tree<Leaf>,
  prefers: Side = 'ours',
): MergedTree<Leaf> {
  const tree = (side: Forest | Tree<Leaf>): Tree<Leaf> => ('orders' in side ? treeOf(side) : side);
  return mergeTree(
    { base: treeOf(forest), ours: tree(ours), theirs: tree(theirs) },
    {
      prefers,
      orphans: 'keep-parents',
      same: (one, other) => one.title === other.title && one.text === other.text,
      join: (node) => ({
        ...node[prefers],
        title: field(node, 'title', prefers),
        text: field(node, 'text', prefers),
      }),
    },
  );
}

function field(
  { base, ours, theirs }: { base: Leaf | undefined; ours: Leaf; theirs: Leaf },
  name: 'title' | 'text',
  prefers: Side,
): string {
  if (theirs[name] === base?.[name]) return ours[name];
  return ours[name] === base?.[name] ? theirs[name] : { ours, theirs }[prefers][name];
}

/** A tree as nested lists, which are equal when the trees are. */
function shown(tree: Tree<Leaf>, parent: string | null = null): unknown[] {
  return tree.children(parent).map((id) => {
    const { title, text: words } = tree.nodes.get(id)!;
    return [id, title, words, shown(tree, id)];
  });
}

describe('a merge of trees', () => {
  it('takes what one side did alone, and what both did once', () => {
    fc.assert(
      fc.property(forests, ([side]) => {
        for (const merged of [merge(side, forest), merge(forest, side), merge(side, side)]) {
          expect(shown(merged)).toEqual(shown(treeOf(side)));
          expect(merged.conflicts).toEqual([]);
        }
      }),
      { numRuns: roundsOf({ usual: 250, all: 1000 }) },
    );
  });

  it('has each node once, below one that is there, and none that somebody added or changed is missing', () => {
    fc.assert(
      fc.property(forests, ([ours, theirs]) => {
        const merged = merge(ours, theirs);
        const listed = JSON.stringify(shown(merged)).match(/\["(?:\w+)","/gu) ?? [];
        expect(listed).toHaveLength(merged.nodes.size);
        for (const [mine, other] of [
          [ours, theirs],
          [theirs, ours],
        ] as const)
          for (const [id, leaf] of mine.nodes) {
            const before = forest.nodes.get(id);
            const isEdited = before === undefined || before.title !== leaf.title || before.text !== leaf.text;
            if (isEdited || other.nodes.has(id)) expect(merged.nodes.has(id)).toBe(true);
          }
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('does not mind which side is ours, as long as the same one is preferred', () => {
    fc.assert(
      fc.property(forests, ([mine, other]) => {
        const [one, two] = [merge(mine, other, 'ours'), merge(other, mine, 'theirs')];
        expect(new Map([...two.nodes].sort())).toEqual(new Map([...one.nodes].sort()));
        expect(two.conflicts.map(({ id, why }) => `${id} ${why}`).sort()).toEqual(
          one.conflicts.map(({ id, why }) => `${id} ${why}`).sort(),
        );
        if (one.conflicts.length === 0) expect(shown(two)).toEqual(shown(one));
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('changes nothing when it is done twice', () => {
    fc.assert(
      fc.property(forests, ([ours, theirs]) => {
        const once = merge(ours, theirs);
        if (once.conflicts.length > 0) return;
        expect(shown(merge(once, theirs))).toEqual(shown(once));
        expect(shown(merge(ours, once))).toEqual(shown(once));
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('does not mind the order of merges that have nothing to do with each other', () => {
    const edit = (id: string, how: 'title' | 'text'): TreeEdit => ({ id, how, to: null, at: 0 });
    const sides = [
      grown('x', [edit('a', 'title'), { id: 'd', how: 'move', to: null, at: 0 }]),
      grown('y', [edit('a', 'text'), edit('e', 'text')]),
      grown('z', [{ id: 'e', how: 'move', to: 'b', at: 0 }, edit('b', 'title')]),
    ];
    const all = [0, 1, 2].map((first) => {
      const [x, y, z] = [first, (first + 1) % 3, (first + 2) % 3].map((at) => sides[at]!);
      return JSON.stringify(shown(merge(merge(x!, y!), z!)));
    });

    expect(new Set(all).size).toBe(1);
  });
});

describe('a merge of tables of contents', () => {
  const lines = ['* [A](a.md)', '  * [C](a/c.md)', '  * [D](a/d.md)', '* [B](b.md)'];
  const contents = (list: readonly string[]): string => `# Table of contents\n\n${list.join('\n')}\n`;
  const side = (name: string) =>
    fc
      .array(fc.tuple(fc.nat(3), fc.constantFrom('add', 'rename', 'remove')), { maxLength: 3 })
      .map((edits) => {
        const list: (string | null)[] = [...lines];
        const added: string[] = [];
        for (const [at, how] of edits) {
          if (how === 'add') added.push(`* [New ${at}](${name}-${at}.md)`);
          else if (how === 'rename') list[at] = lines[at]!.replace('[', `[${name} `);
          else if (at === 1 || at === 2) list[at] = null;
        }
        return contents([...list.filter((line) => line !== null), ...new Set(added)]);
      });

  it('keeps every entry that a side added, changes nothing when it is done twice, and has no entry twice', () => {
    const from = contents(lines);
    fc.assert(
      fc.property(side('mine'), side('theirs'), (ours, theirs) => {
        const { text: once, conflicts } = mergeSummary({ base: from, ours, theirs });
        const targets = [...once.matchAll(/\((.*?)\)/gu)].map(([, target]) => target);
        expect(new Set(targets).size).toBe(targets.length);
        for (const [, target] of `${ours}${theirs}`.matchAll(/\(((?:mine|theirs)-\d\.md)\)/gu))
          expect(targets).toContain(target);
        if (conflicts.length > 0) return;
        expect(mergeSummary({ base: from, ours: once, theirs }).text).toBe(once);
      }),
      { numRuns: roundsOf({ usual: 250, all: 1000 }) },
    );
  });

  it('keeps the words that a side wrote between the entries, each once, and brings none back that ours took out', () => {
    const list = fc.uniqueArray(fc.constantFrom(...tableLines), { maxLength: 6 });
    const places = fc.array(fc.nat(8), { maxLength: 2 });
    const table = (lines: readonly string[], words: readonly (readonly [number, string])[]): string => {
      const blocks = lines.map((line) => `${line}\n`);
      for (const [at, word] of words) blocks.splice(at % (blocks.length + 1), 0, `\n${word}\n\n`);
      return `# Table of contents\n\n${blocks.join('')}`;
    };
    fc.assert(
      fc.property(list, list, list, places, places, (before, mine, others, myPlaces, theirPlaces) => {
        const [both, taken] = [[1, 'Of both.'] as const, [2, 'Taken out.'] as const];
        const own = myPlaces.map((at, number) => [at, `Mine ${number}.`] as const);
        const foreign = theirPlaces.map((at, number) => [at, `Theirs ${number}.`] as const);
        const { text: merged, conflicts } = mergeSummary({
          base: table(before, [both, taken]),
          ours: table(mine, [both, ...own]),
          theirs: table(others, [both, taken, ...foreign]),
        });
        if (conflicts.length > 0) return;
        for (const [, words] of [both, ...own, ...foreign]) expect(merged.split(words)).toHaveLength(2);
        expect(merged).not.toContain('Taken out.');
      }),
      { numRuns: roundsOf({ usual: 300, all: 2000 }) },
    );
  });
});
