import { decodeText, mergePage, setTitle, titleOf, withoutPageId } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { linesWithText, containsAllLines, partsOf } from '../compare-texts.ts';

/**
 * Which version both sides started from: of two commits, of a branch, of a local text, of a save during replacement, and of a text
 * that was sent. Some callers choose a base where more is known: `branch/sent-starts.ts` for what a branch sent before a merge,
 * `proposals/against-mirror.ts` for edits of what the mirror has by now, `proposals/shared-pages.ts` for a page of two branches, and
 * `proposals/overwritten.ts` for a text that a batch of ours replaced.
 */

/** The newest commit that two versions have in common; null: there is none, or one of the versions does not exist. */
export async function baseOf(
  git: Pick<GitRepository, 'mergeBase'>,
  one: Oid | null,
  other: Oid | null,
): Promise<Oid | null> {
  return one === null || other === null ? null : git.mergeBase(one, other);
}

/** What a branch has and the mirror does not: the difference from `base` to a commit, or to the files as they are (null). */
export interface LocalVersion {
  /** The branch's name without `refs/heads/`. */
  readonly branch: string;
  readonly base: Oid;
  readonly commit: Oid | null;
}

/**
 * Compares a branch with the reference that it follows; null where they have nothing in common.
 *
 * @param saved Whether to compare the branch's files as they are, committed or not.
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

/** Whether a branch may have edits: it is checked out, or has commits that the mirror lacks. */
export async function hasEdits(
  git: Pick<GitRepository, 'head' | 'mergeBase' | 'resolveRef'>,
  branch: string,
  mirror: Oid | null,
): Promise<boolean> {
  if ((await git.head()).branch === `refs/heads/${branch}`) return true;
  const local = await localVersion(git, branch, { mirror, saved: false });
  return local !== null && local.commit !== local.base;
}

/** A text that was noted with an edit: as a blob, or as the text itself where it was sent before anybody committed it. */
export interface NotedText {
  readonly base: Oid | null;
  readonly sent?: string | undefined;
}

/** A page's text as it was sent. */
export interface SentText {
  readonly text: string;
  /** The title that the service was told beside it. */
  readonly title?: string | undefined;
}

/**
 * What was sent, as the service shows it: under the title that it was sent with (SYNC-77), if the local text has its own heading by now. A local
 * text with the heading that was sent still follows the title.
 */
export function shownText({ text, title }: SentText, local: string): string {
  return title === undefined || titleOf(local) === titleOf(text) ? text : setTitle(text, title);
}

/** The versions that a local text may have started from. */
export interface TextOrigins {
  /** Noted when the text was saved on an older version, or went to another path: no newer version is known for it. */
  readonly noted?: NotedText | undefined;
  /** The text that we sent and the service accepted: newer than the branch's version, if nobody has committed it. */
  readonly sent?: SentText | undefined;
  /** The branch's version. */
  readonly committed: Uint8Array | null;
  /** The local text itself, where it may have started from the branch's version after something newer was sent. */
  readonly local?: Uint8Array | null | undefined;
  /** The file is a table of contents, which is compared by its entries. */
  readonly isContents?: boolean | undefined;
}

/**
 * The text that a local text started from, where one of its earlier versions was sent and accepted: what was sent, unless the text is
 * from before that.
 */
export function startingText(
  local: string,
  { older, sent }: { readonly older: string; readonly sent: SentText | undefined },
): string {
  if (sent === undefined) return older;
  const [ours, before, then] = [local, older, sent.text].map((text) => new TextEncoder().encode(text));
  return isFromBefore(ours!, { older: before!, sent: then! }) ? older : shownText(sent, local);
}

/** The version that a local text started from: the newest one that was at its path before, as far as that is known. */
export async function startingVersion(
  git: Pick<GitRepository, 'readBlob'>,
  { noted, sent, committed, local, isContents }: TextOrigins,
): Promise<Uint8Array | null> {
  const known = noted?.sent === undefined ? (noted ? undefined : sent) : { text: noted.sent };
  if (known !== undefined) {
    const bytes = new TextEncoder().encode(known.text);
    if (local && isFromBefore(local, { older: committed, sent: bytes, isContents })) return committed;
    const own = local && decodeText(local);
    return own === null || own === undefined ? bytes : new TextEncoder().encode(shownText(known, own));
  }
  if (noted) return noted.base === null ? null : git.readBlob(noted.base);
  return committed;
}

