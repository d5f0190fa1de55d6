import { mergeFile } from '../../content/index.ts';
import type { Oid } from '../../git/port.ts';
import type { ConflictReport } from '../report.ts';
import { carry } from './follow-moves.ts';
import type { Journal, StaleEdit, StaleEdits } from '../state/journal.ts';
import { ContentsPaths, readHere } from '../versions/contents.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { mirrorRef } from '../mirror/tip.ts';
import { acceptedAt, sentFileAt } from './accepted.ts';
import type { Accepted } from './accepted.ts';
import { baseOfSave, startingVersion } from '../versions/base-of.ts';
import { identityIn } from '../versions/identity.ts';
import { movesIn } from '../versions/moves.ts';
import { identityAt, pageHere, pageInCommit } from '../versions/places.ts';

/**
 * Notes saves during replacement: they came in while their files were being replaced. Such a save stays in the working tree, but it
 * started from the old text. The note keeps us from taking the save for an attempt to undo what the service changed.
 */
export async function noteLateSaves(
  { git }: Pick<BranchPorts, 'git'>,
  {
    from,
    to,
    paths,
    journal,
    accepted,
  }: {
    from: Oid | null;
    to: Oid;
    paths: readonly string[];
    journal: Journal;
    accepted: Pick<Accepted, 'pages' | 'files'>;
  },
): Promise<void> {
  const moves = new Map(
    (await movesIn(git, await git.diffTrees(from, to))).map((move) => [move.from, move.to]),
  );
  for (const path of paths) {
    const base = from === null ? null : await git.entryAt(from, path);
    const remote = await git.entryAt(to, path);
    const at = remote === null ? moves.get(path) : undefined;
    const sent = acceptedAt(accepted.pages, path)?.text;
    journal.stale.set(path, {
      base: (await sentFileAt(git, accepted, path)) ?? base?.oid ?? null,
      remote: remote?.oid ?? null,
      ...(at === undefined ? {} : { at }),
      ...(sent === undefined ? {} : { sent }),
    });
  }
  await journal.keep();
}

/** Tries to join edits that started from older texts; returns those that a person has to join. */
export async function joinStaleEdits(ports: BranchPorts, journal: Journal): Promise<ConflictReport[]> {
  const open: ConflictReport[] = [];
  const mirror = await ports.git.resolveRef(mirrorRef);
  for (const noted of journal.stale.paths()) {
    const conflict = await joinStaleEdit(ports, journal, { noted, mirror });
    if (conflict !== null) open.push(conflict);
  }
  return open;
}

/** Tries to join the edit that is noted for a path; null when a person has nothing to do about it now. */
async function joinStaleEdit(
  ports: BranchPorts,
  journal: Journal,
  { noted, mirror }: { noted: string; mirror: Oid | null },
): Promise<ConflictReport | null> {
  const { files } = ports;
  const { stale } = journal;
  const was = await followExchanged(ports, journal, noted);
  if (was === null) return stale.get(noted) ? { path: noted, kind: 'place' } : null;
  const path =
    (await files.stat(was)) === null
      ? await follow(ports, journal, was)
      : await finishReturn(ports, stale, was);
  const edit = stale.get(path)!;
  const local = await files.read(path);
  if (local.outcome === 'refused') return null;
  const ours = local.outcome === 'file' ? local : null;
  const kind =
    edit.at === undefined
      ? await joinHere(ports, { path, edit, ours, mirror })
      : ours && (await joinElsewhere(ports, { path, edit, ours, to: edit.at }));
  if (kind !== null) return { path, kind };
  stale.set(path, null);
  return null;
}

/** A file of the working tree, as it was read. */
interface FileRead {
  readonly id: Oid;
  readonly bytes: Uint8Array;
}

/** Joins an edit into its own file (null: the file is missing); null when the edit is joined, or when nothing is left to join. */
async function joinHere(
  ports: BranchPorts,
  { path, edit, ours, mirror }: { path: string; edit: StaleEdit; ours: FileRead | null; mirror: Oid | null },
): Promise<'text' | 'binary' | null> {
  const { git } = ports;
  // The file has the text that the service has now, or had when the edit was noted.
  const now = mirror === null ? null : await pageInMirror(git, mirror, { path, edit });
  if ([edit.remote, now].includes(ours?.id ?? null)) return null;
  const base = await startingVersion(git, { noted: edit, committed: null });
  const theirs = edit.remote === null ? null : await git.readBlob(edit.remote);
  // A person may have joined their text by hand, with the service's text of that time or with a newer one that the mirror has by now.
  const newerTexts = [theirs, now === null ? null : await git.readBlob(now)];
  const startsFrom = (newer: Uint8Array | null): boolean =>
    ours !== null && newer !== null && baseOfSave(ours.bytes, { older: base, newer }) === newer;
  if (newerTexts.some(startsFrom)) return null;
  const isContents = await new ContentsPaths(readHere(ports.files)).has(path);
  const merged = mergeFile(path, { base, ours: ours?.bytes ?? null, theirs }, { isContents });
  if (merged.outcome === 'conflict') return merged.kind;
  return (await put(ports, path, ours, merged.bytes)) ? null : 'text';
}

