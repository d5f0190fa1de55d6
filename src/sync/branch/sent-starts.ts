import { decodeText, isMarkdownPath } from '../../content/index.ts';
import type { GitRepository, Oid, Version } from '../../git/port.ts';
import { partsOf } from '../compare-texts.ts';
import { baseOfSave, isFromBefore, isRewritten, isVersionOfLine, shownText } from '../versions/base-of.ts';
import { hasLostIdentity, identityIn, plainText } from '../versions/identity.ts';
import { isAnotherPage, pageIdsIn } from '../versions/places.ts';
import { isAsSent, isTold } from './accepted.ts';
import type { Accepted, AcceptedFile, AcceptedPage, AcceptedRemoval } from './accepted.ts';
import { sameVersion } from './merge-entry.ts';
import type { Entry, MergeBlobs } from './merge-entry.ts';
import { entriesWhenSent, followedSince, wasCommittedBefore } from './when-sent.ts';
import type { FollowedChange } from './when-sent.ts';

/** A page as it was sent, with the changes of the service that the branch has followed since. */
interface SentAndFollowed {
  readonly page: AcceptedPage;
  readonly followed: FollowedChange | null;
}

/** How many commits of a branch we look at. */
const mostCommits = 200;

/**
 * The common start of a branch and the service for what the branch sent. A branch's commit may be older than what was sent from uncommitted
 * files: then it is no second version beside that which came back (SYNC-67).
 */
export class SentStarts {
  readonly #git: GitRepository;
  readonly #blobs: MergeBlobs;
  /** The branch's commit. */
  readonly #ours: Oid;
  /** The commit that the branch is joined with. */
  readonly #theirs: Oid;
  /** What was found of the branch's commits, by the commit that something was sent from. */
  readonly #since = new Map<Oid | null, readonly Oid[]>();
  readonly #newIn = new Map<string, readonly Oid[]>();

  constructor(git: GitRepository, blobs: MergeBlobs, { ours, theirs }: Record<'ours' | 'theirs', Oid>) {
    this.#git = git;
    this.#blobs = blobs;
    this.#ours = ours;
    this.#theirs = theirs;
  }

