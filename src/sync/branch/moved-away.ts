import { mergeFile, isMarkdownPath } from '../../content/index.ts';
import { contentId } from '../../files/index.ts';
import type { Oid, PathChange } from '../../git/port.ts';
import { acceptedAt } from './accepted.ts';
import type { AcceptedPage } from './accepted.ts';
import { carry } from './follow-moves.ts';
import { ContentsPaths, readIn } from '../versions/contents.ts';
import { newerThanCommitted } from './when-sent.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { startingVersion } from '../versions/base-of.ts';
import { identityIn, isLikeOneOf } from '../versions/identity.ts';
import { movesIn } from '../versions/moves.ts';
import { isAnotherPage, keyWithoutId } from '../versions/places.ts';
import type { PagesHere } from '../versions/places.ts';

/** A page that the person has moved, and that the new commit has, too: at its old path or at another one. */
interface MovedAway {
  /** The page's path in the new commit. */
  readonly path: string;
  readonly theirs: Oid;
  /** The version that the person's version started from; null where the page is new in the new commit. */
  readonly base: Oid | null;
  /** The page's path in the person's files. */
  readonly local: string;
  /** A file that is at `path` nevertheless: an interrupted process put it there after the person had moved the page. */
  readonly back: Oid | null;
  /** The page as we sent it; undefined: we did not. Both versions started from that text, unless the person went back to an older one. */
  readonly sent: AcceptedPage | undefined;
}

type FileNow = Awaited<ReturnType<BranchPorts['files']['read']>>;

/** Which pages are where in the working tree, and what was sent of them. */
export interface LocalPlaces {
  readonly here: PagesHere;
  readonly accepted: readonly AcceptedPage[];
}

export interface JoinedMoves {
  /** Paths of the new commit that get no file, because the person has their pages elsewhere. */
  readonly paths: ReadonlySet<string>;
  /** The files of these pages: each stays, also where it is back at the path that the new commit lacks. */
  readonly locals: ReadonlySet<string>;
  /** Files that cannot be joined with what the service made of their pages. */
  readonly conflicts: readonly string[];
}

/**
 * Joins the service's changes of pages that the person has moved into the files at the person's paths, so that each page stays
 * one page: the person's edit is then a move of the newest text. The files are written before the branch moves; a second run
 * changes nothing more. In a commit of a branch that stays where it is, the service's changes would look like the person's. So all files
 * keep their texts if one of them cannot be joined or written; `undo` gives them back the texts that they had, unless somebody has
 * saved them since.
 */
export async function joinMovedPages(
  ports: BranchPorts,
  move: { from: Oid | null; to: Oid; ancestor?: Oid | null },
  known: LocalPlaces,
): Promise<JoinedMoves & { readonly unwritable: readonly string[]; readonly undo: () => Promise<void> }> {
  const { files } = ports;
  const { paths, locals, conflicts, writes } = await planJoins(ports, move, known);
  const joined: JoinedPage[] = [];
  const undo = async (): Promise<void> => {
    for (const { path, before, bytes } of joined) await files.replace(path, contentId(bytes), before.bytes);
  };
  const [saved, unwritable]: [string[], string[]] = [[], []];
  if (conflicts.length > 0) return { paths: new Set(), locals, conflicts, unwritable, undo };
  for (const page of writes) {
    const replaced = await files.replace(page.path, page.before.id, page.bytes);
    if (replaced.outcome === 'replaced') joined.push(page);
    else if (replaced.outcome === 'refused' && replaced.reason === 'unwritable') unwritable.push(page.path);
    else saved.push(page.path);
  }
  if (saved.length + unwritable.length > 0) await undo();
  return { paths, locals, conflicts: saved, unwritable, undo };
}

/** What {@link joinMovedPages} would write, and what it could not join. */
export async function planJoins(
  ports: BranchPorts,
  move: { from: Oid | null; to: Oid; ancestor?: Oid | null },
  known: LocalPlaces,
): Promise<JoinedMoves & { readonly writes: readonly JoinedPage[] }> {
  const conflicts: string[] = [];
  const writes: JoinedPage[] = [];
  const pages = await movedAway(ports, move, { ...known, isCut: false });
  for (const page of pages) {
    const joined = await joinPage(ports, page, { here: known.here, at: move.from });
    if (joined === 'conflict') conflicts.push(page.local);
    else if (joined) writes.push(joined);
  }
  const [paths, locals] = [pages.map(({ path }) => path), pages.map(({ local }) => local)];
  return { paths: new Set(paths), locals: new Set(locals), conflicts, writes };
}

