import type { Migration } from '../store/index.ts';

/** API tokens; of each only its SHA-256 is stored. A revoked token stays, to tell it from a wrong one. */
export const tokenMigrations: readonly Migration[] = [
  {
    id: 'tokens/1',
    sql: `
CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT
) STRICT;
CREATE INDEX tokens_by_user ON tokens(user);
`,
  },
];
