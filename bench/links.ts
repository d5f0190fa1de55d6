/**
 * The link check over 1,000 pages with 21,000 links, 211 of them broken, beside tools that people use for the same. Limit:
 * five times the fastest peer's speed (links for each second of CPU), every planted fault found, at most 150 MiB.
 * Each tool runs as a process of its own, one after the other. Run it with `node bench/run.mjs links [rounds]`.
 */
import { spawnSync } from 'node:child_process';
import {
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
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkLinks } from '../src/links/index.ts';

const pageCount = 1000;
const linksPerPage = 21;
const faultCount = 211;

const self = fileURLToPath(import.meta.url);
const bin = (path: string): string => resolve(dirname(self), '..', '..', path);

if (process.argv[2] === '--check') await checkFolder(process.argv[3] ?? '.');
else compare(Number(process.argv[2] ?? 5));

async function checkFolder(folder: string): Promise<void> {
  const report = await checkLinks({
    tree: { paths: filesBelow(folder), text: (path) => readFileSync(join(folder, path), 'utf8') },
    spaces: [{ path: '' }],
  });
  for (const { path, span, target } of report.findings)
    console.log(`${path}:${span?.line}:${span?.column} ${target}`);
}

function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(folder).flatMap((name) =>
    statSync(join(folder, name)).isDirectory()
      ? filesBelow(join(folder, name), `${prefix}${name}/`)
      : [prefix + name],
  );
}

/** Writes the pages; returns the broken targets, each of which is written once. */
function writePages(folder: string): string[] {
  const names = Array.from(
    { length: pageCount },
    (_, page) => `section-${Math.floor(page / 50)}/page-${page}.md`,
  );
  const broken: string[] = [];
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
        broken.push(target);
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
  /** Lines of its output that name a file, line and column. */
  placed: boolean;
}

function compare(rounds: number): void {
  const root = mkdtempSync(join(tmpdir(), 'bench-links-'));
  try {
    const folder = join(root, 'docs');
    mkdirSync(folder);
    symlinkSync(bin('.'), join(root, 'node_modules'));
    const broken = writePages(folder);
    const usage = join(root, 'usage.mjs');
    writeFileSync(
      usage,
      "import { writeFileSync } from 'node:fs';\nprocess.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); if (process.env.BENCH_USAGE) writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 })); });\n",
    );
    const pages = filesBelow(folder).filter((path) => path.endsWith('.md'));
    const tools: Record<string, string[]> = {
      tidemark: [self, '--check', folder],
      'remark-validate-links 13.1': [
        bin('remark-cli/cli.js'),
        '--no-config',
        '--no-stdout',
        '--frail',
        '--use',
        'remark-validate-links=repository:false',
        '.',
      ],
      'linkinator 7.6 --check-fragments': [
        bin('linkinator/build/src/cli.js'),
        '**/*.md',
        '--markdown',
        '--check-fragments',
        '--format',
        'csv',
        '--skip',
        '^https?://(?!localhost)',
      ],
      'markdown-link-check 3.15': [bin('markdown-link-check/markdown-link-check'), '-q', ...pages],
    };
    const results = new Map<string, Run[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const [name, args] of Object.entries(tools)) {
        if (round > 0 && name !== 'tidemark' && round > 1) continue;
        const report = join(root, 'usage.json');
        rmSync(report, { force: true });
        const start = process.hrtime.bigint();
        const child = spawnSync(process.execPath, ['--import', pathToFileURL(usage).href, ...args], {
          cwd: folder,
          encoding: 'utf8',
          maxBuffer: 512 * 1024 * 1024,
          env: { ...process.env, BENCH_USAGE: report, FORCE_COLOR: '0', NO_COLOR: '1' },
        });
        const wall = Number(process.hrtime.bigint() - start) / 1e9;
        const output = child.stdout + child.stderr;
        const { cpu, rss } = JSON.parse(readFileSync(report, 'utf8')) as { cpu: number; rss: number };
        const found = broken.filter((target) =>
          output.includes(target.replace(/^(?:\.\.\/)+/u, '').replace(/^.*(?=gone-)/u, '')),
        ).length;
        results.set(name, [
          ...(results.get(name) ?? []),
          { cpu, wall, rss, found, placed: /\b\d+:\d+/u.test(output) },
        ]);
      }
    print(results, broken.length);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
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
    ...(ours.rss <= 150 ? [] : [`memory is ${ours.rss.toFixed(0)} MiB, over 150`]),
  ];
  console.log(
    `tidemark is ${ratio.toFixed(1)} × as fast as the fastest peer. ${misses.length === 0 ? 'All limits are kept.' : `Missed: ${misses.join('; ')}.`}`,
  );
  if (misses.length > 0) process.exitCode = 1;
}
