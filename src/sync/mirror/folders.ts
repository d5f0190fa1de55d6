import { foldName, safeName, slugify } from '../../content/index.ts';
import type { SpaceRecord } from '../state/records.ts';
import type { SpaceSighting } from './spaces.ts';

/**
 * The folder of a space: as configured, else as recorded, else from its title; never one that another space has, whatever
 * comes or goes.
 */
export function folderOf(
  sighting: SpaceSighting,
  record: Pick<SpaceRecord, 'path'> | undefined,
  all: readonly SpaceSighting[],
  known: ReadonlyMap<string, Pick<SpaceRecord, 'id' | 'path'>>,
): string {
  if (sighting.path !== null)
    return sighting.path === '' ? '.' : sighting.path.replace(/^\.\/(?=.)|\/+$/gu, '');
  if (record) return record.path;
  const title = sighting.seen ? sighting.space.title : sighting.id;
  const name = safeName(slugify(title), sighting.id);
  const taken = new Set<string>();
  for (const other of known.values()) if (other.id !== sighting.id) taken.add(foldName(other.path));
  for (const other of all)
    if (other.id !== sighting.id && other.path !== null) taken.add(foldName(other.path));
  if (!taken.has(foldName(name))) return name;
  return safeName(`${name}-${sighting.id.slice(0, 8)}`, sighting.id);
}
