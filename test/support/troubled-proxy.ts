import { createServer, request as ask } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** `silent`: requests get no answer; a number: the status that they get; `through`: the service answers. */
export type Trouble = 'through' | 'silent' | number;

/** What stands between a program and its service, and can make the way as bad as a network does. */
export interface TroubledProxy {
  readonly port: number;
  readonly url: string;
  /** Methods and paths of all requests, in the order in which they came. */
  readonly requests: readonly string[];
  /** Changes how requests are met from now on; connections that are open end. */
  turn(trouble: Trouble): void;
  close(): Promise<void>;
}

/** Stands in front of a service, by whatever name it is asked: the addresses that the service tells name the proxy, unless it rewrites nothing. */
export async function troubledProxy(
  service: string,
  { rewrites = true }: { readonly rewrites?: boolean } = {},
): Promise<TroubledProxy> {
  const requests: string[] = [];
  const { host, hostname, origin, port: servicePort } = new URL(service);
  let trouble: Trouble = 'through';
  const server = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    if (trouble === 'silent') return;
    if (trouble !== 'through') {
      answer.writeHead(trouble, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ error: { code: trouble, message: 'Not now' } }));
      return;
    }
    const { method, url: path, headers } = incoming;
    const outgoing = ask({
      hostname,
      port: servicePort,
      method,
      path,
      headers: { ...headers, host, 'accept-encoding': 'identity' },
    });
    outgoing.on('error', () => answer.destroy());
    outgoing.on('response', (response) => {
      void response.toArray().then((chunks: Buffer[]) => {
        const read = Buffer.concat(chunks);
        const isJson = response.headers['content-type']?.includes('json') === true;
        const body =
          isJson && rewrites
            ? Buffer.from(read.toString().replaceAll(origin, `http://${headers.host ?? ''}`))
            : read;
        const { 'transfer-encoding': _coding, ...kept } = response.headers;
        answer.writeHead(response.statusCode ?? 502, { ...kept, 'content-length': body.length });
        answer.end(body);
      });
    });
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    url: `http://127.0.0.1:${port}`,
    turn: (next) => {
      trouble = next;
      server.closeAllConnections();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
