import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { definitions, operations } from '../../src/contract/index.ts';

// The analysis in plain JavaScript: the same on every machine, and without a search for Java.
process.env['RECHECK_BACKEND'] = 'pure';
const { check } = await import('recheck');

/** Every `pattern` of the contract's schemas. */
function patternsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'pattern' && typeof inner === 'string') found.add(inner);
      else patternsIn(inner, found);
    }
  }
  return found;
}

/** Every regular expression that the code of these folders writes as a literal. */
function literalsOf(room: string): { source: string; flags: string }[] {
  const folder = new URL(`../../src/${room}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, folder), 'utf8').matchAll(
        /(?<=[=(,:?!&|]\s*)\/((?:[^/\\\n*[]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([dgimsuvy]*)/g,
      ),
    ])
    .map(([, source = '', flags = '']) => ({ source, flags }));
}

/** Otherwise the clock ends the stages of the analysis, which then comes to another verdict on a busy machine. */
const byWorkAlone = {
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
};

async function verdict(source: string, flags: string): Promise<string> {
  const found = await check(source, flags, { ...byWorkAlone, timeout: 150_000 });
  return found.status === 'vulnerable' ? `vulnerable: ${found.complexity.summary}` : found.status;
}

// The analysis takes seconds for some of them, and longer where other tests share the machine.
describe('no regular expression can be driven into a long search', { timeout: 180_000 }, () => {
  const patterns = [...patternsIn({ definitions, operations })];

  test('there are patterns to check', () => {
    expect(patterns.length).toBeGreaterThan(6);
    expect(
      literalsOf('contract').length + literalsOf('http').length + literalsOf('client').length,
    ).toBeGreaterThan(15);
  });

  test.each(patterns)('the pattern %s is safe as the validator compiles it', async (pattern) => {
    expect(await verdict(pattern, 'u')).toBe('safe');
  });

  test.each(['contract', 'http', 'client'])('the literals of %s are safe', async (room) => {
    for (const { source, flags } of literalsOf(room)) {
      expect(await verdict(source, flags), `/${source}/${flags}`).toBe('safe');
    }
  });

  test('a dangerous expression is noticed', async () => {
    expect(await verdict('^(a+)+$', 'u')).toMatch(/vulnerable/);
  });
});
