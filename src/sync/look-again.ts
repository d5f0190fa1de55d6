import type { Clock } from '../clock/index.ts';

const firstWaitMs = 250;

/** Looks again and again, with longer and longer waits, until something is found or `restMs` have passed. */
export async function lookUntilFound<Found>(
  { clock, signal, restMs }: { clock: Clock; signal?: AbortSignal | undefined; restMs: number },
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  for (let wait = firstWaitMs, waited = 0; ; wait *= 2) {
    const found = await look();
    if (found !== null || waited >= restMs) return found;
    const next = Math.min(wait, restMs - waited);
    await clock.sleep(next, signal);
    waited += next;
  }
}
