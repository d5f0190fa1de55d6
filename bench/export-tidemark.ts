import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realClock } from '../src/clock/index.ts';
import {
  exportSite,
  fileCache,
  folderFiles,
  folderMemory,
  folderSpace,
  profileOfSpace,
  serveSite,
  watchSite,
  type ExportCache,
  type ExportReport,
  type FolderMemory,
} from '../src/site/index.ts';
import { makeCorpus, pagesPerSection } from './export-corpus.ts';

/**
 * Jobs for {@link file://./export.ts} that the program itself does not offer: `write` makes the corpus, `export` exports it on
 * one thread without search, `reload` serves it and saves pages.
 */
const [job = '', folder = '', out = '', cache = '', count = '0'] = process.argv.slice(2);

if (job === 'write') writeCorpus();
else if (job === 'reload') await reloads();
else {
  const begin = performance.now();
  const memory = fileCache(folderFiles(cache));
  const report = await once(memory, folderMemory(memory));
  console.log(
    JSON.stringify({
      pages: report.pages,
      rendered: report.rendered,
      written: report.written,
      totalMs: Math.round(performance.now() - begin),
      timingsMs: report.timingsMs,
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
}

async function once(memory: ExportCache, folders: FolderMemory, liveReload = false): Promise<ExportReport> {
  const { space } = folderSpace({
    id: 'bench',
    title: 'Bench',
    folder,
    memory: folders,
    now: realClock.now(),
  });
  return exportSite(
    { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) },
    {
      files: folderFiles(out),
      cache: memory,
      clock: realClock,
      baseUrl: liveReload ? '/' : 'https://bench.example/',
      search: liveReload,
    },
  );
}

/** Works like `--serve`, and measures the time from each save until an open page is told to reload. */
async function reloads(): Promise<void> {
  const memory = fileCache(folderFiles(cache));
  const folders = folderMemory(memory);
  await once(memory, folders, true);
  const server = await serveSite(folderFiles(out));
  const watch = await watchSite(() => [folder], {
    clock: realClock,
    again: async () => {
      await once(memory, folders, true);
      server.reload();
    },
    failed: (error) => {
      throw error;
    },
  });
  const stream = (await fetch(new URL('/~live', server.url))).body?.getReader();
  await stream?.read();
  const took: number[] = [];
  for (let save = 0; save < 12; save += 1) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    const begin = performance.now();
    appendFileSync(join(folder, `section-00${save % 5}/page-003.md`), `\nSave ${save}.\n`);
    await stream?.read();
    took.push(Math.round(performance.now() - begin));
  }
  await stream?.cancel();
  await watch.close();
  await server.close();
  console.log(JSON.stringify({ took }));
}

function writeCorpus(): void {
  const pages = makeCorpus(Number(count));
  const lines: string[] = ['# Table of contents', '', '* [Home](README.md)'];
  for (const [at, page] of pages.entries()) {
    if (at % pagesPerSection === 0) lines.push('', `## ${page.section}`, '');
    lines.push(`* [${page.title}](${page.path})`);
    put(join(folder, page.path), `# ${page.title}\n\n${page.body}`);
  }
  put(join(folder, 'README.md'), '# Home\n\nWelcome.\n');
  put(join(folder, 'SUMMARY.md'), `${lines.join('\n')}\n`);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
