import { AppError, escapeForTerminal } from '../base/index.ts';
import { assertPath } from './names.ts';
import type { Oid, PathChange, PathEntry, TreeEntry, Version } from './port.ts';
import { compareBytes } from '../files/index.ts';

/** Reads a tree's entries. */
export type ReadTree = (oid: Oid) => Promise<readonly TreeEntry[]>;

/** All files below a tree, in the order of their paths. */
export async function listTree(read: ReadTree, tree: Oid, prefix = ''): Promise<PathEntry[]> {
  const found: PathEntry[] = [];
  const visit = async (oid: Oid, at: string): Promise<void> => {
    for (const { name, mode, oid: entry } of await read(oid)) {
      if (mode === '040000') await visit(entry, `${at}${name}/`);
      else found.push({ path: at + name, mode, oid: entry });
    }
  };
  await visit(tree, prefix);
  return found;
}

/** The entry of a tree at a path; the tree itself for the empty path. */
export async function entryAt(read: ReadTree, tree: Oid, path: string): Promise<TreeEntry | null> {
  let entry: TreeEntry = { name: '', mode: '040000', oid: tree };
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (entry.mode !== '040000') return null;
    const next = (await read(entry.oid)).find((candidate) => candidate.name === name);
    if (next === undefined) return null;
    entry = next;
  }
  return entry;
}

/** The files that differ between two trees (null: the empty tree); equal subtrees are not read. */
export async function diffTrees(
  read: ReadTree,
  before: Oid | null,
  after: Oid | null,
  prefix = '',
): Promise<PathChange[]> {
  const changes: PathChange[] = [];
  await compare({ read, changes }, before, after, prefix);
  return changes.sort((one, other) => compareBytes(one.path, other.path));
}

/** The way to read folders, and the changes that were found so far. */
interface Comparison {
  readonly read: ReadTree;
  readonly changes: PathChange[];
}

async function compare(
  comparison: Comparison,
  before: Oid | null,
  after: Oid | null,
  prefix: string,
): Promise<void> {
  const { read } = comparison;
  if (before === after) return;
  const old = new Map((before === null ? [] : await read(before)).map((entry) => [entry.name, entry]));
  for (const entry of after === null ? [] : await read(after)) {
    const previous = old.get(entry.name);
    old.delete(entry.name);
    if (previous?.oid === entry.oid && previous.mode === entry.mode) continue;
    await compareEntries(comparison, previous ?? null, entry, prefix + entry.name);
  }
  for (const entry of old.values()) await compareEntries(comparison, entry, null, prefix + entry.name);
}

async function compareEntries(
  comparison: Comparison,
  before: TreeEntry | null,
  after: TreeEntry | null,
  path: string,
): Promise<void> {
  const folder = (entry: TreeEntry | null): Oid | null => (entry?.mode === '040000' ? entry.oid : null);
  const file = (entry: TreeEntry | null): Version | null =>
    entry === null || entry.mode === '040000' ? null : { mode: entry.mode, oid: entry.oid };
  const [one, other] = [file(before), file(after)];
  if (one !== null || other !== null) comparison.changes.push({ path, before: one, after: other });
  await compare(comparison, folder(before), folder(after), `${path}/`);
}

interface Planned {
  /** undefined: the changes contain no file of this name. */
  file?: Version | null;
  children: Map<string, Planned>;
}

/**
 * The tree `base` with some files set or removed: reads and writes only the folders on the way to them. Returns null when the
 * tree becomes empty. `put` stores the entries of one folder.
 */
export async function updateTree(
  read: ReadTree,
  put: (entries: readonly TreeEntry[]) => Oid,
  base: Oid | null,
  changes: ReadonlyMap<string, Version | null>,
): Promise<Oid | null> {
  const root: Planned = { children: new Map() };
  for (const [path, version] of changes) plan(root, path, version);
  const update = async (oid: Oid | null, planned: Planned, at: string): Promise<Oid | null> => {
    const entries = new Map((oid === null ? [] : await read(oid)).map((entry) => [entry.name, entry]));
    let changed = false;
    for (const [name, child] of planned.children) {
      const previous = entries.get(name);
      const next = await updateEntry(previous, name, child, `${at}${name}`);
      if (next?.oid === previous?.oid && next?.mode === previous?.mode) continue;
      changed = true;
      if (next === undefined) entries.delete(name);
      else entries.set(name, next);
    }
    if (!changed) return oid;
    return entries.size === 0 ? null : put([...entries.values()]);
  };
  const updateEntry = async (
    previous: TreeEntry | undefined,
    name: string,
    planned: Planned,
    path: string,
  ): Promise<TreeEntry | undefined> => {
    const folder = previous?.mode === '040000' ? previous.oid : null;
    const below = planned.children.size === 0 ? folder : await update(folder, planned, `${path}/`);
    const kept = folder === null ? previous : undefined;
    const file = planned.file === undefined ? kept : (planned.file ?? undefined);
    if (below === null) return file === undefined ? undefined : { ...file, name };
    if (file !== undefined || planned.file === null) {
      // Removing a file has no effect when there is only a folder of its name, and when that folder came from the changes.
      if (file === undefined && planned.children.size > 0) return { name, mode: '040000', oid: below };
      throw fileAndFolder(path);
    }
    return { name, mode: '040000', oid: below };
  };
  return update(base, root, '');
}

function plan(root: Planned, path: string, version: Version | null): void {
  if (version !== null) assertPath(path);
  let at = root;
  for (const name of path.split('/')) {
    let next = at.children.get(name);
    if (next === undefined) at.children.set(name, (next = { children: new Map() }));
    at = next;
  }
  at.file = version;
}

function fileAndFolder(path: string): AppError {
  return new AppError(
    'CONFLICT',
    `"${escapeForTerminal(path)}" cannot be a file and a folder in one commit`,
    {
      hint: 'Rename one of the two.',
      data: { path },
    },
  );
}
