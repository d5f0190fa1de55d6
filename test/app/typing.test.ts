/** People who type into the editor with the keys of a keyboard, and nothing else. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { publishPages } from '../service/fixture.ts';
import { hasBrowser } from '../site/browser.ts';
import { appInBrowser, contextFor } from './listening.ts';
import { appOrigin } from './visitor.ts';

// A checkout that was never built has only the plain text field.
const isBuilt = existsSync(join(packageRoot(), 'dist', 'app-editor.js'));

describe.skipIf(!hasBrowser || !isBuilt)('typing in the editor of a browser', () => {
  const app = appInBrowser();
  let context: BrowserContext;
  let complaints: string[];
  beforeEach(async () => {
    complaints = [];
    context = await contextFor(app.browser, app.admin);
    context.on('console', (message) => {
      // A browser obeys that header only over TLS.
      if (message.type() === 'error' && !/Cross-Origin-Opener-Policy/.test(message.text()))
        complaints.push(message.text());
    });
  });
  afterEach(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });

  const went = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(appOrigin + path, { waitUntil: 'load' });
    return page;
  };
  /** The editor of a page with a text. */
  const opened = async (title: string, text: string): Promise<Page> => {
    const space = app.fixture.newSpace(title);
    const [id] = await publishPages(app.fixture, space, text);
    return went(`/app/spaces/${space}/~/edit?page=${id}`);
  };
  /** Types letter by letter; a line break is a press of Enter. */
  const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text);
  const textOf = (page: Page): Promise<string> => page.locator('textarea[name=text]').inputValue();

  it('goes on below the title of a new page, and saves nothing before it begins', async () => {
    const space = app.fixture.newSpace('New');
    await publishPages(app.fixture, space, '# First\n');
    const page = await went(`/app/spaces/${space}/~/new`);
    await page.getByLabel('Title').fill('Second');
    await page.getByRole('button', { name: 'Go on to its text' }).click();
    await page.locator('.editor-field').waitFor();
    expect(await textOf(page)).toBe('# Second\n');
    await type(page, 'Hello readers.\n');
    expect(await textOf(page)).toBe('# Second\n\nHello readers.\n');
    for (const _letter of 'Hello readers.\n') await page.keyboard.press('Backspace');
    expect(await textOf(page)).toBe('# Second\n');

    const old = await opened('Old', '# Tides\n');
    await type(old, 'Ebb.');
    expect(await textOf(old)).toBe('# Tides\n\nEbb.');
  });

  it(
    'ends lists and quotes by Enter on an empty line, apart from what follows',
    { tags: ['long'] },
    async () => {
      const page = await opened('Marks', '# Marks\n');
      await type(page, '* one\ntwo\n\nA new paragraph.\n\n> q\nr\n\nB.\n\n1. first\nsecond\n\nThe end.');
      expect(await textOf(page)).toBe(
        '# Marks\n\n* one\n* two\n\nA new paragraph.\n\n> q\n> r\n\nB.\n\n1. first\n2. second\n\nThe end.',
      );
    },
  );

  it('types over a selection as the policy of the page allows, and in one step to undo', async () => {
    const page = await opened('Over', '# Tides\n\nOne *two* **three** `four`.\n\n* a\n');
    await page.keyboard.press('Shift+End');
    await type(page, '# Ebb');
    expect(await textOf(page)).toBe('# Ebb\n\nOne *two* **three** `four`.\n\n* a\n');
    await page.keyboard.press('ControlOrMeta+a');
    await type(page, 'All new');
    expect(await textOf(page)).toBe('All new');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await textOf(page)).toBe('# Ebb\n\nOne *two* **three** `four`.\n\n* a\n');
  });

  it(
    'composes words of an input method over a selection as the policy of the page allows',
    { tags: ['long'] },
    async () => {
      const page = await opened('Composed', '# Tides\n\nOne *two* **three** `four`.\n\n* a\n');
      const keyboard = await context.newCDPSession(page);
      const compose = async (...steps: string[]): Promise<void> => {
        for (const text of steps)
          await keyboard.send('Input.imeSetComposition', {
            text,
            selectionStart: text.length,
            selectionEnd: text.length,
          });
        await keyboard.send('Input.insertText', { text: steps.at(-1) ?? '' });
      };

      await page.keyboard.press('Shift+End');
      await compose('に', 'にほ', 'にほん');
      expect(await textOf(page)).toBe('にほん\n\nOne *two* **three** `four`.\n\n* a\n');
      await compose('ご');
      expect(await textOf(page)).toBe('にほんご\n\nOne *two* **three** `four`.\n\n* a\n');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await compose('か', 'かん');
      expect(await textOf(page)).toBe('にほんご\n\nかん\n\n* a\n');
      await page.keyboard.press('ControlOrMeta+a');
      await compose('あ');
      expect(await textOf(page)).toBe('あ');
      await page.keyboard.press('ControlOrMeta+z');
      expect(await textOf(page)).toBe('にほんご\n\nかん\n\n* a\n');
    },
  );

  it('shows in the preview what is being typed, wherever it is in the page', async () => {
    const parts = Array.from({ length: 60 }, (_, number) => `Part ${number} of the harbour.`);
    const page = await opened(
      'Long',
      `# Long\n\n${parts.join('\n\n')}\n\n\`\`\`\n${parts.join('\n')}\n\`\`\`\n`,
    );
    const preview = page.getByRole('region', { name: 'Preview' });
    /** Waits for words in the preview, and says whether somebody who looks at it sees them. */
    const isInSight = async (words: string): Promise<boolean> => {
      await preview.getByText(words).waitFor();
      return preview.evaluate((pane, sought) => {
        const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const at = walker.currentNode.nodeValue?.indexOf(sought) ?? -1;
          if (at === -1) continue;
          const range = document.createRange();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + sought.length);
          const { top, bottom } = range.getBoundingClientRect();
          const view = pane.getBoundingClientRect();
          return top >= view.top && bottom <= view.bottom;
        }
        return false;
      }, words);
    };

    await page.keyboard.press('ControlOrMeta+End');
    await type(page, '\nAt the end.');
    expect(await isInSight('At the end.')).toBe(true);
    // In the last lines of a block that is higher than the preview.
    for (let line = 0; line < 3; line++) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await type(page, ' In code.');
    expect(await isInSight('In code.')).toBe(true);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await type(page, '\nAt the beginning.\n');
    expect(await isInSight('At the beginning.')).toBe(true);
    // What is in sight already stays where it is.
    const scrolled = (): Promise<number> => preview.evaluate((pane) => pane.scrollTop);
    const place = await scrolled();
    await type(page, 'Here.');
    expect(await isInSight('Here.')).toBe(true);
    expect(await scrolled()).toBe(place);
  });

  it('leaves the preview alone while the page says the same', async () => {
    const page = await opened('Same', '# Same\n\nA word.\n');
    const preview = page.getByRole('region', { name: 'Preview' });
    const previewed = async (): Promise<unknown> =>
      (await page.waitForResponse((answer) => answer.request().method() === 'POST')).finished();
    await page.keyboard.press('ControlOrMeta+End');
    await Promise.all([previewed(), type(page, '\nMore.')]);
    await preview.getByText('More.').waitFor();
    const marked = preview.getByText('More.');
    await marked.evaluate((shown) => shown.setAttribute('data-seen', ''));

    await Promise.all([previewed(), page.keyboard.press('Enter')]);
    // The script that draws the preview has its turn first.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await marked.getAttribute('data-seen')).toBe('');
  });

  it('shows front matter as such, and not as a heading', { tags: ['long'] }, async () => {
    const page = await opened(
      'Front',
      '---\ndescription: About tides.\n---\n\n# Tides\n\n---\n\nWords\n---\n\n* a\n',
    );
    const weightOf = (words: string): Promise<string> =>
      page
        .locator('.cm-line', { hasText: words })
        .evaluate((line) => getComputedStyle(line.querySelector('span') ?? line).fontWeight);

    expect(await weightOf('description: About tides.')).toBe('400');
    expect(await weightOf('Words')).toBe('700');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowLeft');
    await type(page, '\nb');
    expect(await textOf(page)).toContain('* a\n* b\n');
  });
});
