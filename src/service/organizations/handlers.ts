import { AppError } from '../../base/index.ts';
import type { BodyOf } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import { parseUrl } from '../web-address.ts';
import type { Handlers } from '../handler.ts';
import { afterPosition, pageOf } from '../paging.ts';
import type { SqlValue } from '../store/index.ts';
import { domainOf, normalDomain, readEmailDomains } from './email-domains.ts';
import { organizationById, organizationsJson } from './organizations.ts';
import { userById } from './users.ts';

const hostnamePattern = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

export const organizationHandlers = {
  listOrganizationsForAuthenticatedUser: (ctx, { query }) => {
    const { userId } = ctx.caller;
    return pageOf(ctx, {
      list: ['organizations', userId],
      query,
      count: () =>
        ctx.store.get<{ n: number }>('SELECT count(*) AS n FROM members WHERE user = ?', userId)!.n,
      rows: (after, limit) => {
        const { condition, parameters } = afterPosition(['position'], after);
        return ctx.store.all<{ id: string; position: number }>(
          `SELECT id, position FROM organizations JOIN members ON organization = id
           WHERE user = ? AND ${condition} ORDER BY position LIMIT ?`,
          ...[userId, ...parameters, limit],
        );
      },
      position: (row) => [row.position],
      items: (rows) =>
        organizationsJson(
          ctx,
          rows.map((row) => row.id),
        ),
    });
  },

  getOrganizationById: (ctx, { params }) => organizationById(ctx, params.organizationId),

  updateOrganizationById: (ctx, { params, body }) => {
    changeOrganization(ctx, params.organizationId, body);
    return organizationById(ctx, params.organizationId);
  },

  getOrganizationsForEmailDomain: (ctx, { params }) => {
    const domain = normalDomain(params.emailDomain);
    if (domain === undefined)
      throw new AppError('BAD_REQUEST', `"${params.emailDomain}" is not a domain name.`);
    return { organizations: organizationsJson(ctx, claimantsOf(ctx, domain)) };
  },

  getAuthenticatedUser: (ctx) => userById(ctx, ctx.caller.userId),

  getUserById: (ctx, { params }) => {
    const { userId } = params;
    const known = ctx.store.get(
      `SELECT 1 FROM users WHERE id = ?1 AND (id = ?2 OR EXISTS (
         SELECT 1 FROM members AS own JOIN members AS other USING (organization)
         WHERE own.user = ?2 AND other.user = ?1 AND (?3 IS NULL OR organization = ?3)))`,
      { 1: userId, 2: ctx.caller.userId, 3: ctx.caller.site?.organization ?? null },
    );
    // A user who shares no organization with the caller does not exist for the caller.
    if (known === undefined) throw notFound('user', userId);
    const user = userById(ctx, userId);
    if (ctx.caller.site === undefined) return user;
    const { email: _, ...shown } = user;
    return shown;
  },
} satisfies Partial<Handlers>;

/** The service names the organization that claims a domain to people of that domain, and otherwise only to members of the organization. */
function claimantsOf(ctx: Context, domain: string): string[] {
  const caller = userById(ctx, ctx.caller.userId);
  const isOfDomain = caller.email !== undefined && domainOf(caller.email) === domain;
  return ctx.store
    .all<{ id: string }>(
      `SELECT id FROM organizations JOIN email_domains ON email_domains.organization = id
       WHERE domain = ?1 AND (?2 OR EXISTS (SELECT 1 FROM members WHERE members.organization = id AND user = ?3))
       ORDER BY position`,
      { 1: domain, 2: isOfDomain ? 1 : 0, 3: ctx.caller.userId },
    )
    .map(({ id }) => id);
}

function changeOrganization(ctx: Context, id: string, body: BodyOf<'updateOrganizationById'>): void {
  const columns: Record<string, SqlValue> = {};
  if (body.title !== undefined) columns['title'] = body.title;
  if (body.hostname !== undefined) columns['hostname'] = freeHostname(ctx, id, body.hostname);
  if (body.defaultRole !== undefined) columns['default_role'] = body.defaultRole;
  if (body.defaultContent !== undefined) columns['default_site'] = ownSite(ctx, id, body.defaultContent);
  if (body.logo !== undefined) columns['logo'] = body.logo === null ? null : webAddress(body.logo);
  if (body.sso !== undefined) columns['sso'] = ssoAllowed(ctx, id, body.sso);
  if (body.ai !== undefined) columns['ai'] = body.ai ? 1 : 0;
  if (body.inviteLinks !== undefined) columns['invite_links'] = body.inviteLinks ? 1 : 0;
  for (const [column, value] of Object.entries(columns)) {
    ctx.store.run(`UPDATE organizations SET ${column} = ? WHERE id = ?`, value, id);
  }
  if (body.emailDomains !== undefined) {
    ctx.store.run('DELETE FROM email_domains WHERE organization = ?', id);
    for (const [place, domain] of readEmailDomains(body.emailDomains).entries()) {
      ctx.store.run(
        'INSERT INTO email_domains (organization, domain, place) VALUES (?, ?, ?)',
        id,
        domain,
        place,
      );
    }
  }
}

function freeHostname(ctx: Context, id: string, hostname: string): string {
  if (!hostnamePattern.test(hostname)) {
    throw new AppError('BAD_REQUEST', `"${hostname}" cannot be a host name.`, {
      hint: 'Use 3 to 32 lower-case letters, digits and inner hyphens.',
    });
  }
  if (
    ctx.store.get('SELECT 1 FROM organizations WHERE hostname = ? AND id <> ?', hostname, id) !== undefined
  ) {
    throw new AppError('CONFLICT', `The host name "${hostname}" is taken.`, { hint: 'Choose another one.' });
  }
  return hostname;
}

function ownSite(ctx: Context, id: string, content: { site: string } | null): string | null {
  if (content === null) return null;
  const site = ctx.store.get('SELECT 1 FROM sites WHERE organization = ? AND id = ?', id, content.site);
  if (site === undefined) throw notFound('site', content.site);
  return content.site;
}

function webAddress(url: string): string {
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    throw new AppError('BAD_REQUEST', `The logo "${url}" is not an http or https address.`);
  }
  return url;
}

/** To enforce SSO without a working provider would lock everybody out. */
function ssoAllowed(ctx: Context, id: string, sso: boolean): number {
  if (!sso) return 0;
  const provider = ctx.store.get(
    `SELECT 1 FROM saml_providers WHERE organization = ? AND sso_url IS NOT NULL AND entity_id IS NOT NULL AND certificate IS NOT NULL`,
    id,
  );
  if (provider === undefined) {
    throw new AppError(
      'BAD_REQUEST',
      'SSO cannot be enforced: the organization has no complete SAML provider.',
      {
        hint: 'Create one with ssoURL, entityID and certificate first.',
      },
    );
  }
  return 1;
}
