import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import type { Page, Revision } from '../../src/contract/index.ts';
import type { PlaceEdit } from '../../src/sync/proposals/folder-edits.ts';
import { planSteps } from '../../src/sync/proposals/steps.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';

type Tree = readonly { readonly key: string; readonly below: Tree }[];

const leaves = (...keys: readonly string[]): Tree => keys.map((key) => ({ key, below: [] }));

function contentOf(tree: Tree): Revision {
  const pages = (list: Tree): Page[] =>
    list.map(
      ({ key, below }) =>
        ({
          type: 'document',
          id: key,
          title: key,
          slug: key,
          path: key,
          pages: pages(below),
        }) as unknown as Page,
    );
  return { id: 'revision', pages: pages(tree) } as unknown as Revision;
}

const placed = (key: string, parent: string | null, ...after: readonly string[]): PlaceEdit => ({
  ...{ key, parent, after },
  path: `${key}.md`,
  from: `${key}.md`,
});

/** The moves that a plan has for pages that are to be in these places. */
function movesIn(
  tree: Tree,
  places: readonly PlaceEdit[],
): { key: string; into: string | null; at: number }[] {
  const { steps } = planSteps({
    edits: { ...noEdits, places },
    content: contentOf(tree),
    texts: new Map(),
    files: [],
    deletable: new Set(),
  });
  return steps.flatMap((step) =>
    step.do === 'update' && step.place ? [{ key: step.key, ...step.place }] : [],
  );
}

/** The tree after moves, as a service makes them. */
function moved(tree: Tree, moves: readonly { key: string; into: string | null; at: number }[]): Tree {
  let now = tree;
  for (const { key, into, at } of moves) {
    const without = (list: Tree): Tree =>
      list.filter((each) => each.key !== key).map((each) => ({ ...each, below: without(each.below) }));
    const found = (list: Tree): Tree =>
      list.flatMap((each) => [...(each.key === key ? [each] : []), ...found(each.below)]);
    const put = (list: Tree): Tree => [...list.slice(0, at), found(now)[0]!, ...list.slice(at)];
    const within = (list: Tree): Tree =>
      list.map((each) => ({ ...each, below: each.key === into ? put(each.below) : within(each.below) }));
    now = into === null ? put(without(now)) : within(without(now));
  }
  return now;
}

describe('the places that a plan gives pages', () => {
  it('are left as they are where two pages belong behind the same third one', () => {
    const places = [placed('a', 'guide'), placed('b', 'guide')];
    const once = [{ key: 'guide', below: leaves('b', 'a', 'use') }];

    expect(movesIn([{ key: 'guide', below: leaves('use', 'a', 'b') }], places)).toEqual([
      { key: 'a', into: 'guide', at: 0 },
      { key: 'b', into: 'guide', at: 0 },
    ]);
    expect(movesIn(once, places)).toEqual([]);
  });

  it('come to an end, whatever order is wanted of pages of which a part may not be told', () => {
    const random = seededRandom(24);
    const below = (end: number): number => Math.floor(random.number() * end);
    const shuffled = (keys: readonly string[]): string[] =>
      keys.reduce<string[]>((all, key) => all.toSpliced(below(all.length + 1), 0, key), []);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (let round = 0; round < 500; round++) {
      const [there, wanted] = [shuffled(keys), shuffled(keys)];
      const [cut, wantedCut] = [below(7), below(7)];
      let tree: Tree = [
        { key: 'guide', below: leaves(...there.slice(0, cut)) },
        { key: 'more', below: leaves(...there.slice(cut)) },
      ];
      const places = [
        ['guide', wanted.slice(0, wantedCut)] as const,
        ['more', wanted.slice(wantedCut)] as const,
      ].flatMap(([parent, order]) =>
        order.flatMap((key, at) => {
          const after = order.slice(0, at).toReversed();
          return below(2) === 0 ? [] : [placed(key, parent, ...after.filter(() => below(3) > 0))];
        }),
      );
      let plans = 0;
      for (let moves = movesIn(tree, places); moves.length > 0; moves = movesIn(tree, places)) {
        tree = moved(tree, moves);
        expect(++plans, JSON.stringify({ there, cut, places })).toBeLessThanOrEqual(2);
      }
    }
  });
});

describe('the deletions that a plan has', () => {
  const tree: Tree = [
    { key: 'guide', below: [{ key: 'install', below: leaves('linux') }, ...leaves('use')] },
  ];
  /** What becomes of pages that were deleted here: `delete guide` or `keep guide`. */
  const fates = (deleted: readonly string[], changed: readonly string[] = []): string[] => {
    const { steps, left } = planSteps({
      edits: { ...noEdits, deletes: deleted.map((key) => ({ key, path: `${key}.md` })) },
      content: contentOf(tree),
      texts: new Map(),
      files: [],
      deletable: new Set(deleted.filter((key) => !changed.includes(key))),
    });
    const gone = steps.flatMap((step) =>
      step.do === 'delete' ? [`delete ${[step.path, ...(step.below ?? [])].join(' with ')}`] : [],
    );
    return [...gone, ...left.map(({ path }) => `keep ${path}`)];
  };

  it('take the pages below along, with one step', () => {
    expect(fates(['install', 'linux'])).toEqual(['delete install.md with linux.md']);
    expect(fates(['linux', 'install'])).toEqual(['delete install.md with linux.md']);
  });

  it('[SYNC-8] keep a page with another one below it, and delete those that nobody needs', () => {
    expect(fates(['guide', 'install', 'linux'])).toEqual([
      'delete install.md with linux.md',
      'keep guide.md',
    ]);
    expect(fates(['guide', 'install', 'linux', 'use'], ['linux'])).toEqual([
      'delete use.md',
      'keep guide.md',
      'keep install.md',
      'keep linux.md',
    ]);
  });

  it('[SYNC-8] say whether the page itself is the reason, or a page below it', () => {
    const said = (deletable: readonly string[]): readonly string[] =>
      planSteps({
        edits: { ...noEdits, deletes: [{ key: 'guide', path: 'guide.md' }] },
        content: contentOf(tree),
        texts: new Map(),
        files: [],
        deletable: new Set(deletable),
      }).unsaid;

    expect(said([])).toEqual([expect.stringContaining('guide.md is not deleted: it was changed')]);
    expect(said(['guide'])).toEqual([
      expect.stringContaining('guide.md is not deleted: a page below it stays'),
    ]);
  });
});
