import type * as Fs from 'node:fs';
import type * as V8 from 'node:v8';
import type * as Vm from 'node:vm';
import type * as Threads from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import { escapeForTerminal } from '../base/index.ts';

/** Looks from outside of the event loop whether that still turns, and ends the process when it does not. */
export interface Watchdog {
  /** Notes what the process begins, to be told when that turns out to be the last thing that it began. */
  began(what: string): void;
  close(): void;
}

export interface WatchdogOptions {
  /** How often the thread looks for a heartbeat. */
  readonly everyMs?: number;
  /** After so many looks in a row without a heartbeat, it ends the process. */
  readonly looks?: number;
}

/** What the shared memory holds: the number of heartbeats, the length of the text, the text. */
const headBytes = 8;
const textBytes = 1016;

/**
 * Starts the thread. It counts its own looks and not time: on a machine that slept, or in a process that was stopped, the
 * thread stood still as well, and the event loop has all its time again.
 *
 * The process ends by SIGALRM (142 for a shell): the loop can run no handler, other signals mean other things to those who
 * look after the process, and this one leaves no core file with secrets in it.
 */
export function startWatchdog({ everyMs = 5_000, looks = 12 }: WatchdogOptions = {}): Watchdog {
  const memory = new SharedArrayBuffer(headBytes + textBytes);
  const [beats, length] = [new Int32Array(memory, 0, 1), new Int32Array(memory, 4, 1)];
  const text = new Uint8Array(memory, headBytes);
  const thread = new Worker(threadSource, {
    eval: true,
    workerData: { memory, headBytes, everyMs, looks },
    // The thread needs none of what the process was started with, and no secret of its environment.
    execArgv: [],
    env: {},
  });
  // Without its thread the process goes on as it did before there was one.
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

/** Runs in the thread, from its own text: it may use nothing but what it is given. */
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
    // The first process of a container gets no signal from itself that it has no handler for: it ends by a trap.
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
    // Whoever reads may have stopped reading, so the end does not wait for the message for long.
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
