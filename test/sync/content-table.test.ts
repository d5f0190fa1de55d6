import { describe, expect, it } from 'vitest';
import { ContentTable } from '../../src/sync/state/table.ts';
import { shardOf } from '../../src/sync/state/names.ts';
import type { ContentKind, ContentRecord } from '../../src/sync/state/records.ts';
import { contentId } from '../../src/files/index.ts';
import type { ObjectWriter, Version } from '../../src/git/port.ts';
import { printJson } from '../../src/sync/state/json.ts';

const record = (path: string): ContentRecord => ({ path, mark: path, oid: '0'.repeat(40) });

/** Two ids whose records are in one file. */
function neighbours(): [string, string] {
  const first = 'page0';
  for (let n = 1; ; n++)
    if (shardOf(`page/page${n}`) === shardOf(`page/${first}`)) return [first, `page${n}`];
}

/** What a table has in its files, and a table that reads them as the next process does. */
class Files {
  readonly #blobs = new Map<string, Uint8Array>();
  readonly paths = new Map<string, string>();

  add(name: string, bytes: Uint8Array): void {
    const oid = contentId(bytes);
    this.#blobs.set(oid, bytes);
    this.paths.set(name, oid);
  }

  table(): ContentTable {
    const unread = new Map(this.#blobs);
    return new ContentTable(async (oid) => {
      const bytes = unread.get(oid);
      if (!bytes) throw new Error(`A table asks for ${oid}, which is not there, or was read before.`);
      unread.delete(oid);
      return bytes;
    }, this.paths);
  }

  /** Writes what a table has to write; returns the names of the files, those that go with a minus. */
  keep(table: ContentTable): string[] {
    const changes = new Map<string, Version | null>();
    const addBlob = (bytes: Uint8Array): string => {
      this.#blobs.set(contentId(bytes), bytes);
      return contentId(bytes);
    };
    table.write({ addBlob } as unknown as ObjectWriter, 'contents', changes);
    for (const [path, version] of changes) {
      const name = /^contents\/([0-9a-f]{2})\.json$/u.exec(path)![1]!;
      expect(version?.mode ?? '100644').toBe('100644');
      if (version === null) this.paths.delete(name);
      else this.paths.set(name, version.oid);
    }
    return [...changes].map(([path, version]) => (version === null ? `-${path}` : path)).sort();
  }
}

const fileOf = (kind: ContentKind, id: string): string => `contents/${shardOf(`${kind}/${id}`)}.json`;

describe('the records of a space’s contents', () => {
  it('are there again in the next process, each under its kind, as they were set', async () => {
    const files = new Files();
    const table = files.table();
    const whole = { ...record('a.md'), outline: 'o', app: '/a' };
    await table.set('page', 'a', whole);
    await table.set('file', 'a', record('a.png'));
    await table.set('include', 'b', record('b.md'));
    expect(table.dirty).toBe(true);
    files.keep(table);
    const next = files.table();

    expect(table.dirty).toBe(false);
    expect(next.dirty).toBe(false);
    expect(await next.get('page', 'a')).toEqual(whole);
    expect(await next.get('file', 'b')).toBeUndefined();
    expect([...(await next.all('page'))]).toEqual([['a', whole]]);
    expect([...(await next.all('file'))]).toEqual([['a', record('a.png')]]);
    expect([...(await next.all('include'))]).toEqual([['b', record('b.md')]]);
  });

  it('are written only where something is another', async () => {
    const files = new Files();
    const before = files.table();
    const whole = { ...record('a.md'), outline: 'o', app: '/a' };
    await before.set('page', 'a', whole);
    files.keep(before);
    const table = files.table();

    await table.set('page', 'a', { ...whole });
    expect(table.dirty).toBe(false);
    expect(files.keep(table)).toEqual([]);
    let now: ContentRecord = whole;
    for (const change of [
      { path: 'b.md' },
      { mark: 'n' },
      { oid: '1'.repeat(40) },
      { outline: 'p' },
      { app: '/b' },
    ]) {
      now = { ...now, ...change };
      await table.set('page', 'a', now);
      expect(files.keep(table), JSON.stringify(change)).toEqual([fileOf('page', 'a')]);
      expect(await files.table().get('page', 'a')).toEqual(now);
    }
  });

  it('become exactly those of another list, of one kind alone, and a file without a record goes', async () => {
    const files = new Files();
    const before = files.table();
    await before.set('page', 'a', record('a.md'));
    await before.set('page', 'b', record('b.md'));
    await before.set('file', 'c', record('c.png'));
    files.keep(before);
    const table = files.table();
    await table.replaceAll(
      'page',
      new Map([
        ['b', record('b.md')],
        ['d', record('d.md')],
      ]),
    );

    expect(files.keep(table)).toEqual([`-${fileOf('page', 'a')}`, fileOf('page', 'd')].sort());
    const next = files.table();
    expect([...(await next.all('page')).keys()].sort()).toEqual(['b', 'd']);
    expect([...(await next.all('file')).keys()]).toEqual(['c']);
    await next.replaceAll('page', await next.all('page'));
    expect(next.dirty).toBe(false);
  });

  it('are left out where they are damaged, whatever is missing, and the others stay', async () => {
    const files = new Files();
    const good = record('good.md');
    const broken: Record<string, unknown> = {
      ...{ none: null, text: 'record', empty: {} },
      ...{ path: { mark: 'm', oid: 'o' }, mark: { path: 'p', oid: 'o' }, oid: { path: 'p', mark: 'm' } },
      ...{ numbers: { path: 'p', mark: 1, oid: 'o' }, number: { path: 1, mark: 'm', oid: 'o' } },
      nothing: { path: 'p', mark: 'm', oid: null },
    };
    const entries = Object.entries({ ...broken, good }).map(([id, value]) => [`page/${id}`, value]);
    files.add('00', printJson(Object.fromEntries(entries)));
    files.add('01', printJson(['page/list']));
    files.add('02', printJson('page/text'));
    files.add('03', printJson(null));
    files.add('04', new TextEncoder().encode('{"page/cut": {'));

    expect([...(await files.table().all('page'))]).toEqual([['good', good]]);
  });

  it('keep what two callers set at once, also while both read the same file', async () => {
    const [one, other] = neighbours();
    const oid = 'a'.repeat(40);
    const table = new ContentTable(
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return new TextEncoder().encode('{}');
      },
      new Map([[shardOf(`page/${one}`), oid]]),
    );

    await Promise.all([
      table.set('page', one, record('one.md')),
      table.set('page', other, record('other.md')),
    ]);

    expect((await table.get('page', one))?.path).toBe('one.md');
    expect((await table.get('page', other))?.path).toBe('other.md');
  });
});
