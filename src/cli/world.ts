import type { Clock, Random } from '../clock/index.ts';
import type { Cache, Files } from '../files/port.ts';
import type { GitHost, GitRepository, RepositoryMending, WorkingTree } from '../git/port.ts';
import type { ObjectStore } from '../http/index.ts';
import type { HttpTransport } from '../http/port.ts';
import type { ImportHost } from '../sync/index.ts';

/** A place to write text to, with what is known of it. */
export interface Output {
  write(text: string): void;
  /** Resolves when everything written has left the process. */
  flush(): Promise<void>;
  readonly isTTY: boolean;
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: number;
}

/** A repository on disk, opened: its objects and refs, its working tree, and safe writing in it. */
export interface OpenedRepository {
  readonly git: GitRepository;
  readonly tree: WorkingTree;
  readonly files: Files;
  readonly cache: Cache;
  readonly mending: RepositoryMending;
  /** Makes this process the only one of Tidemark that writes to it; throws HELD. The lock ends with the process, or at close. */
  hold(holder: string): void;
  close(): Promise<void>;
}

/** Where others fetch files: at an address of this machine, or where somebody else gives them. */
export type ImportHostOptions =
  | { readonly host: string; readonly port: number; readonly url?: string }
  | { readonly store: ObjectStore }
  /** A folder that something else publishes, and the address of a file in it. */
  | { readonly folder: string; readonly address: string; readonly waitMs: number }
  /** A git host, and its raw address of a file. */
  | { readonly gitHost: GitHostPlace; readonly address: string; readonly waitMs: number };

export interface GitHostPlace {
  readonly url: string;
  readonly token?: string;
}

/** Makers of the real ports, each loaded when a command first asks for it. */
export interface PortMakers {
  /** The network; `publicOnly` refuses private addresses, for what strangers name, but for origins that `mayBePrivate`. */
  transport(options?: {
    publicOnly?: boolean;
    mayBePrivate?: (origin: string) => boolean;
  }): Promise<HttpTransport>;
  /**
   * Opens the repository at `folder`. Where there is none, makes one on `createWithBranch`, or throws REPOSITORY_MISSING when
   * that is not given.
   */
  repository(folder: string, options?: { createWithBranch?: string }): Promise<OpenedRepository>;
  /**
   * Has files fetched by others, for as long as they are to fetch them. It listens to nothing, and carries nothing anywhere, before.
   */
  importHost(options: ImportHostOptions): ImportHost;
  /** Threads that help with large exports; absent where there is one processor only, or where the code was not built. */
  readonly renderThreads?: { readonly script: string; readonly count: number };
  /** A repository on a git host; nothing is sent yet. */
  gitHost(options: GitHostPlace): Promise<GitHost>;
}

/** What a command may touch of the process. `main.ts` builds the real one, tests build their own. */
export interface World {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Data: what a program that reads us wants. */
  readonly stdout: Output;
  /** Talk: progress, notes, errors. */
  readonly stderr: Output;
  /** Asks a question on the terminal; null where nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** The two ends that another program talks through, byte for byte: for a command whose stdout carries a protocol alone. */
  readonly streams?: () => { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
  readonly clock: Clock;
  readonly random: Random;
  readonly ports: PortMakers;
  /** Aborted by the first SIGINT or SIGTERM; its reason is the signal's name. */
  readonly stop: AbortSignal;
  /** Where this process runs, for the names of workers. */
  readonly machine?: { readonly host: string; readonly pid: number };
  /** Whether the process is this command's alone, so that a thread may end it when it hangs. Tests share theirs. */
  readonly ownsProcess?: boolean;
  /** `--trust-origin`: the token may go to the configured service, wherever it was used before. */
  readonly trustOrigin?: boolean;
  /** Calls back for SIGUSR2. Returns how to stop listening. */
  onVerbose?(callback: () => void): () => void;
  /** Calls back for SIGHUP. Returns how to stop listening. */
  onReload(callback: () => void): () => void;
}
