import type { Space } from '../contract/index.ts';
import type { MirrorConfig } from './config.ts';
import { findSpaces } from './mirror/spaces.ts';
import type { Remote } from './remote/port.ts';

/**
 * Counts the requests of a look at the spaces that finds nothing new. It looks twice and counts the second look, because by then
 * it knows which lists the service has.
 */
export async function lookCost(
  remote: Remote,
  config: MirrorConfig,
): Promise<{ readonly requests: number; readonly spaces: readonly Space[] }> {
  const organizationOfSite = new Map<string, string>();
  const look = async (seen: readonly Space[]): Promise<Space[]> => {
    const known = new Map(seen.map((space) => [space.id, { ...space, path: '' }]));
    const sightings = await findSpaces({ remote, config, known, organizationOfSite });
    return sightings.flatMap((sighting) => (sighting.seen ? [sighting.space] : []));
  };
  const spaces = await look([]);
  const before = remote.requests;
  await look(spaces);
  return { requests: remote.requests - before, spaces };
}
