export { findFaults } from './faults.ts';
export type { Fault } from './faults.ts';
export { repairFaults } from './mend.ts';
