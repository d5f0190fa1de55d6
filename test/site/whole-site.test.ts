import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { siteInFolder } from '../../src/cli/export/folder-source.ts';
import { readMirrorSource } from '../../src/cli/export/mirror-source.ts';
import { realClock } from '../../src/clock/index.ts';
import { exportSite, memoryFiles, serveSite, type SiteServer } from '../../src/site/index.ts';
import { accessibilityFaults } from './axe.ts';
import { hasBrowser, launch } from './browser.ts';

/** Whole sites with a structure and a customization: our sample, and a real one if it is beside the project. */
const sites = [
  { name: 'the sample', root: join(packageRoot(), 'templates', 'sample'), checked: 4 },
  {
    name: 'the example site',
    root: join(packageRoot(), '..', 'shared', 'corpora', 'example-site'),
    checked: 8,
  },
];

for (const { name, root, checked } of sites) {
  const isThere = existsSync(join(root, 'structure.json'));
  if (!isThere) console.info(`${name} is left out: it is not beside the project (../shared/corpora).`);
  describe.skipIf(!hasBrowser || !isThere)(`${name} in a browser`, () => {
    let browser: Browser;
    let server: SiteServer;
    let addresses: string[] = [];
    /** Pages with tabs, and pages with other variants. */
    let special: string[] = [];

    beforeAll(async () => {
      const files = memoryFiles();
      const { input } = await readMirrorSource({ root, ...siteInFolder(root) });
      await exportSite(input, { files, clock: realClock, baseUrl: '/', allowPrivate: true });
      addresses = files
        .list()
        .filter((path) => path.endsWith('.md'))
        .map((path) => path.replace(/(?:index)?\.md$/, ''))
        .sort();
      const first = (sign: string): string[] =>
        addresses
          .filter((path) => {
            const file = path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html`;
            return Buffer.from(files.read(file) ?? []).includes(sign);
          })
          .slice(0, 2);
      special = [...first('role="tab"'), ...first('class="menu variants"')];
      server = await serveSite(files);
      browser = await launch();
    }, 60_000);
    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });

    /** A tab with all its complaints, including requests to other hosts. */
    const open = async (
      options: Parameters<Browser['newContext']>[0] = {},
    ): Promise<{ context: BrowserContext; page: Page; wrong: string[] }> => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      const wrong: string[] = [];
      const page = await context.newPage();
      // Only watched, not intercepted, because that would prevent the browser from caching. No other host has an address here
      // (browser.ts).
      page.on('request', (request) => {
        if (new URL(request.url()).hostname !== '127.0.0.1') wrong.push(`asks ${request.url()}`);
      });
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          wrong.push(`${page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => wrong.push(`${page.url()}: ${error.message}`));
      return { context, page, wrong };
    };

    it(
      'loads every page without an error, a foreign request or a breach of its policy',
      { timeout: 180_000 },
      async () => {
        const { context, page, wrong } = await open();
        for (const path of [...addresses, 'search']) {
          const answer = await page.goto(server.url + path, { waitUntil: 'load' });
          if (answer?.status() !== 200) wrong.push(`${path}: ${answer?.status()}`);
          if ((await page.locator('main h1').count()) === 0) wrong.push(`${path}: no heading`);
        }
        await context.close();

        expect(addresses.length).toBeGreaterThan(10);
        expect(wrong).toEqual([]);
      },
    );

    it('has no findings of axe, light and dark', { timeout: 180_000 }, async () => {
      const found: string[] = [];
      const step = Math.max(1, Math.floor(addresses.length / checked));
      const chosen = addresses.filter((_, at) => at % step === 0).slice(0, checked);
      const { context, page } = await open();
      for (const path of chosen) {
        await page.goto(server.url + path, { waitUntil: 'load' });
        found.push(...(await accessibilityFaults(page)).map((each) => `${path} ${each}`));
      }
      await context.close();

      expect(chosen.length).toBe(Math.min(checked, addresses.length));
      expect(found).toEqual([]);
    });

    it('shows one picture of two, the one of the theme', { timeout: 60_000 }, async () => {
      const shown: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        const { context, page } = await open({ colorScheme });
        await page.goto(`${server.url}${addresses[0] ?? ''}`, { waitUntil: 'load' });
        for (const theme of ['light', 'dark', 'system']) {
          await page.evaluate(
            ([name]) => {
              document.documentElement.className = name === 'system' ? '' : (name ?? '');
              const figure = document.createElement('figure');
              figure.className = 'probe';
              for (const each of ['only-light', 'only-dark']) {
                const image = document.createElement('img');
                image.className = each;
                figure.append(image);
              }
              document.querySelector('.content')?.append(figure);
            },
            [theme],
          );
          const visible = await page
            .locator('.probe >> nth=-1')
            .locator('img')
            .evaluateAll((images) =>
              images
                .filter((each) => getComputedStyle(each).display !== 'none')
                .map((each) => each.className),
            );
          shown.push(`${colorScheme} ${theme}: ${visible.join(' ')}`);
        }
        await context.close();
      }

      expect(shown).toEqual([
        'light light: only-light',
        'light dark: only-dark',
        'light system: only-light',
        'dark light: only-light',
        'dark dark: only-dark',
        'dark system: only-dark',
      ]);
    });

    it('is used by keyboard: search, theme, menu of a small screen', { timeout: 60_000 }, async () => {
      const { context, page } = await open();
      const start = addresses.find((path) => path.split('/').length > 1) ?? '';
      await page.goto(server.url + start, { waitUntil: 'load' });
      const word =
        (await page.locator('main h1').innerText()).split(/\s+/).find((each) => each.length > 4) ?? 'the';
      await page.keyboard.press('Control+k');
      await page.keyboard.type(word);
      await page.waitForSelector('.search-results [role=option]');
      await page.keyboard.press('Escape');
      expect(
        await page
          .locator('.search-dialog')
          .evaluate((dialog) => (dialog as unknown as { open: boolean }).open),
      ).toBe(false);
      await page.locator('.theme-switch').focus();
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.documentElement.className)).toContain('dark');
      await page.setViewportSize({ width: 390, height: 800 });
      await page.locator('.drawer-open').focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('.drawer-open').getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Escape');
      expect(await page.locator('.drawer-open').getAttribute('aria-expanded')).toBe('false');
      await context.close();
    });

    it('is used by keyboard: tabs and variants, where it has them', { timeout: 60_000 }, async () => {
      const { context, page } = await open();
      let tabs = false;
      let variants = false;
      for (const path of special) {
        await page.goto(server.url + path, { waitUntil: 'load' });
        if (!tabs && (await page.locator('[role=tab]').count()) > 1) {
          tabs = true;
          await page.locator('[role=tab][aria-selected=true]').first().focus();
          await page.keyboard.press('ArrowRight');
          expect(await page.locator('[role=tab]').nth(1).getAttribute('aria-selected')).toBe('true');
        }
        if (!variants && (await page.locator('.variants a:not([aria-current])').count()) > 0) {
          variants = true;
          const other = await page.locator('.variants a:not([aria-current])').first().getAttribute('href');
          await page.locator('.variants summary').focus();
          await page.keyboard.press('Enter');
          await page.locator('.variants a:not([aria-current])').first().focus();
          await Promise.all([page.waitForURL(`**${other ?? ''}`), page.keyboard.press('Enter')]);
        }
      }
      await context.close();

      expect(tabs).toBe(true);
    });
  });
}
