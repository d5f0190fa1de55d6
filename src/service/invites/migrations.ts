import type { Migration } from '../store/index.ts';

/** Invitation links. An id is the secret itself: 24 characters of base 62, 143 bits. */
export const inviteMigrations: readonly Migration[] = [
  {
    id: 'invites/1',
    sql: `
CREATE TABLE invites (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  role TEXT,
  level TEXT,
  space TEXT REFERENCES spaces(id) ON DELETE CASCADE,
  collection TEXT REFERENCES collections(id) ON DELETE CASCADE,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX invites_by_organization ON invites(organization, number);
`,
  },
];
