import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError, messageOf } from '../../src/base/index.ts';
import type { MirrorHost } from '../../src/daemon/index.ts';

const run = promisify(execFile);
const shared = ['refs/heads/main', 'refs/remotes/docs/', 'refs/tidemark/'];

/** A bare repository beside the workers, reached by git itself: its leases are the compare-and-swap of a real host. */
export function gitHost(folder: string, hostFolder: string): MirrorHost {
  const git = async (...args: string[]): Promise<string> => {
    const env = {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      HOME: folder,
    };
    const { stdout } = await run('git', ['-C', folder, '-c', 'gc.auto=0', ...args], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };
  const refsOf = (lines: string): Map<string, string> =>
    new Map(
      lines
        .split('\n')
        .map((line) => line.split(/\s+/))
        .flatMap(([oid, ref]) =>
          oid && ref && shared.some((one) => ref.startsWith(one)) ? [[ref, oid] as const] : [],
        ),
    );
  const here = async () => refsOf(await git('for-each-ref', '--format=%(objectname) %(refname)'));
  let published = new Map<string, string>();
  return {
    fetch: async () => {
      const patterns = shared.map((ref) => (ref.endsWith('/') ? `+${ref}*:${ref}*` : `+${ref}:${ref}`));
      const there = refsOf(await git('ls-remote', hostFolder));
      const wanted = patterns.filter((_, index) =>
        [...there.keys()].some((ref) => ref.startsWith(shared[index] ?? '')),
      );
      if (wanted.length > 0)
        await git('fetch', '--quiet', '--no-write-fetch-head', '--update-head-ok', hostFolder, ...wanted);
      // What was asked for may have moved since it was listed: what is here now is what we start from.
      const local = await here();
      for (const ref of local.keys()) if (!there.has(ref)) await git('update-ref', '-d', ref);
      published = new Map([...(await here())].filter(([ref]) => there.has(ref)));
    },
    publish: async () => {
      const local = await here();
      const moved = [...local].filter(([ref, oid]) => published.get(ref) !== oid);
      const gone = [...published.keys()].filter((ref) => !local.has(ref));
      if (moved.length + gone.length === 0) return;
      const leases = [...moved.map(([ref]) => ref), ...gone].map(
        (ref) => `--force-with-lease=${ref}:${published.get(ref) ?? ''}`,
      );
      const specs = [...moved.map(([ref, oid]) => `${oid}:${ref}`), ...gone.map((ref) => `:${ref}`)];
      try {
        await git('push', '--quiet', '--atomic', ...leases, hostFolder, ...specs);
      } catch (cause) {
        if (
          /stale info|failed to lock|cannot lock ref|reference already exists|atomic/.test(messageOf(cause))
        )
          throw new AppError('REF_MOVED', 'Another worker published first.', { cause });
        throw new AppError('REMOTE_FAILED', 'The git host did not take the mirror.', { cause });
      }
      published = local;
    },
  };
}
