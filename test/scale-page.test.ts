import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';

const root = packageRoot();
const page = readFileSync(join(root, 'docs', 'scale.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** What a text names that measures: a script of package.json, a bench, or a test. */
function measuresIn(text: string): { name: string; exists: boolean }[] {
  const named = [...text.matchAll(/`([^`]+)`/gu)].flatMap(([, code = '']) => {
    const script = /npm run ([\w:-]+)/u.exec(code)?.[1];
    if (script !== undefined) return [{ name: code, exists: script in scripts }];
    const file = /^(?:node )?((?:bench|test)\/[\w./-]+)$/u.exec(code)?.[1];
    return file === undefined ? [] : [{ name: code, exists: existsSync(join(root, file)) }];
  });
  return named;
}

/** Parts of the page that tell a measured figure: paragraphs that say so, and rows of tables with a column of them. */
function measuredParts(): string[] {
  return page.split(/\n{2,}/u).flatMap((part) => {
    const [head = '', ...rows] = part.split('\n');
    if (!head.startsWith('|')) return /\*measured\*/iu.test(part) ? [part] : [];
    return /\bmeasured\b/u.test(head) ? rows.slice(1) : [];
  });
}

describe('the page on how far it goes', () => {
  it('names scripts, benches and tests that are there', () => {
    const named = measuresIn(page);

    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ exists }) => !exists)).toEqual([]);
    expect(measuresIn('`npm run bench:nothing`, `test/nothing.test.ts`').map(({ exists }) => exists)).toEqual(
      [false, false],
    );
  });

  it('names for each measured figure what measured it', () => {
    const parts = measuredParts();

    expect(parts.length).toBeGreaterThan(15);
    expect(parts.filter((part) => measuresIn(part).length === 0)).toEqual([]);
  });

  it('has no figure that a person measured by hand, and no time, share or memory without a script or the word arithmetic', () => {
    const parts = page
      .split(/\n{2,}/u)
      .flatMap((part) => (part.startsWith('|') ? part.split('\n').slice(2) : [part]));
    const figures = parts.filter((part) => /\d (?:µs|ms|s|seconds|minutes|MB|%)(?=[\s,.;:)]|$)/u.test(part));

    expect(figures.length).toBeGreaterThan(15);
    expect(
      figures.filter((part) => measuresIn(part).length === 0 && !/arithmetic|estimate/u.test(part)),
    ).toEqual([]);
    expect(page).not.toMatch(/by hand|before the script/iu);
  });

  it('says on which day and on what machine the figures were measured', () => {
    expect(page).toMatch(/measured\* on 20\d\d-\d\d-\d\d/iu);
    expect(page).toMatch(/two cores/u);
    expect(page).toMatch(/pushes on/u);
  });
});
