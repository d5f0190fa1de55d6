import { getDocument } from '../content/objects.ts';
import { readRevision } from '../content/revisions.ts';
import { allPages, readTree } from '../content/tree.ts';
import type { Service } from '../context.ts';
import { sectionsOf } from './sections.ts';
import { indexedText } from './words.ts';

type Indexing = Pick<Service, 'store' | 'cache'>;

interface Entry {
  readonly page: string;
  readonly title: string;
  readonly path: string;
  readonly document: string | null;
}

/**
 * The spaces whose primary content is another than the index knows: all of them, those of one organization, or those that
 * changed at or after a time.
 */
export function staleSpaces(
  { store }: Pick<Service, 'store'>,
  { organization, since = '' }: { organization?: string; since?: string } = {},
): string[] {
  const [narrowing, value] =
    organization === undefined
      ? ['spaces.updated_at >= ?', since]
      : ['spaces.organization = ?', organization];
  return store
    .all<{ id: string }>(
      `SELECT spaces.id FROM spaces JOIN revisions ON revisions.id = spaces.revision
       LEFT JOIN search_spaces ON search_spaces.space = spaces.id
       WHERE ${narrowing} AND deleted_at IS NULL AND search_spaces.root IS NOT revisions.root ORDER BY spaces.updated_at`,
      value,
    )
    .map(({ id }) => id);
}

/** The time of the latest change of any space. */
export function latestChange({ store }: Pick<Service, 'store'>): string {
  return store.get<{ latest: string | null }>('SELECT max(updated_at) AS latest FROM spaces')?.latest ?? '';
}

/**
 * Indexes up to `limit` texts of a space that are not in the index yet; when none is missing, the space's list of pages
 * as well. Says whether the space is done. Interrupted anywhere, it goes on where it stopped.
 */
export function indexSome(service: Indexing, space: string, limit = 200): boolean {
  const { store } = service;
  return store.transaction(() => {
    const revision = store.get<{ revision: string }>(
      'SELECT revision FROM spaces WHERE id = ?',
      space,
    )?.revision;
    if (revision === undefined) return true;
    const { root } = readRevision(store, revision);
    const entries = entriesOf(service, root);
    const missing = missingTexts(service, entries);
    for (const hash of missing.slice(0, limit)) indexText(service, hash);
    if (missing.length > limit) return false;
    replacePages(service, space, entries);
    store.run(
      'INSERT INTO search_spaces (space, root) VALUES (?, ?) ON CONFLICT (space) DO UPDATE SET root = excluded.root',
      space,
      root,
    );
    return true;
  });
}

function entriesOf(service: Indexing, root: string): Entry[] {
  const entries: Entry[] = [];
  for (const { page, path } of allPages(readTree(service, root).pages)) {
    entries.push({ page: page.id, title: page.title, path, document: page.document ?? null });
  }
  return entries;
}

function missingTexts({ store }: Indexing, entries: readonly Entry[]): string[] {
  const wanted = new Set(entries.flatMap(({ document }) => (document === null ? [] : [document])));
  const known = store.all<{ hash: string }>(
    'SELECT hash FROM search_documents WHERE hash IN (SELECT value FROM json_each(?))',
    JSON.stringify([...wanted]),
  );
  for (const { hash } of known) wanted.delete(hash);
  return [...wanted];
}

function indexText({ store }: Indexing, hash: string): void {
  const [first, ...rest] = sectionsOf(getDocument(store, hash).text);
  const { number } = store.get<{ number: number }>(
    'INSERT INTO search_documents (hash) VALUES (?) RETURNING number',
    hash,
  )!;
  store.run(
    'INSERT INTO search_texts (rowid, title, headings, body) VALUES (?, ?, ?, ?)',
    number,
    indexedText(first?.title ?? ''),
    indexedText(rest.map(({ title }) => title).join('\n')),
    indexedText([first, ...rest].map((section) => section?.body ?? '').join('\n')),
  );
}

/** Writes only the pages that are new or other than before, and forgets texts that no page has any more. */
function replacePages({ store }: Pick<Service, 'store'>, space: string, entries: readonly Entry[]): void {
  const before = new Map(
    store
      .all<Entry & { number: number }>(
        'SELECT number, page, title, path, document FROM search_pages WHERE space = ?',
        space,
      )
      .map((entry) => [entry.page, entry]),
  );
  const left: string[] = [];
  for (const entry of entries) {
    const old = before.get(entry.page);
    if (old !== undefined && isSame(old, entry)) before.delete(entry.page);
    else if (old === undefined) addPage({ store }, space, entry);
    else {
      removePage({ store }, old.number);
      addPage({ store }, space, entry);
      before.delete(entry.page);
      if (old.document !== null) left.push(old.document);
    }
  }
  for (const { number, document } of before.values()) {
    removePage({ store }, number);
    if (document !== null) left.push(document);
  }
  for (const hash of left) forget({ store }, hash);
}

function addPage(
  { store }: Pick<Service, 'store'>,
  space: string,
  { page, title, path, document }: Entry,
): void {
  const { number } = store.get<{ number: number }>(
    'INSERT INTO search_pages (space, page, title, path, document) VALUES (?, ?, ?, ?, ?) RETURNING number',
    ...[space, page, title, path, document],
  )!;
  store.run('INSERT INTO search_titles (rowid, title) VALUES (?, ?)', number, indexedText(title));
}

function removePage({ store }: Pick<Service, 'store'>, number: number): void {
  store.run('DELETE FROM search_titles WHERE rowid = ?', number);
  store.run('DELETE FROM search_pages WHERE number = ?', number);
}

/** Takes spaces out of the index that are gone for good. */
export function forgetGoneSpaces({ store }: Pick<Service, 'store'>): void {
  const gone = store.all<{ space: string }>(
    'SELECT space FROM search_spaces WHERE space NOT IN (SELECT id FROM spaces)',
  );
  for (const { space } of gone) {
    store.transaction(() => {
      replacePages({ store }, space, []);
      store.run('DELETE FROM search_spaces WHERE space = ?', space);
    });
  }
}

function forget({ store }: Pick<Service, 'store'>, hash: string): void {
  if (store.get('SELECT 1 FROM search_pages WHERE document = ?', hash) !== undefined) return;
  const row = store.get<{ number: number }>('SELECT number FROM search_documents WHERE hash = ?', hash);
  if (row === undefined) return;
  store.run('DELETE FROM search_texts WHERE rowid = ?', row.number);
  store.run('DELETE FROM search_documents WHERE number = ?', row.number);
}

function isSame(one: Entry, other: Entry): boolean {
  return one.title === other.title && one.path === other.path && one.document === other.document;
}
