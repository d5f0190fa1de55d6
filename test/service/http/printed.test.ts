import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printShared, type PrintedJson } from '../../../src/service/answer.ts';

const print = (value: unknown, depth: number): string => (printShared(value, depth) as PrintedJson).text;

describe('an answer with repeated objects', () => {
  it('is printed like any JSON, at every depth', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.nat(6), (one, other, depth) => {
        const shared = { one, nothing: undefined, 'a "name"': [one, { other }] };
        const answer = { items: [{ shared, list: [shared, other, shared] }, shared], other };

        expect(print(answer, depth)).toBe(JSON.stringify(answer));
      }),
    );
  });

  it('reads the members of an object once, however often the object comes', () => {
    let asked = 0;
    const shared = {
      get title(): string {
        asked += 1;
        return 'Guides';
      },
    };
    const items = Array.from({ length: 50 }, (_, number) => ({ number, shared }));

    expect(JSON.parse(print({ items }, 3))).toEqual({
      items: items.map(({ number }) => ({ number, shared: { title: 'Guides' } })),
    });
    expect(asked).toBe(1);
  });
});
