import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { realClock, realRandom, type Clock } from '../../src/clock/index.ts';
import { RealDisk, SafeFiles, type Files } from '../../src/files/index.ts';
import { childArguments } from '../git/child.ts';

export interface RaceResult {
  replaces: number;
  /** Replacements that met a save at the last moment, and gave way. */
  gaveWay: number;
  saves: number;
  lateSaves: number;
  lost: number[];
}

const dayMs = 25 * 60 * 60 * 1000;
/** How many replacements may pass before a save must have shown up somewhere. */
const patience = 20;

/**
 * Replaces one file again and again while an editor saves it. Each save must be seen: at the path when we look before replacing,
 * or as a late save. The next save is asked for when the last one was seen, and so comes while we replace.
 */
export async function race(folder: string, replaces: number, makeFiles = realFiles): Promise<RaceResult> {
  mkdirSync(path.join(folder, 'tree'), { recursive: true });
  let jumped = 0;
  const clock: Clock = { ...realClock, now: () => realClock.now() + jumped };
  const files = makeFiles(folder, clock);
  const script = fileURLToPath(new URL('./editor.child.ts', import.meta.url));
  const editor = spawn(process.execPath, childArguments(script, path.join(folder, 'tree', 'a.md')), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const result: RaceResult = { replaces: 0, gaveWay: 0, saves: 0, lateSaves: 0, lost: [] };
  let asked = 0;
  let saved = 0;
  let seen = 0;
  let savedAtReplace = 0;
  editor.stdout.setEncoding('latin1').on('data', (text: string) => {
    saved = Number(text.trim().split('\n').at(-1));
    savedAtReplace = result.replaces;
  });
  const see = (content: string): void => {
    const number = Number(/^saved (\d+)\n$/u.exec(content)?.[1] ?? 0);
    if (number > seen) seen = number;
  };
  const lookForLate = async (): Promise<void> => {
    for (const late of await files.lateSaves()) {
      see(Buffer.from(late.bytes).toString());
      result.lateSaves++;
      await files.acknowledge(late.id);
    }
  };
  try {
    await files.create('a.md', Buffer.from('start'));
    while (result.replaces < replaces) {
      if (seen >= asked) {
        asked++;
        result.saves++;
        editor.stdin.write(`${asked}\n`);
      }
      const found = await files.read('a.md');
      if (found.outcome === 'file') {
        see(Buffer.from(found.bytes).toString());
        const { outcome } = await files.replace('a.md', found.id, Buffer.from(`ours ${result.replaces}`));
        result.replaces++;
        if (outcome !== 'replaced') result.gaveWay++;
      }
      if (saved > seen && result.replaces - savedAtReplace > 3) await lookForLate();
      if (saved > seen && result.replaces - savedAtReplace > patience) {
        result.lost.push(saved);
        seen = saved;
      }
      if (result.replaces % 500 === 0 && saved === asked && seen === asked) {
        await lookForLate();
        jumped += dayMs;
        await lookForLate();
      }
      if (found.outcome !== 'file') await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    editor.stdin.end();
    if (editor.exitCode === null) await once(editor, 'exit');
  }
  return result;
}

function realFiles(folder: string, clock: Clock): Files {
  const disk = new RealDisk({ root: path.join(folder, 'tree'), privateFolder: path.join(folder, 'private') });
  return new SafeFiles({ disk, clock, random: realRandom });
}
