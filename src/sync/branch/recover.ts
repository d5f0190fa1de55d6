import { decodeText, mergeFile, sameButId } from '../../content/index.ts';
import { contentId } from '../../files/index.ts';
import type { EditedFile, JoinedFile, Oid } from '../../git/port.ts';
import { baseOfSave, startingVersion } from '../versions/base-of.ts';
import { movesIn } from '../versions/moves.ts';
import { pageBefore, PagesHere, pagesAtPaths } from '../versions/places.ts';
import { acceptedAt, isAsSent, sentFileAt, sentPages } from './accepted.ts';
import type { Accepted } from './accepted.ts';
import { settleCarries } from './carries.ts';
import { removedSinceSent } from './removed-since-sent.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { Journal, StaleEdit } from '../state/journal.ts';
import { noteLateSaves } from './late-saves.ts';
import { joinMovedPagesAfterCut } from './moved-away.ts';
import { pagesHere } from './pages-here.ts';
import { keptByTitle } from './retitled.ts';
import { summaryPages } from './summary-pages.ts';
import type { PagesOfVersions } from './summary-pages.ts';

type AcceptedVersions = Pick<Accepted, 'pages' | 'files'>;

/** Completes what an earlier process began in the files of the working tree, so that half of it is never taken for a person's edit. */
export async function recoverFiles(
  ports: BranchPorts,
  journal: Journal,
  acceptedBefore: () => Promise<AcceptedVersions>,
): Promise<void> {
  const { git, tree } = ports;
  const moves = new Map<string, string>();
  const elsewhere = new Set<string>();
  let from: Oid | null = null;
  /** The files of pages that the new commit has elsewhere. */
  const held = new Set<string>();
  let here = new PagesHere();
  let pages: PagesOfVersions | undefined;
  let known: AcceptedVersions | undefined;
  let stays: ReturnType<typeof keptByTitle> | undefined;
  const accepted = async (): Promise<AcceptedVersions> => (known ??= await acceptedBefore());
  await tree.recover({
    merge: async (edited) =>
      isOtherPage(edited, { here, elsewhere })
        ? edited.ours
        : joinWhileCut(ports, { edited, from, here, journal, moves, pages, accepted: await accepted() }),
    away: async (move) => {
      from = move.from;
      for (const { from, to } of await movesIn(git, await git.diffTrees(move.from, move.to)))
        moves.set(from, to);
      const { pages: sent } = await accepted();
      here = await pagesAtPaths(ports, from, sentPages(git, sent), move.to);
      stays = keptByTitle(ports, { from, moves });
      pages = pagesHere(ports, { ...move, here, journal });
      const known = { accepted: sent, here };
      const { paths, locals } = await joinMovedPagesAfterCut(ports, move, known);
      const { left, back } = await removedSinceSent(ports, from, known);
      for (const path of [...paths, ...left]) elsewhere.add(path);
      for (const path of [...locals, ...back]) held.add(path);
      return elsewhere;
    },
    stays: async (path) => held.has(path) || ((await stays?.(path)) ?? false),
    carried: () => journal.carries,
    saysSame: sameButId,
    late: async (saves) => noteLateSaves(ports, { ...saves, journal, accepted: await accepted() }),
  });
  await settleCarries(ports, journal);
}

/** Whether a file is another page than the one that comes to its path or leaves it, so that it stays as it is. */
function isOtherPage(
  edited: EditedFile,
  { here, elsewhere }: { here: PagesHere; elsewhere: ReadonlySet<string> },
): boolean {
  // The page that comes was merged at the path to which the person moved it.
  if (elsewhere.has(edited.path) && here.isAnotherThan(edited.theirs, edited)) return true;
  return edited.theirs === null && here.isAnotherThan(edited.base, edited);
}

/**
 * Joins an edited file in an interrupted fast-forward, which has to be completed whatever was saved meanwhile. An edit that
 * cannot be joined stays at its path; before anything moves, the journal notes it as an edit of the old text.
 */
async function joinWhileCut(
  { git }: BranchPorts,
  {
    edited,
    from,
    here,
    journal,
    moves,
    pages,
    accepted,
  }: {
    edited: EditedFile;
    /** The commit that the branch moved from. */
    from: Oid | null;
    here: PagesHere;
    journal: Journal;
    moves: ReadonlyMap<string, string>;
    pages: PagesOfVersions | undefined;
    accepted: AcceptedVersions;
  },
): Promise<JoinedFile> {
  const { path, base: before, ours, theirs } = edited;
  const isAnother = here.isAnotherThan(theirs, edited);
  const sent = isAnother ? undefined : acceptedAt(accepted.pages, path);
  if (sent && isAsSent(sent, ours) && theirs !== null) return theirs;
  const asset = await sentFileAt(git, accepted, path);
  const committed = await pageBefore(git, from, { id: here.pageOf(path, ours), committed: before });
  const noted = asset ? { base: asset } : journal.carries.find(({ to }) => to === path);
  const isContents = await pages?.isContents(path);
  const start = await startingVersion(git, { noted, sent, committed, local: ours, isContents });
  // The file may have been replaced before the interruption, and saved after that.
  const base = ours === null ? start : baseOfSave(ours, { older: start, newer: theirs });
  const at = theirs === null && ours !== null ? moves.get(path) : undefined;
  const versions = { base, ours, theirs };
  const entries = pages && (await summaryPages(path, versions, pages, accepted.pages));
  const merged = at === undefined && !isAnother ? mergeFile(path, versions, entries) : null;
  if (merged?.outcome === 'merged') return merged.bytes ?? 'no file';
  journal.stale.set(path, {
    ...(await startOfEdit(git, base, committed)),
    remote: theirs && contentId(theirs),
    ...(at === undefined ? {} : { at }),
  });
  await journal.keep();
  return ours ?? theirs;
}

/**
 * What an edit started from, for its note. The repository may have no object for a text that was sent before anybody committed it: then the note
 * has that text itself.
 */
async function startOfEdit(
  git: Pick<BranchPorts['git'], 'has'>,
  base: Uint8Array | null,
  committed: Uint8Array | null,
): Promise<Pick<StaleEdit, 'base' | 'sent'>> {
  if (base === null || (await git.has(contentId(base)))) return { base: base && contentId(base) };
  return { base: committed && contentId(committed), sent: decodeText(base) ?? '' };
}
