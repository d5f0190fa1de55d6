import fc from 'fast-check';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { markdownOfPicture, readPictures } from '../../src/app/pictures.ts';
import { publishPages, type Json, type ServiceFixture } from '../service/fixture.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser } from '../site/browser.ts';
import { appInBrowser, contextFor } from './listening.ts';
import { appOrigin, aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

const dotText =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';
const dot = Buffer.from(dotText, 'base64');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const nowMs = Date.parse('2026-11-23T17:42:10Z');
const read = (name: string, bytes: Uint8Array, pasted = false) =>
  readPictures([{ name, contentType: 'application/octet-stream', bytes }], { pasted, nowMs })[0]!;

describe('a picture for a page', () => {
  it.each([
    ['dot.PNG', dot, 'dot.PNG', 'image/png'],
    ['photo.jpeg', latin1('\xff\xd8\xff\xe0'), 'photo.jpeg', 'image/jpeg'],
    ['moving.gif', latin1('GIF89a'), 'moving.gif', 'image/gif'],
    ['small.webp', latin1('RIFF\x01\x02\x03\x04WEBPVP8 '), 'small.webp', 'image/webp'],
    ['new.avif', latin1('\0\0\0\x1cftypavif'), 'new.avif', 'image/avif'],
    [
      'drawn.svg',
      latin1('<?xml version="1.0"?>\n<!-- ours -->\n<svg/>'.replace('/>', ' />')),
      'drawn.svg',
      'image/svg+xml',
    ],
    ['drawn', latin1('<svg viewBox="0 0 1 1"></svg>'), 'drawn.svg', 'image/svg+xml'],
    ['camera.png', latin1('\xff\xd8\xff\xe1'), 'camera.jpg', 'image/jpeg'],
    ['C:\\Users\\me\\.hidden [1].png', dot, 'hidden -1-.png', 'image/png'],
  ] as const)('is recognized by its first bytes: %s', (name, bytes, called, contentType) => {
    expect(read(name, bytes)).toMatchObject({ name: called, contentType, bytes });
  });

  it('gets a new name and no description when it comes from a clipboard', () => {
    const picture = read('image.png', dot, true);
    expect(picture).toMatchObject({ name: 'pasted-2026-11-23-174210.png', alternative: '' });
    expect(markdownOfPicture(picture, 'a/b.png')).toBe('![](a/b.png)');
  });

  it.each([
    ['page.png', latin1('<!doctype html><script>1</script>'), 'not a picture that every browser shows'],
    ['photo.heic', latin1('\0\0\0\x18ftypheic'), 'not a picture that every browser shows'],
    ['notes.svg', latin1('<!-- no drawing -->'), 'not a picture that every browser shows'],
    ['large.png', Buffer.concat([dot, Buffer.alloc(1024 * 1024)]), '“large.png” is larger than 1 MB.'],
  ] as const)('is refused with a reason: %s', (name, bytes, why) => {
    expect(() => read(name, bytes)).toThrow(why);
  });

  it('comes with at most nineteen others', () => {
    const upload = { name: 'a.png', contentType: 'image/png', bytes: dot };
    const several = (count: number) => Array.from({ length: count }, () => upload);
    expect(readPictures(several(20), { nowMs })).toHaveLength(20);
    expect(() => readPictures(several(21), { nowMs })).toThrow('21 pictures');
    expect(() => readPictures([], { nowMs })).toThrow('No picture came.');
  });

  it('has a name that a file can have and a description without markdown, whatever its old name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
        const picture = read(name, dot);
        expect(picture.name).toMatch(/^[\p{L}\p{N}_-][\p{L}\p{N}._ -]*\.png$/iu);
        expect([...picture.name].length).toBeLessThanOrEqual(84);
        expect(markdownOfPicture(picture, 'x.png')).toMatch(/^!\[[\p{L}\p{N}._ -]+\]\(x\.png\)$/u);
      }),
    );
  });
});

