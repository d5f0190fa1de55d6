import type { Migration } from '../store/index.ts';

/** Takes everything out of the index, so that it is made anew. */
const emptyIndex = `
DELETE FROM search_spaces;
DELETE FROM search_pages;
DELETE FROM search_documents;
INSERT INTO search_titles (search_titles) VALUES ('delete-all');
INSERT INTO search_texts (search_texts) VALUES ('delete-all');
`;

/**
 * The full-text index. A text is indexed once, by its hash, whichever pages have it; `search_pages` says which pages of a space's primary
 * content have which text, as of the tree `search_spaces.root`. The index contains only words, no copies of texts.
 */
export const searchMigrations: readonly Migration[] = [
  {
    id: 'search/1',
    sql: `
-- AUTOINCREMENT: the number of a deleted row is never used again, so an index row can never belong to the wrong thing.
CREATE TABLE search_documents (number INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE) STRICT;
CREATE VIRTUAL TABLE search_texts USING fts5(
  title, headings, body,
  content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='2 3'
);

-- Finds the spaces that changed since the last update of the index.
CREATE INDEX spaces_by_update ON spaces(updated_at);
CREATE TABLE search_spaces (space TEXT PRIMARY KEY, root TEXT NOT NULL) STRICT;

CREATE TABLE search_pages (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  space TEXT NOT NULL,
  page TEXT NOT NULL,
  title TEXT NOT NULL,
  path TEXT NOT NULL,
  document TEXT,
  UNIQUE (space, page)
) STRICT;
CREATE INDEX search_pages_by_document ON search_pages(document);
CREATE VIRTUAL TABLE search_titles USING fts5(
  title, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='2 3'
);
`,
  },
  {
    // Only pages that can be opened are found now. The background indexes everything anew.
    id: 'search/2',
    sql: emptyIndex,
  },
  {
    // Words that the conditions of a page hide are no longer found.
    id: 'search/3',
    sql: emptyIndex,
  },
];
