import type { Context } from '../context.ts';
import { insertSite } from '../sites/index.ts';

/** Makes the published site of a seed. */
export function createSiteFromSeed(
  ctx: Context,
  {
    organization,
    title,
    customization,
  }: {
    organization: string;
    title: string;
    structure: unknown;
    customization: unknown;
    spaces: ReadonlyMap<string, string>;
  },
): string {
  return insertSite(ctx, {
    organization,
    title,
    published: true,
    ...(customization === undefined ? {} : { customization }),
  });
}
