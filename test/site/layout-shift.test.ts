import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launch } from './browser.ts';
import { aSite, exported, summary } from './site-fixture.ts';

const sections = Array.from(
  { length: 40 },
  (_, at) => `## Part ${at}\n\n${'Words of a long page. '.repeat(40)}\n`,
);

/** How much the text of a page moved while it was loaded, and the left edge of its text. */
interface Moves {
  readonly shift: number;
  readonly left: number;
}

/** What Chromium tells of a layout shift. */
interface Shift {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/**
 * Counts the layout shifts of the text from the beginning of each page; run in the page. On a busy machine, the parser may stop between
 * any two elements: a button of the header, say, may then move when the next one is read.
 */
function countShifts(): void {
  const counted = { shift: 0 };
  Object.assign(globalThis, { counted });
  new PerformanceObserver((list) => {
    const text = document.querySelector('.content');
    for (const { value, sources } of list.getEntries() as unknown as Shift[])
      if (sources.some(({ node }) => text?.contains(node) === true || node?.contains(text) === true))
        counted.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

describe.skipIf(!hasBrowser)('a page that arrives slowly', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    const { files } = await exported(
      aSite({
        'SUMMARY.md': summary('* [Home](README.md)', '* [Short](short.md)'),
        'README.md': `# Home\n\n${sections.join('\n')}`,
        'short.md': '# Short\n\nA page without parts.\n',
      }),
    );
    server = createServer((request, response) => {
      const path = (request.url ?? '/').slice(1) || 'index.html';
      const bytes = files.get(path);
      if (!bytes) return response.writeHead(404).end();
      const type = /\.(css|html|js)$/.exec(path)?.[1];
      response.writeHead(200, {
        'content-type': type === 'js' ? 'text/javascript' : `text/${type ?? 'plain'}`,
      });
      if (type !== 'html') return response.end(bytes);
      // The text comes first, and what stands beside and below it later.
      const html = Buffer.from(bytes).toString('utf8');
      const end = html.indexOf('</article>');
      response.write(html.slice(0, end));
      return void delay(600).then(() => response.end(html.slice(end)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  const loaded = async (path: string): Promise<Moves> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(countShifts);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    const moves = await page.evaluate(() => ({
      shift: (globalThis as unknown as { counted: { shift: number } }).counted.shift,
      left: document.querySelector('main')?.getBoundingClientRect().left ?? 0,
    }));
    await page.close();
    return moves;
  };

  it('keeps its text where it is when its outline arrives', { timeout: 60_000 }, async () => {
    const [long, short] = [await loaded('/'), await loaded('/short.html')];

    expect([long.shift, short.shift]).toEqual([0, 0]);
    // Without an outline, the text is in the middle of the whole width.
    expect(short.left).toBeGreaterThan(long.left);
  });
});
