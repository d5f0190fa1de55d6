import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { realClock } from '../../src/clock/index.ts';
import {
  exportSite,
  folderFiles,
  memoryFiles,
  type SiteFiles,
  type SiteInput,
} from '../../src/site/index.ts';
import { aSite } from './site-fixture.ts';

const script = join(packageRoot(), 'node_modules', '.cache', 'render-thread-test.mjs');
const folder = mkdtempSync(join(tmpdir(), 'tidemark-threads-'));

const pages = 420;
const texts: Record<string, string> = {
  'SUMMARY.md': `# Table of contents\n\n${Array.from({ length: pages }, (_, at) => `* [Page ${at}](${at === 0 ? 'README' : `page-${at}`}.md)\n`).join('')}`,
};
for (let at = 0; at < pages; at += 1)
  texts[at === 0 ? 'README.md' : `page-${at}.md`] =
    `# Page ${at}\n\nSee [the next](page-${at + 1}.md).\n\n\`\`\`js\nconst a = ${at};\n\`\`\`\n\n{% unknown-${at % 3} %}\nx\n{% endunknown-${at % 3} %}\n`;

const exported = (input: SiteInput, files: SiteFiles, count: number) =>
  exportSite(input, {
    files,
    clock: realClock,
    baseUrl: 'https://x.example/',
    // Threads must also know the publisher's additions to each page.
    analytics: { service: 'matomo', site: '1', address: 'https://m.example' },
    offline: 'visited',
    cards: (card) => Promise.resolve(Buffer.from(card.title)),
    ...(count === 0 ? {} : { threads: { script, count } }),
  });
const contentOf = (files: SiteFiles): Record<string, string> =>
  Object.fromEntries(
    files
      .list()
      .sort()
      .map((path) => [path, Buffer.from(files.read(path) ?? []).toString()]),
  );

beforeAll(async () => {
  await build({
    entryPoints: [join(packageRoot(), 'src/render-thread.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(script, { force: true });
});

describe('an export with threads', () => {
  it('has the bytes and the warnings of one without, in memory and in a folder', async () => {
    const alone = memoryFiles();
    const helped = memoryFiles();
    const onDisk = folderFiles(join(folder, 'out'));

    const reports = [
      await exported(aSite(texts), alone, 0),
      await exported(aSite(texts), helped, 1),
      await exported(aSite(texts), onDisk, 1),
    ];

    expect(contentOf(helped)).toEqual(contentOf(alone));
    expect(contentOf(onDisk)).toEqual(contentOf(alone));
    expect(reports.map(({ rendered, warnings }) => [rendered, warnings])).toEqual(
      reports.map(() => [pages, reports[0]?.warnings]),
    );
    expect(reports[0]?.warnings).toHaveLength(pages + 1);
    expect([...(reports[2]?.written ?? [])].sort()).toEqual([...(reports[0]?.written ?? [])].sort());

    const again = await exported(aSite(texts), onDisk, 1);
    expect(again.written).toEqual([]);
  });

  it('fails when a thread fails', async () => {
    const broken = join(folder, 'broken.mjs');
    folderFiles(folder).write('broken.mjs', 'throw new Error("out of luck");\n');

    await expect(
      exportSite(aSite(texts), {
        files: memoryFiles(),
        clock: realClock,
        threads: { script: broken, count: 1 },
      }),
    ).rejects.toThrow('out of luck');
  });
});
