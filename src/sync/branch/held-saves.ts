import { decodeText, folderOf, nameOf, pageIdOf } from '../../content/index.ts';
import { contentId } from '../../files/index.ts';
import type { Oid } from '../../git/port.ts';
import type { LateSave } from '../../files/port.ts';
import type { ConflictReport } from '../report.ts';
import type { BranchPorts } from './follow.ts';
import { holdsAll } from './late-saves.ts';
import { mergeFile } from './merge-file.ts';

/**
 * Joins what an editor wrote into a file that it had opened before we replaced it: nobody would see it there. What cannot be joined
 * is put beside the page, under a hidden name that is never sent, and told.
 */
export async function joinHeldSaves(ports: BranchPorts): Promise<ConflictReport[]> {
  const put: ConflictReport[] = [];
  for (const late of await ports.files.lateSaves()) {
    const path = await presentPath(ports, late);
    if (!(await joinInto(ports, path, late))) {
      const beside = besidePage(path, contentId(late.bytes));
      await ports.files.create(beside, late.bytes);
      put.push({ path: beside, kind: 'text', base: late.base, local: contentId(late.bytes), remote: null });
    }
    await ports.files.acknowledge(late.id);
  }
  return put;
}

async function joinInto({ git, files }: BranchPorts, path: string, late: LateSave): Promise<boolean> {
  const now = await files.read(path);
  if (now.outcome === 'refused') return false;
  if (now.outcome === 'missing') return (await files.create(path, late.bytes)).outcome === 'created';
  if (holdsAll(now.bytes, late.bytes)) return true;
  const base = (await git.has(late.base)) ? await git.readBlob(late.base) : null;
  const merged = mergeFile(path, { base, ours: late.bytes, theirs: now.bytes });
  if (merged.outcome === 'conflict' || merged.bytes === null) return false;
  return (await files.replace(path, now.id, merged.bytes)).outcome === 'replaced';
}

function besidePage(path: string, id: Oid): string {
  const name = `.${nameOf(path)}.saved-${id.slice(0, 8)}`;
  return folderOf(path) === '' ? name : `${folderOf(path)}/${name}`;
}

/** Where the page lies that the editor had open: at its path, or where it was moved since. */
async function presentPath({ git, tree, files }: BranchPorts, late: LateSave): Promise<string> {
  const id = pageIdOf(decodeText(late.bytes) ?? '');
  if (id === null || (await idAt(files, late.path)) === id) return late.path;
  const head = await git.resolveRef('HEAD');
  const candidates = new Set<string>();
  for (const change of await tree.scan(head))
    if (change.kind === 'added' || change.kind === 'modified') candidates.add(change.path);
  if (head !== null) for (const { path } of await git.listTree(head)) candidates.add(path);
  for (const path of candidates) if (path.endsWith('.md') && (await idAt(files, path)) === id) return path;
  return late.path;
}

async function idAt(files: BranchPorts['files'], path: string): Promise<Oid | null> {
  const read = await files.read(path);
  return read.outcome === 'file' ? pageIdOf(decodeText(read.bytes) ?? '') : null;
}
