import { EventEmitter } from 'node:events';
import { AppError } from '../base/index.ts';
import { longestTimerMs } from '../clock/index.ts';
import { decodeBody } from './decode.ts';
import { cancelled, noAnswer, refuseRedirect, timedOut, tooLarge } from './failures.ts';
import { defaultMaxBytes, defaultTimeoutMs } from './port.ts';
import type { HttpRequest, HttpResponse } from './port.ts';

/** An answer whose head has arrived. */
export interface ArrivingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the rest of the body. */
  discard(): void;
}

/** Socket errors that come before anything was sent: the server cannot have seen the request. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** What every transport over sockets does around the sending itself: the deadline, the size limit, the decoding, the failures. */
export async function readOverSocket(
  request: HttpRequest,
  /** Sends the request; gives up when `stop` emits `abort`. */
  start: (stop: EventEmitter) => Promise<ArrivingAnswer>,
): Promise<HttpResponse> {
  const { signal, timeoutMs = defaultTimeoutMs } = request;
  if (signal?.aborted === true) throw cancelled(request, signal.reason);
  // An emitter does the work of an AbortController here, for a tenth of its cost.
  const stop = new EventEmitter();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      stop.emit('abort');
    },
    Math.min(timeoutMs, longestTimerMs),
  );
  const abort = (): void => void stop.emit('abort');
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const answer = await start(stop);
    const { status } = answer;
    const headers = flatten(answer.headers);
    try {
      refuseRedirect(request, { status, headers });
    } catch (error) {
      answer.discard();
      throw error;
    }
    const raw = await readCapped(request, answer, headers['content-length']);
    return { status, headers, body: await decodeBody(request, raw, headers['content-encoding']) };
  } catch (error) {
    if (late) throw timedOut(request, timeoutMs);
    if (request.signal?.aborted) throw cancelled(request, request.signal.reason);
    throw isNetworkFailure(error)
      ? noAnswer(request, neverSent.has(codeOf(error)) ? 'no' : 'unknown', error)
      : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function readCapped(
  request: HttpRequest,
  { body, discard }: ArrivingAnswer,
  contentLength: string | undefined,
): Promise<Uint8Array> {
  const maxBytes = request.maxBytes ?? defaultMaxBytes;
  if (request.method !== 'HEAD' && Number(contentLength) > maxBytes) {
    discard();
    throw tooLarge(request);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) {
      discard();
      throw tooLarge(request);
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function flatten(headers: ArrivingAnswer['headers']): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  // Node tries IPv4 and IPv6, and reports both failures together.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

/** Whether an error comes from the network: all errors of sockets and of the libraries above them have a code; ours are `AppError`s. */
function isNetworkFailure(error: unknown): boolean {
  return !(error instanceof AppError);
}
