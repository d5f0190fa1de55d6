import type { Migration } from '../store/index.ts';

export const translationMigrations: readonly Migration[] = [
  {
    id: 'translations/1',
    sql: `
CREATE TABLE translation_settings (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  languages TEXT NOT NULL,
  source TEXT,
  language TEXT,
  instructions TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX translation_settings_by_organization ON translation_settings(organization, number);
`,
  },
];
