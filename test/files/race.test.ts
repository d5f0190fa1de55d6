import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { contentId, type Files } from '../../src/files/index.ts';
import { temporaryFolder } from '../git/native.ts';
import { roundsOf } from '../rounds.ts';
import { race } from './race.ts';

/** In memory where the system has such a place: there the replacements come ten times as fast. */
const folder = temporaryFolder('race', existsSync('/dev/shm') ? '/dev/shm' : undefined);
/** `npm run race` asks for 100,000. */
const replaces = Number(process.env['RACE_REPLACES'] ?? roundsOf({ usual: 500, all: 2000 }));

it(
  `loses no save of an editor, in four styles, in ${replaces} replacements`,
  { timeout: 3_600_000 },
  async () => {
    const result = await race(path.join(folder, 'safe'), replaces);

    console.log(`race: ${JSON.stringify(result)}`);
    expect(result.lost).toEqual([]);
    expect(result.saves).toBeGreaterThan(replaces / 50);
  },
);

it(
  'would notice a lost save: comparing, then renaming over the file, loses some',
  { timeout: 600_000 },
  async () => {
    const result = await race(path.join(folder, 'unsafe'), 500, (at) =>
      compareThenRename(path.join(at, 'tree')),
    );

    expect(result.lost.length).toBeGreaterThan(0);
  },
);

/** The usual way, as a planted fault. */
function compareThenRename(root: string): Files {
  const file = path.join(root, 'a.md');
  return {
    read: async () => {
      try {
        const bytes = readFileSync(file);
        return { outcome: 'file', bytes, id: contentId(bytes) };
      } catch {
        return { outcome: 'missing' };
      }
    },
    create: async (_: string, bytes: Uint8Array) => writeFileSync(file, bytes),
    replace: async (_: string, expected: string, bytes: Uint8Array) => {
      writeFileSync(`${file}.ours`, bytes);
      if (contentId(readFileSync(file)) !== expected) return { outcome: 'changed' };
      // As long as an ordinary file system call may take.
      await new Promise((resolve) => setTimeout(resolve, 1));
      renameSync(`${file}.ours`, file);
      return { outcome: 'replaced' };
    },
    lateSaves: async () => [],
    acknowledge: async () => undefined,
  } as unknown as Files;
}
