import { spawnSync } from 'node:child_process';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryFiles, serveSite, type SiteServer } from '../../src/site/index.ts';
import { accessibilityFaults } from './axe.ts';
import { hasBrowser, launch } from './browser.ts';
import { groupedSite, largeSite, longNames, lookSite } from './look-site.ts';
import { aSite, exported } from './site-fixture.ts';

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

/** Where an element is on the screen. */
async function boxOf(
  page: Page,
  selector: string,
): Promise<{ x: number; y: number; right: number; bottom: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return { x: box.x, y: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

const smallForms = {
  'README.md':
    '# Forms\n\n<details>\n\n<summary>Plain</summary>\n\nA\n\n</details>\n\n<details>\n\n<summary>\n\nIn a paragraph\n\n</summary>\n\nB\n\n</details>\n\n<details>\n\n<summary>With <em>weight</em></summary>\n\nC\n\n</details>\n\n- [x] done\n- plain\n',
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.md`, `# Page ${name}\n`])),
};

describe.skipIf(!hasBrowser)('the look of a site', () => {
  let browser: Browser;
  const servers: SiteServer[] = [];

  beforeAll(async () => {
    for (const input of [lookSite(), aSite(largeSite()), aSite(groupedSite()), aSite(smallForms)]) {
      const files = memoryFiles();
      await exported(input, { files, baseUrl: '/' });
      servers.push(await serveSite(files));
    }
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    for (const server of servers) await server.close();
  });

  async function open(
    path: string,
    { site = 0, status, ...options }: BrowserContextOptions & { site?: number; status?: number } = {},
  ): Promise<Page> {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    const answer = await page.goto(`${servers[site]?.url}${path}`, { waitUntil: 'load' });
    if (answer?.status() !== (status ?? 200)) throw new Error(`${path} answered ${answer?.status()}`);
    return page;
  }

  for (const javaScriptEnabled of [true, false])
    it(`opens and closes branches of the sidebar in the page, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const page = await open('blocks/hints', { javaScriptEnabled });
      const isShown = (name: string): Promise<boolean> => page.isVisible(`.sidebar a:text-is("${name}")`);

      expect([await isShown('Deep'), await isShown('Deeper')]).toEqual([false, false]);
      await page.click('.sidebar summary[aria-label="The guide"]');
      await page.click('.sidebar summary[aria-label="Deep"]');
      expect([await isShown('Deep'), await isShown('Deeper')]).toEqual([true, true]);
      await page.click('.sidebar summary[aria-label="The guide"]');
      expect([await isShown('Deep'), await isShown('Deeper')]).toEqual([false, false]);
      expect(new URL(page.url()).pathname).toBe('/blocks/hints');
      await page.context().close();
    });

  it('has the branch open that the reader is in, and no other', async () => {
    const page = await open('guide/deep/deeper');

    expect(
      await page
        .locator('.sidebar details[open] > summary')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))),
    ).toEqual(['The guide', 'Deep']);
    expect(await page.textContent('.sidebar [aria-current="page"]')).toBe('Deeper');
    await page.context().close();
  });

  it('fetches a branch of a large sidebar, whose links lead where they should', async () => {
    const page = await open('', { site: 1 });
    const before = await page.locator('.sidebar a').count();

    await page.click('.sidebar button[aria-label="Branch 7"]');
    await page.click('.sidebar a:text-is("Leaf 7.3")');
    await page.waitForURL('**/b7/l3');

    expect(before).toBe(33);
    expect(await page.textContent('h1')).toBe('Leaf 7.3');
    await page.context().close();
  });

  it('fetches a group of a large sidebar', async () => {
    const page = await open('', { site: 2 });
    const before = await page.locator('.sidebar a').count();

    await page.click('.sidebar button[aria-label="Group 9"]');
    await page.click('.sidebar a:text-is("Leaf 9.10")');
    await page.waitForURL('**/group-9/l10');

    expect(before).toBe(33);
    expect(await page.locator('.sidebar .nav-heading').allTextContents()).toEqual(['Group 9']);
    await page.context().close();
  });

  it('has one button for the theme, which names the theme and cycles through them', async () => {
    const page = await open('blocks/hints', { colorScheme: 'dark' });
    const label = (): Promise<string | null> => page.getAttribute('.theme-switch', 'aria-label');
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');

    const seen: (string | null)[] = [await label()];
    const grounds = [await ground()];
    for (let press = 0; press < 3; press += 1) {
      await page.click('.theme-switch');
      seen.push(await label());
      grounds.push(await ground());
    }

    expect(seen).toEqual(['Theme: System', 'Theme: Light', 'Theme: Dark', 'Theme: System']);
    expect(grounds[1]).not.toBe(grounds[0]);
    expect([grounds[2], grounds[3]]).toEqual([grounds[0], grounds[0]]);

    // If a theme was chosen before, the first press shows the other one as well.
    await page.click('.theme-switch');
    await page.reload();
    await page.click('.theme-switch');
    expect(await label()).toBe('Theme: Dark');
    await page.context().close();
  });

  it('shows three cards in a row beside sidebar and outline, and two large ones', async () => {
    const page = await open('blocks/cards');
    const tops = (list: string): Promise<number[]> =>
      page
        .locator(`${list} > .card`)
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));

    const [normal, large] = [await tops('.cards:not(.large)'), await tops('.cards.large')];

    expect(await page.isVisible('.aside')).toBe(true);
    expect(normal.filter((top) => top === normal[0])).toHaveLength(3);
    expect(large.filter((top) => top === large[0])).toHaveLength(2);
    await page.context().close();
  });

  it('sets the words of a summary as one text, as high in a paragraph as without', async () => {
    const page = await open('', { site: 3 });
    const [plain, inParagraph] = await page
      .locator('.expandable > summary')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    const gap = await page.locator('summary em').evaluate((word) => {
      const before = document.createRange();
      before.selectNodeContents(word.previousSibling ?? word);
      return word.getBoundingClientRect().left - before.getBoundingClientRect().right;
    });

    expect(inParagraph).toBe(plain);
    expect(gap).toBeLessThan(1);
    await page.context().close();
  });

  it('gives an item between tasks its bullet', async () => {
    const page = await open('', { site: 3 });

    expect(
      await page
        .locator('.tasks > li')
        .evaluateAll((items) => items.map((item) => getComputedStyle(item).listStyleType)),
    ).toEqual(['none', 'disc']);
    await page.context().close();
  });

  it('begins all columns of the list of pages at one height', async () => {
    const page = await open('search', { site: 3 });
    const tops = await page.locator('.all-pages > ul > li').evaluateAll((items) => {
      const columns = new Map<number, number>();
      for (const item of items) {
        const { left, top } = item.getBoundingClientRect();
        columns.set(left, Math.min(top, columns.get(left) ?? top));
      }
      return [...columns.values()];
    });

    expect(tops.length).toBeGreaterThan(1);
    expect(new Set(tops).size).toBe(1);
    await page.context().close();
  });

  it('puts a cover of the size "background" behind the title, faintly enough for the words', async () => {
    const page = await open('');
    const [cover, title] = [await boxOf(page, '.cover-background'), await boxOf(page, 'h1')];

    expect(cover.y).toBeLessThan(title.y);
    expect(cover.bottom).toBeGreaterThan(title.bottom);
    // The darkest point of the picture is #123a6b; the background behind the words must stay white.
    const words = await page.screenshot({
      clip: { x: cover.x + 2, y: title.y, width: cover.right - cover.x - 4, height: title.bottom - title.y },
    });
    const darkest = await page.evaluate(async (picture) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [20, image.height];
      const paint = canvas.getContext('2d');
      paint?.drawImage(image, 0, 0);
      const { data } = paint?.getImageData(0, 0, 20, image.height) ?? { data: [] };
      return Math.min(...Array.from(data).filter((_, at) => at % 4 === 1));
    }, words.toString('base64'));
    expect(darkest).toBeGreaterThan(170);
    await page.context().close();
  });

  it('keeps the menu of a page beside its title, wherever the cover is', async () => {
    const page = await open('');
    const met: string[] = [];
    for (const path of ['', 'blocks/cover', 'guide/deep', 'blocks/hints']) {
      await page.goto(`${servers[0]?.url}${path}`);
      for (const viewport of [desktop, { width: 800, height: 900 }, phone]) {
        await page.setViewportSize(viewport);
        const found = await page.evaluate(() => {
          const menu = document.querySelector('.page-actions')?.getBoundingClientRect();
          if (!menu) return ['there is no menu'];
          const parts = Array.from(document.querySelectorAll('h1, .breadcrumbs, .description, .content > *'));
          return parts
            .filter((part) => {
              // The words, not the box that they are in.
              const range = document.createRange();
              range.selectNodeContents(part);
              const { left, top, right, bottom } = range.getBoundingClientRect();
              return left < menu.right && menu.left < right && top < menu.bottom && menu.top < bottom;
            })
            .map((part) => part.outerHTML);
        });
        met.push(...found.map((each) => `/${path} at ${viewport.width}: ${each}`));
      }
    }

    expect(met).toEqual([]);
    await page.context().close();
  });

  it('keeps the names of site and variant whole on a phone', async () => {
    const page = await open('blocks/hints', { viewport: phone });
    const isWhole = (selector: string): Promise<boolean> =>
      page
        .locator(selector)
        .evaluate(
          (node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1,
        );

    expect(await page.innerText('.brand')).toBe(longNames.site);
    expect(await isWhole('.brand > span')).toBe(true);
    expect(await page.innerText('.variants > summary')).toContain(longNames.variant);
    expect(await isWhole('.variants > summary')).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const [header, heading] = [await boxOf(page, '.site-header'), await boxOf(page, 'h1')];
    expect(heading.y).toBeGreaterThan(header.bottom);
    await page.context().close();
  });

  it('offers a search and near pages at an address that leads nowhere', async () => {
    const page = await open('guide/deeper-water', { status: 404 });

    await page.waitForSelector('.near-pages a');
    expect(await page.locator('.near-pages a').first().getAttribute('href')).toBe('/guide/deep/deeper');
    await page.fill('.find input', 'hints');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.search-results li');
    expect(await page.isVisible('.search-dialog')).toBe(true);
    await page.context().close();
  });

  it('leads on from an address that leads nowhere without scripts, too', async () => {
    const page = await open('nowhere', { javaScriptEnabled: false, status: 404 });

    expect(await page.isVisible('.find')).toBe(false);
    await page.click('main a:text-is("All pages")');
    expect(await page.isVisible('main >> text=Deeper')).toBe(true);
    await page.context().close();
  });

  it('has a menu on a phone that reaches from top to bottom', async () => {
    const page = await open('guide/deep', { viewport: phone });

    await page.click('.drawer-open');
    const menu = await boxOf(page, '.sidebar');

    expect([menu.y, menu.bottom]).toEqual([0, phone.height]);
    await page.context().close();
  });

  it('has no findings of axe on a phone, including its open menu', { timeout: 120_000 }, async () => {
    const page = await open('', { viewport: phone, bypassCSP: true });
    const faults: string[] = [];
    for (const path of ['', 'blocks/tables', 'blocks/cards', 'guide/deep', 'guide/deeper-water']) {
      await page.goto(`${servers[0]?.url}${path}`);
      if (path === 'guide/deep') await page.click('.drawer-open');
      if (path === 'guide/deeper-water') await page.waitForSelector('.near-pages a');
      faults.push(...(await accessibilityFaults(page)).map((each) => `/${path} ${each}`));
    }

    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('sets formulas in a math font where one is installed', async ({ skip }) => {
    const page = await open('blocks/formulas');
    const wanted = await page
      .locator('math')
      .first()
      .evaluate((math) => getComputedStyle(math).fontFamily.split(','));
    const names = wanted.map((name) => name.trim().replaceAll('"', ''));
    const installed = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' }).stdout ?? '';
    const known = names.filter((name) => installed.split(/[\n,]/).includes(name));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'math mi' });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    await page.context().close();

    if (known.length === 0) return skip(`none of ${names.join(', ')} is installed`);
    expect(known).toContain(fonts[0]?.familyName);
  });

  it('moves nothing when pictures load', async () => {
    for (const path of ['', 'blocks/pictures', 'blocks/cover', 'blocks/cards']) {
      const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce' });
      const page = await context.newPage();
      let letGo = (): void => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route('**/*.svg', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${servers[0]?.url}${path}`, { waitUntil: 'domcontentloaded' });
      const heights = (): Promise<number[]> =>
        page
          .locator('.content > *')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      const before = await heights();
      letGo();
      await page.evaluate(
        'Promise.all([...document.images].map((each) => ((each.loading = "eager"), each.decode())))',
      );

      // Sizes are whole pixels, so a scaled-down picture may be off by a fraction of a pixel.
      const moved = (await heights()).map((top, at) => Math.abs(top - (before[at] ?? 0)));
      expect(Math.max(...moved)).toBeLessThan(1);
      expect(await page.locator('main img:not([width][height])').count()).toBe(0);
      await context.close();
    }
  });
});
