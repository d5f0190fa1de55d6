import { mergeFile, sameButId } from '../../content/index.ts';
import type { EditedFile, FastForwardOutcome, JoinedFile, Oid, Version } from '../../git/port.ts';
import type { BranchReport, ConflictReport } from '../report.ts';
import { headIsDetached } from '../plan/branch.ts';
import { shareOfCommonLines } from '../compare-texts.ts';
import { startingVersion } from '../versions/base-of.ts';
import { identityIn, isSimilarPage, plainText } from '../versions/identity.ts';
import { pageBefore, pageInCommit, PagesHere, pagesAtPaths } from '../versions/places.ts';
import { acceptedAt, followPlaces, isAsSent, sentFileAt, sentPages } from './accepted.ts';
import type { Accepted, AcceptedPage } from './accepted.ts';
import { busyReport, leftReport, notWritableReport, refusedReport } from '../plan/branch-reports.ts';
import type { ReportStart } from '../plan/branch-reports.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { removedSinceSent } from './removed-since-sent.ts';
import { followDeletions } from './follow-deletions.ts';
import type { FolderMove } from './folder-moves.ts';
import { carry, carryNewFiles, editedMoves, followMoves } from './follow-moves.ts';
import type { CarryNoted, LeftPaths } from './follow-moves.ts';
import type { Journal } from '../state/journal.ts';
import { noteLateSaves } from './late-saves.ts';
import { joinMovedPages, planJoins } from './moved-away.ts';
import { pagesHere } from './pages-here.ts';
import { summaryPages } from './summary-pages.ts';
import { keptByTitle } from './retitled.ts';
import { newerThanCommitted } from './when-sent.ts';
import type { PagesOfVersions } from './summary-pages.ts';

/** A move of the branch that a plan has decided on. */
export interface BranchMove {
  readonly ref: string;
  readonly report: ReportStart;
  readonly to: Oid;
  readonly state: 'created' | 'fast-forwarded' | 'merged';
  readonly detached: boolean;
  readonly journal: Journal;
  readonly accepted: Accepted;
  /** The spaces that have another folder in the new commit. */
  readonly folders?: readonly FolderMove[];
  /** The commit that both sides of a merge started from. */
  readonly ancestor?: Oid | null;
  /** Paths that commits here deleted and the service changed: the merge has the files. */
  readonly back?: readonly string[];
}

/** How often a move starts again because somebody saved a file while it was being carried to another path. */
const mostAttempts = 3;

/** Moves the branch and its files. Uncommitted edits are joined; where that fails, the branch stays where it is. */
export async function moveBranch(ports: BranchPorts, move: BranchMove): Promise<BranchReport> {
  for (let attempt = 1; ; attempt++) {
    const moved = await tryToMove(ports, move);
    if (!moved.savedSince || attempt >= mostAttempts) return moved.report;
  }
}

interface Moved {
  readonly report: BranchReport;
  /** Somebody saved a file at a path from which a page had been carried away: that save has to be carried, too. */
  readonly savedSince: boolean;
}

