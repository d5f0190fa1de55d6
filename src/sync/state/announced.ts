import type { GitRepository, Oid, Version } from '../../git/port.ts';
import { baseOf } from '../versions/base-of.ts';
import { stateName } from './names.ts';

/**
 * Announcements of a fleet's workers. A worker loses its copy of the repository with its process, and with every race for the
 * mirror that it loses. So, before it sends a request, it announces on the git host the note that it made about the space
 * (SYNC-50): the space's reference then points to the worker's state. Whichever worker handles the space next continues from
 * there.
 */
export const announcedRefs = 'refs/tidemark/announced/';

export function announcedRef(space: string): string {
  return `${announcedRefs}${stateName(space)}`;
}

/** The space that an announcement is about, as documents of the state name it. */
function spaceOf(ref: string): string {
  return ref.slice(announcedRefs.length);
}

/** Whether nothing is left to continue, because the published state has all of it. */
export async function isFullyPublished(git: GitRepository, announced: Oid): Promise<boolean> {
  return (await git.entryAt(announced, 'state.json')) === null;
}

/**
 * The commit that replaces an announcement once the state is published. Each is a new commit, so that a worker that saw an
 * earlier one cannot mistake it for the present one.
 */
export async function closedAnnouncement(git: GitRepository, state: Oid | null): Promise<Oid> {
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
 * The published state, with what was announced of one space since: its proposals, and what else is remembered of its edits.
 * Nothing is taken of other spaces, because other workers may be handling them.
 */
export async function resumeFrom(
  git: GitRepository,
  { state, announced, ref }: { state: Oid | null; announced: Oid; ref: string },
): Promise<Oid> {
  const space = spaceOf(ref);
  const before = await documentsIn(git, await baseOf(git, state, announced));
  const [here, there] = [await documentsIn(git, state), await documentsIn(git, announced)];
  const changes = new Map<string, Version | null>();
  for (const path of new Set([...before.keys(), ...there.keys()])) {
    const [oid, was] = [there.get(path) ?? null, before.get(path) ?? null];
    // A document that belongs to no single space is taken where nobody else has written it since.
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

/** Whether a document belongs to a single space, judged by its folder. */
function isOfSpace(path: string): boolean {
  return /^(?:clones\/[^/]+\/)?(?:proposals|declined)\//u.test(path);
}

/** The documents that an announcement is about: neither the root nor what the mirror has, which is read again. */
async function documentsIn(git: GitRepository, commit: Oid | null): Promise<ReadonlyMap<string, Oid>> {
  if (commit === null) return new Map();
  const files = (await git.listTree(commit)).filter(
    ({ path }) => path !== 'state.json' && !path.startsWith('spaces/'),
  );
  return new Map(files.map(({ path, oid }) => [path, oid]));
}