/** The joined text of a page, for the file that the person has of it. */
interface JoinedPage {
  readonly path: string;
  /** The file as it was read. */
  readonly before: { readonly id: Oid; readonly bytes: Uint8Array };
  readonly bytes: Uint8Array;
}

/**
 * Does the same in an interrupted fast-forward, which has to be completed: a page that cannot be joined goes back to its path in
 * the new commit.
 */
export async function joinMovedPagesAfterCut(
  ports: BranchPorts,
  move: { from: Oid | null; to: Oid },
  known: LocalPlaces,
): Promise<Pick<JoinedMoves, 'paths' | 'locals'>> {
  const [paths, locals] = [new Set<string>(), new Set<string>()];
  for (const page of await movedAway(ports, move, { ...known, isCut: true })) {
    if (page.back !== null && (await ports.files.remove(page.path, page.back)).outcome !== 'removed')
      continue;
    const joined = await joinPage(ports, page, { here: known.here, at: move.from });
    const stays =
      joined === null ||
      (joined !== 'conflict' &&
        (await ports.files.replace(joined.path, joined.before.id, joined.bytes)).outcome === 'replaced');
    if (stays) {
      paths.add(page.path);
      locals.add(page.local);
    } else await carry(ports, page.local, page.path);
  }
  return { paths, locals };
}

async function joinPage(
  { git, files }: BranchPorts,
  { base, local, theirs, sent }: MovedAway,
  { here, at }: { here: PagesHere; at: Oid | null },
): Promise<JoinedPage | 'conflict' | null> {
  if (base === theirs || (base === null && sent === undefined)) return null;
  const read = await files.read(local);
  if (read.outcome !== 'file') return 'conflict';
  const ours = here.withoutOld(local, read.bytes);
  const older = base === null ? null : await git.readBlob(base);
  const newer = await newerThanCommitted(git, sent, { committed: older, at });
  const from = await startingVersion(git, { sent: newer, committed: older, local: ours });
  const merged = mergeFile(local, { base: from, ours, theirs: await git.readBlob(theirs) });
  if (merged.outcome === 'conflict' || merged.bytes === null) return 'conflict';
  return Buffer.compare(merged.bytes, read.bytes) === 0
    ? null
    : { path: local, before: read, bytes: merged.bytes };
}

/**
 * Finds the pages that the person has moved. `ancestor`: what the branch and the mirror have in common. `isCut`: in the
 * middle of a fast-forward, a missing page may have arrived already and been moved since.
 */
async function movedAway(
  { git, files }: BranchPorts,
  { from, to, ancestor = null }: { from: Oid | null; to: Oid; ancestor?: Oid | null },
  { here, accepted, isCut }: LocalPlaces & { readonly isCut: boolean },
): Promise<MovedAway[]> {
  const changes = await git.diffTrees(from, to);
  // The branch may have committed the page's removal from its old path, but not yet its arrival at the new one.
  const since = ancestor === null ? [] : await git.diffTrees(ancestor, to);
  const [newer, older] = [await sourcesIn(git, changes), await sourcesIn(git, since)];
  const found: MovedAway[] = [];
  const taken = new Set<string>();
  const contents = new ContentsPaths(readIn(git, to));
  for (const { path, after } of changes) {
    if (after === null || !isMarkdownPath(path)) continue;
    const { origin, base } = newer(path).base === null ? older(path) : newer(path);
    const { other } = newer(path);
    const theirs = after.oid;
    const id = identityIn(await git.readBlob(theirs)) ?? keyWithoutId(origin);
    // A merge has the page where the branch had it, which may be neither where it was sent from nor where the mirror has it.
    const known = acceptedAt(accepted, path) ?? accepted.find((page) => page.id === id);
    if (base === null && !isCut && !known) continue;
    const page: ComingPage = {
      path,
      id,
      theirs,
      origin,
      base,
      other,
      sent: base === null ? known : undefined,
    };
    const there = await files.read(path);
    const hasLeft = here.isAnother(origin, id) || (await files.stat(origin)) === null;
    const absence = absenceOf(page, { there, isAnother: here.isAnother(path, id), hasLeft, isCut });
    if (absence === null || (await contents.has(path))) continue;
    const elsewhere = here.pathsOf(id).filter((each) => each !== path && !taken.has(each));
    const local = await whereInstead({ git, files }, page, { elsewhere, absence });
    if (local === null) continue;
    taken.add(local);
    found.push({ path, theirs, base, local, back: absence.back, sent: known });
  }
  return whatStays(found, changes);
}

