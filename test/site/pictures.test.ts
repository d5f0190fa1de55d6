import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryFiles, serveSite, type SiteServer } from '../../src/site/index.ts';
import { hasBrowser, launch } from './browser.ts';
import { lookSite } from './look-site.ts';
import { compared, drawnWith, mostDiffering, packed } from './pictures.ts';
import { exported } from './site-fixture.ts';

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly width?: number;
  readonly colorScheme?: 'dark';
  /** What is done before the picture is taken. */
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

const kept = fileURLToPath(new URL('../golden/pictures/', import.meta.url));
const makers = join(kept, 'drawn-with.json');
/** Where a picture that differs is put, to be looked at. */
const shown = join(tmpdir(), 'tidemark-look');
/** Names of the pictures to accept, or `all`; `npm run look` sets it. */
const accepted = new Set((process.env['TIDEMARK_ACCEPT_LOOK'] ?? '').split(' ').filter(Boolean));
const accepts = (name: string): boolean => accepted.has('all') || accepted.has(name);

describe.skipIf(!hasBrowser)('pictures of pages', () => {
  let browser: Browser;
  let server: SiteServer;
  let page: Page;
  /** A page that no policy binds, where pictures are packed and compared. */
  let desk: Page;
  let isSameMachine = false;

  beforeAll(async () => {
    const files = memoryFiles();
    await exported(lookSite(), { files, baseUrl: '/' });
    server = await serveSite(files);
    browser = await launch({ still: true });
    const options = { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' } as const;
    page = await (await browser.newContext({ ...options, deviceScaleFactor: 0.75 })).newPage();
    desk = await browser.newPage();
    const drawn = await drawnWith(desk);
    if (accepts('all')) {
      mkdirSync(kept, { recursive: true });
      writeFileSync(makers, `${JSON.stringify(drawn, null, 2)}\n`);
    }
    const recorded = existsSync(makers)
      ? (JSON.parse(readFileSync(makers, 'utf8')) as typeof drawn)
      : undefined;
    isSameMachine = recorded?.browser === drawn.browser && recorded.fonts === drawn.fonts;
    if (!isSameMachine)
      console.info(
        `Pictures of pages are not compared: they were drawn by Chromium ${recorded?.browser ?? '(none)'} with other fonts or another release than here (${drawn.browser}).`,
      );
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
    return packed(desk, await page.screenshot({ animations: 'disabled' }));
  }

  it.for(shots)('show $name as it was accepted', { timeout: 60_000 }, async (shot, { skip }) => {
    const { name } = shot;
    if (!isSameMachine) return skip('they were drawn by another browser, or with other fonts');
    const now = await taken(shot);
    const file = join(kept, `${name}.webp`);
    if (accepts(name)) writeFileSync(file, now);
    const { differing, picture } = await compared(desk, readFileSync(file), now);
    if (differing > mostDiffering) {
      mkdirSync(shown, { recursive: true });
      writeFileSync(join(shown, `${name}.now.webp`), now);
      writeFileSync(join(shown, `${name}.difference.png`), picture);
    }

    expect(
      differing,
      `${name} looks different: see ${join(shown, name)}.now.webp and .difference.png; if it is right, npm run look -- ${name}`,
    ).toBeLessThanOrEqual(mostDiffering);
  });

  it('are found to differ when a button has another colour', { timeout: 60_000 }, async () => {
    const shot = shots[0] as Shot;
    const paint = async (there: Page): Promise<void> => {
      await there
        .locator('.button.primary')
        .evaluate((button) => button.classList.replace('primary', 'secondary'));
    };

    const [one, again, other] = [
      await taken(shot),
      await taken(shot),
      await taken({ ...shot, first: paint }),
    ];

    expect((await compared(desk, one, again)).differing).toBe(0);
    expect((await compared(desk, one, other)).differing).toBeGreaterThan(mostDiffering);
  });
});
