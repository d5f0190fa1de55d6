import { isAppError } from '../base/index.ts';
import type { HttpTransport } from '../http/port.ts';
import { currentFlow } from '../queue/index.ts';
import type { Log } from './log.ts';

/**
 * Logs what was written where, at any level of the log: `audit` is true in each of these lines, so that they can be told from the
 * others and kept for longer. Call this anew for each line: a stored logger would follow the log to another level.
 */
export function auditOf(log: Log): Pick<Log, 'info'> {
  return log.child({ audit: true }, { level: 'info' });
}

/** Writes a line for each request that may change something, with its outcome; bodies and queries are left out. */
export function auditWrites(inner: HttpTransport, log: Log): HttpTransport {
  return {
    send: async (request) => {
      if (request.method === 'GET' || request.method === 'HEAD') return inner.send(request);
      const facts = {
        ...{ method: request.method, path: new URL(request.url).pathname },
        job: currentFlow()?.name ?? null,
      };
      try {
        const response = await inner.send(request);
        auditOf(log).info({ ...facts, status: response.status }, 'write');
        return response;
      } catch (error) {
        auditOf(log).info(
          { ...facts, code: isAppError(error) ? error.code : 'INTERNAL' },
          'write without an answer',
        );
        throw error;
      }
    },
    close: () => inner.close(),
  };
}
