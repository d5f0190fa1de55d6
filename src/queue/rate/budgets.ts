import type { Redis } from 'ioredis';
import type { Clock, Random } from '../../clock/index.ts';
import { createRateBudget } from './budget.ts';
import type { RateBudgetOptions } from './budget.ts';
import type { BudgetSnapshot, RateBudget } from './port.ts';
import { createRedisBudgetStore } from './redis-store.ts';

/** The budgets of all services and tokens that this process uses. */
export interface RateBudgets {
  /** `credential` is a name for a token, not the token itself. */
  of(origin: string, credential: string): RateBudget;
  snapshots(): Promise<({ origin: string } & BudgetSnapshot)[]>;
  /** Fails all requests that wait, with `reason`. */
  dismiss(reason: Error): void;
  close(): void;
}

export interface RateBudgetsOptions extends Pick<RateBudgetOptions, 'givesUpAfter' | 'onWait'> {
  clock: Clock;
  random: Random;
  /** Shares the budgets with all processes on the same Redis. */
  redis?: Redis;
}

export function createRateBudgets({ clock, random, redis, ...more }: RateBudgetsOptions): RateBudgets {
  const budgets = new Map<string, { origin: string; budget: RateBudget }>();
  const make = (name: string): RateBudget =>
    createRateBudget({
      clock,
      random,
      ...more,
      ...(redis === undefined ? {} : { store: createRedisBudgetStore({ redis, name, clock, random }) }),
    });
  return {
    of: (origin, credential) => {
      const name = `${origin}|${credential}`;
      const known = budgets.get(name);
      if (known) return known.budget;
      const budget = make(name);
      budgets.set(name, { origin, budget });
      return budget;
    },
    snapshots: () =>
      Promise.all(
        [...budgets.values()].map(async ({ origin, budget }) => ({ origin, ...(await budget.snapshot()) })),
      ),
    dismiss: (reason) => {
      for (const { budget } of budgets.values()) budget.dismiss(reason);
    },
    close: () => {
      for (const { budget } of budgets.values()) budget.close();
    },
  };
}
