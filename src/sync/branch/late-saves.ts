import { mergeFile } from '../../content/index.ts';
import type { Oid } from '../../git/port.ts';
import type { ConflictReport } from '../report.ts';
import { carry } from './follow-moves.ts';
import type { Journal, StaleEdit, StaleEdits } from '../state/journal.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { mirrorRef } from '../mirror/tip.ts';
import { acceptedAt } from './accepted.ts';
import type { AcceptedPage } from './accepted.ts';
import { baseOfSave, startOf } from '../versions/base-of.ts';
import { identityIn } from '../versions/identity.ts';
import { identityAt, movesIn, pageHere, pageInCommit } from '../versions/places.ts';

/**
 * A save that came in while its file was being replaced stays in the working tree, but it was made on the old text. It is
 * remembered so, that it is never taken for the wish to undo what the service changed.
 */
export async function noteLateSaves(
  { git }: Pick<BranchPorts, 'git'>,
  {
    from,
    to,
    paths,
    journal,
    accepted = [],
  }: {
    from: Oid | null;
    to: Oid;
    paths: readonly string[];
    journal: Journal;
    accepted?: readonly AcceptedPage[];
  },
): Promise<void> {
  const moves = new Map(
    (await movesIn(git, await git.diffTrees(from, to))).map((move) => [move.from, move.to]),
  );
  for (const path of paths) {
    const base = from === null ? null : await git.entryAt(from, path);
    const remote = await git.entryAt(to, path);
    const at = remote === null ? moves.get(path) : undefined;
    const sent = acceptedAt(accepted, path)?.text;
    journal.stale.set(path, {
      base: base?.oid ?? null,
      remote: remote?.oid ?? null,
      ...(at === undefined ? {} : { at }),
      ...(sent === undefined ? {} : { sent }),
    });
  }
  await journal.keep();
}

/** Tries to join edits that were made on older texts; answers with those that a person has to join. */
export async function joinStaleEdits(ports: BranchPorts, journal: Journal): Promise<ConflictReport[]> {
  const open: ConflictReport[] = [];
  const mirror = await ports.git.resolveRef(mirrorRef);
  for (const noted of journal.stale.paths()) {
    const conflict = await joinStaleEdit(ports, journal, { noted, mirror });
    if (conflict !== null) open.push(conflict);
  }
  return open;
}

/** Tries to join the edit that was noted at a path; null when a person has nothing to do for it now. */
async function joinStaleEdit(
  ports: BranchPorts,
  journal: Journal,
  { noted, mirror }: { noted: string; mirror: Oid | null },
): Promise<ConflictReport | null> {
  const { files } = ports;
  const { stale } = journal;
  const was = await followExchanged(ports, journal, noted);
  if (was === null) {
    const waits = stale.get(noted);
    return waits ? { path: noted, kind: 'place', base: waits.base, local: null, remote: waits.remote } : null;
  }
  const path =
    (await files.stat(was)) === null ? await follow(ports, journal, was) : await cameBack(ports, stale, was);
  const edit = stale.get(path)!;
  const local = await files.read(path);
  if (local.outcome === 'refused') return null;
  const ours = local.outcome === 'file' ? local : null;
  const kind =
    edit.at === undefined
      ? await joinHere(ports, { path, edit, ours, mirror })
      : ours && (await joinElsewhere(ports, { path, edit, ours }));
  if (kind !== null) return { path, kind, base: edit.base, local: ours?.id ?? null, remote: edit.remote };
  stale.set(path, null);
  return null;
}

/** A file of the working tree as it was read. */
interface FileRead {
  readonly id: Oid;
  readonly bytes: Uint8Array;
}

/** Joins an edit into the file that it lies in (null: that is missing); null when it is joined, or when there is nothing left to join. */
async function joinHere(
  ports: BranchPorts,
  { path, edit, ours, mirror }: { path: string; edit: StaleEdit; ours: FileRead | null; mirror: Oid | null },
): Promise<'text' | 'binary' | null> {
  const { git } = ports;
  // The file is as the service has the page now, or had it then.
  const now = mirror === null ? null : await pageInMirror(git, mirror, { path, edit, wholly: ours === null });
  if ([edit.remote, now].includes(ours?.id ?? null)) return null;
  const base = await startOf(git, { noted: edit, committed: null });
  const theirs = edit.remote === null ? null : await git.readBlob(edit.remote);
  // A person may have joined the two by hand: then it is an edit of the newer one.
  if (ours && theirs && baseOfSave(ours.bytes, { older: base, newer: theirs }) === theirs) return null;
  const merged = mergeFile(path, { base, ours: ours?.bytes ?? null, theirs });
  if (merged.outcome === 'conflict') return merged.kind;
  return (await put(ports, path, ours, merged.bytes)) ? null : 'text';
}

