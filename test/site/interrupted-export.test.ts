import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileCache, folderFiles, memoryFiles, type SiteFiles } from '../../src/site/index.ts';
import { aSite, exported, summary } from './site-fixture.ts';

const work = mkdtempSync(join(tmpdir(), 'tidemark-interrupted-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const texts = {
  'SUMMARY.md': summary('* [Home](README.md)', '* [Guide](guide.md)'),
  'README.md': '# Home\n\n![](.gitbook/assets/dot.png)\n',
  'guide.md': '# Guide\n\nWords.\n',
  '.gitbook/assets/dot.png': '\u0089PNG',
};

/** A folder whose process dies before the `left`th write of a complete file. */
function dyingAfter(files: SiteFiles, left: number): SiteFiles {
  return {
    ...files,
    write: (path, bytes) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      files.write(path, bytes);
    },
  };
}

function contents(files: SiteFiles): Record<string, string> {
  return Object.fromEntries(
    files
      .list()
      .sort()
      .map((path) => [path, Buffer.from(files.read(path) ?? []).toString('latin1')]),
  );
}

describe('an export that was killed', () => {
  it('can be repeated wherever it ended, and leaves nothing behind', async () => {
    const whole = memoryFiles();
    await exported(aSite(texts), { files: whole });
    const writes = whole.list().length;

    for (let left = 0; left <= writes; left += 1) {
      const files = memoryFiles();
      await exported(
        aSite({
          ...texts,
          'older.md': '# Older\n',
          'SUMMARY.md': `${texts['SUMMARY.md']}* [Older](older.md)\n`,
        }),
        {
          files: dyingAfter(files, left),
        },
      ).catch(() => undefined);
      files.write('CNAME', 'docs.example');
      await exported(aSite(texts), { files });

      expect(contents(files), `after ${left} writes`).toEqual({ ...contents(whole), CNAME: 'docs.example' });
    }
    expect(writes).toBeGreaterThan(20);
  }, 60_000);

  it('leaves no file that the next export mistakes for an old one', async () => {
    const files = memoryFiles();
    const cache = fileCache(memoryFiles());
    const edited = { ...texts, 'guide.md': '# Guide\n\nOther words.\n' };
    await exported(aSite(texts), { files, cache });
    const before = contents(files);
    for (let left = 0; left < 8; left += 1) {
      await exported(aSite(edited), { files: dyingAfter(files, left), cache }).catch(() => undefined);
      await exported(aSite(texts), { files, cache });
      expect(contents(files), `after ${left} writes`).toEqual(before);
    }
  });
});

describe('a folder to export to', () => {
  const folder = join(work, 'site');
  const own = { CNAME: 'docs.example', '.git/HEAD': 'ref: x', 'own/page.html': 'mine', '.nojekyll': '' };
  const put = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  it('may hold files of its owner, which stay', async () => {
    for (const [path, text] of Object.entries(own)) put(path, text);
    const files = folderFiles(folder);
    await exported(aSite(texts), { files });
    await exported(aSite({ ...texts, 'guide.md': '# Guide\n' }), { files });

    for (const [path, text] of Object.entries(own))
      expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('Home');
  });

  it('is left alone when one of them has the path of a page', async () => {
    const files = memoryFiles(new Map([['guide.html', Buffer.from('mine')]]));
    const failed = exported(aSite(texts), { files });

    await expect(failed).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('guide.html') as string,
    });
    expect(contents(files)).toEqual({ 'guide.html': 'mine' });
  });

  it('keeps its owner’s file that has the path of a list, and can be used when the file is moved', async () => {
    const files = memoryFiles(new Map([['robots.txt', Buffer.from('mine')]]));

    await expect(exported(aSite(texts), { files })).rejects.toThrow(/robots\.txt/);
    expect(files.read('robots.txt')?.toString()).toBe('mine');
    files.remove('robots.txt');
    await exported(aSite(texts), { files });
    expect(contents(files)['robots.txt']).toContain('User-agent');
  });
});
