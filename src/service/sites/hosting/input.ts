import {
  imageExtension,
  profileImageUrls,
  type ProfileImages,
  type SiteInput,
  type SiteProfile,
} from '../../../site/index.ts';
import type { PublishedSite as PublishedSiteJson } from '../../../contract/index.ts';
import { fileAt } from '../../content/downloads.ts';
import { readRevision } from '../../content/revisions.ts';
import type { Context, Service } from '../../context.ts';
import { spaceRows } from '../../spaces/space.ts';
import type { SiteRow } from '../../site-rows/rows.ts';
import { spaceSource } from './source.ts';

/** A published specification, in the form that a site needs. */
export interface SpecText {
  readonly slug: string;
  readonly version: string;
  readonly text: string;
}

/** The specifications that pages of a site may show. */
export function specsOf({ store }: Pick<Context, 'store'>, { organization }: SiteRow): SpecText[] {
  return store.all<SpecText>(
    `SELECT slug, openapi_versions.id AS version, text FROM openapi_specs
     JOIN openapi_versions ON openapi_versions.id = last_version WHERE organization = ? ORDER BY slug`,
    organization,
  );
}

/** The input of a site: its profile and specifications, with the content of its spaces at their present or at another revision. */
export function siteInput(
  ctx: Context,
  {
    profile,
    specs,
    spaces,
    revisions = new Map(),
  }: {
    profile: PublishedSiteJson;
    specs: readonly SpecText[];
    spaces: readonly string[];
    /** Revisions to show instead of the present ones, by space. */
    revisions?: ReadonlyMap<string, string>;
  },
): SiteInput {
  const sources = spaceRows(ctx, [...spaces]).map((row) =>
    spaceSource(
      ctx,
      { id: row.id, title: row.title, ...(row.emoji === null ? {} : { emoji: row.emoji }) },
      readRevision(ctx.store, revisions.get(row.id) ?? row.revision),
    ),
  );
  return { source: { spaces: sources, specs: [...specs] }, profile };
}

/** Logos and icons that this service stores; a page requests no other host for them. */
export function imagesOf(service: Service, profile: SiteProfile): ProfileImages {
  const images = new Map<string, { bytes: Uint8Array; extension: string }>();
  for (const url of profileImageUrls(profile)) {
    const file = fileAt(service, url);
    const extension = file && imageExtension(file.name, file.contentType);
    if (file !== undefined && extension !== undefined) images.set(url, { bytes: file.bytes, extension });
  }
  return images;
}
