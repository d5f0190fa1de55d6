import { beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { exportSite, folderSpace, memoryFiles, profileOfSpace } from '../../src/site/index.ts';
import type { ExportReport } from '../../src/site/index.ts';
import { corpusSpaces, hasCorpora } from '../support/corpora.ts';
import type { CorpusSpace } from '../support/corpora.ts';

/** A value of an attribute without the names of its signs. */
const plain = (value: string): string =>
  value
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

interface Exported {
  readonly name: string;
  readonly files: MemoryFiles;
  readonly report: ExportReport;
  /** Texts of the pages, by their paths. */
  readonly pages: ReadonlyMap<string, string>;
}

type MemoryFiles = ReturnType<typeof memoryFiles>;

async function exported({ name, folder }: CorpusSpace): Promise<Exported> {
  const { space } = folderSpace({ id: 'corpus', title: name, folder });
  const files = memoryFiles();
  const report = await exportSite(
    { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) },
    { files, clock: new ManualClock() },
  );
  const pages = files.list().filter((path) => path.endsWith('.html'));
  const textOf = (path: string): string => new TextDecoder().decode(files.read(path));
  return { name, files, report, pages: new Map(pages.map((path) => [path, textOf(path)])) };
}

describe.skipIf(!hasCorpora)('real documentation', () => {
  const spaces = corpusSpaces();
  const corpora: Exported[] = [];
  beforeAll(async () => {
    for (const space of spaces) corpora.push(await exported(space));
  }, 120_000);

  for (const { name } of spaces)
    it(`${name} exports whole, without a block that is not known`, () => {
      const { pages, report } = corpora.find((each) => each.name === name)!;
      const html = [...pages.keys()].filter((path) => !['404.html', 'search.html'].includes(path));

      expect(html.length).toBeGreaterThanOrEqual(report.pages);
      expect(
        report.warnings.filter((warning) => /is not known|plain text|cannot run here/.test(warning.message)),
      ).toEqual([]);
    });

  it('has no link that leads to a page which is not in the export', () => {
    const broken: string[] = [];
    for (const { name, files, pages } of corpora)
      for (const [path, html] of pages)
        for (const [, href = ''] of html.matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)) {
          const target = decodeURIComponent(plain(href).slice(1));
          const candidates =
            target === '' || target.endsWith('/') ? [`${target}index.html`] : [target, `${target}.html`];
          if (!candidates.some((each) => files.has(each))) broken.push(`${name}/${path}: ${href}`);
        }

    expect(broken).toEqual([]);
  });

  it('has no link to a part that is not there, but for those of writers, which are told', () => {
    const silent: string[] = [];
    let links = 0;
    for (const { name, pages, report } of corpora) {
      const told = report.warnings.map(({ message }) => message).join('\n');
      const parts = new Map(
        [...pages].map(([path, html]) => [
          path,
          new Set([...html.matchAll(/ (?:id|data-tab)="([^"]+)"/g)].map(([, id = '']) => plain(id))),
        ]),
      );
      for (const [path, html] of pages)
        for (const [, address = '', part = ''] of html.matchAll(/\shref="(\/[^"#?]*)?#([^"]+)"/g)) {
          const target = decodeURIComponent(plain(address).slice(1));
          const there = [path, `${target}.html`, `${target}index.html`, `${target}/index.html`].find(
            (each) => (address === '' ? each === path : each !== path && parts.has(each)),
          );
          links += 1;
          const wanted = decodeURIComponent(plain(part));
          const found = parts.get(there ?? path);
          if (!found?.has(wanted) && !told.includes(wanted) && !told.includes(part))
            silent.push(`${name}/${path}: ${address}#${part}`);
        }
    }

    expect(silent).toEqual([]);
    expect(links).toBeGreaterThan(1000);
  });
});
