import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import {
  exportSite,
  fileCache,
  memoryFiles,
  serveSite,
  type ExportOptions,
  type SiteServer,
} from '../../src/site/index.ts';
import { hasBrowser, launch } from './browser.ts';
import { aSite, exported, summary } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': summary(
    '* [Home](README.md)',
    '* [Guide](guide/README.md)',
    '  * [Ropes](guide/ropes.md)',
    '* [Tides](tides.md)',
  ),
  'README.md': '# Home\n\nStart here.\n',
  'guide/README.md': '# Guide\n\nThe anchorage is deep.\n',
  'guide/ropes.md':
    '# Ropes\n\n{% hint style="info" %}\nThe **bowline** <mark>holds</mark>.\n{% endhint %}\n\n## Uses\n\n| For |\n| - |\n| [Boats](../tides.md) |\n\n![A knot](../.gitbook/assets/knot.svg)\n',
  'tides.md': '# Tides\n\nThe ebb is fast.\n',
  '.gitbook/assets/knot.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="3"/></svg>',
};

describe('the worker of a site', () => {
  it('has another name in each export that differs, and the same in one that does not', async () => {
    const worker = async (pages: Readonly<Record<string, string>>, options: Partial<ExportOptions> = {}) =>
      (await exported(aSite(pages), { offline: 'visited', ...options })).text('sw.js');
    const remembered = { files: memoryFiles(), cache: fileCache(memoryFiles()), clock: new ManualClock() };
    const first = await worker(texts);
    const changed = await worker({ ...texts, 'tides.md': '# Tides\n\nThe flood is slow.\n' });

    expect(await worker(texts)).toBe(first);
    expect(changed).not.toBe(first);
    await exportSite(aSite(texts), { ...remembered, offline: 'visited' });
    await exportSite(aSite({ ...texts, 'tides.md': '# Tides\n\nThe flood is slow.\n' }), {
      ...remembered,
      offline: 'visited',
    });
    expect(new TextDecoder().decode(remembered.files.read('sw.js'))).toBe(changed);
    await exportSite(aSite(texts), { ...remembered, offline: 'visited' });
    expect(new TextDecoder().decode(remembered.files.read('sw.js'))).toBe(first);
  });

  it('is there only where it was asked for, and not for a site that opens from the disk', async () => {
    const plain = await exported(aSite(texts));
    const { report, files } = await exported(aSite(texts), { offline: 'visited', urls: 'file' });

    expect([...plain.files.keys()].filter((path) => /offline|^sw/.test(path))).toEqual([]);
    expect(plain.text('index.html')).not.toContain('offline');
    expect([...files.keys()].filter((path) => /offline|^sw/.test(path))).toEqual([]);
    expect(report.warnings.map(({ message }) => message)).toEqual([
      'export.offline is left out: a site that opens from the disk needs no network anyway',
    ]);
  });
});

/** A host that can be switched off, with one browser in front of it. */
class Reader {
  readonly #files = memoryFiles();
  readonly #context: BrowserContext;
  readonly #problems: string[] = [];
  #server: SiteServer | undefined;
  #port = 0;

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  async publish(pages: Readonly<Record<string, string>>, options: Partial<ExportOptions>): Promise<void> {
    await this.#server?.close();
    this.#server = await serveSite(this.#files, { port: this.#port, basePath: '/handbook/' });
    this.#port = Number(new URL(this.#server.url).port);
    await exportSite(aSite(pages), {
      files: this.#files,
      clock: new ManualClock(),
      baseUrl: this.#server.url,
      ...options,
    });
  }

  async page(): Promise<Page> {
    const page = await this.#context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !/net::ERR_|503/.test(message.text()))
        this.#problems.push(message.text());
    });
    page.on('pageerror', (error) => this.#problems.push(error.message));
    return page;
  }

  address(path: string): string {
    return `http://127.0.0.1:${this.#port}/handbook/${path}`;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  async switchOff(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }
}

/** Names of caches, and the paths in them. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await caches.keys())
      found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname).sort();
    return found;
  });

const untilKept = async (page: Page, path: string): Promise<void> => {
  await expect.poll(async () => Object.values(await kept(page)).flat(), { timeout: 20_000 }).toContain(path);
};

describe.skipIf(!hasBrowser)('a reader without a network', () => {
  it(
    'reads what was read before, and searches in it; after an export all of it is new',
    { timeout: 90_000 },
    async () => {
      const browser = await launch();
      const reader = new Reader(await browser.newContext());
      try {
        await reader.publish(texts, { offline: 'visited' });
        const page = await reader.page();
        await page.goto(reader.address('guide/ropes'));
        await untilKept(page, '/handbook/guide/ropes.md');
        await page.goto(reader.address('guide'));
        await untilKept(page, '/handbook/guide.md');
        const before = Object.keys(await kept(page));

        await reader.switchOff();
        await page.goto(reader.address('guide/ropes'));
        expect(await page.textContent('h1')).toBe('Ropes');
        // Styles and pictures are there, too.
        expect(
          await page.evaluate(
            () => getComputedStyle(document.querySelector('.off-screen') as Element).position,
          ),
        ).toBe('absolute');
        expect(
          await page.evaluate(() => document.querySelector<HTMLImageElement>('.content img')?.naturalWidth),
        ).toBeGreaterThan(0);
        await page.goto(reader.address('tides'));
        expect(await page.textContent('h1')).toBe('You are offline');
        await page.waitForSelector('.kept-pages li');
        expect(await page.locator('.kept-pages a').allTextContents()).toEqual(['Guide', 'Ropes']);
        await page.click('.kept-pages a:has-text("Guide")');
        expect(await page.textContent('h1')).toBe('Guide');
        await page.keyboard.press('Control+k');
        await page.fill('.search-dialog input', 'bowline');
        await page.waitForSelector('.search-results li');
        expect(await page.locator('.search-results .search-title').allTextContents()).toEqual(['Ropes']);
        // The words are those of the index for readers with a network.
        expect((await page.textContent('.search-results .search-text'))?.trim()).toBe(
          'The bowline holds. Uses For Boats',
        );
        await page.keyboard.press('Enter');
        await page.waitForURL('**/guide/ropes');
        await page.keyboard.press('Control+k');
        await page.fill('.search-dialog input', 'ebb');
        await expect.poll(() => page.textContent('.search-status')).toContain('No results');

        await reader.publish(
          { ...texts, 'guide/README.md': '# Guide\n\nThe anchorage has silted up.\n' },
          { offline: 'visited' },
        );
        await page.goto(reader.address(''));
        await expect.poll(async () => Object.keys(await kept(page)), { timeout: 20_000 }).not.toEqual(before);
        await expect.poll(async () => Object.keys(await kept(page)).length, { timeout: 20_000 }).toBe(1);
        await reader.switchOff();
        await page.goto(reader.address('guide'));
        expect(await page.textContent('.content')).toContain('silted up');
        expect(reader.problems).toEqual([]);

        await reader.publish(texts, { offline: 'withdrawn' });
        await page.goto(reader.address(''));
        await expect
          .poll(
            async () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
            { timeout: 20_000 },
          )
          .toBe(0);
        expect(await kept(page)).toEqual({});
      } finally {
        await browser.close();
        await reader.switchOff();
      }
    },
  );
});
