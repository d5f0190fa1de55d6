export { checkMoves, moveOf } from './allowed.ts';
export { newFaults } from './new-faults.ts';
export type { Move } from './paths.ts';
export { indexAfterMove, planMove } from './plan.ts';
export type { FileEdit, MovePlan, PlacedEntry } from './plan.ts';
export { applySplices } from './splices.ts';
export type { Splice } from './splices.ts';
