import type { Priority } from '../port.ts';
import type { Headers } from './headers.ts';
import type { WaitReason } from './state.ts';

/** The right to ask one service with one token, shared by everybody who uses that token. */
export interface RateBudget {
  /** Waits for the right to send one request; rejects with the signal's reason when aborted. */
  acquire(request?: BudgetRequest): Promise<Permit>;
  snapshot(): Promise<BudgetSnapshot>;
  close(): void;
}

export interface BudgetRequest {
  priority?: Priority;
  /** For whom: flows (spaces) of one priority take turns. */
  flow?: string;
  signal?: AbortSignal;
}

export interface Permit {
  /** Must be called once, when the request is over. A second call does nothing. */
  release(outcome: RequestOutcome): void;
}

export type RequestOutcome =
  { kind: 'answer'; status: number; headers: Headers } | { kind: 'noAnswer' } | { kind: 'aborted' };

/** What `tidemark status` and the metrics show of a budget. */
export interface BudgetSnapshot {
  waiting: number;
  inFlight: number;
  concurrency: number;
  /** What answers take lately; null before the first one. */
  latencyMs: number | null;
  /** For how long requests of this process had to wait so far, by reason. */
  waitedMs: Readonly<Record<WaitReason, number>>;
  /** How long nothing may start, and why. */
  closedForMs: number;
  closedBecause: 'refused' | 'failing' | null;
  quotas: { name: string; limit: number | null; remaining: number; resetInMs: number | null }[];
  /** Requests a minute that were learned from refusals; null while limits are told or nothing was refused. */
  learnedPerMinute: number | null;
  totals: { answered: number; refused: number; failed: number };
}
