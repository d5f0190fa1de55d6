import type { GitRepository, Oid, Version } from '../../git/port.ts';
import { baseOf } from '../versions/base-of.ts';
import { stateName } from './names.ts';

/**
 * A worker of a fleet works in a copy that it loses with its process, and with every race for the mirror. So it announces on the git
 * host what it noted of a space, before it sends a request that the note is about (SYNC-50): the reference of the space then names the
 * worker's state. Whoever works on the space next goes on from there.
 */
export const announcedRefs = 'refs/tidemark/announced/';

export function announcedRef(space: string): string {
  return `${announcedRefs}${stateName(space)}`;
}

/** The space that an announcement is about, as documents of the state name it. */
function spaceOf(ref: string): string {
  return ref.slice(announcedRefs.length);
}

/** Whether nothing is left to go on from: the state that is published has all of it. */
export async function isSettled(git: GitRepository, announced: Oid): Promise<boolean> {
  return (await git.entryAt(announced, 'state.json')) === null;
}

/**
 * What takes the place of an announcement once the state is published. Each one is another commit, so that a worker that saw an earlier
 * one cannot take its turn for the present one.
 */
export async function settledBy(git: GitRepository, state: Oid | null): Promise<Oid> {
  const at = state === null ? 0 : (await git.readCommit(state)).committer.at;
  const us = { name: 'Tidemark', email: 'tidemark@localhost', at };
  return git.write(async (writer) =>
    writer.addCommit({
      ...{ tree: await writer.updateTree(null, new Map()), parents: [], author: us, committer: us },
      message: `Published with the state ${state ?? 'of nobody'}\n`,
    }),
  );
}

/**
 * The published state with what was announced of one space since: its proposals and what else is remembered of its edits. Of the other
 * spaces nothing is taken, since others may be at work on them.
 */
export async function goOnFrom(
  git: GitRepository,
  { state, announced, ref }: { state: Oid | null; announced: Oid; ref: string },
): Promise<Oid> {
  const space = spaceOf(ref);
  const before = await documentsIn(git, await baseOf(git, state, announced));
  const [here, there] = [await documentsIn(git, state), await documentsIn(git, announced)];
  const changes = new Map<string, Version | null>();
  for (const path of new Set([...before.keys(), ...there.keys()])) {
    const [oid, was] = [there.get(path) ?? null, before.get(path) ?? null];
    // What tells of no single space is taken where nobody else has written it since.
    const isWanted =
      path.split('/').includes(space) || (!isOfSpace(path) && here.get(path) === before.get(path));
    if (oid !== was && isWanted) changes.set(path, oid === null ? null : { mode: '100644', oid });
  }
  const { at } = (await git.readCommit(announced)).committer;
  const us = { name: 'Tidemark', email: 'tidemark@localhost', at };
  const tree = state === null ? null : await git.treeOf(state);
  return git.write(async (writer) =>
    writer.addCommit({
      tree: await writer.updateTree(tree, changes),
      parents: [...(state === null ? [] : [state]), announced],
      author: us,
      committer: us,
      message: 'State of the sync, with what was announced\n',
    }),
  );
}

/** Documents that tell of one space each, by the folder that they are in. */
function isOfSpace(path: string): boolean {
  return /^(?:clones\/[^/]+\/)?(?:proposals|declined)\//u.test(path);
}

/** The documents that an announcement is about: not the root, and not what the mirror holds, which is read again. */
async function documentsIn(git: GitRepository, commit: Oid | null): Promise<ReadonlyMap<string, Oid>> {
  if (commit === null) return new Map();
  const files = (await git.listTree(commit)).filter(
    ({ path }) => path !== 'state.json' && !path.startsWith('spaces/'),
  );
  return new Map(files.map(({ path, oid }) => [path, oid]));
}
