/** The service's secrets: sealed in the database, with a key that is stored outside of it. */
import { AppError } from '../../base/index.ts';
import { isBusy } from '../../database/index.ts';
import type { Random } from '../../clock/index.ts';
import type { KeySource } from './key-source.ts';
import type { Migration } from './migrations.ts';
import { keyIdOf, openText, placeOf, sealedColumns, sealText } from './sealing.ts';
import type { SealedColumn, ServiceKey } from './sealing.ts';
import type { Store } from './store.ts';

export const vaultMigrations: readonly Migration[] = [
  {
    id: 'secrets/1',
    sql: `
-- The service's own secrets, in hexadecimal before they are sealed.
CREATE TABLE service_secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO service_secrets (name, value) SELECT key, lower(hex(value)) FROM meta WHERE key = 'signing-key';
DELETE FROM meta WHERE key = 'signing-key';

-- One row once everything is sealed: the name of the present key, and whether clear text may be left in unused pages.
CREATE TABLE secrets_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  key TEXT NOT NULL,
  cleaned INTEGER NOT NULL
) STRICT;
`,
  },
];

/** Names a secret of the database: one of the sealed columns, and the values that identify the row. */
export type SealedName = keyof typeof sealedColumns;

interface State {
  readonly key: string;
  readonly cleaned: number;
}

/** Seals and opens secrets. Another process may change the key at any time, so the name of the key is looked up with each value. */
export class Vault {
  readonly #store: Store;
  readonly #random: Random;
  readonly #source: KeySource;
  #keys = new Map<string, ServiceKey>();

  /** Opens the vault of a database; secrets in clear text are sealed first. */
  constructor({ store, random, source }: { store: Store; random: Random; source: KeySource }) {
    this.#store = store;
    this.#random = random;
    this.#source = source;
    if (this.#state() === undefined) this.#sealAll();
    this.#presentKey();
    if (this.#state()?.cleaned === 0) this.#clean();
  }

  /** The text to store in a sealed column. Call this function in the transaction that writes the text. */
  seal(name: SealedName, row: readonly string[], text: string): string {
    const place = placeOf(sealedColumns[name], row);
    return sealText(text, this.#presentKey(), place, this.#random.bytes(12));
  }

  /** The secret in a sealed column. */
  open(name: SealedName, row: readonly string[], sealed: string): string {
    return this.#open(sealedColumns[name], row, sealed);
  }

  /**
   * Seals everything with another key. A process that is killed meanwhile leaves the database with the old key or the new one, and the file
   * with both.
   */
  rotate(): { readonly from: string; readonly to: string; readonly values: number } {
    const from = this.#presentKey();
    const to = this.#source.next(from, this.#random);
    const values = this.#store.transaction(() => {
      if (this.#state()?.key !== from.id)
        throw new AppError('CONFLICT', 'Another process has just changed the key of the service’s secrets.');
      const count = this.#rewrite((column, row, value) => this.#open(column, row, value), to);
      this.#store.run('UPDATE secrets_state SET key = ?, cleaned = 0', to.id);
      return count;
    });
    this.#source.settle(to);
    this.#clean();
    return { from: from.id, to: to.id, values };
  }

  #state(): State | undefined {
    return this.#store.get<State>('SELECT key, cleaned FROM secrets_state');
  }

  #presentKey(): ServiceKey {
    return this.#keyNamed(this.#state()!.key);
  }

  #keyNamed(id: string): ServiceKey {
    if (!this.#keys.has(id)) this.#keys = new Map(this.#source.read().map((key) => [key.id, key]));
    const key = this.#keys.get(id);
    if (key === undefined) throw keyMissing(id, this.#source.where, [...this.#keys.keys()]);
    return key;
  }

  #open(column: SealedColumn, row: readonly string[], sealed: string): string {
    const id = keyIdOf(sealed);
    const text = id === undefined ? undefined : openText(sealed, this.#keyNamed(id), placeOf(column, row));
    if (text !== undefined) return text;
    throw new AppError(
      'SERVICE_KEY',
      `A secret in ${column.table}.${column.column} was changed outside of the service.`,
      { hint: 'Set that secret anew through the interface, or restore the data from a backup.' },
    );
  }

  /** Seals what an earlier version stored in clear text; a new database has nothing to seal. */
  #sealAll(): void {
    const key = this.#source.first(this.#random);
    this.#store.transaction(() => {
      if (this.#state() !== undefined) return;
      const isNew = this.#store.get('SELECT 1 FROM organizations LIMIT 1') === undefined;
      this.#rewrite((_column, _row, value) => value, key);
      this.#store.run(
        'INSERT INTO secrets_state (one, key, cleaned) VALUES (1, ?, ?)',
        key.id,
        isNew ? 1 : 0,
      );
    });
  }

  #rewrite(
    read: (column: SealedColumn, row: readonly string[], value: string) => string,
    key: ServiceKey,
  ): number {
    let count = 0;
    for (const column of Object.values<SealedColumn>(sealedColumns)) {
      const names = column.row.join(', ');
      const rows = this.#store.all<Record<string, string>>(
        `SELECT ${names}, ${column.column} AS sealed_value FROM ${column.table} WHERE ${column.column} IS NOT NULL`,
      );
      const update = `UPDATE ${column.table} SET ${column.column} = ? WHERE ${column.row.map((name) => `${name} = ?`).join(' AND ')}`;
      for (const found of rows) {
        const row = column.row.map((name) => found[name]!);
        const text = read(column, row, found['sealed_value']!);
        const sealed = sealText(text, key, placeOf(column, row), this.#random.bytes(12));
        this.#store.run(update, sealed, ...row);
      }
      count += rows.length;
    }
    return count;
  }

  /** Removes overwritten data from the files. When another process is reading them, the next start does that. */
  #clean(): void {
    try {
      this.#store.compact();
      this.#store.run('UPDATE secrets_state SET cleaned = 1');
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

/** The failure of a database, or of the backup in `backup`, whose key is not available. */
export function keyMissing(id: string, where: string, known: readonly string[], backup?: string): AppError {
  const others = known.length === 0 ? 'there is no key' : `the key there is ${known.join(', ')}`;
  return new AppError('SERVICE_KEY', `The secrets of the service are sealed with the key ${id}; ${others}.`, {
    hint:
      `Put the key that belongs to this data into ${where}: without it its secrets cannot be read.\n` +
      'If the key is lost for good, this says what is lost with it, and asks before it starts again without: tidemark serve key reset --data <folder>' +
      (backup === undefined ? '' : ` --restore ${backup}`),
    data: { key: id },
  });
}
