import type { HttpRequest, HttpResponse, HttpTransport } from './port.ts';

/** One request and what came of it. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly response?: HttpResponse;
  readonly error?: unknown;
}

/** Hands every exchange to `record`, in the order in which they end. The answers are passed on untouched. */
export function createRecordingTransport(
  inner: HttpTransport,
  record: (exchange: Exchange) => void,
): HttpTransport {
  return {
    send: async (request) => {
      try {
        const response = await inner.send(request);
        record({ request, response });
        return response;
      } catch (error) {
        record({ request, error });
        throw error;
      }
    },
    close: () => inner.close(),
  };
}
