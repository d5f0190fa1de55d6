import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programTree, usesOf } from '../../support/command-tree.ts';
import {
  installedProgram,
  readyOf,
  type Ended,
  type Installed,
  type Ready,
  type Running,
} from '../../support/installed.ts';

export type { Ready };

/** One row of the table: a person's task with the installed program, and the commands and options that it covers. */
export interface Case {
  /** `sync`, `sync --pull`, `tidemark --json`: checked against the processes that the case really ran. */
  readonly uses: readonly string[];
  /** A sentence: what must be true. */
  readonly says: string;
  /** True for a case that `npm test` leaves out, because it plays another one again under other conditions. */
  readonly long?: boolean;
  readonly work: (bench: Bench) => Promise<void>;
}

export interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Shared by the cases of a file: the installed program, a folder, and the processes that they leave running. */
export interface Bench {
  readonly installed: Installed;
  readonly folder: string;
  /** The environment of every process; a case can add variables for the next ones. */
  readonly env: Record<string, string>;
  run(args: readonly string[], options?: Options): Promise<Ended>;
  /** Runs a command that must end with 0, and returns its output. */
  ok(args: readonly string[], options?: Options): Promise<string>;
  /** The same, with `--json` at the end; returns the data. The command must not say anything else. */
  json<Data>(args: readonly string[], options?: Options): Promise<Data>;
  start(args: readonly string[], options?: Options): Running;
  /** Starts `serve --json --port 0`, and waits until it is ready. */
  serve(args: readonly string[]): Promise<Running & { readonly ready: Ready }>;
}

/** Runs the cases of a file one after the other, because a later case may build on an earlier one. */
export function runTable(
  title: string,
  cases: readonly Case[],
  setUp?: (bench: Bench) => Promise<void>,
): void {
  describe(title, () => {
    const program = programTree();
    let used = new Set<string>();
    const { bench, tearDown, open } = benchOf((args) => {
      for (const use of usesOf(args, program)) used.add(use);
    });
    beforeAll(async () => {
      await open();
      await setUp?.(bench);
    }, 600_000);
    afterAll(tearDown);
    for (const { says, uses, work, long = false } of cases) {
      it(says, { tags: long ? ['long'] : [] }, async () => {
        used = new Set();
        await work(bench);
        expect(uses.filter((use) => !used.has(use))).toEqual([]);
      });
    }
  });
}

function benchOf(note: (args: readonly string[]) => void): {
  bench: Bench;
  open(): Promise<void>;
  tearDown(): Promise<void>;
} {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-table-'));
  const running = new Set<Running>();
  let installed: Installed | undefined;
  const env: Record<string, string> = { XDG_CACHE_HOME: join(folder, 'cache') };
  const start: Bench['start'] = (args, options = {}) => {
    note(args);
    const process = bench.installed.start(args, {
      ...options,
      cwd: options.cwd ?? folder,
      env: { ...env, ...options.env },
    });
    running.add(process);
    void process.ended.finally(() => running.delete(process)).catch(() => undefined);
    return process;
  };
  const ok: Bench['ok'] = async (args, options) => {
    const { code, out, err } = await start(args, options).ended;
    expect({ args, code, said: code === 0 ? '' : out + err }).toEqual({ args, code: 0, said: '' });
    return out;
  };
  const bench: Bench = {
    folder,
    env,
    start,
    ok,
    get installed() {
      if (installed === undefined) throw new Error('the package is not installed yet');
      return installed;
    },
    run: (args, options) => start(args, options).ended,
    json: async (args, options) => {
      const { code, out, err } = await start([...args, '--json'], options).ended;
      expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
      return JSON.parse(out) as never;
    },
    serve: async (args) => {
      const process = start(['serve', '--json', '--port', '0', ...args]);
      return Object.assign(process, { ready: await readyOf(process) });
    },
  };
  return {
    bench,
    open: async () => {
      mkdirSync(folder, { recursive: true });
      installed = await installedProgram();
    },
    tearDown: async () => {
      await Promise.all([...running].map((process) => process.end('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a request to a service, like a client. */
export async function ask(
  { url, token }: { url: string; token: string | null },
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
