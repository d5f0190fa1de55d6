import type { PublishedSite } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { customizationOf } from './customization.ts';
import { siteRow } from '../site-rows/rows.ts';
import { sitesJson } from './sites.ts';
import { readParts } from './structure.ts';

/** The profile of a published site: the site, its structure, and its look. `welcome`: for a visitor whom its gate let in. */
export function profileOf(
  ctx: Context,
  site: string,
  shareKey?: string,
  { welcome = false } = {},
): PublishedSite {
  const row = siteRow(ctx, site);
  return {
    object: 'published-content-site',
    site: sitesJson(ctx, [row], shareKey)[0]!,
    structure: readParts(ctx, row.id, shareKey, { welcome }).structure,
    customizations: {
      site: customizationOf(row),
      siteSpaces: {},
    },
    scripts: [],
  };
}
