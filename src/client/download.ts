import { AppError } from '../base/index.ts';
import type { HttpResponse, HttpTransport } from '../http/index.ts';
import type { CallOptions, RequestContext } from './call.ts';

export interface DownloadOptions extends CallOptions {
  /** The expected size of the file; any other size fails, so that an incomplete body is not kept. */
  readonly size?: number;
}

export interface Download {
  readonly bytes: Uint8Array;
  /** Without parameters, in lower case; empty when the server does not give it. */
  readonly contentType: string;
}

/** A file of the largest size in the specification needs more room than a JSON answer. */
const defaultDownloadBytes = 128 * 1024 * 1024;

/**
 * Fetches the bytes at a file's `downloadURL`. The address may be relative, or on another host: the token is not sent there, and
 * `elsewhere` carries the request. Only http and https addresses are used, and redirects are not followed.
 */
export async function download(
  address: string,
  options: DownloadOptions,
  { context, here, elsewhere }: { context: RequestContext; here: HttpTransport; elsewhere: HttpTransport },
): Promise<Download> {
  const url = URL.canParse(address, context.baseUrl.href) ? new URL(address, context.baseUrl) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError(
      'ADDRESS_REFUSED',
      `A file has the address ${address.slice(0, 100)}, which is not http or https`,
      { hint: 'The service gave out this address: tell its operator.' },
    );
  }
  const own = url.origin === context.baseUrl.origin;
  const maxBytes = options.maxBytes ?? defaultDownloadBytes;
  const { size } = options;
  if (size !== undefined && size > maxBytes) {
    throw new AppError(
      'ANSWER_TOO_LARGE',
      `The file ${named(url)} has ${size} bytes, more than ${maxBytes}`,
      {
        data: { maxBytes, size },
      },
    );
  }
  const response = await (own ? here : elsewhere).send({
    method: 'GET',
    url: url.href,
    headers: {
      accept: '*/*',
      'user-agent': context.userAgent,
      ...(own && context.token !== undefined ? { authorization: `Bearer ${context.token}` } : {}),
    },
    timeoutMs: options.timeoutMs ?? context.timeoutMs,
    maxBytes,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return checked(url, response, size);
}

function checked(url: URL, { status, headers, body }: HttpResponse, size: number | undefined): Download {
  if (status !== 200) {
    throw new AppError(
      status === 404 || status === 410 ? 'NOT_FOUND' : status === 403 ? 'FORBIDDEN' : 'REMOTE_FAILED',
      `The file ${named(url)} answered ${status}`,
      {
        hint: `The service gave out this address: if ${url.host} goes on like this, tell the operator of the service.`,
        data: { status },
      },
    );
  }
  if (size !== undefined && body.length !== size) {
    throw new AppError(
      'ANSWER_INVALID',
      `The file ${named(url)} has ${body.length} bytes instead of ${size}`,
      {
        hint: 'The download was cut, or the file is being replaced; the next cycle tries again.',
        data: { size, received: body.length },
      },
    );
  }
  return { bytes: body, contentType: (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase() };
}

function named(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
