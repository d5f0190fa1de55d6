import { describe, expect, it } from 'vitest';
import { folderOf, isMarkdownPath, nameOf } from '../../src/content/index.ts';
import { checkLinks, findSpaces, fixFile, type LinkTree } from '../../src/links/index.ts';
import { laterPathOf, type LaterPath, type Move } from '../../src/links/move/paths.ts';
import { resolveLink } from '../../src/links/resolve.ts';
import { LinkIndex } from '../../src/links/tree.ts';
import { corpusSpaces, hasCorpora, type CorpusSpace } from '../support/corpora.ts';

/** Moves two of three pages of a space to other folders, with the same names, as a person does. */
function reorganisation({ paths }: CorpusSpace): Move[] {
  // Reusable content stays in its folder, since no include shows it elsewhere.
  const pages = paths
    .filter((path) => isMarkdownPath(path) && !/(?:README|SUMMARY)\.md$|^\.gitbook\//u.test(path))
    .sort();
  const taken = new Set(paths);
  return pages.flatMap((from, at) => {
    const other = folderOf(pages[(at * 5 + 2) % pages.length] ?? '');
    const folder = at % 2 === 0 ? `reorganised/part-${at % 7}` : other;
    const to = folder === '' ? nameOf(from) : `${folder}/${nameOf(from)}`;
    if (at % 3 === 2 || taken.has(to)) return [];
    taken.add(to);
    return [{ from, to }];
  });
}

function treeOf(texts: ReadonlyMap<string, string | null>): LinkTree {
  return { paths: [...texts.keys()], text: (path) => texts.get(path) ?? null };
}

/** A space before and after its reorganisation, where only the table of contents was updated. */
function reorganised(space: CorpusSpace): {
  before: Map<string, string | null>;
  after: Map<string, string | null>;
  moves: Move[];
  later: LaterPath;
} {
  const before = new Map(
    space.paths.map((path) => [path, /\.(?:md|yaml)$/u.test(path) ? space.text(path) : null]),
  );
  const moves = reorganisation(space);
  const later = laterPathOf(moves);
  const contents = (text: string | null): string | null =>
    moves.reduce((all, { from, to }) => all?.replaceAll(`(${from})`, `(${to})`) ?? null, text);
  const after = new Map(
    [...before].map(([path, text]) => [later(path), path === 'SUMMARY.md' ? contents(text) : text]),
  );
  return { before, after, moves, later };
}

interface Outcome {
  /** Links that worked before and are broken by the move. */
  readonly broken: number;
  readonly mended: number;
  /** Links that lead elsewhere than before after the correction. */
  readonly wrong: readonly string[];
  readonly moved: number;
}

/** Applies the corrections that the check takes for certain, and compares with the targets before. */
async function mendedAfter(space: CorpusSpace, withBase: boolean): Promise<Outcome> {
  const { before, after, moves, later } = reorganised(space);
  const spaces = findSpaces(space.paths);
  const { findings } = await checkLinks({
    tree: treeOf(after),
    spaces,
    base: withBase ? treeOf(before) : null,
  });
  const places = new Set(findings.map(({ path, span }) => `${path} ${span?.start}`));
  const mended = new Map(after);
  for (const path of new Set(findings.map((finding) => finding.path))) {
    const fixed = fixFile(path, after.get(path) ?? '', findings);
    if (fixed !== null) mended.set(path, fixed.text);
  }
  const [first, moved, last] = [before, after, mended].map((texts) => new LinkIndex(treeOf(texts), spaces));
  const goalOf = (index: LinkIndex | undefined, path: string, at: number): string | null => {
    const link = index?.files.get(path)?.links[at];
    const verdict = index === undefined || link === undefined ? null : resolveLink(index, path, link);
    return verdict?.outcome === 'ok' ? verdict.file : null;
  };
  const outcome = { broken: 0, mended: 0, wrong: [] as string[], moved: moves.length };
  for (const { path, links } of first?.files.values() ?? [])
    for (const at of links.keys()) {
      const goal = goalOf(first, path, at);
      const now = moved?.files.get(later(path))?.links[at];
      if (goal === null || now === undefined || !places.has(`${later(path)} ${now.start}`)) continue;
      outcome.broken += 1;
      const written = last?.files.get(later(path))?.links[at]?.raw ?? '';
      if (goalOf(last, later(path), at) === later(goal)) outcome.mended += 1;
      else if (written !== now.raw) outcome.wrong.push(`${space.name}/${path}: ${now.raw} → ${written}`);
    }
  return outcome;
}

describe.runIf(hasCorpora)('pages of the corpora that are moved without their links', () => {
  it.each([
    ['and all links to them when the state before is known', true, 1],
    ['and nearly all by nothing but their names', false, 0.95],
  ])('are found again, %s', async (_, withBase, least) => {
    const all = await Promise.all(corpusSpaces().map((space) => mendedAfter(space, withBase)));
    const sum = (of: (outcome: Outcome) => number): number => all.reduce((count, one) => count + of(one), 0);

    expect(all.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(sum(({ moved }) => moved)).toBeGreaterThanOrEqual(200);
    expect(sum(({ mended }) => mended) / sum(({ broken }) => broken)).toBeGreaterThanOrEqual(least);
  });
});

describe('the one file of the wanted name', () => {
  const files = {
    'SUMMARY.md':
      '# Table of contents\n\n* [Home](README.md)\n* [Tokens](a/tokens.md)\n* [Twin](a/twin.md)\n* [Twin](b/twin.md)\n* [FAQ](a/faq.md)\n',
    'a/tokens.md': '# Tokens\n\n## New\n',
    'a/twin.md': '# Twin\n\n## One\n',
    'b/twin.md': '# Twin\n\n## Two\n',
    'a/faq.md': '# FAQ\n',
    'pictures/plan.png': '',
  };

  it.each([
    ['is certain', 'x/tokens.md', 'a/tokens.md', true],
    ['is certain with its anchor', 'x/tokens.md#new', 'a/tokens.md#new', true],
    ['is not certain without the anchor', 'x/tokens.md#old', 'a/tokens.md#old', false],
    ['is not certain when folders are full of that name', 'x/faq.md', 'a/faq.md', false],
    ['is told from its twin by the anchor', 'x/twin.md#two', 'b/twin.md#two', true],
    ['is not told from its twin without', 'x/twin.md', undefined, undefined],
    ['has the ending of its name', 'x/plan.jpg', undefined, undefined],
    ['may be a picture', 'x/plan.png', 'pictures/plan.png', true],
  ])('%s: %s', async (_, target, suggested, safe) => {
    const tree = treeOf(new Map(Object.entries({ ...files, 'README.md': `# Home\n\n[x](${target})\n` })));
    const { findings } = await checkLinks({ tree, spaces: [{ path: '' }] });

    expect(findings.map(({ suggestion }) => [suggestion?.target, suggestion?.safe])).toEqual([
      [suggested, safe],
    ]);
  });
});
