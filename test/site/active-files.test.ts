import { createServer, type Server } from 'node:http';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { publishedSite, type SiteInput } from '../../src/site/index.ts';
import { textTwin, writerFileName } from '../../src/site/output/file-types.ts';
import { activeEndings, activeFiles, usualType } from './active-files.ts';
import { hasBrowser, launch } from './browser.ts';
import { aSite, exported, summary } from './site-fixture.ts';

const attack = join(import.meta.dirname, '../../../shared/attack/assets');

/** The files of the tests, and those of the attack on an earlier version where they are there. */
function allFiles(): Map<string, Uint8Array> {
  const files = new Map(activeFiles());
  if (existsSync(attack))
    for (const name of readdirSync(attack))
      files.set(`attack-${name}`, new Uint8Array(readFileSync(join(attack, name))));
  return files;
}

/** A site whose only page offers all files, whatever their names do to a link. */
function siteOf(files: ReadonlyMap<string, Uint8Array>): SiteInput {
  const input = aSite({ 'README.md': '# Home\n', 'SUMMARY.md': summary('* [Home](README.md)') });
  const assets = [...files].map(([name, bytes]) => ({ path: name, read: () => bytes }));
  const page = `# Home\n\n${assets.map(({ path }) => `{% file src="${path}" %}`).join('\n\n')}\n`;
  const spaces = input.source.spaces.map((space) => ({ ...space, assets, readPage: () => page }));
  return { ...input, source: { ...input.source, spaces } };
}

/** The files as a plain host gives them, without any header of ours; and pages that frame some of them. */
async function host(files: ReadonlyMap<string, Uint8Array>, sendsTypes: boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/') {
      const frames = searchParams
        .getAll('name')
        .map((name) => `<iframe src="/${encodeURIComponent(name)}"></iframe>`);
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${frames.join('')}`);
      return;
    }
    const name = decodeURIComponent(pathname.slice(1));
    const bytes = files.get(name);
    const type = sendsTypes ? usualType(name) : undefined;
    response.writeHead(bytes ? 200 : 404, type === undefined ? {} : { 'Content-Type': type });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The files that ran something or asked another host: looked for in groups, then one by one where a group did. */
async function aliveIn(
  browser: Browser,
  files: ReadonlyMap<string, Uint8Array>,
  sendsTypes: boolean,
): Promise<string[]> {
  const server = await host(files, sendsTypes);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const context = await browser.newContext({ acceptDownloads: false });
  const names = [...files.keys()];
  const alive: string[] = [];
  const runs = (path: string): Promise<boolean> => actsAt(context, { origin, address: origin + path });
  try {
    while (names.length > 0) {
      const group = names.splice(0, 30);
      const query = new URLSearchParams(group.map((name) => ['name', name]));
      if (!(await runs(`?${query.toString()}`))) continue;
      for (const name of group) if (await runs(encodeURIComponent(name))) alive.push(name);
    }
  } finally {
    await context.close();
    await new Promise((resolve) => server.close(resolve));
  }
  return alive;
}

async function actsAt(
  context: BrowserContext,
  { origin, address }: { origin: string; address: string },
): Promise<boolean> {
  const page = await context.newPage();
  let acts = false;
  page.on('dialog', (dialog) => {
    acts = true;
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) acts = true;
  });
  // A download is no page, and ends the visit.
  await page.goto(address, { waitUntil: 'load' }).catch(() => undefined);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0))).catch(() => undefined);
  await page.close();
  return acts;
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
    expect(textTwin('docs/_files/a.b.svg')).toBe('docs/_files/a-b-svg.txt');
  });
});

describe.skipIf(!hasBrowser)(
  'files that act, opened one by one from a host that sends none of our headers',
  () => {
    const files = allFiles();
    const all = new Map<string, Uint8Array>();
    const safe = new Map<string, Uint8Array>();
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
      const site = await exported(siteOf(files));
      for (const [file, bytes] of site.files) if (file.startsWith('_files/')) all.set(file.slice(7), bytes);
      // A browser knows a file by its ending and its bytes: of twins, one is opened.
      const kinds = new Map(
        [...all].map(([name, bytes]) => [
          `${name.slice(name.lastIndexOf('.'))} ${Buffer.from(bytes)
            .toString('latin1')
            .replace(/[XS]:\w+/g, '')}`,
          name,
        ]),
      );
      for (const name of kinds.values()) safe.set(name, all.get(name) ?? new Uint8Array());
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
