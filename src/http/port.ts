/** A request as a transport sends it. */
export interface HttpRequest {
  readonly method: string;
  /** An absolute address, `http:` or `https:`, without a user name or password. */
  readonly url: string;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** The limit for connecting, headers and body together. */
  readonly timeoutMs?: number;
  /** The largest body that is read, in bytes after decoding; a larger one fails with `ANSWER_TOO_LARGE`. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** The names are in lower case; the values of a repeated header are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The complete, decoded body. */
  readonly body: Uint8Array;
}

/**
 * Sends one request and reads its whole answer. An answer with any status except a redirect is no failure.
 *
 * Failures are `AppError`s: `NO_ANSWER`, `TIMEOUT`, `ANSWER_TOO_LARGE`, `ANSWER_INVALID` (an encoding that it cannot decode),
 * `REDIRECT_REFUSED` (any 3xx: redirects are not followed), `ADDRESS_REFUSED` (not an http address), `CANCELLED`. For the first
 * two, `data.processed` is `no` when the request certainly never reached a server, else `unknown`. A transport never repeats a
 * request on its own.
 */
export interface HttpTransport {
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes idle connections; requests under way are given up. */
  close(): Promise<void>;
}

export const defaultTimeoutMs = 60_000;
export const defaultMaxBytes = 32 * 1024 * 1024;
