import { decodeText, pageIdOf } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { inFolder } from '../mirror/tip.ts';
import type { ContentTable } from '../state/table.ts';
import type { FolderComparison } from './folder-edits.ts';
import type { LocalFile } from './gather.ts';
import { onlyTextEdits } from './text-edits-alone.ts';

/** With more edits than this, the whole folder is compared; the cost is then the same. */
const mostEdits = 50;

/**
 * Compares a folder in which only texts of known pages differ, by a look at those pages alone. Null: something else differs, or
 * only the whole folder can show what does.
 */
export async function gatherTexts({
  git,
  table,
  folder,
  base,
  changed,
  made,
}: {
  readonly git: Pick<GitRepository, 'entryAt' | 'readBlob'>;
  readonly table: Pick<ContentTable, 'get'>;
  readonly folder: string;
  readonly base: Oid;
  /** The differing files, by path in the folder; null: deleted. */
  readonly changed: ReadonlyMap<string, LocalFile | null>;
  readonly made: FolderComparison['made'];
}): Promise<FolderComparison | null> {
  if (changed.size + made.size > mostEdits) return null;
  const files = { base: new Map<string, Oid>(), local: new Map<string, Oid>() };
  const texts = { base: new Map<string, string>(), local: new Map<string, string>() };
  const ids = new Map<string, string>();
  const look = async (path: string, now: LocalFile | undefined): Promise<boolean> => {
    const before = await git.entryAt(base, inFolder(folder, path));
    if (before === null || (before.mode !== '100644' && before.mode !== '100755')) return false;
    const text = decodeText(await git.readBlob(before.oid));
    if (text === null) return false;
    const id = pageIdOf(text);
    if (id === null || (await table.get('page', id))?.path !== path) return false;
    const local = now === undefined ? text : decodeText(now.bytes);
    // The file has another page's identity, or an unreadable one: only the whole folder shows which page it is.
    if (local === null || (pageIdOf(local) ?? id) !== id) return false;
    ids.set(path, id);
    files.base.set(path, before.oid);
    files.local.set(path, now?.oid ?? before.oid);
    texts.base.set(path, text);
    texts.local.set(path, local);
    return true;
  };
  for (const [path, now] of changed) if (now === null || !(await look(path, now))) return null;
  for (const path of made.keys()) if (!ids.has(path) && !(await look(path, undefined))) return null;
  const comparison: FolderComparison = {
    base: { files: files.base, text: (path) => texts.base.get(path) ?? null },
    local: { files: files.local, text: (path) => texts.local.get(path) ?? null },
    ids,
    made,
  };
  return onlyTextEdits(comparison) === null ? null : comparison;
}
