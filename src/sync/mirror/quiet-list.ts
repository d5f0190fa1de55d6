import type { Oid } from '../../git/port.ts';
import type { SpaceRecord } from '../state/records.ts';
import { changeToken, type FoundSpace } from './spaces.ts';

/** What a list of spaces is compared with: the state as it was when the list was requested, and the time of the request. */
export interface ListMoment {
  readonly state: Oid | null;
  readonly at: number;
}

/**
 * Keeps the last list of all spaces when it showed nothing new. For a cycle that only confirms what looks have shown already, a
 * slightly old list is as good as a new one: it was requested after the state that the cycle starts from had been written.
 */
export class QuietList {
  #last: (ListMoment & { readonly sightings: readonly FoundSpace[] }) | undefined;

  note(
    sightings: readonly FoundSpace[],
    moment: ListMoment,
    records: ReadonlyMap<string, SpaceRecord>,
  ): void {
    const isQuiet = sightings.every(
      (each) => each.seen && records.get(each.id)?.token === changeToken(each.space),
    );
    this.#last = isQuiet ? { ...moment, sightings } : undefined;
  }

  /** The last list; null when it is older than `withinMs`, or when the state has changed since. */
  recall({ state, at }: ListMoment, withinMs: number): readonly FoundSpace[] | null {
    const last = this.#last;
    return last && last.state === state && at - last.at <= withinMs ? last.sightings : null;
  }
}
