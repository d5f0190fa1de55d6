import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type FirstReady,
  type Installed,
  type Running,
} from '../support/installed.ts';

/** How a person uses a page: with the mouse, or only with the keyboard. */
interface Hand {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
}

const mouse: Hand = {
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
};

/** Reaches an element only by the key Tab. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  const page = target.page();
  for (let steps = 0; steps < 200; steps += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The key Tab does not lead to ${target.toString()}.`);
}

const keys: Hand = {
  press: async (target) => {
    await reach(target);
    await target.page().keyboard.press('Enter');
  },
  write: async (target, text) => {
    await reach(target);
    await target.page().keyboard.press('Control+A');
    await target.page().keyboard.insertText(text);
  },
};

describe.skipIf(!hasBrowser)('a day with a writer in git and a reviewer in the browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-app-day-'));
  let installed: Installed;
  let service: Running;
  let ready: FirstReady;
  let browser: Browser;

  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const run = (...args: string[]): Promise<Ended> =>
    installed.run(args, { cwd: folder, env: { TIDEMARK_TOKEN: ready.token } });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', join(folder, 'docs'), ...args], { encoding: 'utf8' });
  const get = async (path: string): Promise<Record<string, never>> =>
    (await (
      await fetch(`${ready.url}/v1${path}`, { headers: { authorization: `Bearer ${ready.token}` } })
    ).json()) as Record<string, never>;
  const post = async (path: string, body: object): Promise<{ number: number }> => {
    const answer = await fetch(`${ready.url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { number: number };
  };

  beforeAll(async () => {
    installed = await installedProgram();
    for (const name of ['guides', 'notes']) {
      write(
        `seed/${name}/SUMMARY.md`,
        '# Table of contents\n\n* [Welcome](README.md)\n* [Usage](usage.md)\n',
      );
      write(`seed/${name}/README.md`, '# Welcome\n\nHello. See [how to use it](usage.md).\n');
      write(`seed/${name}/usage.md`, '# Usage\n\nUse it.\n\nThe end.\n');
    }
    service = installed.start(
      ['serve', '--port', '0', '--data', 'data', '--seed', 'seed/guides', '--seed', 'seed/notes', '--json'],
      { cwd: folder },
    );
    ready = await firstReadyOf(service);
    write(
      'sync.config.yaml',
      `service: { url: "${ready.url}", token: "\${TIDEMARK_TOKEN}" }\nmirror: { organization: ${ready.organization}, metadata: false }\nhttp: { port: 0 }\n`,
    );
    expect((await run('sync')).code).toBe(0);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    {
      space: 'guides',
      hand: keys,
      how: 'by keys alone and without scripts at 1280 pixels',
      scripts: false,
      width: 1280,
      colorScheme: 'light',
    },
    {
      space: 'notes',
      hand: mouse,
      how: 'by the mouse and with scripts at 390 pixels in the dark',
      scripts: true,
      width: 390,
      colorScheme: 'dark',
    },
  ] as const)(
    'is played $how',
    { timeout: 240_000 },
    async ({ space, hand, scripts, width, colorScheme }) => {
      const file = `docs/${space}/usage.md`;
      const context: BrowserContext = await browser.newContext({
        javaScriptEnabled: scripts,
        reducedMotion: 'reduce',
        viewport: { width, height: 900 },
        colorScheme,
      });
      context.setDefaultTimeout(15_000);
      const page: Page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      const look = async (): Promise<void> => {
        // The check itself is a script.
        if (!scripts) return;
        const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (over > 0) faults.push(`${page.url()} is ${over} pixels wider than its window`);
        faults.push(...(await accessibilityFaults(page)).map((fault) => `${page.url()}: ${fault}`));
        await page.emulateMedia({ colorScheme });
      };
      const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
      const link = (name: string | RegExp): Locator =>
        page.getByRole('link', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
      const said = (words: string): Promise<void> => page.getByText(words).first().waitFor();

      // The writer edits a file and sends it.
      write(file, read(file).replace('Use it.', 'Use it from git.'));
      const sent = JSON.parse((await run('sync', '--space', space, '--json')).out) as {
        proposals: { number: number; subject: string }[];
      };
      const [{ number }] = sent.proposals as [{ number: number; subject: string }];

      // Sign in and read.
      await page.goto(`${ready.app.url}/sign-in`);
      await hand.write(page.getByLabel('Your token'), ready.token);
      await hand.press(button('Sign in'));
      await hand.press(
        page.locator('.spaces a', {
          hasText: ready.spaces.find(({ title }) => title.toLowerCase() === space)!.title,
        }),
      );
      await hand.press(page.locator('.content').getByRole('link', { name: 'how to use it' }));
      await said('Use it.');

      // Edit, comment, ask for a review, merge.
      await hand.press(link('Edit'));
      // With scripts, the editor replaces the field of the page.
      if (scripts) await page.locator('.cm-content').waitFor();
      await hand.write(
        page.getByLabel('Markdown', { exact: true }),
        '# Usage\n\nUse it from the browser.\n\nThe end.\n',
      );
      await hand.press(button('Save'));
      await said('Your edit is saved.');
      await look();
      await hand.write(page.getByLabel('Your comment').last(), 'Is this **right**?');
      await hand.press(page.getByRole('button', { name: 'Comment', exact: true }).last());
      await page.locator('.comment-text strong', { hasText: 'right' }).waitFor();
      await hand.press(button('Ask for a review'));
      await said('The change request is open for review.');
      await hand.press(button('Merge'));
      await said('The change request is merged.');

      // The writer's change request has another text for the same line.
      await page.goto(`${ready.app.url}/spaces/${page.url().split('/')[5]!}/~/changes/${number}`);
      await hand.press(button('Update from the space'));
      await hand.press(link(/waits for a decision/));
      await look();
      await hand.press(page.locator('.waiting-list a'));
      for (const words of ['Use it from git.', 'Use it from the browser.']) await said(words);
      await look();
      const result = page.getByLabel(/^The text with both sides between marks/);
      expect(await result.inputValue()).toMatch(/<<<<<<< [^]*Use it from[^]*>>>>>>> /);
      const text = (await result.inputValue()).replace(
        /<<<<<<< [^]*>>>>>>> [^\n]*\n/,
        'Use it from git and the browser.\n',
      );
      await hand.write(result, text);
      await hand.press(button('Save this text'));
      await said('Everything is decided');
      await said('Nothing waits for a decision.');
      await hand.press(button('Merge'));
      await said('The change request is merged.');

      // The writer's clone has the decision, and no further edits.
      const after = await run('sync', '--space', space);
      expect({ code: after.code, out: after.out, err: after.err }).toMatchObject({ code: 0 });
      expect(read(file)).toContain('\nUse it from git and the browser.\n\nThe end.\n');
      expect(git('status', '--porcelain')).toBe('');
      const again = JSON.parse((await run('sync', '--space', space, '--json')).out) as {
        proposals: unknown[];
      };
      expect(again.proposals).toEqual([]);

      // The reviewer makes, fills and publishes the site.
      await hand.press(page.locator('.bar-brand'));
      await hand.press(page.locator('.panel h2 a').last());
      await hand.press(page.getByText('Make a site'));
      await hand.write(page.getByLabel('Title', { exact: true }), `Site of ${space}`);
      await hand.press(button('Make it'));
      await page
        .getByLabel('Space', { exact: true })
        .selectOption({ label: ready.spaces.find(({ title }) => title.toLowerCase() === space)!.title });
      await hand.press(button('Add'));
      await said('The space is on the site.');
      await look();
      await hand.press(button('Publish'));
      await said('The site is published.');
      const address = await page.locator('main a[rel~="noopener"]').first().getAttribute('href');
      const published = await fetch(`${address!.replace(/\/$/, '')}/usage`);
      expect([
        published.status,
        (await published.text()).includes('Use it from git and the browser.'),
      ]).toEqual([200, true]);
      await context.close();
      expect(faults).toEqual([]);
      expect((await get('/user'))['object']).toBe('user');
    },
  );

  it('takes four clicks to correct a typo, without git, from its page and from the start page', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    // The page itself counts mouse clicks; a key that presses a button is not a click.
    await page.addInitScript(`addEventListener('click', ({ detail }) => {
      if (detail > 0) sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1;
    }, true)`);
    const clicks = async (): Promise<number> => Number(await page.evaluate('sessionStorage.clicks ?? 0'));
    const line = (words: string): Locator => page.locator('.cm-line', { hasText: words });
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    const mend = async (wrong: string, right: string): Promise<void> => {
      await page.keyboard.press('End');
      for (const _letter of wrong) await page.keyboard.press('Backspace');
      await page.keyboard.insertText(right);
      await press('Save');
      await press('Merge');
      await page.getByText('The change request is merged.').waitFor();
    };
    const { id, title } = ready.spaces.find((space) => space.title.toLowerCase() === 'guides')!;
    const typo = async (name: string): Promise<void> => {
      const { number } = await post(`/spaces/${id}/change-requests`, { subject: 'A slip' });
      const found = (await get(`/spaces/${id}/content/path/${name}`)) as unknown as { id: string };
      const document = { markdown: '# Page\n\nTo much' };
      await post(`/spaces/${id}/change-requests/${number}/content`, {
        changes: [{ type: 'update_page', page: found.id, document }],
      });
      await post(`/spaces/${id}/change-requests/${number}/merge`, {});
    };

    await page.goto(`${ready.app.url}/sign-in`);
    await page.getByLabel('Your token').fill(ready.token);
    await page.keyboard.press('Enter');
    await page.locator('.spaces').first().waitFor();
    // From the page: one of the clicks marks the typo.
    await typo('usage');
    await page.goto(`${ready.app.url}/spaces/${id}/usage`);
    await page.evaluate('sessionStorage.clicks = 0');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await line('To much').click();
    await mend('To much', 'Too much');
    expect(await clicks()).toBe(4);
    await page.goto(`${ready.app.url}/spaces/${id}/usage`);
    await page.locator('.content', { hasText: 'Too much' }).waitFor();

    // From the start page: the editor has the keys as soon as it opens.
    await typo('readme');
    await page.goto(ready.app.url);
    await page.evaluate('sessionStorage.clicks = 0');
    await page.locator('.spaces a', { hasText: title }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await line('To much').waitFor();
    await page.keyboard.press('Control+End');
    await mend('To much', 'Too much');
    expect(await clicks()).toBe(4);
    await context.close();
  });
});
