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
  {
    id: 'saml/2',
    sql: `
-- The person whom a provider means by each of its own names.
CREATE TABLE saml_identities (
  provider TEXT NOT NULL REFERENCES saml_providers(id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  PRIMARY KEY (provider, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX saml_identities_by_user ON saml_identities(user);

-- People who are at a provider, or on their way back. Only the SHA-256 of the browser's secret and of the code is stored.
CREATE TABLE saml_requests (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL REFERENCES saml_providers(id) ON DELETE CASCADE,
  browser TEXT NOT NULL,
  return_to TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  code TEXT UNIQUE,
  user TEXT REFERENCES users(id) ON DELETE CASCADE
) STRICT;
CREATE INDEX saml_requests_by_provider ON saml_requests(provider);
CREATE INDEX saml_requests_by_user ON saml_requests(user);
CREATE INDEX saml_providers_by_team ON saml_providers(default_team);
`,
  },
];
