import type { Finding } from '../finding.ts';
import { countByLevel } from './shape.ts';

/** A part of the documentation, with its number of faults. */
export interface Section {
  readonly name: string;
  readonly error: number;
  readonly warning: number;
  readonly note: number;
  readonly total: number;
}

/** The name for files outside folders. */
const topName = 'top level';

/** The folders of the documentation, the one with the most faults first. A single folder around everything does not count. */
export function sectionsOf(findings: readonly Finding[]): Section[] {
  const folders = findings.map(({ path, isFile }) => (isFile ? path.split('/').slice(0, -1) : []));
  const depth = commonDepth(folders);
  const groups = new Map<string, Finding[]>();
  findings.forEach((finding, at) => {
    const inner = folders[at]?.slice(0, depth + 1) ?? [];
    const name = inner.length > depth ? `${inner.join('/')}/` : inner.length > 0 ? inner.join('/') : topName;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [finding]);
    else group.push(finding);
  });
  return [...groups]
    .map(([name, found]) => {
      const { error, warning, note, total } = countByLevel(found);
      return { name, error, warning, note, total };
    })
    .sort(
      (one, other) =>
        other.error - one.error ||
        other.warning - one.warning ||
        other.note - one.note ||
        (one.name < other.name ? -1 : 1),
    );
}

/** How many folders all findings have in common. */
function commonDepth(folders: readonly (readonly string[])[]): number {
  const [first = []] = folders;
  let depth = 0;
  while (depth < first.length && folders.every((folder) => folder[depth] === first[depth])) depth += 1;
  return depth;
}
