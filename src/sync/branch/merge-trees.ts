import { decodeText, isMarkdownPath, mergeFile, withoutPageId } from '../../content/index.ts';
import type { GitRepository, ObjectWriter, Oid, PathChange, Version } from '../../git/port.ts';
import { containsAllLines } from '../compare-texts.ts';
import type { ConflictReport } from '../report.ts';
import { hasLostIdentity, identityIn, isSimilarPage, plainText } from '../versions/identity.ts';
import { isPointerTo } from '../versions/lfs-pointer.ts';
import { copiesIn, movesIn } from '../versions/moves.ts';
import { textsOfCopiedPages, pageIdsIn, isAnotherPage, pagesOfChangedFiles } from '../versions/places.ts';
import type { ChangedFile } from '../versions/places.ts';
import { acceptedAt, isAsSent, isTold, sentPages } from './accepted.ts';
import type { Accepted, AcceptedPage } from './accepted.ts';
import { withFolderMoves, withNewFilesMoved } from './folder-moves.ts';
import type { FolderMove } from './folder-moves.ts';
import { sameVersion, MergeBlobs } from './merge-entry.ts';
import type { Entry } from './merge-entry.ts';
import { retitledBetween } from './retitled.ts';
import { ContentsPaths, readIn } from '../versions/contents.ts';
import { SentStarts } from './sent-starts.ts';
import { summaryPages } from './summary-pages.ts';
import type { PagesOfVersions } from './summary-pages.ts';
import { entriesWhenSent } from './when-sent.ts';

export type TreeMerge =
  | {
      readonly outcome: 'merged';
      readonly tree: Oid;
      /** Paths that our side deleted and the other one changed: the files are back. */
      readonly back: readonly string[];
    }
  | { readonly outcome: 'conflict'; readonly conflicts: readonly ConflictReport[] };

/** Two commits, the commit that both started from (null: none), and what is known of the pages that were sent from one side to the other. */
export interface TreeSides {
  readonly base: Oid | null;
  readonly ours: Oid;
  readonly theirs: Oid;
  readonly accepted?: Accepted;
  /** The spaces that have another folder in `theirs` than in `base`. */
  readonly folders?: readonly FolderMove[];
}

/** Merges the trees of two commits over their common start; a page that one side moved stays one page. */
export async function mergeTrees(
  git: GitRepository,
  writer: ObjectWriter,
  sides: TreeSides,
): Promise<TreeMerge> {
  return new CommitMerge(git, writer, sides).run();
}

class CommitMerge {
  readonly #git: GitRepository;
  readonly #writer: ObjectWriter;
  readonly #sides: Required<TreeSides>;
  readonly #pages: PagesOfVersions;
  /** The paths that either side changed. */
  readonly #differing = new Set<string>();
  /** The versions, by the path that each file had at the start. */
  readonly #entries = new Map<string, Entry>();
  /** The new paths of files that a side moved, by their paths at the start. */
  readonly #places = new Map<string, string>();
  /** The paths that pages had at the start before the service moved them, by their present paths. */
  #origins = new Map<string, string>();
  readonly #conflicts: ConflictReport[] = [];
  readonly #back: string[] = [];
  readonly #changes = new Map<string, Version | null>();
  /** Paths at which the merge writes something. */
  readonly #filled = new Set<string>();
  readonly #blobs: MergeBlobs;
  readonly #starts: SentStarts;
  readonly #isRetitled: ReturnType<typeof retitledBetween>;

