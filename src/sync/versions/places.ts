import { decodeText, roughText, withoutPageId } from '../../content/index.ts';
import type { EditedFile, GitRepository, Oid, PathChange } from '../../git/port.ts';
import type { BranchPorts } from '../branch/follow.ts';
import { identityIn, isMostly, mostLike, recognise } from './identity.ts';
import type { FileText, KnownPage } from './identity.ts';

/**
 * Where pages lie: in a commit, in the working tree, and between two commits. Identity is in the page; a path alone is never taken
 * for one.
 */

/** The identity of the page at a path of the repository; null: it has none there. */
export type IdAt = (path: string) => Promise<string | null>;

/** Page identities as a commit has them. */
export function idsIn(git: Pick<GitRepository, 'entryAt' | 'readBlob'>, commit: Oid | null): IdAt {
  return async (path) => {
    const entry = commit === null || !path.endsWith('.md') ? null : await git.entryAt(commit, path);
    return entry && entry.mode !== '040000' ? identityIn(await git.readBlob(entry.oid)) : null;
  };
}

/** The identity in a file of the working tree as it is now; null: none, or no such file. */
export async function identityAt(files: BranchPorts['files'], path: string): Promise<string | null> {
  const read = await files.read(path);
  return read.outcome === 'file' ? identityIn(read.bytes) : null;
}

/** A file that one side moved: the identity in the page says that it is one. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly id: string;
}

/** Finds which pages of a difference moved: by the identities in them, also where two pages changed places. */
export async function movesIn(git: GitRepository, changes: readonly PathChange[]): Promise<Move[]> {
  const idOf = async (path: string, version: { readonly oid: Oid } | null): Promise<string | null> =>
    version && path.endsWith('.md') ? identityIn(await git.readBlob(version.oid)) : null;
  const gone = new Map<string, string>();
  const come: { readonly id: string; readonly to: string }[] = [];
  for (const { path, before, after } of changes) {
    const [was, is] = [await idOf(path, before), await idOf(path, after)];
    if (was === is) continue;
    if (was !== null) gone.set(was, path);
    if (is !== null) come.push({ id: is, to: path });
  }
  const moves: Move[] = [];
  for (const { id, to } of come) {
    const from = gone.get(id);
    if (from === undefined) continue;
    moves.push({ from, to, id });
    gone.delete(id);
  }
  return moves;
}

/** A markdown file of the working tree. */
export interface LocalPage {
  readonly path: string;
  readonly id: Oid;
  readonly bytes: Uint8Array;
  /** As a commit has it: new to that, changed since, or just so. */
  readonly kind: 'added' | 'modified' | 'committed';
}

/** The markdown files of the working tree as they are now, those that differ from a commit first. */
export async function* localPages(
  { git, tree, files }: BranchPorts,
  commit: Oid | null,
  kinds: readonly LocalPage['kind'][] = ['added', 'modified', 'committed'],
): AsyncGenerator<LocalPage> {
  const found = new Map<string, LocalPage['kind']>();
  for (const { kind, path } of await tree.scan(commit))
    if (kind === 'added' || kind === 'modified') found.set(path, kind);
  if (commit !== null && kinds.includes('committed'))
    for (const { path } of await git.listTree(commit)) if (!found.has(path)) found.set(path, 'committed');
  for (const [path, kind] of found) {
    if (!kinds.includes(kind) || !path.endsWith('.md')) continue;
    const read = await files.read(path);
    if (read.outcome === 'file') yield { path, id: read.id, bytes: read.bytes, kind };
  }
}

/** The local file that holds the page with an identity, other than one path. Uncommitted files come first; null when there is none. */
export async function pageHere(
  ports: BranchPorts,
  id: string,
  { but }: { but?: string } = {},
): Promise<{ readonly path: string; readonly committed: boolean } | null> {
  for await (const { path, bytes, kind } of localPages(ports, await ports.git.resolveRef('HEAD')))
    if (path !== but && identityIn(bytes) === id) return { path, committed: kind !== 'added' };
  return null;
}

/**
 * Which pages the files of the working tree are that differ from a commit: by the identities in them, else by what was
 * sent of pages that have none here yet, and by what was there before.
 */
export async function pagesAtPaths(
  { git, tree, files }: BranchPorts,
  commit: Oid | null,
  sent: readonly KnownPage[],
): Promise<PagesHere> {
  const changes: ChangedFile[] = [];
  for (const change of await tree.scan(commit)) {
    const { kind, path } = change;
    if (!path.endsWith('.md') || kind === 'refused') continue;
    const read = kind === 'deleted' ? null : await files.read(path);
    changes.push({
      path,
      before: kind === 'added' ? null : await git.readBlob(change.before.oid),
      after: read?.outcome === 'file' ? read.bytes : null,
    });
  }
  const differing = new Set(changes.map(({ path }) => path));
  // A page that was committed as it was sent is where it was.
  const unmoved = new Map<string, string>();
  for (const { id, path } of sent) {
    const read = differing.has(path) ? null : await files.read(path);
    if (read?.outcome === 'file' && (identityIn(read.bytes) ?? id) === id) unmoved.set(path, id);
  }
  return pagesAmong(changes, sent, unmoved);
}

