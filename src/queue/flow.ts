import { AsyncLocalStorage } from 'node:async_hooks';
import type { Priority } from './port.ts';

/** On whose behalf requests are sent. */
export interface Flow {
  /** Usually the id of a space. */
  readonly name: string;
  readonly priority: Priority;
  /** Aborted when the work is to end: what still waits in the line or for an answer is given up. */
  readonly signal?: AbortSignal;
  /** By what its requests and log lines are found again. */
  readonly trace?: FlowTrace;
}

/** Ids as traces have them: 32 hexadecimal digits for all that belongs together, 16 for the part that the rest hangs from. */
export interface FlowTrace {
  readonly cycle: string;
  readonly span: string;
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
