/** A class of events that is not played, since the sync is known to fail in it. Every entry is expected to go. */
export interface Off {
  /** As `events.ts` calls it. */
  readonly name: string;
  readonly reason: string;
}

export const off: readonly Off[] = [];
