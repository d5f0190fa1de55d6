import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createService, databaseName, hashOfAllRows, Store } from '../../../src/service/index.ts';

const now = '2026-01-01T00:00:00.000Z';
const steps = [
  { id: 'things/1', sql: 'CREATE TABLE things (id TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT' },
];
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tidemark-store-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('the store', () => {
  it('runs each step once, and new steps at the next start', () => {
    const first = new Store(directory, steps, now);
    first.run("INSERT INTO things VALUES ('a', 1)");
    first.close();
    const more = [
      ...steps,
      { id: 'things/2', sql: "ALTER TABLE things ADD COLUMN title TEXT NOT NULL DEFAULT 'none'" },
    ];

    const second = new Store(directory, more, now);

    expect(second.all('SELECT * FROM things')).toEqual([{ id: 'a', count: 1, title: 'none' }]);
    second.close();
  });

  it('tells a full disk and damage in its own words, outside of transactions, too', () => {
    const store = new Store(directory, steps, now);
    for (let count = 0; count < 500; count++)
      store.run('INSERT INTO things VALUES (?, 1)', `${'x'.repeat(200)}${count}`);
    const { page_count: pages } = store.get<{ page_count: number }>('PRAGMA page_count')!;
    store.get(`PRAGMA max_page_count = ${pages}`);
    const fill = (): number => store.run('INSERT INTO things VALUES (?, 1)', 'y'.repeat(100_000));

    expect(fill).toThrowError(expect.objectContaining({ code: 'DISK_FULL' }));
    expect(() => store.transaction(fill)).toThrowError(expect.objectContaining({ code: 'DISK_FULL' }));
    store.close();

    const file = join(directory, databaseName);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xaa, 20_000, 80_000));
    const damaged = new Store(directory, steps, now);
    expect(() => damaged.all('SELECT * FROM things')).toThrowError(
      expect.objectContaining({ code: 'FILE_SYSTEM', hint: expect.stringContaining('backup') as string }),
    );
    damaged.close();
  });

  it('refuses a database of a newer version, and leaves it as it is', () => {
    new Store(directory, [...steps, { id: 'things/9', sql: 'SELECT 1' }], now).close();
    const before = readFileSync(join(directory, databaseName));

    expect(() => new Store(directory, steps, now)).toThrowError(
      expect.objectContaining({ code: 'FILE_SYSTEM' }),
    );
    expect(readFileSync(join(directory, databaseName)).equals(before)).toBe(true);
  });

  it('says so when the file is not a database', () => {
    writeFileSync(join(directory, databaseName), 'this is a letter, and no database at all'.repeat(100));

    expect(() => new Store(directory, steps, now)).toThrowError(
      expect.objectContaining({ code: 'FILE_SYSTEM', hint: expect.stringContaining('backup') }),
    );
  });

  it('refuses a file of no bytes, which lost its content, and leaves nothing of a new one lying about', () => {
    new Store(directory, steps, now).close();
    expect(readdirSync(directory)).toEqual([databaseName]);
    expect(statSync(join(directory, databaseName)).size).toBeGreaterThan(0);
    writeFileSync(join(directory, databaseName), '');

    expect(() => new Store(directory, steps, now)).toThrowError(
      expect.objectContaining({
        code: 'FILE_SYSTEM',
        message: expect.stringContaining(join(directory, databaseName)),
        hint: expect.stringMatching(/Remove the empty file.*backup/),
      }),
    );
    expect(statSync(join(directory, databaseName)).size).toBe(0);
  });

  it('undoes a transaction that fails, nested ones with it', () => {
    const store = new Store(':memory:', steps, now);
    const before = hashOfAllRows(store);
    expect(() =>
      store.transaction(() => {
        store.run("INSERT INTO things VALUES ('a', 1)");
        store.transaction(() => store.run("INSERT INTO things VALUES ('b', 1)"));
        throw new Error('no');
      }),
    ).toThrowError('no');

    expect(hashOfAllRows(store)).toBe(before);
    store.transaction(() => store.run("INSERT INTO things VALUES ('a', 1)"));
    expect(hashOfAllRows(store)).not.toBe(before);
    store.close();
  });

  it('is readable only for its owner, with a log that is written through', () => {
    const store = new Store(join(directory, 'data'), steps, now);
    expect(statSync(join(directory, 'data')).mode & 0o077).toBe(0);
    const pragma = (name: string): unknown => store.get<Record<string, unknown>>(`PRAGMA ${name}`);
    expect(pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(pragma('synchronous')).toEqual({ synchronous: 2 });
    expect(pragma('foreign_keys')).toEqual({ foreign_keys: 1 });
    store.close();
  });

  it('has no broken references in the whole schema, and always signs with the same key', async () => {
    const first = createService({ data: directory });
    const key = Buffer.from(first.service.secret);
    expect(first.service.store.all('PRAGMA foreign_key_check')).toEqual([]);
    for (const { name } of first.service.store.all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table'",
    )) {
      expect(() => first.service.store.all(`PRAGMA foreign_key_list("${name}")`)).not.toThrow();
    }
    await first.close();
    const second = createService({ data: directory });
    expect(Buffer.from(second.service.secret).equals(key)).toBe(true);
    await second.close();
  });
});
