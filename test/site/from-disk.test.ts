import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { exportSite, folderFiles } from '../../src/site/index.ts';
import { temporaryFolder } from '../git/native.ts';
import { hasBrowser, launch } from './browser.ts';
import { aSite, summary } from './site-fixture.ts';

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="3"/></svg>';

describe.skipIf(!hasBrowser)('a site with relative paths', () => {
  it('is read, followed and searched from the disk, wherever it is put', { timeout: 60_000 }, async () => {
    const root = temporaryFolder('from-disk');
    const texts = {
      'SUMMARY.md': summary(
        '* [Home](README.md)',
        '* [Knots](knots/README.md)',
        '  * [Bowline, a & b](knots/bow%20line.md)',
      ),
      'README.md': '# Home\n\nStart here: see [how](knots/bow%20line.md#how).\n',
      'knots/README.md': '# Knots\n',
      'knots/bow line.md':
        '# Bowline, a & b\n\nWords.\n\n## How\n\nThe rabbit leaves its hole.\n\n![A knot](../.gitbook/assets/knot.svg)\n',
      '.gitbook/assets/knot.svg': picture,
    };
    await exportSite(aSite(texts), {
      files: folderFiles(join(root, 'site')),
      clock: new ManualClock(),
      urls: 'file',
    });
    // A folder's name may have characters that have a meaning in addresses.
    const moved = join(root, 'other place #1', 'site');
    mkdirSync(dirname(moved), { recursive: true });
    cpSync(join(root, 'site'), moved, { recursive: true });
    writeFileSync(join(root, 'site', 'index.html'), 'The first folder is not asked.');
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('requestfailed', (request) => problems.push(request.url()));

      await page.goto(pathToFileURL(join(moved, 'index.html')).href);
      await page.click('.content a:has-text("how")');
      await page.waitForSelector('h2#how');
      expect(page.url()).toMatch(/^file:.*other%20place%20%231\/.*#how$/);
      expect(
        await page.evaluate(() => document.querySelector<HTMLImageElement>('.content img')?.naturalWidth),
      ).toBeGreaterThan(0);
      // From a page in a folder, search leads out of the folder and into it again.
      for (const [words, title] of [
        ['start here', 'Home'],
        ['rabbit', 'Bowline, a & b'],
      ] as const) {
        await page.click('.search-open');
        await page.fill('.search-dialog input', words);
        await page.waitForSelector('.search-results li');
        await page.keyboard.press('Enter');
        await page.waitForFunction((wanted) => document.querySelector('h1')?.textContent === wanted, title);
      }
      await page.click('.brand');
      await page.waitForURL(/index\.html$/);

      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
