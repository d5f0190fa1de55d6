import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import {
  createFaultyTransport,
  createGrowingTransport,
  createInjectTransport,
  createLightTransport,
  createMemoryTransport,
  createRecordingTransport,
  createRetryingTransport,
  createUndiciTransport,
} from '../../src/http/index.ts';
import type { Exchange } from '../../src/http/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { describeTransport, handler, listen } from './transport.contract.ts';

const origin = 'http://memory.test';

for (const [name, make] of [
  ['the undici transport', createUndiciTransport],
  ['the light transport', createLightTransport],
] as const)
  describeTransport(name, async () => {
    const { server, origin } = await listen();
    const transport = make();
    return {
      transport,
      origin,
      close: async () => {
        await transport.close();
        server.closeAllConnections();
        server.close();
      },
    };
  });

test('a growing transport takes the pool for what comes after a few requests, and closes both', async () => {
  const log: string[] = [];
  const named = (name: string) => ({
    ...createMemoryTransport(async () => {
      log.push(name);
      return { status: 200, headers: {}, body: new Uint8Array() };
    }),
    close: async () => void log.push(`${name} closed`),
  });
  let grown = 0;
  const transport = createGrowingTransport(named('light'), async () => {
    grown += 1;
    return named('pool');
  });

  const request = { method: 'GET', url: `${origin}/`, headers: {} };
  await transport.send(request);
  expect(grown).toBe(0);
  await Promise.all(Array.from({ length: 20 }, () => transport.send(request)));
  await transport.close();

  expect(grown).toBe(1);
  expect(log.filter((name) => name === 'light')).toHaveLength(12);
  expect(log.filter((name) => name === 'pool')).toHaveLength(9);
  expect(log.slice(-2)).toEqual(['light closed', 'pool closed']);
});

describeTransport('the memory transport', async () => {
  const transport = createMemoryTransport(handler);
  return { transport, origin, close: () => transport.close() };
});

describeTransport('the inject transport', async () => {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.all('/*', async (request, reply) => {
    const answer = await handler({
      method: request.method,
      url: `${origin}${request.url}`,
      headers: request.headers as Record<string, string>,
      ...(Buffer.isBuffer(request.body) ? { body: request.body } : {}),
    });
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .send(answer.body.length === 0 ? '' : answer.body);
  });
  const transport = createInjectTransport(app);
  return { transport, origin, close: async () => app.close() };
});

describeTransport('the memory transport under the retrying, recording and faulty decorators', async () => {
  const inner = createMemoryTransport(handler);
  const transport = createRecordingTransport(
    createRetryingTransport(
      createFaultyTransport(inner, () => null, { clock: realClock }),
      {
        clock: realClock,
        random: realRandom,
        attempts: 1,
      },
    ),
    () => undefined,
  );
  return { transport, origin, close: () => transport.close() };
});

async function rawServer(
  respond: (socket: Socket) => void,
): Promise<{ url: string; hits: () => number; close: () => void }> {
  let hits = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      hits++;
      respond(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    hits: () => hits,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe.each([
  ['the undici transport', createUndiciTransport],
  ['the light transport', createLightTransport],
])('%s over a raw socket', (_, create) => {
  test('a connection that is refused certainly had no effect', async () => {
    const server = await rawServer(() => undefined);
    server.close();
    const transport = create();

    const sent = transport.send({ method: 'POST', url: server.url, headers: {}, body: '{}' });

    await expect(sent).rejects.toMatchObject({ code: 'NO_ANSWER', data: { processed: 'no' } });
    await transport.close();
  });

  test('a connection that breaks after the request is sent once, and its effect is unknown', async () => {
    const server = await rawServer((socket) => socket.destroy());
    const transport = create();

    for (const method of ['POST', 'GET']) {
      const sent = transport.send({ method, url: server.url, headers: {} });
      await expect(sent).rejects.toMatchObject({ code: 'NO_ANSWER', data: { processed: 'unknown' } });
    }

    expect(server.hits()).toBe(2);
    await transport.close();
    server.close();
  });

  test('a body cut short of its length is no answer', async () => {
    const server = await rawServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"items":[');
    });
    const transport = create();

    await expect(transport.send({ method: 'GET', url: server.url, headers: {} })).rejects.toMatchObject({
      code: 'NO_ANSWER',
    });
    await transport.close();
    server.close();
  });

  test('the time limit covers a body that drips', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const transport = create();

    await expect(
      transport.send({ method: 'GET', url: server.url, headers: {}, timeoutMs: 200 }),
    ).rejects.toMatchObject({ code: 'TIMEOUT', data: { processed: 'unknown' } });
    await transport.close();
    server.close();
  });

  test('a time limit of a month waits for an answer that takes a moment', async () => {
    const server = await rawServer((socket) => {
      setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), 50);
    });
    const transport = create();

    await expect(
      transport.send({ method: 'GET', url: server.url, headers: {}, timeoutMs: 30 * 24 * 3_600_000 }),
    ).resolves.toMatchObject({ status: 200 });
    await transport.close();
    server.close();
  });

  test('a body without a length stops at the limit', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const timer = setInterval(() => socket.write('x'.repeat(1000)), 1);
      socket.on('close', () => clearInterval(timer));
    });
    const transport = create();

    await expect(
      transport.send({ method: 'GET', url: server.url, headers: {}, maxBytes: 5000 }),
    ).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
    await transport.close();
    server.close();
  });
});

test('the memory transport keeps time limits by its clock', async () => {
  const clock = new ManualClock();
  const transport = createMemoryTransport(() => new Promise(() => undefined), { clock });

  const sent = transport.send({ method: 'GET', url: `${origin}/`, headers: {}, timeoutMs: 5000 });
  const failure = expect(sent).rejects.toMatchObject({ code: 'TIMEOUT' });
  await clock.advance(5000);

  await failure;
  expect(clock.waiting).toBe(0);
});

test('what a handler throws is a connection that broke', async () => {
  const transport = createMemoryTransport(() => Promise.reject(new Error('boom')));

  await expect(transport.send({ method: 'GET', url: `${origin}/`, headers: {} })).rejects.toMatchObject({
    code: 'NO_ANSWER',
    message: 'GET http://memory.test/ got no answer: boom',
  });
});

test('a recording holds answers and failures in the order in which they end', async () => {
  const seen: Exchange[] = [];
  const transport = createRecordingTransport(createMemoryTransport(handler), (exchange) =>
    seen.push(exchange),
  );

  await transport.send({ method: 'GET', url: `${origin}/failed`, headers: {} });
  await transport.send({ method: 'GET', url: `${origin}/moved`, headers: {} }).catch(() => undefined);

  expect(
    seen.map(({ request, response, error }) => [
      new URL(request.url).pathname,
      response?.status,
      error !== undefined,
    ]),
  ).toEqual([
    ['/failed', 503, false],
    ['/moved', undefined, true],
  ]);
});

test.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1', '0x7f000001', '2130706433'])(
  'a transport for public addresses does not reach %s, and names the whole address',
  async (host) => {
    const server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
    const transport = createUndiciTransport({ publicOnly: true });
    const { origin, href: url } = new URL(`http://${host}:${new URL(server.url).port}/`);

    await expect(transport.send({ method: 'GET', url, headers: {} })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      message: expect.stringContaining(`${origin} `) as string,
    });

    expect(server.hits()).toBe(0);
    await transport.close();
    server.close();
  },
);
