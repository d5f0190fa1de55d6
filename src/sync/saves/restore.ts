import { AppError } from '../../base/index.ts';
import { folderOf, nameOf } from '../../content/index.ts';
import type { Files } from '../../files/port.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { savesPrefix } from './keep.ts';

/** One version of a file that a cycle saw. */
export interface KeptSave {
  /** The first digits of the blob's name, by which a person asks for the save. */
  readonly id: string;
  /** When a cycle first saw it, as ISO 8601. */
  readonly at: string;
  readonly path: string;
  readonly size: number;
  /** The first line after the front matter, so that people can tell saves apart; null when the content is not text. */
  readonly firstLine: string | null;
}

/** The saves of a path, or of every file below a folder, newest first. */
export async function listSaves(git: GitRepository, path: string): Promise<KeptSave[]> {
  const found: KeptSave[] = [];
  const days = (await git.listRefs(savesPrefix)).reverse();
  for (const { oid } of days) {
    for await (const commit of git.log(oid, { firstParent: true })) {
      for (const change of await git.diffTrees(commit.parents[0] ?? null, commit.oid))
        if (change.after !== null && isBelow(change.path, path))
          found.push(
            await keptSave(git, { path: change.path, oid: change.after.oid, at: commit.committer.at }),
          );
    }
  }
  return found;
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

async function keptSave(
  git: GitRepository,
  { path, oid, at }: { path: string; oid: Oid; at: number },
): Promise<KeptSave> {
  const bytes = await git.readBlob(oid);
  const text = bytes.includes(0) ? null : new TextDecoder().decode(bytes);
  const body = text?.replace(/^---\r?\n[^]*?\n---\r?\n/u, '') ?? null;
  const line = body?.split(/\r?\n/u).find((each) => each.trim() !== '') ?? null;
  return { id: idOf(oid), at: new Date(at).toISOString(), path, size: bytes.length, firstLine: line };
}

function idOf(oid: Oid): string {
  return oid.slice(0, 10);
}

export interface WantedSave {
  readonly path: string;
  readonly id: string;
  /** Turns a path of the repository into the path that messages show, such as one from the person's folder. */
  readonly shown?: (path: string) => string;
}

/**
 * Writes a save beside its file, under a hidden name that is never sent, and never over the file. Returns the new path.
 *
 * @throws NOT_FOUND where no save of the path has this id.
 */
export async function restoreSave(
  { git, files }: { git: GitRepository; files: Files },
  { path, id, shown = (it) => it }: WantedSave,
): Promise<string> {
  const wanted = id.toLowerCase();
  const save = (await listSaves(git, path)).find((each) => each.path === path && each.id.startsWith(wanted));
  if (wanted.length < 4 || save === undefined)
    throw new AppError('NOT_FOUND', `No save of ${shown(path)} is kept under ${id}`, {
      hint: `See which there are: tidemark restore ${shown(path)}`,
    });
  const bytes = await bytesOf(git, save);
  const name = `.${nameOf(path)}.restored-${save.id.slice(0, 8)}`;
  const beside = folderOf(path) === '' ? name : `${folderOf(path)}/${name}`;
  const created = await files.create(beside, bytes);
  if (created.outcome === 'created') return beside;
  const there = await files.read(beside);
  if (there.outcome === 'file' && Buffer.compare(there.bytes, bytes) === 0) return beside;
  throw new AppError('EDIT_CONFLICT', `${shown(beside)} already exists with another content`, {
    hint: 'Move it away, and restore once more.',
  });
}

async function bytesOf(git: GitRepository, { path, id }: KeptSave): Promise<Uint8Array> {
  for (const { oid } of await git.listRefs(savesPrefix))
    for await (const commit of git.log(oid, { firstParent: true })) {
      const entry = await git.entryAt(commit.oid, path);
      if (entry !== null && idOf(entry.oid) === id) return git.readBlob(entry.oid);
    }
  throw new AppError('NOT_FOUND', `The save ${id} of ${path} is gone`, {
    hint: 'Tidemark keeps saves only as long as `history.keep` says.',
  });
}
