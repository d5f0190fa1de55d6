import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../src/base/index.ts';
import { parseCondition } from '../../../src/service/sites/condition.ts';
import { roundsOf } from '../../rounds.ts';

const visitor = {
  claims: {
    plan: 'pro',
    beta: true,
    seats: 12,
    roles: ['editor', 'owner'],
    address: { country: 'CH' },
    empty: '',
    'odd-name': 1,
    unsigned: { theme: 'dark' },
  },
};

describe('a condition', () => {
  it.each<[string, boolean]>([
    ['visitor.claims.plan == "pro"', true],
    ["visitor.claims.plan === 'pro'", true],
    ['visitor.claims.plan != "pro"', false],
    ['visitor.claims.beta', true],
    ['!visitor.claims.beta', false],
    ['!!visitor.claims.beta', true],
    ['visitor.claims.empty', false],
    ['visitor.claims.missing', false],
    ['visitor.claims.missing == undefined', true],
    ['visitor.claims.missing == null', true],
    ['visitor.claims.missing === null', false],
    ['visitor.claims.missing.deeper.still == "x"', false],
    ['visitor.claims?.address?.country == "CH"', true],
    ['visitor.claims["odd-name"] == 1', true],
    ['visitor.claims.seats >= 12 && visitor.claims.seats < 12.5', true],
    ['visitor.claims.seats > "1"', true],
    ['visitor.claims.seats == "12"', true],
    ['visitor.claims.seats === "12"', false],
    ['visitor.claims.roles.length > 1', true],
    ['"plan" in visitor.claims', true],
    ['"constructor" in visitor.claims', false],
    ['visitor.claims.beta ? visitor.claims.seats > 3 : false', true],
    ['visitor.claims.roles.includes("owner")', true],
    ['"owner" in visitor.claims.roles', true],
    ['visitor.claims.plan in ["free", "pro"]', true],
    ['visitor.claims.plan.startsWith("p") || false', true],
    ['visitor.claims.plan.endsWith("x") || visitor.claims.plan.includes("r")', true],
    ['false || true && false', false],
    ['(false || true) && true', true],
    ['visitor.claims.roles == visitor.claims.roles', true],
    ['visitor.claims.roles == "editor,owner"', false],
    ['-1 < 0', true],
    ['"a\\"b" == \'a"b\'', true],
    ['  true  ', true],
  ])('%s is %s', (text, expected) => {
    expect(parseCondition(text)(visitor)).toBe(expected);
  });

  it('knows nothing that an object inherits', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(parseCondition(`visitor.claims.${name}`)(visitor)).toBe(false);
      expect(parseCondition(`visitor.claims["${name}"]`)(visitor)).toBe(false);
    }
  });

  it.each([
    '',
    '   ',
    'visitor.',
    'visitor.claims.',
    'visitor.claims.plan ==',
    'process.exit(1)',
    'globalThis',
    'visitor.claims.plan = "pro"',
    'visitor.claims.run()',
    'visitor.claims.plan.replace("a", "b")',
    '(true',
    'true)',
    '[1, 2',
    'visitor[claims]',
    '"open',
    'a; b',
    '`x',
    '1 in',
    'in visitor',
    'visitor.claims.plan.constructor("x")',
    'true true',
    '\u{1F600}',
  ])('is refused when it is %j', (text) => {
    expect(() => parseCondition(text)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }) as Error);
  });

  it('is refused with the place of the problem', () => {
    expect(() => parseCondition('visitor.claims.a && && b')).toThrow(
      /not understood at "&& b" \(at character 21\)/,
    );
  });

  it('is read or refused, and never fails in another way, whatever its text', () => {
    const words = fc.constantFrom(
      'visitor', '.', 'claims', '[', ']', '(', ')', '"a"', "'b'", '==', '!=', '<', '&&', '||', '!', 'in', ',', '1', '-2.5',
      'true', 'null', '?.', 'includes', ' ', 'x',
    ); // prettier-ignore
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1024 }),
      fc.array(words, { maxLength: 200 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (source) => {
        try {
          expect(typeof parseCondition(source)(visitor)).toBe('boolean');
        } catch (error) {
          expect(isAppError(error, 'BAD_REQUEST')).toBe(true);
        }
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('of the greatest length is read at once, however it nests', () => {
    expect(() => parseCondition(`${'('.repeat(512)}${')'.repeat(512)}`)).toThrow(/nested too deeply/);
    expect(() => parseCondition('!'.repeat(1023) + '1')).toThrow(/nested too deeply/);
    expect(parseCondition(`${'true&&'.repeat(170)}true`)(visitor)).toBe(true);
  });
});
