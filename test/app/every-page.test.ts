import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { routes } from '../../src/app/routes.ts';
import type { ServiceFixture } from '../service/fixture.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { keptPictures, type KeptPictures } from '../site/kept-pictures.ts';
import { contextOver, everyPage, type AppPage } from './every-page.ts';
import { appOrigin, aServiceWithApp, signedIn } from './visitor.ts';

/** Paths that answer with a download or lead to another origin, which are not pages to look at. */
const noPage = [/\/~\/(?:download|pdf|site)$/, /\/preview$/];

describe.skipIf(!hasBrowser)('every page of the app', () => {
  let fixture: ServiceFixture;
  let pages: AppPage[];
  let browser: Browser;
  let kept: KeptPictures;
  let inside: BrowserContext;
  let outside: BrowserContext;
  const faults: string[] = [];
  const different: string[] = [];

  beforeAll(async () => {
    fixture = aServiceWithApp();
    pages = await everyPage(fixture);
    const visitor = await signedIn(fixture);
    browser = await launch({ still: true });
    kept = await keptPictures(browser);
    inside = await contextOver(browser, fixture, { visitor, deviceScaleFactor: 0.75 });
    outside = await contextOver(browser, fixture, { deviceScaleFactor: 0.75 });
    // Loading a page takes longer than judging it, so that each is loaded once for all of its tests.
    for (const each of pages) {
      const page = await opened(each);
      if (kept.isSameMachine) await comparePictures(page, each);
      await judge(page, each);
      await page.close();
    }
  }, 600_000);
  afterAll(async () => {
    await browser.close();
    await fixture.close();
  });

  const opened = async ({ path, status = 200, stranger }: AppPage): Promise<Page> => {
    const page = await (stranger ? outside : inside).newPage();
    page.on('pageerror', (error) => faults.push(`${path}: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      // A browser obeys that header only over TLS.
      if (/Cross-Origin-Opener-Policy/.test(text)) return;
      if (message.type() === 'error' && !(status !== 200 && /Failed to load/.test(text)))
        faults.push(`${path}: ${text}`);
    });
    const answer = await page.goto(appOrigin + path, { waitUntil: 'load' });
    if (answer?.status() !== status) faults.push(`${path} answers ${answer?.status()}`);
    return page;
  };

  const comparePictures = async (page: Page, { name, editor }: AppPage): Promise<void> => {
    if (editor !== undefined && !existsSync(join(packageRoot(), 'dist', 'app-editor.js'))) return;
    for (const { look, width, height, colorScheme } of [
      { look: 'light', width: 1280, height: 800, colorScheme: 'light' },
      { look: 'dark-phone', width: 390, height: 844, colorScheme: 'dark' },
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.evaluate('document.fonts.ready.then(() => scrollTo(0, 0))');
      const complaint = await kept.compare(`app-${name}-${look}`, () =>
        page.screenshot({ animations: 'disabled' }),
      );
      if (complaint !== undefined) different.push(complaint);
    }
  };

  const judge = async (page: Page, { name }: AppPage): Promise<void> => {
    await page.setViewportSize({ width: 1280, height: 900 });
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (over > 0) faults.push(`${name} is ${over} pixels wider than a window of ${width}`);
    }
  };

  it('is in the list of pages to test', () => {
    const paths = pages.map(({ path }) => path.split('?')[0]!);
    const missing = routes
      .filter(({ method, path }) => method === 'GET' && !noPage.some((each) => each.test(path)))
      .filter(({ path }) => {
        const pattern = path.replace(/:\w+/g, '[^/]+').replace(/\*$/, '[^~].*').replace(/\/$/, '/?');
        return !paths.some((each) => new RegExp(`^${pattern}$`).test(each));
      });
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it('breaks no rule of accessibility, in light and dark, at 1280 and 390 pixels, and is no wider than its window', () => {
    expect(faults).toEqual([]);
  });

  it('looks like its accepted picture, light and wide, dark and narrow', ({ skip }) => {
    if (!kept.isSameMachine) return skip('they were drawn by another browser, or with other fonts');
    expect(different).toEqual([]);
  });
});