async function tryToMove(ports: BranchPorts, move: BranchMove): Promise<Moved> {
  const { git, tree } = ports;
  const { ref, report, to, journal } = move;
  const { from } = report;
  const isHere = (await git.head()).branch === ref;
  const { pages: accepted } = move.accepted;
  const lookHere = async (): Promise<PagesHere> =>
    isHere ? pagesAtPaths(ports, from, sentPages(git, accepted)) : new PagesHere();
  const before = await lookHere();
  const waits = await keptBack(ports, move, before);
  if (waits !== null) return { report: waits, savedSince: false };
  const undoFolders = isHere
    ? await carryNewFiles(ports, { ...move, from }, carrying(ports, move, new PagesHere()))
    : doNothing;
  const here = (move.folders ?? []).length > 0 ? await lookHere() : before;
  const known = { here, accepted };
  const away = isHere
    ? await joinMovedPages(ports, { from, to, ancestor: move.ancestor ?? null }, known)
    : { paths: new Set<string>(), locals: new Set<string>(), conflicts: [], unwritable: [], undo: doNothing };
  if (away.conflicts.length + away.unwritable.length > 0) {
    await undoFolders();
    return { report: unjoinedReport(move, away), savedSince: false };
  }
  const carryNoted = carrying(ports, move, here);
  const undoPlaces = isHere ? await followPlaces(ports, known, { from, to }, carryNoted) : doNothing;
  const followed = isHere
    ? await followMoves(ports, { from, to, here, folders: move.folders }, carryNoted)
    : nowhere;
  const undoDeletions = isHere
    ? await followDeletions(ports, { from, to, here, accepted: move.accepted }, carryNoted)
    : doNothing;
  const joiner = new Joiner(ports, { ...move, here, left: followed.left });
  const removed = isHere ? await removedSinceSent(ports, from, known) : { left: [], back: [] };
  const outcome = await tree.fastForward({
    branch: ref,
    from,
    to,
    // When another page is at this path, and this page was merged at the person's path, the other page stays.
    merge: async (edited) =>
      away.paths.has(edited.path) && here.isAnotherThan(edited.theirs, edited)
        ? edited.ours
        : joiner.join(edited),
    away: async () => new Set([...away.paths, ...removed.left]),
    stays: async (path) => away.locals.has(path) || removed.back.includes(path) || joiner.stays(path),
    carried: () => journal.carries,
    saysSame: sameButId,
    late: (saves) => noteLateSaves(ports, { ...saves, journal, accepted: move.accepted }),
    reason: `tidemark: ${move.state}`,
  });
  if (outcome.outcome !== 'moved' && outcome.outcome !== 'busy') {
    for (const undo of [undoDeletions, followed.undo, undoPlaces, away.undo, undoFolders]) await undo();
    for (const carried of journal.carries) journal.moveStale(carried.to, carried.from);
  }
  // While git is at work, half of the files may have moved: the next cycle settles at its start what was carried.
  if (outcome.outcome !== 'busy') journal.carry([]);
  return {
    report: reportOf(move, outcome, joiner),
    savedSince: outcome.outcome === 'blocked' && joiner.savedSince,
  };
}

/** The report of a move that conflicts keep back; null: none does. Nothing is carried, and nothing noted, for such a move. */
async function keptBack(ports: BranchPorts, move: BranchMove, here: PagesHere): Promise<BranchReport | null> {
  const { report } = move;
  if (!here.anyDiffers) return null;
  const conflicts = await findFileConflicts(ports, { ...move, from: report.from });
  if (conflicts.length === 0) return null;
  const paths = conflicts.map(({ path }) => path);
  return leftReport(report, paths, conflicts);
}

/** Names the files of moved pages that keep the branch where it is, at the paths that their writer gave them; nothing is carried then. */
function unjoinedReport(
  { report, journal }: BranchMove,
  { conflicts, unwritable }: Record<'conflicts' | 'unwritable', readonly string[]>,
): BranchReport {
  const carried = new Map(journal.carries.map((each) => [each.to, each.from]));
  journal.carry([]);
  const paths = (of: readonly string[]): string[] => of.map((path) => carried.get(path) ?? path);
  return conflicts.length > 0
    ? leftReport(report, paths(conflicts))
    : notWritableReport(report, paths(unwritable));
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const nowhere = { left: { moves: new Set<string>(), taken: new Set<string>() }, undo: doNothing };

async function doNothing(): Promise<void> {
  // Nothing was carried along, so there is nothing to take back.
}

/** Notes a file in the journal, then carries it. A file that is saved in between is noted and carried again. */
function carrying(ports: BranchPorts, { ref, to, journal }: BranchMove, here: PagesHere): CarryNoted {
  const { files } = ports;
  return async (carried) => {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const local = await files.read(carried.from);
      if (local.outcome !== 'file' || (await files.stat(carried.to)) !== null) return false;
      const others = journal.carries.filter(({ from }) => from !== carried.from);
      journal.carry([...others, { ...carried, id: local.id, ref, commit: to }]);
      journal.moveStale(carried.from, carried.to);
      await journal.keep();
      if (await carry(ports, carried.from, carried.to)) {
        here.carried(carried.from, carried.to);
        return true;
      }
      journal.moveStale(carried.to, carried.from);
    }
    return false;
  };
}

type JoinedMove = BranchMove & {
  readonly here: PagesHere;
  readonly left: LeftPaths;
};

