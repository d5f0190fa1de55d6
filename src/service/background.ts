import type { FastifyInstance } from 'fastify';

/** Work that goes on beside requests. Its work list is in the database, so the work can stop anywhere and continue after a restart. */
export interface Background {
  /** Says that there may be something to do. */
  wake(): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Stops at once; unfinished work is done after the next start. */
  stop(): Promise<void>;
}

/** Several kinds of work as one. */
export function combineBackground(...works: readonly Background[]): Background {
  return {
    wake: () => works.forEach((work) => work.wake()),
    idle: async () => {
      for (const work of works) await work.idle();
    },
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
}

/** Wakes the background after each request that wrote something. */
export function wakeAfterWrites(app: FastifyInstance, background: Background): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 300) background.wake();
  });
}

/** Lets waiting requests go first. */
export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