  constructor(git: GitRepository, writer: ObjectWriter, sides: TreeSides) {
    this.#git = git;
    this.#writer = writer;
    this.#sides = { accepted: { pages: [], files: [], removed: [] }, folders: [], ...sides };
    const { base, ours, theirs, accepted } = this.#sides;
    this.#isRetitled = retitledBetween({ before: readIn(git, base), after: readIn(git, ours) });
    this.#blobs = new MergeBlobs(git, writer);
    this.#starts = new SentStarts(git, this.#blobs, { ours, theirs });
    const [here, there] = [pageIdsIn(git, ours), pageIdsIn(git, theirs)];
    const contents = new ContentsPaths(readIn(git, theirs));
    this.#pages = {
      base: pageIdsIn(git, base),
      theirs: there,
      differs: (path) => this.#differing.has(path),
      isDeleted: (path) => this.#changes.get(path) === null,
      isContents: (path) => contents.has(path),
      ours: async (path) => {
        const sent = accepted.pages.find((page) => page.path === path);
        return (await here(path)) ?? (sent ? await there(sent.target) : null);
      },
    };
  }

  async run(): Promise<TreeMerge> {
    const { base, ours, theirs, accepted } = this.#sides;
    const mine = withNewFilesMoved(await this.#git.diffTrees(base, ours), this.#sides.folders);
    const other = await this.#git.diffTrees(base, theirs);
    for (const { path } of [...mine, ...other]) this.#differing.add(path);
    const pages = await relocatedIn(this.#git, mine, accepted.pages);
    await this.#addBoth(mine, { other, pages });
    const copies = new Set(await copiesIn(this.#git, mine));
    for (const path of copies) await this.#takeIdentityAway(this.#entries.get(this.#keyAt(path)));
    for (const page of pages) await this.#joinAccepted(page, copies);
    for (const file of accepted.files) {
      const entry = this.#entries.get(file.path);
      if (entry) await this.#starts.ofFile(file, entry);
    }
    for (const path of await this.#copies()) this.#entries.delete(path);
    // Which entries of a table of contents stay depends on which pages stay.
    const last: [string, Entry][] = [];
    for (const [path, entry] of [...this.#entries])
      if (await this.#pages.isContents(this.#targetOf(path))) last.push([path, entry]);
      else await this.#mergeEntry(path, entry);
    for (const [path, entry] of last) await this.#mergeEntry(path, entry);
    if (this.#conflicts.length > 0)
      return { outcome: 'conflict', conflicts: this.#conflicts.sort((a, b) => (a.path < b.path ? -1 : 1)) };
    const start = base === null ? null : await this.#git.treeOf(base);
    const tree = await this.#writer.updateTree(start, this.#changes);
    return { outcome: 'merged', tree, back: this.#back };
  }

  /** Enters the differences of both sides under the paths that files had at the start. */
  async #addBoth(
    mine: readonly PathChange[],
    { other, pages }: { readonly other: readonly PathChange[]; readonly pages: readonly RelocatedPage[] },
  ): Promise<void> {
    const myMoves = await this.#movesTo(mine);
    for (const [path, from] of myMoves)
      if (this.#isDeletedHere(from) || (await this.#isSentCopy(path))) myMoves.delete(path);
    const theirMoves = withFolderMoves(await movesIn(this.#git, other), other, this.#sides.folders);
    this.#origins = new Map(theirMoves.map((move) => [move.to, move.from]));
    for (const [path, from] of await this.#rewrittenMoves(mine, pages, myMoves)) myMoves.set(path, from);
    // Where we proposed to move a page, the service's path for that page counts, unless the service knows nothing of files.
    const older = await this.#olderPlaces(myMoves);
    const isDecided = (path: string): boolean =>
      older.has(path) ||
      this.#sides.accepted.pages.some(
        (page) => page.path === path && page.target !== path && page.keepsPlace !== true,
      );
    await this.#addSide('ours', mine, { moves: myMoves, isDecided });
    const undone = await this.#undoneMoves();
    await this.#addSide('theirs', other, { moves: this.#origins, isDecided: (path) => undone.has(path) });
    for (const path of myMoves.keys())
      if (!this.#entries.has(path)) this.#entries.set(path, { base: null, ours: null, theirs: null });
  }

  /**
   * Finds the pages that the branch moved, and whose files it has written anew: they have no identity, and no text of the mirror shows which
   * pages they are, but what was sent does. At its old path, such a page has left no file, or another page.
   */
  async #rewrittenMoves(
    mine: readonly PathChange[],
    pages: readonly RelocatedPage[],
    known: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const changes = new Map(mine.map((change) => [change.path, change]));
    const sentFrom = new Set(this.#sides.accepted.pages.map(({ path }) => path));
    for (const { path, target } of pages) {
      const from = this.#origins.get(target) ?? target;
      const [left, file] = [changes.get(from), changes.get(path)];
      if (!left?.before || known.has(path) || [...known.values()].includes(from)) continue;
      const hasLeft = left.after === null || sentFrom.has(from);
      if (!hasLeft || !file?.after || file.before !== null) continue;
      if (identityIn(await this.#git.readBlob(file.after.oid)) === null) found.set(path, from);
    }
    return found;
  }

  /**
   * Whether we sent the deletion of the page that was at a path: a file with its identity is then another page, such as one that
   * moved to the folder of another space.
   */
  #isDeletedHere(path: string): boolean {
    return this.#sides.accepted.removed.some(
      (page) => page.path === path && page.isBack !== true && page.isUnpublished !== true,
    );
  }

  /** Whether the file at a path is a copy that was sent as a separate page, and still carries the identity of its source. */
  async #isSentCopy(path: string): Promise<boolean> {
    const page = this.#sides.accepted.pages.find((each) => each.path === path && each.id !== null);
    const file = page && (await this.#git.entryAt(this.#sides.ours, path));
    const bytes = file && (await this.#git.readBlob(file.oid));
    if (!page || !bytes || !isAsSent(page, bytes)) return false;
    return ![null, page.id].includes(identityIn(bytes));
  }

  /** The places of moved pages that the branch had before the pages were sent from other places. */
  async #olderPlaces(moves: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
    const older = new Set<string>();
    for (const [path, from] of moves)
      for (const page of this.#sides.accepted.pages) {
        if (page.path === path || (this.#origins.get(page.target) ?? page.target) !== from) continue;
        if ((await entriesWhenSent(this.#git, page.sentAt, [path])).length > 0) older.add(path);
      }
    return older;
  }

  /**
   * The paths that the service has pages at because we sent these moves, where the branch has the page at its older path again: it committed
   * the move and went back, or it has another page in the place by now.
   */
  async #undoneMoves(): Promise<ReadonlySet<string>> {
    const undone = new Set<string>();
    const here = pageIdsIn(this.#git, this.#sides.ours);
    for (const page of this.#sides.accepted.pages) {
      const from = page.path === page.target ? this.#origins.get(page.target) : undefined;
      if (from === undefined || page.id === null || (await here(from)) !== page.id) continue;
      if ((await this.#starts.wasElsewhere(page, from)) || (await this.#hasAnother(page)))
        undone.add(page.target);
    }
    return undone;
  }

  /** Whether somebody has put a new file, which is not the page, at the path that a page was sent from, since it was sent. */
  async #hasAnother({ path, text, sentAt }: AcceptedPage): Promise<boolean> {
    const { base, ours } = this.#sides;
    const file = await this.#git.entryAt(ours, path);
    if (file === null || base === null || (await this.#git.entryAt(base, path)) !== null) return false;
    if ((await entriesWhenSent(this.#git, sentAt, [path])).some(({ oid }) => oid === file.oid)) return false;
    const bytes = await this.#git.readBlob(file.oid);
    return identityIn(bytes) === null && !isSimilarPage(text, plainText(bytes));
  }

  async #movesTo(changes: readonly PathChange[]): Promise<Map<string, string>> {
    return new Map((await movesIn(this.#git, changes)).map((move) => [move.to, move.from]));
  }

  async #addSide(
    side: 'ours' | 'theirs',
    changes: readonly PathChange[],
    { moves, isDecided }: { moves: ReadonlyMap<string, string>; isDecided: (path: string) => boolean },
  ): Promise<void> {
    const moved = new Set(moves.values());
    const before = new Map(changes.map((change) => [change.path, change.before]));
    for (const change of changes) {
      const { path, after } = change;
      const from = moves.get(path);
      if (from === undefined) {
        const isNew = moved.has(path) || (await this.#isReplaced(change));
        if (!moved.has(path)) this.#entryAt(path, change.before)[side] = isNew ? null : after;
        if (isNew && after) this.#addNewcomer(side, path, after);
        continue;
      }
      const base = before.get(from) ?? null;
      this.#entryAt(from, base)[side] = after;
      if (isDecided(path)) continue;
      // Where the service put another page at a path that we moved a page to, our page keeps the service's path.
      for (const [other, target] of this.#places) if (target === path) this.#places.delete(other);
      // A page that both sides moved stays where the branch has it: readers see no paths, and the move is sent like any other.
      if (!this.#places.has(from)) this.#places.set(from, path);
    }
  }

  /** Whether one side deleted a page and put another one at its path. */
  async #isReplaced({ path, before, after }: PathChange): Promise<boolean> {
    if (!before || !after || !isMarkdownPath(path)) return false;
    return isAnotherPage(await this.#git.readBlob(before.oid), await this.#git.readBlob(after.oid));
  }

  /** Adds a file that came to the path of a page after the page left: the file's text is not a version of that page. */
  #addNewcomer(side: 'ours' | 'theirs', path: string, after: Version): void {
    const key = newcomerAt(path);
    this.#entryAt(key, null)[side] = after;
    this.#places.set(key, path);
    if (side === 'theirs') this.#origins.set(path, key);
  }

  #entryAt(path: string, base: Version | null): Entry {
    const entry = this.#entries.get(path) ?? { base, ours: base, theirs: base };
    this.#entries.set(path, entry);
    return entry;
  }

  #conflict(path: string, kind: ConflictReport['kind']): void {
    if (this.#conflicts.some((each) => each.path === path && each.kind === kind)) return;
    this.#conflicts.push({ path, kind });
  }

  /**
   * Takes the identity out of a copy. A copy carries the identity of a page that is elsewhere; with the page that the service
   * made of the copy, it shares only the text.
   */
  async #takeIdentityAway(entry: Entry | undefined): Promise<void> {
    if (!entry?.ours || !entry.theirs || sameVersion(entry.ours, entry.theirs)) return;
    const text = decodeText(await this.#blobs.read(entry.ours.oid));
    if (text === null) return;
    const oid = this.#blobs.add(withoutPageId(text), this.#blobs.committed(entry.ours.oid));
    entry.ours = { ...entry.ours, oid };
  }

  /** Makes the text that we sent the base of what both sides have of the page, and the service's path for a new page its path here. */
  async #joinAccepted(page: RelocatedPage, copies: ReadonlySet<string>): Promise<void> {
    const { path, target } = page;
    if (path !== target && this.#placeNewPage(page) === 'apart') return;
    const entry = this.#entries.get(this.#origins.get(target) ?? target);
    if (!entry) return;
    if (copies.has(path)) await this.#takeIdentityAway(entry);
    await this.#joinNameless(page, entry);
    await this.#starts.ofPage(page, entry);
  }

  /** The key of a path's entry: that of the newcomer, where another page left the path. */
  #keyAt(path: string): string {
    const newcomer = newcomerAt(path);
    return this.#entries.has(newcomer) ? newcomer : path;
  }

  /**
   * Makes one entry of a page that is new on both sides: with the branch's version, at the path that the service gave the page. The
   * files stay apart where the branch has one at both paths.
   */
  #placeNewPage({ path, target, isMovedHere = false, keepsPlace = false }: RelocatedPage): 'apart' | null {
    const [ourKey, theirKey] = [this.#keyAt(path), this.#keyAt(target)];
    const [mine, there] = [this.#entries.get(ourKey), this.#entries.get(theirKey)];
    if (!there || !mine?.ours || mine.base) return null;
    if (there.ours || (mine.theirs && isMovedHere)) {
      // The service could not be told that the page has a new file, and the branch still has the old file as well.
      if (keepsPlace && there.base) return 'apart';
      // These pages have no identity here yet, and each was committed at the other's path.
      this.#conflict(target, 'place');
      return 'apart';
    }
    this.#entries.delete(ourKey);
    this.#places.delete(ourKey);
    this.#changes.set(path, null);
    // A new page of the service is at the path that the page left before it was sent.
    if (mine.theirs) this.#addNewcomer('theirs', path, mine.theirs);
    this.#entries.set(theirKey, { ...there, ours: mine.ours });
    // A page that only its writer moved keeps the writer's path.
    if (isMovedHere) this.#places.set(theirKey, path);
    return null;
  }

  /**
   * When a merge in git left a page as two files, the branch's version of the page is the file that the page was sent from (SYNC-64): a file
   * that only the branch has and that does not say which page it is, while the branch did not change the page itself.
   */
  async #joinNameless({ path, text }: AcceptedPage, page: Entry): Promise<void> {
    const key = this.#keyAt(path);
    const mine = this.#entries.get(key);
    if (!mine?.ours || mine.base || mine.theirs) return;
    if (!page.base || !sameVersion(page.ours, page.base)) return;
    const bytes = await this.#blobs.read(mine.ours.oid);
    if (!hasLostIdentity(text, { id: identityIn(bytes), text: plainText(bytes) })) return;
    this.#entries.delete(key);
    page.ours = mine.ours;
  }

  /**
   * Finds files that one side put at the path that a page moved to. Returns, to be left out of the merge, the paths of copies of that very
   * page that say nothing more than the page: an interrupted cycle leaves such a copy, and somebody commits it. Any other file is a conflict
   * for a person to decide.
   */
  async #copies(): Promise<readonly string[]> {
    const copies: string[] = [];
    for (const [from, target] of this.#places) {
      const [page, other] = [this.#entries.get(from), this.#entries.get(target)];
      const version = other?.ours ?? other?.theirs;
      if (!page || !other || !version || this.#places.has(target)) continue;
      if (isDeleted(page) || isDeleted(other)) continue;
      const bytes = await this.#blobs.read(version.oid);
      const id = identityIn(bytes);
      const whole = page.ours && (await this.#blobs.read(page.ours.oid));
      const isCopy = whole && id !== null && identityIn(whole) === id && containsAllLines(whole, bytes);
      // What both sides started from gives way to the branch's version of the page; then the copy is all that the branch has of it.
      const isStart = page.base && plainText(await this.#blobs.read(page.base.oid)) === plainText(bytes);
      if (isCopy || (sameVersion(version, page.theirs) && !isStart)) copies.push(target);
      else this.#conflict(target, 'place');
    }
    return copies;
  }

  /** The path that the merge gives the file of an entry. */
  #targetOf(path: string): string {
    return this.#places.get(path) ?? pathOfEntry(path);
  }

  async #mergeEntry(path: string, entry: Entry): Promise<void> {
    const target = this.#targetOf(path);
    if (entry.ours && !entry.theirs)
      await this.#starts.ofRemoved([path, target], entry, this.#sides.accepted);
    const mayBeRetitled = entry.base && entry.ours && !entry.theirs && isMarkdownPath(target);
    if (mayBeRetitled && (await this.#isRetitled({ from: path, to: target }))) entry.base = null;
    const version = await this.#versionOf(target, entry);
    if (version === 'conflict') return;
    if (path !== newcomerAt(target)) this.#changes.set(path, this.#changes.get(path) ?? null);
    if (this.#filled.has(target)) {
      // Another page already fills this path; we do not overwrite it.
      if (version !== null) this.#conflict(target, 'place');
      return;
    }
    if (version !== null) this.#filled.add(target);
    this.#changes.set(target, version);
  }

  async #versionOf(path: string, entry: Entry): Promise<Version | null | 'conflict'> {
    const { base, ours, theirs } = entry;
    const sent = acceptedAt(this.#sides.accepted.pages, path);
    if (sameVersion(ours, theirs) || (sameVersion(base, ours) && (!sent || isTold(sent)))) return theirs;
    if (sameVersion(base, theirs)) return ours;
    const read = async (version: Version | null): Promise<Uint8Array | null> =>
      version && this.#blobs.read(version.oid);
    const versions = { base: await read(base), ours: await read(ours), theirs: await read(theirs) };
    // The service has the content that the branch keeps in Git LFS: nothing but the pointer may be in its place.
    if (versions.ours && versions.theirs && isPointerTo(versions.ours, versions.theirs)) return ours;
    const merged = mergeFile(
      path,
      versions,
      await summaryPages(path, versions, this.#pages, this.#sides.accepted.pages),
    );
    if (merged.outcome === 'conflict') {
      this.#conflict(path, merged.kind);
      return 'conflict';
    }
    if (merged.bytes === null) return null;
    if (ours === null) this.#back.push(path);
    return { mode: (ours ?? theirs)!.mode, oid: this.#writer.addBlob(merged.bytes) };
  }
}

/** The key for a file that came to a path after a page left it. No path in a repository can have this name. */
function newcomerAt(path: string): string {
  return `${path}\0`;
}

/** The path behind a key, unless the entry has been given another path. */
function pathOfEntry(name: string): string {
  return name.endsWith('\0') ? name.slice(0, -1) : name;
}

interface RelocatedPage extends AcceptedPage {
  /** The branch moved the page after it was sent, and the service kept the path that it was sent from. */
  readonly isMovedHere?: boolean;
}

/** The pages that were sent, with the paths that the branch has them at now, also where they were renamed and committed. */
async function relocatedIn(
  git: GitRepository,
  mine: readonly PathChange[],
  accepted: readonly AcceptedPage[],
): Promise<readonly RelocatedPage[]> {
  const read = async (version: Version | null): Promise<Uint8Array | null> =>
    version === null ? null : git.readBlob(version.oid);
  const changes: ChangedFile[] = [];
  for (const { path, before, after } of mine)
    if (isMarkdownPath(path)) changes.push({ path, before: await read(before), after: await read(after) });
  const known = sentPages(git, accepted);
  const said = await textsOfCopiedPages(git, changes, known);
  const here = pagesOfChangedFiles(changes, { sent: known.sent, said });
  // A file that says which page it is needs no search.
  const named = new Set(changes.map(({ after }) => after && identityIn(after)));
  const relocated: RelocatedPage[] = [];
  for (const page of accepted) {
    const paths = page.id === null || named.has(page.id) ? [] : here.pathsOf(page.id);
    const [path] = paths;
    if (path === undefined || paths.includes(page.path)) relocated.push(page);
    else {
      const now = mine.find((change) => change.path === path)?.after ?? null;
      // What the branch had at that path when the page was sent is older than the path that the page was sent from.
      const then = await entriesWhenSent(git, page.sentAt, [path]);
      const isOlder = now !== null && then.some(({ oid }) => oid === now.oid);
      relocated.push({ ...page, path, isMovedHere: page.path === page.target && !isOlder });
    }
  }
  return relocated;
}

/** Whether one side deleted a file that the other side did not change. */
function isDeleted({ base, ours, theirs }: Entry): boolean {
  return (!ours && sameVersion(base, theirs)) || (!theirs && sameVersion(base, ours));
}
