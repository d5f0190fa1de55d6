import { isAppError } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import type { HttpTransport } from '../http/port.ts';

/** A transport that knows how long its service has kept it waiting. */
export interface WatchedTransport extends HttpTransport {
  /**
   * For how long no good answer has come to requests that want one: 0 when nothing waits and the last answer was good. A
   * refusal or a failure of the service is no good answer, and a request that waits for the rate budget waits, too.
   */
  stalledMs(): number;
}

/** Watches the answers that come through `inner`; put it around all that makes requests wait. */
export function watchAnswers(inner: HttpTransport, clock: Clock): WatchedTransport {
  let pending = 0;
  let since: number | null = null;
  return {
    send: async (request) => {
      pending++;
      since ??= clock.monotonic();
      try {
        const response = await inner.send(request);
        const good = response.status < 500 && response.status !== 429;
        if (good) since = pending > 1 ? clock.monotonic() : null;
        return response;
      } catch (error) {
        // Given up by ourselves: that says nothing, and the last of them leaves nobody waiting.
        if (!isAppError(error, 'NO_ANSWER', 'TIMEOUT') && pending === 1) since = null;
        throw error;
      } finally {
        pending--;
      }
    },
    close: () => inner.close(),
    stalledMs: () => (since === null ? 0 : clock.monotonic() - since),
  };
}
