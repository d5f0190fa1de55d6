import { seededRandom } from '../../src/clock/index.ts';

/** A chance that is the same for the same seed. */
export interface Dice {
  /** From 0 up to, but not, `below`. */
  number(below: number): number;
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item | undefined;
}

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed);
  // The first number of near seeds is near.
  random.number();
  const number = (below: number): number => Math.floor(random.number() * below);
  return {
    number,
    chance: (share) => random.number() < share,
    pick: (items) => (items.length === 0 ? undefined : items[number(items.length)]),
  };
}
