import { AppError } from '../../../base/index.ts';
import { namedMembers, type BodyOf, type Site } from '../../../contract/index.ts';
import {
  notFound,
  openOrganization,
  openSite,
  openSpace,
  isAtLeast,
  roleIn,
  sitesShownTo,
} from '../../access/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../handler.ts';
import { pageOfTable } from '../../paging.ts';
import { createSpace } from '../../space-handlers/handlers.ts';
import { spaceRow } from '../../spaces/space.ts';
import type { SqlValue } from '../../store/index.ts';
import { adaptiveSchemaOf, setAdaptiveSchema, templatesOf } from '../adaptive.ts';
import { insertSite } from '../create.ts';
import { customizationOf, setCustomization } from '../customization.ts';
import { showsSpaces } from '../../site-rows/leave.ts';
import { readPath } from '../paths.ts';
import { profileOf } from '../profile.ts';
import { sectionRow, siteRow, siteSpaceRow, type SiteRow } from '../../site-rows/rows.ts';
import { sampleContent } from '../sample.ts';
import { ensureShareKey } from '../share-keys.ts';
import { addSiteSpace, defaultSectionOf } from '../site-spaces.ts';
import { sitesJson } from '../sites.ts';
import { readParts } from '../structure.ts';
import { ensureVisitorKey, publishingAuthJson, replaceVisitorKey, setSignInUrl } from '../visitor-auth.ts';

export const siteHandlers = {
  listSites: (ctx, { params, query }) => {
    const { where, parameters: filters } = filtersOf(ctx, params.organizationId, query);
    return pageOfTable(ctx, {
      list: ['sites', params.organizationId, query.space, query.title, query.published, query.type],
      query,
      table: 'sites',
      where,
      bound: filters,
      items: (rows: SiteRow[]) => sitesJson(ctx, rows),
    });
  },

  createSite: (ctx, { params, body }) => {
    const organization = params.organizationId;
    const site = insertSite(ctx, {
      organization,
      title: body.title ?? 'Untitled site',
      ...(body.type === undefined ? {} : { type: body.type }),
      ...(body.visibility === undefined ? {} : { visibility: body.visibility }),
    });
    for (const space of spacesFor(ctx, organization, body.spaces ?? [])) {
      const { title } = spaceRow(ctx, space);
      addSiteSpace(ctx, { site, section: null, space, title });
    }
    return siteJson(ctx, site);
  },

  getSiteById: (ctx, { params }) => siteJson(ctx, params.siteId),

  deleteSiteById: (ctx, { params }) => {
    // Deleting a published site unpublishes it, which only an administrator may do.
    if (siteRow(ctx, params.siteId).published === 1)
      openSite(ctx, { organization: params.organizationId, id: params.siteId }, 'admin');
    ctx.store.run('UPDATE organizations SET default_site = NULL WHERE default_site = ?', params.siteId);
    ctx.store.run('DELETE FROM sites WHERE id = ?', params.siteId);
    return undefined;
  },

  updateSiteById: (ctx, { params, body }) => {
    changeSite(ctx, siteRow(ctx, params.siteId), body);
    return siteJson(ctx, params.siteId);
  },

  getSiteAdaptiveSchema: (ctx, { params }) => adaptiveSchemaOf(ctx, params.siteId),

  updateSiteAdaptiveSchema: (ctx, { params, body }) => {
    setAdaptiveSchema(ctx, params.siteId, body.jsonSchema);
    return adaptiveSchemaOf(ctx, params.siteId);
  },

  listSiteAdaptiveTemplateConditions: (ctx, { params }) => {
    const known =
      ctx.store.get('SELECT 1 FROM site_adaptive_schemas WHERE site = ?', params.siteId) !== undefined;
    return { items: known ? templatesOf(adaptiveSchemaOf(ctx, params.siteId).jsonSchema) : [] };
  },

  getPublishedContentSite: (ctx, { params, query }) => profileOf(ctx, params.siteId, query.shareKey),

  getSiteStructure: (ctx, { params, query }) => readParts(ctx, params.siteId, query.shareKey).structure,

  getSiteCustomizationById: (ctx, { params }) =>
    namedMembers('SiteCustomization', customizationOf(siteRow(ctx, params.siteId))),

  updateSiteCustomizationById: (ctx, { params, body }) => {
    setCustomization(ctx, siteRow(ctx, params.siteId), body);
    return namedMembers('SiteCustomization', customizationOf(siteRow(ctx, params.siteId)));
  },

  getSitePublishingAuthById: (ctx, { params }) => publishingAuthJson(ctx, params.siteId),

  updateSitePublishingAuthById: (ctx, { params, body }) => {
    if (body.fallbackURL !== undefined) setSignInUrl(ctx, params.siteId, body.fallbackURL);
    return publishingAuthJson(ctx, params.siteId);
  },

  regenerateSitePublishingAuthById: (ctx, { params }) => {
    replaceVisitorKey(ctx, params.siteId);
    return publishingAuthJson(ctx, params.siteId);
  },

  publishSite: (ctx, { params }) => {
    const row = siteRow(ctx, params.siteId);
    if (row.published === 1) throw new AppError('CONFLICT', `The site "${row.title}" is published already.`);
    if (!showsSpaces(ctx, row.id)) {
      throw new AppError('WRONG_STATE', `The site "${row.title}" has no space to publish.`, {
        hint: 'Add a space first.',
      });
    }
    ctx.store.run('UPDATE sites SET published = 1 WHERE id = ?', row.id);
    return siteJson(ctx, row.id);
  },

  unpublishSite: (ctx, { params }) => {
    const row = siteRow(ctx, params.siteId);
    if (row.published === 0) throw new AppError('CONFLICT', `The site "${row.title}" is not published.`);
    ctx.store.run('UPDATE sites SET published = 0 WHERE id = ?', row.id);
    return siteJson(ctx, row.id);
  },
} satisfies Partial<Handlers>;

