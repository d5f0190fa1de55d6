import type { Migration } from '../store/index.ts';

/** Spaces. `revision` is checked at the end of a transaction, since a space and its first revision refer to each other. */
export const spaceMigrations: readonly Migration[] = [
  {
    id: 'spaces/1',
    sql: `
      CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
      CREATE TABLE spaces (
        id TEXT PRIMARY KEY,
        organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
        parent TEXT REFERENCES collections(id),
        position REAL NOT NULL,
        title TEXT NOT NULL,
        emoji TEXT,
        icon TEXT,
        visibility TEXT NOT NULL,
        default_level TEXT NOT NULL,
        edit_mode TEXT NOT NULL CHECK (edit_mode IN ('live', 'locked')),
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        deleted_at TEXT,
        revision TEXT NOT NULL REFERENCES revisions(id) DEFERRABLE INITIALLY DEFERRED,
        next_number INTEGER NOT NULL DEFAULT 1,
        comments INTEGER NOT NULL DEFAULT 0,
        change_requests INTEGER NOT NULL DEFAULT 0,
        change_requests_open INTEGER NOT NULL DEFAULT 0,
        change_requests_draft INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX spaces_by_place ON spaces(organization, parent, position);
      CREATE INDEX spaces_by_parent ON spaces(parent);
      CREATE INDEX spaces_deleted ON spaces(deleted_at) WHERE deleted_at IS NOT NULL;
    `,
  },
  {
    id: 'spaces/2',
    sql: `
      -- A new space comes before its first revision: without this index, SQLite looks through all spaces for the one that waits for the revision.
      CREATE INDEX spaces_by_revision ON spaces(revision);
    `,
  },
];
