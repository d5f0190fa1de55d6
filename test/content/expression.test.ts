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

  it.each([
    ...[
      '1 + 2 * 3 - 4',
      '(1 + 2) * 3',
      '7 % 4 / 2',
      '2 - 1 - 1',
      '8 / 4 / 2',
      '-3 + 1',
      '- -3',
      '!0',
      '!!""',
      '-"2"',
    ],
    ...[
      '1 + "2"',
      '"1" + 2',
      '"a" + "b"',
      'true + 1',
      'null + 1',
      '"3" * "2"',
      '1.5 + 1',
      '10 / 4',
      '"a" - 1',
      '"7" % 4',
    ],
    ...[
      '1 < 2',
      '2 < 2',
      '2 <= 2',
      '2 >= 3',
      '3 >= 3',
      '2 > 2',
      '"10" < "9"',
      '"10" < 9',
      '"b" > "a"',
      '"a" >= "a"',
      '"a" <= "B"',
    ],
    ...[
      'null == undefined',
      'null == 0',
      'null === undefined',
      '"" == 0',
      '"1" == 1',
      'true == 1',
      'true == "1"',
      '"a" == "b"',
      '1 != "1"',
    ],
    ...[
      '1 !== "1"',
      '1 !== 1',
      '"a" === "a"',
      'undefined != null',
      'false == "a"',
      '0 == false',
      '2 == true',
    ],
    ...[
      '1 || 0 && 0',
      '(1 || 0) && 0',
      '0 || ""',
      '"" || "a"',
      '0 && 1',
      '1 && "b"',
      'null ?? 1',
      '0 ?? 1',
      'undefined ?? null ?? "c"',
    ],
    ...[
      'true ? 1 : 2',
      '0 ? 1 : 2',
      '1 ? 0 ? "a" : "b" : "c"',
      '0 ? 1 : 0 ? 2 : 3',
      '1 == 1 ? "x" : "y"',
      '1 < 2 == true',
      '!1 == 0',
    ],
    ...[
      '"abc".charAt(1)',
      '"abc".charAt()',
      '"abc".endsWith("bc")',
      '"abc".endsWith("b")',
      '"abc".includes("b")',
      '"abc".includes("d")',
    ],
    ...[
      '"abc".indexOf("c")',
      '"abc".indexOf("d")',
      '"abc".slice(1)',
      '"abc".slice(0, 2)',
      '"abc".slice(-1)',
      '"abc".slice()',
      '"abc".startsWith("ab")',
    ],
    ...[
      '"abc".substring(1)',
      '"abc".substring(2, 0)',
      '"abc".substring()',
      '"aBc".toLowerCase()',
      '"aBc".toUpperCase()',
      '" a ".trim()',
      '"a".toString()',
    ],
    ...[
      '"abc".length',
      '"abc".size',
      '[1, "b"].length',
      '[1, "b"].includes("b")',
      '[1].includes("1")',
      '[].length',
      '[1, 2][1]',
      '["a"]["0"]',
      '[1][9]',
    ],
    ...[
      '"it\\\'s"',
      '\'say \\"hi\\"\'',
      '\'a\' + "b"',
      '`a`',
      '`a${1}b${"c"}`',
      '`$`',
      '`$a{}`',
      '`${`${1}`}`',
      '"a\\\\b"',
    ],
    ...[
      '  1  +\n\t2 ',
      'a',
      'a.b',
      '_a1',
      '$b',
      'a.c',
      'a["b"]',
      'a["b" + ""]',
      'a.list[0]',
      'a.list.length',
      '(a).b',
      'trueish',
      'nullish',
      'internal',
    ],
  ])('%j is what JavaScript says', (source) => {
    const names = { a: { b: 1, list: ['x'] }, _a1: 2, $b: 3, trueish: 4, nullish: 5, internal: 6 };

    expect(evaluateExpression(source, names)).toEqual({ ok: true, value: runInNewContext(source, names) });
  });

  it.each<[string, unknown]>([
    ['a?.b', 1],
    ['a ?. b', 1],
    ['missing.length', undefined],
    ['toString', undefined],
    ['a.toString', undefined],
    ['a.b.c', undefined],
    ['a[missing]', undefined],
    ['a[1]', 'one'],
    ['a.b.trim()', undefined],
    ['a.includes("b")', undefined],
    ['a.text.length', 3],
    ['a.text.b', undefined],
    ['[1] == [1]', false],
    ['a == a', true],
    ['a + 1', NaN],
    ['a + ""', ''],
    ['"" + true + 1 + null + missing', 'true1'],
    ['`${a}${[1]}${0}`', '0'],
    ['a < 1', false],
    ['"b" in a', true],
    ['1 in a', true],
    ['1 in "1"', false],
    ['"1" in 1', false],
    ['"1" in missing', false],
    ['missing in [missing]', true],
    ['1 in [2]', false],
    ['"b"in a', true],
  ])('%s is read in our way', (source, wanted) => {
    const names = { a: { b: 1, 1: 'one', text: 'abc' } };

    expect(evaluateExpression(source, names)).toEqual({ ok: true, value: wanted });
  });

  it.each([
    ['', 'ends too early', 0],
    ['  ', 'ends too early', 2],
    ['1 +', 'ends too early', 3],
    ['missing()', 'not understood at "()"', 7],
    ['(1', 'ends too early', 2],
    ['(1]', 'not understood at "]"', 2],
    ['[1', 'ends too early', 2],
    ['[1,]', 'not understood at "]"', 3],
    ['[1 2]', 'not understood at "2]"', 3],
    ['a[1', 'ends too early', 3],
    ['a[]', 'not understood at "]"', 2],
    ['a.', 'ends too early', 2],
    ['a.1', 'not understood at "1"', 2],
    ['a.run(', 'the method "run" is not known', 2],
    ['a.toLocaleString()', 'the method "toLocaleString" is not known', 2],
    ['a.trim(', 'ends too early', 7],
    ['a.slice(1 2)', 'not understood at "2)"', 10],
    ['"a', 'ends too early', 2],
    ['"a\\"', 'ends too early', 4],
    ['`a', 'ends too early', 2],
    ['`${1`', 'not understood at "`"', 4],
    ['`${}`', 'not understood at "}`"', 3],
    ['1 ? 2', 'ends too early', 5],
    ['1 ? : 2', 'not understood at ": 2"', 4],
    ['1 = 2', 'not understood at "= 2"', 2],
    ['a => 1', 'not understood at "=> 1"', 2],
    ['...a', 'not understood at "...a"', 0],
    ['1 & 2', 'not understood at "& 2"', 2],
    ['1 | 2', 'not understood at "| 2"', 2],
    ['1 ^ 2', 'not understood at "^ 2"', 2],
    ['~1', 'not understood at "~1"', 0],
    ['{}', 'not understood at "{}"', 0],
    ['+1', 'not understood at "+1"', 0],
    ['a b', 'not understood at "b"', 2],
    ['in', 'ends too early', 2],
    ['1 ? 2 : 3 4', 'not understood at "4"', 10],
    ['a ! b', 'not understood at "! b"', 2],
    [`1 @ ${'x'.repeat(30)}`, `not understood at "@ ${'x'.repeat(18)}"`, 2],
    [`${'!'.repeat(64)}1`, 'nested too deeply', 63],
    [`${'-'.repeat(80)}1`, 'nested too deeply', 63],
  ])('%j is refused, because it is %s', (source, reason, at) => {
    expect(readExpression(source)).toEqual({ ok: false, reason, at });
  });

  it('nests as deep as people write, and is as long as the limit', () => {
    expect(evaluateExpression(`${'('.repeat(31)}1${')'.repeat(31)}`, {})).toEqual({ ok: true, value: 1 });
    expect(evaluateExpression(`${'!'.repeat(60)}1 ${'+ 1 '.repeat(100)}`, {})).toEqual({
      ok: true,
      value: 101,
    });
    expect(readExpression('x'.repeat(2048)).ok).toBe(true);
    expect(readExpression('x'.repeat(2049))).toMatchObject({ ok: false, at: 2048 });
  });

  it('names where each of its paths begins first', () => {
    const read = readExpression('visitor.a == space.b[page.c] && visitor.d || true');

    expect(read.ok && [...read.names]).toEqual([
      ['visitor', 0],
      ['space', 13],
      ['page', 21],
    ]);
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
