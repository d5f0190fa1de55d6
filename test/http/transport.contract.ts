import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpHandler, HttpRequest, HttpResponse, HttpTransport } from '../../src/http/index.ts';

export interface TransportUnderTest {
  readonly transport: HttpTransport;
  readonly origin: string;
  close(): Promise<void>;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (body: Uint8Array): string => new TextDecoder().decode(body);

/** The server that every maker is tried against. */
export const handler: HttpHandler = async (request) => {
  const { pathname, search } = new URL(request.url);
  const plain = (
    status: number,
    headers: Record<string, string>,
    body: string | Uint8Array,
  ): HttpResponse => ({
    status,
    headers,
    body: typeof body === 'string' ? bytes(body) : body,
  });
  switch (pathname) {
    case '/echo':
      return plain(
        200,
        { 'Content-Type': 'application/json', 'X-Twice': 'a, b' },
        JSON.stringify({
          method: request.method,
          search,
          token: request.headers['authorization'] ?? null,
          body: request.body === undefined ? null : text(request.body as Uint8Array),
        }),
      );
    case '/empty':
      return plain(204, {}, '');
    case '/failed':
      return plain(503, {}, 'down');
    case '/moved':
      return plain(307, { location: 'https://elsewhere.example/x?token=1' }, '');
    case '/unchanged':
      return plain(304, {}, '');
    case '/large':
      return plain(200, {}, 'x'.repeat(100_000));
    case '/gzip':
      return plain(200, { 'content-encoding': 'gzip' }, gzipSync('small'));
    case '/bomb':
      return plain(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10_000_000)));
    case '/twice':
      return plain(200, { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('x')));
    case '/bad-gzip':
      return plain(200, { 'content-encoding': 'gzip' }, 'not gzip');
    case '/slow':
      await new Promise((resolve) => setTimeout(resolve, 2_000).unref());
      return plain(200, {}, 'late');
    default:
      return plain(404, {}, 'no such page');
  }
};

/** Serves {@link handler} on a loopback port. */
export async function listen(): Promise<{ server: Server; origin: string }> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const response = await handler({
        method: incoming.method!,
        url: `http://localhost${incoming.url}`,
        headers: incoming.headers as Record<string, string>,
        ...(body.length === 0 ? {} : { body }),
      });
      outgoing.writeHead(response.status, response.headers).end(response.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** What callers may rely on, whichever maker made the transport. */
export function describeTransport(name: string, make: () => Promise<TransportUnderTest>): void {
  describe(name, () => {
    let subject: TransportUnderTest;
    beforeAll(async () => {
      subject = await make();
    });
    afterAll(async () => {
      await subject.close();
    });

    const send = (path: string, more: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
      subject.transport.send({ method: 'GET', url: `${subject.origin}${path}`, headers: {}, ...more });

    test('a request arrives as it was sent, and the answer comes back whole', async () => {
      const answer = await send('/echo?a=%20b', {
        method: 'POST',
        headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
        body: bytes('{"é":1}'),
      });

      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.headers['x-twice']).toBe('a, b');
      expect(JSON.parse(text(answer.body))).toEqual({
        method: 'POST',
        search: '?a=%20b',
        token: 'Bearer t',
        body: '{"é":1}',
      });
    });

    test('an empty answer and a failing status are answers', async () => {
      const empty = await send('/empty');
      expect([empty.status, empty.body.length]).toEqual([204, 0]);
      expect(await send('/failed')).toMatchObject({ status: 503 });
      expect(await send('/unchanged')).toMatchObject({ status: 304 });
    });

    test('a redirect is refused, and its query is not told', async () => {
      const failure = send('/moved', { method: 'POST', body: bytes('x') });

      await expect(failure).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' });
      await expect(failure).rejects.toThrow(/^((?!token).)*$/);
    });

    test('a body over the limit is not read', async () => {
      await expect(send('/large', { maxBytes: 99_999 })).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
      expect((await send('/large', { maxBytes: 100_000 })).body.length).toBe(100_000);
    });

    test('an encoded body is decoded, up to the limit and no further', async () => {
      expect(text((await send('/gzip')).body)).toBe('small');
      await expect(send('/bomb', { maxBytes: 1_000_000 })).rejects.toMatchObject({
        code: 'ANSWER_TOO_LARGE',
      });
      await expect(send('/twice')).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
      await expect(send('/bad-gzip')).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
    });

    test('an aborted request fails as cancelled, before and while it runs', async () => {
      const stop = new AbortController();
      const running = send('/slow', { signal: stop.signal });
      stop.abort(new Error('enough'));

      await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
      await expect(send('/echo', { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'CANCELLED',
      });
    });

    test.each(['ftp://example.com/', 'file:///etc/passwd', 'not an address', 'http://user:pw@example.com/'])(
      'the address %j is refused',
      async (url) => {
        await expect(subject.transport.send({ method: 'GET', url, headers: {} })).rejects.toMatchObject({
          code: 'ADDRESS_REFUSED',
        });
      },
    );
  });
}
