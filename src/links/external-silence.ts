import { hostOf } from './external-hosts.ts';

/** After more addresses than this in a row without an answer in time, a host counts as away. One slow page says nothing of the others. */
const mostInRow = 2;
/** The same for a host that answers in between: each of its silent addresses delays the run by two time limits. */
const mostInAll = 9;

/** Remembers which addresses gave no answer in time, so that nobody waits for them or for their host again and again. */
export class SilentHosts {
  readonly #addresses = new Set<string>();
  readonly #inRow = new Map<string, number>();
  readonly #inAll = new Map<string, number>();

  /** Records whether a request for an address ran out of time. */
  record(url: string, wasSilent: boolean): void {
    const host = hostOf(url);
    if (!wasSilent) {
      this.#inRow.delete(host);
      return;
    }
    this.#addresses.add(url);
    for (const counts of [this.#inRow, this.#inAll]) counts.set(host, (counts.get(host) ?? 0) + 1);
  }

  /** Whether this very address gave no answer in time. */
  wasSilent(url: string): boolean {
    return this.#addresses.has(url);
  }

  /** Whether so many addresses of the host gave no answer that it gets no more requests. */
  isAway(host: string): boolean {
    return (this.#inRow.get(host) ?? 0) > mostInRow || (this.#inAll.get(host) ?? 0) > mostInAll;
  }
}
