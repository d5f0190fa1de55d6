import type { Clock } from '../clock/index.ts';

/** Grants some time: `over` resolves with false when the time has passed, or as soon as `giveUp` is aborted; `stop` ends the waiting. */
export function startGracePeriod(
  clock: Clock,
  ms: number,
  giveUp?: AbortSignal,
): { over: Promise<false>; stop(): void } {
  const ended = new AbortController();
  const signal = giveUp ? AbortSignal.any([ended.signal, giveUp]) : ended.signal;
  const over = new Promise<false>((resolve) => {
    const end = (): void => {
      if (!ended.signal.aborted) resolve(false);
    };
    clock.sleep(ms, signal).then(end, end);
  });
  return { over, stop: () => ended.abort() };
}
