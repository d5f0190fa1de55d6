import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { firstReadyOf, installedProgram, type FirstReady, type Running } from '../support/installed.ts';

describe.skipIf(!hasBrowser)('the app of the installed program, in a browser', () => {
  let installed: Awaited<ReturnType<typeof installedProgram>>;
  let folder: string;
  let service: Running;
  let ready: FirstReady;
  let browser: Browser;

  beforeAll(async () => {
    installed = await installedProgram();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-app-'));
    const seed = join(installed.packageFolder, 'templates', 'sample');
    service = installed.start(['serve', '--data', 'data', '--port', '0', '--seed', seed, '--json'], {
      cwd: folder,
    });
    ready = await firstReadyOf(service);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${ready.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return (answer.status === 204 ? {} : await answer.json()) as Record<string, never> & { id: string };
  };
  const faults: string[] = [];
  beforeEach(() => void faults.splice(0));
  /** All complaints of the browser, and pages that are wider than their window. */
  const watch = (page: Page): Page => {
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    return page;
  };
  const look = async (page: Page): Promise<void> => {
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (over > 0) faults.push(`${page.url()} is ${over} pixels wider than its window`);
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${page.url()}: ${fault}`));
  };

  it('plays a day: sign in, read, edit, ask, comment, meet a conflict, decide it and merge, with scripts at 1280 pixels', async () => {
    const page = watch(
      await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } }),
    );
    await page.goto(ready.app.signIn);
    await look(page);
    await page.getByRole('link', { name: ready.spaces[0]!.title }).click();
    await look(page);
    const path = new URL(page.url()).pathname;
    const space = path.split('/')[3]!;

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Markdown' });
    const before = await page.locator('textarea[name=text]').inputValue();
    // The editor colours the text of the field that it replaces.
    await page.locator('.cm-line', { hasText: /^# / }).locator('span').first().waitFor();
    await field.press('Control+End');
    await page.keyboard.insertText('\nA sentence from the browser.\n');
    await page.locator('[data-preview]').getByText('A sentence from the browser.').waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .locator('ins', { hasText: 'A sentence from the browser.' })
      .or(page.locator('.diff-added'))
      .first()
      .waitFor();
    const request = page.url();
    await page.getByRole('button', { name: 'Ask for a review' }).click();
    await page.getByText('open for review').waitFor();
    await page.getByLabel('Your comment').last().fill('Please **look**.');
    await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
    await page.locator('strong', { hasText: 'look' }).waitFor();
    await look(page);

    // Another person writes in the same place first.
    const id = await page.evaluate<string>(`document.querySelector('.difference').id.slice(5)`);
    const other = await api('POST', `/spaces/${space}/change-requests`, { subject: 'First' });
    await api('POST', `/spaces/${space}/change-requests/${other.id}/content`, {
      changes: [
        {
          type: 'update_page',
          page: id,
          document: { markdown: `${before}\nAnother sentence from elsewhere.\n` },
        },
      ],
    });
    const merge = page.getByRole('button', { name: 'Merge' });
    await page.evaluate('scrollTo(0, 0)');
    const place = await merge.boundingBox();
    await api('POST', `/spaces/${space}/change-requests/${other.id}/merge`);
    // The news may come while a mouse button is pressed: it moves nothing away under it.
    await page.getByRole('status').getByRole('link', { name: 'Reload' }).waitFor();
    expect(await merge.boundingBox()).toEqual(place);
    await merge.click();
    await page.getByRole('link', { name: 'Decide', exact: true }).click();
    await look(page);
    await page.getByLabel('Both, one after the other').check();
    await page.getByRole('button', { name: 'Save the decision' }).click();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('The change request is merged.').waitFor();
    expect(page.url()).toBe(request);
    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    for (const words of ['A sentence from the browser.', 'Another sentence from elsewhere.'])
      await page.getByText(words).waitFor();
    await page.context().close();
    expect(faults).toEqual([]);
  });

  it('reads, comments, edits and merges without scripts at 390 pixels, in the dark, and every screen is in order', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(`${ready.app.url}/sign-in`);
    await page.getByLabel('Your token').fill(ready.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: ready.spaces[1]!.title }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const field = page.getByLabel('Markdown');
    await field.fill(`${await field.inputValue()}\nWords without scripts.\n`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.preview').getByText('Words without scripts.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your edit is saved.').waitFor();
    const request = page.url();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('The change request is merged.').waitFor();
    const cookies = await context.cookies();
    await context.close();

    const narrow = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
    });
    await narrow.addCookies(cookies);
    const seen = watch(await narrow.newPage());
    const base = `${ready.app.url}/spaces/${ready.spaces[1]!.id}`;
    const tools = [
      'changes?status=merged',
      'history',
      'files',
      'links',
      'links?status=ok',
      'comments',
      'new',
    ].map((tool) => `${base}/~/${tool}`);
    const further = [`${ready.app.url}/sites/${ready.sites[0]!.id}`, `${ready.app.url}/search?q=water`];
    for (const address of [ready.app.url, base, request, `${request}?view=split`, ...tools, ...further]) {
      expect((await seen.goto(address))?.status()).toBe(200);
      await look(seen);
    }
    await narrow.close();
    expect(faults).toEqual([]);
  });

  it('shows many changed pages as they are scrolled to, and says when somebody else changed them', async () => {
    const space = ready.spaces[1]!.id;
    const { id, number } = (await api('POST', `/spaces/${space}/change-requests`, {
      subject: 'Many pages',
    })) as unknown as { id: string; number: number };
    const content = `/spaces/${space}/change-requests/${id}/content`;
    const insert = (title: string, markdown: string) => ({
      type: 'insert_page',
      title,
      document: { markdown },
    });
    await api('POST', content, {
      changes: Array.from({ length: 30 }, (_, at) => insert(`Many ${at}`, `Words of ${at}. [Gone](gone.md)`)),
    });
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    const page = watch(await context.newPage());
    await page.goto(`${ready.app.url}/sign-in`);
    await page.getByLabel('Your token').fill(ready.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/app$/);
    const request = `${ready.app.url}/spaces/${space}/~/changes/${number}`;
    await page.goto(request);
    // The check of many pages also starts by itself.
    await page.getByText('It breaks links: 1 on Many 0').waitFor();
    const last = page.locator('.difference').nth(29);
    expect(await last.innerText()).not.toContain('Words of 29.');
    // New content above pushes the element down, as for a person, who scrolls on.
    await expect
      .poll(
        async () => {
          await page.evaluate(`document.querySelectorAll('.difference')[29].scrollIntoView()`);
          return last.innerText();
        },
        { timeout: 30_000 },
      )
      .toContain('Words of 29.');
    await look(page);

    await api('POST', content, { changes: [insert('One more', 'Later.')] });
    await page.getByRole('status').getByRole('link', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: '31 pages changed' }).waitFor();
    const own = await page.locator('.difference.later a').last().getAttribute('href');
    const { parents } = (await api('GET', `${content}`)) as unknown as { parents: string[] };
    const compare = `${ready.app.url}/spaces/${space}/~/compare?from=${parents[0]}`;
    for (const address of [new URL(own!, request).href, `${request}/~/links`, compare]) {
      expect((await page.goto(address))?.status()).toBe(200);
      await look(page);
    }
    await context.close();
    expect(faults).toEqual([]);
  });

  it('lets a person request a review only with the keyboard; the reviewer answers without scripts, and the author is notified', async () => {
    const { out } = await installed.run(
      ['serve', 'token', 'create', '--data', 'data', '--name', 'Maria', '--role', 'review'],
      { cwd: folder },
    );
    const space = ready.spaces[2]!.id;
    const { number } = (await api('POST', `/spaces/${space}/change-requests`, {
      subject: 'For Maria',
    })) as unknown as { number: number };
    const author = watch(await browser.newPage({ reducedMotion: 'reduce' }));
    await author.goto(`${ready.app.url}/sign-in`);
    await author.getByLabel('Your token').fill(ready.token);
    await author.getByRole('button', { name: 'Sign in' }).click();
    await author.waitForURL(/\/app$/);
    await author.goto(`${ready.app.url}/spaces/${space}/~/changes/${number}`);
    await author.getByText('Ask somebody').focus();
    for (const key of ['Enter', 'Tab', 'M', 'Tab']) await author.keyboard.press(key);
    expect(await author.evaluate('document.activeElement.textContent')).toBe('Ask for this review');
    await look(author);
    await author.keyboard.press('Enter');
    await author.getByText('Maria is asked for a review.').waitFor();

    const context = await browser.newContext({
      javaScriptEnabled: false,
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const reviewer = await context.newPage();
    await reviewer.goto(`${ready.app.url}/sign-in`);
    await reviewer.getByLabel('Your token').fill(out.trim().split('\n')[0]!);
    await reviewer.getByRole('button', { name: 'Sign in' }).click();
    await reviewer.getByRole('heading', { name: 'You are asked for a review' }).waitFor();
    await reviewer.getByRole('link', { name: 'For Maria' }).click();
    await reviewer.getByLabel('What you say of it, if anything').fill('Well said.');
    await reviewer.getByRole('button', { name: 'Approve' }).click();
    await reviewer.getByText('You approved the change request.').waitFor();
    await context.close();

    await author.getByRole('status').getByRole('link', { name: 'Reload' }).click();
    await author.getByText('Maria approves').waitFor();
    await look(author);
    await author.context().close();
    expect(faults).toEqual([]);
  });

  it('can be reached only with the keyboard, from the skip link to the editor’s button', async () => {
    const page = watch(await browser.newPage());
    await page.goto(`${ready.app.url}/sign-in`);
    await page.keyboard.type(ready.token);
    await page.keyboard.press('Enter');
    await page
      .getByRole('heading', { name: 'Brightwater' })
      .or(page.getByRole('heading', { name: 'Tidemark' }))
      .first()
      .waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    const reach = async (name: string): Promise<void> => {
      for (let steps = 0; steps < 60; steps += 1) {
        await page.keyboard.press('Tab');
        const words = await page.evaluate<string>('document.activeElement.textContent.trim()');
        if (words === name) return;
      }
      throw new Error(`The key Tab does not lead to "${name}".`);
    };
    await reach(`${await page.locator('.space-mark').first().textContent()}${ready.spaces[0]!.title}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/spaces\//);
    await reach('Edit');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/edit/);
    await reach('Save');
    await page.context().close();
    expect(faults).toEqual([]);
  });

  it('takes pictures by paste and drop, and loads the editor where somebody writes and nowhere else', async () => {
    const page = watch(await browser.newPage({ reducedMotion: 'reduce' }));
    const loaded: string[] = [];
    page.on('request', (request) => void loaded.push(new URL(request.url()).pathname));
    await page.goto(`${ready.app.url}/sign-in`);
    await page.getByLabel('Your token').fill(ready.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/app$/);
    await page.goto(`${ready.app.url}/spaces/${ready.spaces[0]!.id}`);
    const isEditor = (path: string): boolean => path.endsWith('/editor.js');
    expect(loaded.filter(isEditor)).toEqual([]);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const text = page.getByRole('textbox', { name: 'Markdown' });
    await text.waitFor();
    // The plain field is there before the editor takes its place.
    await page.locator('.editor-field').waitFor();
    expect(loaded.filter(isEditor)).toHaveLength(1);
    const bring = (event: string, carrier: string, name: string): Promise<void> =>
      page.evaluate(
        `(() => {
          const field = document.querySelector('.editor-field').shadowRoot.querySelector('.cm-content');
          const carried = new DataTransfer();
          carried.items.add(new File([Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10])], '${name}', { type: 'image/png' }));
          field.dispatchEvent(new ${event === 'paste' ? 'ClipboardEvent' : 'DragEvent'}('${event}', { ${carrier}: carried, bubbles: true, composed: true, cancelable: true }));
        })()`,
      );
    const written = (): Promise<string> => page.locator('textarea[name=text]').inputValue();
    await bring('paste', 'clipboardData', 'pasted.png');
    await expect.poll(written, { timeout: 30_000 }).toMatch(/\/pasted[^)]*\.png\)/u);
    await bring('drop', 'dataTransfer', 'dropped.png');
    await expect.poll(written, { timeout: 30_000 }).toContain('/dropped.png)');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/changes\/\d+/u);
    await page.context().close();
    expect(faults).toEqual([]);
  });

  it('follows a link from another site into the app, with the session that the browser holds back at first', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${ready.app.url}/sign-in`);
    await page.getByLabel('Your token').fill(ready.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/app$/);
    // For a browser, the service's own name is another site.
    await page.goto(`${ready.url}/openapi.json`);
    await page.setContent(`<a href="${ready.app.url}/spaces/${ready.spaces[0]!.id}">Go</a>`);
    await page.getByText('Go').click();
    await page.waitForSelector('.place-title');
    await context.close();
  });

  it('gives a published site no access: neither a form, nor a frame, nor a request with the person’s session', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${ready.app.url}/sign-in`);
    await page.getByLabel('Your token').fill(ready.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/app$/);
    const space = ready.spaces[0]!.id;
    const { comments } = (await api('GET', `/spaces/${space}`)) as unknown as { comments: number };
    // A page at the origin of published sites, as if it were free of their policy.
    await context.route(`${ready.url}/hostile`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Hostile</title><p>Hostile</p>',
      }),
    );
    await page.goto(`${ready.url}/hostile`);
    const target = `${ready.app.url}/spaces/${space}/~/comments`;
    const outcome = await page.evaluate<Record<string, unknown>>(`(async () => {
      const read = await fetch(${JSON.stringify(ready.app.url)}, { credentials: 'include' }).then((a) => a.text(), () => 'refused');
      await fetch(${JSON.stringify(target)}, { method: 'POST', mode: 'no-cors', credentials: 'include',
        body: new URLSearchParams({ do: 'post', text: 'Hostile', 'form-token': 'x' }) }).catch(() => undefined);
      const frame = document.createElement('iframe');
      frame.src = ${JSON.stringify(ready.app.url)};
      document.body.append(frame);
      await new Promise((done) => (frame.onload = done));
      let inside;
      try { inside = frame.contentDocument === null ? 'closed' : frame.contentDocument.body.innerText; } catch { inside = 'closed'; }
      return { read, inside, cookie: document.cookie };
    })()`);
    await page.setContent(
      `<form method="post" action="${target}"><input name="do" value="post"><input name="text" value="Hostile"><input name="form-token" value="x"><button>Send</button></form>`,
    );
    await page.getByRole('button').click();
    await page.waitForLoadState();
    await page.getByText(/sent by another site/).waitFor();
    await context.close();

    expect(outcome).toEqual({ read: 'refused', inside: 'closed', cookie: '' });
    expect(((await api('GET', `/spaces/${space}`)) as unknown as { comments: number }).comments).toBe(
      comments,
    );
  });
});
