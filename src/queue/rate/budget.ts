import { AppError, messageOf } from '../../base/index.ts';
import type { Clock, Random } from '../../clock/index.ts';
import type { Priority } from '../port.ts';
import { readRateHeaders } from './headers.ts';
import { WaitingRequests } from './line.ts';
import type {
  BudgetRequest,
  BudgetSnapshot,
  BudgetWait,
  Permit,
  RateBudget,
  RequestOutcome,
} from './port.ts';
import {
  startRequest,
  markAlive,
  endRequest,
  waitReasons,
  type StartDecision,
  type RequestEnd,
  type WaitReason,
} from './state.ts';
import { createMemoryBudgetStore, type BudgetStore } from './store.ts';

export interface RateBudgetOptions {
  clock: Clock;
  random: Random;
  /** Absent: the budget belongs to this process alone. */
  store?: BudgetStore;
  /**
   * When this many tries in a row have failed, and they were tries of at least two requests, the service counts as gone: the waiting
   * requests fail, and so do new ones until the next try may start. If absent, requests wait until the service answers again.
   */
  givesUpAfter?: number;
  /** Is called before the requests in the line wait. */
  onWait?: (wait: BudgetWait) => void;
}

interface Waiter {
  priority: Priority;
  flow: string;
  start: (number: number) => void;
  fail: (reason: Error) => void;
}

/** How often a process that shares a budget reports; the others drop it when they heard nothing for ten seconds. */
const heartbeatMs = 3_000;

export function createRateBudget({
  clock,
  random,
  store = createMemoryBudgetStore(clock),
  ...more
}: RateBudgetOptions): RateBudget {
  return new Budget({ clock, random, store, ...more });
}

class Budget implements RateBudget {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #store: BudgetStore;
  readonly #givesUpAfter: number;
  /** The requests that failed since the last answer. If it is always the same one, the service has not gone. */
  readonly #failing = new Set<string>();
  readonly #onWait: (wait: BudgetWait) => void;
  readonly #owner: string;
  readonly #line = new WaitingRequests<Waiter>();
  /** For how long requests of this process had to wait, by reason. */
  readonly #waitedMs = Object.fromEntries(waitReasons.map((reason) => [reason, 0])) as Record<
    WaitReason,
    number
  >;
  #inFlight = 0;
  #pumping = false;
  /** Ends the pump's pause. */
  #pause: AbortController | undefined;
  #beating = false;
  #closed = false;

  /** How many tries in a row failed, and how the last one did. */
  #failures = 0;
  #lastFailure: RequestOutcome | undefined;

  constructor({
    clock,
    random,
    store,
    givesUpAfter = Infinity,
    onWait = () => {},
  }: Required<Pick<RateBudgetOptions, 'store'>> & RateBudgetOptions) {
    this.#clock = clock;
    this.#random = random;
    this.#store = store;
    this.#givesUpAfter = givesUpAfter;
    this.#onWait = onWait;
    this.#owner = Buffer.from(random.bytes(9)).toString('base64url');
  }

  acquire({ priority = 'space', flow = '', signal, subject = '' }: BudgetRequest = {}): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const leave = (): void => {
        this.#line.remove(waiter, priority, flow);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        priority,
        flow,
        start: (number) => {
          signal?.removeEventListener('abort', leave);
          resolve(this.#permit(number, subject));
        },
        fail: (reason) => {
          signal?.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#line.add(waiter, priority, flow);
      if (priority === 'interactive') this.#pause?.abort();
      void this.#pump();
    });
  }

  snapshot(): Promise<BudgetSnapshot> {
    return this.#store.transact((state, now) => {
      markAlive(state, this.#owner, now);
      return {
        waiting: this.#line.size,
        inFlight: Object.keys(state.inFlight).length,
        concurrency: Math.floor(state.concurrency.limit),
        latencyMs: state.concurrency.latencyMs,
        waitedMs: { ...this.#waitedMs },
        closedForMs: Math.max(0, state.closedUntil - now),
        closedBecause: now < state.closedUntil ? state.closedFor : null,
        quotas: Object.entries(state.quotas).map(([name, quota]) => ({
          name,
          limit: quota.limit,
          remaining: quota.remaining,
          resetInMs: quota.resetAt === null ? null : Math.max(0, quota.resetAt - now),
        })),
        learnedPerMinute: state.pace.rate === null ? null : Math.round(state.pace.rate * 60_000),
        totals: { ...state.totals },
      };
    });
  }

