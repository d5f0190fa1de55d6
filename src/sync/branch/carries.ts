import type { Oid } from '../../git/port.ts';
import { carry } from './follow-moves.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { Carry, Journal } from '../state/journal.ts';
import { holdsAll } from '../compare-texts.ts';
import { identityIn } from '../versions/identity.ts';
import { localPages } from '../versions/places.ts';

/**
 * After a kill: where the branch did not move after all, what was carried goes back; but for what the person has committed at
 * its new place meanwhile, which taken away would be their deletion.
 */
export async function settleCarries(ports: BranchPorts, journal: Journal): Promise<void> {
  const { git, files } = ports;
  if (journal.carries.length === 0 || (await git.workInProgress()).length > 0) return;
  for (const each of journal.carries) {
    const { from, to, id, ref, commit } = each;
    const at = await git.resolveRef(ref);
    const reached = at !== null && (at === commit || (await git.isAncestor(commit, at)));
    const moved = reached || (at !== null && (await git.entryAt(at, to)) !== null);
    if (!moved) journal.moveStale(to, from);
    const [here, there] = [await files.read(from), await files.read(to)];
    const onlyCopy = moved && !reached && here.outcome === 'missing';
    if ((!moved || onlyCopy) && (await wasMovedOn(ports, each, { head: at, committed: onlyCopy }))) {
      // The person has it at a third place: what lies at these two is what the kill left there.
      for (const path of [from, to]) await files.remove(path, id);
    } else if (here.outcome === 'file' && there.outcome === 'file') {
      await settleTwo(ports, each, { here, there, reached, moved });
    } else if (!moved && there.outcome === 'file') await carry(ports, to, from);
  }
  journal.carry([]);
}

/** One of the two files is the copy that the kill left behind: the one that nobody has touched since. */
async function settleTwo(
  ports: BranchPorts,
  { from, to, id, commit }: Carry,
  {
    here,
    there,
    reached,
    moved,
  }: { here: FileRead; there: FileRead; /** The branch got there. */ reached: boolean; moved: boolean },
): Promise<void> {
  const { git, files } = ports;
  if (moved && !reached && there.id === id && here.id !== id && isSamePage(here.bytes, there.bytes)) {
    // Both were committed, and the old one was worked on: the carry is finished with what the person has now.
    if ((await files.replace(to, id, here.bytes)).outcome === 'replaced') await files.remove(from, here.id);
    return;
  }
  // A save between the note and the carry went along with it: then the two are the same, but not what was noted.
  const known = here.id === there.id ? here.id : id;
  if (moved) {
    const tracked = reached && (await git.entryAt(commit, from)) !== null;
    if (!tracked && here.id === known) await files.remove(from, known);
  } else if (there.id === known) await files.remove(to, known);
  else if (here.id === id && (await files.remove(from, id)).outcome === 'removed')
    await carry(ports, to, from);
}

interface FileRead {
  readonly id: Oid;
  readonly bytes: Uint8Array;
}

function isSamePage(one: Uint8Array, other: Uint8Array): boolean {
  const id = identityIn(one);
  return id !== null && id === identityIn(other);
}

/**
 * Whether the person has moved on what was being carried: the same bytes, or the same page with every line of them, lies at a
 * third place. A copy that somebody cut down is no such thing.
 */
async function wasMovedOn(
  ports: BranchPorts,
  { from, to, id }: Pick<Carry, 'from' | 'to' | 'id'>,
  { head, committed }: { head: Oid | null; /** Perhaps with a commit. */ committed: boolean },
): Promise<boolean> {
  const left = (await Promise.all([from, to].map((path) => ports.files.read(path)))).find(
    (read) => read.outcome === 'file',
  );
  const page = left && identityIn(left.bytes);
  for await (const here of localPages(ports, head, committed ? undefined : ['added'])) {
    if (here.path === from || here.path === to) continue;
    const isPage = page && identityIn(here.bytes) === page;
    // Among all that is committed, equal bytes alone may be two pages.
    if ((!committed && here.id === id) || (isPage && holdsAll(here.bytes, left.bytes))) return true;
  }
  return false;
}
