import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { publishedSite, type SiteInput } from '../../src/site/index.ts';
import { textFileFor, writerFileName } from '../../src/site/assets/file-types.ts';
import { activeEndings, allActiveFiles } from './active-files.ts';
import { aliveIn, oneOfEachKind } from './alive-files.ts';
import { hasBrowser, launch } from './browser.ts';
import { aSite, exported, summary } from './site-fixture.ts';

/** A site whose only page links to all files, whatever their names do to a link. */
function siteOf(files: ReadonlyMap<string, Uint8Array>): SiteInput {
  const input = aSite({ 'README.md': '# Home\n', 'SUMMARY.md': summary('* [Home](README.md)') });
  const assets = [...files].map(([name, bytes]) => ({ path: name, read: () => bytes }));
  const page = `# Home\n\n${assets.map(({ path }) => `{% file src="${path}" %}`).join('\n\n')}\n`;
  const spaces = input.source.spaces.map((space) => ({ ...space, assets, readPage: () => page }));
  return { ...input, source: { ...input.source, spaces } };
}

describe('the name of a file on a site', () => {
  it('has an ending for which no table of types knows anything that runs', () => {
    const alive = activeEndings
      .filter((ending) => ending !== 'svg')
      .map((ending) => writerFileName(`a.${ending}`))
      .filter((name) => !name.endsWith('.txt'));

    expect(alive).toEqual([]);
    expect(activeEndings.length).toBeGreaterThan(90);
  });

  it('keeps known endings and numbers between dots, and no other word between dots', () => {
    expect(
      ['plan v1.2.png', 'flow.drawio.svg', 'x.php.png', 'x.html ', 'svg.svg.', '.htaccess', 'a.tar.gz'].map(
        writerFileName,
      ),
    ).toEqual([
      'plan v1.2.png',
      'flow-drawio.svg',
      'x-php.png',
      'x-html-.txt',
      'svg-svg-.txt',
      '-htaccess.txt',
      'a-tar.gz',
    ]);
    expect(textFileFor('docs/_files/a.b.svg')).toBe('docs/_files/a-b-svg.txt');
  });
});

describe.skipIf(!hasBrowser)(
  'files that act, opened one by one from a host that sends none of our headers',
  () => {
    const files = allActiveFiles();
    const all = new Map<string, Uint8Array>();
    const safe = new Map<string, Uint8Array>();
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
      const site = await exported(siteOf(files));
      for (const [file, bytes] of site.files) if (file.startsWith('_files/')) all.set(file.slice(7), bytes);
      for (const [name, bytes] of oneOfEachKind(all)) safe.set(name, bytes);
    });
    afterAll(() => browser.close());

    it('would run as they are', async () => {
      const pick = (...names: string[]) => new Map([...files].filter(([name]) => names.includes(name)));
      const typed = pick('attlist.svg', 'iso2022.svg', 'prefix.svg', 'a.xsd', 'a.xml');
      const untyped = pick('page0.txt', 'page1.txt', 'page3.txt');

      expect(await aliveIn(browser, typed, true)).toEqual([...typed.keys()]);
      expect(await aliveIn(browser, untyped, false)).toEqual([...untyped.keys()]);
    }, 60_000);

    it('do not run when the host sends the usual types', async () => {
      expect(all.size).toBeGreaterThanOrEqual(files.size);
      expect(await aliveIn(browser, safe, true)).toEqual([]);
    }, 60_000);

    it('do not run when the host sends no type at all', async () => {
      expect(await aliveIn(browser, safe, false)).toEqual([]);
    }, 60_000);

    it('are the same bytes on a site that the service publishes', async () => {
      const site = publishedSite(siteOf(files), {
        baseUrl: 'https://docs.example/',
        clock: new ManualClock(),
      });
      for (const [file, bytes] of safe) {
        const { body } = await site.answer(`_files/${encodeURIComponent(file)}`);
        expect(Buffer.from(body).equals(bytes), file).toBe(true);
      }
    }, 60_000);
  },
);