/** What the mirror has of a page, which it may have at another path than the branch; `wholly`: looked for everywhere. */
async function pageInMirror(
  git: BranchPorts['git'],
  mirror: Oid,
  { path, edit, wholly }: { path: string; edit: StaleEdit; wholly: boolean },
): Promise<Oid | null> {
  const there = await git.entryAt(mirror, path);
  if (there || !wholly || edit.remote === null) return there?.oid ?? null;
  const id = identityIn(await git.readBlob(edit.remote));
  return id === null ? null : pageInCommit(git, mirror, id);
}

/**
 * The path that the page of an edit has now, when it changed places with another one: the file at its old path is another page's.
 * null when the page is nowhere, or waits for another edit.
 */
async function followExchanged(ports: BranchPorts, journal: Journal, path: string): Promise<string | null> {
  const { base, remote, at } = journal.stale.get(path)!;
  const known = remote ?? base;
  const id = known === null || at !== undefined ? null : identityIn(await ports.git.readBlob(known));
  if (id === null || ((await identityAt(ports.files, path)) ?? id) === id) return path;
  const here = await pageHere(ports, id, { but: path });
  if (here === null) journal.stale.set(path, null);
  if (here === null || journal.stale.get(here.path)) return null;
  journal.moveStale(path, here.path);
  return here.path;
}

/**
 * Where the file of an edit lies that has left its path. One that was moved away by hand before it could be joined comes back first:
 * joined, it can be moved again. One that was committed, and went with the page to its new place, is followed.
 */
async function follow(ports: BranchPorts, journal: Journal, path: string): Promise<string> {
  const { stale } = journal;
  const edit = stale.get(path)!;
  const { base, remote, at } = edit;
  const known = at === undefined ? remote : base;
  const id = known === null ? null : identityIn(await ports.git.readBlob(known));
  const here = id === null ? null : await pageHere(ports, id, at === undefined ? {} : { but: at });
  if (here === null || (at !== undefined && here.committed)) return path;
  // Its page is elsewhere: it is joined with that from wherever it lies.
  if (here.committed || at !== undefined) {
    journal.moveStale(path, here.path);
    return here.path;
  }
  stale.set(path, { ...edit, back: here.path });
  await journal.keep();
  if (await carry(ports, here.path, path)) return cameBack(ports, stale, path);
  // Somebody saved the file again in that moment: the edit is joined where the file is.
  stale.set(path, edit);
  journal.moveStale(path, here.path);
  return here.path;
}

/** Ends the bringing back of a file: where a kill left it at both places, it stays at the one that it came back to. */
async function cameBack({ files }: BranchPorts, stale: StaleEdits, path: string): Promise<string> {
  const { back, ...edit } = stale.get(path)!;
  if (back === undefined) return path;
  const [here, there] = [await files.read(path), await files.read(back)];
  if (here.outcome === 'file' && there.outcome === 'file' && here.id === there.id)
    await files.remove(back, there.id);
  stale.set(path, edit);
  return path;
}

/** Joins an edit into the page at its new place; null when it is there, or when there is no page that it could be joined with. */
async function joinElsewhere(
  ports: BranchPorts,
  { path, edit, ours }: { path: string; edit: StaleEdit; ours: FileRead },
): Promise<'text' | 'binary' | null> {
  const { files } = ports;
  const id = identityIn(ours.bytes);
  const gone = edit.at === undefined || (await files.stat(edit.at)) === null;
  // The person may have moved it on from there.
  const at = gone && id !== null ? (await pageHere(ports, id, { but: path }))?.path : edit.at;
  if (at === undefined) return null;
  const there = await files.read(at);
  if (there.outcome === 'missing') return null;
  if (there.outcome === 'refused') return 'text';
  const merged = mergeFile(at, {
    base: await startOf(ports.git, { noted: edit, committed: null }),
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
