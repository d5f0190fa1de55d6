import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { exportSite, folderSpace, memoryFiles, profileOfSpace } from '../../src/site/index.ts';
import { corpusSpaces, hasCorpora } from '../support/corpora.ts';

/** A value of an attribute without the names of its signs. */
const plain = (value: string): string =>
  value
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

describe.skipIf(!hasCorpora)('real documentation', () => {
  for (const corpus of corpusSpaces())
    it(`${corpus.name} exports whole, without a block that is not known`, { timeout: 60_000 }, async () => {
      const { space } = folderSpace({ id: 'corpus', title: corpus.name, folder: corpus.folder });
      const files = memoryFiles();

      const { warnings, pages } = await exportSite(
        { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) },
        { files, clock: new ManualClock() },
      );
      const html = files
        .list()
        .filter((path) => path.endsWith('.html') && !['404.html', 'search.html'].includes(path));

      expect(html.length).toBeGreaterThanOrEqual(pages);
      expect(
        warnings.filter((warning) => /is not known|plain text|cannot run here/.test(warning.message)),
      ).toEqual([]);
    });

  it('has no link that leads to a page which is not in the export', { timeout: 120_000 }, async () => {
    const broken: string[] = [];
    for (const corpus of corpusSpaces()) {
      const { space } = folderSpace({ id: 'corpus', title: corpus.name, folder: corpus.folder });
      const files = memoryFiles();
      await exportSite(
        { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) },
        { files, clock: new ManualClock() },
      );
      for (const path of files.list().filter((each) => each.endsWith('.html'))) {
        const html = new TextDecoder().decode(files.read(path));
        for (const [, href = ''] of html.matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)) {
          const target = decodeURIComponent(href.slice(1).replace(/&#39;/g, "'").replace(/&amp;/g, '&'));
          const candidates =
            target === '' || target.endsWith('/') ? [`${target}index.html`] : [target, `${target}.html`];
          if (!candidates.some((each) => files.has(each))) broken.push(`${corpus.name}/${path}: ${href}`);
        }
      }
    }

    expect(broken).toEqual([]);
  });

  it(
    'has no link to a part that is not there, but for those of writers, which are told',
    { timeout: 120_000 },
    async () => {
      const silent: string[] = [];
      let links = 0;
      for (const corpus of corpusSpaces()) {
        const { space } = folderSpace({ id: 'corpus', title: corpus.name, folder: corpus.folder });
        const files = memoryFiles();
        const { warnings } = await exportSite(
          { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) },
          { files, clock: new ManualClock() },
        );
        const told = warnings.map(({ message }) => message).join('\n');
        const pages = new Map(
          files
            .list()
            .filter((path) => path.endsWith('.html'))
            .map((path) => [path, new TextDecoder().decode(files.read(path))] as const),
        );
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
              silent.push(`${corpus.name}/${path}: ${address}#${part}`);
          }
      }

      expect(silent).toEqual([]);
      expect(links).toBeGreaterThan(1000);
    },
  );
});
