import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../base/index.ts';
import type { Service } from './context.ts';
import type { SqlValue } from './store/index.ts';

/** The query of every list. */
export interface PageQuery {
  readonly page?: string;
  readonly limit?: number;
}

/** The envelope of every list. */
export interface Page<Item> {
  next?: { page: string };
  count: number;
  items: Item[];
}

/** A place in a list: the sort key of the last row on a page. */
export type Position = readonly (string | number)[];

export interface PageOptions<Row, Item> {
  /** What a cursor belongs to: the list, its owner and its filters. A cursor of another list is refused. */
  readonly list: readonly (string | number | boolean | undefined | null | readonly string[])[];
  readonly query: PageQuery;
  /** How many rows the whole list has. */
  readonly count: () => number;
  /** The rows after a position, in the list's order, at most `limit`; without a position, the rows from the start. */
  readonly rows: (after: Position | undefined, limit: number) => Row[];
  /** The sort key of a row. Keys, not offsets: a list stays right while rows are added and removed. */
  readonly position: (row: Row) => Position;
  /** Turns the rows of one page into items, all at once, so that no query is made for each item. */
  readonly items: (rows: Row[]) => Item[];
}

const defaultLimit = 50;

/** One page of a list, with a signed cursor for the next when there is more. */
export function pageOf<Row, Item>(
  service: Pick<Service, 'secret'>,
  options: PageOptions<Row, Item>,
): Page<Item> {
  const { query, rows, position, items, count } = options;
  const limit = query.limit ?? defaultLimit;
  const scope = JSON.stringify(options.list);
  const after = query.page === undefined ? undefined : readCursor(service, scope, query.page);
  if (limit === 0) return { count: count(), items: [] };
  const found = rows(after, limit + 1);
  const shown = found.length > limit ? found.slice(0, limit) : found;
  const last = shown.at(-1);
  return {
    ...(found.length > limit && last !== undefined
      ? { next: { page: printCursor(service, scope, position(last)) } }
      : {}),
    count: count(),
    items: items(shown),
  };
}

/** The rows of a table that are a list, in the order of their numbers. */
export interface NumberedRows {
  readonly table: string;
  /** All columns by default. */
  readonly columns?: string;
  /** Which rows are in the list, as a condition in SQL, and the values of its marks. */
  readonly where: string;
  readonly bound: readonly SqlValue[];
  readonly order?: 'ascending' | 'descending';
}

/** {@link pageOf} for rows of a table in the order of their numbers. */
export function pageOfTable<Row extends { readonly number: number }, Item>(
  service: Pick<Service, 'secret' | 'store'>,
  {
    table,
    columns = '*',
    where,
    bound,
    order = 'ascending',
    ...options
  }: NumberedRows & Pick<PageOptions<Row, Item>, 'list' | 'query' | 'items'>,
): Page<Item> {
  const { store } = service;
  return pageOf<Row, Item>(service, {
    ...options,
    count: () => store.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`, ...bound)!.n,
    rows: (after, limit) => {
      const { condition, parameters } = afterPosition(['number'], after, order);
      return store.all<Row>(
        `SELECT ${columns} FROM ${table} WHERE ${where} AND ${condition}
         ORDER BY number ${order === 'ascending' ? 'ASC' : 'DESC'} LIMIT ?`,
        ...[...bound, ...parameters, limit],
      );
    },
    position: ({ number }) => [number],
  });
}

/** {@link pageOf} for a list that is already in memory and in order. */
export function pageOfArray<Row, Item>(
  service: Pick<Service, 'secret'>,
  options: Pick<PageOptions<Row, Item>, 'list' | 'query' | 'items'> & {
    readonly all: readonly Row[];
    readonly key: (row: Row) => string;
  },
): Page<Item> {
  const { all, key } = options;
  return pageOf<{ row: Row; index: number }, Item>(service, {
    list: options.list,
    query: options.query,
    count: () => all.length,
    rows: (after, limit) => {
      const start = after === undefined ? 0 : startAfter(all, key, after);
      return all.slice(start, start + limit).map((row, offset) => ({ row, index: start + offset }));
    },
    position: ({ row, index }) => [key(row), index],
    items: (rows) => options.items(rows.map(({ row }) => row)),
  });
}

/** Continues after the last row; when that row no longer exists, at its former place. */
function startAfter<Row>(all: readonly Row[], key: (row: Row) => string, after: Position): number {
  const [last, index] = after;
  if (typeof index !== 'number') return 0;
  const here = all[index];
  if (here !== undefined && key(here) === last) return index + 1;
  const found = all.findIndex((row) => key(row) === last);
  return found === -1 ? Math.min(index, all.length) : found + 1;
}

/**
 * The SQL condition and parameters for "after this position" in an order by `columns`; `direction` is the direction of the whole order.
 * Without a position the condition is always true.
 */
export function afterPosition(
  columns: readonly string[],
  after: Position | undefined,
  direction: 'ascending' | 'descending' = 'ascending',
): { condition: string; parameters: SqlValue[] } {
  if (after === undefined) return { condition: 'TRUE', parameters: [] };
  const marks = columns.map(() => '?').join(', ');
  return {
    condition: `(${columns.join(', ')}) ${direction === 'ascending' ? '>' : '<'} (${marks})`,
    parameters: [...after],
  };
}

function printCursor(service: Pick<Service, 'secret'>, scope: string, position: Position): string {
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${payload}.${signature(service, scope, payload)}`;
}

function readCursor(service: Pick<Service, 'secret'>, scope: string, cursor: string): Position {
  const [payload = '', signed = '', ...rest] = cursor.split('.');
  const expected = Buffer.from(signature(service, scope, payload));
  const given = Buffer.from(signed);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError('BAD_REQUEST', 'The query value "page" is not a cursor of this list.', {
      hint: 'Pass next.page of an answer of the same list, with the same filters.',
    });
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Position;
}

function signature({ secret }: Pick<Service, 'secret'>, scope: string, payload: string): string {
  return createHmac('sha256', secret).update(`cursor\n${scope}\n${payload}`).digest('base64url').slice(0, 22);
}
