import { AppError, untilClosed, type UntilClosed } from '../base/index.ts';
import { createClient, type Client } from '../client/index.ts';
import { realClock, realRandom } from '../clock/index.ts';
import type { HttpTransport } from '../http/index.ts';
import { realPorts } from '../real-ports.ts';

export { AppError };
export type { ErrorCode } from '../base/index.ts';
export type { Client } from '../client/index.ts';

export interface ConnectOptions {
  /** The address where the service's interface begins, for example `https://api.example.com`. */
  readonly url: string;
  /** The API token. Read it from the environment; never write it into a program. */
  readonly token?: string;
  /** How long one request may take; 30 seconds by default. */
  readonly timeoutMs?: number;
}

/** A client with one method for each operation of the interface. Call `close` at the end to close its connections. */
export interface ConnectedClient extends Client {
  /** Ends the calls under way, and closes the connections. A call that was ended or that comes later fails with `CANCELLED`. */
  close(): Promise<void>;
}

/** Connects to a service. Nothing is sent before the first call. */
export async function connect({ url, token, timeoutMs }: ConnectOptions): Promise<ConnectedClient> {
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0))
    throw new AppError('USAGE', `timeoutMs is ${timeoutMs}, and no request can be answered in that time.`, {
      hint: 'Give a number of milliseconds above 0, or leave it out for 30 seconds.',
    });
  const transport = await realPorts.transport();
  // An address in an answer may be anybody's: only public addresses are requested, and never with the token.
  const elsewhere = await realPorts.transport({ publicOnly: true });
  const calls = untilClosed({ name: 'The client', opener: 'connect' }, async () => {
    await Promise.all([transport.close(), elsewhere.close()]);
  });
  const client = createClient({
    transport: sendingUntilClosed(transport, calls),
    elsewhere: sendingUntilClosed(elsewhere, calls),
    baseUrl: url.replace(/\/+$/, '').replace(/\/v1$/, ''),
    clock: realClock,
    random: realRandom,
    userAgent: 'tidemark',
    ...(token === undefined ? {} : { token }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return Object.assign(client, { close: calls.close });
}

function sendingUntilClosed(transport: HttpTransport, calls: UntilClosed): HttpTransport {
  return {
    send: (request) =>
      calls.run(() => {
        const signals = [calls.signal, ...(request.signal === undefined ? [] : [request.signal])];
        return transport.send({ ...request, signal: AbortSignal.any(signals) });
      }),
    close: () => transport.close(),
  };
}
