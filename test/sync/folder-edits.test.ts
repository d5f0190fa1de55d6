import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import { contentId } from '../../src/files/index.ts';
import { compareFolders, compareTrees } from '../../src/sync/proposals/folder-edits.ts';
import type { FolderComparison, FolderEdits, FolderSide } from '../../src/sync/proposals/folder-edits.ts';
import { gatherTexts } from '../../src/sync/proposals/gather-texts.ts';
import { onlyTextEdits } from '../../src/sync/proposals/text-edits-alone.ts';
import { roundsOf } from '../rounds.ts';

const pages = ['README.md', 'a.md', 'b/README.md', 'b/c.md', 'd.md'];
const summary =
  '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n* [B](b/README.md)\n  * [C](b/c.md)\n* [D](d.md)\n';

function side(texts: Readonly<Record<string, string>>): FolderSide {
  const files = new Map(
    Object.entries(texts).map(([path, text]) => [path, contentId(new TextEncoder().encode(text))]),
  );
  return { files, text: (path) => texts[path] ?? null };
}

const baseTexts: Readonly<Record<string, string>> = {
  'SUMMARY.md': summary,
  '.gitbook/assets/x.svg': '<svg/>',
  ...Object.fromEntries(pages.map((path) => [path, withPageId(`# Page ${path}\n\nText.\n`, `id-${path}`)])),
};

/** What people do to a file: rewrite it, with and without a heading, front matter, an identity; take it away; or make another. */
const someText = fc.oneof(
  fc.constantFrom(
    '# Other\n\nText.\n',
    'No heading.\n',
    '# Page a.md\r\n\r\nText.',
    '---\nicon: x\n---\n\n# Y\n',
    '',
  ),
  fc.constantFrom(...pages).map((path) => baseTexts[path]!),
  fc
    .tuple(fc.constantFrom(...pages), fc.string())
    .map(([path, words]) => withPageId(`# T\n\n${words}\n`, `id-${path}`)),
);
const change = fc.record({
  path: fc.constantFrom(...pages, 'SUMMARY.md', '.gitbook/assets/x.svg', 'new.md'),
  text: fc.oneof({ weight: 5, arbitrary: someText }, { weight: 1, arbitrary: fc.constant(null) }),
});

/** What an open proposal carries: pages as the base has them, and now and then one that it does not have. */
const carriedPage = fc
  .oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pages).map((path) => ({ path, id: `id-${path}` })) },
    { weight: 1, arbitrary: fc.constantFrom(...pages, 'new.md').map((path) => ({ path, id: 'id-new' })) },
  )
  .map((page) => ({ ...page, text: '# Sent\n\nText.\n' }));

function sorted(edits: FolderEdits): FolderEdits {
  return { ...edits, texts: [...edits.texts].sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** The edits found by a look at the pages that differ, out of a repository and a state that hold the base. */
async function lookedAtAlone(
  { base, local, made }: FolderComparison,
  texts: Readonly<Record<string, string>>,
): Promise<FolderEdits | null> {
  const changed = new Map<string, { oid: string; bytes: Uint8Array } | null>();
  for (const [path, oid] of local.files)
    if (base.files.get(path) !== oid)
      changed.set(path, { oid, bytes: new TextEncoder().encode(texts[path]) });
  for (const path of base.files.keys()) if (!local.files.has(path)) changed.set(path, null);
  const byOid = new Map([...base.files].map(([path, oid]) => [oid, base.text(path)!]));
  const comparison = await gatherTexts({
    git: {
      entryAt: async (_commit, path) => {
        const oid = base.files.get(path);
        return oid === undefined ? null : { name: path, mode: '100644', oid };
      },
      readBlob: async (oid) => new TextEncoder().encode(byOid.get(oid)),
    },
    table: {
      get: async (_kind, id) => {
        const path = pages.find((each) => `id-${each}` === id);
        return path === undefined ? undefined : { path, mark: '', oid: base.files.get(path)! };
      },
    },
    folder: '.',
    base: '',
    changed,
    made,
  });
  return comparison && compareFolders(comparison);
}

describe('edits of texts alone', () => {
  it('are what a comparison of the whole trees finds, whenever they say that they are all', async () => {
    const answered = { alone: 0, looked: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 3 }),
        fc.array(carriedPage),
        async (changes, carried) => {
          const texts: Record<string, string> = { ...baseTexts };
          for (const { path, text } of changes) {
            if (text === null) delete texts[path];
            else texts[path] = text;
          }
          const comparison: FolderComparison = {
            base: side(baseTexts),
            local: side(texts),
            ids: new Map(pages.map((path) => [path, `id-${path}`])),
            made: new Map(carried.map((page) => [page.path, page])),
          };
          const whole = compareTrees(comparison);
          const alone = onlyTextEdits(comparison);
          if (alone) expect(sorted(alone)).toEqual(sorted(whole));
          const looked = await lookedAtAlone(comparison, texts);
          if (looked) expect(sorted(looked)).toEqual(sorted({ ...whole, pages: looked.pages }));
          answered.alone += alone ? 1 : 0;
          answered.looked += looked ? 1 : 0;
        },
      ),
      { numRuns: roundsOf({ usual: 300, all: 900 }) },
    );
    expect(answered.alone).toBeGreaterThan(30);
    expect(answered.looked).toBeGreaterThan(20);
  });
});

