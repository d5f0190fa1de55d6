import { decodeText, mergeFile, withoutPageId } from '../../content/index.ts';
import type { Versions } from '../../content/index.ts';
import type { GitRepository, ObjectWriter, Oid, PathChange, Version } from '../../git/port.ts';
import { filledLines, holdsAll } from '../compare-texts.ts';
import type { ConflictReport } from '../report.ts';
import { isFromBefore } from '../versions/base-of.ts';
import { identityIn } from '../versions/identity.ts';
import { contestedPages, copiesIn, idsIn, isAnotherPage, movesIn, pagesAmong } from '../versions/places.ts';
import type { ChangedFile, IdAt } from '../versions/places.ts';
import { isAsSent, sentPages } from './accepted.ts';
import type { AcceptedPage, AcceptedRemoval } from './accepted.ts';
import { summaryPages } from './summary-pages.ts';
import { entriesWhenSent, isLetGo, wasCommittedBefore } from './when-sent.ts';

export type TreeMerge =
  | { readonly outcome: 'merged'; readonly tree: Oid }
  | { readonly outcome: 'conflict'; readonly conflicts: readonly ConflictReport[] };

/** Two commits, what both started from (null: nothing), and what is known of the pages that went from one to the other. */
export interface TreeSides {
  readonly base: Oid | null;
  readonly ours: Oid;
  readonly theirs: Oid;
  readonly accepted?: readonly AcceptedPage[];
  readonly gone?: readonly AcceptedRemoval[];
}

/** Joins two commits' trees over what both started from; a page that one side moved stays one page. */
export async function mergeTrees(
  git: GitRepository,
  writer: ObjectWriter,
  sides: TreeSides,
): Promise<TreeMerge> {
  return new CommitMerge(git, writer, sides).run();
}

/** The versions of one file, wherever each side has it. */
type Entry = Versions<Version | null>;

class CommitMerge {
  readonly #git: GitRepository;
  readonly #writer: ObjectWriter;
  readonly #sides: Required<TreeSides>;
  readonly #pages: Versions<IdAt>;
  /** By the paths that files had at the start. */
  readonly #entries = new Map<string, Entry>();
  /** Where files go that a side moved, by those paths. */
  readonly #places = new Map<string, string>();
  /** Where pages that the service moved lay at the start, by where they are now. */
  #origins = new Map<string, string>();
  readonly #conflicts: ConflictReport[] = [];
  readonly #changes = new Map<string, Version | null>();
  /** Paths at which the merge puts something. */
  readonly #filled = new Set<string>();
  /** Blobs of this writer, which the repository cannot read yet. */
  readonly #fresh = new Map<Oid, Uint8Array>();
  /** What the branch has, by what is left of that without the identity of another page. */
  readonly #committed = new Map<Oid, Oid>();

