import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../files/index.ts';
import type { RepositoryPlace } from './port.ts';

/** The files in which a working tree notes the branch that it is on, or that it rebases while its HEAD is detached. */
const notes = ['HEAD', 'rebase-merge/head-name', 'rebase-apply/head-name'];

/** The branches that a repository's other working trees are on: the main one, unless the repository is bare, and the linked ones. */
export function branchesOfOtherTrees(
  { gitDir, commonDir }: RepositoryPlace,
  { isBare }: { isBare: boolean },
): ReadonlySet<string> {
  const linked = path.join(commonDir, 'worktrees');
  const names = existsSync(linked) ? readdirSync(linked) : [];
  const others = [...(isBare ? [] : [commonDir]), ...names.map((name) => path.join(linked, name))].filter(
    (each) => each !== gitDir,
  );
  const branches = others.flatMap((folder) => notes.map((note) => branchIn(path.join(folder, note))));
  return new Set(branches.filter((branch) => branch !== null));
}

function branchIn(file: string): string | null {
  try {
    return /^(?:ref: )?(refs\/heads\/.+?)\s*$/u.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}
