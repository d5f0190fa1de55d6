import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { packageRoot } from '../src/base/index.ts';
import { makeCorpus, type CorpusPage } from './export-corpus.ts';

/*
 * `npm run bench:export`: exports the same generated pages with Tidemark, Hugo and Eleventy, all with highlighted code. Hugo and
 * Eleventy have plain themes with a section's navigation. Tidemark also writes a markdown file beside each page, lists for robots
 * and assistants, and a search index, whose cost is shown separately. Hugo makes no search index, so an export with search is
 * compared with Hugo plus Pagefind over Hugo's output. Cold exports run twice, in turn with the peers', and the quicker run of each
 * counts. Processor time is printed beside wall time, which says little on a busy machine.
 */

interface Run {
  readonly wall: number;
  readonly cpu: number;
  readonly peakMb: number;
  readonly stdout: string;
}

const root = packageRoot();
/** Tools that only benches need; installed when the first of them runs. */
const peers = join(root, 'bench', 'peers');
const pagefind = join(peers, 'node_modules', 'pagefind', 'lib', 'runner', 'bin.cjs');
const work = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const counts = (process.env['BENCH_PAGES'] ?? '1000,5000').split(',').map(Number);
const bundles = join(root, 'node_modules', '.cache', 'bench-export');
const bundle = join(bundles, 'bench.js');
const program = join(root, 'dist', 'main.js');
const address = ['--base-url', 'https://bench.example/'];
let sites = 0;

/** Runs a command and returns its time and memory, including its children. */
async function measure(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$0" "$@"', command, ...args], {
    cwd,
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  let peakMb = 0;
  const watching = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid ?? 0));
  }, 20);
  const status = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(watching);
  const times = /([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  if (status !== 0 || !times)
    throw new Error(`${command} failed: ${stderr.slice(-2000)}${stdout.slice(-2000)}`);
  return { wall: Number(times[1]), cpu: Number(times[2]) + Number(times[3]), peakMb, stdout };
}

/** The peak memory of a process's children, as the system counts it. */
function residentMb(pid: number): number {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter((each) => each.trim() !== '')
      .map((each) => /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? '0')
      .reduce((sum, kilobytes) => sum + Number(kilobytes) / 1024, 0);
  } catch {
    return 0;
  }
}

/** The compressed size of a page's styles and scripts. */
function pageWeight(folder: string, page: string): { gzip: number; brotli: number } {
  const html = readFileSync(join(folder, page), 'utf8');
  const files = [
    ...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g),
    ...html.matchAll(/<script (?:defer )?src="([^"]+)"/g),
  ].map((match) => readFileSync(join(folder, match[1] ?? '')));
  return {
    gzip: files.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0),
    brotli: files.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0),
  };
}

const faster = (a: Run, b: Run): Run => (a.wall <= b.wall ? a : b);

/** The part of Hugo's and Pagefind's processor time that an export with search may take, from 5,000 pages on. */
const indexedLimit = 0.7;
const peakLimitMb = 350;

