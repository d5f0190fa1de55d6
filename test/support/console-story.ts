import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A command of a page, with the output that the page shows. */
export interface Step {
  /** The page, and the line of the command. */
  readonly at: string;
  readonly command: string;
  readonly expected: readonly string[];
  /** Whether the command keeps running in its own terminal. */
  readonly stays: boolean;
}

/**
 * The commands of the fenced `console` blocks of a page: `$ ` begins a command, `> ` continues it, and every other line is output.
 * `terminal=NAME` after the word `console` says that the commands of the block keep running in another terminal.
 */
export function stepsOf(page: string, text: string): Step[] {
  const steps: { at: string; command: string; expected: string[]; stays: boolean }[] = [];
  let block: { stays: boolean } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\S*)(.*)$/u.exec(line);
    if (fence !== null) {
      const [, language = '', more = ''] = fence;
      block = block === null && language === 'console' ? { stays: more.includes('terminal=') } : null;
      continue;
    }
    if (block === null) continue;
    const last = steps.at(-1);
    if (line.startsWith('$ '))
      steps.push({ at: `${page}:${index + 1}`, command: line.slice(2), expected: [], stays: block.stays });
    else if (line === '>' || line.startsWith('> ')) {
      if (last !== undefined) last.command += `\n${line.slice(2)}`;
    } else last?.expected.push(line);
  }
  return steps;
}

/** The steps in the recording of a page: the commands of the program and of git, once the service runs and its token is known. */
export function shownOf(steps: readonly Step[]): Step[] {
  const from = steps.findIndex(({ command }) => command.startsWith('tidemark init '));
  return steps.slice(from);
}

/**
 * Whether lines match those of a page: `…` matches any text within a line, and a line with only `…` matches any number of lines, even none.
 * Blanks at the ends of lines, and empty lines at the end, do not count.
 */
export function isShown(expected: readonly string[], printed: readonly string[]): boolean {
  const [wanted, ...others] = expected;
  if (wanted === undefined) return printed.every((line) => line.trim() === '');
  const [line, ...rest] = printed;
  if (wanted.trim() === '…')
    return isShown(others, printed) || (line !== undefined && isShown(expected, rest));
  if (line === undefined) return wanted.trim() === '' && isShown(others, printed);
  return lineIsShown(wanted, line) && isShown(others, rest);
}

function lineIsShown(wanted: string, line: string): boolean {
  const pattern = wanted.trimEnd().split('…').map(escaped).join('.*');
  return new RegExp(`^${pattern}$`, 'u').test(line.trimEnd());
}

/** One shell that keeps running, like a person's terminal, so that variables and the folder stay from one command to the next. */
export class Terminal {
  readonly #shell: ChildProcess;
  readonly #options: { cwd: string; env: Readonly<Record<string, string>> };
  readonly #others: { process: ChildProcess; said: () => string }[] = [];
  #text = '';
  #number = 0;

  constructor(options: { cwd: string; env: Readonly<Record<string, string>> }) {
    this.#options = options;
    this.#shell = this.#start(['--noprofile', '--norc'], (text) => (this.#text += text));
    this.#shell.stdin!.write('exec 2>&1\n');
  }

  /** Runs a command to its end, and returns the lines of both outputs. */
  async run(command: string): Promise<string[]> {
    const mark = `--- ${(this.#number += 1)} ---`;
    this.#text = '';
    // The next command may ask for this command's exit code with $?.
    this.#shell.stdin!.write(`${command}\n__code=$?; echo "${mark}"; (exit $__code)\n`);
    while (!this.#text.includes(`${mark}\n`)) {
      if (this.#shell.exitCode !== null) throw new Error(`The shell ended in: ${command}\n${this.#text}`);
      await once(this.#shell.stdout!, 'data');
    }
    return this.#text.slice(0, this.#text.indexOf(mark)).replace(/\n$/u, '').split('\n');
  }

  /** Starts a command in another terminal, and waits until it has printed what a page shows. */
  async start(command: string, isReady: (lines: string[]) => boolean): Promise<string[]> {
    let text = '';
    const other = this.#start(['--noprofile', '--norc', '-c', `exec ${command}`], (more) => (text += more));
    this.#others.push({ process: other, said: () => text });
    while (!isReady(text.split('\n'))) {
      if (other.exitCode !== null) throw new Error(`${command} ended with ${other.exitCode}:\n${text}`);
      await once(other.stdout!, 'data');
    }
    return text.split('\n');
  }

  /** Ends the shell and the commands in other terminals. */
  async close(): Promise<void> {
    for (const process of [this.#shell, ...this.#others.map((other) => other.process)]) {
      if (process.exitCode !== null || process.signalCode !== null) continue;
      process.kill('SIGTERM');
      await once(process, 'close');
    }
  }

  #start(args: readonly string[], hear: (text: string) => void): ChildProcess {
    const process = spawn('bash', args, { ...this.#options, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [process.stdout, process.stderr])
      stream.on('data', (chunk: Buffer) => hear(chunk.toString()));
    return process;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