  /** Takes the text that we sent as the start of both sides, so that an older text, committed before the sending, does not undo it. */
  async ofPage(sent: AcceptedPage, entry: Entry): Promise<void> {
    const { ours, theirs } = entry;
    if (!theirs || sameVersion(ours, theirs)) return;
    const sides = { at: this.#ours, mirror: this.#theirs };
    const followed = entry.base === null ? null : await followedSince(this.#git, sent, sides);
    // Both sides have seen what the branch has followed, so a side that lacks it has taken it out on purpose.
    const text = followed === null ? sent.text : followed.by(sent.text);
    // A person joined what the branch has followed with the sent text by hand.
    if (text === null) return;
    const page = { ...sent, text };
    if (!ours) return this.#ofDeleted(page, entry, { theirs, followed });
    const { oid } = ours;
    // The branch has another page at the path that this page came to. The page may have taken that path before it was sent, and nobody has
    // committed that.
    if (isAnotherPage(await this.#blobs.read(oid), await this.#blobs.read(theirs.oid))) {
      const then = await entriesWhenSent(this.#git, page.sentAt, [page.path]);
      if (then.some((each) => each.oid === oid)) entry.ours = entry.base = theirs;
      return;
    }
    // Whoever has an earlier version again after following a change went back to it.
    const isOlder = await this.#isOlder({ page, followed }, oid);
    // What the service could not be told of is in the text that was sent, and in no version of the service.
    if (isOlder && !isTold(page)) entry.ours = entry.base = this.#sent(page, page.text);
    else if (isOlder || isAsSent(page, await this.#blobs.read(oid))) entry.ours = entry.base = theirs;
    else if (
      (await this.#commitOf(page, followed)) !== null ||
      (!(await this.#neverHad(page, entry)) && !(await this.#wentBack(page, entry)))
    )
      entry.base = this.#sent(page, plainText(await this.#blobs.read(oid)));
  }

  /**
   * Whether a version of the branch is older than what was sent: the branch had it then, and has never replaced it with what was sent. Whoever did
   * that, and has the version again, went back to it.
   */
  async #isOlder({ page, followed }: SentAndFollowed, oid: Oid): Promise<boolean> {
    const wasIn = async (commit: AcceptedPage): Promise<boolean> =>
      followed === null
        ? wasCommittedBefore(this.#git, commit, this.#blobs.committed(oid))
        : followed.had === plainText(await this.#blobs.read(oid));
    if (!(await wasIn(page)) || (await this.#isSplitOff(page, oid))) return false;
    const commit = await this.#commitOf(page, followed);
    return commit === null || (followed === null && wasIn({ ...page, sentAt: commit }));
  }

  /** The page as it was sent. `local`: the text that started from it. */
  #sent(page: AcceptedPage, local: string): Version {
    return { mode: '100644', oid: this.#blobs.add(shownText(page, local)) };
  }

  /** A page that the branch deleted after it was sent stays deleted, unless the service has more than what was sent. */
  async #ofDeleted(
    page: AcceptedPage,
    entry: Entry,
    { theirs, followed }: { theirs: Version; followed: FollowedChange | null },
  ): Promise<void> {
    if (!isAsSent(page, await this.#blobs.read(theirs.oid))) return;
    const then = await entriesWhenSent(this.#git, page.sentAt, [page.path, page.target]);
    // The branch still has the page at the path that it had before it was sent from another one.
    const here = await this.#git.entryAt(this.#ours, page.path);
    const isSame = here !== null && then.some(({ oid }) => oid === here.oid);
    if (isSame && (await this.#isOneOf([here], page))) return;
    const wasThere = (await this.#contains(page.sentAt)) && (await this.#isOneOf(then, page));
    if (wasThere || (await this.#commitOf(page, followed)) !== null) entry.base = theirs;
  }

  /** Whether one of these versions is the page: another page may have been at its path before. */
  async #isOneOf(versions: readonly { readonly oid: Oid }[], page: AcceptedPage): Promise<boolean> {
    for (const { oid } of versions) {
      const bytes = await this.#blobs.read(oid);
      if (
        identityIn(bytes) === page.id ||
        hasLostIdentity(page.text, { id: identityIn(bytes), text: plainText(bytes) })
      )
        return true;
    }
    return false;
  }

  /**
   * A page whose deletion was sent stays deleted where the branch's version is as old as that deletion. Whoever committed the deletion, and has
   * the file again, took the page back.
   */
  async ofRemoved(
    paths: readonly string[],
    entry: Entry,
    { removed }: Pick<Accepted, 'removed'>,
  ): Promise<void> {
    const gone = removed.find(({ path }) => paths.includes(path));
    if (gone === undefined) return;
    if (gone.isBack === true) {
      if (await this.#hadDeleted(gone)) entry.base = null;
      return;
    }
    const then = await entriesWhenSent(this.#git, gone.sentAt, paths);
    if (then.some(({ oid }) => oid === entry.ours?.oid)) entry.ours = entry.base;
  }

  /** Whether the branch has committed a deletion that was sent. */
  async #hadDeleted({ path, sentAt }: AcceptedRemoval): Promise<boolean> {
    for (const commit of await this.#commitsSince(sentAt))
      if ((await this.#git.entryAt(commit, path)) === null) return true;
    return false;
  }

  /** Takes the content that we sent as the start of both sides, or the service's, where the branch's version is older than the sending. */
  async ofFile(file: AcceptedFile, entry: Entry): Promise<void> {
    const { path, oid, sentAt } = file;
    if (sameVersion(entry.ours, entry.theirs)) return;
    const [then] = await entriesWhenSent(this.#git, sentAt, [path]);
    const had = await this.#had(file);
    if (!had && sentAt !== null && then?.oid === entry.ours?.oid) entry.ours = entry.base = entry.theirs;
    else if (had || ((await this.#git.has(oid)) && (await this.#contains(sentAt))))
      entry.base = { mode: entry.theirs?.mode ?? '100644', oid };
  }

  /** Whether the branch has had a content since it was sent, also where the commit that it was sent from has been amended. */
  async #had({ path, oid, sentAt }: AcceptedFile): Promise<boolean> {
    for (const commit of await this.#commitsSince(sentAt))
      if ((await this.#git.entryAt(commit, path))?.oid === oid) return true;
    return false;
  }

  /** Whether the branch has had a page elsewhere than at a path since the page was sent. */
  async wasElsewhere({ id, sentAt }: AcceptedPage, path: string): Promise<boolean> {
    for (const commit of await this.#commitsSince(sentAt))
      if ((await pageIdsIn(this.#git, commit)(path)) !== id) return true;
    return false;
  }

  /**
   * The newest of the branch's commits that has a page as it was sent, or with more; null: there is none. After such a commit, whatever the
   * branch has is newer than what was sent, also an earlier version that somebody went back to.
   */
  async #commitOf(page: AcceptedPage, followed: FollowedChange | null = null): Promise<Oid | null> {
    const [then] = await entriesWhenSent(this.#git, page.sentAt, [page.path, page.target]);
    const had = then === undefined ? null : plainText(await this.#blobs.read(then.oid));
    const older = followed?.had ?? had;
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
    const versions = { older: older === null ? null : encode(older), newer: encode(page.text) };
    for (const commit of await this.#commitsSince(page.sentAt))
      for await (const bytes of this.#filesIn(commit, page)) {
        // A commit in another encoding was never sent; it may still have all that was.
        const text = encode(plainText(bytes));
        if (isAsSent(page, bytes) || baseOfSave(text, versions) === versions.newer) return commit;
      }
    return null;
  }

  /**
   * The files that may be a page in a later commit: at the path that the branch has it at, or that the service has; or new, where the branch has
   * moved it.
   */
  async *#filesIn(commit: Oid, { id, path, target, sentAt }: AcceptedPage): AsyncGenerator<Uint8Array> {
    const at = await Promise.all([path, target].map((each) => this.#git.entryAt(commit, each)));
    const entry = at.find((each) => each !== null);
    if (entry) yield await this.#blobs.read(entry.oid);
    if (entry || id === null || sentAt === null || !(await this.#git.has(sentAt))) return;
    for (const oid of await this.#newPages(sentAt, commit)) yield await this.#blobs.read(oid);
  }

  /** The markdown files that one commit has at paths that another one lacks. Many pages of a folder ask for the same. */
  async #newPages(from: Oid, to: Oid): Promise<readonly Oid[]> {
    const key = `${from} ${to}`;
    const known = this.#newIn.get(key);
    if (known) return known;
    const changes = await this.#git.diffTrees(from, to);
    const found = changes.flatMap(({ path, before, after }) =>
      before === null && after !== null && isMarkdownPath(path) ? [after.oid] : [],
    );
    this.#newIn.set(key, found);
    return found;
  }

  /** The branch's commits since something was sent, the newest first, and the commit that it was sent from. */
  async #commitsSince(sentAt: Oid | null): Promise<readonly Oid[]> {
    const known = this.#since.get(sentAt);
    if (known) return known;
    const then = sentAt !== null && (await this.#contains(sentAt)) ? [sentAt] : [];
    const found: Oid[] = [];
    const exclude = [this.#theirs, ...then];
    for await (const { oid } of this.#git.log(this.#ours, { limit: mostCommits, exclude })) found.push(oid);
    found.push(...then);
    this.#since.set(sentAt, found);
    return found;
  }

  /**
   * Whether the text that we sent has lines that the branch never had, not even edited, because they were sent from uncommitted files: then
   * the branch, which may have newer texts of the service by now, took nothing away. But whoever wrote the page anew gave up what was sent as well.
   */
  async #neverHad(page: AcceptedPage, { base, ours }: Entry): Promise<boolean> {
    if (base === null || ours === null) return false;
    const isContents = page.id === null;
    const [older, now] = [await this.#blobs.read(base.oid), await this.#blobs.read(ours.oid)].map(plainText);
    if (!isContents && isRewritten(now!, older!)) return false;
    const linesOf = async ({ oid }: { oid: Oid }): Promise<readonly string[]> =>
      partsOf(decodeText(await this.#blobs.read(oid)) ?? '', isContents);
    const before = new Set(await linesOf(base));
    const there = new Set([...before, ...(await linesOf(ours))]);
    const own = partsOf(now!, isContents).filter((line) => !before.has(line));
    const isEdited = (line: string): boolean =>
      !isContents && own.some((each) => isVersionOfLine(line, each));
    const lacking = partsOf(page.text, isContents).filter((line) => !there.has(line) && !isEdited(line));
    const had = new Set<string>();
    for (const line of await this.#takenOut(page)) had.add(line);
    for (const then of await entriesWhenSent(this.#git, page.sentAt, [page.path, page.target]))
      for (const line of await linesOf(then)) had.add(line);
    return lacking.some((line) => !had.has(line));
  }

  /** The lines of the branch's new pages: their writer may have taken them out of a page after it was sent. */
  async #takenOut({ id, sentAt }: AcceptedPage): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    if (id === null || sentAt === null || !(await this.#contains(sentAt))) return found;
    for (const oid of await this.#newPages(sentAt, this.#ours))
      for (const line of partsOf(decodeText(await this.#blobs.read(oid)) ?? '')) found.add(line);
    return found;
  }

  /** Whether the branch's new pages have all that was sent beyond a version: that version is what is left of the page. */
  async #isSplitOff(page: AcceptedPage, oid: Oid): Promise<boolean> {
    const left = new Set(partsOf(plainText(await this.#blobs.read(oid))));
    const sent = partsOf(page.text).filter((line) => !left.has(line));
    if (sent.length === 0) return false;
    const elsewhere = await this.#takenOut(page);
    return sent.every((line) => elsewhere.has(line));
  }

  /** Whether the branch still has a commit. After a reset to an older one, the branch lacks what came later, and deleted none of it. */
  async #contains(commit: Oid | null): Promise<boolean> {
    return (
      commit !== null && (await this.#git.has(commit)) && (await this.#git.isAncestor(commit, this.#ours))
    );
  }

  /** Whether the branch went back: it no longer contains the commit that a page was sent from, and has nothing of the text that was sent. */
  async #wentBack({ id, text, sentAt }: AcceptedPage, { base, ours }: Entry): Promise<boolean> {
    if (base === null || ours === null || sentAt === null) return false;
    if (await this.#contains(sentAt)) return false;
    const [older, bytes] = [await this.#blobs.read(base.oid), await this.#blobs.read(ours.oid)];
    return isFromBefore(bytes, { older, sent: new TextEncoder().encode(text), isContents: id === null });
  }
}