describe('a new file without an identity', () => {
  const lines = Array.from({ length: 10 }, (_, at) => `Line ${at}.`);
  const claimed = (kept: number): readonly { key: string; path: string }[] => {
    const text = ['# Page a.md', ...lines.slice(0, kept), ...lines.slice(kept).map((line) => `New: ${line}`)];
    const base = { ...baseTexts, 'a.md': withPageId(`# Page a.md\n\n${lines.join('\n')}\n`, 'id-a.md') };
    const { 'a.md': _gone, ...local } = { ...base, 'new.md': `${text.join('\n')}\n` };
    const ids = new Map(pages.map((path) => [path, `id-${path}`]));
    return compareTrees({ base: side(base), local: side(local), ids, made: new Map() }).texts;
  };

  it('is the page that is gone where it holds most of its lines, else a new one', () => {
    expect(claimed(6)).toMatchObject([{ key: 'id-a.md', path: 'new.md', from: 'a.md' }]);
    expect(claimed(5)).toMatchObject([{ key: 'new:new.md', path: 'new.md', from: null }]);
  });
});

describe('a file that carries the identity of a page that lies elsewhere', () => {
  const compared = (base: Record<string, string>, local: Record<string, string>): FolderEdits =>
    compareTrees({
      base: side({ ...baseTexts, ...base }),
      local: side({ ...baseTexts, ...base, ...local }),
      ids: new Map(pages.map((path) => [path, `id-${path}`])),
      made: new Map(),
    });
  const copy = baseTexts['a.md']!;

  it('is told where it is new and holds nothing new, also when it holds less', () => {
    for (const text of [copy, copy.replace('Text.\n', '')]) {
      const edits = compared({}, { 'new.md': text });
      expect(edits).toMatchObject({ texts: [], files: [] });
      expect(edits.unsaid).toEqual([expect.stringContaining('new.md is a copy of a.md')]);
    }
  });

  it('is an edit where it is known, but no page', () => {
    const edits = compared({ 'kept.md': '# Kept\n' }, { 'kept.md': copy });
    expect(edits.files.map(({ path }) => path)).toEqual(['kept.md']);
    expect(edits.unsaid).toEqual([]);
  });
});

describe('a new file that a page names', () => {
  it.each([
    ['notes.txt', true],
    ['diagrams/a.svg', true],
    ['.gitbook/assets/b.svg', true],
    ['.env', false],
    ['sync.config.yaml', false],
    ['package.json', false],
    ['.ssh/id_rsa', false],
    ['.git-credentials', false],
  ])('is sent unless its name is one of settings and secrets: %s', (path, sent) => {
    const edited = withPageId(`# Page a.md\n\nSee [it](${path}).\n`, 'id-a.md');
    const local = side({ ...baseTexts, 'a.md': edited, [path]: 'Mine.\n' });
    const ids = new Map(pages.map((each) => [each, `id-${each}`]));
    const edits = compareTrees({ base: side(baseTexts), local, ids, made: new Map() });

    expect(edits.files.map(({ path: file }) => file)).toEqual(sent ? [path] : []);
    expect(edits.unsaid.filter((line) => line.startsWith(`${path} `))).toHaveLength(sent ? 0 : 1);
  });
});
