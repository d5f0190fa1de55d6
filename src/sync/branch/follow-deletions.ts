import { isMarkdownPath, mergeFile } from '../../content/index.ts';
import type { PathChange } from '../../git/port.ts';
import { startingVersion } from '../versions/base-of.ts';
import { identityIn } from '../versions/identity.ts';
import { movesIn } from '../versions/moves.ts';
import { keyWithoutId, pageInCommit } from '../versions/places.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { Accepted } from './accepted.ts';
import { carry } from './follow-moves.ts';
import type { CarryNoted, FollowedMove } from './follow-moves.ts';
import { retitledHere } from './retitled.ts';

/**
 * Carries each page that was only moved here, and that the new commit no longer has, back to its old path before the branch moves: there
 * it goes like a page that nobody moved. A page with an edit stays where it is. The function that it returns takes the carries back.
 */
export async function followDeletions(
  ports: BranchPorts,
  { from, to, here, accepted }: FollowedMove & { readonly accepted: Accepted },
  carryNoted: CarryNoted,
): Promise<() => Promise<void>> {
  const done: { readonly path: string; readonly local: string }[] = [];
  const changes = from === null ? [] : await ports.git.diffTrees(from, to);
  const left = changes.filter(({ path, after }) => after === null && isMarkdownPath(path));
  const moved = new Set(
    left.length === 0 ? [] : (await movesIn(ports.git, changes)).map((move) => move.from),
  );
  const isRetitled = retitledHere(ports, from);
  for (const { path, before } of left) {
    // A page that this clone deleted has no file: a file with its identity is another page, such as one in the folder of another space.
    const isOwn = accepted.removed.some((each) => each.path === path);
    if (before === null || isOwn || moved.has(path) || (await ports.files.stat(path)) !== null) continue;
    const id = identityIn(await ports.git.readBlob(before.oid)) ?? keyWithoutId(path);
    for (const local of here.pathsOf(id))
      if (
        (await pageInCommit(ports.git, to, id)) === null &&
        (await isOnlyMoved(ports, { path, local, before, id }, { here, accepted, isRetitled })) &&
        (await carryNoted({ from: local, to: path, base: before.oid }))
      )
        done.push({ path, local });
  }
  return async () => {
    for (const { path, local } of done.reverse()) await carry(ports, path, local);
  };
}

interface KnownOfDeletions {
  readonly here: FollowedMove['here'];
  readonly accepted: Accepted;
  readonly isRetitled: ReturnType<typeof retitledHere>;
}

/** A page that the new commit does not have, and a file of it at another path. */
interface MovedPage {
  /** The page's path in the branch's commit. */
  readonly path: string;
  readonly local: string;
  readonly before: NonNullable<PathChange['before']>;
  readonly id: string;
}

/** Whether a person changed nothing of a page but its path: neither its text nor its title in the table of contents. */
async function isOnlyMoved(
  { git, files }: BranchPorts,
  { path, local, before, id }: MovedPage,
  { here, accepted, isRetitled }: KnownOfDeletions,
): Promise<boolean> {
  const read = await files.read(local);
  if (read.outcome !== 'file') return false;
  const ours = here.withoutOld(local, read.bytes);
  const sent = accepted.pages.find((page) => page.id === id);
  const committed = await git.readBlob(before.oid);
  const base = await startingVersion(git, { sent, committed, local: ours });
  const merged = mergeFile(local, { base, ours, theirs: null });
  if (merged.outcome !== 'merged' || merged.bytes !== null) return false;
  return !(await isRetitled({ from: path, to: local }));
}
