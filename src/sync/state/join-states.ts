import type { GitRepository, Oid, Version } from '../../git/port.ts';
import { baseOf } from '../versions/base-of.ts';
import { knownCloneName } from './clone.ts';
import { stateName } from './names.ts';
import { clonesFolder } from './store.ts';

/**
 * Joins this clone's state with one that others wrote meanwhile: documents of single clones come from each clone; everything else
 * stays as it is here, because both sides can find it again. Returns a commit that follows both.
 */
export async function joinStates(
  git: GitRepository,
  { ours, theirs, at }: { ours: Oid; theirs: Oid; at: number },
): Promise<Oid> {
  const name = await knownCloneName(git);
  const own = name === null ? null : `${clonesFolder}${stateName(name)}/`;
  const base = await baseOf(git, ours, theirs);
  const [before, there] = [await clonesIn(git, base), await clonesIn(git, theirs)];
  const changes = new Map<string, Version | null>();
  for (const path of new Set([...before.keys(), ...there.keys()])) {
    if (own !== null && path.startsWith(own)) continue;
    const oid = there.get(path) ?? null;
    if (oid !== (before.get(path) ?? null)) changes.set(path, oid === null ? null : { mode: '100644', oid });
  }
  const us = { name: 'Tidemark', email: 'tidemark@localhost', at };
  const tree = await git.treeOf(ours);
  return git.write(async (writer) =>
    writer.addCommit({
      tree: await writer.updateTree(tree, changes),
      parents: [ours, theirs],
      author: us,
      committer: us,
      message: 'State of the sync, of several clones\n',
    }),
  );
}

async function clonesIn(git: GitRepository, commit: Oid | null): Promise<ReadonlyMap<string, Oid>> {
  if (commit === null) return new Map();
  const files = await git.listTree(commit, { under: clonesFolder.slice(0, -1) });
  return new Map(files.map(({ path, oid }) => [path, oid]));
}
