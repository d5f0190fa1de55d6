/** Names as people write them: without a blank where a line could end, or with nothing but blanks. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, ServiceFixture } from '../service/fixture.ts';
import { publishPages } from '../service/fixture.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { contextOver, everyPage, type AppPage } from './every-page.ts';
import { appOrigin, aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

describe.skipIf(!hasBrowser)('names that nobody expects', () => {
  let fixture: ServiceFixture;
  let admin: Visitor;
  let pages: AppPage[];
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    fixture = aServiceWithApp();
    pages = await everyPage(fixture);
    admin = await signedIn(fixture);
    browser = await launch({ still: true });
    context = await contextOver(browser, fixture, { visitor: admin });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await fixture.close();
  });

  /** Gives everything a name of this kind, each as long as it may be, and says so in a comment. */
  const rename = async (name: (length: number) => string): Promise<void> => {
    const { org } = fixture;
    const itemsOf = async (path: string): Promise<Json[]> =>
      (await fixture.ok(`GET ${path}${path.includes('?') ? '&' : '?'}limit=100`)).items;
    await fixture.ok(`PATCH /orgs/${org}`, { title: name(255) });
    for (const { id } of await itemsOf(`/orgs/${org}/collections`))
      await fixture.ok(`PATCH /collections/${id}`, { title: name(50), description: name(100) });
    for (const { id } of await itemsOf(`/orgs/${org}/teams`))
      await fixture.ok(`PATCH /orgs/${org}/teams/${id}`, { title: name(64) });
    for (const { id } of await itemsOf(`/orgs/${org}/sites`)) {
      await fixture.ok(`PATCH /orgs/${org}/sites/${id}`, { title: name(128) });
      for (const section of await itemsOf(`/orgs/${org}/sites/${id}/sections`))
        await fixture.ok(`PATCH /orgs/${org}/sites/${id}/sections/${section.id}`, { title: name(64) });
    }
    for (const { id } of await itemsOf(`/orgs/${org}/spaces`)) {
      await fixture.ok(`PATCH /spaces/${id}`, { title: name(50), emoji: '1f433' });
      for (const status of ['draft', 'open'])
        for (const change of await itemsOf(`/spaces/${id}/change-requests?status=${status}`))
          await fixture.ok(`PATCH /spaces/${id}/change-requests/${change.id}`, { subject: name(100) });
    }
  };

  it('make no page wider than a screen', { tags: ['long'], timeout: 300_000 }, async () => {
    await rename((length) => 'W'.repeat(length));
    const { items } = await fixture.ok(`GET /orgs/${fixture.org}/spaces`);
    const space = items.find(({ changeRequests }: Json) => changeRequests > 0).id;
    const long = 'https://example.com/a/very/long/address/that/somebody/pasted/as/a/title'.repeat(2);
    await publishPages(fixture, space, `# ${long}\n\n## ${long}\n\nwords ${'W'.repeat(200)}\n`);
    await fixture.ok(`POST /spaces/${space}/comments`, { body: { markdown: `${long}` } });

    const wide: string[] = [];
    // A browser starts a process for a new page, which takes three times as long as showing the next one in the same.
    const page = await context.newPage();
    for (const { path, stranger } of pages) {
      if (stranger) continue;
      await page.goto(appOrigin + path, { waitUntil: 'load' });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (over > 0) wide.push(`${path} is ${over} px too wide at ${width}`);
      }
    }
    await page.close();
    expect(wide).toEqual([]);
  });

  it('have words in their place where they are blank', { tags: ['long'], timeout: 120_000 }, async () => {
    await rename((length) => ' '.repeat(length));

    const faults: string[] = [];
    const page = await context.newPage();
    for (const { name, path } of pages) {
      if (!['home', 'organization', 'collection', 'site', 'teams', 'team', 'changes', 'space'].includes(name))
        continue;
      await page.goto(appOrigin + path, { waitUntil: 'load' });
      for (const fault of await accessibilityFaults(page)) faults.push(`${path}: ${fault}`);
    }
    await page.close();
    expect(faults).toEqual([]);
    const { html } = await admin.get('/app');
    expect(html).toContain('>Without a title</a></h2>');
    expect(html).toContain('<span class="space-name">Without a title</span>');
    expect(html).toContain('>Without a subject</a>');
    const { items } = await fixture.ok(`GET /orgs/${fixture.org}/sites`);
    expect((await admin.get(`/app/sites/${items[0].id}`)).html).not.toContain('value="Without a title"');
  });
});