interface Edited {
  readonly space: string;
  readonly page: string;
  readonly base: string;
  readonly edit: string;
}

/** A space with one page, and the fields that its editor sends. */
async function aPage(fixture: ServiceFixture, visitor: Visitor, title: string): Promise<Edited> {
  const space = fixture.newSpace(title);
  const [page = ''] = await publishPages(fixture, space, '# Tides\n\nOne.\n');
  const edit = `/app/spaces/${space}/~/edit`;
  const { html } = await visitor.get(`${edit}?page=${page}`);
  return { space, page, edit, base: /name="base" value="([^"]*)"/.exec(html)?.[1] ?? '' };
}
const draftsIn = async (fixture: ServiceFixture, space: string): Promise<Json[]> =>
  (await fixture.ok(`GET /spaces/${space}/change-requests?status=draft`)).items;
const filesIn = async (fixture: ServiceFixture, space: string, change = 2): Promise<string[]> =>
  (await fixture.ok(`GET /spaces/${space}/change-requests/${change}/content/files`)).items.map(
    ({ git }: Json) => git.path as string,
  );

describe('pictures that an editor sends', () => {
  let fixture: ServiceFixture;
  let admin: Visitor;
  beforeAll(async () => {
    fixture = aServiceWithApp();
    admin = await signedIn(fixture);
  });
  afterAll(() => fixture.close());

  const json = { accept: 'application/json' };
  const sendTo = async (edit: string, fields: Record<string, string>, name = 'chart.png') => {
    const answer = await admin.sendFiles(edit.replace(/edit$/, 'pictures'), fields, [[name, dot]], json);
    return JSON.parse(answer.html) as {
      state?: string;
      message?: string;
      markdown: string[];
      action: string;
    };
  };

  it('go into a draft at once, where the text follows them', async () => {
    const { space, page, base, edit } = await aPage(fixture, admin, 'Draft');
    const fields = { page, base, writing: 'one' };
    const first = await sendTo(edit, fields);
    expect(first).toMatchObject({
      state: 'added',
      markdown: ['![chart](.gitbook/assets/chart.png)'],
      action: `/app/spaces/${space}/~/changes/2/~/edit`,
      change: { name: '#2 Edit Tides' },
    });
    // An answer may get lost: a text that is sent to the old address finds the draft.
    await admin.post(edit.replace(/edit$/, 'autosave'), { ...fields, text: '# Tides\n\nTwo.\n' }, json);
    expect((await sendTo(edit, fields)).markdown).toEqual(['![chart](<.gitbook/assets/chart (1).png>)']);

    expect(await draftsIn(fixture, space)).toHaveLength(1);
    expect(await filesIn(fixture, space)).toEqual([
      '.gitbook/assets/chart.png',
      '.gitbook/assets/chart (1).png',
    ]);
    const { markdown } = await fixture.ok(
      `GET /spaces/${space}/change-requests/2/content/page/${page}?format=markdown`,
    );
    expect(markdown).toBe('# Tides\n\nTwo.\n');
  });

  it('have paths relative to the folder of their page, in the open change request', async () => {
    const { space, page } = await aPage(fixture, admin, 'Folder');
    const { id, number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Deep' });
    const { changes } = await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [
        {
          type: 'insert_page',
          title: 'Deep',
          document: { markdown: 'x' },
          git: { path: 'far/down/deep.md' },
        },
      ],
    });
    const edit = `/app/spaces/${space}/~/changes/${number}/~/edit`;
    expect((await sendTo(edit, { page: changes[0].page.id, base: '' })).markdown).toEqual([
      '![chart](../../.gitbook/assets/chart.png)',
    ]);
    expect((await sendTo(edit, { page, base: '' }, 'other.png')).markdown).toEqual([
      '![other](.gitbook/assets/other.png)',
    ]);
    expect(await draftsIn(fixture, space)).toHaveLength(1);
  });

  it('do not let a text overwrite what somebody else wrote meanwhile', async () => {
    const { space, page, base, edit } = await aPage(fixture, admin, 'Meanwhile');
    const { id } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Other' });
    await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'update_page', page, document: { markdown: '# Tides\n\nTheirs.\n' } }],
    });
    await fixture.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
    const fields = { page, base, writing: 'late' };
    expect((await sendTo(edit, fields)).state).toBe('added');
    const text = { ...fields, text: '# Tides\n\nMine.\n' };
    const { html } = await admin.post(edit.replace(/edit$/, 'autosave'), text, json);
    expect(JSON.parse(html)).toEqual({ state: 'conflict' });
  });

  it('change nothing when they are refused, and are refused in words', async () => {
    const { space, page, base, edit } = await aPage(fixture, admin, 'Refused');
    const path = edit.replace(/edit$/, 'pictures');
    const fields = { page, base };
    const send = async (visitor: Visitor, name: string, bytes: Uint8Array) => {
      const { status, html } = await visitor.sendFiles(path, fields, [[name, bytes]], json);
      return { status, ...(JSON.parse(html) as { message: string; hint?: string }) };
    };
    expect(await send(admin, 'notes.txt', latin1('words'))).toMatchObject({
      status: 422,
      message: '“notes.txt” is not a picture that every browser shows.',
      hint: 'Save it as PNG, JPEG, GIF, WebP, AVIF or SVG first.',
    });
    expect(await send(admin, 'big.png', Buffer.concat([dot, Buffer.alloc(1024 * 1024)]))).toMatchObject({
      status: 413,
      message: '“big.png” is larger than 1 MB.',
    });
    expect((await send(await signedIn(fixture, 'read'), 'dot.png', dot)).status).toBe(403);
    expect((await send(await signedIn(fixture, 'stranger'), 'dot.png', dot)).status).toBe(404);
    expect(await draftsIn(fixture, space)).toEqual([]);
  });

  it('leave the typed text as it is when a form without scripts brings a file that is refused', async () => {
    const { space, page, base, edit } = await aPage(fixture, admin, 'Typed');
    const fields = { do: 'save', page, base, text: '# Tides\n\nA long <text>.\n' };
    const refused = await admin.sendFiles(edit, fields, [['notes.txt', latin1('words')]]);
    expect(refused.status).toBe(422);
    for (const words of ['A long &lt;text&gt;.', 'Your text is below; it is not saved yet.', 'notes.txt'])
      expect(refused.html).toContain(words);
    expect(await draftsIn(fixture, space)).toEqual([]);

    const shown = await admin.sendFiles(edit, { ...fields, do: 'preview' }, [['dot.png', dot]]);
    expect(shown.html).toContain('A preview takes no pictures along');
    const added = await admin.sendFiles(edit, fields, [
      ['a dot.png', dot],
      ['b.png', dot],
    ]);
    expect(added.html).toContain(
      'A long &lt;text&gt;.\n\n![a dot](&lt;.gitbook/assets/a dot.png&gt;)\n\n![b](.gitbook/assets/b.png)',
    );
    expect(await draftsIn(fixture, space)).toHaveLength(1);
  });
});

