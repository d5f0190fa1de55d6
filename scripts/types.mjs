// Writes types/: the TypeScript declarations of the library's entries, with all dependencies included, because people who install
// the package do not have the packages that it was built from.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { libraryEntries } from './library.mjs';
import { root } from './ready.mjs';
import { beginFolder } from './whole-folder.mjs';

const types = beginFolder(join(root, 'types'));
const out = types.path;
const typebox = join(root, 'node_modules', 'typebox');

const bundle = await rollup({
  input: Object.fromEntries(libraryEntries.map((name) => [name, join(root, 'src', 'library', `${name}.ts`)])),
  plugins: [dts({ tsconfig: join(root, 'tsconfig.json') })],
  external: (id) => !/^[./]/.test(id),
});
await bundle.write({
  dir: out,
  format: 'es',
  entryFileNames: '[name].d.ts',
  chunkFileNames: 'shared-[name].d.ts',
});
await bundle.close();

for (const name of readdirSync(out)) {
  const text = readFileSync(join(out, name), 'utf8').replace(
    /(from )['"]typebox['"]/g,
    "$1'./typebox/index.mjs'",
  );
  const outside = [...text.matchAll(/(?:from|import\() ?['"]([^'"./][^'"]*)['"]/g)].filter(
    ([, id]) => !id.startsWith('node:'),
  );
  if (outside.length > 0)
    throw new Error(`types/${name} names packages that nobody has: ${outside.map(([, id]) => id)}`);
  writeFileSync(join(out, name), text);
}
// A bundler of declarations breaks the references between TypeBox's types, so we copy them unchanged.
copyTypes(join(typebox, 'build', 'index.d.mts'));
copyFileSync(join(typebox, 'license'), join(out, 'typebox', 'license'));
types.put();

function copyTypes(file, seen = new Set()) {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const to = join(out, 'typebox', relative(join(typebox, 'build'), file));
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
  for (const [, id] of text.matchAll(/(?:from|import\(|import) ?['"](\.[^'"]+)['"]/g)) {
    const other = join(dirname(file), id.replace(/\.mjs$/, '.d.mts'));
    if (!existsSync(other)) throw new Error(`${file} names ${id}, which is not there`);
    copyTypes(other, seen);
  }
}
