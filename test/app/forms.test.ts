import { parseFragment, serialize } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { withSentForm } from '../../src/app/sent-form.ts';
import { publishPages } from '../service/fixture.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { contextOver } from './every-page.ts';
import { appWithAdmin } from './listening.ts';
import { appOrigin } from './visitor.ts';

const app = appWithAdmin();

/** Sends a form as the page has it: with the page's address, which every form carries. */
async function sendFrom(page: string, path: string, fields: Readonly<Record<string, string>>) {
  const { html } = await app.admin.get(page);
  const own = /name="form-page" value="([^"]*)"/.exec(html.slice(html.indexOf('<main')))?.[1] ?? '';
  return app.admin.post(path, { ...fields, 'form-page': own.replaceAll('&amp;', '&') });
}

const wrongField = (html: string): string =>
  /<(?:input|select|textarea)[^>]*aria-invalid="true"[^>]*>/.exec(html)?.[0] ?? '';

describe('a form with a mistake', () => {
  let space: string;
  let page: string;
  beforeAll(async () => {
    space = app.fixture.newSpace('Guides');
    [page = ''] = await publishPages(app.fixture, space, '# Welcome\n', '# Guide\n');
  });

  it('comes back with the message at the field: a title of which no address can be made', async () => {
    const path = `/app/spaces/${space}/~/new`;
    const { status, html } = await sendFrom(path, path, { title: '..', parent: page });
    expect(status).toBe(400);
    expect(wrongField(html)).toMatch(/id="title".*value="\.\."/);
    expect(html).toContain('A title needs a letter or a digit');
    expect(html).toContain(`<option value="${page}" selected="">`);
    expect(html).not.toMatch(/slug|To the start page/);
    for (const each of ['draft', 'archived'])
      expect((await app.fixture.ok(`GET /spaces/${space}/change-requests?status=${each}`)).items).toEqual([]);
  });

  it.each([
    ['../evil path', 'This name contains a slash.'],
    ['.', 'This name is ".", which means a folder in an address.'],
    ['x'.repeat(101), 'This name has 101 characters, and 100 are the most.'],
  ])('comes back with what was typed, and with the broken rule: the name %s', async (slug, words) => {
    const path = `/app/spaces/${space}/~/arrange`;
    const sent = { do: 'move', page, title: 'A "new" title', slug, parent: '', at: '0 ' };
    const { status, html } = await sendFrom(`${path}?page=${page}`, path, sent);
    expect(status).toBe(400);
    expect(html).toContain('value="A &quot;new&quot; title"');
    expect(wrongField(html)).toContain(`value="${slug}"`);
    expect(html).toContain(words);
    // The form that came back still knows its page.
    const again = /name="form-page" value="([^"]*)"/.exec(html.slice(html.indexOf('<main')))?.[1];
    expect(again).toBe(`${path}?page=${page}`);
  });

  it('opens the fold in which it stands, and says which rule the interface has for the field', async () => {
    const path = `/app/o/${app.fixture.org}`;
    const { status, html } = await sendFrom(path, path, { title: 'x' });
    expect(status).toBe(400);
    expect(html).toMatch(/<details class="fold" open=""><summary>Make a site/);
    expect(wrongField(html)).toContain('value="x"');
    expect(html).toContain('This must have at least 2 characters.');
  });

  it('is told apart from other forms of its page', async () => {
    const { id } = await app.fixture.ok(`POST /orgs/${app.fixture.org}/sites`, {
      title: 'Docs',
      spaces: [space],
    });
    const path = `/app/sites/${id}`;
    const { html } = await sendFrom(path, path, { do: 'settings', title: 'y', basename: 'mine' });
    expect(wrongField(html)).toMatch(/id="title".*value="y"/);
    expect(html).toContain('name="basename" value="mine"');
  });

  it('shows the failure alone where its page cannot be shown', async () => {
    const path = `/app/spaces/${space}/~/arrange`;
    for (const from of [`${path}?page=gone`, '/app/spaces/none', '/elsewhere', '/app/%E0%A4%A'])
      expect([
        from,
        (await app.admin.post(path, { do: 'move', page: 'gone', 'form-page': from })).status,
      ]).toEqual([from, 404]);
  });
});

