/** A text that the service does not take stays in its writer's browser, and the app offers it wherever the page is, or was. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishPages } from '../service/fixture.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { contextOver } from './every-page.ts';
import { appWithAdmin } from './listening.ts';
import { appOrigin } from './visitor.ts';

describe.skipIf(!hasBrowser)('a text that its change request does not take any more', () => {
  const app = appWithAdmin();
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => void (browser = await launch()));
  afterAll(() => browser.close());
  beforeEach(async () => void (context = await contextOver(browser, app.fixture, { visitor: app.admin })));
  afterEach(() => context.close());

  const went = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(appOrigin + path, { waitUntil: 'load' });
    return page;
  };
  const ends = {
    merged: (at: string) => app.fixture.ok(`POST ${at}/merge`),
    archived: (at: string) => app.fixture.ok(`PATCH ${at}`, { status: 'archived' }),
    deleted: (at: string, page: string) =>
      app.fixture.ok(`POST ${at}/content`, { changes: [{ type: 'delete_page', page }] }),
  };
  /** An editor that has saved “One.” into change request #2, and writes on after that has ended. */
  const anEditor = async (how: keyof typeof ends) => {
    const space = app.fixture.newSpace(`It is ${how}`);
    const [, id = ''] = await publishPages(app.fixture, space, '# First\n', '# Tides\n\nOld.\n');
    const editor = `/app/spaces/${space}/~/edit?page=${id}`;
    const page = await went(editor);
    const type = async (words: string): Promise<void> => {
      await page.getByLabel('Markdown', { exact: true }).last().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.insertText(words);
    };
    await type('One.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await ends[how](`/spaces/${space}/change-requests/2`, id);
    await type(' Two.');
    const own = `/app/spaces/${space}/~/changes/2/~/edit?page=${id}`;
    const textIn = async (number: number): Promise<string> =>
      (
        await app.fixture.ok(
          `GET /spaces/${space}/change-requests/${number}/content/page/${id}?format=markdown`,
        )
      ).markdown;
    return { space, id, page, editor, own, textIn };
  };
  const textOf = (page: Page): Promise<string> => page.locator('textarea[name=text]').inputValue();
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();
  const kept = (page: Page) => page.getByRole('region', { name: 'Texts that are not saved' });
  const anew = 'New change request with this text';

  // The other tests repeat this in a browser with other ends and other ways on.
  const goesIntoNew = async (how: 'merged' | 'archived'): Promise<void> => {
    const { page, textIn } = await anEditor(how);
    await page.getByText(`Change request #2 is ${how} by now`).waitFor();
    await press(page, anew);
    await page.getByRole('link', { name: '#3 Edit Tides' }).waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await textIn(3)).toBe('# Tides\n\nOld.\nOne. Two.');
    expect(await page.evaluate('localStorage.length')).toBe(0);
  };
  it('goes into a new one when it is merged', { tags: ['long'] }, () => goesIntoNew('merged'));
  it('goes into a new one when it is archived', { tags: ['long'] }, () => goesIntoNew('archived'));

  it(
    'is saved into the archived one when its writer reopens that, also after a reload',
    { tags: ['long'] },
    async () => {
      const { page, textIn } = await anEditor('archived');
      await page.getByText('is archived by now').waitFor();
      await page.reload();
      await page.getByText('is archived by now').waitFor();
      expect(await textOf(page)).toContain('One. Two.');
      expect(await accessibilityFaults(page)).toEqual([]);
      await press(page, 'Reopen #2 and save there');
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(await textIn(2)).toBe('# Tides\n\nOld.\nOne. Two.');
    },
  );

  it(
    'goes into a new one when the page was deleted, from the address where its editor was',
    { tags: ['long'] },
    async () => {
      const { page, own, textIn } = await anEditor('deleted');
      await page.getByText('This page was deleted in change request #2').waitFor();
      await page.goto(appOrigin + own);
      await page.getByText('There is no such page here.').waitFor();
      expect(await kept(page).getByRole('textbox').inputValue()).toContain('One. Two.');
      expect(await accessibilityFaults(page)).toEqual([]);
      await press(page, anew);
      await page.getByRole('link', { name: '#3 Edit Tides' }).waitFor();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(await textIn(3)).toBe('# Tides\n\nOld.\nOne. Two.');
    },
  );

  it('stands where the page was when the page is nowhere any more', { tags: ['long'] }, async () => {
    const { page, space, id, editor } = await anEditor('archived');
    await page.getByText('is archived by now').waitFor();
    await publishPages(app.fixture, space, '# Other\n');
    const { id: last } = await app.fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Away' });
    const at = `/spaces/${space}/change-requests/${last}`;
    await app.fixture.ok(`POST ${at}/content`, { changes: [{ type: 'delete_page', page: id }] });
    await app.fixture.ok(`POST ${at}/merge`);
    for (const path of [editor, `/app/spaces/${space}/tides`]) {
      await page.goto(appOrigin + path);
      await page.getByText('There is no').waitFor();
      expect(await kept(page).getByRole('textbox').inputValue()).toContain('One. Two.');
      expect(await page.getByRole('button', { name: anew }).count()).toBe(0);
    }
    await press(page, 'Copy it');
    await page.getByText('Copied', { exact: true }).waitFor();
  });

  it('stands above the page and its editor until its writer discards it', async () => {
    const { page, space, editor } = await anEditor('merged');
    await page.getByText('is merged by now').waitFor();
    await page.goto(`${appOrigin}/app/spaces/${space}/tides`);
    await page.getByText('This browser keeps a text of “Tides” that was not saved').waitFor();
    await page.getByText('Show it').click();
    expect(await kept(page).getByRole('textbox').inputValue()).toContain('One. Two.');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(appOrigin + editor);
    await kept(page).waitFor();
    expect(await textOf(page)).toBe('# Tides\n\nOld.\nOne.');
    await press(page, 'Discard it');
    await kept(page).waitFor({ state: 'detached' });
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it(
    'is shown beside the page’s text where others changed the page meanwhile',
    { tags: ['long'] },
    async () => {
      const { page, space, id } = await anEditor('archived');
      await page.getByText('is archived by now').waitFor();
      const { id: other } = await app.fixture.ok(`POST /spaces/${space}/change-requests`, {
        subject: 'Other',
      });
      const at = `/spaces/${space}/change-requests/${other}`;
      const document = { markdown: '# Tides\n\nTheirs.\n' };
      await app.fixture.ok(`POST ${at}/content`, { changes: [{ type: 'update_page', page: id, document }] });
      await app.fixture.ok(`POST ${at}/merge`);
      await press(page, anew);
      await page.getByText('Your text stays here: “Save” shows both.').waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.source-text', { hasText: 'Theirs.' }).waitFor();
      await page.getByText('This page says something else by now than when you began.').waitFor();
      expect(await textOf(page)).toContain('One. Two.');
    },
  );
});

