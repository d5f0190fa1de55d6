import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { realRandom, seededRandom } from '../../../src/clock/index.ts';
import {
  hashToken,
  isWellFormedToken,
  generateToken,
  tokenHint,
  tokenPattern,
} from '../../../src/service/tokens/format.ts';
import { printBase62, randomBase62 } from '../../../src/service/base62.ts';

describe('the form of a token', () => {
  it('is the prefix, 30 random characters and 6 that check them', () => {
    const token = generateToken(seededRandom(1));

    expect(token).toMatch(/^tdm_[0-9A-Za-z]{36}$/);
    expect(isWellFormedToken(token)).toBe(true);
    expect(token).not.toBe(generateToken(seededRandom(2)));
  });

  it('notices every single changed character', () => {
    const token = generateToken(realRandom);

    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'x' ? 'y' : 'x';
      expect(isWellFormedToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    }
  });

  it('refuses text that is nearly a token', () => {
    const token = generateToken(realRandom);

    for (const text of [
      '',
      'tdm_',
      ` ${token}`,
      `${token}\n`,
      token.slice(0, -1),
      `${token}0`,
      token.toUpperCase(),
    ]) {
      expect(isWellFormedToken(text)).toBe(false);
    }
  });

  it('is found in other text by the pattern, and stored as a hash that does not contain it', () => {
    const token = generateToken(realRandom);

    expect(`a ${token} b`.replace(tokenPattern, '***')).toBe('a *** b');
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenHint(token)).toHaveLength(13);
  });
});

describe('base 62', () => {
  it('gives each character about equally often', () => {
    const counts = new Map<string, number>();
    for (const character of randomBase62(seededRandom(7), 62_000))
      counts.set(character, (counts.get(character) ?? 0) + 1);

    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });

  it('writes different numbers differently, in order, with a fixed width', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(0xffffffff), (one, other) => {
        const [first, second] = [printBase62(one, 6), printBase62(other, 6)];
        expect(first).toHaveLength(6);
        expect(first === second).toBe(one === other);
        expect(first < second).toBe(one < other);
      }),
    );
  });
});
