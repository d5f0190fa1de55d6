// Bundles bench/<name>.ts and runs it as a plain process: `node bench/run.mjs queue`.
import { spawnSync } from 'node:child_process';
import { bundled } from '../scripts/bundled.mjs';

const [name = '', ...args] = process.argv.slice(2);
const program = await bundled(`bench/${name}.ts`);
const { status } = spawnSync(process.execPath, ['--expose-gc', program, ...args], { stdio: 'inherit' });
process.exit(status ?? 1);
