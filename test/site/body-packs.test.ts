import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BodyPacks } from '../../src/site/export/body-packs.ts';
import { packBody } from '../../src/site/export/stored-body.ts';
import { fileCache, type ExportCache } from '../../src/site/writer/cache.ts';
import { folderFiles, memoryFiles, type SiteFiles } from '../../src/site/writer/site-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tidemark-packs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const makers: readonly (readonly [string, () => SiteFiles])[] = [
  ['on disk', () => folderFiles(mkdtempSync(path.join(folder, 'files-')))],
  ['in memory', () => memoryFiles()],
];

describe.each(makers)('files %s', (_, make) => {
  it('are read into given memory when they fit, and change nothing else', () => {
    const files = make();
    const written = Buffer.from('five!');
    files.write('a', written);
    const room = new Uint8Array(8);
    const bytes = files.read('a', room);
    expect(bytes?.buffer).toBe(room.buffer);
    expect(Buffer.from(bytes ?? []).toString()).toBe('five!');
    for (const tooSmall of [new Uint8Array(), new Uint8Array(4)]) {
      const own = files.read('a', tooSmall);
      expect(Buffer.from(own ?? []).toString()).toBe('five!');
      own?.fill(0);
    }
    expect(Buffer.from(files.read('a') ?? []).toString()).toBe('five!');
    expect(written.toString()).toBe('five!');
    expect(files.read('b', room)).toBeUndefined();
  });
});

const pages = 64 * 6;

function bodyOf(number: number) {
  return {
    html: `<p>${number}</p>`,
    facts: '{}',
    sections: '[]',
    markdown: `${number} ${'ü'.repeat((number * 37) % 101)}`,
  };
}

describe.each([
  ['on disk', () => fileCache(folderFiles(mkdtempSync(path.join(folder, 'cache-'))))],
  ['in memory', () => fileCache(memoryFiles())],
  ['without a cache', () => undefined],
] as readonly (readonly [string, () => ExportCache | undefined])[])('bodies %s', (_, make) => {
  it('give the markdown of all pages in any order, and texts that were opened before stay as they are', () => {
    const packs = new BodyPacks(make(), 0);
    const places = Array.from({ length: pages }, (_each, number) => packs.add(packBody(bodyOf(number))));
    const opened = places.slice(0, 300).map((place) => packs.bodyOf(place));
    for (const step of [1, 65, 191])
      for (let count = 0, number = 0; count < pages; count += 1, number = (number + step) % pages)
        expect(packs.markdownOf(places[number] ?? { pack: -1, at: 0 })).toBe(bodyOf(number).markdown);
    for (const [number, { html, markdown }] of opened.entries())
      expect({ html, markdown }).toEqual({ html: bodyOf(number).html, markdown: bodyOf(number).markdown });
  });
});

it('reads the packs of a whole site into the memory of three', () => {
  const inner = fileCache(memoryFiles());
  const rooms = new Set<ArrayBufferLike>();
  const packs = new BodyPacks(
    {
      ...inner,
      readBytes: (name, room) => {
        const bytes = inner.readBytes(name, room);
        if (bytes) rooms.add(bytes.buffer);
        return bytes;
      },
    },
    0,
  );
  const places = Array.from({ length: 64 * 20 }, () => packs.add(packBody(bodyOf(7))));
  packs.close();
  for (const place of places) expect(packs.markdownOf(place)).toBe(bodyOf(7).markdown);
  expect(rooms.size).toBe(3);
});

it('says when the cache has lost a body', () => {
  const cache = fileCache(memoryFiles());
  const packs = new BodyPacks(cache, 0);
  const place = packs.add(packBody(bodyOf(1)));
  packs.close();
  cache.remove('bodies-0.bin');
  expect(() => packs.markdownOf(place)).toThrow('lost a page');
  expect(() => packs.bodyOf(place)).toThrow('lost a page');
});
