import type { CyclePorts } from '../cycle.ts';
import type { CycleContext } from '../mirror/context.ts';
import type { SpaceSighting } from '../mirror/spaces.ts';
import type { ProposalReport } from '../report.ts';

/** PLACEHOLDER for the first joining of the mirror; replaced in part B. */
export async function propose(
  _ports: CyclePorts & { context: CycleContext; sightings: readonly SpaceSighting[] },
): Promise<readonly ProposalReport[]> {
  return [];
}
