/** Words that somebody types into the smaller forms of the app: comments, and the text that a conflict ends with. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishPages } from '../service/fixture.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { contextOver } from './every-page.ts';
import { appWithAdmin } from './listening.ts';
import { appOrigin } from './visitor.ts';

describe.skipIf(!hasBrowser)('words that somebody types in a browser', () => {
  const app = appWithAdmin();
  let browser: Browser;
  let context: BrowserContext;
  let asked: string[];
  beforeAll(async () => void (browser = await launch()));
  afterAll(() => browser.close());
  beforeEach(async () => void (context = await contextOver(browser, app.fixture, { visitor: app.admin })));
  afterEach(() => context.close());

  const went = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    asked = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.goto(appOrigin + path, { waitUntil: 'load' });
    return page;
  };
  /** A space with a page, and change request #2 that changes the page. */
  const aChange = async (title: string) => {
    const space = app.fixture.newSpace(title);
    const [page = ''] = await publishPages(app.fixture, space, '# Tides\n\nOld.\n');
    const write = async (words: string): Promise<string> => {
      const { id } = await app.fixture.ok(`POST /spaces/${space}/change-requests`, { subject: words });
      const at = `/spaces/${space}/change-requests/${id}`;
      const document = { markdown: `# Tides\n\n${words}\n` };
      await app.fixture.ok(`POST ${at}/content`, { changes: [{ type: 'update_page', page, document }] });
      return at;
    };
    const request = await write('New.');
    return { space, page, write, request, path: `/app/spaces/${space}/~/changes/2` };
  };

  it('go into the comment on a part as soon as its writer has asked for that', async () => {
    const { path } = await aChange('Part');
    const page = await went(path);
    await page.getByRole('link', { name: 'Comment on this part' }).last().press('Enter');
    await page.waitForURL(/block=/, { waitUntil: 'load' });
    await page.getByLabel('Your comment on this part').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await page.keyboard.type('Which?');
    expect(await page.getByLabel('Your comment on this part').inputValue()).toBe('Which?');
  });

  it('are not lost without a question, and are sent without one', async () => {
    const { space } = await aChange('Comment');
    const page = await went(`/app/spaces/${space}`);
    await page.reload();
    expect(asked).toEqual([]);
    await page.getByLabel('Your comment').click();
    await page.keyboard.type('A long comment.');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.getByLabel('Your comment').fill('A long comment.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.locator('.comment', { hasText: 'A long comment.' }).waitFor();
    expect(asked).toEqual(['beforeunload']);
  });

  it('stay in the text that a conflict ends with, or the browser asks, also after they were refused', async () => {
    const { space, page: id, write, request, path } = await aChange('Conflict');
    await app.fixture.ok(`POST ${await write('Theirs.')}/merge`);
    await app.fixture.ok(`POST ${request}/update`);
    const page = await went(`${path}/~/fix?page=${id}`);
    await page.locator('#result').click();
    await page.keyboard.type('Put together. ');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.locator('#result').click();
    await page.keyboard.type('Put together. ');
    await page.getByRole('button', { name: 'Save this text' }).click();
    await page.getByText('The text still has marks of both sides.').waitFor();
    expect(asked).toEqual(['beforeunload']);
    await page.locator('#result').click();
    await page.goto(`${appOrigin}/app/spaces/${space}`);
    expect(asked).toEqual(['beforeunload', 'beforeunload']);
  });
});
