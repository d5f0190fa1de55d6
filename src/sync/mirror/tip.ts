import type { GitRepository, Oid, Version } from '../../git/port.ts';
import { trailersOf } from './commit-text.ts';
import type { MirrorTrailers } from './commit-text.ts';

export const mirrorRef = 'refs/remotes/docs/main';

/** The newest commit of the mirror, and its tree. */
export interface Tip {
  readonly commit: Oid | null;
  readonly tree: Oid | null;
}

export async function readTip(git: GitRepository): Promise<Tip> {
  const commit = await git.resolveRef(mirrorRef);
  return { commit, tree: commit === null ? null : await git.treeOf(commit) };
}

/** A file's path in the repository, from its path in a space's folder. */
export function inFolder(folder: string, path: string): string {
  return folder === '.' ? path : `${folder}/${path}`;
}

/** A file's path in a space's folder, from its path in the repository; null for a file outside of the folder. */
export function outOfFolder(folder: string, path: string): string | null {
  if (folder === '.') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

/** A space's folder, as readers of trees take it. */
export function belowFolder(folder: string): { readonly under: string } {
  return { under: folder === '.' ? '' : folder };
}

/** Whether a repository path belongs to the mirror's own files and to no space. */
export function isMetadataPath(path: string): boolean {
  return path === '.tidemark' || path.startsWith('.tidemark/');
}

/**
 * A file's path in a space's folder, from its path in the repository; null for one of the mirror's own files, and for a file of
 * another space or of none.
 */
export function pathInSpace(
  { folder, others }: { readonly folder: string; readonly others: readonly string[] },
  path: string,
): string | null {
  const inner = outOfFolder(folder, path);
  if (inner === null || (folder === '.' && isMetadataPath(path))) return null;
  return others.some((other) => other !== folder && path.startsWith(`${other}/`)) ? null : inner;
}

/** The changes that make a space's folder in `tree` hold exactly `files`. */
export async function folderChanges(
  git: GitRepository,
  tree: Oid | null,
  folder: string,
  files: ReadonlyMap<string, Oid>,
): Promise<Map<string, Version | null>> {
  const changes = new Map<string, Version | null>();
  const present = new Map<string, Oid>();
  if (tree !== null)
    for (const { path, oid } of await git.listTree(tree, belowFolder(folder))) {
      if (folder === '.' && isMetadataPath(path)) continue;
      present.set(path, oid);
    }
  for (const [path, oid] of files) {
    const whole = inFolder(folder, path);
    if (present.get(whole) !== oid) changes.set(whole, { mode: '100644', oid });
    present.delete(whole);
  }
  for (const path of present.keys()) changes.set(path, null);
  return changes;
}

/** The newest of the mirror's last commits that has a revision; null when none has. */
export async function commitOfRevision(
  git: GitRepository,
  tip: Oid | null,
  { space, revision }: { space: string; revision: string },
  limit = 300,
): Promise<Oid | null> {
  return newestOf(git, tip, limit, (trailers) => trailers.space === space && trailers.revision === revision);
}

/** The mirror's newest commit with the merge of a change request; null if none of the last 10,000 commits has it. */
export async function commitOfMerge(
  git: GitRepository,
  tip: Oid | null,
  { space, number }: { space: string; number: number },
): Promise<Oid | null> {
  const isMerge = (trailers: MirrorTrailers): boolean =>
    trailers.space === space && trailers.changeRequest === number;
  return newestOf(git, tip, mostMergeCommits, isMerge);
}

const mostMergeCommits = 10_000;

async function newestOf(
  git: GitRepository,
  tip: Oid | null,
  limit: number,
  isWanted: (trailers: MirrorTrailers) => boolean,
): Promise<Oid | null> {
  if (tip === null) return null;
  for await (const commit of git.log(tip, { limit, firstParent: true })) {
    const trailers = trailersOf(commit);
    if (trailers !== null && isWanted(trailers)) return commit.oid;
  }
  return null;
}
