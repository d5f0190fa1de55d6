import type { Migration } from '../store/index.ts';

export const samlMigrations: readonly Migration[] = [
  {
    id: 'saml/1',
    sql: `
CREATE TABLE saml_providers (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  sso_url TEXT,
  entity_id TEXT,
  certificate TEXT,
  default_team TEXT REFERENCES teams(id) ON DELETE SET NULL,
  default_role TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX saml_providers_by_organization ON saml_providers(organization, number);
`,
  },
];
