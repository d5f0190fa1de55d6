import type { Migration } from '../store/index.ts';

/** Published integrations, and where they are installed. Scripts are stored and never run; secrets can be written but not read. */
export const integrationMigrations: readonly Migration[] = [
  {
    id: 'integrations/1',
    sql: `
CREATE TABLE integrations (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  owner TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  runtime TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  summary TEXT,
  target TEXT NOT NULL,
  visibility TEXT NOT NULL,
  scopes TEXT NOT NULL,
  categories TEXT NOT NULL,
  blocks TEXT,
  content_sources TEXT,
  configurations TEXT,
  external_links TEXT NOT NULL,
  content_security_policy TEXT,
  script TEXT NOT NULL,
  icon TEXT,
  preview_images TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE integration_secrets (
  integration TEXT NOT NULL REFERENCES integrations(name) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (integration, name)
) STRICT, WITHOUT ROWID;

-- Images by the SHA-256 of their bytes.
CREATE TABLE integration_images (
  integration TEXT NOT NULL REFERENCES integrations(name) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (integration, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE integration_installations (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  integration TEXT NOT NULL REFERENCES integrations(name) ON DELETE CASCADE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('active', 'pending', 'paused')),
  space_selection TEXT NOT NULL,
  site_selection TEXT NOT NULL,
  configuration TEXT NOT NULL,
  external_ids TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (integration, organization)
) STRICT;
`,
  },
  {
    id: 'integrations/2',
    sql: `
-- Events of installations; of each integration the newest are kept, also those of installations that were removed.
CREATE TABLE integration_events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  integration TEXT NOT NULL REFERENCES integrations(name) ON DELETE CASCADE,
  installation TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX integration_events_by_integration ON integration_events(integration, number);
CREATE INDEX integration_installations_by_organization ON integration_installations(organization);
`,
  },
];
