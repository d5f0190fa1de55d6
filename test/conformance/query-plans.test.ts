/** How SQLite finds the rows for each operation: through an index, so that an answer costs the same beside a hundred thousand pages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationIds, operations, parametersOf, pathOf } from '../../src/contract/index.ts';
import type { Operation, OperationId } from '../../src/contract/index.ts';
import type { Store } from '../../src/service/index.ts';
import { goodBodyOf, goodParamsOf, goodQueryOf } from './bodies.ts';
import { aWorld } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

type Asked = Map<string, readonly unknown[]>;

/** Records each statement of a store, with its values. */
function listen(store: Store): Asked {
  const asked = new Map<string, readonly unknown[]>();
  for (const method of ['get', 'all', 'run'] as const) {
    const original = store[method].bind(store) as (sql: string, ...values: unknown[]) => never;
    Object.defineProperty(store, method, {
      value: (sql: string, ...values: unknown[]) => {
        asked.set(sql, values);
        return original(sql, ...values);
      },
    });
  }
  return asked;
}

async function send(id: OperationId): Promise<void> {
  const row: Operation = operations[id];
  const ids = { ...world.ids, deletedSpaceId: world.deletedSpace };
  const payload = goodBodyOf(id, ids);
  const query = goodQueryOf(id) === '' ? '' : `?${goodQueryOf(id)}`;
  await world.service.app.inject({
    method: row.method,
    url: `${pathOf(id, goodParamsOf(id, parametersOf(row.path), ids))}${query}`,
    // A role with its own rights: those of an administrator are never looked up.
    headers: {
      host: 'docs.test',
      authorization: world.authorization[row.method === 'GET' ? 'create' : 'admin'],
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
}

/** The tables that a plan reads as a whole, or whose whole index it reads. Functions that return rows do not count. */
function wholeReads(store: Store, sql: string, values: readonly unknown[]): string[] {
  return store
    .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...(values as []))
    .flatMap(({ detail }) => /^SCAN (?!.*(?:VIRTUAL TABLE|CONSTANT ROW))(\w+)/u.exec(detail)?.[1] ?? []);
}

/** The tables that a statement may read as a whole: they have few rows beside pages, revisions, change requests and comments. */
const small: ReadonlySet<string> = new Set([
  ...['integrations', 'invites', 'openapi_specs', 'organizations', 'secrets_state'],
  ...['site_sections', 'site_spaces', 'sites'],
  // The collections around or below a collection, gathered step by step.
  ...['above', 'tree'],
  // The matches of a search for a word that few pages have, 5,000 at most.
  'ranked',
  // A row for each space, once for each start.
  'search_spaces',
]);

test('no operation reads a whole table that grows', { timeout: 120_000 }, async () => {
  const { store, background } = world.service.service;
  const asked = listen(store);
  for (const id of operationIds) {
    await send(id);
    await background.idle();
    world.reset();
  }

  // The end of a space causes these deletions, for each of its revisions.
  for (const table of ['revisions', 'spaces', 'change_requests'])
    asked.set(`DELETE FROM ${table} WHERE id = ?`, ['none']);

  const found = [...asked]
    .filter(
      ([sql]) =>
        /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/u.test(sql) && !/\b(?:main|snapshot)\./u.test(sql),
    )
    .flatMap(([sql, values]) => wholeReads(store, sql, values).map((table) => ({ table, sql })))
    .filter(({ table }) => !small.has(table));

  expect(asked.size).toBeGreaterThan(150);
  expect(found).toEqual([]);
});