  dismiss(reason: Error): void {
    for (let waiter = this.#line.take(); waiter; waiter = this.#line.take()) waiter.fail(reason);
    this.#pause?.abort();
  }

  close(): void {
    this.#closed = true;
    this.#pause?.abort();
    this.#store.close();
  }

  /** Lets waiting requests start, one after the other, for as long as any wait. */
  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (this.#line.size > 0 && !this.#closed) {
        const urgent = this.#line.nextPriority() === 'interactive';
        const pause = new AbortController();
        this.#pause = pause; // set before asking: we must not sleep through an answer that comes meanwhile
        const admission = await this.#store.transact((state, now) =>
          startRequest(state, now, { owner: this.#owner, urgent }),
        );
        if (admission.go) this.#startNext(admission.number);
        else if (admission.because === 'failing' && this.#hasGone()) this.dismiss(this.#gone());
        else await this.#waiting(admission, pause.signal);
      }
    } catch (error) {
      this.dismiss(error as Error); // the store throws nothing but AppErrors
    } finally {
      this.#pumping = false;
    }
  }

  #hasGone(): boolean {
    return this.#failures >= this.#givesUpAfter && this.#failing.size > 1;
  }

  #startNext(number: number): void {
    const waiter = this.#line.take();
    if (!waiter) return this.#settle(number, { kind: 'aborted' }); // the request left the line while we asked
    this.#inFlight++;
    if (this.#store.shared) void this.#beat();
    waiter.start(number);
  }

  async #waiting(admission: Extract<StartDecision, { go: false }>, woken: AbortSignal): Promise<void> {
    const from = this.#clock.monotonic();
    if (admission.for === 'time') this.#onWait(admission);
    await this.#sleep(admission, woken);
    this.#waitedMs[admission.because] += this.#clock.monotonic() - from;
  }

  async #sleep(admission: Extract<StartDecision, { go: false }>, woken: AbortSignal): Promise<void> {
    if (admission.for === 'answer' && !this.#store.shared) {
      await new Promise<void>((resolve) => {
        if (woken.aborted) resolve();
        else woken.addEventListener('abort', () => resolve(), { once: true });
      });
      return;
    }
    // Nobody tells us what others do to a shared state: so we look again now and then, and not all at the same time.
    const ms = this.#store.shared
      ? Math.min(admission.waitMs, 1_000) * (0.9 + 0.2 * this.#random.number())
      : admission.waitMs;
    await this.#clock.sleep(Math.max(1, ms), woken).catch(() => undefined);
  }

  #permit(number: number, subject: string): Permit {
    const startedAt = this.#clock.monotonic();
    let released = false;
    return {
      release: (outcome) => {
        if (released) return;
        released = true;
        this.#inFlight--;
        if (outcome.kind !== 'aborted') this.#lastFailure = outcome;
        // Two requests are enough to tell, and the set must not grow through an outage of hours.
        if (outcome.kind !== 'aborted' && this.#failing.size < 2) this.#failing.add(subject);
        this.#settle(number, this.#settlement(outcome, this.#clock.monotonic() - startedAt));
      },
    };
  }

  #settlement(outcome: RequestOutcome, tookMs: number): RequestEnd {
    if (outcome.kind === 'aborted') return outcome;
    if (outcome.kind === 'noAnswer') return { kind: 'noAnswer', tookMs };
    const { status, headers } = outcome;
    return { kind: 'answer', status, reading: readRateHeaders(headers, this.#clock.now()), tookMs };
  }

  #settle(number: number, settlement: RequestEnd): void {
    const change = { number, owner: this.#owner, settlement, random: this.#random };
    this.#store
      .transact((state, now) => {
        endRequest(state, now, change);
        this.#failures = state.failures;
        if (state.failures === 0) this.#failing.clear();
      })
      .catch(() => undefined) // a shared state that cannot be reached forgets the request on its own
      .finally(() => this.#pause?.abort());
  }

  /** The failure of a request that was not sent because the service has gone. */
  #gone(): AppError {
    const last = this.#lastFailure;
    const hint = 'Check that the service runs and that this machine can reach it.';
    if (last?.kind === 'answer')
      return new AppError(
        'OVERLOADED',
        `the service answered ${last.status} to ${this.#failures} requests in a row`,
        { hint },
      );
    const why = last?.kind === 'noAnswer' && last.cause !== undefined ? `: ${messageOf(last.cause)}` : '';
    return new AppError('NO_ANSWER', `the service gave no answer to ${this.#failures} tries in a row${why}`, {
      hint,
      data: { processed: 'no', gone: true },
    });
  }

  async #beat(): Promise<void> {
    if (this.#beating) return;
    this.#beating = true;
    while (this.#inFlight > 0 && !this.#closed) {
      await this.#clock.sleep(heartbeatMs);
      await this.#store.transact((state, now) => markAlive(state, this.#owner, now)).catch(() => undefined);
    }
    this.#beating = false;
  }
}
