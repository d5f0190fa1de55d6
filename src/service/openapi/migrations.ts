import type { Migration } from '../store/index.ts';

/**
 * OpenAPI specifications. The state is the work list: rows in `pending` or `progress` still have to be read, from their address or from
 * `source_text`. A version is a text that could be read; the same text again does not make a new version.
 */
export const openapiMigrations: readonly Migration[] = [
  {
    id: 'openapi/1',
    sql: `
CREATE TABLE openapi_specs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  source_url TEXT,
  source_text TEXT,
  source_count INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL CHECK (state IN ('pending', 'progress', 'complete')),
  last_version TEXT,
  last_processed_at TEXT,
  last_error TEXT CHECK (last_error IN ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (organization, slug)
) STRICT;
CREATE INDEX openapi_specs_by_number ON openapi_specs(organization, number);
CREATE INDEX openapi_specs_to_do ON openapi_specs(number) WHERE state <> 'complete';

CREATE TABLE openapi_versions (
  id TEXT PRIMARY KEY,
  spec TEXT NOT NULL REFERENCES openapi_specs(id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX openapi_versions_by_spec ON openapi_versions(spec, created_at);
`,
  },
];
