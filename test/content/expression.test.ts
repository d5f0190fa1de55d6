import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateExpression, readExpression } from '../../src/content/expression.ts';
import { parseCondition } from '../../src/service/sites/index.ts';
import { roundsOf } from '../rounds.ts';

const visitor = {
  claims: {
    plan: 'pro',
    n: 3,
    zero: 0,
    text3: '3',
    empty: '',
    beta: true,
    groups: ['a', 'b'],
    none: null,
    unsigned: { language: 'fr' },
  },
};

/** The specification's "expression" is JavaScript's, of which ours is a part. Each piece has the same meaning in both. */
const value = fc.constantFrom(
  'visitor?.claims?.plan',
  'visitor?.claims?.n',
  'visitor?.claims?.zero',
  'visitor?.claims?.text3',
  'visitor?.claims?.empty',
  'visitor?.claims?.beta',
  'visitor?.claims?.none',
  'visitor?.claims?.missing',
  'visitor?.claims?.missing?.deeper?.still',
  'visitor?.claims?.groups?.length',
  'visitor?.claims?.plan?.length',
  'visitor?.claims?.unsigned?.language',
  'visitor?.claims?.["plan"]',
  'visitor?.claims?.groups?.includes("a")',
  'visitor?.claims?.groups?.[1]',
  'visitor.claims.plan.toUpperCase()',
  'visitor.claims.plan.slice(1, 2)',
  'visitor.claims.plan.startsWith("p")',
  '"fr"',
  "'3'",
  '3',
  '0',
  '1.5',
  'true',
  'false',
  'null',
  'undefined',
);
const expression = fc.letrec<{ any: string; joined: string; chosen: string; turned: string }>((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, value, tie('joined'), tie('chosen'), tie('turned')),
  joined: fc
    .tuple(
      tie('any'),
      fc.constantFrom('&&', '||', '==', '!=', '===', '!==', '<', '>', '<=', '>=', '-', '*', '/', '%'),
      tie('any'),
      fc.boolean(),
    )
    .map(
      ([left, sign, right, inner]) => `${inner ? `(${left})` : left} ${sign} ${inner ? `(${right})` : right}`,
    ),
  chosen: fc.tuple(tie('any'), tie('any'), tie('any')).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
  turned: fc.tuple(fc.constantFrom('!', '!!', '- '), tie('any')).map(([sign, inner]) => `${sign}(${inner})`),
})).any;

/** JavaScript writes optional brackets with a dot; here they have none. */
const ours = (source: string): string => source.replaceAll('?.[', '[');

describe('an expression', () => {
  it('has the same meaning as in JavaScript', () => {
    fc.assert(
      fc.property(expression, (source) => {
        const wanted: unknown = runInNewContext(source, { visitor: structuredClone(visitor) });
        const found = evaluateExpression(ours(source), { visitor });
        expect(found.ok ? { value: found.value, source } : found).toEqual({ value: wanted, source });
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('is accepted by the editor and the service exactly when visitors get an answer, and says the same to both', () => {
    const pieces = fc.constantFrom(
      'visitor', '.claims', '.n', '.groups', '["plan"]', '?.', '(', ')', '[', ']', '"a"', "'3'", ' == ', ' in ', ' && ', ' || ',
      '!', '3', '.length', ' > 1', '.includes("a")', '.run()', ' ? ', ' : ', '`x`', ',', ' ', 'space.vars.x', '-', '+',
    ); // prettier-ignore
    const text = fc.oneof(
      expression.map(ours),
      fc.array(pieces, { minLength: 1, maxLength: 8 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (source) => {
        const seen = evaluateExpression(source, { visitor });
        let said: boolean | undefined;
        try {
          said = parseCondition(source)(visitor);
        } catch {
          said = undefined;
        }
        // The writer of a condition gets an error about an unknown name; for visitors, its value is undefined.
        const read = readExpression(source);
        const isKnown = read.ok && [...read.names].every(([name]) => /^(?:visitor|space|page)$/.test(name));
        expect(said).toBe(seen.ok && isKnown ? Boolean(seen.value) : undefined);
      }),
      { numRuns: roundsOf({ usual: 500, all: 3000 }) },
    );
  });

  it.each<[string, unknown]>([
    ["visitor.claims.n == '3'", true],
    ["visitor.claims.n === '3'", false],
    ['visitor.claims.groups.length > 1', true],
    ["'a' in visitor.claims.groups", true],
    ["'c' in visitor.claims.groups", false],
    ["'plan' in visitor.claims", true],
    ["'toString' in visitor.claims", false],
    ["'r' in visitor.claims.plan", true],
    ["'x' in visitor.claims.missing", false],
    ["visitor.claims.n in [1, 2, 3] && visitor.claims.plan in ['pro']", true],
    ['visitor.claims.missing.deeper.still', undefined],
    ['visitor.claims.missing + "!"', '!'],
    ['visitor.claims.missing ?? "none"', 'none'],
    ['`on ${visitor.claims.plan} ${visitor.claims.missing}`', 'on pro '],
    ['inside', undefined],
    ['visitor.index', undefined],
  ])('%s', (source, wanted) => {
    expect(evaluateExpression(source, { visitor })).toEqual({ ok: true, value: wanted });
  });

  it.each([
    ['visitor.claims.run()', 'the method "run" is not known', 15],
    ['visitor.claims.plan ==', 'ends too early', 22],
    ['a = 1', 'not understood at "= 1"', 2],
    [`${'('.repeat(70)}1${')'.repeat(70)}`, 'nested too deeply', undefined],
    ['x'.repeat(3000), 'longer than 2048 characters', 2048],
  ])('%s is refused, with the place', (source, reason, at) => {
    expect(readExpression(source)).toMatchObject({ ok: false, reason, ...(at === undefined ? {} : { at }) });
  });

  it('asks only what counts', () => {
    const asked: string[] = [];
    const names = {
      get first() {
        asked.push('first');
        return false;
      },
      get second() {
        asked.push('second');
        return true;
      },
    };
    expect(evaluateExpression('first && second', names)).toEqual({ ok: true, value: false });
    expect(asked).toEqual(['first']);
  });
});
