// The entries of the package for programs: `tidemark` and `tidemark/<name>`, each a file of src/library/.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ready.mjs';

export const libraryEntries = readdirSync(join(root, 'src', 'library')).map((file) =>
  file.replace(/\.ts$/, ''),
);

/** The module of an entry, which exports the built part's names. `part` is below dist/. */
export function entryModule(part, names) {
  return `import program from '../program.js';
const part = await program.loadLater(${JSON.stringify(part)});
export const { ${names.join(', ')} } = part;
`;
}