/**
 * The version that a save during replacement started from: the newer version if the save has every line that this version added,
 * else the older one. A wrong choice of the older one costs a conflict at most; a wrong
 * choice of the newer one would delete what somebody has never seen, so that mere similarity to it is not enough.
 */
export function baseOfSave<Version extends Uint8Array | null>(
  save: Uint8Array,
  { older, newer }: { readonly older: Version; readonly newer: Version },
): Version {
  if (newer === null) return older;
  const known = new Set(older === null ? [] : linesWithText(decodeText(older) ?? ''));
  const brought = linesWithText(decodeText(newer) ?? '').some((line) => !known.has(line));
  return brought && containsAllLines(save, newer, known) ? newer : older;
}

/**
 * Whether a text has nothing of what was sent of its page: then somebody went back to the older version in git, and went on from
 * there. A text with other versions of the lines that were sent is an edit of what was sent, and so is a text in which their place is
 * gone, with nothing new there. Lines in their place that have hardly a word of them were written after going back, as far as anybody can
 * tell; a wrong answer here costs a conflict, the other wrong answer takes back what was merged.
 */
export function isFromBefore(
  ours: Uint8Array | null,
  {
    older,
    sent,
    isContents = false,
  }: {
    readonly older: Uint8Array | null;
    readonly sent: Uint8Array;
    readonly isContents?: boolean | undefined;
  },
): boolean {
  if (older === null || ours === null || decodeText(ours) === null) return false;
  // The text that was sent has no id; a missing id must not make two texts differ here.
  const textOf = (bytes: Uint8Array): string => withoutPageId(decodeText(bytes) ?? '');
  const texts = { base: textOf(older), ours: textOf(ours), theirs: textOf(sent) };
  const [before, now, then] = [texts.base, texts.ours, texts.theirs].map(
    (text) => new Set(partsOf(text, isContents)),
  );
  const brought = [...then!].filter((line) => !before!.has(line));
  const taken = [...before!].filter((line) => !then!.has(line));
  if (brought.length + taken.length === 0) return false;
  if (brought.some((line) => now!.has(line)) || !taken.every((line) => now!.has(line))) return false;
  if (!isContents && isRewritten(texts.ours, texts.base)) return false;
  if (!isContents && mergePage(texts).outcome === 'merged') return true;
  const own = [...now!].filter((line) => !before!.has(line));
  // Whoever only took lines out, and with them the place of the lines that were sent, took these out as well.
  const isOut = taken.length + own.length === 0 && [...before!].some((line) => !now!.has(line));
  if (!isContents && isOut) return false;
  return !own.some((line) => brought.some((each) => isVersionOfLine(each, line)));
}

/** Whether a text has no line of an older one, but for headings. */
export function isRewritten(text: string, older: string): boolean {
  const now = new Set(linesWithText(text));
  return !linesWithText(older).some((line) => now.has(line) && !line.startsWith('#'));
}

/** Whether one line is another one after an edit: they have at least a third of their words in common. */
export function isVersionOfLine(before: string, after: string): boolean {
  // Letters without case are words of their own, because most writings with such letters put no spaces between words.
  const [one, other] = [before, after].map(
    (line) => new Set(line.toLowerCase().match(/\p{Lo}|[^\s\p{Lo}]+/gu)),
  );
  const common = [...one!].filter((word) => other!.has(word)).length;
  return 3 * common >= Math.max(one!.size, other!.size);
}

/** The last text of a page on which both sides agreed: what was sent of it, or else what the local edit started from. */
export function baseTextOf(
  sent: { readonly text: string; readonly wish?: string } | undefined,
  baseText: string | null,
): string | null {
  return sent ? (sent.wish ?? sent.text) : baseText;
}
