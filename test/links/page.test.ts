import { describe, expect, it } from 'vitest';

import { checkLinks, reporters, type HistoryRun } from '../../src/links/index.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { aSoundRepository, aTree } from './repository.ts';

/** The checks of some weeks, with varying numbers of faults. */
function aHistory(): HistoryRun[] {
  return Array.from({ length: 24 }, (_, day) => ({
    at: new Date(Date.UTC(2026, 9, 1 + day)).toISOString(),
    error: Math.round(30 + 20 * Math.sin(day / 3)),
    warning: 10 + (day % 5),
    note: day % 3,
    links: 1000,
    pages: 100,
  }));
}

describe.skipIf(!hasBrowser)('the report as a page in a browser', () => {
  it('is accessible and fits, light and dark, narrow and wide, and requests nothing', async () => {
    const files: Record<string, string> = { ...aSoundRepository() };
    for (let page = 0; page < 5; page += 1) {
      const path = `guide/a-page-with-a-rather-long-name-${page}.md`;
      files['SUMMARY.md'] += `* [Page ${page}](${path})\n`;
      files[path] =
        `# Page ${page}\n\n[a](strat.md) [b](Start.md) [c](https://app.gitbook.com/s/x/y) ![d](${'very-long-name-'.repeat(12)}.png)\n`;
    }
    files['api.md'] = '# API\n\n[a](guide/strat.md) [b](gone.md)\n';
    files['reference/deep/a.md'] = '# A\n\n[a](b.md) [c](http://localhost/)\n';
    files['SUMMARY.md'] += '* [A](reference/deep/a.md)\n';
    const report = await checkLinks({ tree: aTree(files), spaces: [{ path: '' }], ignore: ['gone'] });
    const page = reporters.html(
      { ...report, problems: ['https://example.com could not be checked: no answer'], fixedSinceBase: 2 },
      { version: '1.0.0', now: 0, history: aHistory() },
    );
    for (const heading of ['Trend', 'Causes', 'Sections that hurt most'])
      expect(page).toContain(`>${heading}</h2>`);
    const aged = report.findings.map((finding, at) => ({ ...finding, isNew: at % 3 === 0 }));
    const browser = await launch();
    try {
      for (const width of [360, 1280]) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, offline: true });
        const tab = await context.newPage();
        const requests: string[] = [];
        tab.on('request', (request) => requests.push(request.url()));
        await tab.setContent(page);
        const overflow = await tab.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );

        expect(await accessibilityFaults(tab), `${width}`).toEqual([]);
        expect(overflow, `${width}`).toBe(0);
        expect(requests.filter((url) => !url.startsWith('about:'))).toEqual([]);
        if (process.env['TIDEMARK_SCREENSHOTS'] !== undefined)
          for (const colorScheme of ['light', 'dark'] as const) {
            await tab.emulateMedia({ colorScheme });
            const name = `links-${colorScheme}-${width}.png`;
            await tab.screenshot({ path: `${process.env['TIDEMARK_SCREENSHOTS']}/${name}`, fullPage: true });
          }
        await context.close();
      }
      const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await tab.setContent(reporters.html({ ...report, findings: aged }, { version: '1.0.0', now: 0 }));
      const shown = (): Promise<number> =>
        tab.evaluate<number>(
          "[...document.querySelectorAll('.finding')].filter((one) => one.offsetParent !== null).length",
        );
      expect(await shown()).toBe(aged.length);
      for (const [choice, count] of [
        ['Errors', aged.filter(({ level }) => level === 'error').length],
        ['New', aged.filter(({ isNew }) => isNew).length],
        ['All', aged.length],
      ] as const) {
        await tab.getByRole('radio', { name: choice }).check({ force: true });
        expect(await shown(), choice).toBe(count);
      }
    } finally {
      await browser.close();
    }
  });
});
