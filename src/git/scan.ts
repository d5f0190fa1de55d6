import type { Clock } from '../clock/index.ts';
import type { FileEntry, Files, FileStamp, RefusedReason } from '../files/index.ts';
import type { Checkout, StagedEntries } from './checkout.ts';
import type { GitRepository, Oid, Version, WorkingChange } from './port.ts';
import { compareBytes } from '../files/index.ts';

export interface ScanPorts {
  repository: GitRepository;
  files: Files;
  checkout: Checkout;
  clock: Clock;
  /** Makes, for one scan, a function that says whether `.gitignore` leaves out a path that no commit has. */
  ignoreRules?: () => (path: string, folder: boolean) => boolean;
}

/**
 * A file that was written within this time before it was hashed may be written again under the same stamp (file systems count in
 * ticks of some milliseconds), so that its hash is not remembered.
 */
const racyMs = 100;

/** Looks at the files of a working tree, and hashes only those whose stamps are new. */
export class Scanner {
  readonly #ports: ScanPorts;
  readonly #known = new Map<string, { stamp: FileStamp; oid: Oid }>();
  #listed: { tree: Oid; files: ReadonlyMap<string, Version> } | null = null;

  constructor(ports: ScanPorts) {
    this.#ports = ports;
  }

  async scan(tree: Oid | null, under: readonly string[]): Promise<WorkingChange[]> {
    const { files, ignoreRules } = this.#ports;
    const isIgnored = ignoreRules?.() ?? (() => false);
    const wanted = tree === null ? new Map<string, Version>() : await this.#filesOf(tree);
    const folders = foldersOf(wanted.keys());
    const entries = await files.list({
      under,
      enter: (folder) => folders.has(folder) || !isIgnored(folder, true),
    });
    const staged = await this.#ports.checkout.staged();
    const changes: WorkingChange[] = [];
    const seen = new Set<string>();
    const blocked = new Set(entries.filter(({ kind }) => kind !== 'file').map(({ path }) => path));
    for (const { path, kind, stamp } of entries) {
      seen.add(path);
      const before = wanted.get(path) ?? null;
      const isUnknown = before === null && !(kind !== 'file' && folders.has(path));
      if (isUnknown && (kind === 'unreadable' || isIgnored(path, false))) continue;
      const change = await this.#changeAt({ path, kind, stamp }, before, staged);
      if (change !== null) changes.push(change);
    }
    for (const [path, before] of wanted) {
      if (seen.has(path) || before.mode === '160000' || !isUnder(path, under)) continue;
      // We see nothing behind a link or a device: that says nothing about the files.
      if (isBelow(path, blocked)) continue;
      changes.push({ kind: 'deleted', path, before });
    }
    for (const path of this.#known.keys())
      if (isUnder(path, under) && !seen.has(path)) this.#known.delete(path);
    return changes.sort((one, other) => compareBytes(one.path, other.path));
  }

  async #changeAt(
    { path, kind, stamp }: FileEntry,
    before: Version | null,
    staged: StagedEntries,
  ): Promise<WorkingChange | null> {
    if (kind !== 'file') {
      const isKnownLink = kind === 'symlink' && before?.mode === '120000';
      return isKnownLink ? null : { kind: 'refused', path, before, reason: kind };
    }
    const current = this.#remembered(path, stamp, staged) ?? (await this.#hash(path));
    return current && changeOf(path, before, current);
  }

  /** The content of one path now; null when it is gone. */
  async current(path: string): Promise<Version | { reason: RefusedReason } | null> {
    return this.#hash(path);
  }

  async #filesOf(tree: Oid): Promise<ReadonlyMap<string, Version>> {
    if (this.#listed?.tree !== tree) {
      const entries = await this.#ports.repository.listTree(tree);
      this.#listed = { tree, files: new Map(entries.map(({ path, mode, oid }) => [path, { mode, oid }])) };
    }
    return this.#listed.files;
  }

  #remembered(path: string, stamp: FileStamp, staged: StagedEntries): Version | null {
    const known = this.#known.get(path) ?? staged.get(path);
    if (known?.stamp === undefined || known.stamp === null || !sameStamp(known.stamp, stamp)) return null;
    return { oid: known.oid, mode: stamp.executable ? '100755' : '100644' };
  }

  async #hash(path: string): Promise<Version | { reason: RefusedReason } | null> {
    const { files, clock } = this.#ports;
    const startedAt = clock.now();
    const read = await files.read(path);
    this.#known.delete(path);
    if (read.outcome === 'missing') return null;
    if (read.outcome === 'refused') return { reason: read.reason };
    if (startedAt - read.stamp.mtimeMs > racyMs && startedAt - read.stamp.ctimeMs > racyMs) {
      this.#known.set(path, { stamp: read.stamp, oid: read.id });
    }
    return { oid: read.id, mode: read.stamp.executable ? '100755' : '100644' };
  }
}

/** How a file changed; null when its content and mode are those of the tree. */
function changeOf(
  path: string,
  before: Version | null,
  current: Version | { reason: RefusedReason },
): WorkingChange | null {
  if ('reason' in current) return { kind: 'refused', path, before, reason: current.reason };
  if (before === null) return { kind: 'added', path, after: current };
  if (before.oid === current.oid && before.mode === current.mode) return null;
  return { kind: 'modified', path, before, after: current };
}

function sameStamp(one: FileStamp, other: FileStamp): boolean {
  return (
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.inode === other.inode &&
    one.executable === other.executable
  );
}

function isBelow(path: string, blocked: ReadonlySet<string>): boolean {
  if (blocked.size === 0) return false;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (blocked.has(path.slice(0, end))) return true;
  return false;
}

function isUnder(path: string, under: readonly string[]): boolean {
  return under.some((folder) => folder === '' || path.startsWith(`${folder}/`));
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
