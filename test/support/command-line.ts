import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCli, type PortMakers } from '../../src/cli/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import {
  createRepositoryRepair,
  initRepository,
  createGitHost,
  openRepository,
  openWorkingTree,
} from '../../src/git/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { testWorld } from './world.ts';

const ports = { clock: realClock, random: realRandom };

/** The real network and disk, without imports. */
const portMakers: PortMakers = {
  transport: async (options) => createUndiciTransport(options),
  importHost: () => ({ publish: () => Promise.reject(new Error('no import host here')) }),
  gitHost: async ({ url, token }) =>
    createGitHost({ transport: createUndiciTransport(), url, ...(token === undefined ? {} : { token }) }),
  repository: async (root, { createWithBranch } = {}) => {
    const there = existsSync(join(root, '.git')) || createWithBranch === undefined;
    const git = there
      ? openRepository(root, ports)
      : initRepository(root, ports, { branch: createWithBranch });
    const mending = createRepositoryRepair(git);
    return { git, ...openWorkingTree(git, ports), mending, hold: () => {}, close: () => git.close() };
  },
};

/** Runs a command in a folder, in this process, and returns its output. */
export async function runCommand(
  args: readonly string[],
  {
    cwd,
    env,
    ask = null,
  }: {
    cwd: string;
    env: Record<string, string>;
    /** Answers the questions on the terminal; nobody does by default. */
    ask?: ((question: string) => Promise<string>) | null;
  },
): Promise<{ code: number; out: string; err: string }> {
  const world = testWorld({ args, env, cwd, ask, ports: portMakers, ...ports });
  const code = await runCli(world, '1.2.3');
  return { code, out: world.stdout.text, err: world.stderr.text };
}
