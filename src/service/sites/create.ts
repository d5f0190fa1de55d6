import type { Site, SiteCustomization, SiteVisibility } from '../../contract/index.ts';
import type { Service } from '../context.ts';
import { newId } from '../context.ts';
import { ensureShareKey } from './share-keys.ts';
import { ensureVisitorKey } from './visitor-auth.ts';

export interface NewSite {
  readonly id?: string;
  readonly organization: string;
  readonly title: string;
  readonly type?: Site['type'];
  readonly visibility?: SiteVisibility;
  readonly published?: boolean;
  readonly hostname?: string;
  readonly basename?: string;
  readonly customization?: Partial<SiteCustomization>;
}

/** Stores a new site without content and returns its id. */
export function insertSite(
  ctx: Pick<Service, 'store' | 'vault' | 'random'> & { now: string },
  site: NewSite,
): string {
  const id = site.id ?? newId(ctx);
  const visibility = site.visibility ?? 'public';
  ctx.store.run(
    `INSERT INTO sites (id, organization, type, title, hostname, basename, visibility, published, customization, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[
      id,
      site.organization,
      site.type ?? 'basic',
      site.title,
      site.hostname ?? null,
      site.basename ?? null,
      visibility,
    ],
    ...[site.published === true ? 1 : 0, JSON.stringify(site.customization ?? {}), ctx.now],
  );
  if (visibility === 'share-link') ensureShareKey(ctx, id);
  if (visibility === 'visitor-auth') ensureVisitorKey(ctx, id);
  return id;
}
