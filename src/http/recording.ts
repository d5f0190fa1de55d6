import type { HttpRequest, HttpResponse, HttpTransport } from './port.ts';

/** One request and its result. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly response?: HttpResponse;
  readonly error?: unknown;
}

/** Passes every exchange to `record`, in the order in which they end. The answers stay unchanged. */
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
