import { AppError } from '../../../base/index.ts';
import type { SiteSection } from '../../../contract/index.ts';
import { notFound, openSpace } from '../../access/index.ts';
import { answer } from '../../answer.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../handler.ts';
import { pageOfArray } from '../../paging.ts';
import { spaceRow } from '../../spaces/space.ts';
import { parseCondition } from '../condition.ts';
import { ensureDefaults, unpublishEmptySites } from '../../site-rows/leave.ts';
import { readPath, requireFree, sectionPaths } from '../paths.ts';
import { positionAt, readPlace } from '../position.ts';
import { sectionRow, siteRow } from '../../site-rows/rows.ts';
import { addSection, sectionTitle, sectionsIn, topLevel } from '../sections.ts';
import { addSiteSpace } from '../site-spaces.ts';
import { readParts } from '../structure.ts';
import { makeDefaultSiteSpace, siteSpaceIn } from './sites.ts';

export const siteSectionHandlers = {
  listSiteSections: (ctx, { params, query }) =>
    pageOfArray(ctx, {
      list: ['site-sections', params.siteId],
      query,
      all: readParts(ctx, params.siteId, query.shareKey).sections,
      key: (section) => section.id,
      items: (sections) => sections,
    }),

  getSiteSectionById: (ctx, { params, query }) =>
    sectionJson(ctx, params.siteId, params.siteSectionId, query.shareKey),

  addSectionToSite: (ctx, { params, body }) => {
    const site = siteRow(ctx, params.siteId);
    openSpace(ctx, body.spaceId, 'edit', { organization: site.organization });
    const { title } = spaceRow(ctx, body.spaceId);
    const section = addSection(ctx, {
      site: site.id,
      title: body.title ?? sectionTitle(title),
      icon: body.icon ?? null,
    });
    addSiteSpace(ctx, { site: site.id, section, space: body.spaceId, title });
    return answer(sectionJson(ctx, site.id, section), {
      location: `${ctx.baseUrl}/v1/orgs/${site.organization}/sites/${site.id}/sections/${section}`,
    });
  },

  updateSiteSectionById: (ctx, { params, body }) => {
    const row = sectionRow(ctx, params.siteId, params.siteSectionId);
    if (typeof body.condition === 'string') parseCondition(body.condition);
    const path =
      body.path === undefined
        ? row.path
        : requireFree(readPath(body.path), sectionPaths(ctx, row.site, row.id));
    ctx.store.run(
      'UPDATE site_sections SET title = ?, path = ?, condition = ?, icon = ?, description = ? WHERE id = ?',
      ...[
        body.title ?? row.title,
        path,
        changed(body.condition, row.condition),
        changed(body.icon, row.icon),
      ],
      ...[changed(body.description, row.description), row.id],
    );
    if (body.defaultSiteSpace !== undefined) {
      makeDefaultSiteSpace(ctx, row.site, siteSpaceIn(ctx, row.site, row.id, body.defaultSiteSpace));
    }
    return sectionJson(ctx, row.site, row.id);
  },

  deleteSiteSectionById: (ctx, { params }) => {
    const row = sectionRow(ctx, params.siteId, params.siteSectionId);
    ctx.store.run('DELETE FROM site_sections WHERE id = ?', row.id);
    ensureDefaults(ctx, row.site);
    unpublishEmptySites(ctx);
    return undefined;
  },

  moveSiteSection: (ctx, { params, body }) => {
    const row = sectionRow(ctx, params.siteId, params.siteSectionId);
    const place = readPlace(body.position, (pointer) => pointer.siteSection);
    const beside = place === 'end' ? undefined : sectionRow(ctx, row.site, place.beside);
    if (beside?.id === row.id)
      throw new AppError('BAD_REQUEST', 'The position names the section that is to be moved.');
    const group = beside?.section_group ?? null;
    const siblings = (group === null ? topLevel(ctx, row.site) : sectionsIn(ctx, group)).filter(
      ({ id }) => id !== row.id,
    );
    ctx.store.run(
      'UPDATE site_sections SET section_group = ?, position = ? WHERE id = ?',
      ...[group, positionAt(siblings, place), row.id],
    );
    return sectionJson(ctx, row.site, row.id);
  },
} satisfies Partial<Handlers>;

/** The section as the interface shows it. */
function sectionJson(ctx: Context, site: string, id: string, shareKey?: string): SiteSection {
  const section = readParts(ctx, site, shareKey).sections.find((each) => each.id === id);
  if (section === undefined) throw notFound('section', id);
  return section;
}

/** The new value after a PATCH: an absent member keeps the old value, null removes it. */
function changed(sent: string | null | undefined, kept: string | null): string | null {
  return sent === undefined ? kept : sent;
}
