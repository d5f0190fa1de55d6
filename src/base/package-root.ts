import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/**
 * The folder that contains the package (with `templates/`), as an absolute path: the same for the sources under test and for the
 * built files, which are at different depths.
 */
export function packageRoot(): string {
  if (found !== undefined) return found;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) || !existsSync(join(folder, 'templates'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('Tidemark is not installed whole: no folder above it has templates/');
    folder = parent;
  }
  found = folder;
  return folder;
}
