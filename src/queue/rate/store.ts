import type { Clock } from '../../clock/index.ts';
import { newBudgetState, type BudgetState } from './state.ts';

/** Where the state of a budget lives, and who may change it at once: one at a time. */
export interface BudgetStore {
  /** Calls `change` with the state and the time of the state's clock; what it does to the state is kept as a whole. */
  transact<T>(change: (state: BudgetState, now: number) => T): Promise<T>;
  /** True when other processes change the state, too, so that its changes must be asked for. */
  readonly shared: boolean;
  close(): void;
}

/** A state of this process alone. */
export function createMemoryBudgetStore(clock: Clock): BudgetStore {
  const state = newBudgetState();
  return {
    shared: false,
    transact: (change) => Promise.resolve(change(state, clock.monotonic())),
    close: () => undefined,
  };
}
