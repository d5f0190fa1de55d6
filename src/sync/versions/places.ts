import type { GitRepository, Oid, PathChange } from '../../git/port.ts';
import type { BranchPorts } from '../branch/follow.ts';
import { identityIn } from './identity.ts';

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

/** Where the page of an identity lies here, but for one path: files that nobody has committed come first. null: nowhere. */
export async function pageHere(
  ports: BranchPorts,
  id: string,
  { but }: { but?: string } = {},
): Promise<{ readonly path: string; readonly committed: boolean } | null> {
  for await (const { path, bytes, kind } of localPages(ports, await ports.git.resolveRef('HEAD')))
    if (path !== but && identityIn(bytes) === id) return { path, committed: kind !== 'added' };
  return null;
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
  { ours, committed }: { readonly ours: Uint8Array | null; readonly committed: Uint8Array | null },
): Promise<Uint8Array | null> {
  const id = ours && isAnotherPage(ours, committed) ? identityIn(ours) : null;
  if (id === null || commit === null) return committed;
  const oid = await pageInCommit(git, commit, id);
  return oid === null ? null : git.readBlob(oid);
}

/** What a commit has of the page of an identity, wherever; null: nothing. */
export async function pageInCommit(git: GitRepository, commit: Oid, id: string): Promise<Oid | null> {
  for (const { path, oid } of await git.listTree(commit))
    if (path.endsWith('.md') && identityIn(await git.readBlob(oid)) === id) return oid;
  return null;
}
