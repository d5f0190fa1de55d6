import { AsyncLocalStorage } from 'node:async_hooks';
import type { Priority } from './port.ts';

/** On whose behalf requests are sent. */
export interface Flow {
  /** Usually the id of a space. */
  readonly name: string;
  readonly priority: Priority;
  /** Aborted when the work is to end: what still waits in the line or for an answer is given up. */
  readonly signal?: AbortSignal;
}

const storage = new AsyncLocalStorage<Flow>();

/** Runs `work` so that every request it sends, however deep, counts for `flow`. */
export function runInFlow<T>(flow: Flow, work: () => T): T {
  return storage.run(flow, work);
}

/** The flow that the current code runs in. */
export function currentFlow(): Flow | undefined {
  return storage.getStore();
}
