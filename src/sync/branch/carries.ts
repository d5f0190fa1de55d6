import type { Oid } from '../../git/port.ts';
import { carry } from './follow-moves.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { Carry, Journal } from '../state/journal.ts';
import { containsAllLines } from '../compare-texts.ts';
import { identityIn } from '../versions/identity.ts';
import { localPages } from '../versions/places.ts';

/**
 * Finishes or undoes each move of a file that a killed process began. Where the branch did not move after all, the file goes back. A
 * file that the person has meanwhile committed at the new path stays there: taking it away would count as their deletion.
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
      // The person has the page at a third path: the kill left the files at these two paths.
      for (const path of [from, to]) await files.remove(path, id);
    } else if (here.outcome === 'file' && there.outcome === 'file') {
      await settleTwo(ports, each, { here, there, reached, moved });
    } else if (!moved && there.outcome === 'file') await carry(ports, to, from);
  }
  journal.carry([]);
}

/** Removes the copy that the kill left: of the two files, the copy is the one that nobody has touched since. */
async function settleTwo(
  ports: BranchPorts,
  { from, to, id, commit }: Carry,
  {
    here,
    there,
    reached,
    moved,
  }: {
    here: FileRead;
    there: FileRead;
    /** The branch reached the commit that the file was carried for. */
    reached: boolean;
    moved: boolean;
  },
): Promise<void> {
  const { git, files } = ports;
  if (moved && !reached && there.id === id && here.id !== id && isSamePage(here.bytes, there.bytes)) {
    // Both files were committed, and the person went on working on the old one: we finish the carry with the text that the person
    // has now.
    if ((await files.replace(to, id, here.bytes)).outcome === 'replaced') await files.remove(from, here.id);
    return;
  }
  // A save between the note and the carry was carried along: then the two files are equal, but differ from what was noted.
  const known = here.id === there.id ? here.id : id;
  if (moved) {
    const tracked = reached && (await git.entryAt(commit, from)) !== null;
    if (!tracked) await files.remove(from, known);
  } else if (there.id === known) await files.remove(to, known);
  else if ((await files.remove(from, id)).outcome === 'removed') await carry(ports, to, from);
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
 * Whether the person has moved the carried file on: a third path has the same bytes, or the same page with every line of the
 * file. A copy that somebody shortened does not count.
 */
async function wasMovedOn(
  ports: BranchPorts,
  { from, to, id }: Pick<Carry, 'from' | 'to' | 'id'>,
  {
    head,
    committed,
  }: { head: Oid | null; /** True when the person may have committed the move. */ committed: boolean },
): Promise<boolean> {
  const left = (await Promise.all([from, to].map((path) => ports.files.read(path)))).find(
    (read) => read.outcome === 'file',
  );
  const page = left && identityIn(left.bytes);
  for await (const here of localPages(ports, head, committed ? undefined : ['added'])) {
    if (here.path === from || here.path === to) continue;
    const isPage = page && identityIn(here.bytes) === page;
    // Among all committed files, two with equal bytes may be two pages.
    if ((!committed && here.id === id) || (isPage && containsAllLines(here.bytes, left.bytes))) return true;
  }
  return false;
}
