import { createServer, request as ask } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/**
 * `silent`: requests get no answer; a number: the status of every answer; `through`: the service answers; `lateMs`: the service answers
 * this much later; `status`: the status of every answer to requests with such an address, while the service answers the others.
 */
export type Trouble =
  | 'through'
  | 'silent'
  | number
  | { readonly lateMs: number }
  | { readonly status: number; readonly to: RegExp };

/** A proxy between a program and its service, which can make the connection as bad as a network does. */
export interface TroubledProxy {
  readonly port: number;
  readonly url: string;
  /** Methods and paths of all requests, in order. */
  readonly requests: readonly string[];
  /** The most requests that waited for an answer at one time, since the last call of `turn`. */
  readonly mostAtOnce: number;
  /**
   * Changes the treatment of requests from now on. Requests that wait in silence end without an answer; those that the service is
   * answering still get their answers.
   */
  turn(trouble: Trouble): void;
  /** Ends all open connections, so that the next request looks up the name of the host anew. */
  cut(): void;
  close(): Promise<void>;
}

/** Runs in front of a service, under any host name: the addresses in the service's answers name the proxy, unless it rewrites nothing. */
export async function troubledProxy(
  service: string,
  { rewrites = true }: { readonly rewrites?: boolean } = {},
): Promise<TroubledProxy> {
  const requests: string[] = [];
  let [waiting, mostAtOnce] = [0, 0];
  const { host, hostname, origin, port: servicePort } = new URL(service);
  let trouble: Trouble = 'through';
  const server = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    mostAtOnce = Math.max(mostAtOnce, ++waiting);
    answer.on('close', () => waiting--);
    if (trouble === 'silent') return;
    const status = statusOf(trouble, incoming.url ?? '');
    if (status !== null) {
      answer.writeHead(status, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ error: { code: status, message: 'Not now' } }));
      return;
    }
    const { method, url: path, headers } = incoming;
    const lateMs = typeof trouble === 'object' && 'lateMs' in trouble ? trouble.lateMs : 0;
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
        setTimeout(() => {
          answer.writeHead(response.statusCode ?? 502, { ...kept, 'content-length': body.length });
          answer.end(body);
        }, lateMs);
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
    get mostAtOnce() {
      return mostAtOnce;
    },
    url: `http://127.0.0.1:${port}`,
    turn: (next) => {
      if (trouble === 'silent') server.closeAllConnections();
      trouble = next;
      mostAtOnce = 0;
    },
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The status that a request gets in place of the service's answer. */
function statusOf(trouble: Trouble, address: string): number | null {
  if (typeof trouble === 'number') return trouble;
  return typeof trouble === 'object' && 'status' in trouble && trouble.to.test(address)
    ? trouble.status
    : null;
}
