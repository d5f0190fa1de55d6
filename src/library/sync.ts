import { loadConfig } from '../cli/config/load.ts';
import { openMirror } from '../cli/connect.ts';
import type { World } from '../cli/index.ts';
import { realClock, realRandom } from '../clock/index.ts';
import { realPorts } from '../real-ports.ts';
import type { CycleOptions, CycleReport, StatusReport } from '../sync/index.ts';

export type { ErrorCode } from '../base/index.ts';
export type { CycleOptions, CycleReport, StatusReport } from '../sync/index.ts';

export interface SyncOptions {
  /** Where the search for `sync.config.yaml` begins; the process's folder unless given. */
  readonly cwd?: string;
  /** The configuration file, when it has another name or place. */
  readonly config?: string;
  /** Where variables come from, the token among them; the process's environment unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A repository and a service that are kept together. */
export interface OpenedSync {
  /** One cycle: what `tidemark sync` does. Calls wait for each other. */
  cycle(options?: CycleOptions): Promise<CycleReport>;
  /** What `tidemark status` shows; with `remote: false` the service is not asked. */
  status(options?: { remote?: boolean }): Promise<StatusReport>;
  /** The spaces that are mirrored. */
  spaces(): Promise<{ id: string; title: string; path: string }[]>;
  /** Lets go of the repository and the connections. */
  close(): Promise<void>;
}

/** Opens what a configuration names, and holds the repository until `close`. A repository that is not there is made. */
export async function openSync(options: SyncOptions = {}): Promise<OpenedSync> {
  const world = worldOf(options);
  const loaded = await loadConfig(world, options.config === undefined ? {} : { file: options.config });
  const { sync, close } = await openMirror(world, loaded, { hold: 'library' });
  return {
    cycle: (asked) => sync.cycle(asked),
    status: (asked) => sync.status(asked),
    spaces: () => sync.spaces(),
    close,
  };
}

/** The world of a program that calls us: nothing is printed and nobody is asked. */
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
