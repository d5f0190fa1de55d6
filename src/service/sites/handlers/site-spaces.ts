import { AppError } from '../../../base/index.ts';
import type { SiteSpace } from '../../../contract/index.ts';
import { notFound, openSpace } from '../../access/index.ts';
import { answer } from '../../answer.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../handler.ts';
import { pageOfArray } from '../../paging.ts';
import { spaceRow } from '../../spaces/space.ts';
import { parseCondition } from '../condition.ts';
import { ensureDefaults, unpublishEmptySites } from '../../site-rows/leave.ts';
import { pathFor, readPath, requireFree, siteSpacePaths } from '../paths.ts';
import { positionAt, readPlace } from '../position.ts';
import { sectionRow, siteRow, siteSpaceRow, type SiteSpaceRow } from '../../site-rows/rows.ts';
import { addSiteSpace, siblingsIn, defaultSectionOf } from '../site-spaces.ts';
import { readParts } from '../structure.ts';

export const siteSpaceHandlers = {
  listSiteSpaces: (ctx, { params, query }) => {
    const { siteSpaces, sections } = readParts(ctx, params.siteId, query.shareKey);
    const usual = sections.find((section) => section.default === true)?.id;
    // The default of a section is the site's default only in the default section.
    const isDefault = (each: SiteSpace): boolean => each.default === true && each.section === usual;
    return pageOfArray(ctx, {
      list: ['site-spaces', params.siteId, query.default],
      query,
      all:
        query.default === undefined
          ? siteSpaces
          : siteSpaces.filter((each) => isDefault(each) === query.default),
      key: (siteSpace) => siteSpace.id,
      items: (shown) => shown,
    });
  },

  getSiteSpaceById: (ctx, { params, query }) =>
    siteSpaceJson(ctx, params.siteId, params.siteSpaceId, query.shareKey),

  addSpaceToSite: (ctx, { params, body }) => {
    const site = siteRow(ctx, params.siteId);
    openSpace(ctx, body.spaceId, 'edit', { organization: site.organization });
    const section =
      body.sectionId === undefined
        ? defaultSectionOf(ctx, site.id)
        : sectionRow(ctx, site.id, body.sectionId).id;
    const { title } = spaceRow(ctx, body.spaceId);
    const id = addSiteSpace(ctx, { site: site.id, section, space: body.spaceId, title });
    return answer(siteSpaceJson(ctx, site.id, id), {
      location: `${ctx.baseUrl}/v1/orgs/${site.organization}/sites/${site.id}/site-spaces/${id}`,
    });
  },

  updateSiteSpaceById: (ctx, { params, body }) => {
    const row = siteSpaceRow(ctx, params.siteId, params.siteSpaceId);
    if (typeof body.condition === 'string') parseCondition(body.condition);
    const path =
      body.path === undefined ? row.path : requireFree(readPath(body.path), siteSpacePaths(ctx, row, row.id));
    const space = body.spaceId === undefined ? row.space : replacement(ctx, row, body.spaceId);
    ctx.store.run(
      'UPDATE site_spaces SET path = ?, condition = ?, space = ? WHERE id = ?',
      ...[path, body.condition === undefined ? row.condition : body.condition, space, row.id],
    );
    return siteSpaceJson(ctx, row.site, row.id);
  },

  deleteSiteSpaceById: (ctx, { params }) => {
    const row = siteSpaceRow(ctx, params.siteId, params.siteSpaceId);
    if (row.section !== null && siblingsIn(ctx, row.site, row.section).length === 1) {
      throw new AppError('CONFLICT', 'The space is the last one of its section.', {
        hint: 'Delete the section instead.',
      });
    }
    ctx.store.run('DELETE FROM site_spaces WHERE id = ?', row.id);
    ensureDefaults(ctx, row.site);
    unpublishEmptySites(ctx);
    return undefined;
  },

  moveSiteSpace: (ctx, { params, body }) => {
    const row = siteSpaceRow(ctx, params.siteId, params.siteSpaceId);
    const place = readPlace(body.position, (pointer) => pointer.siteSpace);
    const beside = place === 'end' ? undefined : siteSpaceRow(ctx, row.site, place.beside);
    if (beside?.id === row.id)
      throw new AppError('BAD_REQUEST', 'The position names the site space that is to be moved.');
    const section = beside === undefined ? row.section : beside.section;
    if (section !== row.section && siblingsIn(ctx, row.site, row.section).length === 1) {
      throw new AppError('CONFLICT', 'The space is the last one of its section, which would be left empty.');
    }
    const siblings = siblingsIn(ctx, row.site, section).filter(({ id }) => id !== row.id);
    const taken = siblings.map(({ path }) => path);
    const path = taken.includes(row.path) ? pathFor(row.path, taken) : row.path;
    const stays = section === row.section ? row.is_default : 0;
    ctx.store.run(
      'UPDATE site_spaces SET section = ?, position = ?, path = ?, is_default = ? WHERE id = ?',
      ...[section, positionAt(siblings, place), path, stays, row.id],
    );
    ensureDefaults(ctx, row.site);
    return siteSpaceJson(ctx, row.site, row.id);
  },
} satisfies Partial<Handlers>;

/** The space that takes the place of another one. */
function replacement(ctx: Context, row: SiteSpaceRow, space: string): string {
  const { organization } = siteRow(ctx, row.site);
  openSpace(ctx, space, 'edit', { organization });
  const taken = ctx.store.get(
    'SELECT 1 FROM site_spaces WHERE site = ? AND space = ? AND id <> ?',
    row.site,
    space,
    row.id,
  );
  if (taken !== undefined) throw new AppError('CONFLICT', 'That space is on the site already.');
  return space;
}

function siteSpaceJson(ctx: Context, site: string, id: string, shareKey?: string): SiteSpace {
  const siteSpace = readParts(ctx, site, shareKey).siteSpaces.find((each) => each.id === id);
  if (siteSpace === undefined) throw notFound('site space', id);
  return siteSpace;
}
