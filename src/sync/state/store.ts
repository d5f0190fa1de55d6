import { AppError, isAppError } from '../../base/index.ts';
import type { GitRepository, ObjectWriter, Oid, Version } from '../../git/port.ts';
import { tidemarkAt } from '../tidemark.ts';
import type { CloneName } from './clone.ts';
import { printJson, readJson } from './json.ts';
import { stateName } from './names.ts';
import { emptyRoot, stateVersion } from './records.ts';
import type { RootRecord, SpaceRecord } from './records.ts';
import { ContentTable } from './table.ts';

export const stateRef = 'refs/tidemark/state';
const nobody = { known: async () => null, drawn: async () => '' };
/** The folder for what single clones know; each clone has a folder in it. */
export const clonesFolder = 'clones/';

/**
 * The durable memory of a sync: JSON files in the commit that {@link stateRef} points to. It is read once and then kept, written
 * as few new objects, and moved together with the references that it describes.
 */
export class StateStore {
  readonly #git: GitRepository;
  readonly #clone: Pick<CloneName, 'known' | 'drawn'>;
  #own: string | null = null;
  #commit: Oid | null = null;
  #tree: Oid | null = null;
  #root: RootRecord = emptyRoot;
  #spaces = new Map<string, SpaceRecord>();
  #tables = new Map<string, ContentTable>();
  #documents = new Map<string, unknown>();
  #changes = new Map<string, Uint8Array | null>();
  #files = new Map<string, Oid>();
  #rootChanged = false;

  /** @param clone May be left out by a reader of what all clones share. */
  constructor(git: GitRepository, clone: Pick<CloneName, 'known' | 'drawn'> = nobody) {
    this.#git = git;
    this.#clone = clone;
  }

  /** The name of this clone, which is drawn by the first cycle that may write. */
  get clone(): string {
    return this.#own ?? '';
  }

  /** Gives this clone a name if it has none, so that what it notes from now on is its own. */
  async nameClone(): Promise<void> {
    this.#own = await this.#clone.drawn();
  }

  /** The commit that this memory was read from. */
  get commit(): Oid | null {
    return this.#commit;
  }

  get root(): RootRecord {
    return this.#root;
  }

