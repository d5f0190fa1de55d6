import type { Clock } from '../../clock/index.ts';
import type { Files } from '../../files/port.ts';
import type { GitRepository, Oid, RefUpdate, Version } from '../../git/port.ts';
import { localRefs } from '../state/clone.ts';
import { tidemarkAt } from '../tidemark.ts';

/** One reference for each day points to a line of commits: each commit has the newest save of every file that was saved that day. */
export const savesPrefix = `${localRefs}saves/`;
/** A larger file is not a page, and is not kept. */
const largestSave = 32 * 1024 * 1024;
const dayMs = 24 * 60 * 60_000;

/** The content of a file when a cycle saw it. */
export interface Save {
  readonly path: string;
  readonly oid: Oid;
  readonly bytes: Uint8Array;
}

export interface SavePorts {
  readonly git: GitRepository;
  readonly clock: Clock;
  /** How long saves are kept; 0 keeps none. */
  readonly keepMs: number;
}

/**
 * Keeps new saves, so that `tidemark restore` can bring them back whatever happens to the files. Nothing is written when all of
 * them are kept already. No git host ever gets them: they may contain what nobody wants to publish.
 */
export async function keepSaves({ git, clock, keepMs }: SavePorts, saves: readonly Save[]): Promise<void> {
  if (keepMs <= 0 || saves.length === 0) return;
  const days = await git.listRefs(savesPrefix);
  const fresh: Save[] = [];
  for (const save of saves)
    if (
      save.bytes.length <= largestSave &&
      !(await isKept(
        git,
        days.map(({ oid }) => oid),
        save,
      ))
    )
      fresh.push(save);
  if (fresh.length === 0) return;
  const now = clock.now();
  const ref = `${savesPrefix}${new Date(now).toISOString().slice(0, 10)}`;
  const before = days.find((day) => day.ref === ref)?.oid ?? null;
  const tree = before === null ? null : await git.treeOf(before);
  const us = tidemarkAt(now);
  const next = await git.write(async (writer) => {
    const versions = new Map<string, Version | null>();
    for (const { path, bytes } of fresh) versions.set(path, { mode: '100644', oid: writer.addBlob(bytes) });
    return writer.addCommit({
      tree: await writer.updateTree(tree, versions),
      parents: before === null ? [] : [before],
      author: us,
      committer: us,
      message: 'Saves that a cycle saw\n',
    });
  });
  const oldest = `${savesPrefix}${new Date(now - keepMs - dayMs).toISOString().slice(0, 10)}`;
  const gone = days.filter((day) => day.ref <= oldest && day.ref !== ref);
  const updates: RefUpdate[] = gone.map((day) => ({ ref: day.ref, expected: day.oid, next: null }));
  await git.updateRefs([{ ref, expected: before, next }, ...updates], { reason: 'tidemark: saves' });
}

async function isKept(git: GitRepository, commits: readonly Oid[], { path, oid }: Save): Promise<boolean> {
  for (const commit of [...commits].reverse())
    if ((await git.entryAt(commit, path))?.oid === oid) return true;
  return false;
}

/**
 * Before a branch moves, only this many files are looked at one by one: edits of the others keep the branch from moving, or
 * nobody has any.
 */
const mostTouched = 2000;

/** Keeps the content of edited files that a move of the branch is about to replace. */
export async function keepTouched(
  ports: SavePorts & { readonly files: Files },
  { from, to }: { from: Oid | null; to: Oid | null },
): Promise<void> {
  if (from === null || to === null || from === to) return;
  const changes = await ports.git.diffTrees(from, to);
  const saves: Save[] = [];
  for (const { path, before, after } of changes.slice(0, mostTouched)) {
    const read = await ports.files.read(path);
    if (read.outcome === 'file' && read.id !== before?.oid && read.id !== after?.oid)
      saves.push({ path, oid: read.id, bytes: read.bytes });
  }
  await keepSaves(ports, saves);
}