/** Joins files that were edited here with their versions in the branch's new commit, and remembers the outcome of each. */
class Joiner {
  savedSince = false;
  readonly conflicts: ConflictReport[] = [];
  readonly kept: string[] = [];
  readonly back: string[] = [];
  readonly #ports: BranchPorts;
  readonly #move: JoinedMove;
  readonly #pages: PagesOfVersions;
  /** Whether a page that nobody edited stays, though the new commit lacks it. */
  readonly stays: (path: string) => Promise<boolean>;

  constructor(ports: BranchPorts, move: JoinedMove) {
    this.#ports = ports;
    this.#move = move;
    const { from } = move.report;
    this.stays = keptByTitle(ports, { from, moves: move.left.moves });
    this.#pages = pagesHere(ports, { ...move, from });
  }

  async join(edited: EditedFile): Promise<JoinedFile> {
    const { path, base: before, theirs } = edited;
    const { here, left } = this.#move;
    const { pages: accepted } = this.#move.accepted;
    const page = acceptedAt(accepted, path);
    const isSent = page !== undefined && (await this.#isFileOf(page, edited));
    const ours =
      edited.ours && (isSent ? encoded(plainText(edited.ours)) : here.withoutOld(path, edited.ours));
    // The page that the service deleted or moved is not the page that is here.
    if (theirs === null && (left.taken.has(path) || here.isAnotherThan(before, edited))) return edited.ours;
    if (theirs === null && left.moves.has(path)) {
      this.savedSince = true;
      return null;
    }
    if (!isSent && here.isAnotherThan(theirs, edited))
      return theirs && this.#isElsewhere(edited) ? theirs : this.#conflict(path, 'place');
    const committed = await this.#committedOf(edited);
    const sent = await newerThanCommitted(this.#ports.git, page, {
      committed,
      at: this.#move.report.from,
    });
    if (sent && isAsSent(sent, ours) && theirs) return theirs;
    const asset = await sentFileAt(this.#ports.git, this.#move.accepted, path);
    const base = asset
      ? await this.#ports.git.readBlob(asset)
      : await this.#startOf(edited, committed, { local: ours, sent });
    const versions = { base, ours, theirs };
    const merged = mergeFile(path, versions, await summaryPages(path, versions, this.#pages, accepted));
    if (merged.outcome === 'conflict') return this.#conflict(path, merged.kind);
    if (merged.kept) this.#noteKept(path, ours);
    return merged.bytes ?? 'no file';
  }

  /**
   * Whether a file that carries the identity of another page is the file from which we sent a page: a page that moved to the folder of
   * another space is a new page there, and its file keeps the identity that it had until the new page is merged.
   */
  async #isFileOf(
    { id, path: from, text }: AcceptedPage,
    { path, ours, theirs }: EditedFile,
  ): Promise<boolean> {
    const own = ours && identityIn(ours);
    if (!ours || !own || own === id || id === null || from !== path) return false;
    if (theirs === null || identityIn(theirs) !== id) return false;
    const { git } = this.#ports;
    const { from: at } = this.#move.report;
    const former = at === null ? null : await pageInCommit(git, at, own);
    const now = plainText(ours);
    const was = former === null ? '' : plainText(await git.readBlob(former));
    return isSimilarPage(text, now) && shareOfCommonLines(text, now) >= shareOfCommonLines(was, now);
  }

  /** The text that the file here started from. `was`: the branch's version of it. */
  async #startOf(
    { path, ours: file }: EditedFile,
    was: Uint8Array | null,
    { local, sent }: { readonly local: Uint8Array | null; readonly sent: AcceptedPage | undefined },
  ): Promise<Uint8Array | null> {
    const { journal, here, report } = this.#move;
    const { git } = this.#ports;
    // If we ignore the identity in the file, we ignore it in the branch's version of the file, too.
    const isCopy = was && file && file !== local && identityIn(was) === identityIn(file);
    const committed = await pageBefore(git, report.from, {
      id: here.pageOf(path, file),
      committed: isCopy ? encoded(plainText(was)) : was,
    });
    const noted = journal.stale.get(path) ?? this.#carriedTo(path);
    const isContents = await this.#pages.isContents(path);
    return startingVersion(git, { noted, sent, committed, local, isContents });
  }

  /** The note about a file that was carried to a path. */
  #carriedTo(path: string): Journal['carries'][number] | undefined {
    return this.#move.journal.carries.find(({ to }) => to === path);
  }

