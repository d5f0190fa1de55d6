import type { World } from '../world.ts';

/** Why a command waits: the service's limit on requests is used up, it does not answer, or it refused requests lately. */
export type WaitCause = 'limit' | 'failing' | 'pace';

const sentences: Readonly<Record<WaitCause, string>> = {
  limit: 'the limit on requests of the service is used up.',
  failing: 'the service does not answer, and is asked again then.',
  pace: 'the service refused requests, so that fewer are sent.',
};

/** In milliseconds. We say nothing about shorter waits, because people hardly notice them. */
const shortestToldMs = 5_000;
/** Waits that end this close together are one wait, in which several requests are. */
const sameEndMs = 2_000;

/** Tells each long wait once on stderr. With `--json`, stderr has failures only. */
export function waitTeller({ stderr, clock, json }: World): (cause: WaitCause, ms: number) => void {
  let toldUntil = -Infinity;
  return (cause, ms) => {
    const until = clock.monotonic() + ms;
    if (json === true || ms < shortestToldMs || until < toldUntil + sameEndMs) return;
    toldUntil = until;
    const clear = stderr.isTTY ? '\r\u001b[2K' : '';
    stderr.write(`${clear}Waiting ${lengthText(ms)}: ${sentences[cause]}\n`);
  };
}

function lengthText(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
