import type * as Fs from 'node:fs';
import type * as V8 from 'node:v8';
import type * as Vm from 'node:vm';
import type * as Threads from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import { escapeForTerminal } from '../base/index.ts';

/** Checks from outside of the event loop whether the loop still runs, and ends the process when it does not. */
export interface Watchdog {
  /** Notes what the process begins, for the message in case it is the last thing that it began. */
  began(what: string): void;
  close(): void;
}

export interface WatchdogOptions {
  /** How often the thread looks for a heartbeat. */
  readonly everyMs?: number;
  /** After this many checks in a row without a heartbeat, it ends the process. */
  readonly looks?: number;
}

/** The contents of the shared memory: the number of heartbeats, the length of the text, the text. */
const headBytes = 8;
const textBytes = 1016;

/**
 * Starts the thread. It counts its own checks and not time: when a machine slept, or a process was stopped, the thread stood
 * still as well, so that the event loop gets the full time again.
 *
 * The process ends by SIGALRM (142 for a shell): the loop can run no handler, other signals have other meanings for process
 * managers, and this one leaves no core file with secrets in it.
 */
export function startWatchdog({ everyMs = 5_000, looks = 12 }: WatchdogOptions = {}): Watchdog {
  const memory = new SharedArrayBuffer(headBytes + textBytes);
  const [beats, length] = [new Int32Array(memory, 0, 1), new Int32Array(memory, 4, 1)];
  const text = new Uint8Array(memory, headBytes);
  const thread = new Worker(threadSource, {
    eval: true,
    workerData: { memory, headBytes, everyMs, looks },
    // The thread needs none of the process's arguments, and no secret of its environment.
    execArgv: [],
    env: {},
  });
  // Without the thread, the process goes on as it did before.
  thread.on('error', () => undefined);
  thread.unref();
  const beat = setInterval(() => Atomics.add(beats, 0, 1), Math.min(1_000, everyMs / 2)).unref();
  return {
    began: (what) => {
      const bytes = new TextEncoder().encode(escapeForTerminal(what)).subarray(0, textBytes);
      text.set(bytes);
      Atomics.store(length, 0, bytes.length);
    },
    close: () => {
      clearInterval(beat);
      void thread.terminate();
    },
  };
}

interface Modules {
  readonly threads: typeof Threads;
  readonly fs: typeof Fs;
  readonly v8: typeof V8;
  readonly vm: typeof Vm;
}

/** Runs in the thread, from its own source text: it may use only its arguments. */
function watch({ threads, fs, v8, vm }: Modules): void {
  const { memory, headBytes, everyMs, looks } = threads.workerData as {
    memory: SharedArrayBuffer;
    headBytes: number;
    everyMs: number;
    looks: number;
  };
  const [beats, length] = [new Int32Array(memory, 0, 1), new Int32Array(memory, 4, 1)];
  let seen = -1;
  let silent = 0;
  const end = (): void => {
    process.kill(process.pid, process.platform === 'win32' ? 'SIGKILL' : 'SIGALRM');
    // The first process of a container gets no signal from itself for which it has no handler: so it ends by a trap.
    setTimeout(() => {
      v8.setFlagsFromString('--allow-natives-syntax');
      new vm.Script('%SystemBreak()').runInThisContext();
    }, 1_000);
  };
  const timer = setInterval(() => {
    const now = Atomics.load(beats, 0);
    silent = now === seen ? silent + 1 : 0;
    seen = now;
    if (silent < looks) return;
    clearInterval(timer);
    const last = Buffer.from(new Uint8Array(memory, headBytes, Atomics.load(length, 0))).toString();
    const message = `error: the process gave no sign of life for ${Math.round((everyMs * looks) / 1000)} s and is ended by SIGALRM
  The last thing that it began: ${last === '' ? 'its start' : last}.
  This is a bug: please report it with this text. Whoever looks after the process (systemd, a container's runtime) can start it again.
`;
    // The reader of the message may have stopped reading, so that the end does not wait for it for long.
    fs.write(2, message, end);
    setTimeout(end, 2_000);
  }, everyMs);
}

const threadSource = `(${watch.toString()})({
  threads: require('node:worker_threads'),
  fs: require('node:fs'),
  v8: require('node:v8'),
  vm: require('node:vm'),
});`;
