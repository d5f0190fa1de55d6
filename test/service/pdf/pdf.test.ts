import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../src/base/index.ts';
import { ManualClock } from '../../../src/clock/index.ts';
import { startService } from '../../../src/service/index.ts';
import type { Json } from '../fixture.ts';
import type { StartedService } from '../../../src/service/index.ts';
import { findBrowser } from '../../../src/service/pdf/browser.ts';

const browser = findBrowser(process.env['CHROMIUM_PATH']);
if (browser === undefined)
  console.info('Printing is not tested: there is no Chromium here (set CHROMIUM_PATH).');
const space = 'brightwaterhelpspace';
let started: StartedService;

afterEach(() => started.close());

async function ask(path: string): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${started.url}/v1${path}`, {
    headers: { authorization: `Bearer ${started.token}` },
  });
  return { status: answer.status, body: await answer.json() };
}

async function start(options: object): Promise<string> {
  started = await startService({
    data: ':memory:',
    seeds: [join(packageRoot(), 'templates', 'sample')],
    ...options,
  });
  const answer = await fetch(`${started.url}/v1/spaces/${space}/change-requests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${started.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return `/spaces/${space}/change-requests/${((await answer.json()) as { id: string }).id}`;
}

describe('the PDF of a change request', () => {
  it('is 501, with what to do, on a machine without a browser', async () => {
    const base = await start({ browser: null });

    expect(await ask(`${base}/pdf`)).toMatchObject({
      status: 501,
      body: { error: { code: 501, message: expect.stringContaining('Chromium') } },
    });
  });

  it('has an address that is good for one hour and cannot be made up', async () => {
    const clock = new ManualClock();
    const base = await start({ browser: process.execPath, clock });
    const { url } = (await ask(`${base}/pdf`)).body as { url: string };
    const page = url.replace('document.pdf', 'print.html');

    expect((await fetch(page)).status).toBe(200);
    expect((await fetch(page.replace('/pdf/', '/pdf/x'))).status).toBe(404);
    await clock.advance(60 * 60 * 1000);
    expect((await fetch(page)).status).toBe(404);
  });

  it('has all pages, one page with those below it, or only one page', async () => {
    const base = await start({ browser: process.execPath });
    const { pages } = (await ask(`${base}/content/pages`)).body as { pages: { id: string; title: string }[] };
    const sheets = async (query: string): Promise<number> => {
      const { url } = (await ask(`${base}/pdf${query}`)).body as { url: string };
      const html = await (await fetch(url.replace('document.pdf', 'print.html'))).text();
      return html.split('class="sheet"').length - 1;
    };

    expect(await sheets('')).toBe(pages.length);
    expect(await sheets(`?page=${pages[1]!.id}`)).toBe(1);
    expect((await ask(`${base}/pdf?page=none`)).status).toBe(404);
  });

  it.runIf(browser !== undefined)('is a PDF', async () => {
    const base = await start({ browser });
    const { url } = (await ask(`${base}/pdf?only=true`)).body as { url: string };
    const answer = await fetch(url);
    const bytes = Buffer.from(await answer.arrayBuffer());

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.byteLength).toBeGreaterThan(10_000);
  });
});
