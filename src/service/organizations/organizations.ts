import type { Organization } from '../../contract/index.ts';
import { organizationPermissionsOf } from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context, Service } from '../context.ts';
import { newId } from '../context.ts';

export interface OrganizationRow {
  id: string;
  position: number;
  title: string;
  created_at: string;
  hostname: string | null;
  type: Organization['type'];
  use_case: NonNullable<Organization['useCase']> | null;
  community_type: NonNullable<Organization['communityType']> | null;
  default_role: NonNullable<Organization['defaultRole']> | null;
  default_site: string | null;
  sso: number;
  ai: number;
  invite_links: number;
  plan: Organization['plan'];
  logo: string | null;
}

/** The organizations with these ids, in the ids' order; `permissions` are the caller's. */
export function organizationsJson(ctx: Context, ids: readonly string[]): Organization[] {
  const list = JSON.stringify(ids);
  const rows = ctx.store.all<OrganizationRow>(
    'SELECT * FROM organizations WHERE id IN (SELECT value FROM json_each(?))',
    list,
  );
  const domains = new Map<string, string[]>();
  for (const { organization, domain } of ctx.store.all<{ organization: string; domain: string }>(
    'SELECT organization, domain FROM email_domains WHERE organization IN (SELECT value FROM json_each(?)) ORDER BY place',
    list,
  )) {
    domains.set(organization, [...(domains.get(organization) ?? []), domain]);
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [organizationJson(ctx, row, domains.get(id) ?? [])];
  });
}

/** One organization, which must exist. */
export function organizationById(ctx: Context, id: string): Organization {
  return organizationsJson(ctx, [id])[0]!;
}

/** Creates an organization and returns its id. The interface has no such operation; seeds and first starts use this function. */
export function createOrganization(
  { store, random, now }: Pick<Service, 'store' | 'random'> & { now: string },
  { title, hostname, id }: { title: string; hostname?: string; id?: string },
): string {
  const created = id ?? newId({ random });
  store.run(
    `INSERT INTO organizations (id, position, title, created_at, hostname)
     VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM organizations), ?, ?, ?)`,
    ...[created, title, now, hostname ?? null],
  );
  return created;
}

function organizationJson(ctx: Context, row: OrganizationRow, emailDomains: string[]): Organization {
  const { baseUrl, appBase } = ctx;
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    emailDomains,
    ...withoutNulls({ hostname: row.hostname, useCase: row.use_case, communityType: row.community_type }),
    type: row.type,
    defaultRole: row.default_role,
    ...(row.default_site === null ? {} : { defaultContent: { type: 'site', site: row.default_site } }),
    sso: row.sso === 1,
    ai: row.ai === 1,
    inviteLinks: row.invite_links === 1,
    plan: row.plan,
    urls: {
      location: `${baseUrl}/v1/orgs/${row.id}`,
      app: `${appBase}/o/${row.id}`,
      ...withoutNulls({ logo: row.logo }),
    },
    trial: { status: 'notapplicable', count: 0 },
    internal_isOnNewTrial: true,
    mergeRules: { type: 'none' },
    permissions: organizationPermissionsOf(ctx, row.id),
  };
}
