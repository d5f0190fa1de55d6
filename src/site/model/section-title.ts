import type { PlacedSpace } from './site-model.ts';

/** What a space is called in lists that have no menus around them. */
export function sectionTitle(space: PlacedSpace): string {
  if (!space.section) return space.title;
  return space.section.spaces.length > 1 ? `${space.section.title} (${space.title})` : space.section.title;
}
