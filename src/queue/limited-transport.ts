import { createHash } from 'node:crypto';
import { isAppError } from '../base/index.ts';
import type { HttpRequest, HttpTransport } from '../http/port.ts';
import { currentFlow, type Flow } from './flow.ts';
import type { RateBudgets } from './rate/budgets.ts';
import type { RequestOutcome } from './rate/port.ts';

export interface LimitedTransportOptions {
  budgets: RateBudgets;
  /** For requests without a flow of their own (`runInFlow`). A command for which a person waits is `interactive`. */
  flow?: Flow;
}

/**
 * Sends each request when the budget of its service and token has room for it, and tells the budget the outcome. Refusals (429)
 * are passed on unchanged; a retrying transport around this one then waits in the line like all others.
 */
export function limitTransport(
  inner: HttpTransport,
  { budgets, flow = { name: '', priority: 'space' } }: LimitedTransportOptions,
): HttpTransport {
  return {
    send: async (request) => {
      const { name, priority, signal: ofFlow } = currentFlow() ?? flow;
      const signal = request.signal ?? ofFlow;
      const budget = budgets.of(new URL(request.url).origin, credentialOf(request));
      const permit = await budget.acquire({
        flow: name,
        priority,
        subject: `${request.method} ${request.url}`,
        ...(signal === undefined ? {} : { signal }),
      });
      try {
        const response = await inner.send(signal === undefined ? request : { ...request, signal });
        permit.release({ kind: 'answer', status: response.status, headers: response.headers });
        return response;
      } catch (error) {
        permit.release(failureOutcome(error));
        throw error;
      }
    },
    close: () => inner.close(),
  };
}

function failureOutcome(error: unknown): RequestOutcome {
  return isAppError(error, 'NO_ANSWER', 'TIMEOUT') ? { kind: 'noAnswer', cause: error } : { kind: 'aborted' };
}

/** A name for a token that does not reveal the token. */
function credentialOf({ headers }: HttpRequest): string {
  const authorization = headers['authorization'];
  if (authorization === undefined) return 'anonymous';
  return createHash('sha256').update(authorization).digest('hex').slice(0, 16);
}
