// Plays the corpus of attacks against the installed program: `npm run attack`, or with the names of some kinds.
import { spawn } from 'node:child_process';
import { bundled } from './bundled.mjs';

const program = await bundled('test/attack/run.ts');
const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (status, signal) => process.exit(status ?? (signal === 'SIGINT' ? 130 : 143)));
