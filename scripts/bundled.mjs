// Bundles a TypeScript program of the checkout (a bench, a soak), so that it can run as a plain process.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './ready.mjs';

/** Returns the path of the bundle. Packages are not bundled. */
export async function bundled(entry) {
  const folder = join(root, 'node_modules', '.cache', 'bundled');
  mkdirSync(folder, { recursive: true });
  // The name includes the folder, because programs of the same name in two folders may be bundled at the same time.
  const outfile = join(folder, entry.replaceAll('/', '-').replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
}
