import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeTrees } from '../../../src/service/change-requests/merge-trees.ts';
import { TreeDraft } from '../../../src/service/content/draft.ts';
import { getDocument, putDocument } from '../../../src/service/tree/objects.ts';
import { emptyContent } from '../../../src/service/content/revisions.ts';
import { allPages, readTree } from '../../../src/service/tree/tree.ts';
import { aService } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';
import { roundsOf } from '../../rounds.ts';

let world: ServiceFixture;

beforeAll(() => {
  world = aService();
});

afterAll(() => world.close());

/** One edit of a tree; numbers choose among the pages that exist. */
type Edit =
  | { readonly kind: 'insert'; readonly under: number; readonly at: number; readonly words: string }
  | { readonly kind: 'delete'; readonly page: number }
  | { readonly kind: 'move'; readonly page: number; readonly under: number; readonly at: number }
  | { readonly kind: 'write'; readonly page: number; readonly line: number; readonly words: string }
  | { readonly kind: 'rename'; readonly page: number; readonly words: string };

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), under: fc.nat(9), at: fc.nat(3), words: word }),
  fc.record({ kind: fc.constant('delete' as const), page: fc.nat(9) }),
  fc.record({ kind: fc.constant('move' as const), page: fc.nat(9), under: fc.nat(9), at: fc.nat(3) }),
  fc.record({ kind: fc.constant('write' as const), page: fc.nat(9), line: fc.nat(5), words: word }),
  fc.record({ kind: fc.constant('rename' as const), page: fc.nat(9), words: word }),
);

let number = 0;

/** Plays edits on a tree, without those that make no sense there; returns the new root. */
function play(root: string, edits: readonly Edit[]): string {
  const ctx = world.context();
  const draft = new TreeDraft(readTree(ctx, root));
  const all = (): string[] => [...draft.childrenOf(null)].flatMap((id) => [...draft.subtree(id)]);
  const choose = (at: number): string | undefined => all()[at % Math.max(1, all().length)];
  for (const step of edits) {
    if (step.kind === 'insert') {
      number += 1;
      const text = `# ${step.words}\n\n${['a', 'b', 'c', 'd', 'e', 'f'].map((line) => `${line} ${number}\n`).join('\n')}`;
      draft.insert(
        {
          id: `page${number}`,
          type: 'document',
          title: step.words,
          slug: `s${number}`,
          ...putDocument(ctx.store, text),
          createdAt: ctx.now,
          updatedAt: ctx.now,
        },
        { parent: step.under === 0 ? null : (choose(step.under) ?? null), index: step.at },
      );
      continue;
    }
    const id = choose(step.page);
    if (id === undefined) continue;
    const page = draft.page(id)!;
    if (step.kind === 'delete') draft.remove(id);
    if (step.kind === 'rename') draft.setPage({ ...page, title: step.words });
    if (step.kind === 'move') {
      const parent = step.under === 0 ? null : (choose(step.under) ?? null);
      if (parent === null || !draft.isWithin(parent, id)) draft.move(id, { parent, index: step.at });
    }
    if (step.kind === 'write') {
      const lines = getDocument(ctx.store, page.document!).text.split('\n');
      lines[2 + (step.line % 6) * 2] = step.words;
      draft.setPage({ ...page, ...putDocument(ctx.store, lines.join('\n')) });
    }
  }
  return draft.save(ctx.store);
}

const start = [
  { kind: 'insert', under: 0, at: 9, words: 'one' },
  { kind: 'insert', under: 0, at: 9, words: 'two' },
  { kind: 'insert', under: 1, at: 9, words: 'three' },
  { kind: 'insert', under: 2, at: 9, words: 'four' },
  { kind: 'insert', under: 0, at: 9, words: 'five' },
] as const satisfies readonly Edit[];

const three = fc.record({ mine: fc.array(edit, { maxLength: 6 }), theirs: fc.array(edit, { maxLength: 6 }) });

