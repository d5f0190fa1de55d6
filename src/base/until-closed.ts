import { AppError } from './errors.ts';

/** The calls of something that a program may close while some of them are under way. */
export interface UntilClosed {
  /** Aborts when the program closes. Its reason is the error that ends the calls under way. */
  readonly signal: AbortSignal;
  /** Runs a call. A call after the closing fails with `CANCELLED`. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Ends the calls under way, waits for them, and then closes. A second `close` waits for the first. */
  close(): Promise<void>;
}

/** Guards the calls of something. Messages call it `name` (“The sync”), `opener` makes another one, and `end` closes it. */
export function untilClosed(
  { name, opener }: { readonly name: string; readonly opener: string },
  end: () => Promise<void>,
): UntilClosed {
  const controller = new AbortController();
  const { signal } = controller;
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;
  const closed = (cause?: unknown): AppError =>
    new AppError('CANCELLED', `${name} was closed.`, {
      hint: `Close it when its last call has ended, and open another one with ${opener}.`,
      cause,
    });
  const close = async (): Promise<void> => {
    controller.abort(closed());
    await Promise.allSettled(underWay);
    await end();
  };
  return {
    signal,
    run: async (call) => {
      if (signal.aborted) throw closed();
      const running = call();
      underWay.add(running);
      try {
        return await running;
      } catch (thrown) {
        throw signal.aborted ? closed(thrown) : thrown;
      } finally {
        underWay.delete(running);
      }
    },
    close: () => (closing ??= close()),
  };
}
