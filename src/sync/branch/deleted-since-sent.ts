import type { Oid } from '../../git/port.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { partsOf } from '../compare-texts.ts';
import { plainText } from '../versions/identity.ts';
import type { LocalPlaces } from './moved-away.ts';
import { targetsOf } from './summary-pages.ts';

/**
 * Finds the new pages that their writer deleted after they were sent: neither the branch's commit nor a file has them, and the edited table of
 * contents has no line for them, while the table that was sent had one. A file that is only missing proves nothing: its writer may have put it
 * aside, or have gone back to an older commit. Then the table of contents has nothing else of what was sent either.
 *
 * @returns Their paths, at which the branch must not bring their files back.
 */
export async function deletedSinceSent(
  { git, files }: Pick<BranchPorts, 'git' | 'files'>,
  from: Oid | null,
  { here, accepted }: LocalPlaces,
): Promise<readonly string[]> {
  const deleted: string[] = [];
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
      if (from !== null && (await git.entryAt(from, path)) !== null) continue;
      if ((await files.stat(path)) === null) deleted.push(path);
    }
  }
  return deleted;
}

/** Whether a table of contents has an entry that was sent, and that an older version lacks. */
function hasSomeOf(now: string, { sent, older }: { readonly sent: string; readonly older: string }): boolean {
  const [before, own] = [new Set(partsOf(older, true)), new Set(partsOf(now, true))];
  return partsOf(sent, true).some((part) => !before.has(part) && own.has(part));
}
