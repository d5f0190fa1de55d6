import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Ends the export here if somebody has asked for that. A signal of the process reaches us only between two turns of the event loop, and an
 * export computes for seconds without an end of its turn, so this begins a new turn first.
 */
export async function stopPoint(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  await nextTurn();
  signal.throwIfAborted();
}