  /** Reads the state again when another process moved it, or with `force`, after a cycle that failed or was a dry run. */
  async refresh({ force = false }: { force?: boolean } = {}): Promise<void> {
    this.#own ??= await this.#clone.known();
    const commit = await this.#git.resolveRef(stateRef);
    if (!force && commit === this.#commit) return;
    this.#commit = commit;
    this.#tree = null;
    this.#root = emptyRoot;
    this.#spaces = new Map();
    this.#tables = new Map();
    this.#documents = new Map();
    this.#changes = new Map();
    this.#files = new Map();
    this.#rootChanged = false;
    if (commit === null) return;
    try {
      await this.#load(commit);
    } catch (error) {
      // The next look must read the state again, and not take it for an empty one.
      this.#commit = null;
      throw isAppError(error, 'NOT_FOUND') ? damagedState(error) : error;
    }
  }

  async #load(commit: Oid): Promise<void> {
    this.#tree = (await this.#git.readCommit(commit)).tree;
    for (const { path, oid } of await this.#git.listTree(this.#tree)) this.#files.set(path, oid);
    const root = (await this.document('state.json')) as (Partial<RootRecord> & { version?: unknown }) | null;
    if (root === null) throw damagedState(new Error('its state.json is missing or is not JSON'));
    if (typeof root.version === 'number' && root.version > stateVersion) throw newerState(root.version);
    if (root.version === stateVersion) this.#root = { ...emptyRoot, ...root };
    for (const id of this.#root.spaces) {
      const record = (await this.document(`spaces/${stateName(id)}/space.json`)) as SpaceRecord | null;
      if (record?.id === id) this.#spaces.set(id, record);
    }
  }

  /** Whether {@link write} would write anything. */
  get dirty(): boolean {
    return (
      this.#rootChanged || this.#changes.size > 0 || [...this.#tables.values()].some((table) => table.dirty)
    );
  }

  setRoot(root: RootRecord): void {
    if (JSON.stringify(root) === JSON.stringify(this.#root)) return;
    this.#root = root;
    this.#rootChanged = true;
  }

  spaces(): ReadonlyMap<string, SpaceRecord> {
    return this.#spaces;
  }

  setSpace(record: SpaceRecord): void {
    const before = this.#spaces.get(record.id);
    if (before && JSON.stringify(before) === JSON.stringify(record)) return;
    this.#spaces.set(record.id, record);
    this.setDocument(`spaces/${stateName(record.id)}/space.json`, record);
  }

  /** Forgets a space that is no longer mirrored. */
  removeSpace(id: string): void {
    this.#spaces.delete(id);
    this.#tables.delete(id);
    const folder = `spaces/${stateName(id)}/`;
    for (const path of this.#files.keys()) if (path.startsWith(folder)) this.#changes.set(path, null);
  }

  /** The contents that the mirror has of a space. */
  table(space: string): ContentTable {
    let table = this.#tables.get(space);
    if (!table) {
      const folder = `spaces/${stateName(space)}/contents/`;
      const shards = new Map<string, Oid>();
      for (const [path, oid] of this.#files)
        if (path.startsWith(folder)) shards.set(path.slice(folder.length, -'.json'.length), oid);
      table = new ContentTable((oid) => readStateBlob(this.#git, oid), shards);
      this.#tables.set(space, table);
    }
    return table;
  }

  /** Reads a JSON file of the state by its whole path; null when there is none. {@link ownDocument} reads those of this clone alone. */
  async document(path: string): Promise<unknown> {
    if (this.#documents.has(path)) return this.#documents.get(path);
    const oid = this.#files.get(path);
    const value = oid === undefined ? null : readJson(await readStateBlob(this.#git, oid));
    this.#documents.set(path, value);
    return value;
  }

  /**
   * A document about this clone alone (its change requests, the edits in its files): other clones that share the state have their
   * own. A document that an older version wrote belongs to the clone that finds it first.
   */
  async ownDocument(path: string): Promise<unknown> {
    return (await this.document(this.#ownPath(path))) ?? (await this.document(path));
  }

  setOwnDocument(path: string, value: unknown): void {
    this.setDocument(this.#ownPath(path), value);
    this.setDocument(path, null);
  }

  /** The paths of this clone's own documents in a folder, to be given to {@link ownDocument}. */
  listOwn(folder: string): string[] {
    const prefix = this.#ownPath('');
    const own = this.list(prefix + folder).map((path) => path.slice(prefix.length));
    return [...new Set([...own, ...this.list(folder)])].sort();
  }

  /** The whole paths of the documents that other clones have in that folder of theirs. */
  listOthers(folder: string): string[] {
    const prefix = this.#ownPath('');
    return this.list(clonesFolder).filter((path) => {
      const inner = path.slice(path.indexOf('/', clonesFolder.length) + 1);
      return !path.startsWith(prefix) && inner.startsWith(folder);
    });
  }

  #ownPath(path: string): string {
    return `${clonesFolder}${this.clone === '' ? 'unnamed' : stateName(this.clone)}/${path}`;
  }

  /** Paths of documents in a folder. */
  list(folder: string): string[] {
    const paths = new Set([...this.#files.keys()].filter((path) => path.startsWith(folder)));
    for (const [path, bytes] of this.#changes)
      if (path.startsWith(folder)) {
        if (bytes) paths.add(path);
        else paths.delete(path);
      }
    return [...paths].sort();
  }

  setDocument(path: string, value: unknown): void {
    this.#documents.set(path, value);
    this.#changes.set(path, value === null ? null : printJson(value));
  }

  /**
   * Writes what changed as a new commit on the last one, and returns the move of the reference that makes it count; null when
   * nothing changed. When that move fails, call {@link refresh} with `force`.
   */
  async write(writer: ObjectWriter, at: number): Promise<{ expected: Oid | null; next: Oid } | null> {
    const root = { ...this.#root, spaces: [...this.#spaces.keys()].sort() };
    const changes = new Map<string, Version | null>();
    for (const [path, bytes] of this.#changes)
      changes.set(path, bytes === null ? null : { mode: '100644', oid: writer.addBlob(bytes) });
    this.#changes.clear();
    for (const [id, table] of this.#tables) table.write(writer, `spaces/${stateName(id)}/contents`, changes);
    changes.set('state.json', { mode: '100644', oid: writer.addBlob(printJson(root)) });
    const tree = await writer.updateTree(this.#tree, changes);
    this.#rootChanged = false;
    if (tree === this.#tree) return null;
    const us = tidemarkAt(at);
    const next = writer.addCommit({
      tree,
      parents: this.#commit === null ? [] : [this.#commit],
      author: us,
      committer: us,
      message: 'State of the sync\n',
    });
    for (const [path, version] of changes) {
      if (version) this.#files.set(path, version.oid);
      else this.#files.delete(path);
    }
    const expected = this.#commit;
    this.#root = root;
    this.#tree = tree;
    this.#commit = next;
    return { expected, next };
  }
}

/** Reads a document of the state; throws STATE_DAMAGED where its content is missing. */
async function readStateBlob(git: GitRepository, oid: Oid): Promise<Uint8Array> {
  try {
    return await git.readBlob(oid);
  } catch (error) {
    throw isAppError(error, 'NOT_FOUND') ? damagedState(error) : error;
  }
}

function damagedState(cause: Error): AppError {
  return new AppError('STATE_DAMAGED', `${stateRef} cannot be read: ${cause.message}`, {
    hint: 'Run `tidemark repair`: it shows what it would do first, and rebuilds the state from both sides.',
    cause,
  });
}

function newerState(version: number): AppError {
  const message = `${stateRef} was written by a newer Tidemark (version ${version} of the state, and this program knows ${stateVersion})`;
  const hint = `Use that version of Tidemark or a later one. To begin anew with this one: git update-ref -d ${stateRef}`;
  return new AppError('STATE_NEWER', message, { hint });
}
