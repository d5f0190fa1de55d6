import { decodeText, mergeFile, pageIdOf, roughText } from '../../content/index.ts';
import type { Oid, PathChange } from '../../git/port.ts';
import { acceptedAt } from './accepted.ts';
import type { AcceptedPage } from './accepted.ts';
import { holdsLines } from '../compare-texts.ts';
import { carry } from './follow-moves.ts';
import type { BranchPorts } from './follow.ts';
import type { Carry } from './journal.ts';
import { startOf } from '../versions/base-of.ts';
import { isMostly } from '../versions/identity.ts';
import { isAnotherPage, localPages, movesIn } from '../versions/places.ts';

/** A page that the person has moved, and that the new commit holds, too, at its old place or at another one. */
interface MovedAway {
  /** Where the new commit has it. */
  readonly path: string;
  readonly theirs: Oid;
  /** What the person's version started from; null where the page is new in the new commit. */
  readonly base: Oid | null;
  /** Where the person has it. */
  readonly local: string;
  /** What lies at `path` all the same: it was put (back) there after a kill, when the person had moved the page already. */
  readonly back: Oid | null;
  /** The text of `back` where that is an edit, which only a file that holds all of it may stand for. */
  readonly edit?: string;
  /** A page that we sent: as it was then, which is what both versions started from. */
  readonly sent?: string;
}

export interface FollowedAway {
  /** Paths of the new commit that stay without a file: theirs is elsewhere. */
  readonly paths: ReadonlySet<string>;
  /** Files that cannot be joined with what the service made of them. */
  readonly conflicts: readonly string[];
}

/**
 * Brings what the service changed in pages that the person has moved to where they are now, so that each stays one page: what the
 * person did is then a move of the newest text. It is written before the branch moves; done twice, it is done once.
 */
export async function joinMovedAway(
  ports: BranchPorts,
  move: { from: Oid | null; to: Oid; ancestor?: Oid | null },
): Promise<FollowedAway> {
  const { files } = ports;
  const conflicts: string[] = [];
  const writes: { path: string; expected: Oid; bytes: Uint8Array }[] = [];
  const pages = await movedAway(ports, move, 'whole');
  for (const page of pages) {
    const joined = await joinPage(ports, page);
    if (joined === 'conflict') conflicts.push(page.local);
    else if (joined) writes.push(joined);
  }
  if (conflicts.length > 0) return { paths: new Set(), conflicts };
  for (const { path, expected, bytes } of writes)
    if ((await files.replace(path, expected, bytes)).outcome !== 'replaced') conflicts.push(path);
  return { paths: new Set(pages.map(({ path }) => path)), conflicts };
}

/** The same for a fast-forward that was cut, which cannot be left: what cannot be joined goes back to where the page was. */
export async function joinMovedAwayWhileCut(
  ports: BranchPorts,
  move: { from: Oid | null; to: Oid },
  { carries, accepted }: { carries: readonly Carry[]; accepted: readonly AcceptedPage[] },
): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const page of await movedAway(ports, move, 'cut', { carries, accepted })) {
    if (page.back !== null && (await ports.files.remove(page.path, page.back)).outcome !== 'removed')
      continue;
    const joined = await joinPage(ports, page);
    const stays =
      joined === null ||
      (joined !== 'conflict' &&
        (await ports.files.replace(joined.path, joined.expected, joined.bytes)).outcome === 'replaced');
    if (stays) paths.add(page.path);
    else await carry(ports, page.local, page.path);
  }
  return paths;
}

async function joinPage(
  { git, files }: BranchPorts,
  { base, local, theirs, sent }: MovedAway,
): Promise<{ path: string; expected: Oid; bytes: Uint8Array } | 'conflict' | null> {
  if (base === theirs || (base === null && sent === undefined)) return null;
  const read = await files.read(local);
  if (read.outcome !== 'file') return 'conflict';
  const merged = mergeFile(local, {
    base: await startOf(git, { noted: { base, sent: base === null ? sent : undefined }, committed: null }),
    ours: read.bytes,
    theirs: await git.readBlob(theirs),
  });
  if (merged.outcome === 'conflict' || merged.bytes === null) return 'conflict';
  return Buffer.compare(merged.bytes, read.bytes) === 0
    ? null
    : { path: local, expected: read.id, bytes: merged.bytes };
}

