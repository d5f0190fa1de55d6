// Bundles bench/<name>.ts and runs it as a plain process: `node bench/run.mjs queue`.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [name = '', ...args] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '..', 'node_modules', '.cache', 'bench');
mkdirSync(folder, { recursive: true });
const outfile = join(folder, `${name}.mjs`);
await build({
  entryPoints: [join(here, `${name}.ts`)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, ...args], { stdio: 'inherit' });
process.exit(status ?? 1);
