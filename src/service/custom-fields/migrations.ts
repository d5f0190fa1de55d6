import type { Migration } from '../store/index.ts';

export const customFieldMigrations: readonly Migration[] = [
  {
    id: 'custom-fields/1',
    sql: `
CREATE TABLE custom_fields (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'number', 'boolean', 'tags', 'select:multi', 'select:single')),
  title TEXT,
  description TEXT,
  placeholder TEXT,
  options TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (organization, name)
) STRICT;
CREATE INDEX custom_fields_by_number ON custom_fields(organization, number);

CREATE TABLE custom_field_values (
  space TEXT NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
  field TEXT NOT NULL REFERENCES custom_fields(id) ON DELETE CASCADE,
  value TEXT NOT NULL,
  PRIMARY KEY (space, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX custom_field_values_by_field ON custom_field_values(field);
`,
  },
];