/** A markdown file of two versions; null: not there. */
export interface ChangedFile {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** Which pages files are that differ between two versions; `unmoved`: pages whose files are known, by their paths. */
export function pagesAmong(
  changes: readonly ChangedFile[],
  sent: readonly KnownPage[],
  unmoved: ReadonlyMap<string, string> = new Map(),
): PagesHere {
  const here = new Map(unmoved);
  const nameless: FileText[] = [];
  const named: KnownPage[] = [];
  const older: KnownPage[] = [];
  for (const { path, before, after } of changes) {
    const was = before && pageBeforeChange({ path, text: plainText(before) }, identityIn(before), sent);
    if (was && (was.id !== namelessAt(path) || after === null)) older.push(was);
    if (after === null) continue;
    const id = identityIn(after);
    const file = { path, text: plainText(after) };
    if (id === null) nameless.push(file);
    else {
      here.set(path, id);
      named.push({ ...file, id });
    }
  }
  const pages = [...sent, ...older];
  const wasAt = new Map([...older, ...sent].map(({ id, path }) => [id, path]));
  const found = new Set(here.values());
  const isOpen = ({ id }: KnownPage): boolean => !found.has(id);
  const elsewhere = new Map(
    [...here].flatMap(([path, id]) => (wasAt.has(id) ? [[path, wasAt.get(id)!] as const] : [])),
  );
  for (const [path, id] of recognise(nameless, pages.filter(isOpen), elsewhere)) {
    here.set(path, id);
    found.add(id);
  }
  // An identity that no page has any more says nothing: the page was deleted in the service, and made anew from what was here.
  const renewed = new Map<string, string>();
  for (const { path, text, id } of named) {
    const page = wasAt.has(id) ? undefined : mostLike(text, sent.filter(isOpen));
    if (page === undefined) continue;
    renewed.set(id, page.id);
    here.set(path, page.id);
    found.add(page.id);
  }
  return new PagesHere(
    here,
    changes.map(({ path }) => path),
    renewed,
  );
}

/** Which page a version was that changed: one without an identity may be what was sent from its path. */
function pageBeforeChange(version: FileText, own: string | null, sent: readonly KnownPage[]): KnownPage {
  const made = sent.find(({ path, text }) => path === version.path && isMostly(text, version.text));
  return { ...version, id: own ?? made?.id ?? namelessAt(version.path) };
}

/** Which pages the files of the working tree are that differ from a commit. */
export class PagesHere {
  readonly #ids: Map<string, string>;
  readonly #differing: Set<string>;
  /** Pages that were made anew under other identities: those by the ones that their files still have. */
  readonly #renewed: ReadonlyMap<string, string>;

  constructor(
    ids: ReadonlyMap<string, string> = new Map(),
    differing: Iterable<string> = ids.keys(),
    renewed: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#ids = new Map(ids);
    this.#differing = new Set(differing);
    this.#renewed = renewed;
  }

  /** The page at a path; undefined: none is known there. */
  at(path: string): string | undefined {
    return this.#ids.get(path);
  }

  /** Where the files of a page are. */
  pathsOf(id: string): string[] {
    return [...this.#ids].flatMap(([path, each]) => (each === id ? [path] : []));
  }

  /** Whether somebody put another page, or a new one, where a page was or comes, and not only changed the page. */
  isAnother(path: string, id: string): boolean {
    if (!this.#differing.has(path)) return false;
    const own = this.#ids.get(path);
    return own === undefined ? this.pathsOf(id).length > 0 : own !== id;
  }

  /** Which page the bytes of a file are; null: that is not known. */
  pageOf(path: string, bytes: Uint8Array | null): string | null {
    if (bytes === null) return null;
    const own = identityIn(bytes);
    return own === null ? (this.at(path) ?? null) : (this.#renewed.get(own) ?? own);
  }

  /** The bytes of a file, without an identity that its page has no more. */
  withoutOld(bytes: Uint8Array): Uint8Array {
    const own = identityIn(bytes);
    const text = own !== null && this.#renewed.has(own) ? decodeText(bytes) : null;
    return text === null ? bytes : new TextEncoder().encode(withoutPageId(text));
  }

  /** Whether an edited file is another page than a version of what was, or comes, there. */
  isAnotherThan(version: Uint8Array | null, { path, ours }: Pick<EditedFile, 'path' | 'ours'>): boolean {
    const id = version && identityIn(version);
    if (ours === null || id === null) return false;
    return identityIn(ours) === null ? this.isAnother(path, id) : this.pageOf(path, ours) !== id;
  }

  /** A file went to another path. */
  carried(from: string, to: string): void {
    const id = this.#ids.get(from);
    this.#ids.delete(from);
    if (id !== undefined) this.#ids.set(to, id);
    this.#differing.add(from).add(to);
  }
}

/** What a page goes by that has no identity in a commit: its path there. */
export function namelessAt(path: string): string {
  return `at ${path}`;
}

function plainText(bytes: Uint8Array): string {
  return withoutPageId(roughText(bytes));
}

/** Whether a file here is another page than the one that the service has at its path. */
export function isAnotherPage(ours: Uint8Array | null, theirs: Uint8Array | null): boolean {
  const [own, other] = [ours && identityIn(ours), theirs && identityIn(theirs)];
  return own !== null && other !== null && own !== other;
}

/**
 * What a commit has of the page that a file here is: what it has at the file's path, unless somebody put another page there; null:
 * nothing.
 */
export async function pageBefore(
  git: GitRepository,
  commit: Oid | null,
  { id, committed }: { readonly id: string | null; readonly committed: Uint8Array | null },
): Promise<Uint8Array | null> {
  const known = committed && identityIn(committed);
  if (id === null || known === null || known === id || commit === null) return committed;
  const oid = await pageInCommit(git, commit, id);
  return oid === null ? null : git.readBlob(oid);
}

/** What a commit has of the page of an identity, wherever; null: nothing. */
export async function pageInCommit(git: GitRepository, commit: Oid, id: string): Promise<Oid | null> {
  for (const { path, oid } of await git.listTree(commit))
    if (path.endsWith('.md') && identityIn(await git.readBlob(oid)) === id) return oid;
  return null;
}
