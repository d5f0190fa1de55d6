import type { HttpTransport } from '../../http/port.ts';
import type { World } from '../world.ts';

/**
 * Why a command waits: the service's limit on requests is used up, it does not answer, it refused requests lately, or it has a
 * request and is silent.
 */
export type WaitCause = 'limit' | 'failing' | 'pace' | 'silent';

/** Tells that a command waits, and for how many milliseconds at most. */
export type TellWait = (cause: WaitCause, ms: number) => void;

const sentences: Readonly<Record<WaitCause, string>> = {
  limit: 'the limit on requests of the service is used up.',
  failing: 'the service does not answer, and is asked again then.',
  pace: 'the service refused requests, so that fewer are sent.',
  silent: 'the service has not answered a request yet.',
};

/** In milliseconds. We say nothing about shorter waits, because people hardly notice them. */
const shortestToldMs = 5_000;
/** Waits that end this close together are one wait, in which several requests are. */
const sameEndMs = 2_000;

/** Tells each long wait once on stderr. */
export function waitTeller({ stderr, clock }: Pick<World, 'stderr' | 'clock'>): TellWait {
  let toldUntil = -Infinity;
  return (cause, ms) => {
    const until = clock.monotonic() + ms;
    if (ms < shortestToldMs || until < toldUntil + sameEndMs) return;
    toldUntil = until;
    const clear = stderr.isTTY ? '\r\u001b[2K' : '';
    const upTo = cause === 'silent' ? 'up to ' : '';
    stderr.write(`${clear}Waiting ${upTo}${lengthText(ms)}: ${sentences[cause]}\n`);
  };
}

/** A network that tells when a request has waited some seconds for its answer, and how long it may still wait. */
export function tellingWaits(
  network: HttpTransport,
  { clock, tell }: { readonly clock: World['clock']; readonly tell: TellWait },
): HttpTransport {
  return {
    send: async (request) => {
      const answered = new AbortController();
      const ends = clock.monotonic() + (request.timeoutMs ?? 0);
      const silence = clock.sleep(shortestToldMs, answered.signal);
      silence.then(
        () => tell('silent', ends - clock.monotonic()),
        () => undefined,
      );
      try {
        return await network.send(request);
      } finally {
        answered.abort();
      }
    },
    close: () => network.close(),
  };
}

function lengthText(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