/** Two runs one after the other. */
const together = (a: Run, b: Run): Run => ({
  wall: a.wall + b.wall,
  cpu: a.cpu + b.cpu,
  peakMb: Math.max(a.peakMb, b.peakMb),
  stdout: '',
});

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function hugoSite(folder: string, pages: readonly CorpusPage[]): void {
  put(
    join(folder, 'config.toml'),
    'baseURL = "https://bench.example/"\ntitle = "Bench"\ndisableKinds = ["taxonomy", "term", "RSS"]\n[markup.highlight]\nnoClasses = false\n',
  );
  put(
    join(folder, 'layouts/_default/baseof.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title></head><body><nav>{{ range .CurrentSection.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav><main>{{ block "main" . }}{{ end }}</main></body></html>',
  );
  put(
    join(folder, 'layouts/_default/single.html'),
    '{{ define "main" }}<h1>{{ .Title }}</h1>{{ .TableOfContents }}{{ .Content }}{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ end }}',
  );
  put(join(folder, 'layouts/_default/list.html'), '{{ define "main" }}<h1>{{ .Title }}</h1>{{ end }}');
  for (const page of pages)
    put(join(folder, 'content', page.path), `---\ntitle: "${page.title}"\n---\n\n${page.body}`);
}

function eleventySite(folder: string, pages: readonly CorpusPage[]): void {
  symlinkSync(join(peers, 'node_modules'), join(folder, 'node_modules'));
  put(join(folder, 'package.json'), '{ "type": "module" }\n');
  put(
    join(folder, 'eleventy.config.js'),
    "import highlight from '@11ty/eleventy-plugin-syntaxhighlight';\nexport default function (config) {\n  config.addPlugin(highlight);\n  config.addCollection('sections', (api) => {\n    const sections = {};\n    for (const page of api.getAll()) (sections[page.data.section] ??= []).push({ url: page.url, title: page.data.title });\n    return sections;\n  });\n  return { dir: { input: 'content', includes: '../includes', output: 'out' }, markdownTemplateEngine: false };\n}\n",
  );
  put(
    join(folder, 'includes/page.njk'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head><body><nav>{% for each in collections.sections[section] %}<a href="{{ each.url }}">{{ each.title }}</a>{% endfor %}</nav><main><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>',
  );
  for (const page of pages)
    put(
      join(folder, 'content', page.path),
      `---\ntitle: "${page.title}"\nsection: ${page.section}\nlayout: page.njk\n---\n\n${page.body}`,
    );
}

/** Builds the program, and the helper for measuring one thread and reloading. */
async function buildPrograms(): Promise<void> {
  const ready = pathToFileURL(join(root, 'scripts', 'ready.mjs')).href;
  const code = `const { build } = await import(${JSON.stringify(ready)}); build();`;
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the program could not be built');
  rmSync(bundles, { recursive: true, force: true });
  await build({
    entryPoints: { bench: join(root, 'bench/export-tidemark.ts') },
    outdir: bundles,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    // As in the built product.
    external: ['satteri', 'shiki', '@shikijs/*'],
    banner: {
      js: "import { createRequire as bannerRequire } from 'node:module'; const require = bannerRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
}

const rows: string[][] = [['what', 'pages', 'wall s', 'cpu s', 'peak MB', 'notes']];
const verdicts: string[] = [];

function row(name: string, count: number, run: Run, notes: string): void {
  rows.push([name, String(count), run.wall.toFixed(2), run.cpu.toFixed(2), run.peakMb.toFixed(0), notes]);
}

function told(run: Run): string {
  const { rendered, written } = JSON.parse(run.stdout) as { rendered: number; written: unknown[] };
  return `${rendered} rendered, ${written.length} files written`;
}

async function compare(count: number, hugoVersion: string | undefined, hasEleventy: boolean): Promise<void> {
  const folder = join(work, String(count));
  mkdirSync(folder, { recursive: true });
  const pages = makeCorpus(count);
  const own = join(folder, 'own');
  execFileSync(process.execPath, [bundle, 'write', own, '', '', String(count)]);
  // Each export gets a new folder, because a file system is slow after many files were removed.
  const exporting = (site: string, ...flags: string[]): Promise<Run> =>
    measure(
      process.execPath,
      [program, 'export', own, '--out', join(folder, site, 'out'), ...address, '--json', ...flags],
      folder,
      { XDG_CACHE_HOME: join(folder, site, 'cache') },
    );
  const cold = (...flags: string[]): Promise<Run> => exporting(`site-${(sites += 1)}`, ...flags);
  const hugoFolder = join(folder, 'hugo');
  if (hugoVersion !== undefined) hugoSite(hugoFolder, pages);
  const plain: Run[] = [];
  const searched: Run[] = [];
  const theirs: Run[] = [];
  const indexed: Run[] = [];
  for (let round = 0; round < 2; round += 1) {
    plain.push(await cold('--no-search'));
    searched.push(await cold());
    if (hugoVersion === undefined) continue;
    const made = join(folder, `hugo-${(sites += 1)}`);
    const hugo = await measure('hugo', ['--quiet', '--destination', made], hugoFolder);
    theirs.push(hugo);
    if (existsSync(pagefind))
      indexed.push(together(hugo, await measure(process.execPath, [pagefind, '--site', made], folder)));
  }
  const ours = plain.reduce(faster);
  row('tidemark, cold, without search', count, ours, told(ours));
  const alone = `site-${(sites += 1)}`;
  const one = await measure(
    process.execPath,
    [bundle, 'export', own, join(folder, alone, 'out'), join(folder, alone, 'cache')],
    folder,
  );
  row('  the same on one thread', count, one, told(one));
  const whole = await exporting('whole');
  row('tidemark, cold', count, whole, told(whole));
  const { timingsMs } = JSON.parse(whole.stdout) as { timingsMs: Record<string, number> };
  rows.push([
    '  of it the search indexer',
    String(count),
    ((timingsMs['search'] ?? 0) / 1000).toFixed(2),
    '',
    Math.max(0, whole.peakMb - ours.peakMb).toFixed(0),
    'time inside that run; memory above the run without it',
  ]);
  const quiet = await exporting('whole');
  row('tidemark, nothing changed', count, quiet, told(quiet));
  const edits: Run[] = [];
  for (const number of [1, 2, 3]) {
    // Wait, because the export reads files again that were saved just now.
    await pause(2500);
    appendFileSync(join(own, pages[Math.floor(count / 2)]?.path ?? ''), `\nOne more sentence: ${number}.\n`);
    edits.push(await exporting('whole'));
  }
  const edited = edits.reduce(faster);
  row('tidemark, one page changed', count, edited, told(edited));
  if (indexed.length > 0) {
    const [best, own] = [indexed.reduce(faster), searched.reduce(faster)];
    row('hugo, then pagefind', count, best, 'its peak is the larger of the two');
    verdicts.push(
      `${count} pages with search: ${(own.cpu / best.cpu).toFixed(2)} × the processor time of Hugo and Pagefind, ${(own.wall / best.wall).toFixed(2)} × their wall time (limit of the processor time at 5,000: ${indexedLimit})`,
    );
  }
  if (theirs.length > 0) {
    const best = theirs.reduce(faster);
    row('hugo, cold', count, best, (hugoVersion ?? '').slice(0, 20));
    verdicts.push(
      `${count} pages: ${(ours.wall / best.wall).toFixed(2)} × Hugo's wall time, ${(ours.cpu / best.cpu).toFixed(2)} × its processor time (limit of the wall time: ${count >= 5000 ? '1.0' : '1.5'})`,
    );
  }
  if (hasEleventy) {
    const site = join(folder, 'eleventy');
    mkdirSync(site, { recursive: true });
    eleventySite(site, pages);
    const cmd = join(peers, 'node_modules/@11ty/eleventy/cmd.cjs');
    row('eleventy, cold', count, await measure(process.execPath, [cmd, '--quiet'], site), 'Prism');
  }
  const weight = pageWeight(join(folder, 'whole', 'out'), (pages[0]?.path ?? '').replace(/\.md$/, '.html'));
  verdicts.push(
    `${count} pages: one page changed takes ${percent(edited.wall, whole.wall)} of a cold export's wall time, ${percent(edited.cpu, whole.cpu)} of its processor time (limit of the processor time: 5 %)`,
    `${count} pages: ${ours.peakMb.toFixed(0)} MB without the search indexer, ${whole.peakMb.toFixed(0)} MB with it (limit with it, at 5,000: ${peakLimitMb} MB)`,
    `${count} pages: styles and scripts of a page are ${(weight.gzip / 1000).toFixed(1)} kB with gzip, ${(weight.brotli / 1000).toFixed(1)} kB with brotli (limit: 60 kB)`,
  );
}

async function reloading(count: number): Promise<void> {
  const folder = join(work, `reload-${count}`);
  const own = join(folder, 'own');
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [bundle, 'write', own, '', '', String(count)]);
  const run = await measure(
    process.execPath,
    [bundle, 'reload', own, join(folder, 'out'), join(folder, 'cache')],
    folder,
  );
  const took = [...(JSON.parse(run.stdout) as { took: number[] }).took].sort((a, b) => a - b);
  verdicts.push(
    `${count} pages: an open page is told to reload ${took[Math.floor(took.length / 2)]} ms after a save (median of ${took.length}; slowest ${took.at(-1)} ms; limit: 200 ms)`,
  );
}

async function main(): Promise<void> {
  await buildPrograms();
  if (!existsSync(join(peers, 'node_modules')))
    spawnSync('npm', ['install', '--prefix', peers, '--no-audit', '--no-fund', '--no-package-lock'], {
      stdio: 'ignore',
    });
  const version = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  const hugo = version.status === 0 ? (version.stdout.split(' ')[1] ?? '') : undefined;
  const hasEleventy = existsSync(join(peers, 'node_modules/@11ty/eleventy'));
  if (hugo === undefined)
    console.log('Hugo is left out: it is not installed (Debian: apt-get install hugo).');
  if (!hasEleventy) console.log('Eleventy is left out: bench/peers could not be installed.');
  for (const count of counts) await compare(count, hugo, hasEleventy);
  for (const count of [200, 1000]) await reloading(count);
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  for (const cells of rows)
    console.log(
      cells
        .map((cell, column) =>
          column === 0 || column === 5
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
  console.log(`\n${verdicts.join('\n')}`);
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
