// Plays schedules of the simulation until it is stopped: `npm run soak`.
import { spawn } from 'node:child_process';
import { bundled } from './bundled.mjs';

const child = spawn(process.execPath, [await bundled('test/simulation/soak.ts')], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (status, signal) => process.exit(status ?? (signal === 'SIGINT' ? 130 : 143)));
