import { isAppError, messageOf } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import type { HttpResponse, HttpTransport } from '../http/port.ts';

/** Why a request got no good answer. */
export interface AnswerProblem {
  readonly code: string;
  readonly message: string;
}

/** What the requests to a service show about the service, whoever makes them. */
export interface ServiceAnswers {
  /**
   * How long requests have waited for a good answer: 0 when nothing waits and the last answer was good. An answer is good unless the
   * service refuses the request or fails. A request that waits for the rate budget counts as waiting.
   */
  stalledMs(): number;
  /** The problem of the last request that got no good answer; null when a good answer came since. */
  problem(): AnswerProblem | null;
  /**
   * Calls the listener at the first problem after a good answer, and at the first good answer after a problem. Rate limits do not
   * count as problems.
   */
  onTurn(listener: (problem: AnswerProblem | null) => void): void;
}

/** A transport that knows how its service answers. */
export interface WatchedTransport extends HttpTransport, ServiceAnswers {}

/** What an answer shows: a good answer, a problem, or nothing about the service that was asked. */
type Verdict = AnswerProblem | 'good' | 'nothing';

interface Judged<in Result> {
  answer(result: Result): Verdict;
  failure(error: unknown): Verdict;
}

/** Keeps track of the answers of a service that is asked over and over. */
export class Answers implements ServiceAnswers {
  readonly #clock: Clock;
  readonly #listeners: ((problem: AnswerProblem | null) => void)[] = [];
  #pending = 0;
  #since: number | null = null;
  #problem: AnswerProblem | null = null;
  #told = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  stalledMs(): number {
    return this.#since === null ? 0 : this.#clock.monotonic() - this.#since;
  }

  problem(): AnswerProblem | null {
    return this.#problem;
  }

  onTurn(listener: (problem: AnswerProblem | null) => void): void {
    this.#listeners.push(listener);
  }

  /** Sends a request, during which somebody waits for an answer. */
  async ask<Result>(send: () => Promise<Result>, judged: Judged<NoInfer<Result>>): Promise<Result> {
    this.#pending++;
    this.#since ??= this.#clock.monotonic();
    try {
      return await this.note(send, judged);
    } finally {
      this.#pending--;
    }
  }

  /** Does the same for work that may take long even when all is well: only its end counts. */
  async note<Result>(send: () => Promise<Result>, judged: Judged<NoInfer<Result>>): Promise<Result> {
    try {
      const result = await send();
      this.#take(judged.answer(result));
      return result;
    } catch (error) {
      this.#take(judged.failure(error));
      throw error;
    }
  }

  /** Forgets the last problem without telling anybody. */
  forget(): void {
    if (this.#pending === 0) this.#since = null;
    this.#problem = null;
    this.#told = false;
  }

  #take(verdict: Verdict): void {
    if (verdict === 'good') this.#good();
    else if (verdict !== 'nothing') this.#bad(verdict);
    // We gave up ourselves: that shows nothing, and after the last such request nobody waits any more.
    else if (this.#pending <= 1 && this.#problem === null) this.#since = null;
  }

  #good(): void {
    this.#since = this.#pending > 1 ? this.#clock.monotonic() : null;
    this.#problem = null;
    if (this.#told) this.#tell(null);
    this.#told = false;
  }

  #bad(problem: AnswerProblem): void {
    this.#since ??= this.#clock.monotonic();
    this.#problem = problem;
    if (this.#told || problem.code === 'RATE_LIMITED') return;
    this.#told = true;
    this.#tell(problem);
  }

  #tell(problem: AnswerProblem | null): void {
    for (const listener of this.#listeners) listener(problem);
  }
}

const ofService: Judged<HttpResponse> = {
  answer: ({ status }) => {
    if (status === 429) return { code: 'RATE_LIMITED', message: 'it takes no more requests for now (429)' };
    return status >= 500 ? { code: 'REMOTE_FAILED', message: `it answered ${status}` } : 'good';
  },
  failure: (error) =>
    isAppError(error, 'NO_ANSWER', 'TIMEOUT') ? { code: error.code, message: error.message } : 'nothing',
};

/** Watches the answers that come through `inner`; wrap it around everything that makes requests wait. */
export function watchAnswers(inner: HttpTransport, clock: Clock): WatchedTransport {
  const answers = new Answers(clock);
  return {
    send: (request) => answers.ask(() => inner.send(request), ofService),
    close: () => inner.close(),
    stalledMs: () => answers.stalledMs(),
    problem: () => answers.problem(),
    onTurn: (listener) => answers.onTurn(listener),
  };
}

/** For a service whose calls throw whenever they did not do what was asked. */
export const problemsFromErrors: Judged<unknown> = {
  answer: () => 'good',
  failure: (error) => {
    if (isAppError(error, 'CANCELLED') || (error instanceof Error && error.name === 'AbortError'))
      return 'nothing';
    return { code: isAppError(error) ? error.code : 'INTERNAL', message: messageOf(error) };
  },
};
