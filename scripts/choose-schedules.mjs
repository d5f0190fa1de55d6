// Prints the seeds of schedules that together run all code of the sync that any of them runs:
// `node scripts/choose-schedules.mjs people FIRST COUNT`, or `pages` for the schedules of pages. The chosen ones are in
// test/simulation/kept-schedules.json, and test/simulation/kept-schedules.test.ts compares what they do with their records.
import { spawn } from 'node:child_process';
import { bundled } from './bundled.mjs';

const program = await bundled('test/simulation/choose.child.ts');
const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('close', (status) => process.exit(status ?? 1));
