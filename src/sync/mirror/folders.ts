import { foldName, safeName, slugOfTitle } from '../../content/index.ts';
import type { SpaceRecord } from '../state/records.ts';
import type { FoundSpace } from './spaces.ts';

/**
 * The folder of a space: the configured one, else the recorded one, else one made from the title; never a folder that another
 * space has, whichever spaces come and go.
 */
export function folderOf(
  sighting: FoundSpace,
  record: Pick<SpaceRecord, 'path'> | undefined,
  all: readonly FoundSpace[],
  known: ReadonlyMap<string, Pick<SpaceRecord, 'id' | 'path'>>,
): string {
  if (sighting.path !== null)
    return sighting.path === '' ? '.' : sighting.path.replace(/^\.\/(?=.)|\/+$/gu, '');
  if (record) return record.path;
  const title = sighting.seen ? sighting.space.title : sighting.id;
  const name = safeName(slugOfTitle(title), sighting.id);
  const taken = new Set<string>();
  for (const other of known.values()) if (other.id !== sighting.id) taken.add(foldName(other.path));
  for (const other of all)
    if (other.id !== sighting.id && other.path !== null) taken.add(foldName(other.path));
  if (!taken.has(foldName(name))) return name;
  return safeName(`${name}-${sighting.id.slice(0, 8)}`, sighting.id);
}
