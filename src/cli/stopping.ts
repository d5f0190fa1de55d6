import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock/index.ts';
import type { HttpTransport } from '../http/port.ts';
import type { World } from './world.ts';

/** The milliseconds for the answer to a write: a person hardly notices them. */
const usualGraceMs = 1_000;

/** The parts of a command that end with the process. */
export interface Stopping {
  /** A clock whose waits end when somebody asks the process to end, so that no request waits for its next try. */
  readonly clock: Clock;
  /** Sends through `transport` for a while after the process was asked to end; then requests fail with the signal's name. */
  around(transport: HttpTransport): HttpTransport;
}

/** Ends the waits of a command when somebody asks the process to end, and its requests `graceMs` later. */
export function stoppingWith(
  { stop, clock }: Pick<World, 'stop' | 'clock'>,
  graceMs = usualGraceMs,
): Stopping {
  const cut = new AbortController();
  // Every request and every wait listens to this signal. Many listeners are no leak here.
  setMaxListeners(0, stop, cut.signal);
  const begin = (): void => void clock.sleep(graceMs).then(() => cut.abort(stop.reason));
  if (stop.aborted) begin();
  else stop.addEventListener('abort', begin, { once: true });
  return {
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: (ms, signal) => clock.sleep(ms, signal === undefined ? stop : AbortSignal.any([signal, stop])),
    },
    around: (transport) => ({
      send: async (request) => {
        const { signal } = request;
        try {
          cut.signal.throwIfAborted();
          return await transport.send({
            ...request,
            signal: signal === undefined ? cut.signal : AbortSignal.any([signal, cut.signal]),
          });
        } catch (error) {
          throw cut.signal.aborted ? stop.reason : error;
        }
      },
      close: () => transport.close(),
    }),
  };
}