function siteJson(ctx: Context, id: string): Site {
  return sitesJson(ctx, [siteRow(ctx, id)])[0]!;
}

/** The spaces that a new site starts with: the named ones, or a new space. */
function spacesFor(ctx: Context, organization: string, spaces: string[] | 'sample' | 'empty'): string[] {
  if (typeof spaces === 'string') {
    const made =
      spaces === 'sample' ? { title: 'Sample', content: sampleContent(ctx) } : { title: 'Documentation' };
    return [createSpace(ctx, { organization, parent: null, emoji: null, ...made })];
  }
  for (const space of spaces) openSpace(ctx, space, 'edit', { organization });
  return [...new Set(spaces)];
}

/** A guest, who has no role, sees the sites that everybody may visit. */
function filtersOf(
  ctx: Context,
  organization: string,
  query: { space?: string; title?: string; published?: boolean; type?: readonly string[] },
): { where: string; parameters: SqlValue[] } {
  const conditions = ['organization = ?'];
  const parameters: SqlValue[] = [organization];
  const add = (condition: string, value: SqlValue): void => {
    conditions.push(condition);
    parameters.push(value);
  };
  if (query.space !== undefined) add('id IN (SELECT site FROM site_spaces WHERE space = ?)', query.space);
  if (query.title !== undefined) add('instr(lower(title), lower(?)) > 0', query.title);
  if (query.published !== undefined) add('published = ?', query.published ? 1 : 0);
  if (query.type !== undefined) add('type IN (SELECT value FROM json_each(?))', JSON.stringify(query.type));
  if (!isAtLeast(roleIn(ctx, organization), 'read')) {
    const all = ctx.store.all<{ id: string }>('SELECT id FROM sites WHERE organization = ?', organization);
    const shown = sitesShownTo(
      ctx,
      all.map(({ id }) => id),
      undefined,
    );
    add('id IN (SELECT value FROM json_each(?))', JSON.stringify([...shown]));
  }
  return { where: conditions.join(' AND '), parameters };
}

function changeSite(ctx: Context, row: SiteRow, body: BodyOf<'updateSiteById'>): void {
  const set = (column: string, value: SqlValue): void => {
    ctx.store.run(`UPDATE sites SET ${column} = ? WHERE id = ?`, value, row.id);
  };
  if (body.title !== undefined) set('title', body.title);
  if (body.visibility !== undefined && body.visibility !== row.visibility) {
    // Only administrators decide who may read a site; whoever may edit the site arranges its content.
    openOrganization(ctx, row.organization, 'admin');
    set('visibility', body.visibility);
    if (body.visibility === 'share-link') ensureShareKey(ctx, row.id);
    if (body.visibility === 'visitor-auth') ensureVisitorKey(ctx, row.id);
  }
  if (body.basename !== undefined) set('basename', freeBasename(ctx, row, readPath(body.basename)));
  if (body.adaptiveContent !== undefined) set('adaptive_content', body.adaptiveContent.enabled ? 1 : 0);
  if (body.agentsContext !== undefined) set('agents_context', body.agentsContext);
  if (body.proxy !== undefined) set('proxy', body.proxy);
  if (body.defaultSiteSection !== undefined) makeDefaultSection(ctx, row.id, body.defaultSiteSection);
  if (body.defaultSiteSpace !== undefined) {
    const siteSpace = siteSpaceRow(ctx, row.id, body.defaultSiteSpace);
    if (siteSpace.section !== defaultSectionOf(ctx, row.id)) {
      throw new AppError(
        'BAD_REQUEST',
        'The default site space has to be in the default section, or at the root.',
        {
          hint: 'Set defaultSiteSection, or the section’s own defaultSiteSpace.',
        },
      );
    }
    makeDefaultSiteSpace(ctx, row.id, siteSpace);
  }
}

function freeBasename(ctx: Context, row: SiteRow, basename: string): string {
  const other = ctx.store.get(
    'SELECT 1 FROM sites WHERE organization = ? AND basename = ? AND id <> ?',
    ...[row.organization, basename, row.id],
  );
  if (other !== undefined)
    throw new AppError('CONFLICT', `The basename "${basename}" is taken by another site.`);
  return basename;
}

function makeDefaultSection(ctx: Context, site: string, id: string): void {
  sectionRow(ctx, site, id);
  ctx.store.run('UPDATE site_sections SET is_default = (id = ?) WHERE site = ?', id, site);
}

/** Makes a site space the default of its section, or of the root. */
export function makeDefaultSiteSpace(
  ctx: Context,
  site: string,
  { id, section }: { id: string; section: string | null },
): void {
  ctx.store.run(
    'UPDATE site_spaces SET is_default = (id = ?) WHERE site = ? AND section IS ?',
    id,
    site,
    section,
  );
}

/** Finds a site space that must be in `section`. */
export function siteSpaceIn(
  ctx: Context,
  site: string,
  section: string,
  id: string,
): { id: string; section: string | null } {
  const row = siteSpaceRow(ctx, site, id);
  if (row.section !== section) throw notFound('site space', id);
  return row;
}
