import { checkSpaceNames, isNamed } from '../space-names.ts';
import type { SpaceRecord } from '../state/records.ts';
import { folderOf } from './folders.ts';
import type { FoundSpace } from './spaces.ts';

/**
 * The ids of the spaces that people ask for by id or folder; all ids when nobody asks. A space that is not mirrored yet is found
 * by the folder that it will get.
 *
 * @throws USAGE for a name that no space has.
 */
export function askedSpaces(
  names: readonly string[] | undefined,
  sightings: readonly FoundSpace[],
  records: ReadonlyMap<string, SpaceRecord>,
): ReadonlySet<string> {
  if (!names) return new Set(sightings.map(({ id }) => id));
  const known = new Map<string, Pick<SpaceRecord, 'id' | 'path'>>(records);
  const spaces = sightings.map((sighting) => {
    const { id } = sighting;
    const space = { id, path: folderOf(sighting, records.get(id), sightings, known) };
    known.set(id, space);
    return space;
  });
  checkSpaceNames(names, spaces);
  return new Set(spaces.filter((space) => names.some((name) => isNamed(space, name))).map(({ id }) => id));
}
