import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realClock } from '../src/clock/index.ts';
import {
  exportSite,
  fileCache,
  folderFiles,
  folderMemory,
  folderSpace,
  profileOfSpace,
} from '../src/site/index.ts';
import { makeCorpus, pagesPerSection } from './export-corpus.ts';

/** One export in a process of its own, for {@link file://./export.ts}: `write` makes the corpus, `export` exports it. */
const [job = '', folder = '', out = '', cache = '', count = '0', ...flags] = process.argv.slice(2);

if (job === 'write') {
  const pages = makeCorpus(Number(count));
  const lines: string[] = ['# Table of contents', '', '* [Home](README.md)'];
  for (const [at, page] of pages.entries()) {
    if (at % pagesPerSection === 0) lines.push('', `## ${page.section}`, '');
    lines.push(`* [${page.title}](${page.path})`);
    put(join(folder, page.path), `# ${page.title}\n\n${page.body}`);
  }
  put(join(folder, 'README.md'), '# Home\n\nWelcome.\n');
  put(join(folder, 'SUMMARY.md'), `${lines.join('\n')}\n`);
} else {
  const begin = performance.now();
  const memory = fileCache(folderFiles(cache));
  const { space } = folderSpace({
    id: 'bench',
    title: 'Bench',
    folder,
    memory: folderMemory(memory),
    now: realClock.now(),
  });
  const read = performance.now() - begin;
  const report = await exportSite(
    { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) },
    {
      files: folderFiles(out),
      cache: memory,
      clock: realClock,
      baseUrl: 'https://bench.example/',
      search: !flags.includes('no-search'),
      ...(flags.includes('one-thread')
        ? {}
        : { threads: { script: join(dirname(process.argv[1] ?? ''), 'render-thread.js'), count: 1 } }),
    },
  );
  const { heapUsed, rss } = process.memoryUsage();
  console.log(
    JSON.stringify({
      pages: report.pages,
      rendered: report.rendered,
      written: report.written.length,
      readMs: Math.round(read),
      totalMs: Math.round(performance.now() - begin),
      searchMs: Math.round(report.timingsMs.search),
      timingsMs: report.timingsMs,
      heapMb: Math.round(heapUsed / 1e6),
      rssMb: Math.round(rss / 1e6),
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
