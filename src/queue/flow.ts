import { AsyncLocalStorage } from 'node:async_hooks';
import type { Priority } from './port.ts';

/** For whom requests are sent. */
export interface Flow {
  /** Usually the id of a space. */
  readonly name: string;
  readonly priority: Priority;
  /** Aborted when the work has to end: requests that still wait in the line or for an answer are given up. */
  readonly signal?: AbortSignal;
  /** The ids by which its requests and log lines can be found. */
  readonly trace?: FlowTrace;
}

/** Ids in the form of traces: 32 hexadecimal digits for everything that belongs together, 16 for the part to which the rest is attached. */
export interface FlowTrace {
  readonly cycle: string;
  readonly span: string;
}

const storage = new AsyncLocalStorage<Flow>();

/** Runs `work` so that every request that it sends, however deep, counts for `flow`. */
export function runInFlow<T>(flow: Flow, work: () => T): T {
  return storage.run(flow, work);
}

/** The flow that the current code runs in. */
export function currentFlow(): Flow | undefined {
  return storage.getStore();
}
