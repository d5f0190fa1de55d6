import type { Migration } from '../store/index.ts';

/**
 * Sites and their parts. Groups and sections outside groups share one order (`position`); so do the sections of one group, and the site
 * spaces of one section or of the site's root.
 */
export const siteMigrations: readonly Migration[] = [
  {
    id: 'sites/1',
    sql: `
CREATE TABLE sites (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  hostname TEXT UNIQUE,
  basename TEXT,
  proxy TEXT,
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted', 'share-link', 'visitor-auth')),
  published INTEGER NOT NULL DEFAULT 0,
  adaptive_content INTEGER NOT NULL DEFAULT 0,
  agents_context TEXT NOT NULL DEFAULT 'included',
  customization TEXT NOT NULL DEFAULT '{}',
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX sites_by_organization ON sites(organization, number);
CREATE UNIQUE INDEX sites_by_basename ON sites(organization, basename) WHERE basename IS NOT NULL;

CREATE TABLE site_section_groups (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  position REAL NOT NULL,
  title TEXT NOT NULL,
  icon TEXT
) STRICT;
CREATE INDEX site_section_groups_by_site ON site_section_groups(site, position);

CREATE TABLE site_sections (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  section_group TEXT REFERENCES site_section_groups(id) ON DELETE SET NULL,
  position REAL NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  path TEXT NOT NULL,
  icon TEXT,
  condition TEXT,
  is_default INTEGER NOT NULL DEFAULT 0,
  UNIQUE (site, path)
) STRICT;
CREATE INDEX site_sections_by_site ON site_sections(site, section_group, position);

CREATE TABLE site_spaces (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  section TEXT REFERENCES site_sections(id) ON DELETE CASCADE,
  space TEXT NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
  position REAL NOT NULL,
  title TEXT,
  path TEXT NOT NULL,
  condition TEXT,
  is_default INTEGER NOT NULL DEFAULT 0,
  UNIQUE (site, space)
) STRICT;
CREATE INDEX site_spaces_by_site ON site_spaces(site, section, position);
CREATE INDEX site_spaces_by_space ON site_spaces(space);

CREATE TABLE site_adaptive_schemas (
  site TEXT PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
  json_schema TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE site_share_keys (
  key TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  active INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX site_share_keys_by_site ON site_share_keys(site);
`,
  },
  {
    id: 'sites/2',
    sql: `
CREATE TABLE site_visitor_keys (
  site TEXT PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
  private_key TEXT NOT NULL,
  fallback_url TEXT,
  updated_at TEXT NOT NULL
) STRICT;
INSERT INTO site_visitor_keys (site, private_key, updated_at)
  SELECT id, lower(hex(randomblob(16))), created_at FROM sites WHERE visibility = 'visitor-auth';
`,
  },
];
