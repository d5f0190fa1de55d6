import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { watchConnections, type Connections } from '../../src/http/index.ts';

let server: Server;
let connections: Connections;
const clients: Socket[] = [];

async function listen(answer: RequestListener): Promise<void> {
  // Longer than a test may take: what still holds the server up then fails the test.
  server = createServer({ keepAliveTimeout: 600_000, headersTimeout: 600_000, requestTimeout: 0 }, answer);
  connections = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function aClient(bytes = ''): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  let text = '';
  socket.on('data', (part) => (text += part.toString()));
  socket.on('error', () => undefined);
  await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
  socket.write(bytes);
  return { socket, received: () => text };
}

async function end(): Promise<void> {
  const closed = once(server, 'close');
  connections.closeWhenAnswered();
  server.close();
  await closed;
}

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

describe('a server that ends', { timeout: 20_000 }, () => {
  it('does not wait for a connection that never asked anything', async () => {
    await listen((_request, response) => response.end('never'));
    const { socket } = await aClient();
    const closed = once(socket, 'close');
    await end();
    await closed;
  });

  it('does not wait for a connection that began a request and says no more', async () => {
    await listen((_request, response) => response.end('never'));
    await aClient('GET / HTTP/1.1\r\nHo');
    await end();
  });

  it('refuses a connection that comes before it stops to listen', async () => {
    await listen((_request, response) => response.end('never'));
    connections.closeWhenAnswered();
    const { socket } = await aClient();
    await once(socket, 'close');
    await end();
  });

  it('does not wait for a connection that has had all its answers', async () => {
    await listen((_request, response) => response.end('whole'));
    const { socket } = await aClient(request);
    await once(socket, 'data');
    await end();
  });

  it('sends an answer that is under way whole, and then closes its connection', async () => {
    let sendRest = (): void => undefined;
    await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '5' });
      response.write('wh');
      sendRest = () => response.end('ole');
    });
    const { socket, received } = await aClient(request);
    await once(socket, 'data');
    const closed = once(socket, 'close');
    const ended = end();
    sendRest();
    await Promise.all([ended, closed]);
    expect(received()).toMatch(/\r\n\r\nwhole$/);
  });

  it('answers all requests that one connection sent at once', async () => {
    const waiting: (() => void)[] = [];
    await listen((_request, response) => {
      waiting.push(() => response.end('whole'));
      if (waiting.length === 2) server.emit('both');
    });
    const arrived = once(server, 'both');
    const { socket, received } = await aClient(`${request}${request}`);
    await arrived;
    const closed = once(socket, 'close');
    const ended = end();
    waiting[0]!();
    await new Promise((resolve) => setImmediate(resolve));
    waiting[1]!();
    await Promise.all([ended, closed]);
    expect(received().match(/whole/g)).toHaveLength(2);
  });

  it('is not held up by a client that left before its answer', async () => {
    let answerNow = (): void => undefined;
    await listen((_request, response) => {
      answerNow = () => response.end('late');
      server.emit('asked');
    });
    const asked = once(server, 'asked');
    const { socket } = await aClient(request);
    await asked;
    socket.destroy();
    const ended = end();
    answerNow();
    await ended;
  });
});
