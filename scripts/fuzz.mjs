// Plays schedules of real processes and of people who write on both sides: `npm run fuzz`; `-- --help` names the options.
import { spawn } from 'node:child_process';
import { bundled } from './bundled.mjs';

const gitHost = await bundled('test/fuzz/git-host.child.ts');
const program = await bundled('test/fuzz/run.ts');
const child = spawn(process.execPath, [program, gitHost, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (status, signal) => process.exit(status ?? (signal === 'SIGINT' ? 130 : 143)));
