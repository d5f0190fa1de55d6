import type { GitRepository, ObjectWriter, Oid, PathChange, Version } from '../../git/port.ts';
import type { ConflictReport } from '../report.ts';
import { decodeText, mergeFile } from '../../content/index.ts';
import type { Versions } from '../../content/index.ts';
import { isAsSent, withPlaces } from './accepted.ts';
import type { AcceptedPage, AcceptedRemoval } from './accepted.ts';
import { filledLines, holdsAll } from '../compare-texts.ts';
import { identityIn } from '../versions/identity.ts';
import { idsIn, movesIn } from '../versions/places.ts';
import type { IdAt } from '../versions/places.ts';
import { summaryPages } from './summary-pages.ts';

export type TreeMerge =
  | { readonly outcome: 'merged'; readonly tree: Oid }
  | { readonly outcome: 'conflict'; readonly conflicts: readonly ConflictReport[] };

interface Entry {
  base: Version | null;
  ours: Version | null;
  theirs: Version | null;
}

/** Joins two commits' trees over what both started from (null: nothing); a page that one side moved stays one page. */
export async function mergeTrees(
  git: GitRepository,
  writer: ObjectWriter,
  {
    base,
    ours,
    theirs,
    accepted = [],
    gone = [],
  }: {
    base: Oid | null;
    ours: Oid;
    theirs: Oid;
    accepted?: readonly AcceptedPage[];
    gone?: readonly AcceptedRemoval[];
  },
): Promise<TreeMerge> {
  const mine = await git.diffTrees(base, ours);
  const other = await git.diffTrees(base, theirs);
  const { entries, places, origins, conflicts } = await joinMoves(git, mine, other, accepted);
  const [idsBefore, idsThere, idsHere] = [idsIn(git, base), idsIn(git, theirs), idsIn(git, ours)];
  const pages: Versions<IdAt> = {
    base: idsBefore,
    theirs: idsThere,
    ours: async (path) => {
      const sent = accepted.find((page) => page.path === path);
      return (await idsHere(path)) ?? (sent ? await idsThere(sent.target) : null);
    },
  };
  const changes = new Map<string, Version | null>();
  // Blobs of this writer, which the repository cannot read yet.
  const fresh = new Map<Oid, Uint8Array>();
  for (const page of await relocatedIn(git, { ours, mine }, accepted))
    await joinAccepted(git, writer, { entries, origins, changes, fresh }, page);
  for (const path of await collisions(git, { entries, places }, conflicts)) entries.delete(path);
  for (const [path, entry] of entries) {
    const target = places.get(path) ?? path;
    if (entry.ours && !entry.theirs && (await isLetGo(git, [path, target], entry.ours, gone)))
      entry.ours = entry.base;
    const merged = await mergeEntry(git, writer, target, entry, { fresh, pages });
    if ('kind' in merged) {
      conflicts.push({
        path: target,
        kind: merged.kind,
        base: entry.base?.oid ?? null,
        local: entry.ours?.oid ?? null,
        remote: entry.theirs?.oid ?? null,
      });
      continue;
    }
    if (target !== path) changes.set(path, changes.get(path) ?? null);
    changes.set(target, merged.version);
  }
  if (conflicts.length > 0)
    return { outcome: 'conflict', conflicts: conflicts.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  return {
    outcome: 'merged',
    tree: await writer.updateTree(base === null ? null : await git.treeOf(base), changes),
  };
}

/**
 * Files that one side put where a page goes that moved. A copy of that very page (as a cut cycle leaves it, and somebody commits it)
 * is named, to be left out, when the page holds all of it; anything else is for a person to decide.
 */
async function collisions(
  git: GitRepository,
  { entries, places }: { entries: ReadonlyMap<string, Entry>; places: ReadonlyMap<string, string> },
  conflicts: ConflictReport[],
): Promise<readonly string[]> {
  const copies: string[] = [];
  for (const [from, target] of places) {
    const [page, other] = [entries.get(from), entries.get(target)];
    const version = other?.ours ?? other?.theirs;
    if (from === target || !page || !other || !version || places.has(target)) continue;
    const bytes = await git.readBlob(version.oid);
    const id = identityIn(bytes);
    const whole = page.ours && (await git.readBlob(page.ours.oid));
    const isCopy = whole && id !== null && identityIn(whole) === id && holdsAll(whole, bytes);
    if (isCopy || sameVersion(version, page.theirs)) copies.push(target);
    else
      conflicts.push({
        path: target,
        kind: 'place',
        base: null,
        local: other.ours?.oid ?? page.ours?.oid ?? null,
        remote: other.theirs?.oid ?? page.theirs?.oid ?? null,
      });
  }
  return copies;
}

/** New pages that were renamed and committed here after they had been sent, as in {@link relocated}. */
async function relocatedIn(
  git: GitRepository,
  { ours, mine }: { ours: Oid; mine: readonly PathChange[] },
  accepted: readonly AcceptedPage[],
): Promise<readonly AcceptedPage[]> {
  const lost: AcceptedPage[] = [];
  for (const page of accepted)
    if ((await git.entryAt(ours, page.path)) === null && (await git.entryAt(ours, page.target)) === null)
      lost.push(page);
  return withPlaces(accepted, lost, async function* () {
    for (const { path, before, after } of mine)
      if (before === null && after !== null) yield { path, bytes: await git.readBlob(after.oid) };
  });
}

/** What we sent is the base of what both sides have of it, and the service's place for a new page is its place here. */
async function joinAccepted(
  git: GitRepository,
  writer: ObjectWriter,
  {
    entries,
    origins,
    changes,
    fresh,
  }: {
    entries: Map<string, Entry>;
    origins: ReadonlyMap<string, string>;
    changes: Map<string, Version | null>;
    fresh: Map<Oid, Uint8Array>;
  },
  page: AcceptedPage,
): Promise<void> {
  const mine = entries.get(page.path);
  if (
    page.path !== page.target &&
    mine &&
    !mine.base &&
    mine.ours &&
    !mine.theirs &&
    entries.has(page.target)
  ) {
    entries.delete(page.path);
    changes.set(page.path, null);
    entries.set(page.target, { ...entries.get(page.target)!, ours: mine.ours });
  }
  const origin = origins.get(page.target) ?? page.target;
  const entry = entries.get(origin);
  if (!entry?.ours || !entry.theirs || sameVersion(entry.ours, entry.theirs)) return;
  // What was committed before the sending is no wish to undo what was sent.
  const { oid } = entry.ours;
  if (isAsSent(page, await git.readBlob(oid)) || (await wasCommittedBefore(git, page, oid)))
    entry.ours = entry.base = entry.theirs;
  else if (!(await neverHad(git, page, entry))) {
    const bytes = new TextEncoder().encode(page.text);
    const sent = writer.addBlob(bytes);
    fresh.set(sent, bytes);
    entry.base = { mode: '100644', oid: sent };
  }
}

/**
 * Whether the branch lacks something of what was sent that it never had, because that was sent out of the working tree: then it, which
 * may have newer texts of the service by now, took nothing away.
 */
async function neverHad(
  git: GitRepository,
  { path, target, text, sentAt }: AcceptedPage,
  { base, ours }: Entry,
): Promise<boolean> {
  if (base === null || ours === null) return false;
  const linesOf = async ({ oid }: { oid: Oid }): Promise<readonly string[]> =>
    filledLines(decodeText(await git.readBlob(oid)) ?? '');
  const there = new Set([...(await linesOf(base)), ...(await linesOf(ours))]);
  const lacking = filledLines(text).filter((line) => !there.has(line));
  const had = new Set<string>();
  if (sentAt !== null && (await git.has(sentAt)))
    for (const at of [path, target]) {
      const then = await git.entryAt(sentAt, at);
      for (const line of then ? await linesOf(then) : []) had.add(line);
    }
  return lacking.some((line) => !had.has(line));
}

/** What was committed before the sending of a deletion is no wish to keep the page. */
async function isLetGo(
  git: GitRepository,
  paths: readonly string[],
  { oid }: Version,
  gone: readonly AcceptedRemoval[],
): Promise<boolean> {
  const sentAt = gone.find(({ path }) => paths.includes(path))?.sentAt;
  if (sentAt === undefined || !(await git.has(sentAt))) return false;
  for (const path of paths) if ((await git.entryAt(sentAt, path))?.oid === oid) return true;
  return false;
}

/** Whether the branch had a version when the page was sent, at its present path or at one that it had then. */
async function wasCommittedBefore(
  git: GitRepository,
  { path, target, sentAt }: AcceptedPage,
  oid: Oid,
): Promise<boolean> {
  // A commit that was rewritten may be gone by now.
  if (sentAt === null || !(await git.has(sentAt))) return false;
  for (const at of [path, target]) if ((await git.entryAt(sentAt, at))?.oid === oid) return true;
  return (await git.listTree(sentAt)).some((entry) => entry.oid === oid);
}

/** Lays both differences over each other by the paths that files had at the start. */
async function joinMoves(
  git: GitRepository,
  mine: readonly PathChange[],
  other: readonly PathChange[],
  accepted: readonly AcceptedPage[],
): Promise<{
  entries: Map<string, Entry>;
  places: Map<string, string>;
  /** Where pages that the service moved lay at the start. */
  origins: ReadonlyMap<string, string>;
  conflicts: ConflictReport[];
}> {
  const myMoves = new Map((await movesIn(git, mine)).map((move) => [move.to, move.from]));
  const theirMoves = new Map((await movesIn(git, other)).map((move) => [move.to, move.from]));
  const entries = new Map<string, Entry>();
  const places = new Map<string, string>();
  const lefts = new Set<string>();
  const conflicts: ConflictReport[] = [];
  const entryFor = (path: string, base: Version | null): Entry => {
    const entry = entries.get(path) ?? { base, ours: base, theirs: base };
    entries.set(path, entry);
    return entry;
  };
  const lay = (
    changes: readonly PathChange[],
    moves: ReadonlyMap<string, string>,
    side: 'ours' | 'theirs',
  ): void => {
    const moved = new Set(moves.values());
    const baseOf = new Map(changes.map(({ path, before }) => [path, before]));
    for (const { path, before, after } of changes) {
      const from = moves.get(path);
      if (from !== undefined) {
        entryFor(from, baseOf.get(from) ?? null)[side] = after;
        const elsewhere = places.get(from);
        // Where the service put a page that we proposed to move is where it goes.
        if (side === 'ours' && accepted.some((page) => page.path === path && page.target !== path)) {
          lefts.add(path);
          continue;
        }
        if (elsewhere !== undefined && elsewhere !== path)
          conflicts.push({
            path,
            kind: 'place',
            base: baseOf.get(from)?.oid ?? null,
            local: null,
            remote: after?.oid ?? null,
          });
        else places.set(from, path);
      } else if (!(moved.has(path) && !after)) {
        entryFor(path, before)[side] = after;
      }
    }
  };
  lay(mine, myMoves, 'ours');
  lay(other, theirMoves, 'theirs');
  for (const path of lefts)
    if (!entries.has(path)) entries.set(path, { base: null, ours: null, theirs: null });
  return { entries, places, origins: theirMoves, conflicts };
}

async function mergeEntry(
  git: GitRepository,
  writer: ObjectWriter,
  path: string,
  { base, ours, theirs }: Entry,
  { fresh, pages }: { fresh: ReadonlyMap<Oid, Uint8Array>; pages: Versions<IdAt> },
): Promise<{ version: Version | null } | { kind: ConflictReport['kind'] }> {
  if (sameVersion(ours, theirs) || sameVersion(base, ours)) return { version: theirs };
  if (sameVersion(base, theirs)) return { version: ours };
  const read = async (version: Version | null): Promise<Uint8Array | null> =>
    version === null ? null : (fresh.get(version.oid) ?? git.readBlob(version.oid));
  const versions = { base: await read(base), ours: await read(ours), theirs: await read(theirs) };
  const merged = mergeFile(path, versions, await summaryPages(path, versions, pages));
  if (merged.outcome === 'conflict') return { kind: merged.kind };
  if (merged.bytes === null) return { version: null };
  return { version: { mode: ours?.mode ?? theirs?.mode ?? '100644', oid: writer.addBlob(merged.bytes) } };
}

function sameVersion(a: Version | null, b: Version | null): boolean {
  return a?.oid === b?.oid && a?.mode === b?.mode;
}
