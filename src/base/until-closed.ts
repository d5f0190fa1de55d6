import { AppError } from './errors.ts';

/** What can be closed while calls of it are under way. */
export interface UntilClosed {
  /** Aborts when somebody closes; its reason is the error with which calls under way end. */
  readonly signal: AbortSignal;
  /** Runs a call. After the closing, it fails with `CANCELLED`. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Ends the calls under way, waits for them, and then closes; only once, however often it is called. */
  close(): Promise<void>;
}

/** Guards the calls of a thing that `name` names in messages (“The sync”), and that `end` closes. */
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
