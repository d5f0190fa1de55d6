/**
 * Measures what an idle daemon costs: 1,000 spaces, an interval of 60 s, nothing changes. Pushes are on and change requests are
 * mirrored, which is the default. Limit: 1 % of a core. The bench measures the processor time of the process (/proc, Linux) over
 * whole intervals after the first cycle and the first check of links, and separately the cycle over all spaces that comes every
 * ten intervals.
 *
 * `npm run bench:idle [-- --spaces 1000 --intervals 3]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { packageRoot } from '../src/base/index.ts';
import { realClock } from '../src/clock/index.ts';
import type { DaemonStatus } from '../src/daemon/index.ts';
import { startService } from '../src/service/index.ts';

const { values } = parseArgs({
  options: { spaces: { type: 'string', default: '1000' }, intervals: { type: 'string', default: '3' } },
});
const spaces = Number(values.spaces);
const intervals = Number(values.intervals);
const limitPercent = 1;
const root = mkdtempSync(join(tmpdir(), 'tidemark-idle-'));
for (let index = 0; index < spaces; index++) {
  const folder = join(root, 'seed', `space-${String(index).padStart(4, '0')}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'README.md'), `# Space ${index}\n\nHello.\n`);
  writeFileSync(join(folder, 'SUMMARY.md'), `# Table of contents\n\n* [Space ${index}](README.md)\n`);
}
const service = await startService({ data: ':memory:', seeds: [join(root, 'seed')] });

const cache = join(packageRoot(), 'node_modules', '.cache', 'soak');
mkdirSync(cache, { recursive: true });
const main = join(cache, 'idle.mjs');
await build({
  ...{ entryPoints: [join(packageRoot(), 'src', 'main.ts')], outfile: main, bundle: true, platform: 'node' },
  ...{ format: 'esm', packages: 'external', logLevel: 'error' },
});
writeFileSync(
  join(root, 'sync.config.yaml'),
  `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { organization: ${service.organization}, metadata: false }
schedule: { interval: 60s }
http: { port: 0 }
`,
);
const daemon = spawn(
  process.execPath,
  [main, 'daemon', '--json', '--config', join(root, 'sync.config.yaml')],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TIDEMARK_TOKEN: service.token },
  },
);
let said = '';
daemon.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
while (!said.includes('"listens"')) await realClock.sleep(50);
const url = /"listens":"([^"]+)"/.exec(said)?.[1] ?? '';
const status = async (): Promise<DaemonStatus> =>
  (await (await globalThis.fetch(`${url}/status`)).json()) as DaemonStatus;

/** Seconds of processor time that the daemon has used. */
function used(): number {
  const fields = readFileSync(`/proc/${daemon.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const started = realClock.monotonic();
while ((await status()).spaces.filter((space) => space.state === 'good').length < spaces)
  await realClock.sleep(500);
const first = { seconds: (realClock.monotonic() - started) / 1_000, cpu: used() };
// After the start, the daemon checks all links once, which does not count as idle.
while ((await status()).links === null) await realClock.sleep(1_000);
await realClock.sleep(5_000);
const beforeAll = used();
// After a reload, the daemon begins with a cycle over all spaces, so the next such cycle is ten intervals away.
daemon.kill('SIGHUP');
while (!said.includes('configuration reloaded')) await realClock.sleep(100);
for (let quiet = 0, last = used(); quiet < 5; last = used()) {
  await realClock.sleep(1_000);
  quiet = used() - last < 0.02 ? quiet + 1 : 0;
}
const whole = used() - beforeAll;
const [from, at] = [used(), realClock.monotonic()];
await realClock.sleep(intervals * 60_000);
const percent = ((used() - from) / ((realClock.monotonic() - at) / 1_000)) * 100;
const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${daemon.pid}/status`, 'utf8'))?.[1];
const ended = once(daemon, 'exit');
daemon.kill('SIGTERM');
await ended;
await service.close();
rmSync(root, { recursive: true, force: true });

console.log(
  `first cycle over ${spaces} spaces   ${first.seconds.toFixed(1)} s, ${first.cpu.toFixed(1)} s of processor time`,
);
console.log(`idle, interval 60 s            ${percent.toFixed(2)} % of a core over ${intervals} intervals`);
console.log(`a quiet cycle over all spaces  ${whole.toFixed(2)} s of processor time, once in ten intervals`);
console.log(
  `together                       ${(percent + (whole / 600) * 100).toFixed(2)} % of a core; limit ${limitPercent} %`,
);
console.log(`resident                       ${Math.round(Number(memory) / 1024)} MB`);
process.exit(percent + (whole / 600) * 100 <= limitPercent ? 0 : 1);
