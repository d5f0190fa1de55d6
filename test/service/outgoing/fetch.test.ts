import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock, realClock } from '../../../src/clock/index.ts';
import { createOutgoing } from '../../../src/service/outgoing/index.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a server on this machine, and returns its pair for `allow`. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an outgoing request', () => {
  it('answers with status, headers and the whole body, and sends no credentials', async () => {
    const seen: string[][] = [];
    const host = await listen((request, response) => {
      seen.push(Object.keys(request.headers).sort());
      response.writeHead(418, { 'X-Kind': 'teapot' }).end('short and stout');
    });

    const answer = await createOutgoing({ clock: realClock, allow: [host] })(`http://${host}/tea`);

    expect(answer).toMatchObject({ status: 418, url: `http://${host}/tea` });
    expect(answer.headers['x-kind']).toBe('teapot');
    expect(Buffer.from(answer.body).toString()).toBe('short and stout');
    expect(seen).toEqual([['accept', 'accept-encoding', 'connection', 'host', 'user-agent']]);
  });

  it('follows redirects up to three, each checked like the first', async () => {
    let left = 3;
    const host = await listen((_request, response) => {
      if (left-- > 0) response.writeHead(302, { Location: `/again/${left}` }).end();
      else response.end('there');
    });
    const outgoing = createOutgoing({ clock: realClock, allow: [host] });

    expect((await outgoing(`http://${host}/`)).url).toBe(`http://${host}/again/0`);
    left = 4;
    await expect(outgoing(`http://${host}/`)).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' });
  });

  it.each(['http://169.254.169.254/', 'http://127.0.0.1:1/', 'file:///etc/passwd', 'http://inner.test/'])(
    'does not follow a redirect to %s',
    async (location) => {
      const host = await listen((_request, response) =>
        response.writeHead(307, { Location: location }).end(),
      );
      const outgoing = createOutgoing({ clock: realClock, allow: [host], resolve: async () => ['10.0.0.7'] });

      await expect(outgoing(`http://${host}/`)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    },
  );

  it('refuses a name when any of its addresses is not public, before it connects', async () => {
    let connections = 0;
    const outgoing = createOutgoing({
      clock: realClock,
      resolve: async () => ['93.184.216.34', '127.0.0.1'],
      connector: () => () => {
        connections += 1;
        throw new Error('must not connect');
      },
    });

    await expect(outgoing('http://rebind.test/')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(connections).toBe(0);
  });

  it('connects to the addresses that were checked: a name is resolved once, and never again', async () => {
    let resolved = 0;
    const looked: unknown[] = [];
    const outgoing = createOutgoing({
      clock: realClock,
      resolve: async () => (resolved++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']),
      connector: (options) => (_target, callback) => {
        const { lookup } = options as { lookup: LookupFunction };
        lookup('rebind.test', { all: true }, (_error, found) => looked.push(found));
        callback(new Error('no route in a test'), null);
      },
    });

    await expect(outgoing('http://rebind.test/')).rejects.toMatchObject({ code: 'NO_ANSWER' });
    expect(resolved).toBe(1);
    expect(looked).toEqual([[{ address: '93.184.216.34', family: 4 }]]);
  });

  it('refuses a socket that is connected to another address after all', async () => {
    const host = await listen((_request, response) => response.end('inside'));
    const { connect } = await import('node:net');
    const outgoing = createOutgoing({
      clock: realClock,
      resolve: async () => ['93.184.216.34'],
      connector: () => (_target, callback) => {
        const [address, port] = host.split(':');
        const socket = connect(Number(port), address, () => callback(null, socket));
      },
    });

    await expect(outgoing('http://proxy.test/')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('stops reading at the size limit', async () => {
    const host = await listen((_request, response) => {
      response.write(Buffer.alloc(2000));
      response.end(Buffer.alloc(2000));
    });
    const outgoing = createOutgoing({ clock: realClock, allow: [host] });

    expect((await outgoing(`http://${host}/`, { maxBytes: 4000 })).body.byteLength).toBe(4000);
    await expect(outgoing(`http://${host}/`, { maxBytes: 3999 })).rejects.toMatchObject({
      code: 'ANSWER_TOO_LARGE',
    });
  });

  it('gives up at the deadline, headers and body together', async () => {
    const clock = new ManualClock();
    const host = await listen((_request, response) => {
      response.writeHead(200);
      response.write('a drop');
    });
    const answer = createOutgoing({ clock, allow: [host] })(`http://${host}/`, { timeoutMs: 10_000 });
    const outcome = expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });

    await clock.advance(10_000);

    await outcome;
  });

  it('stops when its caller stops', async () => {
    const stop = new AbortController();
    const host = await listen(() => stop.abort(new Error('shutting down')));

    await expect(
      createOutgoing({ clock: realClock, allow: [host] })(`http://${host}/`, { signal: stop.signal }),
    ).rejects.toThrow(/shutting down/);
  });

  it('reports that nobody answered', async () => {
    const host = await listen((request) => request.socket.destroy());

    await expect(
      createOutgoing({ clock: realClock, allow: [host] })(`http://${host}/`),
    ).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });
});
