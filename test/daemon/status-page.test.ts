import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DaemonStatus } from '../../src/daemon/index.ts';
import { renderStatusPage, statusStyles } from '../../src/daemon/status-page.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 21, 12, -minutes)).toISOString();
type Line = DaemonStatus['spaces'][number];

function line(parts: Partial<Line> & Pick<Line, 'path' | 'title'>): Line {
  return {
    ...{ id: parts.path, state: 'good', since: at(600), running: false, revision: 'r', lastGoodAt: at(1) },
    ...{ lastTriedAt: at(1), tookMs: 20, problem: null, conflicts: [], notSent: [], proposals: [] },
    ...parts,
  };
}

const aStatus: DaemonStatus = {
  ...{ version: '1.2.3', kind: 'daemon', now: at(0), startedAt: at(3_000), ready: true, reasons: [] },
  ...{ intervalMs: 60_000, nextLookAt: at(-1), configuration: { loadedAt: at(3_000), refused: null } },
  service: { url: 'https://docs.example.com', lastSeenAt: at(0.4), failingSince: null, problem: null },
  queue: { waiting: 2, delayed: 1, running: 3 },
  ...{ gitHost: null, fleet: null },
  links: { broken: 3, byRule: { page: 2, anchor: 1 }, checkedAt: at(1), since: at(45) },
  budgets: [
    {
      ...{ origin: 'https://docs.example.com', waiting: 4, inFlight: 3, concurrency: 12, latencyMs: 40 },
      waitedMs: { refused: 0, failing: 0, limit: 0, pace: 0, probe: 0, concurrency: 0 },
      ...{ closedForMs: 0, closedBecause: null, learnedPerMinute: null },
      ...{ quotas: [{ name: 'default', limit: 600, remaining: 412, resetInMs: 34_000 }] },
      totals: { answered: 12_345, refused: 0, failed: 2 },
    },
  ],
  spaces: [
    line({
      ...{ title: 'Billing', path: 'products/billing', state: 'failing', since: at(95), lastGoodAt: at(96) },
      problem: {
        code: 'FORBIDDEN',
        message: 'The service does not let this token read the space.',
        hint: 'Ask an admin for the right to read it.',
      },
    }),
    line({
      ...{ title: 'A very long title of a space that somebody did not want to shorten', path: 'guides' },
      ...{ state: 'conflict', since: at(12), conflicts: ['guides/start.md', 'guides/install/linux.md'] },
    }),
    line({
      ...{ title: 'API', path: 'api' },
      proposals: [
        {
          number: 42,
          subject: 'Fix the example of the first request',
          state: 'proposed',
          url: 'https://docs.example.com/app/changes/42',
          since: at(180),
        },
      ],
    }),
    ...Array.from({ length: 12 }, (_, index) =>
      line({
        title: `Team handbook ${index + 1}`,
        path: `teams/handbook-${index + 1}`,
        running: index === 3,
      }),
    ),
  ],
};

const down: DaemonStatus = {
  ...aStatus,
  ...{ ready: false, reasons: ['The service has not answered since 2026-11-21T11:40:00.000Z.'] },
  service: {
    ...{ url: 'https://docs.example.com', lastSeenAt: at(20), failingSince: at(19) },
    problem: { code: 'NO_ANSWER', message: 'no' },
  },
  budgets: aStatus.budgets.map((budget) => ({ ...budget, closedForMs: 21_000, closedBecause: 'failing' })),
};

describe('the status page', () => {
  it('leads to change requests, and to no address of another scheme', () => {
    const [first, ...rest] = aStatus.spaces.filter(({ proposals }) => proposals.length > 0);
    const proposal = { ...first!.proposals[0]!, url: 'javascript:alert(1)', subject: '<b>Bold</b>' };
    const other = { ...first!, path: 'other', proposals: [proposal] };

    const html = renderStatusPage({ ...aStatus, spaces: [first!, other, ...rest] });

    expect(html).toContain('<a href="https://docs.example.com/app/changes/42" rel="noreferrer">');
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('<b>Bold</b>');
    expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt;');
  });
});

describe.skipIf(!hasBrowser)('the status page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  for (const width of [360, 1280])
    for (const [name, status] of Object.entries({ good: aStatus, down }))
      it(
        `has no accessibility finding, light or dark, and nothing cut off: ${name}, ${width} wide`,
        { tags: name === 'down' && width === 360 ? [] : ['long'] },
        async () => {
          const page = await browser.newPage({ viewport: { width, height: 800 } });
          await page.route('**/*', (route) => {
            const path = new URL(route.request().url()).pathname;
            if (path === '/status.css')
              return route.fulfill({ contentType: 'text/css', body: statusStyles() });
            return route.fulfill({ contentType: 'text/html; charset=utf-8', body: renderStatusPage(status) });
          });
          await page.goto('http://status.test/');
          const shots = process.env['SCREENSHOTS'];
          if (shots !== undefined)
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme });
              await page.screenshot({
                path: `${shots}/status-${name}-${colorScheme}-${width}.png`,
                fullPage: true,
              });
            }

          const faults = await accessibilityFaults(page, { without: ['meta-refresh'] });
          const widths = await page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
          );
          await page.close();

          expect(faults).toEqual([]);
          expect(widths[0]).toBeLessThanOrEqual(widths[1]);
        },
      );
});
