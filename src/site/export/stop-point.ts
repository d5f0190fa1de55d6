import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Ends the export here if somebody has asked for that. Node hears of a signal only between two turns of the event loop, and an export may
 * compute for seconds in one turn, so this function begins a new turn first.
 */
export async function stopPoint(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  await nextTurn();
  signal.throwIfAborted();
}
