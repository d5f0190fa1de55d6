import type { Clock, Random } from '../clock/index.ts';
import type { Cache, Files } from '../files/port.ts';
import type { GitHost, GitRepository, RepositoryRepair, WorkingTree } from '../git/port.ts';
import type { ObjectStore } from '../http/index.ts';
import type { HttpTransport } from '../http/port.ts';
import type { ImportHost } from '../sync/index.ts';

/** A place to write text to, with its properties. */
export interface Output {
  write(text: string): void;
  /** Resolves when everything written has left the process. */
  flush(): Promise<void>;
  readonly isTTY: boolean;
  /** The columns of the terminal; 80 without a terminal. */
  readonly columns: number;
}

/** An open repository on disk: its objects and refs, its working tree, and safe writing. */
export interface OpenedRepository {
  readonly git: GitRepository;
  readonly tree: WorkingTree;
  readonly files: Files;
  readonly cache: Cache;
  readonly mending: RepositoryRepair;
  /** Locks the repository against writes by other Tidemark processes; throws HELD. The lock ends with the process, or at close. */
  hold(holder: string): void;
  close(): Promise<void>;
}

/** Where others fetch files: at an address of this machine, or from another server. */
export type ImportHostOptions =
  | { readonly host: string; readonly port: number; readonly url?: string }
  | { readonly store: ObjectStore }
  /** A folder that another server publishes, and the address pattern of its files. */
  | { readonly folder: string; readonly address: string; readonly waitMs: number }
  /** A git host, and the address pattern of its raw files. */
  | { readonly gitHost: GitHostPlace; readonly address: string; readonly waitMs: number };

export interface GitHostPlace {
  readonly url: string;
  readonly token?: string;
}

/** Makers of the real ports, each loaded on first use. */
export interface PortMakers {
  /**
   * The network; `publicOnly` refuses private addresses, for addresses that strangers wrote, except origins that `mayBePrivate`.
   */
  transport(options?: {
    publicOnly?: boolean;
    mayBePrivate?: (origin: string) => boolean;
  }): Promise<HttpTransport>;
  /**
   * Opens the repository at `folder`. Creates a missing one on `createWithBranch`, or without that option throws
   * REPOSITORY_MISSING.
   */
  repository(folder: string, options?: { createWithBranch?: string }): Promise<OpenedRepository>;
  /**
   * Publishes files for others to fetch, for as long as needed. Before that, it neither listens nor sends anything.
   */
  importHost(options: ImportHostOptions): ImportHost;
  /** Threads that help with large exports; absent with only one processor, or if the code was not built. */
  readonly renderThreads?: { readonly script: string; readonly count: number };
  /** A repository on a git host; opening sends nothing. */
  gitHost(options: GitHostPlace): Promise<GitHost>;
}

/** V8's compiled code of the program's parts, in a file, so that the next process need not compile them. */
export interface CompiledCode {
  /** Takes the code in a file, if there is any, for the parts that are loaded from now on. */
  use(file: string): void;
  /** Adds the code of the parts that had to be compiled to a file. */
  keep(file: string): void;
}

/** The parts of the process that a command may use. `main.ts` builds the real one, tests build their own. */
export interface World {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Data, for programs that read our output. */
  readonly stdout: Output;
  /** Messages for people: progress, notes, errors. */
  readonly stderr: Output;
  /** Asks a question on the terminal; null if nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** The raw streams for another program, for a command that speaks only a protocol on stdout. */
  readonly streams?: () => { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
  readonly clock: Clock;
  readonly random: Random;
  readonly ports: PortMakers;
  /** The first SIGINT or SIGTERM aborts this signal; the reason is the name of the process signal. */
  readonly stop: AbortSignal;
  /** The machine and process, for the names of workers. */
  readonly machine?: { readonly host: string; readonly pid: number };
  /** Whether only this command uses the process, so that a watchdog thread may end it when it hangs. Tests share a process. */
  readonly ownsProcess?: boolean;
  /** The program's own compiled code; absent where the program was not built, or belongs to another program. */
  readonly compiledCode?: CompiledCode;
  /** `--trust-origin`: the token may be sent to the configured service, wherever it was used before. */
  readonly trustOrigin?: boolean;
  /** Calls back for SIGUSR2. Returns a function that stops listening. */
  onVerbose?(callback: () => void): () => void;
  /** Calls back for SIGHUP. Returns a function that stops listening. */
  onReload(callback: () => void): () => void;
}
