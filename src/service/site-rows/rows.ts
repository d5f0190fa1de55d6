import type { Site, SiteVisibility } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Store } from '../store/index.ts';

export interface SiteRow {
  readonly number: number;
  readonly id: string;
  readonly organization: string;
  readonly type: Site['type'];
  readonly title: string;
  readonly hostname: string | null;
  readonly basename: string | null;
  readonly proxy: string | null;
  readonly visibility: SiteVisibility;
  readonly published: number;
  readonly adaptive_content: number;
  readonly agents_context: Site['agentsContext'];
  readonly customization: string;
  readonly created_at: string;
}

export interface GroupRow {
  readonly id: string;
  readonly site: string;
  readonly position: number;
  readonly title: string;
  readonly icon: string | null;
}

export interface SectionRow {
  readonly id: string;
  readonly site: string;
  readonly section_group: string | null;
  readonly position: number;
  readonly title: string;
  readonly description: string | null;
  readonly path: string;
  readonly icon: string | null;
  readonly condition: string | null;
  readonly is_default: number;
}

export interface SiteSpaceRow {
  readonly id: string;
  readonly site: string;
  readonly section: string | null;
  readonly space: string;
  readonly position: number;
  /** The variant's name on the site; null means the space's own title. */
  readonly title: string | null;
  readonly path: string;
  readonly condition: string | null;
  readonly is_default: number;
}

interface Having {
  readonly store: Store;
}

/** The site with this id, which the guard has opened before. */
export function siteRow({ store }: Having, id: string): SiteRow {
  const row = store.get<SiteRow>('SELECT * FROM sites WHERE id = ?', id);
  if (row === undefined) throw notFound('site', id);
  return row;
}

export function sectionRow({ store }: Having, site: string, id: string): SectionRow {
  const row = store.get<SectionRow>('SELECT * FROM site_sections WHERE site = ? AND id = ?', site, id);
  if (row === undefined) throw notFound('section', id);
  return row;
}

export function groupRow({ store }: Having, site: string, id: string): GroupRow {
  const row = store.get<GroupRow>('SELECT * FROM site_section_groups WHERE site = ? AND id = ?', site, id);
  if (row === undefined) throw notFound('section group', id);
  return row;
}

export function siteSpaceRow({ store }: Having, site: string, id: string): SiteSpaceRow {
  const row = store.get<SiteSpaceRow>('SELECT * FROM site_spaces WHERE site = ? AND id = ?', site, id);
  if (row === undefined) throw notFound('site space', id);
  return row;
}

/**
 * The sections of a site in the order of the page: groups and single sections in their common order, and the sections of a group within it.
 */
export function sectionRows({ store }: Having, site: string): SectionRow[] {
  return store.all<SectionRow>(
    `SELECT site_sections.* FROM site_sections LEFT JOIN site_section_groups ON site_section_groups.id = section_group
     WHERE site_sections.site = ?
     ORDER BY coalesce(site_section_groups.position, site_sections.position), site_section_groups.id,
       site_sections.position, site_sections.id`,
    site,
  );
}

export function groupRows({ store }: Having, site: string): GroupRow[] {
  return store.all<GroupRow>('SELECT * FROM site_section_groups WHERE site = ? ORDER BY position, id', site);
}

/** The site spaces of a site whose spaces are not deleted, in the order of their sections. */
export function siteSpaceRows({ store }: Having, site: string): SiteSpaceRow[] {
  return store.all<SiteSpaceRow>(
    `SELECT site_spaces.* FROM site_spaces JOIN spaces ON spaces.id = space
     WHERE site = ? AND deleted_at IS NULL ORDER BY site_spaces.position, site_spaces.id`,
    site,
  );
}
