import type { Clock } from '../../clock/index.ts';
import { newBudgetState, type BudgetState } from './state.ts';

/** Where the state of a budget is kept, and how it is changed: by one caller at a time. */
export interface BudgetStore {
  /** Calls `change` with the state and the time of the state's clock; all changes to the state are kept together. */
  transact<T>(change: (state: BudgetState, now: number) => T): Promise<T>;
  /** True when other processes change the state, too, so that its changes have to be looked for. */
  readonly shared: boolean;
  close(): void;
}

/** A state for this process alone. */
export function createMemoryBudgetStore(clock: Clock): BudgetStore {
  const state = newBudgetState();
  return {
    shared: false,
    transact: (change) => Promise.resolve(change(state, clock.monotonic())),
    close: () => undefined,
  };
}
