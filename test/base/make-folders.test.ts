import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders } from '../../src/base/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-folders-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('making folders', () => {
  it('makes those that are missing, with the given rights, and leaves those that are there', () => {
    makeFolders(join(folder, 'a', 'b'), 0o700);
    makeFolders(join(folder, 'a', 'b'), 0o755);

    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
  });

  it('fails where a file or a link to nothing is in the way', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nothing'), join(folder, 'link'));

    expect(() => makeFolders(join(folder, 'file', 'b'))).toThrowError(/EEXIST|ENOTDIR/);
    expect(() => makeFolders(join(folder, 'link'))).toThrowError(/EEXIST/);
  });

  // Node's own recursive mkdir never returns from this: without our own, this test hangs.
  it.runIf(existsSync('/proc/self'))('fails at once in a folder that takes no new ones', () => {
    expect(() => makeFolders('/proc/tidemark-folder')).toThrowError(/ENOENT|EACCES|EPERM/);
  });
});
