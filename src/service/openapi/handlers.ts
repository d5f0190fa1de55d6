import { AppError } from '../../base/index.ts';
import type { BodyOf, OpenAPISpec } from '../../contract/index.ts';
import { notFound, organizationPermissionsOf } from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import { answer } from '../answer.ts';
import { newId, type Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { readTarget } from '../outgoing/index.ts';
import { pageOfTable } from '../paging.ts';

interface Row {
  number: number;
  id: string;
  organization: string;
  slug: string;
  source_url: string | null;
  state: OpenAPISpec['processingState'];
  last_version: string | null;
  last_processed_at: string | null;
  last_error: NonNullable<OpenAPISpec['lastProcessErrorCode']> | null;
  created_at: string;
  updated_at: string;
}

type Source = BodyOf<'createOpenAPISpec'>['source'];

const columns = `number, id, organization, slug, source_url, state, last_version, last_processed_at, last_error, created_at, updated_at`;

export const openapiHandlers = {
  listOpenAPISpecs: (ctx, { params, query }) =>
    pageOfTable(ctx, {
      list: ['openapi', params.organizationId],
      query,
      table: 'openapi_specs',
      columns,
      where: 'organization = ?',
      bound: [params.organizationId],
      items: (rows: Row[]) => specsJson(ctx, params.organizationId, rows),
    }),

  createOpenAPISpec: (ctx, { params, body }) => {
    if (find(ctx, params.organizationId, body.slug) !== undefined) {
      throw new AppError('CONFLICT', `The organization has a specification "${body.slug}" already.`, {
        hint: 'Choose another slug, or PUT the source to that one.',
      });
    }
    insert(ctx, params.organizationId, body.slug, body.source);
    return specJson(ctx, params.organizationId, body.slug);
  },

  getOpenAPISpecBySlug: (ctx, { params }) => specJson(ctx, params.organizationId, params.specSlug),

  createOrUpdateOpenAPISpecBySlug: (ctx, { params, body }) => {
    const { organizationId: organization, specSlug: slug } = params;
    const row = find(ctx, organization, slug);
    if (row === undefined) {
      insert(ctx, organization, slug, body.source);
      return answer(specJson(ctx, organization, slug), { status: 201 });
    }
    ctx.store.run(
      `UPDATE openapi_specs SET source_url = ?, source_text = ?, source_count = source_count + 1, state = 'pending',
         last_error = NULL, updated_at = ? WHERE id = ?`,
      ...[...partsOf(body.source), ctx.now, row.id],
    );
    ctx.background.wake();
    return specJson(ctx, organization, slug);
  },

  deleteOpenAPISpecBySlug: (ctx, { params }) => {
    const row = find(ctx, params.organizationId, params.specSlug);
    if (row === undefined) throw notFound('specification', params.specSlug);
    ctx.store.run('DELETE FROM openapi_specs WHERE id = ?', row.id);
    return undefined;
  },
} satisfies Partial<Handlers>;

/** The text of the newest version of a specification that could be read. */
export function specText(
  { store }: Pick<Context, 'store'>,
  organization: string,
  slug: string,
): string | undefined {
  return store.get<{ text: string }>(
    `SELECT text FROM openapi_specs JOIN openapi_versions ON openapi_versions.id = last_version
     WHERE organization = ? AND slug = ?`,
    organization,
    slug,
  )?.text;
}

function insert(ctx: Context, organization: string, slug: string, source: Source): void {
  ctx.store.run(
    `INSERT INTO openapi_specs (id, organization, slug, source_url, source_text, state, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 'pending', ?, ?)`,
    ...[newId(ctx), organization, slug, ...partsOf(source), ctx.now, ctx.now],
  );
  ctx.background.wake();
}

/** An address that the service never requests is refused at once, before any name is looked up. */
function partsOf(source: Source): [url: string | null, text: string | null] {
  if ('text' in source) return [null, source.text];
  const { protocol } = new URL(source.url);
  if (protocol !== 'http:' && protocol !== 'https:') readTarget(source.url, []);
  return [source.url, null];
}

function find({ store }: Pick<Context, 'store'>, organization: string, slug: string): Row | undefined {
  return store.get<Row>(
    `SELECT ${columns} FROM openapi_specs WHERE organization = ? AND slug = ?`,
    organization,
    slug,
  );
}

function specJson(ctx: Context, organization: string, slug: string): OpenAPISpec {
  const row = find(ctx, organization, slug);
  if (row === undefined) throw notFound('specification', slug);
  return specsJson(ctx, organization, [row])[0]!;
}

/** Specifications as the interface shows them; `permissions` are the caller's. */
function specsJson(ctx: Context, organization: string, rows: readonly Row[]): OpenAPISpec[] {
  const permissions = organizationPermissionsOf(ctx, organization);
  return rows.map((row) => ({
    object: 'openapi-spec',
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    slug: row.slug,
    processingState: row.state,
    visibility: 'private',
    ...withoutNulls({
      sourceURL: row.source_url,
      lastVersion: row.last_version,
      lastProcessedAt: row.last_processed_at,
      lastProcessErrorCode: row.last_error,
    }),
    lastProcessedErrorCount: row.last_error === null ? 0 : 1,
    permissions: {
      view: permissions.view,
      edit: permissions.createOpenAPISpec,
      delete: permissions.createOpenAPISpec,
    },
    urls: {
      location: `${ctx.baseUrl}/v1/orgs/${organization}/openapi/${row.slug}`,
      app: `${ctx.appBase}/o/${organization}/openapi/${row.slug}`,
    },
  }));
}
