import { Agent, createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the network, or something on the way, does to one request. */
export type ProxyFault =
  | { readonly kind: 'latency'; readonly ms: number }
  /** The connection is reset before the service has seen the request. */
  | { readonly kind: 'reset-before' }
  /** The service does its work, and the connection is reset before a byte of the answer. */
  | { readonly kind: 'reset-after' }
  /** The answer stops in the middle of its body. */
  | { readonly kind: 'truncated'; readonly share: number }
  /** The body trickles: a pause in the middle, longer or shorter than anybody waits. */
  | { readonly kind: 'slow-body'; readonly ms: number }
  /** Something on the way answers, and the service sees nothing. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The service does its work, and something on the way answers in its place. */
  | { readonly kind: 'answered-after'; readonly status: number }
  /** An answer of before, as a cache gives it; the service sees nothing. */
  | { readonly kind: 'old'; readonly answer: Answer };

export interface FaultProxy {
  readonly url: string;
  /** Decides for each request; null: it goes through. Replaced at will. */
  plan: (request: { method: string; path: string }) => ProxyFault | null;
  /** Sees what the service answered, whatever becomes of the answer. */
  hear: (request: { method: string; path: string }, answer: Answer) => void;
  /** Where to send what comes. */
  target: string;
  close(): Promise<void>;
}

/** A proxy in front of the service that breaks what its plan says; it speaks real HTTP over real sockets. */
export async function startFaultProxy(): Promise<FaultProxy> {
  const agent = new Agent();
  const server = createServer((request, response) => {
    void collect(request).then(
      (body) => {
        const asked = { method: request.method ?? '', path: request.url ?? '' };
        play(proxy.plan(asked), request, response, (done) =>
          forward(proxy.target, agent, request, body, (given) => {
            const answer = given && withOwnAddress(given);
            if (answer) proxy.hear(asked, answer);
            done(answer);
          }),
        );
        // Who asked was killed in the middle of the request.
      },
      () => request.socket.destroy(),
    );
  });
  // A service says where it is in its answers: whoever came through the proxy goes on through it.
  const withOwnAddress = (answer: Answer): Answer => {
    const { 'content-length': _, ...headers } = answer.headers;
    if (!String(headers['content-type']).includes('json') || proxy.url.startsWith(proxy.target))
      return answer;
    return {
      ...answer,
      headers,
      body: Buffer.from(answer.body.toString().replaceAll(proxy.target, proxy.url)),
    };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: () => null,
    hear: () => undefined,
    target: '',
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

function play(
  fault: ProxyFault | null,
  request: IncomingMessage,
  response: ServerResponse,
  ask: (done: (answer: Answer | null) => void) => void,
): void {
  const reset = (): void => void request.socket.resetAndDestroy();
  const pass = (): void =>
    ask((answer) => {
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      else reset();
    });
  switch (fault?.kind) {
    case undefined:
      return pass();
    case 'latency':
      return void setTimeout(pass, fault.ms);
    case 'reset-before':
      return reset();
    case 'reset-after':
      return ask(reset);
    case 'truncated':
      return ask((answer) => {
        if (!answer) return reset();
        response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
        response.write(answer.body.subarray(0, Math.floor(answer.body.length * fault.share)), reset);
      });
    case 'slow-body':
      return ask((answer) => {
        if (!answer) return reset();
        const half = answer.body.length >> 1;
        response.writeHead(answer.status, answer.headers);
        response.write(answer.body.subarray(0, half));
        setTimeout(() => response.end(answer.body.subarray(half)), fault.ms);
      });
    case 'answered':
      return refuse(response, fault.status, fault.headers);
    case 'answered-after':
      return ask(() => refuse(response, fault.status));
    case 'old':
      return void response.writeHead(fault.answer.status, fault.answer.headers).end(fault.answer.body);
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { code: status, message: 'somewhere on the way' } }));
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function forward(
  target: string,
  agent: Agent,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  done: (answer: Answer | null) => void,
): void {
  const plain = { ...headers, 'accept-encoding': 'identity' };
  const outgoing = send(`${target}${url ?? '/'}`, { method, headers: plain, agent }, (answer) => {
    collect(answer).then(
      (bytes) => {
        const { 'transfer-encoding': _, connection: __, ...rest } = answer.headers;
        done({ status: answer.statusCode ?? 502, headers: rest, body: bytes });
      },
      () => done(null),
    );
  });
  outgoing.on('error', () => done(null));
  outgoing.end(body);
}
