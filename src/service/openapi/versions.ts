import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { OpenAPISpecVersion } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Context, Service } from '../context.ts';
import type { Handlers } from '../handler.ts';

export const specVersionHandlers = {
  getLatestOpenAPISpecVersion: (ctx, { params }) =>
    latestVersion(ctx, params.organizationId, params.specSlug),
} satisfies Partial<Handlers>;

export function latestVersion(ctx: Context, organization: string, slug: string): OpenAPISpecVersion {
  const spec = ctx.store.get<{ version: string | null; made: string | null }>(
    `SELECT last_version AS version, openapi_versions.created_at AS made FROM openapi_specs
     LEFT JOIN openapi_versions ON openapi_versions.id = last_version WHERE organization = ? AND slug = ?`,
    ...[organization, slug],
  );
  if (spec === undefined) throw notFound('specification', slug);
  const { version, made } = spec;
  if (version === null || made === null)
    throw new AppError('NOT_FOUND', `The specification "${slug}" has no version that could be read.`);
  return {
    object: 'openapi-spec-version',
    id: version,
    createdAt: made,
    url: `${ctx.baseUrl}/specifications/${version}?token=${signature(ctx, version)}`,
    urls: { location: `${ctx.baseUrl}/v1/orgs/${organization}/openapi/${slug}/versions/latest` },
  };
}

/** Serves the texts of versions at signed addresses, so that nobody can make one up. */
export function addSpecTexts(app: FastifyInstance, service: Service): void {
  app.get<{ Params: { version: string } }>('/specifications/:version', (request, reply) => {
    const { version } = request.params;
    const query = new URLSearchParams(request.raw.url?.split('?')[1] ?? '');
    const expected = Buffer.from(signature(service, version));
    const given = Buffer.from(query.get('token') ?? '');
    const signed = given.length === expected.length && timingSafeEqual(given, expected);
    const text = signed
      ? service.store.get<{ text: string }>('SELECT text FROM openapi_versions WHERE id = ?', version)?.text
      : undefined;
    if (text === undefined) throw new AppError('NOT_FOUND', 'There is no specification at this address.');
    return reply
      .type('text/plain; charset=utf-8')
      .headers({
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .send(text);
  });
}

function signature({ secret }: Pick<Service, 'secret'>, version: string): string {
  return createHmac('sha256', secret).update(`specification\n${version}`).digest('base64url').slice(0, 22);
}
