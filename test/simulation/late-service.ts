import type { Remote } from '../../src/sync/index.ts';
import { diceOf, type Dice } from '../people/dice.ts';
import type { MemoryService } from './memory-service.ts';

const reads: readonly PropertyKey[] = [
  ...['organizationSpaces', 'collectionSpaces', 'space', 'content', 'page', 'changes'],
  ...['changeRequests', 'changeRequest'],
];
const writes: readonly PropertyKey[] = [
  ...['createChangeRequest', 'setChangeRequest', 'merge', 'update', 'changeContent', 'importContent'],
];

/** How far behind readers are, and the share of them that is. It may change while a service is played. */
export interface Lag {
  ms: number;
  readonly share: number;
  readonly dice: Dice;
}

/**
 * A service whose readers are behind its writes: for some seconds after a write, all of them or some show what was before it, and know
 * nothing of what was just made. `remote` is what answers when nothing is late.
 */
export function lateRemote(
  { service, remote, now }: { service: MemoryService; remote: Remote; now: () => number },
  lag: Lag,
  heard: string[],
): Remote {
  const before: { readonly at: number; readonly shows: MemoryService }[] = [];
  return new Proxy(remote, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const own = (value as (...input: unknown[]) => Promise<unknown>).bind(target);
      if (writes.includes(name))
        return (...input: unknown[]) => {
          before.push({ at: now(), shows: service.snapshot() });
          return own(...input);
        };
      if (!reads.includes(name)) return own;
      return (...input: unknown[]) => {
        const old = before.find(({ at }) => at + lag.ms > now());
        if (!old || !lag.dice.chance(lag.share)) return own(...input);
        const said = `what is asked for shows what was ${lag.ms} ms ago`;
        if (heard.at(-1) !== said) heard.push(said);
        service.requests++;
        const late = Reflect.get(old.shows, name, old.shows) as (...asked: unknown[]) => Promise<unknown>;
        return late.apply(old.shows, input);
      };
    },
  });
}

/** How far behind the readers of a service are. */
export function lagOf(seed: number): Lag {
  const dice = diceOf(seed);
  return { ms: dice.pick([1000, 3000, 8000, 25_000])!, share: dice.pick([1, 0.5])!, dice };
}
