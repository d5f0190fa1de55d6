import { existsSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isAppError } from './base/index.ts';
import type { ImportHostOptions, PortMakers } from './cli/index.ts';
import { realClock, realRandom } from './clock/index.ts';
import type { FileHost, HttpTransport, UndiciTransportOptions } from './http/index.ts';

/** One thread for each further processor, up to three: pages come from one reader and go to one disk. */
function renderThreads(): { script: string; count: number } | undefined {
  // The build puts this module beside the script or into a folder beside it; the sources have none.
  const script = ['./render-thread.js', '../render-thread.js']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  const count = Math.min(3, availableParallelism() - 1);
  return count > 0 && script !== undefined ? { script, count } : undefined;
}

const threads = renderThreads();

/** A pool of connections, through the proxies that the environment names. */
async function openTransport(options: Omit<UndiciTransportOptions, 'proxyFor'> = {}): Promise<HttpTransport> {
  const { createUndiciTransport, proxiesOf } = await import('./http/index.ts');
  return createUndiciTransport({ ...options, proxyFor: proxiesOf(process.env) });
}

/** What carries the files of an import, as it was chosen. */
async function openImportHost(options: ImportHostOptions): Promise<FileHost> {
  const { createFileHost, createFolderHost, createObjectStoreHost } = await import('./http/index.ts');
  const ports = { random: realRandom, clock: realClock };
  if ('port' in options) return createFileHost({ ...options, random: realRandom });
  const transport = await openTransport();
  if ('store' in options) return createObjectStoreHost({ ...options.store, ...ports, transport });
  if ('folder' in options) return createFolderHost({ ...options, ...ports, transport });
  const { createGitHost, createRawFileHost } = await import('./git/index.ts');
  const { gitHost, ...rest } = options;
  return createRawFileHost({ ...rest, ...ports, transport, host: createGitHost({ ...gitHost, transport }) });
}

/** The real network, disk and git, for the command line and for the library. */
export const realPorts: PortMakers = {
  ...(threads ? { renderThreads: threads } : {}),
  transport: async ({ publicOnly = false, mayBePrivate } = {}) => {
    if (publicOnly)
      return openTransport({ publicOnly, ...(mayBePrivate === undefined ? {} : { mayBePrivate }) });
    const { createGrowingTransport, createLightTransport, proxiesOf } = await import('./http/index.ts');
    // The light transport knows no proxies.
    if (proxiesOf(process.env) !== undefined) return openTransport();
    return createGrowingTransport(createLightTransport(), openTransport);
  },
  importHost: (options) => {
    let host: Promise<FileHost> | undefined;
    return {
      publish: async (files) => {
        host ??= openImportHost(options);
        return (await host).publish(files);
      },
    };
  },
  gitHost: async ({ url, token }) => {
    const [{ createGitHost }, transport] = await Promise.all([import('./git/index.ts'), openTransport()]);
    return createGitHost({
      transport,
      url,
      ...(token === undefined ? {} : { token }),
    });
  },
  repository: async (folder, { createWithBranch } = {}) => {
    const gits = await import('./git/index.ts');
    const { createRepositoryRepair, holdRepository, initRepository, openRepository, openWorkingTree } = gits;
    const { platform } = process;
    const userConfig = gits.readUserConfig(process.env, { home: homedir(), platform });
    const isWindows = platform === 'win32';
    const ports = { clock: realClock, random: realRandom, userConfig, isWindows };
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
      mending: createRepositoryRepair(git),
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
