import type { Oid } from '../../git/port.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { partsOf } from '../compare-texts.ts';
import { plainText } from '../versions/identity.ts';
import { findInCommit } from '../versions/places.ts';
import type { LocalPlaces } from './moved-away.ts';
import { targetsOf } from './summary-pages.ts';

/** Pages that a table of contents no longer has where they were sent. */
export interface RemovedSinceSent {
  /** Where pages were sent from that their writer has deleted or moved back since: the branch must not bring files there. */
  readonly left: readonly string[];
  /** The older paths of those that were moved back. The branch has these files as they are, so nothing else tells that they stay. */
  readonly back: readonly string[];
}

/**
 * Finds the pages that their writer deleted or moved back after they were sent: no file has them where they were sent from, and the edited
 * table of contents has no line for that path, while the table that was sent had one. A page that the branch's commit does not have either
 * was deleted; one that the commit has, and the table names there, was moved back. A file that is only missing proves nothing: its writer may
 * have put it aside, or have gone back to an older commit. Then the table of contents has nothing else of what was sent either.
 */
export async function removedSinceSent(
  { git, files }: Pick<BranchPorts, 'git' | 'files'>,
  from: Oid | null,
  { here, accepted }: LocalPlaces,
): Promise<RemovedSinceSent> {
  const left: string[] = [];
  const back: string[] = [];
  for (const table of accepted.filter(({ id }) => id === null)) {
    const local = await files.read(table.path);
    const committed = from === null ? null : await git.entryAt(from, table.path);
    if (local.outcome !== 'file') continue;
    const older = committed === null ? '' : plainText(await git.readBlob(committed.oid));
    // Whoever went back to an older commit lacks all that was sent.
    if (!hasSomeOf(plainText(local.bytes), { sent: table.text, older })) continue;
    const [now, before] = [targetsOf(local.bytes), targetsOf(new TextEncoder().encode(table.text))];
    const folder = table.path.slice(0, table.path.lastIndexOf('/') + 1);
    for (const { id, path, target } of accepted) {
      if (id === null || path !== target || !path.startsWith(folder)) continue;
      const listed = path.slice(folder.length);
      if (!before.has(listed) || now.has(listed) || here.pathsOf(id).length > 0) continue;
      if ((await files.stat(path)) !== null) continue;
      const page = from === null ? null : await findInCommit(git, from, id);
      if (page !== null) {
        const isListed = page.path.startsWith(folder) && now.has(page.path.slice(folder.length));
        if (!isListed || (await files.stat(page.path)) === null) continue;
        back.push(page.path);
      }
      left.push(path);
    }
  }
  return { left, back };
}

/** Whether a table of contents has an entry that was sent, and that an older version lacks. */
function hasSomeOf(now: string, { sent, older }: { readonly sent: string; readonly older: string }): boolean {
  const [before, own] = [new Set(partsOf(older, true)), new Set(partsOf(now, true))];
  return partsOf(sent, true).some((part) => !before.has(part) && own.has(part));
}
