import { isAppError } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import type { HttpTransport } from '../http/port.ts';

/** Why a request got no good answer. */
export interface AnswerProblem {
  readonly code: string;
  readonly message: string;
}

/** What the requests to a service tell of it, whoever makes them. */
export interface ServiceAnswers {
  /**
   * For how long no good answer has come to requests that want one: 0 when nothing waits and the last answer was good. A
   * refusal or a failure of the service is no good answer, and a request that waits for the rate budget waits, too.
   */
  stalledMs(): number;
  /** What the last request met that got no good answer; null when a good answer came since. */
  problem(): AnswerProblem | null;
  /** Hears of the first problem after a good answer, and of the first good answer after a problem. Rate limits are no problem. */
  onTurn(listener: (problem: AnswerProblem | null) => void): void;
}

/** A transport that knows how its service answers. */
export interface WatchedTransport extends HttpTransport, ServiceAnswers {}

/** Watches the answers that come through `inner`; put it around all that makes requests wait. */
export function watchAnswers(inner: HttpTransport, clock: Clock): WatchedTransport {
  let pending = 0;
  let since: number | null = null;
  let problem: AnswerProblem | null = null;
  let told = false;
  const listeners: ((problem: AnswerProblem | null) => void)[] = [];
  const tell = (what: AnswerProblem | null): void => {
    for (const listener of listeners) listener(what);
  };
  const good = (): void => {
    since = pending > 1 ? clock.monotonic() : null;
    problem = null;
    if (told) tell(null);
    told = false;
  };
  const bad = (what: AnswerProblem): void => {
    problem = what;
    if (told || what.code === 'RATE_LIMITED') return;
    told = true;
    tell(what);
  };
  return {
    send: async (request) => {
      pending++;
      since ??= clock.monotonic();
      try {
        const response = await inner.send(request);
        const { status } = response;
        if (status === 429) bad({ code: 'RATE_LIMITED', message: 'it takes no more requests for now (429)' });
        else if (status >= 500) bad({ code: 'REMOTE_FAILED', message: `it answered ${status}` });
        else good();
        return response;
      } catch (error) {
        // Given up by ourselves: that says nothing, and the last of them leaves nobody waiting.
        if (isAppError(error, 'NO_ANSWER', 'TIMEOUT')) bad({ code: error.code, message: error.message });
        else if (pending === 1) since = null;
        throw error;
      } finally {
        pending--;
      }
    },
    close: () => inner.close(),
    stalledMs: () => (since === null ? 0 : clock.monotonic() - since),
    problem: () => problem,
    onTurn: (listener) => void listeners.push(listener),
  };
}