  constructor(git: GitRepository, writer: ObjectWriter, sides: TreeSides) {
    this.#git = git;
    this.#writer = writer;
    this.#sides = { accepted: [], gone: [], ...sides };
    const { base, ours, theirs, accepted } = this.#sides;
    const [here, there] = [idsIn(git, ours), idsIn(git, theirs)];
    this.#pages = {
      base: idsIn(git, base),
      theirs: there,
      ours: async (path) => {
        const sent = accepted.find((page) => page.path === path);
        return (await here(path)) ?? (sent ? await there(sent.target) : null);
      },
    };
  }

  async run(): Promise<TreeMerge> {
    const { base, ours, theirs, accepted } = this.#sides;
    const mine = await this.#git.diffTrees(base, ours);
    await this.#layBoth(mine, await this.#git.diffTrees(base, theirs));
    for (const path of await copiesIn(this.#git, mine)) await this.#takeIdentityAway(path);
    for (const page of await relocatedIn(this.#git, mine, accepted)) await this.#joinAccepted(page);
    for (const path of await this.#copies()) this.#entries.delete(path);
    for (const [path, entry] of this.#entries) await this.#mergeEntry(path, entry);
    if (this.#conflicts.length > 0)
      return { outcome: 'conflict', conflicts: this.#conflicts.sort((a, b) => (a.path < b.path ? -1 : 1)) };
    const start = base === null ? null : await this.#git.treeOf(base);
    return { outcome: 'merged', tree: await this.#writer.updateTree(start, this.#changes) };
  }

  /** Lays both differences over each other by the paths that files had at the start. */
  async #layBoth(mine: readonly PathChange[], other: readonly PathChange[]): Promise<void> {
    const myMoves = await this.#movesTo(mine);
    this.#origins = await this.#movesTo(other);
    // Where the service put a page that we proposed to move is where it goes, unless it knows nothing of files.
    const isDecided = (path: string): boolean =>
      this.#sides.accepted.some(
        (page) => page.path === path && page.target !== path && page.keepsPlace !== true,
      );
    const lefts = [...myMoves.keys()].filter(isDecided);
    await this.#lay('ours', mine, { moves: myMoves, isDecided });
    await this.#lay('theirs', other, { moves: this.#origins, isDecided: () => false });
    for (const path of lefts)
      if (!this.#entries.has(path)) this.#entries.set(path, { base: null, ours: null, theirs: null });
  }

  async #movesTo(changes: readonly PathChange[]): Promise<Map<string, string>> {
    return new Map((await movesIn(this.#git, changes)).map((move) => [move.to, move.from]));
  }

  async #lay(
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
        if (isNew && after) this.#layNewcomer(side, path, after);
        continue;
      }
      const base = before.get(from) ?? null;
      this.#entryAt(from, base)[side] = after;
      if (isDecided(path)) continue;
      // Where the service put another page, ours stays where the service has it.
      for (const [other, target] of this.#places)
        if (side === 'theirs' && target === path && other !== from) this.#places.delete(other);
      const elsewhere = this.#places.get(from);
      if (elsewhere === undefined || elsewhere === path) this.#places.set(from, path);
      else this.#conflict(path, 'place', { base, ours: null, theirs: after });
    }
  }

  /** Whether one side deleted a page and put another one at its path. */
  async #isReplaced({ path, before, after }: PathChange): Promise<boolean> {
    if (!before || !after || !path.endsWith('.md')) return false;
    return isAnotherPage(await this.#git.readBlob(before.oid), await this.#git.readBlob(after.oid));
  }

  /** Something else came to the path of a page that left it: that text is not a version of the page. */
  #layNewcomer(side: 'ours' | 'theirs', path: string, after: Version): void {
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

  #conflict(path: string, kind: ConflictReport['kind'], { base, ours, theirs }: Entry): void {
    if (this.#conflicts.some((each) => each.path === path && each.kind === kind)) return;
    const oids = { base: base?.oid ?? null, local: ours?.oid ?? null, remote: theirs?.oid ?? null };
    this.#conflicts.push({ path, kind, ...oids });
  }

  /** A copy carries the identity of a page that is elsewhere: of the page that the service made of the copy, it has the text alone. */
  async #takeIdentityAway(path: string): Promise<void> {
    const entry = this.#entries.get(newcomerAt(path)) ?? this.#entries.get(path);
    if (!entry?.ours || !entry.theirs || sameVersion(entry.ours, entry.theirs)) return;
    const text = decodeText(await this.#git.readBlob(entry.ours.oid));
    if (text === null) return;
    const bytes = new TextEncoder().encode(withoutPageId(text));
    const oid = this.#writer.addBlob(bytes);
    this.#fresh.set(oid, bytes);
    this.#committed.set(oid, entry.ours.oid);
    entry.ours = { ...entry.ours, oid };
  }

  /** What we sent is the base of what both sides have of it, and the service's place for a new page is its place here. */
  async #joinAccepted(page: RelocatedPage): Promise<void> {
    const { path, target } = page;
    if (path !== target && this.#placeNewPage(page) === 'conflict') return;
    const entry = this.#entries.get(this.#origins.get(target) ?? target);
    if (!entry) return;
    if (path === target) await this.#joinNameless(path, entry);
    await this.#startFromSent(page, entry);
  }

  /** The entry of a path: of what came there, where another page left it. */
  #keyAt(path: string): string {
    const newcomer = newcomerAt(path);
    return this.#entries.has(newcomer) ? newcomer : path;
  }

  /** Makes one entry of a page that is new on both sides: as the branch has it, at the place that the service gave it. */
  #placeNewPage({ path, target, isMovedHere = false }: RelocatedPage): 'conflict' | null {
    const [key, comes] = [this.#keyAt(path), this.#keyAt(target)];
    const [mine, there] = [this.#entries.get(key), this.#entries.get(comes)];
    if (!there || !mine?.ours || mine.base) return null;
    // Pages that have no identity here yet, and were committed in each other's place.
    if (mine.theirs || there.ours) {
      this.#conflict(target, 'place', there);
      return 'conflict';
    }
    this.#entries.delete(key);
    this.#places.delete(key);
    this.#changes.set(path, null);
    this.#entries.set(comes, { ...there, ours: mine.ours });
    // A page that only its writer moved stays where the writer put it.
    if (isMovedHere) this.#places.set(comes, path);
    return null;
  }

  /** A merge in git left a page as two files: the one that it was sent from is what the branch has of it (SYNC-64). */
  async #joinNameless(path: string, page: Entry): Promise<void> {
    const key = this.#keyAt(path);
    const mine = this.#entries.get(key);
    if (!mine?.ours || mine === page || !(await this.#isNameless(mine, page))) return;
    this.#entries.delete(key);
    page.ours = mine.ours;
  }

  /** Takes what was sent as the start of both sides, so that a text which was committed before the sending does not undo it. */
  async #startFromSent(page: AcceptedPage, entry: Entry): Promise<void> {
    const { ours, theirs } = entry;
    if (!ours || !theirs || sameVersion(ours, theirs)) return;
    const { oid } = ours;
    // Another page was put where this one went.
    if (isAnotherPage(await this.#read(oid), await this.#read(theirs.oid))) return;
    const committed = this.#committed.get(oid) ?? oid;
    if (isAsSent(page, await this.#read(oid)) || (await wasCommittedBefore(this.#git, page, committed)))
      entry.ours = entry.base = theirs;
    else if (!(await this.#neverHad(page, entry)) && !(await this.#wentBack(page, entry))) {
      const bytes = new TextEncoder().encode(page.text);
      const sent = this.#writer.addBlob(bytes);
      this.#fresh.set(sent, bytes);
      entry.base = { mode: '100644', oid: sent };
    }
  }

  /** Whether a file that the branch alone has says of no page which one it is, while the branch left the page itself alone. */
  async #isNameless(mine: Entry, page: Entry): Promise<boolean> {
    if (mine.base || mine.theirs || !mine.ours || !page.base || !sameVersion(page.ours, page.base))
      return false;
    return identityIn(await this.#read(mine.ours.oid)) === null;
  }

  /**
   * Whether the branch lacks something of what was sent that it never had, because that was sent out of the working tree: then it, which
   * may have newer texts of the service by now, took nothing away.
   */
  async #neverHad(page: AcceptedPage, { base, ours }: Entry): Promise<boolean> {
    if (base === null || ours === null) return false;
    const linesOf = async ({ oid }: { oid: Oid }): Promise<readonly string[]> =>
      filledLines(decodeText(await this.#read(oid)) ?? '');
    const there = new Set([...(await linesOf(base)), ...(await linesOf(ours))]);
    const lacking = filledLines(page.text).filter((line) => !there.has(line));
    const had = new Set<string>();
    for (const then of await entriesWhenSent(this.#git, page.sentAt, [page.path, page.target]))
      for (const line of await linesOf(then)) had.add(line);
    return lacking.some((line) => !had.has(line));
  }

  /** Whether the branch left the commit that a page was sent from, and has nothing of what was sent: it stands on an older version. */
  async #wentBack({ text, sentAt }: AcceptedPage, { base, ours }: Entry): Promise<boolean> {
    if (base === null || ours === null || sentAt === null) return false;
    if ((await this.#git.has(sentAt)) && (await this.#git.isAncestor(sentAt, this.#sides.ours))) return false;
    const [older, bytes] = [await this.#read(base.oid), await this.#read(ours.oid)];
    return isFromBefore(bytes, { older, sent: new TextEncoder().encode(text) });
  }

  /**
   * Files that one side put where a page goes that moved. A copy of that very page (as a cut cycle leaves it, and somebody commits it)
   * is named, to be left out, when the page holds all of it; anything else is for a person to decide.
   */
  async #copies(): Promise<readonly string[]> {
    const copies: string[] = [];
    for (const [from, target] of this.#places) {
      const [page, other] = [this.#entries.get(from), this.#entries.get(target)];
      const version = other?.ours ?? other?.theirs;
      if (from === target || !page || !other || !version || isDeleted(other) || this.#places.has(target))
        continue;
      const bytes = await this.#git.readBlob(version.oid);
      const id = identityIn(bytes);
      const whole = page.ours && (await this.#git.readBlob(page.ours.oid));
      const isCopy = whole && id !== null && identityIn(whole) === id && holdsAll(whole, bytes);
      if (isCopy || sameVersion(version, page.theirs)) copies.push(target);
      else
        this.#conflict(target, 'place', {
          base: null,
          ours: other.ours ?? page.ours,
          theirs: other.theirs ?? page.theirs,
        });
    }
    return copies;
  }

  async #read(oid: Oid): Promise<Uint8Array> {
    return this.#fresh.get(oid) ?? this.#git.readBlob(oid);
  }

  async #mergeEntry(path: string, entry: Entry): Promise<void> {
    const target = this.#places.get(path) ?? pathOfEntry(path);
    const { gone } = this.#sides;
    if (entry.ours && !entry.theirs && (await isLetGo(this.#git, [path, target], entry.ours, gone)))
      entry.ours = entry.base;
    const version = await this.#versionOf(target, entry);
    if (version === 'conflict') return;
    if (target !== path && path !== newcomerAt(target))
      this.#changes.set(path, this.#changes.get(path) ?? null);
    // Nothing is written over what another page brought there.
    if (version !== null && this.#filled.has(target)) return this.#conflict(target, 'place', entry);
    if (version === null && this.#filled.has(target)) return;
    if (version !== null) this.#filled.add(target);
    this.#changes.set(target, version);
  }

  async #versionOf(path: string, entry: Entry): Promise<Version | null | 'conflict'> {
    const { base, ours, theirs } = entry;
    if (sameVersion(ours, theirs) || sameVersion(base, ours)) return theirs;
    if (sameVersion(base, theirs)) return ours;
    const read = async (version: Version | null): Promise<Uint8Array | null> =>
      version && this.#read(version.oid);
    const versions = { base: await read(base), ours: await read(ours), theirs: await read(theirs) };
    const merged = mergeFile(
      path,
      versions,
      await summaryPages(path, versions, this.#pages, this.#sides.accepted),
    );
    if (merged.outcome === 'conflict') {
      this.#conflict(path, merged.kind, entry);
      return 'conflict';
    }
    if (merged.bytes === null) return null;
    return { mode: ours?.mode ?? theirs?.mode ?? '100644', oid: this.#writer.addBlob(merged.bytes) };
  }
}

/** The entry of what came to a path from which a page has moved. No path of a repository has this name. */
function newcomerAt(path: string): string {
  return `${path}\0`;
}

/** The path that an entry is about, when it has not been given another place. */
function pathOfEntry(name: string): string {
  return name.endsWith('\0') ? name.slice(0, -1) : name;
}

interface RelocatedPage extends AcceptedPage {
  /** The branch moved the page after it was sent, and the service left it where it was sent from. */
  readonly isMovedHere?: boolean;
}

/** The pages that were sent, where the branch has them by now: also where they were renamed and committed. */
async function relocatedIn(
  git: GitRepository,
  mine: readonly PathChange[],
  accepted: readonly AcceptedPage[],
): Promise<readonly RelocatedPage[]> {
  const read = async (version: Version | null): Promise<Uint8Array | null> =>
    version === null ? null : git.readBlob(version.oid);
  const changes: ChangedFile[] = [];
  for (const { path, before, after } of mine)
    if (path.endsWith('.md')) changes.push({ path, before: await read(before), after: await read(after) });
  const known = sentPages(git, accepted);
  const said = await contestedPages(git, changes, known);
  const here = pagesAmong(changes, { sent: known.sent, said });
  // Where a file says which page it is, nobody has to be told.
  const named = new Set(changes.map(({ after }) => after && identityIn(after)));
  return accepted.map((page) => {
    const paths = page.id === null || named.has(page.id) ? [] : here.pathsOf(page.id);
    return paths.length === 0 || paths.includes(page.path)
      ? page
      : { ...page, path: paths[0]!, isMovedHere: page.path === page.target };
  });
}

/** Whether one side deleted a file that the other side left alone. */
function isDeleted({ base, ours, theirs }: Entry): boolean {
  return (!ours && sameVersion(base, theirs)) || (!theirs && sameVersion(base, ours));
}

function sameVersion(a: Version | null, b: Version | null): boolean {
  return a?.oid === b?.oid && a?.mode === b?.mode;
}