/** `ancestor`: what the branch and the mirror have in common. In the middle of a fast-forward (`cut`), a page that is missing may be one that had come already and was moved then. */
async function movedAway(
  { git, tree, files }: BranchPorts,
  { from, to, ancestor = null }: { from: Oid | null; to: Oid; ancestor?: Oid | null },
  when: 'whole' | 'cut',
  { carries, accepted }: { carries: readonly Carry[]; accepted: readonly AcceptedPage[] } = {
    carries: [],
    accepted: [],
  },
): Promise<MovedAway[]> {
  const changes = await git.diffTrees(from, to);
  // The branch may have committed that a page left its place, and not yet where it went.
  const since = ancestor === null ? [] : await git.diffTrees(ancestor, to);
  const [known, older] = [await sourcesIn(git, changes), await sourcesIn(git, since)];
  const missing: Omit<MovedAway, 'local'>[] = [];
  for (const { path, after } of changes.filter(isPage)) {
    const { origin, base } = known(path).base === null ? older(path) : known(path);
    if (base === null && when === 'whole') continue;
    const there = await files.read(path);
    const isOver = await isOvertaken(git, there, { base, theirs: after!.oid });
    if (isOver || when === 'whole') {
      const isGone = there.outcome === 'missing' && (await files.stat(origin)) === null;
      if (isOver || isGone) missing.push({ path, theirs: after!.oid, base, back: null });
      continue;
    }
    const here = await files.read(origin);
    const carried = carries.find(({ to: at }) => at === path)?.id;
    const back = there.outcome === 'file' && [base, after!.oid, carried].includes(there.id) ? there.id : null;
    const isEdit = back !== null && back === carried && back !== base && back !== after!.oid;
    const edit = isEdit && there.outcome === 'file' ? { edit: decodeText(there.bytes) ?? '' } : {};
    if (back !== null || (here.outcome === 'missing' && there.outcome === 'missing'))
      missing.push({ path, theirs: after!.oid, base, back, ...edit });
  }
  if (missing.length === 0) return [];
  const found: MovedAway[] = [];
  const taken = new Set<string>();
  const strangers = await newFiles({ git, tree, files }, { from, to });
  for (const page of missing) {
    const text = decodeText(await git.readBlob(page.theirs)) ?? '';
    const known = page.base === null ? text : (decodeText(await git.readBlob(page.base)) ?? '');
    const id = pageIdOf(text);
    // A page that we sent has no identity here until the service's version of it comes.
    const sent = page.base === null ? acceptedAt(accepted, page.path)?.text : undefined;
    const texts = [...(id === null ? [known] : []), ...(sent === undefined ? [] : [sent])];
    const local = strangers.find(
      (file) =>
        !taken.has(file.path) &&
        file.path !== page.path &&
        (page.edit === undefined || holdsLines(file.text, page.edit)) &&
        (pageIdOf(file.text) === null && file.isNew
          ? page.back === null && texts.some((each) => isMostly(each, file.text))
          : pageIdOf(file.text) === id),
    );
    if (!local) continue;
    taken.add(local.path);
    found.push({ ...page, local: local.path, ...(sent === undefined ? {} : { sent }) });
  }
  return found;
}

/** Where the pages of a difference lay before, and what they were then; null: they are new. */
async function sourcesIn(
  git: BranchPorts['git'],
  changes: readonly PathChange[],
): Promise<(path: string) => { origin: string; base: Oid | null }> {
  const origins = new Map((await movesIn(git, changes)).map((move) => [move.to, move.from]));
  const before = new Map(changes.map((change) => [change.path, change.before?.oid ?? null]));
  return (path) => {
    const origin = origins.get(path) ?? path;
    return { origin, base: before.get(origin) ?? null };
  };
}

function isPage({ path, after }: PathChange): boolean {
  return after !== null && path.endsWith('.md') && !path.endsWith('SUMMARY.md');
}

/** Whether the person put another page at the path where a page was, and this page elsewhere. */
async function isOvertaken(
  git: BranchPorts['git'],
  there: Awaited<ReturnType<BranchPorts['files']['read']>>,
  { base, theirs }: { base: Oid | null; theirs: Oid },
): Promise<boolean> {
  if (there.outcome !== 'file' || there.id === base || there.id === theirs) return false;
  return isAnotherPage(there.bytes, await git.readBlob(theirs));
}

/** Pages here that neither commit has at their paths, and those that may lie where another page was, or comes. */
async function newFiles(
  ports: BranchPorts,
  { from, to }: { from: Oid | null; to: Oid },
): Promise<{ path: string; text: string; isNew: boolean }[]> {
  const found: { path: string; text: string; isNew: boolean }[] = [];
  for await (const { path, bytes, kind } of localPages(ports, from, ['added', 'modified'])) {
    const isNew = kind === 'added';
    const comes = isNew ? await ports.git.entryAt(to, path) : null;
    if (comes?.mode === '040000') continue;
    if (comes && !isAnotherPage(bytes, await ports.git.readBlob(comes.oid))) continue;
    found.push({ path, text: roughText(bytes), isNew });
  }
  return found;
}
