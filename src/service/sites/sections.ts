import type { Service } from '../context.ts';
import { newId } from '../context.ts';
import { ensureDefaults } from '../site-rows/leave.ts';
import { pathFor, sectionPaths } from './paths.ts';
import { positionAt, type Placed } from './position.ts';
import { siblingsIn } from './site-spaces.ts';

type Writing = Pick<Service, 'store' | 'random'>;

/** Everything at the top of a site: groups, and sections outside them, in their common order. */
export function topLevel({ store }: Pick<Service, 'store'>, site: string): Placed[] {
  return store.all<Placed>(
    `SELECT id, position FROM site_sections WHERE site = ?1 AND section_group IS NULL
     UNION ALL SELECT id, position FROM site_section_groups WHERE site = ?1 ORDER BY position, id`,
    { 1: site },
  );
}

/** The sections of a group, in order. */
export function sectionsIn({ store }: Pick<Service, 'store'>, group: string): Placed[] {
  return store.all<Placed>(
    'SELECT id, position FROM site_sections WHERE section_group = ? ORDER BY position, id',
    group,
  );
}

/**
 * Adds an empty section at the end of the site. The spaces of a site without sections become its first section, so that no space is outside
 * the sections.
 */
export function addSection(
  ctx: Writing,
  {
    site,
    title,
    icon = null,
    path,
    description = null,
  }: { site: string; title: string; icon?: string | null; path?: string; description?: string | null },
): string {
  const root = siblingsIn(ctx, site, null);
  if (root.length > 0) gatherRoot(ctx, site);
  const id = newId(ctx);
  ctx.store.run(
    'INSERT INTO site_sections (id, site, position, title, path, icon, description) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[
      id,
      site,
      positionAt(topLevel(ctx, site), 'end'),
      title,
      path ?? pathFor(title, sectionPaths(ctx, site)),
    ],
    ...[icon, description],
  );
  ensureDefaults(ctx, site);
  return id;
}

function gatherRoot(ctx: Writing, site: string): void {
  const first = ctx.store.get<{ title: string }>(
    `SELECT coalesce(site_spaces.title, spaces.title) AS title FROM site_spaces JOIN spaces ON spaces.id = space WHERE site = ? AND section IS NULL
     ORDER BY is_default DESC, site_spaces.position LIMIT 1`,
    site,
  )!;
  const title = sectionTitle(first.title);
  const id = newId(ctx);
  ctx.store.run(
    'INSERT INTO site_sections (id, site, position, title, path) VALUES (?, ?, ?, ?, ?)',
    ...[id, site, positionAt(topLevel(ctx, site), 'end'), title, pathFor(title, sectionPaths(ctx, site))],
  );
  ctx.store.run('UPDATE site_spaces SET section = ? WHERE site = ? AND section IS NULL', id, site);
}

/** A section's title, from a space's title, which may be shorter than a section's title has to be. */
export function sectionTitle(title: string): string {
  return [...title.trim()].length >= 2 ? title.trim() : `Section ${title.trim()}`.trim();
}
