import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/base/index.ts';

interface RunOptions {
  readonly cwd: string;
  /** Variables beside PATH, HOME and what the machine's Node needs; the program gets nothing else of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program's standard input; empty by default. */
  readonly input?: string;
  /** The Node to run with; by default the one that the package was installed for. */
  readonly node?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A running process of the installed program. */
export interface Running {
  readonly process: ChildProcess;
  readonly out: string;
  readonly err: string;
  /** Resolves with the first match in what the process has printed on either output; rejects when the process ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends the process by a signal (SIGTERM unless given) and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

/** What `serve --json` prints first. */
export interface Ready {
  readonly url: string;
  readonly listensOn: string;
  /** Only the first start with new data shows a token. */
  readonly token: string | null;
  readonly app: { readonly url: string; readonly signIn: string | null } | null;
  readonly organization: string;
  readonly spaces: readonly { readonly id: string; readonly title: string }[];
  readonly sites: readonly { readonly id: string; readonly title: string }[];
}

/** What the first start with new data prints. */
export interface FirstReady extends Ready {
  readonly token: string;
  readonly app: { readonly url: string; readonly signIn: string };
}

/** Waits until a service that was started with `--json` is ready. */
export async function readyOf(service: Pick<Running, 'until'>): Promise<Ready> {
  const [line] = await service.until(/^\{"event":"ready".*\}\n/mu);
  return JSON.parse(line) as Ready;
}

/** Waits until a service with new data is ready. */
export async function firstReadyOf(service: Pick<Running, 'until'>): Promise<FirstReady> {
  const ready = await readyOf(service);
  if (ready.token === null || ready.app === null) throw new Error('The service has older data, or no app.');
  return ready as FirstReady;
}

/** The package as people have it: installed from its tarball, in an otherwise empty prefix. */
export interface Installed {
  /** The folder whose `node_modules` has the package and its dependencies. */
  readonly prefix: string;
  /** The folder of the package itself. */
  readonly packageFolder: string;
  /** The file that `tidemark` starts. */
  readonly program: string;
  /** The Node that the package was installed for. */
  readonly node: string;
  /** Runs a command to its end. */
  run(args: readonly string[], options: RunOptions): Promise<Ended>;
  /** Starts a command that keeps running. The caller ends it. */
  start(args: readonly string[], options: RunOptions): Running;
}

/** The Node that the program runs with in tests: this process's own, unless `npm run nodes` names another one. */
const testedNode = process.env['TIDEMARK_TEST_NODE'] ?? process.execPath;

/**
 * Packs this checkout and installs the tarball, once for all tests and processes that ask for the same content and Node.
 * It takes a minute the first time where a native module compiles.
 */
export async function installedProgram(node: string = testedNode): Promise<Installed> {
  // The script is found by its place in the checkout, so that bundled programs find it, too.
  const script = pathToFileURL(join(packageRoot(), 'scripts', 'installed.mjs')).href;
  const { installPackage } = (await import(script)) as {
    installPackage: (options: { node: string }) => Promise<string>;
  };
  const prefix = await installPackage({ node });
  const packageFolder = join(prefix, 'node_modules', 'tidemark');
  const program = join(prefix, 'node_modules', '.bin', 'tidemark');
  const start = (args: readonly string[], options: RunOptions): Running =>
    startProcess(program, args, { node, ...options });
  return { prefix, packageFolder, program, node, start, run: (args, options) => start(args, options).ended };
}

/** A process that has not printed the awaited text in this time will not print it. */
const mostWaitMs = 100_000;

function startProcess(
  program: string,
  args: readonly string[],
  { cwd, env = {}, input = '', node = process.execPath }: RunOptions,
): Running {
  const child = spawn(node, [program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const said = { out: '', err: '' };
  const waiting = new Set<() => void>();
  const hear = (stream: 'out' | 'err') => (chunk: Buffer) => {
    said[stream] += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout.on('data', hear('out'));
  child.stderr.on('data', hear('err'));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...said }));
  });
  return {
    process: child,
    ended,
    get out() {
      return said.out;
    },
    get err() {
      return said.err;
    },
    until: (pattern) =>
      new Promise((resolve, reject) => {
        // This limit is shorter than that of a test, so that a failure shows what the program printed.
        const late = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`The program did not print ${pattern} in time:\n${said.out}\n${said.err}`));
        }, mostWaitMs);
        const look = (): void => {
          const match = pattern.exec(said.out) ?? pattern.exec(said.err);
          if (!match) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        void ended.then(({ code, out, err }) => {
          clearTimeout(late);
          reject(new Error(`The program ended with ${code} before it printed ${pattern}:\n${out}\n${err}`));
        }, reject);
        look();
      }),
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
