import path from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import type { Clock } from '../clock/index.ts';
import { joinSmallPacks } from './consolidate.ts';
import { noSuchObject } from './failures.ts';
import { cleanUpPacks } from './leftovers.ts';
import { cleanUpLocks } from './lock-file.ts';
import { branchesOfOtherTrees } from './other-trees.ts';
import { assertRefName } from './names.ts';
import { asBuffer, hashObject, parseCommit, parseTree } from './object-text.ts';
import { ObjectStore } from './object-store.ts';
import { ObjectReader } from './object-reader.ts';
import { createObjectWriter } from './object-writer.ts';
import { PackWriter } from './pack-writer.ts';
import { findRepository, locksIn, workInProgress } from './place.ts';
import type {
  Commit,
  GitObject,
  GitRepository,
  Head,
  ObjectKind,
  ObjectWriter,
  Oid,
  RefUpdate,
  RefValue,
  RepositoryPlace,
  TreeEntry,
  GitLock,
  WorkInProgress,
} from './port.ts';
import { RecentlyUsed } from './recent.ts';
import { updateRefs } from './ref-update.ts';
import { RefReader } from './refs.ts';
import { receivePack } from './take-pack.ts';
import { LockWatcher } from './warden.ts';

/** After how many new packs we check whether to join small ones. */
const maintainEvery = 16;

/**
 * Opens the repository at `folder`: the root of a working tree (also a linked one), or a bare repository. Throws
 * REPOSITORY_MISSING or REPOSITORY_INVALID.
 */
export function openRepository(folder: string, ports: { clock: Clock }): DiskRepository {
  const { place, config } = findRepository(folder);
  const repository = new DiskRepository(place, config, ports.clock);
  repository.sweep();
  return repository;
}

/** A repository on disk, in git's own formats; no git program is needed. */
export class DiskRepository extends ObjectReader implements GitRepository {
  readonly place: RepositoryPlace;
  /** The repository's own configuration (see `parseGitConfig`). */
  readonly config: ReadonlyMap<string, string>;
  /** Removes the locks that this process leaves when it is killed. */
  readonly warden = new LockWatcher();
  readonly #clock: Clock;
  readonly #store: ObjectStore;
  readonly #refs: RefReader;
  /** The limit counts entries, because the root of a repository with a thousand spaces is a new tree after each commit. */
  readonly #trees = new RecentlyUsed<readonly TreeEntry[]>(60_000, (entries) => entries.length + 1);
  readonly #commits = new RecentlyUsed<Commit>(8192);
  readonly #shallow: ReadonlySet<Oid>;
  #written = 0;

