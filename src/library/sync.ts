import { untilClosed } from '../base/index.ts';
import { loadConfig } from '../cli/config/load.ts';
import { openMirror } from '../cli/connect.ts';
import type { World } from '../cli/index.ts';
import { realClock, realRandom } from '../clock/index.ts';
import { realPorts } from '../real-ports.ts';
import type { CycleOptions, CycleReport, StatusReport } from '../sync/index.ts';

export { AppError } from '../base/index.ts';
export type { ErrorCode } from '../base/index.ts';
export type { CycleOptions, CycleReport, StatusReport } from '../sync/index.ts';

export interface SyncOptions {
  /** The folder in which the search for `sync.config.yaml` begins; by default the process's. */
  readonly cwd?: string;
  /** The configuration file, when it has another name or is elsewhere. */
  readonly config?: string;
  /** The environment variables, with the token; by default the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A repository and a service that are kept in sync. */
export interface OpenedSync {
  /** Runs one cycle, as `tidemark sync` does. Calls wait for each other. */
  cycle(options?: CycleOptions): Promise<CycleReport>;
  /** Reads what `tidemark status` shows; with `remote: false`, the service is not asked. */
  status(options?: { remote?: boolean }): Promise<StatusReport>;
  /** The spaces that are mirrored. */
  spaces(): Promise<{ id: string; title: string; path: string }[]>;
  /**
   * Ends a cycle that is under way, waits for other calls, and closes the repository and the connections. A call that was ended or
   * that comes later fails with `CANCELLED`.
   */
  close(): Promise<void>;
}

/** Opens what a configuration names, and holds the repository until `close`. A missing repository is made. */
export async function openSync(options: SyncOptions = {}): Promise<OpenedSync> {
  const world = worldOf(options);
  const loaded = await loadConfig(world, options.config === undefined ? {} : { file: options.config });
  const { sync, close } = await openMirror(world, loaded, { hold: 'library' });
  const calls = untilClosed({ name: 'The sync', opener: 'openSync' }, close);
  return {
    cycle: (asked = {}) =>
      calls.run(() => {
        const signal =
          asked.signal === undefined ? calls.signal : AbortSignal.any([asked.signal, calls.signal]);
        return sync.cycle({ ...asked, signal });
      }),
    status: (asked) => calls.run(() => sync.status(asked)),
    spaces: () => calls.run(() => sync.spaces()),
    close: calls.close,
  };
}

/** The world of a program that calls us: nothing is printed, and nobody is asked questions. */
function worldOf({ cwd = process.cwd(), env = process.env }: SyncOptions): World {
  const silent = { isTTY: false, columns: 80, write: () => undefined, flush: () => Promise.resolve() };
  return {
    args: [],
    env,
    cwd,
    stdout: silent,
    stderr: silent,
    ask: null,
    clock: realClock,
    random: realRandom,
    ports: realPorts,
    stop: new AbortController().signal,
    onReload: () => () => undefined,
  };
}
