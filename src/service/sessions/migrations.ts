import type { Migration } from '../store/index.ts';

/**
 * Sessions of the web app, and the one-time addresses that begin a session; of each secret only its SHA-256 is stored. A session that began
 * with a token ends with that token.
 */
export const sessionMigrations: readonly Migration[] = [
  {
    id: 'sessions/1',
    sql: `
CREATE TABLE app_sessions (
  hash TEXT PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  token TEXT REFERENCES tokens(id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX app_sessions_by_user ON app_sessions(user);
CREATE TABLE app_sign_in_codes (
  hash TEXT PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT;
`,
  },
  {
    id: 'sessions/2',
    sql: `
-- A session that began at an organization's identity provider ends when that provider is removed.
ALTER TABLE app_sessions ADD COLUMN provider TEXT REFERENCES saml_providers(id) ON DELETE CASCADE;
CREATE INDEX app_sessions_by_provider ON app_sessions(provider) WHERE provider IS NOT NULL;
`,
  },
];
