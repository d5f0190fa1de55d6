import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryFiles, serveSite, type SiteInput, type SiteServer } from '../../src/site/index.ts';
import { serverUrl } from '../../src/site/openapi/try-it-view.ts';
import { accessibilityFaults } from './axe.ts';
import { hasBrowser, launch } from './browser.ts';
import { lookSite } from './look-site.ts';
import { validityFaults } from './markup.ts';
import { exported } from './site-fixture.ts';

/** The look's site with another server in its document, where operations may be tried. */
function siteWith(server: string, tryIt = true): SiteInput {
  const { source, profile } = lookSite();
  return {
    profile,
    source: {
      ...source,
      specs: source.specs.map((spec) => ({
        ...spec,
        text: spec.text.replace('https://api.example.com/v1', server),
      })),
      elsewhere: { images: 'shown', frames: [], fetched: [], tryIt },
    },
  };
}

const policyOf = (page: string): string =>
  (/Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&#39;', "'");
const directive = (page: string): string => /connect-src [^;]*/.exec(policyOf(page))?.[0] ?? '';

describe('trying an operation', () => {
  it('is not offered unless the publisher says so', async () => {
    const { text, files } = await exported(siteWith('https://api.example.com/v1', false));
    expect(text('blocks/api.html')).not.toMatch(/try-it|<form/);
    expect(directive(text('blocks/api.html'))).toBe("connect-src 'self'");
    expect([...files.keys()].filter((file) => file.includes('try-it'))).toEqual([]);
  });

  it('widens the policy of the page that has it to the servers of its document, and no other', async () => {
    const { text } = await exported(siteWith('https://api.example.com/v1'));
    expect(directive(text('blocks/api.html'))).toBe("connect-src 'self' https://api.example.com");
    expect(text('blocks/api.html')).toMatch(/<script defer src="[^"]*try-it\.[0-9a-f]+\.js">/);
    expect(directive(text('blocks/hints.html'))).toBe("connect-src 'self'");
    expect(text('blocks/hints.html')).not.toContain('try-it');
    expect(text('_headers')).toContain("connect-src 'self' https://api.example.com");
  });

  it('is valid HTML', async () => {
    const { text } = await exported(siteWith('https://api.example.com/v1'));
    expect(text('blocks/api.html')).toContain('type="password"');
    expect(validityFaults(text('blocks/api.html'))).toEqual([]);
  });

  it('sends requests only to https servers, to servers of this machine and to the site itself', () => {
    expect(
      [
        'https://api.example.com/v1',
        'http://localhost:3000',
        '/v1',
        'http://api.example.com',
        '//api.example.com',
        'https://{region}.example.com',
        'javascript:alert(1)',
        'https://x.example.com; script-src *',
      ].map((server) => serverUrl(server)),
    ).toEqual([
      { origin: 'https://api.example.com' },
      { origin: 'http://localhost:3000' },
      { origin: undefined },
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  describe.skipIf(!hasBrowser)('in a browser', () => {
    const asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
    let allows = true;
    let api: Server;
    let browser: Browser;
    let site: SiteServer;

    beforeAll(async () => {
      api = createServer((request, response) => {
        let body = '';
        request.on('data', (part: Buffer) => (body += part.toString('utf8')));
        request.on('end', () => {
          if (allows) {
            response.setHeader('access-control-allow-origin', '*');
            response.setHeader('access-control-allow-headers', 'authorization, content-type');
          }
          if (request.method === 'OPTIONS') return response.writeHead(204).end();
          asked.push({
            method: request.method ?? '',
            url: request.url ?? '',
            headers: request.headers,
            body,
          });
          response.writeHead(201, { 'content-type': 'application/json' });
          response.end('{"name":"<b>Rex</b>"}');
        });
      }).listen(0, '127.0.0.1');
      await once(api, 'listening');
      const files = memoryFiles();
      const server = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`;
      await exported(siteWith(server), { files, baseUrl: '/' });
      site = await serveSite(files);
      browser = await launch();
    }, 60_000);
    afterAll(async () => {
      await browser.close();
      await site.close();
      api.close();
    });

    it(
      'sends what the form says, shows the answer as text, and keeps nothing',
      { timeout: 60_000 },
      async () => {
        asked.length = 0;
        allows = true;
        const page = await browser.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        await page.goto(`${site.url}blocks/api`);
        await page.click('.try-it summary');
        await page.fill('.try-it [name="Authorization"]', 'secret');
        await page.fill('.try-it [name="id"]', 'a/b c');
        await page.fill('.try-it [name="body"]', '{"name":"Rex"}');
        await page.click('.try-it button');
        await page.waitForSelector('.try-it-answer pre');

        expect(asked).toHaveLength(1);
        expect(asked[0]).toMatchObject({ method: 'POST', url: '/v1/pets/a%2Fb%20c', body: '{"name":"Rex"}' });
        expect(asked[0]?.headers).toMatchObject({
          authorization: 'Bearer secret',
          'content-type': 'application/json',
        });
        expect(asked[0]?.headers['referer']).toBeUndefined();
        expect(await page.innerText('.try-it-answer .status')).toBe('201 Created');
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.innerText('.try-it-answer pre')).toBe('{\n  "name": "<b>Rex</b>"\n}');
        expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
          'secret',
        );
        expect(complaints).toEqual([]);
        await page.close();
      },
    );

    it(
      'says what may be the matter when the server allows no page to ask',
      { timeout: 60_000, tags: ['long'] },
      async () => {
        allows = false;
        const page = await browser.newPage();
        await page.goto(`${site.url}blocks/api`);
        await page.click('.try-it summary');
        await page.click('.try-it button');
        await page.waitForSelector('.try-it-failed');
        expect(await page.innerText('.try-it-failed')).toMatch(/^No answer: /);
        expect(await page.isEnabled('.try-it button')).toBe(true);
        await page.close();
      },
    );
  });
});
