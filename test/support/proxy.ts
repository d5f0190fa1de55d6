import { createServer, request as sendOn, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** A forward proxy on loopback, which reaches each host name that it knows, whatever name servers say. */
export interface ForwardProxy {
  readonly address: string;
  /** What went through it: `GET http://host/path` or `CONNECT host:port`, in order. */
  readonly log: string[];
  close(): void;
}

/**
 * Starts a proxy. `hosts` gives the port on this machine for each `host:port` that it passes requests on to; it answers 502 for others.
 * With `credentials` (`name:password`) it answers 407 to whoever does not send them.
 */
export async function startForwardProxy(
  hosts: Readonly<Record<string, number>>,
  credentials?: string,
): Promise<ForwardProxy> {
  const log: string[] = [];
  const wanted = credentials === undefined ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const isLetIn = ({ headers }: IncomingMessage): boolean =>
    wanted === null || headers['proxy-authorization'] === wanted;

  const server = createServer((incoming, outgoing) => {
    const { host, port, pathname, search } = new URL(incoming.url ?? '');
    log.push(`${incoming.method} http://${host}${pathname}`);
    if (!isLetIn(incoming)) return void outgoing.writeHead(407).end();
    const reached = hosts[port === '' ? `${host}:80` : host];
    if (reached === undefined) return void outgoing.writeHead(502).end('no such host');
    const { 'proxy-authorization': _secret, ...headers } = incoming.headers;
    const options = { port: reached, method: incoming.method, path: `${pathname}${search}`, headers };
    const passed = sendOn({ host: '127.0.0.1', ...options }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.on('connect', (incoming: IncomingMessage, socket) => {
    log.push(`CONNECT ${incoming.url}`);
    socket.on('error', () => socket.destroy());
    const reached = hosts[incoming.url ?? ''];
    if (!isLetIn(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (reached === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const passed = connect(reached, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      passed.pipe(socket).pipe(passed);
    });
    passed.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
