import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Ended, Installed } from './installed.ts';

/** Whether this machine has `script` of util-linux, which gives a process a terminal. */
export const hasTerminal =
  process.platform === 'linux' &&
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'script')));

/** The keys that somebody types once the program has printed the words. */
export type Answer = readonly [words: string, keys: string];

/** This limit is shorter than that of a test. */
const mostWaitMs = 60_000;

interface Options {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In the order of the program's questions. Enter is `\r`, Ctrl-C `\x03`, Ctrl-D `\x04`. */
  readonly answers: readonly Answer[];
}

/** Runs a command of the installed program on a terminal to its end. `out` is the screen, and `err` is empty. */
export function runOnTerminal(
  { node, program }: Installed,
  args: readonly string[],
  { cwd, env = {}, answers }: Options,
): Promise<Ended> {
  const line = [node, program, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, TERM: 'dumb', NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let seen = 0;
  const left = [...answers];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    for (let [next] = left; next !== undefined; [next] = left) {
      const at = out.indexOf(next[0], seen);
      if (at < 0) return;
      seen = at + next[0].length;
      child.stdin.write(next[1]);
      left.shift();
    }
  });
  child.stdin.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    // A program with more questions than answers would wait for ever; its last question says more than the limit of a test would.
    const late = setTimeout(() => child.kill(), mostWaitMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(late);
      if (left.length > 0) reject(new Error(`The program did not ask “${left[0]![0]}”:\n${out}`));
      else resolve({ code, out, err: '' });
    });
  });
}

/** What a person sees on the terminal of a program, and the program's exit code. */
export interface Shown {
  readonly screen: string;
  readonly code: number;
}

export interface TerminalPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command of the installed program on a terminal and answers its questions with words and Enter. */
export async function onTerminal(
  installed: Installed,
  { args, cwd, env }: TerminalPlace & { readonly args: readonly string[] },
  dialogue: readonly (readonly [question: string, answer: string])[],
): Promise<Shown> {
  const answers = dialogue.map(([question, answer]): Answer => [question, `${answer}\r`]);
  const { out, code } = await runOnTerminal(installed, args, { cwd, env, answers });
  return { screen: withoutControls(out), code: code ?? -1 };
}

/** The text without the codes that move the cursor and set colours. */
function withoutControls(screen: string): string {
  return screen.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, '').replaceAll('\r', '');
}
