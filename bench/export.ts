import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../src/base/index.ts';
import { makeCorpus, type CorpusPage } from './export-corpus.ts';

/*
 * `npm run bench:export`: the same generated pages exported by us, by Hugo and by Eleventy, code highlighted by all. Hugo and
 * Eleventy have plain themes with a section's navigation and no search index; ours writes a search index, a markdown file
 * beside each page, and lists for robots and assistants. Wall time on a shared machine says little: processor time stands
 * beside it.
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
const work = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const counts = (process.env['BENCH_PAGES'] ?? '1000,5000').split(',').map(Number);
const bundle = join(root, 'node_modules', '.cache', 'bench-export.mjs');

/** Runs a command and says what it took, children included. */
function measure(command: string, args: readonly string[], cwd: string): Run {
  const done = spawnSync('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$0" "$@"', command, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const times = /([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(done.stderr);
  if (done.status !== 0 || !times)
    throw new Error(`${command} failed: ${done.stderr.slice(-2000)}${done.stdout.slice(-2000)}`);
  return { wall: Number(times[1]), cpu: Number(times[2]) + Number(times[3]), peakMb: 0, stdout: done.stdout };
}

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

async function main(): Promise<void> {
  await build({
    entryPoints: [join(root, 'bench/export-tidemark.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: bundle,
    logLevel: 'error',
  });
  if (!existsSync(join(peers, 'node_modules')))
    spawnSync('npm', ['install', '--prefix', peers, '--no-audit', '--no-fund'], { stdio: 'ignore' });
  const hugo = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  if (hugo.status !== 0) console.log('Hugo is left out: it is not installed (Debian: apt-get install hugo).');
  const rows: string[][] = [['what', 'pages', 'wall s', 'processor s', 'notes']];
  for (const count of counts) {
    const folder = join(work, String(count));
    const pages = makeCorpus(count);
    const own = join(folder, 'own');
    execFileSync(process.execPath, [bundle, 'write', own, '', '', String(count)]);
    const exporting = (): Run =>
      measure(process.execPath, [bundle, 'export', own, join(folder, 'out'), join(folder, 'cache')], folder);
    mkdirSync(folder, { recursive: true });
    const told = (run: Run): string => {
      const { rendered, written, searchMs, peakMb } = JSON.parse(run.stdout) as Record<string, number>;
      return `${rendered} rendered, ${written} files written, search ${searchMs} ms, peak ${peakMb} MB`;
    };
    const row = (name: string, run: Run, notes: string): void => {
      rows.push([name, String(count), run.wall.toFixed(1), run.cpu.toFixed(1), notes]);
    };
    const cold = exporting();
    row('tidemark, cold', cold, told(cold));
    const quiet = exporting();
    row('tidemark, nothing changed', quiet, told(quiet));
    appendFileSync(join(own, pages[Math.floor(count / 2)]?.path ?? ''), '\nOne more sentence.\n');
    const edited = exporting();
    row(
      'tidemark, one page changed',
      edited,
      `${told(edited)}; ${((100 * edited.cpu) / cold.cpu).toFixed(1)} % of cold`,
    );
    if (hugo.status === 0) {
      const site = join(folder, 'hugo');
      hugoSite(site, pages);
      row('hugo', measure('hugo', ['--quiet'], site), (hugo.stdout.split(' ')[1] ?? '').slice(0, 20));
    }
    if (existsSync(join(peers, 'node_modules/@11ty/eleventy'))) {
      const site = join(folder, 'eleventy');
      mkdirSync(site, { recursive: true });
      eleventySite(site, pages);
      row(
        'eleventy',
        measure(process.execPath, [join(peers, 'node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'], site),
        'Prism',
      );
    }
  }
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