/** A page of the new commit that may be at another path here. */
interface ComingPage extends Source {
  readonly path: string;
  readonly id: string;
  readonly theirs: Oid;
  readonly sent: AcceptedPage | undefined;
}

/** In which way a page is missing at its path in the new commit. */
interface Absence {
  /** The person put another page there. */
  readonly isOver: boolean;
  /** The file that is at the path nevertheless, because a kill left it. */
  readonly back: Oid | null;
}

/**
 * In which way a page is missing at its path, judged by the file that is there now; null: it is not missing. `isAnother`: that
 * file is known to be another page; `hasLeft`: the page has left its old path, too.
 */
function absenceOf(
  { path, theirs, origin, base, other }: ComingPage,
  {
    there,
    isAnother,
    hasLeft,
    isCut,
  }: { there: FileNow; isAnother: boolean; hasLeft: boolean; isCut: boolean },
): Absence | null {
  const id = there.outcome === 'file' ? there.id : null;
  const isOfPage = id !== null && [base, theirs].includes(id);
  if (id !== null && !isOfPage && isAnother) return { isOver: true, back: null };
  // A kill left the page's old or its new text where the page was, or where it came to.
  const back = isCut && isOfPage ? id : null;
  const isFree = there.outcome === 'missing' || (id !== null && id === other);
  const isGone = isFree && (hasLeft || (other !== null && origin === path));
  return isGone || back !== null ? { isOver: false, back } : null;
}

/** Finds, among the files that hold the page here, the one that the person moved; null: none. */
async function whereInstead(
  { git, files }: Pick<BranchPorts, 'git' | 'files'>,
  { path, sent, theirs, base }: ComingPage,
  { elsewhere, absence }: { elsewhere: readonly string[]; absence: Absence },
): Promise<string | null> {
  const { isOver, back } = absence;
  for (const local of elsewhere) {
    // The page is still at the path that it was sent from: nobody has moved it since, and the service decides.
    const isUnmoved = local === sent?.path && path === sent.target;
    if (!isOver && isUnmoved && sent.keepsPlace !== true) continue;
    // A copy that says something else carries the identity, too, while the page is still at its path.
    if (back !== null && !(await isLike({ git, files }, local, [theirs, base]))) continue;
    return local;
  }
  return null;
}

/**
 * Leaves out the pages whose files the new commit replaces by other pages: after an exchange that was taken back in part, such a
 * file would be lost at both paths. Leaving out one page may leave the next one without its file.
 */
function whatStays(found: readonly MovedAway[], changes: readonly PathChange[]): MovedAway[] {
  const replaced = new Set(changes.flatMap(({ path, after }) => (after === null ? [] : [path])));
  let staying = [...found];
  for (;;) {
    const kept = new Set(staying.map(({ path }) => path));
    const next = staying.filter(({ local }) => !replaced.has(local) || kept.has(local));
    if (next.length === staying.length) return next;
    staying = next;
  }
}

/** Whether a file says most of what one of two versions says. */
async function isLike(
  { git, files }: Pick<BranchPorts, 'git' | 'files'>,
  path: string,
  versions: readonly (Oid | null)[],
): Promise<boolean> {
  const read = await files.read(path);
  if (read.outcome !== 'file') return false;
  const known: Uint8Array[] = [];
  for (const oid of versions) if (oid !== null) known.push(await git.readBlob(oid));
  return isLikeOneOf(read.bytes, known);
}

/** What a page of a difference was before the difference. */
interface Source {
  /** The path that the page had. */
  readonly origin: string;
  /** The version that the page had; null: the page is new. */
  readonly base: Oid | null;
  /** The other page that had this path before; null: none. */
  readonly other: Oid | null;
}

/** Tells what each page of a difference was before, by the path that the page has after it. */
async function sourcesIn(
  git: BranchPorts['git'],
  changes: readonly PathChange[],
): Promise<(path: string) => Source> {
  const origins = new Map((await movesIn(git, changes)).map((move) => [move.to, move.from]));
  const before = new Map(changes.map((change) => [change.path, change.before?.oid ?? null]));
  // Where a page replaces another one at its path, the replaced page is not an earlier version of it.
  const others = new Map<string, Oid>();
  for (const { path, before: was, after } of changes)
    if (was !== null && after !== null && isMarkdownPath(path))
      if (isAnotherPage(await git.readBlob(was.oid), await git.readBlob(after.oid)))
        others.set(path, was.oid);
  return (path) => {
    const origin = origins.get(path) ?? path;
    const other = others.get(path) ?? null;
    return { origin, base: other !== null && origin === path ? null : (before.get(origin) ?? null), other };
  };
}
