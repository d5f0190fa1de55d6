import type { Migration } from '../store/index.ts';

/** The people who were asked for a review of a change request and have not answered yet, and the answers of others. */
export const reviewMigrations: readonly Migration[] = [
  {
    id: 'reviews/1',
    sql: `
CREATE TABLE requested_reviewers (
  number INTEGER PRIMARY KEY,
  change_request TEXT NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
  user TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  revision TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (change_request, user)
) STRICT;
CREATE INDEX requested_reviewers_by_user ON requested_reviewers(user);

CREATE TABLE reviews (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  change_request TEXT NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
  reviewer TEXT NOT NULL,
  requested_by TEXT,
  status TEXT NOT NULL CHECK (status IN ('approved', 'changes-requested')),
  outdated INTEGER NOT NULL DEFAULT 0,
  revision TEXT NOT NULL,
  comment TEXT REFERENCES comments(id) ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX reviews_by_change_request ON reviews(change_request, number);
CREATE INDEX reviews_by_comment ON reviews(comment) WHERE comment IS NOT NULL;
`,
  },
];
