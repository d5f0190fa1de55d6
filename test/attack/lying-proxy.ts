import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** An answer with these parts. */
export function answerOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string = '',
): Answer {
  return { status, headers, body: Buffer.from(body) };
}

export interface Asked {
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

/** Another answer, or a function that writes to the socket what no honest server would. */
export type Lie = Answer | ((response: ServerResponse, honest: Answer) => void);

export interface LyingProxy {
  readonly url: string;
  /** Looks at each honest answer; undefined lets it through. Replaced at will. */
  lie: (asked: Asked, honest: Answer) => Lie | undefined;
  /** Changes the path of a request on its way. */
  rewrite: (path: string) => string;
  close(): Promise<void>;
}

/** Stands before an honest server, whose address it replaces by its own in answers, and lies where it is told to. */
export async function startLyingProxy(target: string): Promise<LyingProxy> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const asked = { method: request.method ?? '', path: request.url ?? '' };
    forward(`${target}${proxy.rewrite(asked.path)}`, agent, request).then(
      (given) => {
        const honest = { ...given, body: withOwnAddress(given) };
        const said = proxy.lie(asked, honest) ?? honest;
        if (typeof said === 'function') said(response, honest);
        else
          response
            .writeHead(said.status, { ...said.headers, 'content-length': said.body.length })
            .end(said.body);
      },
      () => request.socket.destroy(),
    );
  });
  const withOwnAddress = ({ headers, body }: Answer): Buffer =>
    (headers['content-type'] ?? '').includes('json')
      ? Buffer.from(body.toString().replaceAll(target, proxy.url))
      : body;
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: LyingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: () => undefined,
    rewrite: (path) => path,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

async function forward(url: string, agent: Agent, request: IncomingMessage): Promise<Answer> {
  const body = await buffer(request);
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers, host: new URL(url).host, 'accept-encoding': 'identity' };
    const sent = send(url, { method: request.method ?? 'GET', headers, agent }, (answer) => {
      buffer(answer).then((bytes) => {
        const { 'transfer-encoding': _, connection: __, ...rest } = answer.headers;
        resolve({ status: answer.statusCode ?? 502, headers: rest, body: bytes });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A server of another origin that nobody has a reason to ask: what reaches it is kept. */
export async function startCatcher(): Promise<{ url: string; caught: string[]; close(): Promise<void> }> {
  const caught: string[] = [];
  const server = createServer((request, response) => {
    caught.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caught,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
