import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOf, pageOfArray } from '../../../src/service/paging.ts';
import type { PageQuery } from '../../../src/service/paging.ts';

const service = { secret: new Uint8Array(32).fill(7) };

describe('paging', () => {
  it('shows every lasting row exactly once, whatever rows come and go meanwhile', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.record({ after: fc.nat(20), add: fc.nat(2000), remove: fc.nat(1000) }), {
          maxLength: 20,
        }),
        (start, limit, events) => {
          const rows = new Set(start);
          const always = new Set(start);
          const seen: number[] = [];
          let query: PageQuery = { limit };
          for (let turn = 0; turn < 500; turn++) {
            const page = pageOf<number, number>(service, {
              list: ['numbers'],
              query,
              count: () => rows.size,
              rows: (after, most) =>
                [...rows]
                  .sort((a, b) => a - b)
                  .filter((row) => after === undefined || row > Number(after[0]))
                  .slice(0, most),
              position: (row) => [row],
              items: (shown) => shown,
            });
            seen.push(...page.items);
            for (const { after, add, remove } of events) {
              if (after !== turn) continue;
              rows.delete(remove);
              always.delete(remove);
              rows.add(add);
            }
            if (page.next === undefined) break;
            query = { limit, page: page.next.page };
          }
          expect(new Set(seen).size).toBe(seen.length);
          for (const row of always) expect(seen).toContain(row);
        },
      ),
    );
  });

  it('refuses a cursor of another list, another filter or another key, and a changed one', () => {
    const list = (name: string, query: PageQuery, secret = service.secret) =>
      pageOfArray(
        { secret },
        { list: [name], query, all: ['a', 'b', 'c'], key: (row) => row, items: (rows) => rows },
      );
    const cursor = list('one', { limit: 1 }).next!.page;

    expect(list('one', { limit: 1, page: cursor }).items).toEqual(['b']);
    expect(() => list('two', { page: cursor })).toThrowError(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
    expect(() => list('one', { page: cursor }, new Uint8Array(32))).toThrowError(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
    expect(() => list('one', { page: `x${cursor}` })).toThrowError(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
    expect(() => list('one', { page: `${cursor}.x` })).toThrowError(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
  });

  it('continues at the place of a deleted row', () => {
    const rows = ['a', 'b', 'c', 'd'];
    const page = (query: PageQuery) =>
      pageOfArray(service, { list: ['x'], query, all: rows, key: (row) => row, items: (shown) => shown });
    const first = page({ limit: 2 });
    rows.splice(1, 1);

    expect(page({ limit: 2, page: first.next!.page }).items).toEqual(['c', 'd']);
  });
});
