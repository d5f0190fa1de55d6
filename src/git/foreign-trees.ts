import { AppError, controlFileOf, escapeForTerminal, foreignNameProblem } from '../base/index.ts';
import { asBuffer, decodeName, parseCommit, parseTree } from './object-text.ts';
import type { PackFile } from './pack-file.ts';
import type { Oid } from './port.ts';

/** The modes that git writes, and the old mode for files that their group may write. */
const knownModes: ReadonlySet<string> = new Set(['40000', '100644', '100664', '100755', '120000', '160000']);
/** The longest name that every system's file systems accept. */
const longestName = 255;
const nullOid = Buffer.alloc(20);

interface BadEntry {
  readonly name: string;
  readonly why: string;
}

/**
 * What is wrong with a tree that somebody else made; null for nothing. The rule is that of `git fsck --strict` for trees, and
 * {@link foreignNameProblem} for their names.
 */
export function foreignTreeProblem(bytes: Uint8Array): BadEntry | null {
  const buffer = asBuffer(bytes);
  let before: Buffer | null = null;
  const files = new Set<string>();
  for (let at = 0; at < buffer.length;) {
    const space = buffer.indexOf(0x20, at);
    const end = space < 0 ? -1 : buffer.indexOf(0, space);
    if (end < 0 || end + 21 > buffer.length) return { name: '', why: 'its folder is damaged' };
    const mode = buffer.toString('latin1', at, space);
    const name = decodeName(buffer.subarray(space + 1, end));
    const isFolder = mode === '40000';
    const sort = Buffer.concat([buffer.subarray(space + 1, end), isFolder ? slash : none]);
    const why =
      entryProblem(name, mode, buffer.subarray(end + 1, end + 21)) ??
      (before !== null && Buffer.compare(before, sort) >= 0 ? 'its folder is not in order' : null) ??
      (files.has(name) ? 'its folder has it twice' : null);
    if (why !== null) return { name, why };
    files.add(name);
    before = sort;
    at = end + 21;
  }
  return null;
}

const slash = Buffer.from('/');
const none = Buffer.alloc(0);

function entryProblem(name: string, mode: string, oid: Buffer): string | null {
  const wrongName = foreignNameProblem(name);
  if (wrongName !== null) return wrongName;
  if (Buffer.byteLength(name) > longestName) return `it is longer than ${longestName} bytes`;
  if (!knownModes.has(mode)) return 'its mode is none of git’s';
  if (oid.equals(nullOid)) return 'it has no content';
  const isPlain = mode.startsWith('100');
  return controlFileOf(name) !== null && !isPlain ? 'git’s control files are ordinary files' : null;
}

/** Throws UNSAFE_PATH when a tree of a pack breaks the rule, with the commit and the path at which the tree is. */
export function assertForeignTrees(pack: PackFile): void {
  const bad = new Map<Oid, BadEntry>();
  for (const oid of pack.ofKind('tree')) {
    const problem = foreignTreeProblem(readFrom(pack, oid));
    if (problem !== null) bad.set(oid, problem);
  }
  if (bad.size === 0) return;
  const found = firstCommitWith(pack, bad);
  const [{ name, why } = { name: '', why: '' }] = bad.values();
  throw unsafePath(found ?? { commit: null, path: name, why });
}

export interface ForeignPath {
  /** null when no commit of the pack contains it. */
  readonly commit: Oid | null;
  readonly path: string;
  readonly why: string;
}

function unsafePath({ commit, path, why }: ForeignPath): AppError {
  const where = commit === null ? 'a folder' : `commit ${commit.slice(0, 12)}`;
  return new AppError('UNSAFE_PATH', `"${escapeForTerminal(path)}" in ${where} is not taken: ${why}`, {
    hint: 'Find out who made that commit. If you trust it, bring it here yourself with `git pull`.',
    data: { path, why, ...(commit === null ? {} : { commit }) },
  });
}

/** The commit that brought a bad entry: none of its parents in the pack has a bad entry. */
function firstCommitWith(pack: PackFile, bad: ReadonlyMap<Oid, BadEntry>): ForeignPath | null {
  const paths = new Map<Oid, { path: string; why: string } | null>();
  const commits = new Map(
    [...pack.ofKind('commit')].map((oid) => [oid, parseCommit(oid, readFrom(pack, oid))]),
  );
  const badPathOf = (commit: Oid): { path: string; why: string } | null => {
    const found = commits.get(commit);
    return found === undefined ? null : badPathIn(pack, found.tree, bad, paths);
  };
  for (const { oid, parents } of commits.values()) {
    const found = badPathOf(oid);
    if (found !== null && !parents.some((parent) => badPathOf(parent) !== null))
      return { commit: oid, ...found };
  }
  return null;
}

function badPathIn(
  pack: PackFile,
  tree: Oid,
  bad: ReadonlyMap<Oid, BadEntry>,
  known: Map<Oid, { path: string; why: string } | null>,
): { path: string; why: string } | null {
  const before = known.get(tree);
  if (before !== undefined) return before;
  known.set(tree, null);
  const own = bad.get(tree);
  let found = own === undefined ? null : { path: own.name, why: own.why };
  if (found === null && pack.has(tree))
    for (const { name, mode, oid } of parseTree(readFrom(pack, tree))) {
      const below = mode === '040000' ? badPathIn(pack, oid, bad, known) : null;
      if (below === null) continue;
      found = { path: `${name}/${below.path}`, why: below.why };
      break;
    }
  known.set(tree, found);
  return found;
}

function readFrom(pack: PackFile, oid: Oid): Buffer {
  const missing = (base: Oid): never => {
    throw new AppError('ANSWER_INVALID', `The pack of the git host lacks the object ${base}`, {
      hint: 'Try again later.',
    });
  };
  return pack.read(oid, missing)?.bytes ?? missing(oid);
}
