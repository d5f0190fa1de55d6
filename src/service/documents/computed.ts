import { AppError } from '../../base/index.ts';
import type { Block, JsonDocument } from '../../content/document/index.ts';
import type { BodyOf } from '../../contract/index.ts';
import { notFound, openSpace } from '../access/index.ts';
import type { Context } from '../context.ts';
import { specValue } from '../openapi/parse.ts';

type Source = BodyOf<'getComputedDocument'>['source'];
type Fields = Readonly<Record<string, unknown>>;

const methods = ['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'trace'];

/** The document of a page that is computed from an OpenAPI specification: a block for each operation, or the specification's schemas. */
export function computedDocument(ctx: Context, spaceId: string, source: Source): JsonDocument {
  if (source.type !== 'builtin:openapi')
    throw new AppError('UNPROCESSABLE', `Nothing here computes content of the type "${source.type}".`);
  const slug = specOf(source);
  const { organization } = openSpace(ctx, spaceId, 'access');
  const row = ctx.store.get<{ text: string }>(
    `SELECT text FROM openapi_specs JOIN openapi_versions ON openapi_versions.id = last_version
     WHERE organization = ? AND slug = ?`,
    ...[organization, slug],
  );
  const spec = row === undefined ? undefined : specValue(row.text);
  if (spec === undefined) throw notFound('specification', slug);
  return { object: 'document', data: {}, nodes: blocksOf(spec, slug, source.props ?? {}) };
}

function specOf({ dependencies }: Source): string {
  const { spec } = (dependencies ?? {}) as { spec?: { ref?: { spec?: unknown } } };
  const slug = spec?.ref?.spec;
  if (typeof slug !== 'string') throw new AppError('BAD_REQUEST', 'The source names no specification.');
  return slug;
}

function blocksOf(spec: Fields, slug: string, { doc, page, method }: Fields): Block[] {
  const ref = { kind: 'openapi', spec: slug };
  const found = operationsOf(spec).filter(({ operation, ...one }) => {
    if (doc === 'operation') return one.path === page && one.method === method;
    if (doc === 'operations' || doc === 'tag')
      return tagsOf(operation).includes(String(page)) || page === undefined;
    return doc === undefined;
  });
  const operations = found.map(({ path, method: verb }): Block =>
    voidBlock('openapi-operation', { ref, path, method: verb }),
  );
  if (doc !== 'models' && doc !== undefined) return operations;
  const schemas = Object.keys(
    objectIn(objectIn(spec, 'components'), 'schemas') ?? objectIn(spec, 'definitions') ?? {},
  );
  return schemas.length === 0
    ? operations
    : [...operations, voidBlock('openapi-schemas', { ref, schemas, grouped: true })];
}

function voidBlock(type: Block['type'], data: Fields): Block {
  return { object: 'block', type, isVoid: true, data };
}

function operationsOf(spec: Fields): { path: string; method: string; operation: Fields }[] {
  return Object.entries(objectIn(spec, 'paths') ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = objectIn(item as Fields, method);
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** The tags of an operation, named like pages; an operation without a tag is on the page `default`. */
function tagsOf({ tags }: Fields): string[] {
  return Array.isArray(tags) && tags.length > 0 ? tags.map(String) : ['default'];
}

function objectIn(value: Fields | undefined, name: string): Fields | undefined {
  const inner = typeof value === 'object' ? value[name] : undefined;
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Fields) : undefined;
}
