import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/index.ts';
import { childArguments } from '../git/child.ts';
import type { Run } from './many-schedules.ts';

export interface Played {
  readonly played: number;
  readonly seed: number | null;
  readonly told: string | null;
}

/**
 * Plays a run on several cores at once, each seed once, as plain processes: a test runner costs as much as the schedules. The seeds
 * begin at `first` and go on in steps of `step`.
 */
export async function playOnCores(
  { first, count, budgetMs, step = 1 }: Omit<Run, 'next'> & { readonly step?: number },
  cores: number,
  { signal, script = 'schedules.child.ts' }: { readonly signal?: AbortSignal; readonly script?: string } = {},
): Promise<Played[]> {
  const shares = Math.min(cores, count);
  return Promise.all(
    Array.from({ length: shares }, async (_, share) =>
      play(
        script,
        [first + share * step, shares * step, Math.ceil((count - share) / shares), budgetMs],
        signal,
      ),
    ),
  );
}

async function play(name: string, run: readonly number[], signal?: AbortSignal): Promise<Played> {
  const script = join(packageRoot(), 'test/simulation', name);
  // Schedules leave much behind: room for it makes them a tenth cheaper, and one thread for all another tenth.
  const args = [
    '--max-semi-space-size=64',
    '--single-threaded',
    ...childArguments(script, ...run.map(String)),
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(signal ? { signal } : {}),
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Playing schedules ${run.join(' ')} ended with ${String(code)}: ${text}`);
  return JSON.parse(text) as Played;
}
