import { AppError } from '../../base/index.ts';
import type { Handlers } from '../handler.ts';
import { latestVersion } from './versions.ts';
import { specValue } from './parse.ts';

export const specContentHandlers = {
  getLatestOpenAPISpecVersionContent: (ctx, { params }) => {
    const version = latestVersion(ctx, params.organizationId, params.specSlug);
    const row = ctx.store.get<{ text: string; source: string | null; visibility: string }>(
      `SELECT text, source_url AS source FROM openapi_versions
       JOIN openapi_specs ON openapi_specs.last_version = openapi_versions.id WHERE openapi_versions.id = ?`,
      version.id,
    );
    const specification = row === undefined ? undefined : specValue(row.text);
    if (specification === undefined)
      throw new AppError(
        'NOT_FOUND',
        `The specification "${params.specSlug}" has no version that could be read.`,
      );
    return {
      filesystem: [{ dir: './', filename: 'openapi', isEntrypoint: true, references: [], specification }],
      url: version.url,
      urls: { source: version.url, public: row?.source ?? null },
    };
  },
} satisfies Partial<Handlers>;
