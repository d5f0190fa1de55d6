import { mergePage, mergeSummary } from '../../content/index.ts';
import { contentId } from '../../files/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { containsLines, linesWithText } from '../compare-texts.ts';
import { mirrorRef } from '../mirror/tip.ts';
import { baseOf } from '../versions/base-of.ts';
import { plainText } from '../versions/identity.ts';
import type { AcceptedPage } from './accepted.ts';

/** What the branch had when something was sent from it, and what it has followed of the service since. */

/**
 * A page as it was sent, if nobody has committed its file since: then what was sent is newer than the branch's version. A commit that came after
 * the sending is newer than what was sent.
 *
 * @param committed The version in the branch's commit `at`; null: it has none.
 */
export async function newerThanCommitted(
  git: GitRepository,
  sent: AcceptedPage | undefined,
  { committed, at }: { readonly committed: Uint8Array | null; readonly at: Oid | null },
): Promise<AcceptedPage | undefined> {
  if (sent === undefined || committed === null) return sent;
  const mirror = await git.resolveRef(mirrorRef);
  const followed = await followedSince(git, sent, { at, mirror });
  // An entry that the service took out of the table of contents is the only place of a title that its writer gave it there.
  // A table that was sent with all that the branch has followed since is still newer than the branch's version.
  if (sent.id === null && followed?.isIn(sent.text) === true && followed.had === plainText(committed))
    return sent;
  if (sent.id === null || followed === null) {
    const isTitleAlone = sent.title !== undefined && plainText(committed) === sent.text;
    return isTitleAlone || (await wasCommittedBefore(git, sent, contentId(committed))) ? sent : undefined;
  }
  if (followed.had !== plainText(committed)) return undefined;
  const text = followed.by(sent.text);
  return text === null ? undefined : { ...sent, text };
}

/** What the service has changed in a page since it was sent, as far as the branch has followed: no writer of the branch made this change. */
export interface FollowedChange {
  /** A version from the time of the sending, with the change; null: only a person can join the two. */
  by(text: string): string | null;
  /** The version that the branch had when the page was sent, with the change; null: it had none, or only a person can join the two. */
  readonly had: string | null;
  /** Whether the service only added lines, and a version has all of them. */
  isIn(text: string): boolean;
}

/** @param sides.at The branch's commit. Returns null where the branch has followed no change of the page. */
export async function followedSince(
  git: GitRepository,
  { id, path, target, sentAt }: AcceptedPage,
  { at, mirror }: { readonly at: Oid | null; readonly mirror: Oid | null },
): Promise<FollowedChange | null> {
  if (sentAt === null || !(await git.has(sentAt))) return null;
  const [from, to] = [await baseOf(git, sentAt, mirror), await baseOf(git, at, mirror)];
  if (from === to) return null;
  const [before] = await entriesWhenSent(git, from, [path, target]);
  const [now] = await entriesWhenSent(git, to, [path, target]);
  if (!before || !now || before.oid === now.oid) return null;
  const read = async ({ oid }: { readonly oid: Oid }): Promise<string> => plainText(await git.readBlob(oid));
  const [base, theirs] = [await read(before), await read(now)];
  const [then] = await entriesWhenSent(git, sentAt, [path, target]);
  const by = (text: string): string | null => {
    const versions = { base, ours: text, theirs };
    const merged = id === null ? mergeSummary(versions) : mergePage(versions);
    return 'conflicts' in merged && merged.conflicts.length > 0 ? null : merged.text;
  };
  const had = then === undefined ? null : by(await read(then));
  const isIn = (text: string): boolean =>
    containsLines(theirs, base) && containsLines(text, theirs, new Set(linesWithText(base)));
  return { by, had, isIn };
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
