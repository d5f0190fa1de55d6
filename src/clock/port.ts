/** Time and timers. All code outside of `src/clock` and `src/main.ts` gets them from here. */
export interface Clock {
  /** Milliseconds since the epoch; may jump. For timestamps only, never for durations. */
  now(): number;
  /** Milliseconds of a clock that never goes back. For durations and deadlines. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Randomness. In the real implementation, `bytes` is good enough for secrets. */
export interface Random {
  /** A number in [0, 1). */
  number(): number;
  bytes(count: number): Uint8Array;
}
