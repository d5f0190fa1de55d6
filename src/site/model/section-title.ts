import type { PlacedSpace } from './site-model.ts';

/** The name of a space in lists without menus around them. */
export function sectionTitle(space: PlacedSpace): string {
  if (!space.section) return space.title;
  return space.section.spaces.length > 1 ? `${space.section.title} (${space.title})` : space.section.title;
}
