import { Type } from '../base/index.ts';
import type { Static, TObject, TSchema, TUnsafe } from 'typebox';
import type { Access } from './access.ts';
import { closed, id, optional } from './shapes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The names in braces of a path template. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

/** Statuses that a failing operation may answer with. */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 501 | 503;

/** One row of the table: everything that the table says of an operation of the interface. */
export interface Operation<
  Path extends string = string,
  Query extends TSchema = TSchema,
  Body extends TSchema | null = TSchema | null,
  Result extends TSchema | null = TSchema | null,
> {
  readonly method: Method;
  readonly path: Path;
  /** The heading above the operation in documents. */
  readonly group: string;
  readonly summary: string;
  /** What somebody did who called the operation, in words; null: it changes nothing. */
  readonly done: string | null;
  /** `extension`: outside the 114, served unless the interface is strict. */
  readonly source: 'specification' | 'extension';
  readonly params: TUnsafe<{ [Name in PathParameters<Path>]: string }>;
  readonly query: Query;
  /** Null: the operation takes no body. */
  readonly body: Body;
  /** False: a request without a body counts as one with `{}`. */
  readonly bodyRequired: boolean;
  /** Whether the operation changes something: a few operations only read and use POST because their question is long. */
  readonly writes: boolean;
  readonly success: {
    readonly status: 200 | 201 | 204;
    /** Further statuses that mean success: 201 of a PUT that creates, 205 of a deletion on other servers. */
    readonly also: readonly number[];
    /** The answer carries a `Location` header with the object's URL. */
    readonly location: boolean;
    readonly schema: Result;
  };
  readonly errors: readonly FailureStatus[];
  /** `cursor`: takes `page` and `limit`, answers with `next`. */
  readonly paging: 'cursor' | 'none';
  readonly access: Access;
  /** The answer contains a document, whatever the query says. */
  readonly answersDocuments: boolean;
}

interface Definition<Query extends TSchema, Body extends TSchema | null, Result extends TSchema | null> {
  readonly summary: string;
  readonly done: string | null;
  readonly access: Access;
  readonly query?: Query;
  readonly body?: Body;
  readonly bodyRequired?: boolean;
  readonly result: Result;
  readonly status?: 200 | 201 | 204;
  readonly also?: readonly number[];
  readonly location?: boolean;
  /** Failures beyond those that every operation has. */
  readonly errors?: readonly FailureStatus[];
  readonly paging?: 'cursor' | 'none';
  readonly source?: 'specification' | 'extension';
  readonly answersDocuments?: boolean;
}

const parameterSchemas: Readonly<Record<string, TSchema>> = {
  integrationName: Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-zA-Z0-9-_.]+$' }),
  fieldName: Type.String({ minLength: 1, maxLength: 50, pattern: '^[a-z_\\-0-9]+$' }),
  specSlug: Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }),
  emailDomain: Type.String({ minLength: 1, maxLength: 253 }),
  pagePath: Type.String({ minLength: 1, maxLength: 4096 }),
};

/** The query of a list, to spread into its own. */
export const pageQuery = {
  page: optional(
    Type.String({ minLength: 1, maxLength: 2048, description: 'Identifier of the page of results.' }),
  ),
  limit: optional(Type.Integer({ minimum: 0, maximum: 1000, description: 'The number of results a page.' })),
};

const nothing = closed({});
export type NoQuery = typeof nothing;

interface GroupDefaults {
  readonly source?: 'specification' | 'extension';
}

/** Fills in the parts of a row that follow from the method and the path of an operation. */
function rowOf<
  const Path extends string,
  Result extends TSchema | null,
  Query extends TSchema = NoQuery,
  Body extends TSchema | null = null,
>(
  group: { readonly name: string } & GroupDefaults,
  method: Method,
  path: Path,
  definition: Definition<Query, Body, Result>,
): Operation<Path, Query, Body, Result> {
  const body = (definition.body ?? null) as Body;
  const names = parametersOf(path);
  return {
    method,
    path,
    group: group.name,
    summary: definition.summary,
    done: definition.done,
    source: definition.source ?? group.source ?? 'specification',
    params: paramsSchema(names),
    query: (definition.query ?? nothing) as Query,
    body,
    bodyRequired: body !== null && (definition.bodyRequired ?? true),
    writes: definition.done !== null,
    success: {
      status: definition.status ?? (definition.result === null ? 204 : 200),
      also: definition.also ?? (method === 'DELETE' ? [205] : []),
      location: definition.location ?? false,
      schema: definition.result,
    },
    errors: failuresOf({
      hasBody: body !== null,
      hasParameters: names.length > 0,
      more: definition.errors ?? [],
    }),
    paging: definition.paging ?? 'none',
    access: definition.access,
    answersDocuments: definition.answersDocuments ?? false,
  };
}

/** Makes the row builder of one group; its methods fill in the parts that follow from the method and the path. */
export function group(name: string, defaults: GroupDefaults = {}) {
  const own = { name, ...defaults };
  type Reading<Query extends TSchema, Result extends TSchema> = Omit<Definition<Query, null, Result>, 'done'>;
  const writing =
    (method: Method) =>
    <
      const Path extends string,
      Result extends TSchema | null,
      Query extends TSchema = NoQuery,
      Body extends TSchema | null = null,
    >(
      path: Path,
      definition: Definition<Query, Body, Result>,
    ) =>
      rowOf(own, method, path, definition);
  return {
    get: <const Path extends string, Result extends TSchema, Query extends TSchema = NoQuery>(
      path: Path,
      definition: Reading<Query, Result>,
    ) => rowOf(own, 'GET', path, { ...definition, done: null }),
    /** A list: `query` has {@link pageQuery} in it. */
    list: <const Path extends string, Result extends TSchema, Query extends TSchema = NoQuery>(
      path: Path,
      definition: Reading<Query, Result>,
    ) => rowOf(own, 'GET', path, { ...definition, done: null, paging: 'cursor' as const }),
    post: writing('POST'),
    put: writing('PUT'),
    patch: writing('PATCH'),
    delete: <const Path extends string>(
      path: Path,
      definition: Omit<Definition<NoQuery, null, null>, 'result'>,
    ): Operation<Path, NoQuery, null, null> => rowOf(own, 'DELETE', path, { ...definition, result: null }),
  };
}

/** The parameter names of a path template, in order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([A-Za-z]+)\}/g)].map((match) => match[1]!);
}

function paramsSchema<Name extends string>(names: readonly string[]): TUnsafe<{ [Key in Name]: string }> {
  return Type.Unsafe<{ [Key in Name]: string }>(
    closed(Object.fromEntries(names.map((name) => [name, parameterSchemas[name] ?? id]))),
  );
}

function failuresOf(about: {
  hasBody: boolean;
  hasParameters: boolean;
  more: readonly FailureStatus[];
}): FailureStatus[] {
  const all = new Set<FailureStatus>([400, 401, 403, 429, ...about.more]);
  if (about.hasParameters) all.add(404);
  if (about.hasBody) for (const status of [413, 415] as const) all.add(status);
  return [...all].sort((a, b) => a - b);
}

/** The type of a schema, or `undefined` where there is none. */
export type StaticOrNothing<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** A closed object schema, as queries are. */
export type ClosedObject = TObject;
