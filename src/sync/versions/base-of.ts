import { decodeText, mergePage, withoutPageId } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { filledLines, holdsAll } from '../compare-texts.ts';

/**
 * Which base: of two commits, of a local text, of a save that came in while a file was being replaced, and of what was sent. Nobody
 * chooses one for themselves.
 */

/** The newest commit that two versions come from; null: they have none in common, or one of them is not there. */
export async function baseOf(
  git: Pick<GitRepository, 'mergeBase'>,
  one: Oid | null,
  other: Oid | null,
): Promise<Oid | null> {
  return one === null || other === null ? null : git.mergeBase(one, other);
}

/** What a branch holds and the mirror does not: from `base` to a commit, or to the files as they are (null). */
export interface LocalVersion {
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly base: Oid;
  readonly commit: Oid | null;
}

/**
 * A branch against the reference that it follows; null where it has nothing in common with that.
 *
 * @param saved Whether its files are looked at as they are, committed or not.
 */
export async function localVersion(
  git: Pick<GitRepository, 'mergeBase' | 'resolveRef'>,
  branch: string,
  { mirror, saved }: { readonly mirror: Oid | null; readonly saved: boolean },
): Promise<LocalVersion | null> {
  const at = await git.resolveRef(`refs/heads/${branch}`);
  const base = await baseOf(git, at, mirror);
  return base === null ? null : { branch, base, commit: saved ? null : at };
}

/** Whether a branch has anything that the mirror does not have: commits, or unsaved edits where it is checked out. */
export async function hasEdits(
  git: Pick<GitRepository, 'head' | 'mergeBase' | 'resolveRef'>,
  branch: string,
  mirror: Oid | null,
): Promise<boolean> {
  if ((await git.head()).branch === `refs/heads/${branch}`) return true;
  const local = await localVersion(git, branch, { mirror, saved: false });
  return local !== null && local.commit !== local.base;
}

/** A text that was noted with an edit: as a content, or, where that was sent before anybody committed it, as the text itself. */
export interface Noted {
  readonly base: Oid | null;
  readonly sent?: string | undefined;
}

/** What is known of where a local text comes from. */
export interface Origins {
  /** Noted when it was saved on an older version, or went to another path: nothing newer is known of it. */
  readonly noted?: Noted | undefined;
  /** As we sent it, which the service has taken: newer than what the branch has, if nobody has committed it. */
  readonly sent?: string | undefined;
  /** As the branch has it. */
  readonly committed: Uint8Array | null;
  /** The local text itself, where it may have been made from what the branch has after something newer was sent. */
  readonly local?: Uint8Array | null | undefined;
}

/** The version that a local text was made from: the newest one that stood at its path before it, as far as that is known. */
export async function startOf(
  git: Pick<GitRepository, 'readBlob'>,
  { noted, sent, committed, local }: Origins,
): Promise<Uint8Array | null> {
  const known = noted?.sent ?? (noted ? undefined : sent);
  if (known !== undefined) {
    const bytes = new TextEncoder().encode(known);
    return local && isFromBefore(local, { older: committed, sent: bytes }) ? committed : bytes;
  }
  if (noted) return noted.base === null ? null : git.readBlob(noted.base);
  return committed;
}

/**
 * What a save started from that came in while the version at its path was being replaced: the newer one where it holds every line that
 * this brought, else the older one. The older one by mistake costs a conflict at most; the newer one by mistake would take away what
 * somebody has never seen, so that being near to it is not enough.
 */
export function baseOfSave<Version extends Uint8Array | null>(
  save: Uint8Array,
  { older, newer }: { readonly older: Version; readonly newer: Version },
): Version {
  if (newer === null) return older;
  const known = new Set(older === null ? [] : filledLines(decodeText(older) ?? ''));
  const brought = filledLines(decodeText(newer) ?? '').some((line) => !known.has(line));
  return brought && holdsAll(save, newer, known) ? newer : older;
}

/**
 * Whether a text has nothing of what was sent of its page, and changes other lines of the older version: somebody went back to that
 * in git, and went on from there. A text that changes the lines that were sent is an edit of what was sent.
 */
export function isFromBefore(
  ours: Uint8Array | null,
  { older, sent }: { readonly older: Uint8Array | null; readonly sent: Uint8Array },
): boolean {
  if (older === null || ours === null || decodeText(ours) === null) return false;
  // The text that was sent has no id. A missing id does not make two texts differ here.
  const textOf = (bytes: Uint8Array): string => withoutPageId(decodeText(bytes) ?? '');
  const texts = { base: textOf(older), ours: textOf(ours), theirs: textOf(sent) };
  const [before, now, then] = [texts.base, texts.ours, texts.theirs].map(
    (text) => new Set(filledLines(text)),
  );
  const brought = [...then!].filter((line) => !before!.has(line));
  const taken = [...before!].filter((line) => !then!.has(line));
  if (brought.length + taken.length === 0) return false;
  if (brought.some((line) => now!.has(line)) || !taken.every((line) => now!.has(line))) return false;
  return mergePage(texts).outcome === 'merged';
}

/** What a page is to say by the last word of both sides: what was sent of it, or else what it started from here. */
export function agreedText(
  sent: { readonly text: string; readonly wish?: string } | undefined,
  baseText: string | null,
): string | null {
  return sent ? (sent.wish ?? sent.text) : baseText;
}
