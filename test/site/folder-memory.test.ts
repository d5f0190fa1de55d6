import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileCache, folderMemory, folderSpace, memoryFiles } from '../../src/site/index.ts';
import type { DocumentPage } from '../../src/content/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const later = (): number => statSync(join(folder, 'a.md')).ctimeMs + 60_000;

describe('a folder that is read again', () => {
  put('SUMMARY.md', '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n');
  put('README.md', '# Home\n');
  put('a.md', '---\ndescription: First\n---\n\n# A\n');
  const store = memoryFiles();
  const cache = fileCache(store);
  const read = (now: number) =>
    folderSpace({ id: 'docs', title: 'Docs', folder, memory: folderMemory(cache), now }).space;
  const pageOf = (space: ReturnType<typeof read>, name: string): DocumentPage => {
    const page = space.pages.find((each) => each.type === 'document' && each.git?.path === name);
    if (page?.type !== 'document') throw new Error(`no page ${name}`);
    return page;
  };

  it('says of each page whether its text may have changed, and finds new front matter', () => {
    const first = read(later());
    const version = first.versionOf?.(pageOf(first, 'a.md'));
    const second = read(later());

    expect(version).toBeTypeOf('string');
    expect(second.versionOf?.(pageOf(second, 'a.md'))).toBe(version);
    expect(second.pages).toEqual(first.pages);

    put('a.md', '---\ndescription: Second\n---\n\n# A\n');
    const third = read(later());

    expect(third.versionOf?.(pageOf(third, 'a.md'))).not.toBe(version);
    expect(pageOf(third, 'a.md').description).toBe('Second');
    expect(third.readPage(pageOf(third, 'a.md'))).toContain('Second');
  });

  it('does not make the list of pages again while none of its inputs changed', () => {
    const first = read(later());
    put('a.md', `${readFileSync(join(folder, 'a.md'), 'utf8')}\nMore.\n`);
    const second = read(later());

    expect(first.pagesVersion).toBeTypeOf('string');
    expect(second.pagesVersion).toBe(first.pagesVersion);
    expect(second.readPage(pageOf(second, 'a.md'))).toContain('More.');
  });

  it('takes front matter of an unchanged file from memory', () => {
    put('a.md', '---\ndescription: Three\n---\n');
    read(later());
    // With a new page, the list of pages is made anew, but known pages are not read again.
    put('b.md', '# B\n');
    put('SUMMARY.md', '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n');
    const name = store.list().find((each) => each.startsWith('folder-')) ?? '';
    const stored = JSON.parse(cache.read(name) ?? '{}') as { files: [string, string, string, number][] };
    for (const row of stored.files) if (row[0] === 'a.md') row[2] = '---\ndescription: Kept\n---\n';
    cache.write(name, JSON.stringify(stored));

    expect(pageOf(read(later()), 'a.md').description).toBe('Kept');
  });

  it('does not trust a file that was saved just now, nor a memory that was damaged', () => {
    const now = statSync(join(folder, 'a.md')).mtimeMs + 1000;
    utimesSync(join(folder, 'README.md'), 1000, 1000);

    const fresh = read(now);
    expect(fresh.versionOf?.(pageOf(fresh, 'a.md'))).toBeUndefined();
    expect(pageOf(fresh, 'a.md').description).toBe('Three');

    for (const name of store.list()) cache.write(name, (cache.read(name) ?? '').slice(0, -9));
    expect(pageOf(read(later()), 'a.md').description).toBe('Three');
  });
});