/** The identity in a noted version; null also if the repository does not have it: earlier releases noted versions that nobody had written. */
async function identityOf(git: BranchPorts['git'], noted: Oid | null): Promise<string | null> {
  return noted !== null && (await git.has(noted)) ? identityIn(await git.readBlob(noted)) : null;
}

/** What the mirror has of a page, perhaps at another path than the branch. */
async function pageInMirror(
  git: BranchPorts['git'],
  mirror: Oid,
  { path, edit }: { path: string; edit: StaleEdit },
): Promise<Oid | null> {
  const there = await git.entryAt(mirror, path);
  if (there || edit.remote === null) return there?.oid ?? null;
  const id = await identityOf(git, edit.remote);
  return id === null ? null : pageInCommit(git, mirror, id);
}

/**
 * The path that the file of an edit has now, when the page changed places with another one, so that the file at its old path
 * belongs to the other page. null when the page is nowhere, or when another edit is noted at its new path.
 */
async function followExchanged(ports: BranchPorts, journal: Journal, path: string): Promise<string | null> {
  const { base, remote, at } = journal.stale.get(path)!;
  const known = remote ?? base;
  const id = await identityOf(ports.git, known);
  if (id === null || ((await identityAt(ports.files, path)) ?? id) === id) return path;
  const here = await pageHere(ports, id, { but: at });
  // Where the service moved the page, what is committed elsewhere is a copy of it, and not the edit.
  const isNowhere = here === null || (at !== undefined && here.committed);
  if (isNowhere) journal.stale.set(path, null);
  if (isNowhere || journal.stale.get(here.path)) return null;
  journal.moveStale(path, here.path);
  return here.path;
}

/**
 * Finds the file of an edit that is no longer at its path. If somebody moved the file by hand before the edit was joined, we
 * bring the file back first; that person can move it again afterwards. If the move was committed, we follow the file to its new path.
 */
async function follow(ports: BranchPorts, journal: Journal, path: string): Promise<string> {
  const { stale } = journal;
  const edit = stale.get(path)!;
  const { base, remote, at } = edit;
  const known = at === undefined ? remote : base;
  const id = await identityOf(ports.git, known);
  const here = id === null ? null : await pageHere(ports, id, { but: at });
  if (here === null || (at !== undefined && here.committed)) return path;
  // Its page is elsewhere: the edit is joined with that page, wherever the edit's own file is now.
  if (here.committed || at !== undefined) {
    journal.moveStale(path, here.path);
    return here.path;
  }
  stale.set(path, { ...edit, back: here.path });
  await journal.keep();
  if (await carry(ports, here.path, path)) return finishReturn(ports, stale, path);
  // Somebody saved the file again at that moment: the edit is joined at the file's present path.
  stale.set(path, edit);
  journal.moveStale(path, here.path);
  return here.path;
}

/** Completes the return of a file: where a kill left the file at both paths, only the one at the path that it returned to stays. */
async function finishReturn({ files }: BranchPorts, stale: StaleEdits, path: string): Promise<string> {
  const { back, ...edit } = stale.get(path)!;
  if (back === undefined) return path;
  const [here, there] = [await files.read(path), await files.read(back)];
  if (here.outcome === 'file' && there.outcome === 'file' && here.id === there.id)
    await files.remove(back, there.id);
  stale.set(path, edit);
  return path;
}

/** Joins an edit into its page at the page's new path; null when it is joined, or when there is no page to join it with. */
async function joinElsewhere(
  ports: BranchPorts,
  { path, edit, ours, to }: { path: string; edit: StaleEdit; ours: FileRead; to: string },
): Promise<'text' | 'binary' | null> {
  const { files } = ports;
  const id = identityIn(ours.bytes);
  const gone = (await files.stat(to)) === null;
  // The person may have moved the page on from there.
  const at = gone && id !== null ? (await pageHere(ports, id, { but: path }))?.path : to;
  if (at === undefined) return null;
  const there = await files.read(at);
  if (there.outcome === 'missing') return null;
  if (there.outcome === 'refused') return 'text';
  const merged = mergeFile(at, {
    base: await startingVersion(ports.git, { noted: edit, committed: null }),
    ours: ours.bytes,
    theirs: there.bytes,
  });
  if (merged.outcome === 'conflict') return merged.kind;
  if (!(await put(ports, at, there, merged.bytes))) return 'text';
  return (await files.remove(path, ours.id)).outcome === 'changed' ? 'text' : null;
}

async function put(
  { files }: Pick<BranchPorts, 'git' | 'files'>,
  path: string,
  ours: { id: string } | null,
  bytes: Uint8Array | null,
): Promise<boolean> {
  if (bytes === null) return ours === null || (await files.remove(path, ours.id)).outcome === 'removed';
  if (ours === null) return (await files.create(path, bytes)).outcome === 'created';
  return (await files.replace(path, ours.id, bytes)).outcome === 'replaced';
}
