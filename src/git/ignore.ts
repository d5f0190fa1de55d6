import path from 'node:path';
import ignorePackage, { type Ignore } from 'ignore';
import type { RepositoryPlace } from './port.ts';
import { readSettings } from './read-settings.ts';

/** The package is CommonJS, and its types are not: both views give this function. */
const { default: ignore } = ignorePackage;

/**
 * Says which paths `.gitignore` files and `info/exclude` leave out. Rule files are read when first needed; make a new instance
 * for each look at the files.
 */
export function createIgnore(
  place: RepositoryPlace & { workTree: string },
): (file: string, folder: boolean) => boolean {
  const rules = new Map<string, Ignore | null>();
  const rulesOf = (folder: string): Ignore | null => {
    const known = rules.get(folder);
    if (known !== undefined) return known;
    const text = readSettings(path.join(place.workTree, folder, '.gitignore'));
    const extra = folder === '' ? readSettings(path.join(place.commonDir, 'info', 'exclude')) : '';
    const made = text === '' && extra === '' ? null : ignore().add(`${extra}\n${text}`);
    rules.set(folder, made);
    return made;
  };
  const isIgnored = (file: string, folder: boolean): boolean => {
    const parts = file.split('/');
    // Nothing inside an ignored folder can be included again, so the outermost folder is checked first.
    for (let count = 1; count <= parts.length; count++) {
      const isFolder = count < parts.length || folder;
      if (decide(parts.slice(0, count), isFolder)) return true;
    }
    return false;
  };
  const decide = (parts: readonly string[], isFolder: boolean): boolean => {
    let ignored = false;
    for (let depth = 0; depth < parts.length; depth++) {
      const inside = rulesOf(parts.slice(0, depth).join('/'));
      if (inside === null) continue;
      const verdict = inside.test(parts.slice(depth).join('/') + (isFolder ? '/' : ''));
      if (verdict.ignored) ignored = true;
      if (verdict.unignored) ignored = false;
    }
    return ignored;
  };
  return isIgnored;
}
