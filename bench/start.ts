/**
 * Measures how long a person waits before a command begins: medians beside an empty node script, all in turns in one run. Limits:
 * `--help` within 15 ms and 20 % of the empty script; commands that read the configuration within 60 ms of it, measured
 * on commands that read it, find no token and say so. Also measures, without a limit, whole commands with a small mirror
 * and a service on this machine, including their requests and their work. Needs `npm run build`.
 *
 * `node bench/run.mjs start [--rounds 15] [--program dist/main.js]`
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/base/index.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    program: { type: 'string', default: join(packageRoot(), 'dist', 'main.js') },
  },
});
const rounds = Number(values.rounds);
const main = resolve(values.program);
const root = mkdtempSync(join(tmpdir(), 'tidemark-start-'));
const empty = join(root, 'empty.mjs');
writeFileSync(empty, '');

const service = spawn(
  process.execPath,
  [main, 'serve', '--json', '--port', '0', '--seed', join(packageRoot(), 'templates', 'sample', 'guides')],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const [line] = (await once(service.stdout, 'data')) as [Buffer];
const { url, token, spaces } = JSON.parse(line.toString().split('\n')[0] ?? '') as {
  url: string;
  token: string;
  spaces: { id: string }[];
};
writeFileSync(
  join(root, 'sync.config.yaml'),
  `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { spaces: [ { id: ${spaces[0]?.id ?? ''}, path: guides } ] }
`,
);

interface Case {
  name: string;
  args: readonly string[];
  /** The limit in milliseconds beyond the empty script. */
  limit?: (emptyMs: number) => number;
  withToken?: boolean;
  exit: number;
}
const help = (ms: number): number => 15 + ms * 0.2;
const reading = (): number => 60;
const cases: readonly Case[] = [
  { name: 'an empty node script', args: [empty], exit: 0 },
  { name: 'tidemark --version', args: [main, '--version'], limit: help, exit: 0 },
  { name: 'tidemark --help', args: [main, '--help'], limit: help, exit: 0 },
  { name: 'tidemark sync --help', args: [main, 'sync', '--help'], limit: help, exit: 0 },
  { name: 'tidemark status, no token', args: [main, 'status'], limit: reading, exit: 4 },
  { name: 'tidemark sync, no token', args: [main, 'sync'], limit: reading, exit: 4 },
  { name: 'tidemark cr list, no token', args: [main, 'cr', 'list'], limit: reading, exit: 4 },
  { name: 'tidemark links --offline', args: [main, 'links', '--offline', '--fail-on', 'never'], exit: 0 },
  { name: 'tidemark cr list', args: [main, 'cr', 'list'], withToken: true, exit: 0 },
  { name: 'tidemark status', args: [main, 'status'], withToken: true, exit: 0 },
  { name: 'tidemark sync, nothing new', args: [main, 'sync'], withToken: true, exit: 0 },
];

run(cases.find(({ name }) => name.startsWith('tidemark sync, nothing'))!); // the first mirror
const mean = (list: readonly number[]): number =>
  list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
const measured = cases.map(() => ({ wall: [] as number[], cpu: [] as number[] }));
for (let round = 0; round <= rounds; round++)
  for (const [index, one] of cases.entries()) {
    const { wall, cpu } = run(one);
    if (round === 0) continue; // warms the file system's memory
    measured[index]?.wall.push(wall);
    measured[index]?.cpu.push(cpu);
  }
service.kill('SIGTERM');
rmSync(root, { recursive: true, force: true });

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const base = { wall: median(measured[0]?.wall ?? []), cpu: mean(measured[0]?.cpu ?? []) };
let over = 0;
console.log(`${`${rounds} rounds, in turns`.padEnd(30)}   median      over      processor, mean`);
for (const [index, { name, limit }] of cases.entries()) {
  const wall = median(measured[index]?.wall ?? []);
  const cpu = mean(measured[index]?.cpu ?? []);
  const allowed = limit?.(base.wall);
  const isOver = allowed !== undefined && wall - base.wall > allowed;
  if (isOver) over++;
  const verdict = allowed === undefined ? '' : `  limit +${allowed.toFixed(0)} ms${isOver ? ': OVER' : ''}`;
  console.log(
    `${name.padEnd(30)} ${ms(wall)} ${ms(wall - base.wall, '+')} ${ms(cpu)} ${ms(cpu - base.cpu, '+')}${verdict}`,
  );
}
console.log(over === 0 ? 'all within their limits' : `${over} OVER their limit`);
process.exit(over === 0 ? 0 : 1);

function ms(value: number, sign = ''): string {
  return `${sign}${value.toFixed(0)} ms`.padStart(9);
}

function run({ name, args, withToken = false, exit }: Case): { wall: number; cpu: number } {
  const before = cpuOfChildren();
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...(withToken ? { TIDEMARK_TOKEN: token } : {}) },
    encoding: 'utf8',
    timeout: 120_000,
  });
  const wall = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== exit) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return { wall, cpu: cpuOfChildren() - before };
}

/** The processor time of all ended children in milliseconds, on systems that report it (Linux), in steps of ten. */
function cpuOfChildren(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return NaN;
  }
}
