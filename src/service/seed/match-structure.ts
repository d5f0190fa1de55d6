/** A space in a published site's structure. */
export interface StructureSpace {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string;
}

interface Candidate extends StructureSpace {
  readonly section: string | undefined;
  readonly path: string;
  readonly isDefault: boolean;
}

/**
 * Finds the space of a site's `structure.json` for each folder. A folder is named after its section (and then has the section's default
 * variant), or after a variant, in a folder named after the section (`developers/v2`).
 */
export function matchStructure(structure: unknown, folders: readonly string[]): Map<string, StructureSpace> {
  const candidates = candidatesOf(structure);
  const taken = new Set<string>();
  const matched = new Map<string, StructureSpace>();
  for (const folder of folders) {
    const parts = folder.split('/');
    const [name, above] = [parts.at(-1)!, parts.at(-2)];
    const fits = (candidate: Candidate): boolean =>
      !taken.has(candidate.id) &&
      ((candidate.path === name && (candidate.section === above || candidate.section === undefined)) ||
        (candidate.section === name && candidate.isDefault));
    const found = candidates.find(fits);
    if (found === undefined) continue;
    taken.add(found.id);
    const { id, title, emoji } = found;
    matched.set(folder, { id, title, ...(emoji === undefined ? {} : { emoji }) });
  }
  return matched;
}

function candidatesOf(structure: unknown): Candidate[] {
  const found: Candidate[] = [];
  const walk = (value: unknown, section: string | undefined): void => {
    if (Array.isArray(value)) {
      for (const item of value) walk(item, section);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const item = value as Record<string, unknown>;
    const space = item['space'] as Record<string, unknown> | undefined;
    if (item['object'] === 'site-space' && typeof space?.['id'] === 'string') {
      found.push({
        id: space['id'],
        title: typeof space['title'] === 'string' ? space['title'] : space['id'],
        ...(typeof space['emoji'] === 'string' ? { emoji: space['emoji'] } : {}),
        section,
        path: typeof item['path'] === 'string' ? item['path'] : '',
        isDefault: item['default'] === true,
      });
      return;
    }
    const own =
      item['object'] === 'site-section' && typeof item['path'] === 'string' ? item['path'] : section;
    for (const key of ['structure', 'sections', 'children', 'siteSpaces']) walk(item[key], own);
  };
  walk(structure, undefined);
  return found;
}
