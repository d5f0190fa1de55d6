import { AppError } from '../base/index.ts';
import { noSuchObject, refNameTaken, refMoved } from './failures.ts';
import { assertRefName } from './names.ts';
import { emptyTree, hashObject, parseCommit, parseTree } from './object-text.ts';
import { ObjectReader } from './object-reader.ts';
import { createObjectWriter } from './object-writer.ts';
import type {
  Commit,
  GitLock,
  GitObject,
  GitRepository,
  Head,
  ObjectWriter,
  Oid,
  RefUpdate,
  RefValue,
  RepositoryPlace,
  TreeEntry,
  WorkInProgress,
} from './port.ts';
import { compareBytes } from '../files/index.ts';

/** Something that a repository in memory is about to do, or has just done. */
export interface RepositoryStep {
  effect: 'write' | 'update-refs';
  when: 'before' | 'after';
  refs: readonly string[];
}

/**
 * A repository in memory, stricter than a real one: a reference may only point to a complete commit, and a commit only to
 * existing objects. `onStep` may throw: a throw before an effect means that it has not happened, one after it that it has (the
 * process died, the answer was lost).
 */
export class MemoryRepository extends ObjectReader implements GitRepository {
  readonly place: RepositoryPlace = {
    gitDir: '/memory/.git',
    commonDir: '/memory/.git',
    workTree: '/memory',
  };
  onStep: ((step: RepositoryStep) => void | Promise<void>) | undefined;
  /** What a person's git is in the middle of. */
  inProgress: WorkInProgress[] = [];
  /** A lock, which a test sets. */
  lock: GitLock | null = null;
  /** Addresses of remotes by their names. */
  readonly remotes = new Map<string, string>();
  #head: string;
  readonly #objects = new Map<Oid, GitObject>();
  readonly #trees = new Map<Oid, readonly TreeEntry[]>();
  readonly #commits = new Map<Oid, Commit>();
  readonly #refs = new Map<string, Oid>();

  constructor({ branch = 'main' }: { branch?: string } = {}) {
    super();
    this.#head = `refs/heads/${branch}`;
    this.#objects.set(emptyTree, { kind: 'tree', bytes: new Uint8Array() });
  }

  /** Checks out a branch (`refs/heads/…`) or, detached, a commit, as a person does. This does not concern files. */
  checkOut(target: string): void {
    this.#head = target;
  }

  /** Moves a reference without any check, as a person's git does. */
  force(ref: string, oid: Oid | null): void {
    if (oid === null) this.#refs.delete(ref);
    else this.#refs.set(ref, oid);
  }

  async head(): Promise<Head> {
    if (!this.#head.startsWith('refs/')) return { branch: null, oid: this.#head };
    return { branch: this.#head, oid: this.#refs.get(this.#head) ?? null };
  }

  async checkedOutElsewhere(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  async resolveRef(ref: string): Promise<Oid | null> {
    if (ref === 'HEAD') return (await this.head()).oid;
    assertRefName(ref);
    return this.#refs.get(ref) ?? null;
  }

  async listRefs(prefix: string): Promise<RefValue[]> {
    return [...this.#refs]
      .filter(([ref]) => ref.startsWith(prefix))
      .map(([ref, oid]) => ({ ref, oid }))
      .sort((one, other) => compareBytes(one.ref, other.ref));
  }

  async updateRefs(updates: readonly RefUpdate[]): Promise<void> {
    const refs = updates.map(({ ref }) => ref);
    await this.onStep?.({ effect: 'update-refs', when: 'before', refs });
    for (const update of updates) this.#checkUpdate(update);
    if (new Set(refs).size < refs.length)
      throw new AppError('INTERNAL', 'One reference is named twice in an update');
    for (const { ref, next } of updates) this.force(ref, next);
    await this.onStep?.({ effect: 'update-refs', when: 'after', refs });
  }

  #checkUpdate({ ref, expected, next }: RefUpdate): void {
    assertRefName(ref);
    const at = this.#refs.get(ref) ?? null;
    if (at !== expected) throw refMoved(ref, at, expected);
    for (const other of this.#refs.keys()) {
      if (next !== null && (other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`)))
        throw refNameTaken(ref, other);
    }
    if (next !== null) this.#object(next);
  }

  async has(oid: Oid): Promise<boolean> {
    return this.#objects.has(oid);
  }

  async readObject(oid: Oid): Promise<GitObject> {
    return this.#object(oid);
  }

  #object(oid: Oid, kind?: GitObject['kind']): GitObject {
    const object = this.#objects.get(oid);
    if (object === undefined || (kind !== undefined && object.kind !== kind)) throw noSuchObject(oid, kind);
    return object;
  }

  async readBlob(oid: Oid): Promise<Uint8Array> {
    return this.#object(oid, 'blob').bytes;
  }

  async readTree(oid: Oid): Promise<readonly TreeEntry[]> {
    const known = this.#trees.get(oid) ?? parseTree(this.#object(oid, 'tree').bytes);
    this.#trees.set(oid, known);
    return known;
  }

  async readCommit(oid: Oid): Promise<Commit> {
    const known = this.#commits.get(oid) ?? parseCommit(oid, this.#object(oid, 'commit').bytes);
    this.#commits.set(oid, known);
    return known;
  }

  async write<T>(work: (writer: ObjectWriter) => Promise<T> | T): Promise<T> {
    const fresh = new Map<Oid, GitObject>();
    const writer = createObjectWriter({
      put: (kind, bytes) => {
        const oid = hashObject(kind, bytes);
        if (!this.#objects.has(oid) && !fresh.has(oid)) {
          for (const needed of mentionedObjects(kind, bytes)) {
            if (!fresh.has(needed)) this.#object(needed);
          }
          fresh.set(oid, { kind, bytes: new Uint8Array(bytes) });
        }
        return oid;
      },
      own: (oid) => fresh.get(oid)?.bytes,
      readTree: this.treeReader,
    });
    const result = await work(writer);
    if (fresh.size === 0) return result;
    await this.onStep?.({ effect: 'write', when: 'before', refs: [] });
    for (const [oid, object] of fresh) this.#objects.set(oid, object);
    await this.onStep?.({ effect: 'write', when: 'after', refs: [] });
    return result;
  }

  /** A repository in memory has its whole history. */
  async isShallow(): Promise<boolean> {
    return false;
  }

  async remoteUrl(name: string): Promise<string | null> {
    return this.remotes.get(name) ?? null;
  }

  async workInProgress(): Promise<WorkInProgress[]> {
    return [...(this.lock?.of === 'index' ? (['index-lock'] as const) : []), ...this.inProgress];
  }

  async locks(): Promise<readonly GitLock[]> {
    return this.lock === null ? [] : [this.lock];
  }

  async maintain(): Promise<void> {}

  async close(): Promise<void> {}
}

/** The objects that have to exist for this one to be complete; the commit of a submodule is in another repository. */
function mentionedObjects(kind: GitObject['kind'], bytes: Uint8Array): Oid[] {
  if (kind === 'tree') return parseTree(bytes).flatMap(({ mode, oid }) => (mode === '160000' ? [] : [oid]));
  if (kind !== 'commit') return [];
  const { tree, parents } = parseCommit('', bytes);
  return [tree, ...parents];
}
