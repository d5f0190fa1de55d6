import { yieldToRequests, type Background } from '../background.ts';
import type { Service } from '../context.ts';
import { removeDeletedSpaces, indexSome, latestChange, staleSpaces } from './indexing.ts';

/**
 * Keeps the index up to date between requests, in small steps, so that a later search finds its work done. It begins with what an earlier
 * run left.
 */
export function createIndexer(service: Pick<Service, 'store' | 'cache' | 'log'>): Background {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  /** Everything that changed before this time is in the index; if the clock went back, a search indexes what is missing. */
  let since = '';

  const run = async (): Promise<void> => {
    do {
      again = false;
      await yieldToRequests();
      if (stopped) return;
      if (since === '') removeDeletedSpaces(service);
      const latest = latestChange(service);
      for (const space of staleSpaces(service, { since })) {
        while (!stopped && !indexSome(service, space, 50)) await yieldToRequests();
        await yieldToRequests();
      }
      since = latest;
    } while (again && !stopped);
  };
  const wake = (): void => {
    again = true;
    if (stopped || running !== undefined) return;
    running = run()
      .catch((error: unknown) => service.log.error({ err: error }, 'indexing for the search stopped'))
      .finally(() => {
        running = undefined;
      });
  };
  return {
    wake,
    idle: async () => {
      while (running !== undefined) await running;
    },
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
