import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a program and its service: it sees every request, and may hold one back for a while. */
export interface WatchingProxy {
  readonly url: string;
  /** Methods and paths of all requests, in order. */
  readonly requests: string[];
  /** The requests that write. */
  readonly writes: string[];
  /** The answered requests, with the size of each answer. */
  readonly seen: { readonly what: string; readonly bytes: number }[];
  /** Holds back the next request whose method and path match. */
  hold(which: RegExp): HeldRequest;
  close(): Promise<void>;
}

export interface HeldRequest {
  /** Resolves when the whole request has arrived. */
  readonly here: Promise<void>;
  /** Passes the request on, whether somebody waits for the answer or not; resolves when the service has answered. */
  release(): Promise<void>;
}

/** Answers a request in place of the service; null: the service answers. */
export type AnswerInstead = (what: string, body: string) => { status: number; body: unknown } | null;

export async function watchingProxy(
  service: string,
  instead: AnswerInstead = () => null,
): Promise<WatchingProxy> {
  const requests: string[] = [];
  const writes: string[] = [];
  const seen: WatchingProxy['seen'] = [];
  let url = '';
  let held: { which: RegExp; arrived: () => void; released: Promise<void>; answered: () => void } | null =
    null;
  const server = createServer((incoming, answer) => {
    void pass(incoming, answer).catch(() => answer.destroy());
  });
  const pass = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const what = `${incoming.method} ${incoming.url}`;
    const body = Buffer.concat(await incoming.toArray());
    requests.push(what);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') writes.push(what);
    const own = instead(what, body.toString());
    if (own) {
      const text = JSON.stringify(own.body);
      seen.push({ what, bytes: text.length });
      answer.writeHead(own.status, { 'content-type': 'application/json' }).end(text);
      return;
    }
    const mine = held?.which.test(what) === true ? held : null;
    if (mine) {
      held = null;
      mine.arrived();
      await mine.released;
    }
    const outgoing = ask(new URL(incoming.url ?? '/', service), {
      method: incoming.method,
      headers: {
        ...incoming.headers,
        'accept-encoding': 'identity',
        host: new URL(service).host,
        'content-length': body.length,
      },
    });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const isJson = response.headers['content-type']?.includes('json') === true;
    const read = Buffer.concat(await response.toArray());
    // Files are fetched through the proxy, too, so their addresses must name it.
    const bytes = isJson ? Buffer.from(read.toString().replaceAll(service, url)) : read;
    seen.push({ what, bytes: bytes.length });
    mine?.answered();
    if (answer.destroyed) return;
    const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = response.headers;
    answer.writeHead(response.statusCode ?? 502, { ...headers, 'content-length': bytes.length });
    answer.end(bytes);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    writes,
    seen,
    hold: (which) => {
      const [here, arrived] = signal();
      const [released, release] = signal();
      const [done, answered] = signal();
      held = { which, arrived, released, answered };
      return {
        here,
        release: () => {
          release();
          return done;
        },
      };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function signal(): [Promise<void>, () => void] {
  let resolve = (): void => undefined;
  return [new Promise<void>((done) => (resolve = done)), () => resolve()];
}
