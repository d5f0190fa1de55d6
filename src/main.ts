#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAppError, packageRoot, escapeHidden } from './base/index.ts';
import { runCli, type Output, type PortMakers, type World } from './cli/index.ts';
import { realClock, realRandom } from './clock/index.ts';
import type { FileHost } from './http/index.ts';

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
    ask: process.stdin.isTTY && process.stderr.isTTY ? ask : null,
    clock: realClock,
    random: realRandom,
    ports: realPorts,
    stop: stopping.signal,
    ownsProcess: true,
    onReload: (callback) => {
      process.on('SIGHUP', callback);
      return () => process.off('SIGHUP', callback);
    },
  };
}

/** One thread for each further processor, up to three: pages come from one reader and go to one disk. */
function renderThreads(): { script: string; count: number } | undefined {
  const script = fileURLToPath(new URL('./render-thread.js', import.meta.url));
  const count = Math.min(3, availableParallelism() - 1);
  return count > 0 && existsSync(script) ? { script, count } : undefined;
}

const threads = renderThreads();
const realPorts: PortMakers = {
  ...(threads ? { renderThreads: threads } : {}),
  transport: async ({ publicOnly = false } = {}) => {
    const { createGrowingTransport, createLightTransport, createUndiciTransport } =
      await import('./http/index.ts');
    if (publicOnly) return createUndiciTransport({ publicOnly });
    return createGrowingTransport(createLightTransport(), async () => createUndiciTransport());
  },
  importHost: (options) => {
    let host: Promise<FileHost> | undefined;
    return {
      publish: async (files) => {
        host ??= import('./http/index.ts').then(({ createFileHost }) =>
          createFileHost({ ...options, random: realRandom }),
        );
        return (await host).publish(files);
      },
    };
  },
  gitHost: async ({ url, token }) => {
    const [{ createGitHost }, { createUndiciTransport }] = await Promise.all([
      import('./git/index.ts'),
      import('./http/index.ts'),
    ]);
    return createGitHost({
      transport: createUndiciTransport(),
      url,
      ...(token === undefined ? {} : { token }),
    });
  },
  repository: async (folder, { createWithBranch } = {}) => {
    const { holdRepository, initRepository, openRepository, openWorkingTree } =
      await import('./git/index.ts');
    const ports = { clock: realClock, random: realRandom };
    const open = (): ReturnType<typeof openRepository> => {
      try {
        return openRepository(folder, ports);
      } catch (error) {
        if (createWithBranch === undefined || !isAppError(error, 'REPOSITORY_MISSING')) throw error;
        return initRepository(folder, ports, { branch: createWithBranch });
      }
    };
    const git = open();
    let held: ReturnType<typeof holdRepository> | undefined;
    return {
      git,
      ...openWorkingTree(git, ports),
      hold: (holder) => {
        held ??= holdRepository(git.place, holder);
      },
      close: () => {
        held?.release();
        return git.close();
      },
    };
  },
};

function outputOf(stream: NodeJS.WriteStream): Output {
  // A reader that goes away (`tidemark … | head`) is no failure of ours.
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

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
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
