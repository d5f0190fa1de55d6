import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError, isBusy, openDatabase, type Database } from '../../src/database/index.ts';
import { makers } from './makers.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-database-'));
  file = join(folder, 'one.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe.each([...makers])('a database by %s', (_, open) => {
  const withThings = (path = file): Database => {
    const database = open(path);
    database.exec(
      'CREATE TABLE IF NOT EXISTS things (id TEXT PRIMARY KEY, count INTEGER, bytes BLOB) STRICT',
    );
    return database;
  };
  const countOf = (database: Database): unknown =>
    (database.prepare('SELECT count(*) AS n FROM things').get() as { n: number }).n;

  it('gives back the values that it was given, by place and by number', () => {
    const database = withThings();
    const insert = database.prepare('INSERT INTO things VALUES (?, ?, ?)');

    expect(insert.run('a', 2 ** 40, new Uint8Array([0, 1, 255]))).toBe(1);
    expect(insert.run('b', 7, null)).toBe(1);
    expect(insert.run('c', 9n, Buffer.from('in a Buffer'))).toBe(1);

    const [first, ...rest] = database.prepare('SELECT * FROM things ORDER BY id').all() as {
      bytes: Uint8Array;
    }[];
    expect({ ...first, bytes: [...first!.bytes] }).toEqual({ id: 'a', count: 2 ** 40, bytes: [0, 1, 255] });
    expect(
      rest.map(({ bytes, ...row }) => ({ ...row, bytes: bytes && Buffer.from(bytes).toString() })),
    ).toEqual([
      { id: 'b', count: 7, bytes: null },
      { id: 'c', count: 9, bytes: 'in a Buffer' },
    ]);
    const byNumber = database.prepare('SELECT ?2 AS second, ?1 AS first, ?2 AS again');
    expect(byNumber.get({ 1: 'x', 2: 'y' })).toEqual({ second: 'y', first: 'x', again: 'y' });
    expect(database.prepare('SELECT * FROM things WHERE id = ?').get('nobody')).toBeUndefined();
    expect(database.prepare("UPDATE things SET count = 0 WHERE id < 'c'").run()).toBe(2);
    database.close();
  });

  it('runs statements after a row was inserted whose number is larger than JavaScript counts exactly', () => {
    const database = open(':memory:');
    database.exec('CREATE TABLE counts (count INTEGER NOT NULL) STRICT');
    const insert = database.prepare('INSERT INTO counts (rowid, count) VALUES (?, 1) RETURNING count');

    expect(insert.run(2n ** 53n + 1n)).toBe(1);
    expect(database.prepare('UPDATE counts SET count = 2').run()).toBe(1);
    expect(insert.get(2n ** 53n + 3n)).toEqual({ count: 1 });
  });

  it('has what the service builds on: full text search, JSON, RETURNING, foreign keys, strict quotes', () => {
    const database = open(':memory:');
    database.exec(`
      CREATE VIRTUAL TABLE texts USING fts5(body, content='', contentless_delete=1, prefix='2 3');
      CREATE TABLE parents (id TEXT PRIMARY KEY) STRICT;
      CREATE TABLE children (parent TEXT REFERENCES parents(id)) STRICT;`);
    database.prepare('INSERT INTO texts (rowid, body) VALUES (?, ?)').run(5, 'ebb and flow');

    expect(database.prepare('SELECT rowid FROM texts WHERE texts MATCH ?').all('fl*')).toEqual([
      { rowid: 5 },
    ]);
    expect(database.prepare("SELECT value FROM json_each('[1,2]')").all()).toEqual([
      { value: 1 },
      { value: 2 },
    ]);
    expect(database.prepare("INSERT INTO parents VALUES ('p') RETURNING id").get()).toEqual({ id: 'p' });
    expect(failureOf(() => database.prepare('INSERT INTO children VALUES (?)').run('none'))).toBeInstanceOf(
      DatabaseError,
    );
    expect(failureOf(() => database.prepare('SELECT "no column" FROM parents'))).toBeInstanceOf(
      DatabaseError,
    );
    expect(database.pragma('foreign_keys')).toBe(1);
    database.close();
  });

  it('keeps all of a transaction or nothing, and takes calls inside of it as a part of it', () => {
    const database = withThings();
    const add = (id: string): unknown => database.prepare('INSERT INTO things (id) VALUES (?)').run(id);
    const failed = failureOf(() =>
      database.transaction(() => {
        add('a');
        database.transaction(() => add('b'));
        throw new Error('no');
      }),
    );

    expect(failed).toEqual(new Error('no'));
    expect(countOf(database)).toBe(0);
    expect(database.transaction(() => [add('a'), database.transaction(() => add('b'))])).toEqual([1, 1]);
    expect(countOf(database)).toBe(2);
    expect(failureOf(() => database.transaction(async () => add('c')))).toBeInstanceOf(TypeError);
    expect(countOf(database)).toBe(2);
    database.close();
  });

  it('goes on after a failure that has ended the transaction by itself', () => {
    const database = withThings();
    database.exec('PRAGMA max_page_count = 8');
    const add = database.prepare('INSERT INTO things VALUES (?, 0, zeroblob(100000))');

    const failure = failureOf(() => database.transaction(() => add.run('large')));

    expect(failure).toMatchObject({ name: 'DatabaseError', kind: 'full', code: 'ENOSPC' });
    expect(
      database.transaction(() => database.prepare("INSERT INTO things (id) VALUES ('small')").run()),
    ).toBe(1);
    database.close();
  });

  it('says that another connection writes, and that a file is not a database', () => {
    const one = withThings();
    const other = open(file);
    one.exec('BEGIN IMMEDIATE');
    const failure = failureOf(() => other.transaction(() => undefined));
    one.exec('ROLLBACK');
    writeFileSync(join(folder, 'letter'), 'Dear reader, this is a letter. '.repeat(100));

    expect(isBusy(failure)).toBe(true);
    expect(other.transaction(() => 'free')).toBe('free');
    expect(failureOf(() => open(join(folder, 'letter')).exec('SELECT * FROM sqlite_schema'))).toMatchObject({
      kind: 'damaged',
    });
    expect(failureOf(() => open(join(folder, 'none', 'x.sqlite')).exec('SELECT 1'))).toMatchObject({
      kind: 'disk',
    });
    expect(failureOf(() => open(join(folder, 'nothing'), { mustExist: true }))).toMatchObject({
      kind: 'disk',
    });
    expect(existsSync(join(folder, 'nothing'))).toBe(false);
    one.close();
    other.close();
  });

  it('copies itself as of one moment, with the same row numbers and without what was deleted', () => {
    const database = withThings();
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('CREATE TABLE numbered (word TEXT) STRICT');
    for (const word of ['one', 'two', 'three']) database.prepare('INSERT INTO numbered VALUES (?)').run(word);
    database.exec("DELETE FROM numbered WHERE word = 'two'");
    const other = open(file);
    other.exec('BEGIN IMMEDIATE');
    other.exec("INSERT INTO things (id) VALUES ('not yet there')");

    database.copyInto(join(folder, 'copy.sqlite'));
    other.exec('COMMIT');

    const copy = open(join(folder, 'copy.sqlite'), { mustExist: true });
    expect(copy.prepare('SELECT rowid, word FROM numbered').all()).toEqual([
      { rowid: 1, word: 'one' },
      { rowid: 3, word: 'three' },
    ]);
    expect(countOf(copy)).toBe(0);
    expect(readFileSync(join(folder, 'copy.sqlite')).includes('two')).toBe(false);
    for (const each of [database, other, copy]) each.close();
    expect([database.isOpen, failureOf(() => database.close())]).toEqual([false, undefined]);
  });

  it('leaves one whole file when it is closed, while statements of it are still known', () => {
    const database = withThings();
    database.exec('PRAGMA journal_mode = WAL');
    const insert = database.prepare('INSERT INTO things (id) VALUES (?)');
    const names = Array.from({ length: 500 }, (_each, at) => `thing ${at}`);
    for (const name of names) insert.run(name);
    const read = database.prepare('SELECT id FROM things');
    read.get();
    expect(readdirSync(folder)).toContain('one.sqlite-wal');

    database.close();

    expect(readdirSync(folder)).toEqual(['one.sqlite']);
    copyFileSync(file, join(folder, 'moved.sqlite'));
    const moved = open(join(folder, 'moved.sqlite'), { mustExist: true });
    expect(countOf(moved)).toBe(names.length);
    moved.close();
    // The statements are used after the end, so that no collection of garbage can have closed the database in their place.
    for (const late of [insert, read]) expect(() => late.get('late')).toThrow();
  });
});

it('moves a file freely between all makers, while its log is not yet in it', () => {
  const all = [...makers.values(), openDatabase];
  for (const [at, open] of all.entries()) {
    const database = open(file);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('CREATE TABLE IF NOT EXISTS visits (maker INTEGER, word TEXT) STRICT');
    database.exec(
      "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(body, content='', contentless_delete=1)",
    );
    database.prepare('INSERT INTO visits VALUES (?, ?)').run(at, 'Grüße 🌊');
    database.prepare('INSERT INTO words (rowid, body) VALUES (?, ?)').run(at + 1, 'tide');
    const reader = all[(at + 1) % all.length]!(file);
    expect(reader.prepare('SELECT * FROM visits').all()).toEqual(
      all.slice(0, at + 1).map((__, maker) => ({ maker, word: 'Grüße 🌊' })),
    );
    expect(reader.prepare("SELECT count(*) AS n FROM words WHERE words MATCH 'tide'").get()).toEqual({
      n: at + 1,
    });
    expect(reader.pragma('integrity_check')).toBe('ok');
    reader.close();
    database.close();
  }
});
