import type { Migration } from '../store/index.ts';

/** Change requests, and the pages in them with two texts until somebody decides. */
export const changeRequestMigrations: readonly Migration[] = [
  {
    id: 'change-requests/1',
    sql: `
      CREATE TABLE change_requests (
        id TEXT PRIMARY KEY,
        space TEXT NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        subject TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('draft', 'open', 'archived', 'merged')),
        created_by TEXT NOT NULL REFERENCES users(id),
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        revision TEXT NOT NULL REFERENCES revisions(id),
        revision_initial TEXT NOT NULL REFERENCES revisions(id),
        revision_merged_ancestor TEXT REFERENCES revisions(id),
        revision_merged TEXT REFERENCES revisions(id),
        comments INTEGER NOT NULL DEFAULT 0,
        UNIQUE (space, number)
      ) STRICT;
      CREATE INDEX change_requests_by_status ON change_requests(space, status, number);
      CREATE TABLE change_request_contributors (
        change_request TEXT NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
        user TEXT NOT NULL REFERENCES users(id),
        PRIMARY KEY (change_request, user)
      ) STRICT, WITHOUT ROWID;
      -- A page (or reusable content) is undecided as long as its text in the change request is still this document.
      CREATE TABLE undecided (
        change_request TEXT NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('page', 'file', 'reusable-content')),
        content TEXT NOT NULL,
        document TEXT NOT NULL,
        PRIMARY KEY (change_request, kind, content)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    id: 'change-requests/2',
    sql: `
      -- The changes that an update or merge could not join, with their revisions, until somebody decides.
      CREATE TABLE conflicts (
        change_request TEXT NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('page', 'file', 'tree')),
        content TEXT NOT NULL,
        base TEXT NOT NULL REFERENCES revisions(id),
        ours TEXT NOT NULL REFERENCES revisions(id),
        theirs TEXT NOT NULL REFERENCES revisions(id),
        PRIMARY KEY (change_request, kind, content)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    id: 'change-requests/3',
    sql: `
      -- When a space and its revisions are deleted, SQLite looks for each revision in these columns: without an index, in every change request.
      CREATE INDEX change_requests_by_revision ON change_requests(revision);
      CREATE INDEX change_requests_by_initial ON change_requests(revision_initial);
      CREATE INDEX change_requests_by_ancestor ON change_requests(revision_merged_ancestor)
        WHERE revision_merged_ancestor IS NOT NULL;
      CREATE INDEX change_requests_by_merged ON change_requests(revision_merged) WHERE revision_merged IS NOT NULL;
      CREATE INDEX conflicts_by_base ON conflicts(base);
      CREATE INDEX conflicts_by_ours ON conflicts(ours);
      CREATE INDEX conflicts_by_theirs ON conflicts(theirs);
    `,
  },
];
