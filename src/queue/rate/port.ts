import type { Priority } from '../port.ts';
import type { Headers } from './headers.ts';
import type { WaitReason } from './state.ts';

/** The right to send requests to one service with one token, shared by everybody who uses that token. */
export interface RateBudget {
  /** Waits for the right to send one request; rejects with the signal's reason when aborted. */
  acquire(request?: BudgetRequest): Promise<Permit>;
  snapshot(): Promise<BudgetSnapshot>;
  /** Fails all requests that wait, with `reason`. */
  dismiss(reason: Error): void;
  close(): void;
}

/** A wait of the requests in the line that is about to begin. */
export interface BudgetWait {
  readonly because: WaitReason;
  readonly waitMs: number;
}

export interface BudgetRequest {
  priority?: Priority;
  /** The flow (space) of the request: the flows of a priority take turns. */
  flow?: string;
  signal?: AbortSignal;
  /** Names the request: all tries of one request have the same name. */
  subject?: string;
}

export interface Permit {
  /** Must be called once, when the request is over. A second call does nothing. */
  release(outcome: RequestOutcome): void;
}

export type RequestOutcome =
  | { kind: 'answer'; status: number; headers: Headers }
  | { kind: 'noAnswer'; cause?: unknown }
  | { kind: 'aborted' };

/** The part of a budget that `tidemark status` and the metrics show. */
export interface BudgetSnapshot {
  waiting: number;
  inFlight: number;
  concurrency: number;
  /** How long answers take lately; null before the first one. */
  latencyMs: number | null;
  /** How long requests of this process have had to wait so far, by reason. */
  waitedMs: Readonly<Record<WaitReason, number>>;
  /** How long nothing may start, and why. */
  closedForMs: number;
  closedBecause: 'refused' | 'failing' | null;
  quotas: { name: string; limit: number | null; remaining: number; resetInMs: number | null }[];
  /** The requests per minute that we learned from refusals; null while the service tells its limits, or while nothing was refused. */
  learnedPerMinute: number | null;
  totals: { answered: number; refused: number; failed: number };
}
