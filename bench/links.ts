/**
 * Compares the link check, over 1,000 pages with 21,000 links of which 211 are broken, with other link checkers. Limit:
 * five times the fastest peer's speed (links for each second of CPU), every planted fault found at its line and column and
 * nothing else reported, at most 150 MiB. Each tool runs as people run it, and is timed as a whole process in the same
 * way, one after the other. Run it with `node bench/run.mjs links [rounds]`.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../src/base/index.ts';

const pageCount = 1000;
const linksPerPage = 21;
const faultCount = 211;

const root = packageRoot();
/** Tools that only benches need; installed when the first of them runs. */
const peersFolder = join(root, 'bench', 'peers');
const peer = (path: string): string => join(peersFolder, 'node_modules', path);
const ourName = 'tidemark links';

compare(Number(process.argv[2] ?? 5));

/** Builds Tidemark if the sources are newer, and installs missing peers. */
function makeReady(): void {
  const ready = pathToFileURL(join(root, 'scripts', 'ready.mjs')).href;
  const code = `const { build } = await import(${JSON.stringify(ready)}); build();`;
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
  if (!existsSync(peer('linkinator')))
    spawnSync('npm', ['install', '--prefix', peersFolder, '--no-audit', '--no-fund'], { stdio: 'inherit' });
}

function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(folder).flatMap((name) =>
    statSync(join(folder, name)).isDirectory()
      ? filesBelow(join(folder, name), `${prefix}${name}/`)
      : [prefix + name],
  );
}

/** A broken link and its place. */
interface Fault {
  path: string;
  line: number;
  column: number;
  target: string;
}

/** Writes the pages; returns the broken links. No two of them have the same target. */
function writePages(folder: string): Fault[] {
  const names = Array.from(
    { length: pageCount },
    (_, page) => `section-${Math.floor(page / 50)}/page-${page}.md`,
  );
  const broken: Fault[] = [];
  const summary = ['# Table of contents', '', '* [Home](README.md)'];
  writeFileSync(join(folder, 'README.md'), '# Home\n');
  writeFileSync(join(folder, 'picture.png'), '');
  for (const [page, name] of names.entries()) {
    const lines = [`# Page ${page}`, ''];
    for (let link = 0; link < linksPerPage; link += 1) {
      const number = page * linksPerPage + link;
      const other = (number * 7919) % pageCount;
      const path = `../${names[other] ?? ''}`;
      if (link % 3 === 0)
        lines.push(
          `## Part ${link / 3}`,
          '',
          'Some words about it, so that the page is as long as pages are. '.repeat(4),
          '',
        );
      let target =
        link % 5 === 0
          ? `#part-${link % 7}`
          : link % 3 === 0
            ? `${path}#part-${link % 7}`
            : link % 11 === 0
              ? '../picture.png'
              : path;
      if (number % 99 === 50 && broken.length < faultCount) {
        const kind = broken.length % 4;
        target =
          kind === 0
            ? `../section-0/gone-${number}.md`
            : kind === 1
              ? `${path}#gone-${number}`
              : kind === 2
                ? `#gone-${number}`
                : `../gone-${number}.png`;
        broken.push({
          path: name,
          line: lines.length + 1,
          column: 'A sentence with [a link]('.length + 1,
          target,
        });
      }
      lines.push(`A sentence with [a link](${target}) in it.`, '');
    }
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    summary.push(`* [Page ${page}](${name})`);
  }
  writeFileSync(join(folder, 'SUMMARY.md'), `${summary.join('\n')}\n`);
  return broken;
}

interface Run {
  cpu: number;
  wall: number;
  rss: number;
  found: number;
  /** Whether the tool's output names lines and columns. */
  placed: boolean;
  /** The number of false reports; known only for our own report. */
  false: number;
}

