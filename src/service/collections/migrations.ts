import type { Migration } from '../store/index.ts';

/** Collections, nested by `parent`; `position` orders them together with the spaces beside them. */
export const collectionMigrations: readonly Migration[] = [
  {
    id: 'collections/1',
    sql: `
CREATE TABLE collections (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  parent TEXT REFERENCES collections(id),
  position REAL NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  default_level TEXT NOT NULL DEFAULT 'inherit',
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX collections_by_place ON collections(organization, parent, position);
CREATE INDEX collections_by_parent ON collections(parent);
`,
  },
];
