import type { EventEmitter } from 'node:events';
import { Agent as PlainAgent, request as sendPlain } from 'node:http';
import type { ClientRequestArgs, IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as sendSecure } from 'node:https';
import { acceptedEncodings } from './decode.ts';
import { addressOf } from './failures.ts';
import { readOverSocket } from './socket-answer.ts';
import type { ArrivingAnswer } from './socket-answer.ts';
import type { HttpRequest, HttpTransport } from './port.ts';

export interface LightTransportOptions {
  /** How many sockets to one origin are open at a time. */
  readonly connections?: number;
}

/** A transport that uses only Node's own modules: it is ready at once, but needs more time for each request than undici's pool. */
export function createLightTransport({ connections = 16 }: LightTransportOptions = {}): HttpTransport {
  const options = { keepAlive: true, maxSockets: connections };
  const agents = { 'http:': new PlainAgent(options), 'https:': new SecureAgent(options) };
  const start = (request: HttpRequest, stop: EventEmitter): Promise<ArrivingAnswer> =>
    new Promise((resolve, reject) => {
      const url = addressOf(request);
      const { body } = request;
      const isSecure = url.protocol === 'https:';
      const args: ClientRequestArgs = {
        ...{ method: request.method, agent: agents[isSecure ? 'https:' : 'http:'] },
        headers: {
          'accept-encoding': acceptedEncodings,
          ...request.headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      };
      const sending = (isSecure ? sendSecure : sendPlain)(url, args, (answer) => resolve(arriving(answer)));
      stop.once('abort', () => sending.destroy(new Error('given up')));
      sending.on('error', reject).end(body);
    });
  return {
    send: (request) => readOverSocket(request, (stop) => start(request, stop)),
    close: async () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function arriving(answer: IncomingMessage): ArrivingAnswer {
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headersDistinct,
    body: answer,
    discard: () => void answer.on('error', () => undefined).destroy(),
  };
}

/** How many requests are sent before loading the pool pays off. */
const fewRequests = 12;

/**
 * Begins with a light transport and switches to a pool after a few requests: a command with few requests should not wait for code
 * that only pays off over thousands.
 */
export function createGrowingTransport(
  light: HttpTransport,
  grow: () => Promise<HttpTransport>,
): HttpTransport {
  let sent = 0;
  let grown: Promise<HttpTransport> | undefined;
  return {
    send: async (request) => {
      sent += 1;
      if (sent <= fewRequests) return light.send(request);
      grown ??= grow();
      return (await grown).send(request);
    },
    close: async () => {
      await Promise.all([light.close(), grown?.then((transport) => transport.close())]);
    },
  };
}
