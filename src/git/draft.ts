import { AppError } from '../base/index.ts';
import { hashObject, parseCommit } from './object-text.ts';
import { ObjectReader } from './object-reader.ts';
import { createObjectWriter } from './object-writer.ts';
import type { Commit, GitObject, GitRepository, ObjectWriter, Oid, TreeEntry } from './port.ts';

/** Objects that nobody keeps, and the repository as it would be with them. */
export interface Draft {
  readonly git: GitRepository;
  readonly writer: ObjectWriter;
}

/**
 * Begins a draft on a repository: what the draft's writer adds is in memory alone, and can be read at once through the draft's repository.
 * With a draft, a status can make the very commit that a sync would make.
 */
export function draftOn(repository: GitRepository): Draft {
  const fresh = new Map<Oid, GitObject>();
  const writer = createObjectWriter({
    put: (kind, bytes) => {
      const oid = hashObject(kind, bytes);
      fresh.set(oid, { kind, bytes: new Uint8Array(bytes) });
      return oid;
    },
    own: (oid) => fresh.get(oid)?.bytes,
    readTree: (oid) => repository.readTree(oid),
  });
  return { git: new DraftRepository(repository, fresh, writer), writer };
}

class DraftRepository extends ObjectReader implements GitRepository {
  readonly #repository: GitRepository;
  readonly #fresh: ReadonlyMap<Oid, GitObject>;
  readonly #writer: ObjectWriter;

  constructor(repository: GitRepository, fresh: ReadonlyMap<Oid, GitObject>, writer: ObjectWriter) {
    super();
    this.#repository = repository;
    this.#fresh = fresh;
    this.#writer = writer;
  }

  get place(): GitRepository['place'] {
    return this.#repository.place;
  }

  async has(oid: Oid): Promise<boolean> {
    return this.#fresh.has(oid) || this.#repository.has(oid);
  }

  async readObject(oid: Oid): Promise<GitObject> {
    return this.#fresh.get(oid) ?? this.#repository.readObject(oid);
  }

  async readBlob(oid: Oid): Promise<Uint8Array> {
    return this.#fresh.get(oid)?.bytes ?? this.#repository.readBlob(oid);
  }

  async readTree(oid: Oid): Promise<readonly TreeEntry[]> {
    return this.#writer.readTree(oid);
  }

  async readCommit(oid: Oid): Promise<Commit> {
    const own = this.#fresh.get(oid);
    return own === undefined ? this.#repository.readCommit(oid) : parseCommit(oid, own.bytes);
  }

  override async treeOf(oid: Oid): Promise<Oid> {
    return this.#fresh.has(oid) ? super.treeOf(oid) : this.#repository.treeOf(oid);
  }

  async write<T>(work: (writer: ObjectWriter) => Promise<T> | T): Promise<T> {
    return work(this.#writer);
  }

  async updateRefs(): Promise<void> {
    throw new AppError('INTERNAL', 'No reference can point to what is in a draft alone');
  }

  async maintain(): Promise<void> {
    // A draft has no packs.
  }

  async close(): Promise<void> {
    // Whoever opened the repository closes it.
  }

  readonly head: GitRepository['head'] = () => this.#repository.head();
  readonly checkedOutElsewhere: GitRepository['checkedOutElsewhere'] = () =>
    this.#repository.checkedOutElsewhere();
  readonly resolveRef: GitRepository['resolveRef'] = (ref) => this.#repository.resolveRef(ref);
  readonly listRefs: GitRepository['listRefs'] = (prefix) => this.#repository.listRefs(prefix);
  readonly isShallow: GitRepository['isShallow'] = (oid) => this.#repository.isShallow(oid);
  readonly remoteUrl: GitRepository['remoteUrl'] = (name) => this.#repository.remoteUrl(name);
  readonly workInProgress: GitRepository['workInProgress'] = () => this.#repository.workInProgress();
  readonly locks: GitRepository['locks'] = () => this.#repository.locks();
}
