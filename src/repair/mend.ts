import type { Fault, FaultPorts } from './faults.ts';
import { findFaults } from './faults.ts';

/** How often we look again: mending one fault may reveal another behind it. */
const mostLooks = 6;

/** Mends what is broken here, and returns everything that was found. Faults that the next sync mends are left to it. */
export async function repairFaults(ports: FaultPorts): Promise<readonly Fault[]> {
  const told = new Map<string, Fault>();
  for (let look = 0; look < mostLooks; look++) {
    const faults = await findFaults(ports);
    for (const { mend: _mend, ...fault } of faults) told.set(fault.message, fault);
    const mendable = faults.filter(({ mend }) => mend !== null);
    if (mendable.length === 0) break;
    for (const { mend } of mendable) await mend!();
  }
  return [...told.values()];
}
