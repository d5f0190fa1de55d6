import type { GitRepository, Oid, Version } from '../git/port.ts';
import { knownCloneName } from '../sync/state/clone.ts';
import { printJson } from '../sync/state/json.ts';
import { stateName } from '../sync/state/names.ts';
import { emptyRoot } from '../sync/state/records.ts';
import { clonesFolder } from '../sync/state/store.ts';
import { tidemarkAt } from '../sync/tidemark.ts';
import { baseOf } from '../sync/versions/base-of.ts';

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

/** Whether nothing is left to continue, because the published state has all of it. */
export async function isFullyPublished(git: GitRepository, announced: Oid): Promise<boolean> {
  return (await git.entryAt(announced, 'state.json')) === null;
}

/**
 * The commit that replaces an announcement once the state is published. Each is a new commit, so that a worker that saw an
 * earlier one cannot mistake it for the present one.
 */
export async function closedAnnouncement(git: GitRepository, state: Oid | null): Promise<Oid> {
  const us = tidemarkAt(state === null ? 0 : (await git.readCommit(state)).committer.at);
  return git.write(async (writer) =>
    writer.addCommit({
      ...{ tree: await writer.updateTree(null, new Map()), parents: [], author: us, committer: us },
      message: `Published with the state ${state ?? 'of nobody'}\n`,
    }),
  );
}

/**
 * The published state, with what was announced of one space since: its proposals, and what else is remembered of its edits.
 * Nothing is taken of other spaces, because other workers may be handling them, nor what the mirror has, which is read again.
 */
export async function resumeFrom(
  git: GitRepository,
  { state, announced, ref }: { state: Oid | null; announced: Oid; ref: string },
): Promise<Oid> {
  const space = ref.slice(announcedRefs.length);
  return joined(git, {
    ...{ ours: state, theirs: announced, message: 'State of the sync, with what was announced\n' },
    takes: (path, isOursNew) => {
      if (path === 'state.json' || path.startsWith('spaces/')) return false;
      // A document that belongs to no single space is taken where nobody else has written it since.
      return path.split('/').includes(space) || (!isOfSpace(path) && !isOursNew);
    },
  });
}

/** Whether a document belongs to a single space, judged by its folder. */
function isOfSpace(path: string): boolean {
  return /^(?:clones\/[^/]+\/)?(?:proposals|declined)\//u.test(path);
}

/**
 * Joins this clone's state with one that others wrote meanwhile: documents of single clones come from each clone; everything else
 * stays as it is here, because both sides can find it again. Returns a commit that follows both.
 */
export async function joinStates(
  git: GitRepository,
  { ours, theirs }: { ours: Oid; theirs: Oid },
): Promise<Oid> {
  const name = await knownCloneName(git);
  const own = name === null ? null : `${clonesFolder}${stateName(name)}/`;
  return joined(git, {
    ...{ ours, theirs, message: 'State of the sync, of several clones\n' },
    takes: (path) => path.startsWith(clonesFolder) && (own === null || !path.startsWith(own)),
  });
}

/** A state with what another one has changed since both were the same, as far as it is taken over. */
async function joined(
  git: GitRepository,
  {
    ours,
    theirs,
    message,
    takes,
  }: {
    ours: Oid | null;
    theirs: Oid;
    message: string;
    takes: (path: string, isOursNew: boolean) => boolean;
  },
): Promise<Oid> {
  const [before, here, there] = [
    await documentsIn(git, await baseOf(git, ours, theirs)),
    await documentsIn(git, ours),
    await documentsIn(git, theirs),
  ];
  const changes = new Map<string, Version | null>();
  for (const path of new Set([...before.keys(), ...there.keys()])) {
    const [was, oid] = [before.get(path), there.get(path)];
    if (oid !== was && takes(path, here.get(path) !== was))
      changes.set(path, oid === undefined ? null : { mode: '100644', oid });
  }
  const us = tidemarkAt((await git.readCommit(theirs)).committer.at);
  const tree = ours === null ? null : await git.treeOf(ours);
  return git.write(async (writer) => {
    // Somebody took the state away: without this document, the joined state would count as damaged, and nothing would work again.
    if (ours === null)
      changes.set('state.json', { mode: '100644', oid: writer.addBlob(printJson(emptyRoot)) });
    return writer.addCommit({
      ...{ tree: await writer.updateTree(tree, changes), author: us, committer: us, message },
      parents: [...(ours === null ? [] : [ours]), theirs],
    });
  });
}

async function documentsIn(git: GitRepository, commit: Oid | null): Promise<ReadonlyMap<string, Oid>> {
  const files = commit === null ? [] : await git.listTree(commit);
  return new Map(files.map(({ path, oid }) => [path, oid]));
}