  /** The branch's version of a file, which may have been carried here from another path; null: none. */
  async #committedOf({ path, base }: EditedFile): Promise<Uint8Array | null> {
    const { git } = this.#ports;
    const { from } = this.#move.report;
    const carried = this.#carriedTo(path);
    if (base !== null || from === null || carried === undefined) return base;
    const entry = await git.entryAt(from, carried.from);
    return entry && git.readBlob(entry.oid);
  }

  #noteKept(path: string, ours: Uint8Array | null): void {
    this.kept.push(path);
    if (ours === null) this.back.push(path);
  }

  /** Whether a file is a page as we sent it, which the new commit has at another path. */
  #isElsewhere({ path, ours }: EditedFile): boolean {
    const { accepted, here } = this.#move;
    const id = here.pageOf(path, ours);
    return accepted.pages.some((page) => page.id === id && page.target !== path && isAsSent(page, ours));
  }

  #conflict(path: string, kind: ConflictReport['kind']): null {
    this.conflicts.push({ path, kind });
    return null;
  }
}

/** Finds the uncommitted edits that would keep a branch from moving, without writing anything. They are joined as in a move. */
export async function findFileConflicts(
  ports: BranchPorts,
  {
    ref,
    from,
    to,
    ancestor = null,
    ...known
  }: Pick<BranchMove, 'ref' | 'to' | 'journal' | 'accepted' | 'ancestor' | 'folders'> & {
    readonly from: Oid | null;
  },
): Promise<readonly ConflictReport[]> {
  const { git, tree, files } = ports;
  if ((await git.head()).branch !== ref) return [];
  const { pages } = known.accepted;
  const here = await pagesAtPaths(ports, from, sentPages(git, pages));
  const report = { name: ref, from, to, conflicts: [] };
  const away = await planJoins(ports, { from, to, ancestor }, { here, accepted: pages });
  if (away.conflicts.length > 0) return leftReport(report, away.conflicts).conflicts;
  const move = { ref, report, to, state: 'merged', detached: false, ...known } as const;
  const changes = new Map((await git.diffTrees(from, to)).map((change) => [change.path, change]));
  const { edited, left } = await editedMoves(ports, { from, to, here, folders: known.folders });
  const moved = new Map(edited.map(({ move: each }) => [each.from, each.to]));
  const joiner = new Joiner(ports, { ...move, here, left });
  const read = async (version: Version | null | undefined): Promise<Uint8Array | null> =>
    version ? git.readBlob(version.oid) : null;
  for (const { path } of await tree.scan(from)) {
    const local = await files.read(path);
    // What was deleted here, or is no file any more, cannot say anything else than the mirror.
    if (local.outcome !== 'file') continue;
    const target = moved.get(path) ?? path;
    const change = changes.get(target);
    if (!change || away.paths.has(target)) continue;
    if (target !== path) here.carried(path, target);
    const ours = local.bytes;
    const base = await read(changes.get(path)?.before);
    await joiner.join({ path: target, ours, base, theirs: await read(change.after) });
  }
  return joiner.conflicts;
}

function reportOf(
  { report, to, state, detached, back: merged = [] }: BranchMove,
  outcome: FastForwardOutcome,
  { conflicts, kept, back: joined }: Pick<Joiner, 'conflicts' | 'kept' | 'back'>,
): BranchReport {
  switch (outcome.outcome) {
    case 'moved': {
      const back = [...merged, ...joined];
      const moved = {
        ...report,
        to,
        state,
        ...(kept.length > 0 ? { kept } : {}),
        ...(back.length > 0 ? { back } : {}),
      };
      return detached ? { ...moved, state: 'detached', reason: headIsDetached } : moved;
    }
    case 'blocked':
      return leftReport(report, outcome.edited, conflicts);
    case 'refused':
      return refusedReport(report, outcome.paths);
    case 'unwritable':
      return notWritableReport(report, outcome.paths);
    case 'busy':
      return busyReport(report, outcome.work);
    case 'elsewhere':
      return busyReport(report, []);
  }
}
