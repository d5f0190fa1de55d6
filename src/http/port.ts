/** A request as a transport sends it. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, `http:` or `https:`, without a user name or password. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Over connecting, headers and body together. */
  readonly timeoutMs?: number;
  /** The largest body that is read, counted after decoding; more is `ANSWER_TOO_LARGE`. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; a header that came several times is joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole and decoded. */
  readonly body: Uint8Array;
}

/**
 * Sends one request and reads its whole answer. Any status but a redirect is an answer, not a failure.
 *
 * Failures are `AppError`s: `NO_ANSWER`, `TIMEOUT`, `ANSWER_TOO_LARGE`, `ANSWER_INVALID` (an encoding that it cannot
 * take apart), `REDIRECT_REFUSED` (any 3xx: nothing follows), `ADDRESS_REFUSED` (not an http address), `CANCELLED`.
 * `data.processed` of the first two is `no` when the request certainly never reached a server, else `unknown`.
 * A transport never sends a request twice by itself.
 */
export interface HttpTransport {
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Ends idle connections; requests under way are given up. */
  close(): Promise<void>;
}

export const defaultTimeoutMs = 60_000;
export const defaultMaxBytes = 32 * 1024 * 1024;
