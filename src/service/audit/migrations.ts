import type { Migration } from '../store/index.ts';

/** What was done, and by whom. Deleted people and things keep their names here, so nothing refers to their tables. */
export const auditMigrations: readonly Migration[] = [
  {
    id: 'audit/1',
    sql: `
CREATE TABLE audit_events (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  occurred_at TEXT NOT NULL,
  action TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('ui', 'api')),
  actor TEXT NOT NULL,
  actor_label TEXT,
  target_type TEXT NOT NULL,
  target TEXT NOT NULL,
  target_label TEXT,
  place_type TEXT,
  place TEXT,
  place_label TEXT,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX audit_events_by_organization ON audit_events(organization, number);
CREATE INDEX audit_events_by_actor ON audit_events(organization, actor, number);
CREATE INDEX audit_events_by_target ON audit_events(organization, target, number);
CREATE INDEX audit_events_by_place ON audit_events(organization, place, number) WHERE place IS NOT NULL;
`,
  },
];
