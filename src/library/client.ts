import { createClient, type Client } from '../client/index.ts';
import { realClock, realRandom } from '../clock/index.ts';
import { realPorts } from '../real-ports.ts';

export type { AppError, ErrorCode } from '../base/index.ts';
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
  close(): Promise<void>;
}

/** Connects to a service. Nothing is sent before the first call. */
export async function connect({ url, token, timeoutMs }: ConnectOptions): Promise<ConnectedClient> {
  const transport = await realPorts.transport();
  // An address in an answer may be anybody's: only public addresses are requested, and never with the token.
  const elsewhere = await realPorts.transport({ publicOnly: true });
  const client = createClient({
    transport,
    elsewhere,
    baseUrl: url.replace(/\/+$/, '').replace(/\/v1$/, ''),
    clock: realClock,
    random: realRandom,
    userAgent: 'tidemark',
    ...(token === undefined ? {} : { token }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return Object.assign(client, {
    close: async () => {
      await Promise.all([transport.close(), elsewhere.close()]);
    },
  });
}
