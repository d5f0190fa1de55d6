import { passGate, type GateAnswer, type VisitorRequest } from '../../site/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Service } from '../context.ts';
import type { SiteRow } from '../site-rows/rows.ts';
import { visitorKeys } from './visitor-auth.ts';

/** Decides whether a visitor may read a site, and as whom. */
export function askGate(service: Service, site: SiteRow, request: VisitorRequest): Promise<GateAnswer> {
  return passGate(
    {
      visibility: site.visibility,
      published: site.published === 1,
      shareKeys: shareKeysOf(service, site.id),
      ...withoutNulls({ visitorAuth: visitorKeys(service, site.id) ?? null }),
    },
    request,
    service.clock,
  );
}

function shareKeysOf({ store }: Service, site: string): string[] {
  return store
    .all<{ key: string }>('SELECT key FROM site_share_keys WHERE site = ? AND active = 1', site)
    .map(({ key }) => key);
}
