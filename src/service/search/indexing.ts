import { getDocument } from '../tree/objects.ts';
import { readRevision } from '../content/revisions.ts';
import { readTree, type Placed } from '../tree/tree.ts';
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
 * The spaces whose primary content differs from that in the index: all such spaces, those of one organization, or those that changed at or
 * after a time.
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
 * Indexes up to `limit` texts of a space that are missing in the index. When no text is missing, it updates all other differences between
 * the indexed tree and the newest. Returns whether the space is done. It can be interrupted anywhere, and continues where it stopped.
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
    const { entries, gone } = changesSinceIndexed(service, space, root);
    const missing = missingTexts(service, entries);
    for (const hash of missing.slice(0, limit)) indexText(service, hash);
    if (missing.length > limit) return false;
    const left = [
      ...gone.map((page) => replacePage(service, space, page, null)),
      ...entries.map((entry) => replacePage(service, space, entry.page, entry)),
    ];
    // Only now: another page may have the text that one page lost.
    for (const hash of left) forget(service, hash);
    store.run(
      'INSERT INTO search_spaces (space, root) VALUES (?, ?) ON CONFLICT (space) DO UPDATE SET root = excluded.root',
      space,
      root,
    );
    return true;
  });
}

/** The pages whose entry may differ from the one in the index, and the ids of everything that has no entry there. */
function changesSinceIndexed(
  service: Indexing,
  space: string,
  root: string,
): { entries: Entry[]; gone: string[] } {
  // The indexed root belongs to a revision of this space, and revisions stay as long as their space does.
  const known = service.store.get<{ root: string }>('SELECT root FROM search_spaces WHERE space = ?', space);
  const before = known && readTree(service, known.root);
  const after = readTree(service, root);
  const entries: Entry[] = [];
  const gone: string[] = [];
  for (const { page, path } of differingPages(after.pages, before?.byId))
    // A group, a link and a computed entry have no page that could be opened.
    if (page.type !== 'document') gone.push(page.id);
    else entries.push({ page: page.id, title: page.title, path, document: page.document ?? null });
  for (const { page } of differingPages(before?.pages ?? [], after.byId))
    if (!after.byId.has(page.id)) gone.push(page.id);
  return { entries, gone };
}

/** The pages that are different, or missing, in another tree. A part with the same hash at the same path is skipped as a whole. */
function* differingPages(
  pages: readonly Placed[],
  others: ReadonlyMap<string, Placed> | undefined,
): Generator<Placed> {
  for (const placed of pages) {
    const other = others?.get(placed.page.id);
    if (other?.hash === placed.hash && other.path === placed.path) continue;
    yield placed;
    yield* differingPages(placed.children, others);
  }
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

/** Writes a page's entry (null: the page was deleted) where the entry has changed. Returns the text that the page no longer has. */
function replacePage(
  { store }: Pick<Service, 'store'>,
  space: string,
  page: string,
  entry: Entry | null,
): string | null {
  const old = store.get<Entry & { number: number }>(
    'SELECT number, page, title, path, document FROM search_pages WHERE space = ? AND page = ?',
    space,
    page,
  );
  if (old !== undefined && entry !== null && isSame(old, entry)) return null;
  if (old !== undefined) removePage({ store }, old.number);
  if (entry !== null) addPage({ store }, space, entry);
  return old?.document ?? null;
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

/** Removes spaces from the index that were deleted for good. */
export function removeDeletedSpaces({ store }: Pick<Service, 'store'>): void {
  const gone = store.all<{ space: string }>(
    'SELECT space FROM search_spaces WHERE space NOT IN (SELECT id FROM spaces)',
  );
  for (const { space } of gone) {
    store.transaction(() => {
      const pages = store.all<{ page: string }>('SELECT page FROM search_pages WHERE space = ?', space);
      const left = pages.map(({ page }) => replacePage({ store }, space, page, null));
      for (const hash of left) forget({ store }, hash);
      store.run('DELETE FROM search_spaces WHERE space = ?', space);
    });
  }
}

/** Removes a text from the index when no page has it any more. */
function forget({ store }: Pick<Service, 'store'>, hash: string | null): void {
  if (hash === null || store.get('SELECT 1 FROM search_pages WHERE document = ?', hash) !== undefined) return;
  const row = store.get<{ number: number }>('SELECT number FROM search_documents WHERE hash = ?', hash);
  if (row === undefined) return;
  store.run('DELETE FROM search_texts WHERE rowid = ?', row.number);
  store.run('DELETE FROM search_documents WHERE number = ?', row.number);
}

function isSame(one: Entry, other: Entry): boolean {
  return one.title === other.title && one.path === other.path && one.document === other.document;
}
