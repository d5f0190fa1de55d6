import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';

const script = join(packageRoot(), 'scripts', 'whole-folder.mjs');

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tidemark-whole-'));
  mkdirSync(join(place, 'dist'));
  writeFileSync(join(place, 'dist', 'part.js'), 'old');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Builds the folder in a process of its own, and returns what the process saw of the old one. */
function build(lines: string): string {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module'], {
    encoding: 'utf8',
    input: `import { readFileSync, writeFileSync } from 'node:fs';
      import { beginFolder } from ${JSON.stringify(pathToFileURL(script).href)};
      const folder = beginFolder('${join(place, 'dist')}');
      writeFileSync(folder.path + '/other.js', 'new');
      process.stdout.write(readFileSync('${join(place, 'dist', 'part.js')}', 'utf8'));
      ${lines}`,
  });
  return stdout;
}

describe('a folder that a build writes', () => {
  it('is the old one, whole, until the new one is, which then has nothing of the old one', () => {
    expect(build('folder.put();')).toBe('old');

    expect(readdirSync(place)).toEqual(['dist']);
    expect(readdirSync(join(place, 'dist'))).toEqual(['other.js']);
    expect(readFileSync(join(place, 'dist', 'other.js'), 'utf8')).toBe('new');
  });

  it('stays as it was when a build fails: the old one, or none', () => {
    rmSync(join(place, 'dist'), { recursive: true });
    build('');
    expect(readdirSync(place)).toEqual([]);

    mkdirSync(join(place, 'dist'));
    writeFileSync(join(place, 'dist', 'part.js'), 'old');
    expect(build("throw new Error('it failed');")).toBe('old');
    expect(readdirSync(place)).toEqual(['dist']);
    expect(readdirSync(join(place, 'dist'))).toEqual(['part.js']);
  });

  it('leaves nothing of a build that was killed once another one begins', () => {
    expect(build("process.kill(process.pid, 'SIGKILL');")).toBe('old');
    const left = readdirSync(place).filter((name) => name !== 'dist');
    expect(left).toEqual([expect.stringMatching(/^dist\.next-\d+$/u)]);
    expect(existsSync(join(place, 'dist', 'part.js'))).toBe(true);

    build('folder.put();');
    expect(readdirSync(place)).toEqual(['dist']);
  });
});
