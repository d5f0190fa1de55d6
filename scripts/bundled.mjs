// Bundles a program of the checkout that is written in TypeScript (a bench, a soak), to be run as a plain process.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './ready.mjs';

/** Gives the path of the bundle; its packages stay outside. */
export async function bundled(entry) {
  const folder = join(root, 'node_modules', '.cache', 'bundled');
  mkdirSync(folder, { recursive: true });
  // By its whole path: programs of the same name in two folders may be made at the same time.
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
