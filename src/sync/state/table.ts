import type { ObjectWriter, Oid, Version } from '../../git/port.ts';
import { printJson, readJson } from './json.ts';
import { shardOf } from './names.ts';
import type { ContentKind, ContentRecord } from './records.ts';

type Shard = Map<string, ContentRecord>;

/** The contents of one space by kind and id, kept in 256 files that are read and written one by one. */
export class ContentTable {
  readonly #read: (oid: Oid) => Promise<Uint8Array>;
  readonly #files: Map<string, Oid>;
  readonly #shards = new Map<string, Shard>();
  readonly #dirty = new Set<string>();

  /** `read` gives the bytes of a shard; `files`: the shards that the state already has. */
  constructor(read: (oid: Oid) => Promise<Uint8Array>, files: ReadonlyMap<string, Oid>) {
    this.#read = read;
    this.#files = new Map(files);
  }

  get dirty(): boolean {
    return this.#dirty.size > 0;
  }

  async get(kind: ContentKind, id: string): Promise<ContentRecord | undefined> {
    const key = keyOf(kind, id);
    return (await this.#shard(shardOf(key))).get(key);
  }

  async set(kind: ContentKind, id: string, record: ContentRecord): Promise<void> {
    const key = keyOf(kind, id);
    const name = shardOf(key);
    const shard = await this.#shard(name);
    const before = shard.get(key);
    if (before && sameRecord(before, record)) return;
    shard.set(key, record);
    this.#dirty.add(name);
  }

  /** Every record of one kind by id. */
  async all(kind: ContentKind): Promise<Map<string, ContentRecord>> {
    for (const name of this.#files.keys()) await this.#shard(name);
    const prefix = keyOf(kind, '');
    const found = new Map<string, ContentRecord>();
    for (const shard of this.#shards.values())
      for (const [key, record] of shard)
        if (key.startsWith(prefix)) found.set(key.slice(prefix.length), record);
    return found;
  }

  /** Makes the records of one kind exactly these. */
  async replaceAll(kind: ContentKind, records: ReadonlyMap<string, ContentRecord>): Promise<void> {
    for (const id of (await this.all(kind)).keys()) if (!records.has(id)) await this.#delete(kind, id);
    for (const [id, record] of records) await this.set(kind, id, record);
  }

  /** Adds the files that have to be written to `changes`, below `folder`. */
  write(writer: ObjectWriter, folder: string, changes: Map<string, Version | null>): void {
    for (const name of this.#dirty) {
      const shard = this.#shards.get(name)!;
      const path = `${folder}/${name}.json`;
      if (shard.size === 0) {
        changes.set(path, null);
        this.#files.delete(name);
      } else {
        const oid = writer.addBlob(printJson(Object.fromEntries(shard)));
        changes.set(path, { mode: '100644', oid });
        this.#files.set(name, oid);
      }
    }
    this.#dirty.clear();
  }

  async #delete(kind: ContentKind, id: string): Promise<void> {
    const key = keyOf(kind, id);
    const name = shardOf(key);
    if ((await this.#shard(name)).delete(key)) this.#dirty.add(name);
  }

  async #shard(name: string): Promise<Shard> {
    const known = this.#shards.get(name);
    if (known) return known;
    const oid = this.#files.get(name);
    const shard =
      oid === undefined ? new Map<string, ContentRecord>() : shardFrom(readJson(await this.#read(oid)));
    // Two callers may have asked for the shard at once: this reading must not replace what one of them has set since.
    const meanwhile = this.#shards.get(name);
    if (meanwhile) return meanwhile;
    this.#shards.set(name, shard);
    return shard;
  }
}

function keyOf(kind: ContentKind, id: string): string {
  return `${kind}/${id}`;
}

function sameRecord(a: ContentRecord, b: ContentRecord): boolean {
  const isSaid = a.outline === b.outline && a.app === b.app;
  return a.path === b.path && a.mark === b.mark && a.oid === b.oid && isSaid;
}

/** Leaves out entries that are no records: their contents are read again. */
function shardFrom(value: unknown): Shard {
  const shard: Shard = new Map();
  for (const [key, record] of Object.entries((value ?? {}) as Record<string, Partial<ContentRecord> | null>))
    if (typeof record?.path === 'string' && typeof record.mark === 'string' && typeof record.oid === 'string')
      shard.set(key, record as ContentRecord);
  return shard;
}
