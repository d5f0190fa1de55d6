import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryFiles, serveSite, type SiteServer } from '../../src/site/index.ts';
import { hasBrowser, launch } from './browser.ts';
import { lookSite } from './look-site.ts';
import { keptPictures, type KeptPictures } from './kept-pictures.ts';
import { mostDiffering } from './pictures.ts';
import { exported } from './site-fixture.ts';

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly width?: number;
  readonly colorScheme?: 'dark';
  /** Steps before the picture is taken. */
  readonly first?: (page: Page) => Promise<void>;
}

const phone = 390;

const shots: readonly Shot[] = [
  { name: 'home', path: '' },
  { name: 'home-dark', path: '', colorScheme: 'dark' },
  { name: 'home-phone', path: '', width: phone },
  { name: 'hints', path: 'blocks/hints' },
  { name: 'hints-dark', path: 'blocks/hints', colorScheme: 'dark' },
  { name: 'tabs', path: 'blocks/tabs' },
  { name: 'code', path: 'blocks/code' },
  { name: 'code-dark', path: 'blocks/code', colorScheme: 'dark' },
  { name: 'tables', path: 'blocks/tables' },
  { name: 'tables-phone', path: 'blocks/tables', width: phone },
  { name: 'cards', path: 'blocks/cards' },
  { name: 'cards-dark', path: 'blocks/cards', colorScheme: 'dark' },
  { name: 'formulas', path: 'blocks/formulas' },
  { name: 'pictures', path: 'blocks/pictures' },
  { name: 'cover', path: 'blocks/cover' },
  { name: 'operation', path: 'blocks/api' },
  { name: 'updates', path: 'blocks/updates' },
  { name: 'branches', path: 'guide/deep' },
  {
    name: 'menu-phone',
    path: 'guide/deep',
    width: phone,
    first: (page) => page.click('.drawer-open'),
  },
  {
    name: 'not-found',
    path: 'guide/deeper-water',
    first: async (page) => {
      await page.waitForSelector('.near-pages a');
    },
  },
];

describe.skipIf(!hasBrowser)('pictures of pages', () => {
  let browser: Browser;
  let server: SiteServer;
  let page: Page;
  let kept: KeptPictures;

  beforeAll(async () => {
    const files = memoryFiles();
    await exported(lookSite(), { files, baseUrl: '/' });
    server = await serveSite(files);
    browser = await launch({ still: true });
    const options = { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' } as const;
    page = await (await browser.newContext({ ...options, deviceScaleFactor: 0.75 })).newPage();
    kept = await keptPictures(browser);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function taken({ path, width = 1280, colorScheme, first }: Shot): Promise<Buffer> {
    await page.setViewportSize({ width, height: width === phone ? 844 : 800 });
    await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
    await page.goto(server.url + path, { waitUntil: 'load' });
    await first?.(page);
    await page.mouse.move(0, 0);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    return page.screenshot({ animations: 'disabled' });
  }

  it.for(shots)('show $name as it was accepted', { timeout: 60_000 }, async (shot, { skip }) => {
    if (!kept.isSameMachine) return skip('they were drawn by another browser, or with other fonts');
    expect(await kept.compare(shot.name, () => taken(shot))).toBeUndefined();
  });

  it('are found to differ when a button has another colour', { timeout: 60_000 }, async () => {
    const shot = shots[0] as Shot;
    const paint = async (there: Page): Promise<void> => {
      await there
        .locator('.button.primary')
        .evaluate((button) => button.classList.replace('primary', 'secondary'));
    };

    const one = await kept.pack(await taken(shot));
    const again = await kept.pack(await taken(shot));
    const other = await kept.pack(await taken({ ...shot, first: paint }));

    expect(await kept.differing(one, again)).toBe(0);
    expect(await kept.differing(one, other)).toBeGreaterThan(mostDiffering);
  });
});
