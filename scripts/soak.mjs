// Plays schedules of the simulation until it is stopped: `npm run soak`.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './ready.mjs';

const folder = join(root, 'node_modules', '.cache', 'soak');
mkdirSync(folder, { recursive: true });
const outfile = join(folder, 'soak.mjs');
await build({
  entryPoints: [join(root, 'test/simulation/soak.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
});
const child = spawn(process.execPath, [outfile], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (status, signal) => process.exit(status ?? (signal === 'SIGINT' ? 130 : 143)));