  constructor(place: RepositoryPlace, config: ReadonlyMap<string, string>, clock: Clock) {
    super();
    this.place = place;
    this.config = config;
    this.#clock = clock;
    this.#store = new ObjectStore(path.join(place.commonDir, 'objects'));
    this.#refs = new RefReader(place);
    const shallow = path.join(place.commonDir, 'shallow');
    this.#shallow = new Set(
      existsSync(shallow) ? readFileSync(shallow, 'utf8').split('\n').filter(Boolean) : [],
    );
  }

  /** Our own folder in the repository: private files of locks, and files that were moved aside. All of it may be lost. */
  get ownFolder(): string {
    return path.join(this.place.gitDir, 'tidemark');
  }

  get #lockFolder(): string {
    return path.join(this.place.commonDir, 'tidemark', 'locks');
  }

  /** Removes what killed processes of ours left. */
  sweep(): void {
    cleanUpPacks(this.#store.folder);
    const targets = [
      ...this.refNames().map((ref) => this.refFile(ref)),
      path.join(this.place.gitDir, 'index'),
    ];
    cleanUpLocks([...targets, path.join(this.place.commonDir, 'packed-refs')], this.#lockFolder);
  }

  /** The names of branches and of our references, including damaged ones. */
  refNames(): string[] {
    return ['refs/heads/', 'refs/remotes/', 'refs/tidemark/'].flatMap((prefix) => this.#refs.names(prefix));
  }

  refFile(ref: string): string {
    return this.#refs.fileOf(ref);
  }

  async head(): Promise<Head> {
    return this.#refs.head();
  }

  async checkedOutElsewhere(): Promise<ReadonlySet<string>> {
    return branchesOfOtherTrees(this.place, { isBare: this.config.get('core.bare') === 'true' });
  }

  async resolveRef(ref: string): Promise<Oid | null> {
    if (ref !== 'HEAD') assertRefName(ref);
    return this.#refs.resolve(ref);
  }

  async listRefs(prefix: string): Promise<RefValue[]> {
    return this.#refs.list(prefix);
  }

  async updateRefs(
    updates: readonly RefUpdate[],
    { reason = 'tidemark' }: { reason?: string } = {},
  ): Promise<void> {
    for (const { next } of updates) if (next !== null && !this.#store.has(next)) throw noSuchObject(next);
    const { place, config, warden } = this;
    await updateRefs(
      { place, config, refs: this.#refs, clock: this.#clock, lockFolder: this.#lockFolder, warden },
      updates,
      reason,
    );
  }

  async has(oid: Oid): Promise<boolean> {
    return this.#store.has(oid);
  }

  async readObject(oid: Oid): Promise<GitObject> {
    return this.#store.read(oid);
  }

  async readBlob(oid: Oid): Promise<Uint8Array> {
    return this.#read(oid, 'blob');
  }

  async readTree(oid: Oid): Promise<readonly TreeEntry[]> {
    return this.#trees.get(oid, () => parseTree(this.#read(oid, 'tree')));
  }

  async readCommit(oid: Oid): Promise<Commit> {
    return this.#commits.get(oid, () => {
      const commit = parseCommit(oid, this.#read(oid, 'commit'));
      return this.#shallow.has(oid) ? { ...commit, parents: [] } : commit;
    });
  }

  #read(oid: Oid, kind: ObjectKind): Buffer {
    const found = this.#store.read(oid);
    if (found.kind !== kind) throw noSuchObject(oid, kind);
    return found.bytes;
  }

  async write<T>(work: (writer: ObjectWriter) => Promise<T> | T): Promise<T> {
    const pack = new PackWriter(this.#store.folder);
    const trees = new Map<Oid, Uint8Array>();
    const writer = createObjectWriter({
      put: (kind, bytes) => {
        const oid = hashObject(kind, bytes);
        if (pack.has(oid) || this.#store.knows(oid)) return oid;
        if (kind === 'tree') trees.set(oid, bytes);
        return pack.add(kind, bytes, oid);
      },
      own: (oid) => trees.get(oid),
      readTree: this.treeReader,
    });
    let result: T;
    try {
      result = await work(writer);
    } catch (error) {
      pack.abandon();
      throw error;
    }
    const written = await pack.finish();
    if (written !== null) {
      this.#store.add(written);
      if (++this.#written % maintainEvery === 0) await this.maintain();
    }
    return result;
  }

  /** See `PackReceiver`. */
  async takePack(pack: Uint8Array): Promise<void> {
    const folder = path.join(this.place.commonDir, 'tidemark');
    const taken = await receivePack(asBuffer(pack), this.#store.folder, folder);
    if (taken !== null) this.#store.add(taken);
  }

  async isShallow(oid: Oid): Promise<boolean> {
    return this.#shallow.has(oid);
  }

  async remoteUrl(name: string): Promise<string | null> {
    return this.config.get(`remote.${name}.url`) ?? null;
  }

  async workInProgress(): Promise<WorkInProgress[]> {
    return workInProgress(this.place.gitDir);
  }

  async locks(): Promise<readonly GitLock[]> {
    return locksIn(this.place, this.#clock.now());
  }

  async maintain(): Promise<void> {
    await joinSmallPacks(this.#store);
  }

  async close(): Promise<void> {
    this.#store.close();
    this.warden.close();
  }
}