function compare(rounds: number): void {
  makeReady();
  const work = mkdtempSync(join(tmpdir(), 'bench-links-'));
  try {
    const folder = join(work, 'docs');
    mkdirSync(folder);
    symlinkSync(join(peersFolder, 'node_modules'), join(work, 'node_modules'));
    const broken = writePages(folder);
    const usage = join(work, 'usage.mjs');
    writeFileSync(
      usage,
      "import { writeFileSync } from 'node:fs';\nprocess.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); if (process.env.BENCH_USAGE) writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 })); });\n",
    );
    const pages = filesBelow(folder).filter((path) => path.endsWith('.md'));
    const tools: Record<string, string[]> = {
      [ourName]: [join(root, 'dist', 'main.js'), 'links', folder, '--offline', '--format', 'json'],
      'remark-validate-links 13.1': [
        peer('remark-cli/cli.js'),
        '--no-config',
        '--no-stdout',
        '--frail',
        '--use',
        'remark-validate-links=repository:false',
        '.',
      ],
      'linkinator 7.6 --check-fragments': [
        peer('linkinator/build/src/cli.js'),
        '**/*.md',
        '--markdown',
        '--check-fragments',
        '--format',
        'csv',
        '--skip',
        '^https?://(?!localhost)',
      ],
      'markdown-link-check 3.15': [peer('markdown-link-check/markdown-link-check'), '-q', ...pages],
    };
    const results = new Map<string, Run[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const [name, args] of Object.entries(tools)) {
        // The peers take long, so each runs only two rounds, between ours.
        if (name !== ourName && round > 1) continue;
        const run = measure(args, { folder, usage, report: join(work, 'usage.json'), broken });
        results.set(name, [...(results.get(name) ?? []), run]);
      }
    print(results, broken.length);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function measure(
  args: readonly string[],
  {
    folder,
    usage,
    report,
    broken,
  }: { folder: string; usage: string; report: string; broken: readonly Fault[] },
): Run {
  rmSync(report, { force: true });
  const start = process.hrtime.bigint();
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', pathToFileURL(usage).href, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
    env: { ...process.env, BENCH_USAGE: report, FORCE_COLOR: '0', NO_COLOR: '1' },
  });
  const wall = Number(process.hrtime.bigint() - start) / 1e9;
  const { cpu, rss } = JSON.parse(readFileSync(report, 'utf8')) as { cpu: number; rss: number };
  if (args.includes('--offline')) return { cpu, wall, rss, ...judgeOurs(stdout, broken) };
  const output = stdout + stderr;
  const found = broken.filter(({ target }) => output.includes(target.replace(/^.*(?=gone-)/u, ''))).length;
  return { cpu, wall, rss, found, placed: /\b\d+:\d+/u.test(output), false: 0 };
}

/** Compares our own report with the list: file, line, column and target. */
function judgeOurs(stdout: string, broken: readonly Fault[]): Pick<Run, 'found' | 'placed' | 'false'> {
  const { findings } = JSON.parse(stdout) as { findings: Fault[] };
  const key = ({ path, line, column, target }: Fault): string => `${path}:${line}:${column} ${target}`;
  const reported = new Set(findings.map(key));
  const found = broken.filter((fault) => reported.has(key(fault))).length;
  return { found, placed: true, false: reported.size - found };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function print(results: ReadonlyMap<string, readonly Run[]>, planted: number): void {
  const links = pageCount * linksPerPage;
  const rows = [...results].map(([name, runs]) => ({
    name,
    cpu: median(runs.map((run) => run.cpu)),
    wall: median(runs.map((run) => run.wall)),
    rss: Math.max(...runs.map((run) => run.rss)),
    found: Math.min(...runs.map((run) => run.found)),
    placed: runs[0]?.placed ?? false,
    false: Math.max(...runs.map((run) => run.false)),
  }));
  console.log(`${links} links in ${pageCount} pages, ${planted} of them broken`);
  console.log(`${'tool'.padEnd(34)} CPU s   wall s  links/CPU s  max MiB  found  line:column`);
  for (const { name, cpu, wall, rss, found, placed } of rows)
    console.log(
      `${name.padEnd(34)} ${cpu.toFixed(2).padStart(5)}  ${wall.toFixed(2).padStart(6)}  ${Math.round(
        links / cpu,
      )
        .toString()
        .padStart(
          11,
        )}  ${rss.toFixed(0).padStart(7)}  ${String(found).padStart(5)}  ${placed ? 'yes' : 'no'}`,
    );
  const [ours, ...peers] = rows;
  if (ours === undefined) return;
  const fastest = Math.min(...peers.map(({ cpu }) => cpu));
  const ratio = fastest / ours.cpu;
  const misses = [
    ...(ratio >= 5 ? [] : [`speed is ${ratio.toFixed(1)} × the fastest peer's, not 5 ×`]),
    ...(ours.found === planted ? [] : [`${planted - ours.found} planted faults are missed`]),
    ...(ours.false === 0 ? [] : [`${ours.false} sound links are reported`]),
    ...(ours.rss <= 150 ? [] : [`memory is ${ours.rss.toFixed(0)} MiB, over 150`]),
  ];
  console.log(
    `tidemark is ${ratio.toFixed(1)} × as fast as the fastest peer. ${misses.length === 0 ? 'All limits are kept.' : `Missed: ${misses.join('; ')}.`}`,
  );
  if (misses.length > 0) process.exitCode = 1;
}
