import type { Migration } from '../store/index.ts';

/** Comments on a space's primary content (`change_request` NULL) and on change requests, with replies and reactions. */
export const commentMigrations: readonly Migration[] = [
  {
    id: 'comments/1',
    sql: `
CREATE TABLE comments (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  space TEXT NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
  change_request TEXT REFERENCES change_requests(id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  posted_at TEXT NOT NULL,
  edited_at TEXT,
  body TEXT NOT NULL,
  node TEXT,
  page TEXT,
  page_document TEXT,
  revision TEXT NOT NULL,
  resolved_at TEXT,
  resolved_by TEXT
) STRICT;
CREATE INDEX comments_by_place ON comments(space, change_request, number);
CREATE INDEX comments_by_page ON comments(page) WHERE page IS NOT NULL;

CREATE TABLE comment_replies (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  comment TEXT NOT NULL REFERENCES comments(id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  posted_at TEXT NOT NULL,
  edited_at TEXT,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX comment_replies_by_comment ON comment_replies(comment, number);

CREATE TABLE comment_reactions (
  number INTEGER PRIMARY KEY,
  comment TEXT REFERENCES comments(id) ON DELETE CASCADE,
  reply TEXT REFERENCES comment_replies(id) ON DELETE CASCADE,
  user TEXT NOT NULL,
  emoji TEXT NOT NULL,
  reacted_at TEXT NOT NULL,
  CHECK ((comment IS NULL) <> (reply IS NULL))
) STRICT;
CREATE UNIQUE INDEX comment_reactions_of_comment ON comment_reactions(comment, emoji, user) WHERE comment IS NOT NULL;
CREATE UNIQUE INDEX comment_reactions_of_reply ON comment_reactions(reply, emoji, user) WHERE reply IS NOT NULL;
`,
  },
  {
    id: 'comments/2',
    sql: 'ALTER TABLE comments ADD COLUMN table_cell TEXT;',
  },
  {
    id: 'comments/3',
    sql: `
-- When a space and its change requests are deleted, SQLite looks for the comments of each change request.
CREATE INDEX comments_by_change_request ON comments(change_request) WHERE change_request IS NOT NULL;
`,
  },
];
