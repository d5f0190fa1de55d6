#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError, escapeHidden, packageRoot } from './base/index.ts';
import { runCli, type Output, type World } from './cli/index.ts';
import { realClock, realRandom } from './clock/index.ts';
import { realPorts } from './real-ports.ts';

/** The process, as the command line sees it: the only place that knows the real one. */
function realWorld(): World {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143);
      stopping.abort(signal);
    });
  }
  return {
    args: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    // Reading `process.stdin.isTTY` opens the input, which takes some milliseconds. If a program collects our messages, we ask nothing.
    get ask() {
      return process.stderr.isTTY && process.stdin.isTTY ? ask : null;
    },
    streams: () => ({ input: process.stdin, output: process.stdout }),
    clock: realClock,
    random: realRandom,
    ports: realPorts,
    stop: stopping.signal,
    machine: { host: hostname(), pid: process.pid },
    ownsProcess: true,
    ...compiledCode(),
    onVerbose: (callback) => {
      process.on('SIGUSR2', callback);
      return () => process.off('SIGUSR2', callback);
    },
    onReload: (callback) => {
      process.on('SIGHUP', callback);
      return () => process.off('SIGHUP', callback);
    },
  };
}

/** What the built program's loader offers (`scripts/program-loader.cjs`). */
function compiledCode(): Pick<World, 'compiledCode'> {
  const offered = (globalThis as Record<symbol, unknown>)[Symbol.for('tidemark.compiled')];
  return offered === undefined ? {} : { compiledCode: offered as NonNullable<World['compiledCode']> };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  // A reader that goes away (`tidemark … | head`) is not a failure of ours.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    write: (text) => void stream.write(escapeHidden(text)),
    flush: () => new Promise((resolve) => void stream.write('', () => resolve())),
    isTTY: stream.isTTY ?? false,
    get columns() {
      return stream.columns ?? 80;
    },
  };
}

/** Asks a person on the terminal. Ctrl-C, Ctrl-D and a terminal that goes away are a way to give the command up. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const gone = new Promise<never>(
    (_resolve, reject) => void reader.once('close', () => reject(unanswered())),
  );
  try {
    return await Promise.race([reader.question(question), gone]);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    throw unanswered(error);
  } finally {
    reader.close();
  }
}

function unanswered(cause?: Error): AppError {
  return new AppError('CANCELLED', 'the question was not answered, so nothing further was done', {
    hint: 'Run the command again to answer it. Without a terminal, its options answer in its place: see its --help.',
    cause,
  });
}

async function main(): Promise<never> {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  const world = realWorld();
  const code = await runCli(world, version);
  await Promise.all([world.stdout.flush(), world.stderr.flush()]);
  process.exit(code);
}

void main();