describe.skipIf(!hasBrowser)('pictures in the editor of a browser', () => {
  const app = appInBrowser();
  let context: BrowserContext;
  beforeEach(async () => {
    context = await contextFor(app.browser, app.admin);
  });
  afterEach(() => context.close());

  const opened = async ({ edit, page: id }: Edited): Promise<Page> => {
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${appOrigin}${edit}?page=${id}`, { waitUntil: 'load' });
    await page.getByLabel('Markdown', { exact: true }).last().click();
    await page.keyboard.press('Control+End');
    return page;
  };
  const textOf = (page: Page): Promise<string> => page.locator('textarea[name=text]').inputValue();
  const textHas = (page: Page, words: string): Promise<void> =>
    expect.poll(() => textOf(page), { timeout: 15_000 }).toContain(words);
  /** Gives pictures to the focused element, as a clipboard or a mouse does. */
  const give = (page: Page, how: 'paste' | 'drop', ...names: string[]): Promise<void> =>
    page.evaluate(`{
      const bytes = Uint8Array.from(atob('${dotText}'), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      for (const name of ${JSON.stringify(names)}) transfer.items.add(new File([bytes], name, { type: 'image/png' }));
      const root = document.querySelector('.editor-field')?.shadowRoot ?? document;
      const target = root.querySelector('.cm-content, textarea[name=text]');
      const { left, top } = target.getBoundingClientRect();
      const at = { bubbles: true, cancelable: true, composed: true, clientX: left + 15, clientY: top + 15 };
      target.dispatchEvent('${how}' === 'paste'
        ? new ClipboardEvent('paste', { ...at, clipboardData: transfer })
        : new DragEvent('drop', { ...at, dataTransfer: transfer }));
    }`);

  it('come by paste, at the cursor, and are described when the writer asks for it', async () => {
    const edited = await aPage(app.fixture, app.admin, 'Paste');
    const page = await opened(edited);
    await page.keyboard.insertText('Look: ');
    await give(page, 'paste', 'image.png');
    await page.getByText('The picture is in the text.').waitFor();
    await page.keyboard.insertText(' There.');
    expect(await textOf(page)).toMatch(
      /One\.\nLook: !\[\]\(\.gitbook\/assets\/pasted-[\d-]+\.png\) There\.$/,
    );
    await page.getByRole('button', { name: 'Say what it shows' }).click();
    await page.keyboard.insertText('A dot');
    expect(await textOf(page)).toMatch(
      /One\.\nLook: !\[A dot\]\(\.gitbook\/assets\/pasted-[\d-]+\.png\) There\.$/,
    );
    await page.getByText('Saved', { exact: true }).waitFor();
    const picture = page.locator('.preview img');
    await picture.waitFor();
    await page.waitForFunction(`document.querySelector('.preview img').naturalWidth === 10`);
    expect(await picture.getAttribute('alt')).toBe('A dot');
    expect(await draftsIn(app.fixture, edited.space)).toHaveLength(1);
    expect(await page.getByRole('link', { name: '#2 Edit Tides' }).count()).toBe(1);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });

  it('stay apart from what is typed on and from each other, however they come', async () => {
    const edited = await aPage(app.fixture, app.admin, 'On');
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const page = await opened(edited);
    const shape = async (): Promise<string> =>
      (await textOf(page)).replaceAll(
        /!\[(\w*)\]\(<?\.gitbook\/assets\/[\w-]+(?: \(\d\))?\.png>?\)/g,
        '[$1]',
      );
    const has = (words: string): Promise<void> => expect.poll(shape, { timeout: 15_000 }).toBe(words);
    await give(page, 'paste', 'image.png');
    await has('# Tides\n\nOne.\n[]');
    await page.keyboard.type('And so on. ');
    await give(page, 'paste', 'image.png');
    await has('# Tides\n\nOne.\n[]And so on. []');
    await page
      .getByLabel('Pictures to add')
      .setInputFiles({ name: 'file.png', mimeType: 'image/png', buffer: dot });
    await has('# Tides\n\nOne.\n[]And so on. [][file]');

    // Two that are on their way at once, while somebody types on.
    await context.route('**/pictures', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.keyboard.type('Now ');
    await give(page, 'paste', 'image.png');
    await give(page, 'paste', 'named.png');
    await page.keyboard.type(' the end.');
    go();
    await has('# Tides\n\nOne.\n[]And so on. [][file]\nNow [][named] the end.');
  });

  it('come by drop, where they were let go, and by the file field, by keyboard alone', async () => {
    const edited = await aPage(app.fixture, app.admin, 'Drop');
    const page = await opened(edited);
    await give(page, 'drop', 'one.png', 'two.png');
    await page.getByText('2 pictures are in the text.').waitFor();
    const [first] = (await textOf(page)).split('\n# Tides');
    expect(await textOf(page)).toContain(
      '![one](.gitbook/assets/one.png)\n\n![two](.gitbook/assets/two.png)',
    );
    expect(first).toBeDefined();
    await page
      .getByLabel('Pictures to add')
      .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: dot });
    await textHas(page, '![one](<.gitbook/assets/one (1).png>)');
    expect(await page.getByLabel('Pictures to add').inputValue()).toBe('');
  });

  it('come below the text when the file field has them before anybody has set the cursor', async () => {
    const edited = await aPage(app.fixture, app.admin, 'Untouched');
    const page = await context.newPage();
    await page.goto(`${appOrigin}${edited.edit}?page=${edited.page}`, { waitUntil: 'load' });
    const chosen = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: dot }));
    await page.getByLabel('Pictures to add').setInputFiles(chosen);
    await page.getByText('2 pictures are in the text.').waitFor();
    expect(await textOf(page)).toBe(
      '# Tides\n\nOne.\n\n![one](.gitbook/assets/one.png)\n\n![two](.gitbook/assets/two.png)\n',
    );
  });

  it('leave the text unchanged while the service does not answer, and can be sent again', async () => {
    const edited = await aPage(app.fixture, app.admin, 'Offline');
    let isOffline = true;
    await context.route('**/pictures', (route) => (isOffline ? route.abort() : route.continue()));
    const page = await opened(edited);
    await page.keyboard.insertText('Before. ');
    await give(page, 'paste', 'chart.png');
    await page.getByText('The service does not answer, so the picture is not added.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // Text that is written meanwhile stays, and the picture comes to the place where it was put.
    await page.getByLabel('Markdown', { exact: true }).last().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('Above.\n');
    expect(await textOf(page)).not.toContain('chart');
    isOffline = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await textHas(page, 'Before. ![chart](.gitbook/assets/chart.png)');
    expect(await textOf(page)).toMatch(/^Above\.\n# Tides/);
  });

  it('hold back a form that is sent before they have arrived', async () => {
    const edited = await aPage(app.fixture, app.admin, 'Wait');
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await context.route('**/pictures', async (route) => {
      await held;
      await route.continue();
    });
    const page = await opened(edited);
    await give(page, 'paste', 'late.png');
    await page.getByText('One picture is on its way.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    go();
    await page.waitForURL(`${appOrigin}/app/spaces/${edited.space}/~/changes/2`);
    const { markdown } = await app.fixture.ok(
      `GET /spaces/${edited.space}/change-requests/2/content/page/${edited.page}?format=markdown`,
    );
    expect(markdown).toContain('![late](.gitbook/assets/late.png)');
  });

  it('are refused in words when they are too large or not pictures, and words on a clipboard stay words', async () => {
    const edited = await aPage(app.fixture, app.admin, 'Words');
    const page = await opened(edited);
    const chooser = page.getByLabel('Pictures to add');
    await chooser.setInputFiles({
      name: 'huge.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(2 ** 20 + 1),
    });
    await page.getByText('“huge.png” is larger than 1 MB.').waitFor();
    await chooser.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: latin1('%PDF-1.7') });
    await page.getByText('“a.pdf” is not a picture that every browser shows.').waitFor();
    expect(await draftsIn(app.fixture, edited.space)).toEqual([]);
  });

  it('come by the file field without scripts, too', async () => {
    const edited = await aPage(app.fixture, app.admin, 'Plain');
    const plain = await contextFor(app.browser, app.admin, { javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(`${appOrigin}${edited.edit}?page=${edited.page}`);
    await page
      .getByLabel('Pictures to add')
      .setInputFiles({ name: 'plain.png', mimeType: 'image/png', buffer: dot });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The pictures are in the change request.').waitFor();
    expect(await textOf(page)).toContain('![plain](.gitbook/assets/plain.png)');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`${appOrigin}/app/spaces/${edited.space}/~/changes/2`);
    await plain.close();
  });
});
