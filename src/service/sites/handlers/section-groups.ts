import { AppError } from '../../../base/index.ts';
import type { SiteSectionGroup } from '../../../contract/index.ts';
import { notFound } from '../../access/index.ts';
import { answer } from '../../answer.ts';
import { newId, type Context } from '../../context.ts';
import type { Handlers } from '../../handler.ts';
import { pageOfArray } from '../../paging.ts';
import { positionAt, readPlace } from '../position.ts';
import { groupRow, sectionRow, siteRow } from '../../site-rows/rows.ts';
import { sectionsIn, topLevel } from '../sections.ts';
import { readParts } from '../structure.ts';

export const siteSectionGroupHandlers = {
  listSiteSectionGroups: (ctx, { params, query }) =>
    pageOfArray(ctx, {
      list: ['site-section-groups', params.siteId],
      query,
      all: readParts(ctx, params.siteId).groups,
      key: (group) => group.id,
      items: (groups) => groups,
    }),

  getSiteSectionGroupById: (ctx, { params }) => groupJson(ctx, params.siteId, params.siteSectionGroupId),

  addSectionGroupToSite: (ctx, { params, body }) => {
    const id = newId(ctx);
    ctx.store.run(
      'INSERT INTO site_section_groups (id, site, position, title, icon) VALUES (?, ?, ?, ?, ?)',
      ...[id, params.siteId, positionAt(topLevel(ctx, params.siteId), 'end'), body.title, body.icon ?? null],
    );
    for (const section of new Set(body.sections ?? [])) enterGroup(ctx, params.siteId, id, section);
    return answer(groupJson(ctx, params.siteId, id), { location: locationOf(ctx, params.siteId, id) });
  },

  updateSiteSectionGroupById: (ctx, { params, body }) => {
    const row = groupRow(ctx, params.siteId, params.siteSectionGroupId);
    ctx.store.run(
      'UPDATE site_section_groups SET title = ?, icon = ? WHERE id = ?',
      ...[body.title ?? row.title, body.icon === undefined ? row.icon : body.icon, row.id],
    );
    return groupJson(ctx, row.site, row.id);
  },

  /** The sections of a deleted group stay, in its place and order, at the top of the site. */
  deleteSiteSectionGroupById: (ctx, { params }) => {
    const row = groupRow(ctx, params.siteId, params.siteSectionGroupId);
    const top = topLevel(ctx, row.site);
    const next = top[top.findIndex(({ id }) => id === row.id) + 1]?.position ?? row.position + 1;
    const sections = sectionsIn(ctx, row.id);
    const step = (next - row.position) / (sections.length + 1);
    for (const [index, { id }] of sections.entries()) {
      ctx.store.run(
        'UPDATE site_sections SET section_group = NULL, position = ? WHERE id = ?',
        ...[row.position + step * index, id],
      );
    }
    ctx.store.run('DELETE FROM site_section_groups WHERE id = ?', row.id);
    return undefined;
  },

  addSectionToGroup: (ctx, { params, body }) => {
    const group = groupRow(ctx, params.siteId, params.siteSectionGroupId);
    const section = sectionRow(ctx, group.site, body.sectionId);
    if (section.section_group === group.id) {
      throw new AppError('CONFLICT', `The section "${section.title}" is in the group already.`);
    }
    enterGroup(ctx, group.site, group.id, section.id);
    return answer(groupJson(ctx, group.site, group.id), { location: locationOf(ctx, group.site, group.id) });
  },

  removeSectionFromGroup: (ctx, { params }) => {
    const group = groupRow(ctx, params.siteId, params.siteSectionGroupId);
    const section = sectionRow(ctx, group.site, params.siteSectionId);
    if (section.section_group !== group.id) throw notFound('section', section.id);
    const position = positionAt(topLevel(ctx, group.site), { beside: group.id, side: 'after' });
    ctx.store.run(
      'UPDATE site_sections SET section_group = NULL, position = ? WHERE id = ?',
      position,
      section.id,
    );
    return undefined;
  },

  moveSiteSectionGroup: (ctx, { params, body }) => {
    const row = groupRow(ctx, params.siteId, params.siteSectionGroupId);
    const place = readPlace(body.position, (pointer) => pointer.id);
    const siblings = topLevel(ctx, row.site).filter(({ id }) => id !== row.id);
    if (place !== 'end' && !siblings.some(({ id }) => id === place.beside))
      throw misplaced(ctx, row, place.beside);
    ctx.store.run(
      'UPDATE site_section_groups SET position = ? WHERE id = ?',
      ...[positionAt(siblings, place), row.id],
    );
    return groupJson(ctx, row.site, row.id);
  },
} satisfies Partial<Handlers>;

function misplaced(ctx: Context, row: { id: string; site: string }, beside: string): AppError {
  if (beside === row.id)
    return new AppError('BAD_REQUEST', 'The position names the group that is to be moved.');
  const section = sectionRow(ctx, row.site, beside);
  return new AppError(
    'BAD_REQUEST',
    `The section "${section.title}" is within a group, and groups do not nest.`,
    {
      hint: 'Name a group, or a section outside the groups.',
    },
  );
}

/** Moves a section to the end of a group. */
function enterGroup(ctx: Context, site: string, group: string, section: string): void {
  sectionRow(ctx, site, section);
  const position = positionAt(
    sectionsIn(ctx, group).filter(({ id }) => id !== section),
    'end',
  );
  ctx.store.run(
    'UPDATE site_sections SET section_group = ?, position = ? WHERE id = ?',
    group,
    position,
    section,
  );
}

function groupJson(ctx: Context, site: string, id: string): SiteSectionGroup {
  const group = readParts(ctx, site).groups.find((each) => each.id === id);
  if (group === undefined) throw notFound('section group', id);
  return group;
}

function locationOf(ctx: Context, site: string, id: string): string {
  const { organization } = siteRow(ctx, site);
  return `${ctx.baseUrl}/v1/orgs/${organization}/sites/${site}/section-groups/${id}`;
}