describe('a site without a space', () => {
  it('does not offer to be published, and keeps its page when somebody asks for that', async () => {
    const { id } = await app.fixture.ok(`POST /orgs/${app.fixture.org}/sites`, { title: 'Empty' });
    const path = `/app/sites/${id}`;
    const { html } = await app.admin.get(path);
    expect(html).not.toContain('value="publish"');
    expect(html).toContain('The site can be published once it has a space.');
    const refused = await app.admin.post(path, { do: 'publish' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.html).toContain('has no space to publish. Add a space first.</p>');
    expect(refused.html).toContain('value="settings"');
  });
});

describe('the form on a page that comes back', () => {
  /** HTML in the way in which the library prints it. */
  const asPrinted = (html: string): string => serialize(parseFragment(html));
  const form = (inside: string): string => `<form method="post" action="/a?b">${inside}</form>`;
  const filled = (inside: string, fields: Record<string, string>, field?: string): string =>
    withSentForm(form(inside), {
      action: '/a',
      fields: new Map(Object.entries(fields)),
      problem: { message: '<No>', field },
    });

  it.each([
    ['a text', '<input name="x" value="old">', '<input name="x" value="&lt;$&amp;&gt;">', { x: '<$&>' }],
    [
      'an area',
      '<textarea name="x">\nold</textarea>',
      '<textarea name="x" data-unsaved>\n&lt;\n</textarea>',
      { x: '<\n' },
    ],
    [
      'a choice',
      '<select name="x"><option value="1" selected>1</option><option value="2">2</option></select>',
      '<select name="x"><option value="1">1</option><option value="2" selected>2</option></select>',
      { x: '2' },
    ],
    [
      'a box',
      '<input type="checkbox" name="x" value="on" checked>',
      '<input type="checkbox" name="x" value="on">',
      {},
    ],
    [
      'an area that begins with an empty line',
      '<textarea name="x">old</textarea>',
      '<textarea name="x" data-unsaved>\n\n\ntext</textarea>',
      { x: '\n\ntext' },
    ],
    [
      'a choice that is gone',
      '<select name="x"><option value="1" selected>1</option></select>',
      undefined,
      { x: '2' },
    ],
    ['a file', '<input type="file" name="x">', undefined, { x: 'a' }],
  ])('has what was sent: %s', (_name, before, after, fields) => {
    expect(asPrinted(filled(before, fields as Record<string, string>))).toBe(
      asPrinted(
        `<form method="post" action="/a?b"><p class="problem" role="alert">&lt;No&gt;</p>${after ?? before}</form>`,
      ),
    );
  });

  it('is not filled in where its hidden fields name another thing', () => {
    const inside = '<input type="hidden" name="id" value="1"><input name="x" value="old">';
    expect(filled(inside, { id: '2', x: 'new' }, 'x')).toBe(
      `<p class="problem" role="alert">&lt;No&gt;</p>${form(inside)}`,
    );
    expect(filled(inside, { id: '1', x: 'new' }, 'x')).toContain('value="new" aria-invalid="true"');
  });
});

describe.skipIf(!hasBrowser)('a form on a narrow screen', () => {
  it('is no wider than the screen, whatever the names in its lists', async () => {
    const space = app.fixture.newSpace('Long names');
    const [page = ''] = await publishPages(
      app.fixture,
      space,
      '# Welcome\n',
      `# ${'A long name '.repeat(12)}\n`,
    );
    const browser = await launch();
    const viewport = { width: 390, height: 800 };
    const context = await contextOver(browser, app.fixture, { visitor: app.admin, viewport });
    const tab = await context.newPage();
    for (const path of ['new', `arrange?page=${page}`]) {
      await tab.goto(`${appOrigin}/app/spaces/${space}/~/${path}`, { waitUntil: 'load' });
      const [width, right] = await tab.evaluate(() => [
        document.documentElement.scrollWidth,
        Math.max(
          ...Array.from(
            document.querySelectorAll('main select'),
            (each) => each.getBoundingClientRect().right,
          ),
        ),
      ]);
      expect([path, width]).toEqual([path, 390]);
      expect(right).toBeLessThanOrEqual(390);
    }
    await browser.close();
  });
});