function setUp({ mine, theirs }: { mine: readonly Edit[]; theirs: readonly Edit[] }) {
  const base = play(emptyContent(world.embedded.service.store).root, start);
  return { base, ours: play(base, mine), theirs: play(base, theirs) };
}

it('a merge has every page once, below an existing page, whatever both sides did', () => {
  fc.assert(
    fc.property(three, (edits) => {
      const roots = setUp(edits);
      const ctx = world.context();
      const merged = readTree(ctx, mergeTrees(ctx, roots).root);
      const ids = [...allPages(merged.pages)].map((placed) => placed.page.id);

      expect(new Set(ids).size).toBe(ids.length);
      expect(merged.byId.size).toBe(ids.length);
      const [base, ours, theirs] = [roots.base, roots.ours, roots.theirs].map(
        (root) => readTree(ctx, root).byId,
      ) as [Map<string, Json>, Map<string, Json>, Map<string, Json>];
      for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
        // The merge contains every page that one side added, or that nobody deleted.
        if (!base.has(id) || (ours.has(id) && theirs.has(id))) expect(ids).toContain(id);
      }
    }),
    { numRuns: roundsOf({ usual: 100, all: 300 }) },
  );
});

it('a merge loses no text: the text of one side is there, and where both wrote, both texts are there or reported', () => {
  fc.assert(
    fc.property(three, (edits) => {
      const roots = setUp(edits);
      const ctx = world.context();
      const { root, conflicts } = mergeTrees(ctx, roots);
      const [base, ours, theirs, merged] = [roots.base, roots.ours, roots.theirs, root].map(
        (each) => readTree(ctx, each).byId,
      ) as [Map<string, Json>, Map<string, Json>, Map<string, Json>, Map<string, Json>];
      const textOf = (pages: Map<string, Json>, id: string): string | undefined => {
        const document = pages.get(id)?.page.document as string | undefined;
        return document === undefined ? undefined : getDocument(ctx.store, document).text;
      };
      for (const [mine, other] of [
        [ours, theirs],
        [theirs, ours],
      ] as const) {
        for (const id of mine.keys()) {
          const [was, now, result] = [textOf(base, id), textOf(mine, id), textOf(merged, id)];
          if (was === undefined || now === was) continue;
          // An edited page stays, even when the other side deleted it, and the merge reports that.
          expect(result).toBeDefined();
          if (!other.has(id)) expect(conflicts.some((conflict) => conflict.id === id)).toBe(true);
          const before = new Set(was.split('\n'));
          const inOther = new Set((textOf(other, id) ?? '').split('\n'));
          for (const line of now!.split('\n')) {
            if (!before.has(line) && !inOther.has(line)) expect(result!.split('\n')).toContain(line);
          }
        }
      }
    }),
    { numRuns: roundsOf({ usual: 100, all: 300 }) },
  );
});

it('a merge with a side that did nothing is the other side, to the hash', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
      const { base, ours } = setUp({ mine: edits, theirs: [] });
      const ctx = world.context();

      expect(mergeTrees(ctx, { base, ours, theirs: base })).toEqual({
        root: ours,
        conflicts: [],
        undecided: [],
      });
      expect(mergeTrees(ctx, { base, ours: base, theirs: ours })).toEqual({
        root: ours,
        conflicts: [],
        undecided: [],
      });
      expect(mergeTrees(ctx, { base, ours, theirs: ours })).toEqual({
        root: ours,
        conflicts: [],
        undecided: [],
      });
    }),
    { numRuns: roundsOf({ usual: 70, all: 200 }) },
  );
});

it('merging the result with the same side again changes nothing', () => {
  fc.assert(
    fc.property(three, (edits) => {
      const roots = setUp(edits);
      const ctx = world.context();
      const once = mergeTrees(ctx, roots);
      // After the update, the primary content is the ancestor: nothing is left to do.
      expect(mergeTrees(ctx, { base: roots.ours, ours: roots.ours, theirs: once.root }).root).toBe(once.root);
    }),
    { numRuns: 100 },
  );
});