describe('a text for a change request that is archived, without scripts', () => {
  const app = appWithAdmin();

  it('stays in the form, with the reason and the way into a new change request', async () => {
    const space = app.fixture.newSpace('Plain');
    const [page = ''] = await publishPages(app.fixture, space, '# Tides\n\nOld.\n');
    const edit = `/app/spaces/${space}/~/edit`;
    const base =
      /name="base" value="([^"]*)"/.exec((await app.admin.get(`${edit}?page=${page}`)).html)?.[1] ?? '';
    await app.admin.post(edit, { do: 'save', page, base, text: '# Tides\n\nOne.\n' });
    const own = `/app/spaces/${space}/~/changes/2/~/edit`;
    const { html } = await app.admin.get(`${own}?page=${page}`);
    const later = /name="base" value="([^"]*)"/.exec(html)?.[1] ?? '';
    await app.fixture.ok(`PATCH /spaces/${space}/change-requests/2`, { status: 'archived' });

    const sent = { do: 'save', page, base: later, text: '# Tides\n\nTwo.\n' };
    const refused = await app.admin.post(own, sent);
    expect([refused.status, refused.html.includes('Two.')]).toEqual([409, true]);
    expect(refused.html).toContain('Change request #2 is archived by now, so it takes no more edits.');
    expect(refused.html).toContain(`formaction="${edit}"`);
    expect(/name="from" value="([^"]*)"/.exec(refused.html)?.[1]).toBe('2');

    const saved = await app.admin.post(edit, { ...sent, from: '2' });
    expect(saved.location).toBe(`/app/spaces/${space}/~/changes/3`);
  });
});
