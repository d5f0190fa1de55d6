import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';

const rule = /SYNC-\d+/gu;

/** The ids of the rules, in the order of the page. */
function ruleIds(page: string): string[] {
  return [...page.matchAll(/^- \*\*(SYNC-\d+)\*\* /gmu)].map(([, id]) => id!);
}

/** What the titles of a test file quote; a title is the first argument of `it`, `test` or `describe`, in whatever form. */
function quotedIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:it|test|describe)\b/u.test(node.expression.getText())) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        found.push(...[...title.getText().matchAll(rule)].map(([id]) => id));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('the rules of the sync', () => {
  const tests = join(packageRoot(), 'test');
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  );
  const quoted = new Set(files.flatMap((file) => quotedIn(file, readFileSync(join(tests, file), 'utf8'))));
  const ids = ruleIds(readFileSync(join(packageRoot(), 'docs/rules/sync.md'), 'utf8'));

  it('are numbered upwards, each number once, so that an id never comes to mean another rule', () => {
    const numbers = ids.map((id) => Number(id.slice('SYNC-'.length)));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    expect(ids.length).toBeGreaterThanOrEqual(30);
  });

  it('are each quoted by the title of a test, and no title quotes a rule that is not there', () => {
    expect(ids.filter((id) => !quoted.has(id))).toEqual([]);
    expect([...quoted].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('are found in plain titles, templates and tables, and nowhere else', () => {
    const text =
      "it('[SYNC-1] a', f); it.each([1])('[SYNC-2] %s', f); describe(`[SYNC-3] ${x}`, f); log('[SYNC-4]');";

    expect(quotedIn('a.test.ts', text)).toEqual(['SYNC-1', 'SYNC-2', 'SYNC-3']);
  });
});
