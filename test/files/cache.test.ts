import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCacheFolder } from '../../src/files/index.ts';
import { temporaryFolder } from '../git/native.ts';

const base = temporaryFolder('cache');
let count = 0;

const aFolder = (): string => join(base, `${++count}`, 'cache');
const text = (bytes: Uint8Array | null): string | null => bytes && new TextDecoder().decode(bytes);
const bytesOf = (content: string): Uint8Array => new TextEncoder().encode(content);
/** Bytes that no packing makes smaller. */
const noise = (size: number): Uint8Array => {
  let state = ++count;
  return Uint8Array.from({ length: size }, () => (state = (state * 48271) % 2147483647) & 255);
};
const filesIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));

describe('a cache folder', () => {
  it('gives back what was written, to the next process as well, and its newest form', () => {
    const folder = aFolder();
    const cache = createCacheFolder(folder);
    cache.write('one / of: them', bytesOf('first'));
    cache.write('one / of: them', bytesOf('second'));

    const next = createCacheFolder(folder);

    expect(text(next.read('one / of: them'))).toBe('second');
    expect(next.read('another')).toBeNull();
    expect(filesIn(folder)).toHaveLength(1);
  });

  it('gives nothing where a file is damaged in any byte, cut short, empty or not ours', () => {
    const folder = aFolder();
    const cache = createCacheFolder(folder);
    cache.write('one', bytesOf('what was read of a space'));
    const [file = ''] = filesIn(folder);
    const whole = readFileSync(file);

    const damaged = [...whole.keys()].map((at) =>
      Uint8Array.from(whole, (byte, i) => (i === at ? byte ^ 1 : byte)),
    );
    const others = [whole.subarray(0, 40), new Uint8Array(), bytesOf('{"pages": []}'), noise(1000)];
    for (const content of [...damaged, ...others]) {
      writeFileSync(file, content);
      expect(cache.read('one')).toBeNull();
    }

    cache.write('one', bytesOf('anew'));
    expect(text(cache.read('one'))).toBe('anew');
  });

  it('keeps so many bytes at most: what was written longest ago goes, and no file of somebody else', () => {
    const folder = aFolder();
    const before = createCacheFolder(folder);
    before.write('old', noise(1000));
    const [old = ''] = filesIn(folder);
    utimesSync(old, 1, 1);
    writeFileSync(`${old}.12.new`, noise(900));
    utimesSync(`${old}.12.new`, 2, 2);
    writeFileSync(join(folder, 'notes.txt'), noise(5000));
    const cache = createCacheFolder(folder, { mostBytes: 2500 });

    cache.write('one', noise(1000));
    cache.write('two', noise(1000));
    cache.write('one', noise(1000));
    cache.write('three', noise(1000));
    cache.write('too large', noise(3000));

    const kept = ['old', 'one', 'two', 'three', 'too large'].filter((name) => cache.read(name) !== null);
    expect(kept).toEqual(['one', 'three']);
    const sizes = filesIn(folder).map((file) => statSync(file).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2500 + 5000);
    expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
  });

  it('keeps nothing, and says nothing, where it cannot write', () => {
    const folder = aFolder();
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'A file is in its place.');
    const cache = createCacheFolder(folder);

    cache.write('one', bytesOf('lost'));

    expect(cache.read('one')).toBeNull();
    expect(readFileSync(folder, 'utf8')).toBe('A file is in its place.');
  });
});
