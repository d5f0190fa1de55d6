import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishPages, type ServiceFixture } from '../service/fixture.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { DraftWrites } from '../../src/app/writings.ts';
import { contextOver } from './every-page.ts';
import { appOrigin, aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let admin: Visitor;
beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
});
afterAll(() => fixture.close());

/** A space with one page, which its first change request wrote, and the fields that its editor sends. */
async function aPage(title: string): Promise<{ space: string; page: string; base: string; edit: string }> {
  const space = fixture.newSpace(title);
  const [page = ''] = await publishPages(fixture, space, '# Tides\n\nOne.\n');
  const edit = `/app/spaces/${space}/~/edit`;
  const { html } = await admin.get(`${edit}?page=${page}`);
  return { space, page, edit, base: /name="base" value="([^"]*)"/.exec(html)?.[1] ?? '' };
}
const drafts = async (space: string): Promise<{ number: number; subject: string }[]> =>
  (await fixture.ok(`GET /spaces/${space}/change-requests?status=draft`)).items;
/** The text of a page in the draft, which is the second change request. */
const textIn = async (space: string, page: string): Promise<string> =>
  (await fixture.ok(`GET /spaces/${space}/change-requests/2/content/page/${page}?format=markdown`)).markdown;

describe('a text that is saved by itself', () => {
  const json = { accept: 'application/json' };
  const sendTo = async (
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Record<string, never> & { state: string; base: string; action: string }> =>
    JSON.parse((await admin.post(path.replace(/edit$/, 'autosave'), fields, json)).html);

  it('goes into one draft, whatever is sent after it', async () => {
    const { space, page, base, edit } = await aPage('First');
    const first = await sendTo(edit, { page, base, text: '# Tides\n\nTwo.\n' });
    expect(first).toMatchObject({ state: 'saved', change: { name: '#2 Edit Tides' } });
    const second = await sendTo(first.action, { page, base: first.base, text: '# Tides\n\nThree.\n' });
    expect(second.state).toBe('saved');

    expect(await drafts(space)).toHaveLength(1);
    expect(await textIn(space, page)).toBe('# Tides\n\nThree.\n');
  });

  it('makes no draft of a text that equals the page’s', async () => {
    const { space, page, base, edit } = await aPage('Same');
    expect(await sendTo(edit, { page, base, text: '# Tides\n\nOne.\n' })).toEqual({ state: 'saved' });
    expect(await drafts(space)).toEqual([]);
  });

  it('is recognized when its answer was lost, and makes no second draft', async () => {
    const { space, page, base, edit } = await aPage('Lost');
    const fields = { page, base, writing: 'a' };
    await sendTo(edit, { ...fields, text: '# Tides\n\nTwo.\n' });
    const again = await sendTo(edit, { ...fields, text: '# Tides\n\nTwo, and more.\n' });

    expect(again.state).toBe('saved');
    expect(await drafts(space)).toHaveLength(1);
    expect(await textIn(space, page)).toBe('# Tides\n\nTwo, and more.\n');
  });

  it('overwrites nobody’s text, not even when several are sent at once', async () => {
    const { space, page, base, edit } = await aPage('Both');
    const { action, base: next } = await sendTo(edit, { page, base, text: '# Tides\n\nTwo.\n' });
    const token = await admin.token();
    const answers = await Promise.all(
      ['First', 'Second', 'Third', 'Fourth'].map((text) =>
        sendTo(action, { page, base: next, text: `# Tides\n\n${text}.\n`, 'form-token': token }),
      ),
    );

    expect(answers.map(({ state }) => state)).toEqual(['saved', 'conflict', 'conflict', 'conflict']);
    expect(await textIn(space, page)).toBe('# Tides\n\nFirst.\n');
  });

  it('does not overwrite the page’s text in a chosen draft', async () => {
    const { space, page, base, edit } = await aPage('Chosen');
    await sendTo(edit, { page, base, text: '# Tides\n\nDraft.\n' });
    const fields = { page, base, into: '2', text: '# Tides\n\nMain.\n' };

    expect(await sendTo(edit, fields)).toEqual({ state: 'conflict' });
    const { html } = await admin.post(edit, { do: 'save', ...fields });
    expect(html).toContain('Change request #2 says something else on this page.');
    expect(await textIn(space, page)).toBe('# Tides\n\nDraft.\n');
  });

  it('is refused in words when the writer may not edit or is signed out', async () => {
    const { space, page, base, edit } = await aPage('Refused');
    const fields = { page, base, text: '# Tides\n\nTwo.\n' };
    const path = edit.replace(/edit$/, 'autosave');
    const reader = await (await signedIn(fixture, 'read')).post(path, fields, json);
    expect([reader.status, JSON.parse(reader.html).message]).toEqual([403, expect.any(String)]);
    const { cookies } = await signedIn(fixture, 'edit');
    cookies.clear();
    const stranger = await admin.post(path, { ...fields, 'form-token': 'made-up' }, json);
    expect([stranger.status, JSON.parse(stranger.html).message]).toEqual([403, expect.any(String)]);
    expect(await drafts(space)).toEqual([]);
  });
});

describe('texts on their way from editors', () => {
  it('take turns in one space, also after a failure, and do not wait for other spaces', async () => {
    const writings = new DraftWrites();
    const said: string[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const first = writings.inTurn('a', async () => {
      said.push('first begins');
      await held;
      throw new Error('no');
    });
    const second = writings.inTurn('a', async () => said.push('second begins'));
    await writings.inTurn('b', async () => said.push('another space'));
    letGo();

    await expect(first).rejects.toThrow('no');
    await second;
    expect(said).toEqual(['first begins', 'another space', 'second begins']);
  });
});

describe.skipIf(!hasBrowser)('the editor in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  const opened = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(appOrigin + path, { waitUntil: 'load' });
    return page;
  };
  const type = async (page: Page, text: string): Promise<void> => {
    await page.getByLabel('Markdown', { exact: true }).last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(text);
  };
  const says = (page: Page, words: string): Promise<void> =>
    page.getByText(words, { exact: true }).waitFor({ timeout: 15_000 });
  const renewed = async (): Promise<void> => {
    context = await contextOver(browser, fixture, { visitor: admin });
  };

  it('saves by itself, goes on in the draft after a reload, and shows the preview', async () => {
    await renewed();
    const { space, page: id, edit } = await aPage('By itself');
    const page = await opened(`${edit}?page=${id}`);
    await type(page, 'More.');
    await says(page, 'Not saved yet');
    await says(page, 'Saved');
    expect(await textIn(space, id)).toBe('# Tides\n\nOne.\nMore.');
    await page.locator('.preview', { hasText: 'More.' }).waitFor();
    expect(await page.getByRole('link', { name: '#2 Edit Tides' }).count()).toBe(1);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }

    await page.reload();
    await type(page, ' And more.');
    await says(page, 'Saved');
    // Nothing is left to save, so the button leads on.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`${appOrigin}/app/spaces/${space}/~/changes/2`);
    expect(await drafts(space)).toHaveLength(1);
    expect(await textIn(space, id)).toContain('More. And more.');
    await context.close();
  });

  it('counts a press of Save that began before the text was saved by itself and ends after it', async () => {
    // On a high screen nothing is scrolled, so the browser does not hold the page in its place.
    for (const width of [1280, 390]) {
      await renewed();
      const { space, page: id, edit } = await aPage(`Pressed at ${width}`);
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await context.route('**/autosave', async (route) => {
        await held;
        await route.fallback();
      });
      const page = await opened(`${edit}?page=${id}`);
      await page.setViewportSize({ width, height: 2000 });
      const sent = page.waitForRequest('**/autosave');
      await type(page, `Many lines make a long preview.\n${'\n- One more.'.repeat(60)}`);
      await sent;
      await page.getByRole('button', { name: 'Save', exact: true }).hover();
      await page.mouse.down();
      answer();
      await page.getByText('#2 Edit Tides').waitFor();
      await page.locator('.preview', { hasText: 'Many lines' }).waitFor();
      await page.mouse.up();

      await page.waitForURL(`${appOrigin}/app/spaces/${space}/~/changes/2`);
      await context.close();
    }
  });

  it('loses no text that was typed without a connection and before a reload', async () => {
    await renewed();
    const { space, page: id, edit } = await aPage('Offline');
    let isOffline = true;
    await context.route('**/autosave', (route) => (isOffline ? route.abort() : route.fallback()));
    const page = await opened(`${edit}?page=${id}`);
    await type(page, 'Typed without a connection.');
    await page.getByText('The service does not answer.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.reload();
    await page.getByText('This browser had kept a text of yours').waitFor();
    expect(await page.locator('textarea[name=text]').inputValue()).toContain('without a connection.');
    expect(await drafts(space)).toEqual([]);
    isOffline = false;
    await says(page, 'Saved');
    expect(await textIn(space, id)).toContain('without a connection.');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await context.close();
  });

  it('shows the text that another tab saved meanwhile, and overwrites neither', async () => {
    await renewed();
    const { space, page: id, base, edit } = await aPage('Tabs');
    await admin.post(edit, { do: 'save', page: id, base, text: '# Tides\n\nTwo.\n' });
    const path = `/app/spaces/${space}/~/changes/2/~/edit?page=${id}`;
    const [one, other] = [await opened(path), await opened(path)];
    await type(one, 'From one tab.');
    await says(one, 'Saved');
    await type(other, 'From the other tab.');
    const told = other.getByRole('alert').filter({ hasText: 'This page was saved elsewhere meanwhile.' });
    await told.waitFor();
    // The writer sees it without scrolling, above the text, and also with the text's upper part out of view.
    for (const [width, scrolled] of [
      [1280, 0],
      [390, 0],
      [390, 500],
    ] as const) {
      await other.setViewportSize({ width, height: 900 });
      await other.evaluate(`scrollTo(0, ${scrolled})`);
      const { y = -1, height = 0 } = (await told.boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThan(450);
    }
    expect(await textIn(space, id)).toBe('# Tides\n\nTwo.\nFrom one tab.');

    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.locator('.source-text', { hasText: 'From one tab.' }).waitFor();
    expect(await other.locator('textarea[name=text]').inputValue()).toContain('From the other tab.');
    expect(await accessibilityFaults(other)).toEqual([]);
    await type(other, ' And from one tab.');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.waitForURL(`${appOrigin}/app/spaces/${space}/~/changes/2`);
    expect(await textIn(space, id)).toContain('From the other tab. And from one tab.');
    expect(await other.evaluate('localStorage.length')).toBe(0);
    await context.close();
  });
});
