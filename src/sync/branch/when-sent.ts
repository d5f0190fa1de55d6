import { contentId } from '../../files/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { AcceptedPage } from './accepted.ts';

/** What the branch had when something was sent from it. */

/**
 * Whether a page was sent from a file that nobody has committed since: then what was sent is newer than the branch's version. A commit
 * that came after the sending is newer than what was sent.
 *
 * @param committed The branch's version of the page; null: it has none.
 */
export async function isSentNewer(
  git: GitRepository,
  page: AcceptedPage,
  committed: Oid | null,
): Promise<boolean> {
  return committed === null || wasCommittedBefore(git, page, committed);
}

/** A page as it was sent, if the branch has no newer version of it. `committed`: the branch's version. */
export async function newerThanCommitted(
  git: GitRepository,
  sent: AcceptedPage | undefined,
  committed: Uint8Array | null,
): Promise<AcceptedPage | undefined> {
  if (sent === undefined || committed === null) return sent;
  return (await isSentNewer(git, sent, contentId(committed))) ? sent : undefined;
}

/** Whether the branch already had a version when the page was sent, at the page's present path or at its path then. */
export async function wasCommittedBefore(
  git: GitRepository,
  { path, target, sentAt }: AcceptedPage,
  oid: Oid,
): Promise<boolean> {
  const then = await entriesWhenSent(git, sentAt, [path, target]);
  if (then.some((entry) => entry.oid === oid)) return true;
  return (
    sentAt !== null &&
    (await git.has(sentAt)) &&
    (await git.listTree(sentAt)).some((entry) => entry.oid === oid)
  );
}

/** What the branch had at these paths when something was sent; empty for a commit that was rewritten, and may be gone by now. */
export async function entriesWhenSent(
  git: GitRepository,
  sentAt: Oid | null,
  paths: readonly string[],
): Promise<readonly { readonly oid: Oid }[]> {
  if (sentAt === null || !(await git.has(sentAt))) return [];
  const entries = await Promise.all(paths.map((path) => git.entryAt(sentAt, path)));
  return entries.filter((entry) => entry !== null);
}
