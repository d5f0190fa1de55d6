import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let admin: Visitor;
beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
});
afterAll(() => fixture.close());

const pages = async (space: string): Promise<Json> =>
  (await fixture.ok(`GET /spaces/${space}/content/pages`)).pages;
const textOf = async (space: string, page: string): Promise<string> =>
  (await fixture.ok(`GET /spaces/${space}/content/page/${page}?format=markdown`)).markdown as string;

/** A space with merged pages, by their titles. */
async function aSpace(
  texts: Readonly<Record<string, string>>,
): Promise<{ space: string; ids: Record<string, string> }> {
  const space = fixture.newSpace('Guides');
  const { id } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Begin' });
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
    changes: Object.entries(texts).map(([title, markdown]) => ({
      type: 'insert_page',
      title,
      document: { markdown },
    })),
  });
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
  const ids = Object.fromEntries((await pages(space)).map((page: Json) => [page.title, page.id]));
  return { space, ids };
}

/** A change request with other texts of pages. */
async function aRequest(
  space: string,
  texts: Readonly<Record<string, string>>,
  subject = 'Better words',
): Promise<number> {
  const { id, number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject });
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
    changes: Object.entries(texts).map(([page, markdown]) => ({
      type: 'update_page',
      page,
      document: { markdown },
    })),
  });
  return number as number;
}

const bodyOf = (html: string): string => html.slice(html.indexOf('<main'));

describe('a space', () => {
  it('shows a page as a site does, with its tree, and links that stay in the app', async () => {
    const { space } = await aSpace({ Welcome: '## First\n\nGo to [the guide](guide.md).', Guide: 'Words.' });
    const { html } = await admin.get(`/app/spaces/${space}`);

    expect(html).toContain('<h1>Welcome</h1>');
    expect(html).toMatch(/<h2 id="first"/);
    expect(bodyOf(html)).toContain(`href="/app/spaces/${space}/guide"`);
    expect(bodyOf(html)).toMatch(new RegExp(`href="/app/spaces/${space}" aria-current="page">\\s*Welcome`));
  });

  it('shows a page’s source, its history, and two revisions beside each other', async () => {
    const { space, ids } = await aSpace({ Welcome: 'Old words.' });
    const before = (await fixture.ok(`GET /spaces/${space}`)).revision;
    const number = await aRequest(space, { [ids['Welcome']!]: '# Welcome\n\nNew words.\n' });
    await fixture.ok(`POST /spaces/${space}/change-requests/${number}/merge`);

    expect((await admin.get(`/app/spaces/${space}?view=source`)).html).toContain('# Welcome\n\nNew words.');
    const history = (await admin.get(`/app/spaces/${space}/~/history?page=${ids['Welcome']}`)).html;
    expect(history).toContain(`#${number} Better words</a> by admin`);
    expect(history.match(/name="from"/g)).toHaveLength(2);
    const compared = (await admin.get(`/app/spaces/${space}/~/compare?from=${before}`)).html;
    expect(compared).toContain('<del>Old</del><ins>New</ins> words.');
    const earlier = (await admin.get(`/app/spaces/${space}/~/revisions/${before}`)).html;
    expect(earlier).toContain('Old words.');
  });

  it('leads a picture of a page to its bytes at the service, which runs nothing', async () => {
    const { space, ids } = await aSpace({ Welcome: 'Look.' });
    const { id, number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Picture' });
    await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [
        {
          type: 'insert_files',
          files: [{ name: 'dot.png', contentType: 'image/png', base64: 'iVBORw0KGgo=' }],
        },
        {
          type: 'update_page',
          page: ids['Welcome'],
          document: { markdown: '# Welcome\n\n![A dot](.gitbook/assets/dot.png)\n' },
        },
      ],
    });
    const { html } = await admin.get(`/app/spaces/${space}/~/changes/${number}/`);
    const picture = /<img[^>]* src="([^"]+)"/.exec(bodyOf(html))?.[1] ?? '';
    const { status, location } = await admin.get(picture);

    expect(picture.startsWith(`/app/spaces/${space}/~/changes/${number}/`)).toBe(true);
    expect([status, location?.startsWith('http://docs.test/files/')]).toEqual([302, true]);
  });

  it('finds pages, and lists files and comments', async () => {
    const { space, ids } = await aSpace({ Welcome: 'An unusualword stands here.' });
    await fixture.ok(`POST /spaces/${space}/comments`, {
      body: { markdown: 'Is *this* right?' },
      page: ids['Welcome'],
    });

    expect((await admin.get('/app/search?q=unusualword')).html).toContain(
      `href="/app/spaces/${space}/welcome"`,
    );
    expect((await admin.get(`/app/spaces/${space}/~/comments`)).html).toContain('Is <em>this</em> right?');
    expect((await admin.get(`/app/spaces/${space}/~/files`)).status).toBe(200);
  });
});

describe('a change request', () => {
  it('shows its pages with words added and removed, as source, and side by side', async () => {
    const { space, ids } = await aSpace({ Welcome: 'The old text.' });
    const number = await aRequest(space, { [ids['Welcome']!]: '# Welcome\n\nThe new text.\n' });
    const path = `/app/spaces/${space}/~/changes/${number}`;

    expect((await admin.get(path)).html).toContain('The <del>old</del><ins>new</ins> text.');
    const unified = (await admin.get(`${path}?view=unified`)).html;
    expect(unified).toContain('<del>The old text.</del>');
    expect(unified).toContain('<ins>The new text.</ins>');
    expect((await admin.get(`${path}?view=split`)).html).toMatch(
      /<del>The old text\.<\/del>.*<ins>The new text\.<\/ins>/,
    );
  });

  it('shows moved, new and deleted pages as such', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.', Guide: 'Two.', Old: 'Three.' });
    const { id, number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Tidy' });
    await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [
        { type: 'update_page', page: ids['Guide'], into: ids['Welcome'] },
        { type: 'delete_page', page: ids['Old'] },
        { type: 'insert_page', title: 'Fresh', document: { markdown: 'Four.' } },
      ],
    });
    const { html } = await admin.get(`/app/spaces/${space}/~/changes/${number}`);

    expect(html).toContain('Moved from <b>the top level</b> to <b>Welcome</b>.');
    expect(html).toMatch(/mark-created">created<\/span>[^]*?Fresh/);
    expect(html).toMatch(/mark-deleted">deleted<\/span>[^]*?Old/);
    expect(html).toContain('diff-removed');
  });

  it('is discussed: a comment on a page, a reply, and a resolution', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.' });
    const number = await aRequest(space, { [ids['Welcome']!]: '# Welcome\n\nTwo.\n' });
    const path = `/app/spaces/${space}/~/changes/${number}`;
    const send = (fields: Record<string, string>) =>
      admin.post(`${path}/~/comments`, { back: path, ...fields });

    const answer = await send({ do: 'post', page: ids['Welcome']!, text: 'Why **two**?\r\nSay.' });
    expect(answer.location).toBe(path);
    const [{ id, target, body }] = (
      await fixture.ok(`GET /spaces/${space}/change-requests/${number}/comments?format=markdown`)
    ).items;
    expect([target.page.id, body.markdown]).toEqual([ids['Welcome'], 'Why **two**?\nSay.']);
    await send({ do: 'reply', comment: id, text: 'Because.' });
    await send({ do: 'resolve', comment: id });
    const { html } = await admin.get(path);
    expect(html).toContain('Why <strong>two</strong>?');
    expect(html).toContain('Because.');
    expect(html).toContain('>resolved<');
    expect((await admin.get(path)).html).not.toContain('class="notice"');
    await send({ do: 'delete', comment: id });
    expect((await fixture.ok(`GET /spaces/${space}/change-requests/${number}/comments`)).items).toEqual([]);
  });

  it('is renamed, asked about, withdrawn, archived, reopened and merged by its buttons', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.' });
    const number = await aRequest(space, { [ids['Welcome']!]: '# Welcome\n\nTwo.\n' });
    const path = `/app/spaces/${space}/~/changes/${number}`;
    const press = async (fields: Record<string, string>): Promise<Json> => {
      const { html } = await admin.get(path);
      expect(html).toContain(`name="do" value="${fields['do']}"`);
      expect((await admin.post(path, fields)).location).toBe(path);
      return fixture.ok(`GET /spaces/${space}/change-requests/${number}`);
    };

    expect(await press({ do: 'subject', subject: 'Other words' })).toMatchObject({ subject: 'Other words' });
    expect(await press({ do: 'ask' })).toMatchObject({ status: 'open' });
    expect(await press({ do: 'withdraw' })).toMatchObject({ status: 'draft' });
    expect(await press({ do: 'archive' })).toMatchObject({ status: 'archived' });
    expect(await press({ do: 'reopen' })).toMatchObject({ status: 'open' });
    expect(await press({ do: 'merge' })).toMatchObject({ status: 'merged' });
    expect(await textOf(space, ids['Welcome']!)).toBe('# Welcome\n\nTwo.\n');
    expect((await admin.post(path, { do: 'merge' })).status).toBe(412);
  });

  it('shows a conflict with both texts and the base, and merges what was chosen', async () => {
    const { space, ids } = await aSpace({ Welcome: 'Base words.' });
    const id = ids['Welcome']!;
    const mine = await aRequest(space, { [id]: '# Welcome\n\nMy words.\n' });
    const theirs = await aRequest(space, { [id]: '# Welcome\n\nTheir words.\n' });
    await fixture.ok(`POST /spaces/${space}/change-requests/${theirs}/merge`);
    const path = `/app/spaces/${space}/~/changes/${mine}`;

    await admin.post(path, { do: 'merge' });
    const request = await admin.get(path);
    expect(request.html).toContain('waits for a decision');
    const { html } = await admin.get(`${path}/~/fix?page=${id}`);
    for (const words of ['My words.', 'Their words.', 'Base words.']) expect(html).toContain(words);
    const base = /name="base" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await admin.post(`${path}/~/fix`, { page: id, base })).status).toBe(409);
    expect((await admin.post(`${path}/~/fix`, { page: id, base: 'other', 'choice-0': 'both' })).status).toBe(
      409,
    );
    await admin.post(`${path}/~/fix`, { page: id, base, 'choice-0': 'both' });
    await admin.post(path, { do: 'merge' });

    expect(await textOf(space, id)).toBe('# Welcome\n\nTheir words.\nMy words.\n');
  });

  it('shows the links that it would break, and the revision that it is based on', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.', Guide: 'Two.' });
    const number = await aRequest(space, { [ids['Welcome']!]: '# Welcome\n\n[Gone](nowhere.md)\n' });
    const path = `/app/spaces/${space}/~/changes/${number}`;
    expect((await admin.get(path)).html).toContain('It breaks links: 1 on Welcome');
    expect((await admin.get(path)).html).toContain('It is based on the present state');

    const other = await aRequest(space, { [ids['Guide']!]: '# Guide\n\nThree.\n' });
    await fixture.ok(`POST /spaces/${space}/change-requests/${other}/merge`);
    expect((await admin.get(path)).html).toContain('The space has changed since');
    await admin.post(path, { do: 'update' });
    expect((await admin.get(path)).html).toContain('It is based on the present state');
  });
});

describe('the editor', () => {
  const field = (html: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

  it('saves into a new draft change request, where all bytes but the edit stay', async () => {
    const { space, ids } = await aSpace({ Welcome: 'placeholder' });
    const id = ids['Welcome']!;
    const original = '---\r\nicon: bolt # why\r\n---\r\n\r\n# Welcome\r\n\r\nOne.\nTwo &amp; <three>.\r\n';
    const setUp = await aRequest(space, { [id]: original });
    await fixture.ok(`POST /spaces/${space}/change-requests/${setUp}/merge`);
    const path = `/app/spaces/${space}/~/edit`;
    const { html } = await admin.get(`${path}?page=${id}`);
    expect(html).toContain('Two &amp;amp; &lt;three&gt;.');

    const typed = original.replaceAll(/\r?\n/g, '\r\n').replace('Two', '2');
    const { location = '' } = await admin.post(path, {
      do: 'save',
      page: id,
      base: field(html, 'base'),
      text: typed,
    });
    const number = location.split('/').at(-1);
    const found = await fixture.ok(`GET /spaces/${space}/change-requests/${number}`);
    expect(found).toMatchObject({ status: 'draft', subject: 'Edit Welcome' });
    const page = await fixture.ok(
      `GET /spaces/${space}/change-requests/${number}/content/page/${id}?format=markdown`,
    );
    expect(page.markdown).toBe(original.replace('Two', '2'));
  });

  it('makes no change request without an edit, and adds to a chosen draft', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.' });
    const id = ids['Welcome']!;
    const path = `/app/spaces/${space}/~/edit`;
    const { html } = await admin.get(`${path}?page=${id}`);
    const base = field(html, 'base');
    await admin.post(path, {
      do: 'save',
      page: id,
      base,
      text: (await textOf(space, id)).replaceAll('\n', '\r\n'),
    });
    const list = `/spaces/${space}/change-requests?status=draft`;
    expect((await fixture.ok(`GET ${list}`)).items).toEqual([]);

    const draft = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Mine' });
    expect((await admin.get(`${path}?page=${id}`)).html).toContain(`#${draft.number} Mine`);
    await admin.post(path, {
      do: 'save',
      page: id,
      base,
      into: String(draft.number),
      text: '# Welcome\n\nTwo.\n',
    });
    expect((await fixture.ok(`GET ${list}`)).items).toHaveLength(1);
  });

  it('overwrites nobody’s text: the one that somebody else saved meanwhile is shown beside', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.' });
    const id = ids['Welcome']!;
    const number = await aRequest(space, { [id]: '# Welcome\n\nFirst.\n' });
    const path = `/app/spaces/${space}/~/changes/${number}/~/edit`;
    const { html } = await admin.get(`${path}?page=${id}`);
    await fixture.ok(`POST /spaces/${space}/change-requests/${number}/content`, {
      changes: [{ type: 'update_page', page: id, document: { markdown: '# Welcome\n\nSecond.\n' } }],
    });

    const again = await admin.post(path, {
      do: 'save',
      page: id,
      base: field(html, 'base'),
      text: '# Welcome\n\nThird.',
    });
    expect(again.status).toBe(200);
    for (const words of ['Second.', 'Third.', 'Somebody else changed this page'])
      expect(again.html).toContain(words);
    const { status } = await admin.post(path, {
      do: 'save',
      page: id,
      base: field(again.html, 'base'),
      text: '# Welcome\n\nBoth.\n',
    });
    expect(status).toBe(303);
  });

  it('previews by the same renderer, without saving', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.' });
    const path = `/app/spaces/${space}/~/edit`;
    const fields = {
      page: ids['Welcome']!,
      text: '# Welcome\r\n\r\n{% hint style="info" %}\r\nHear!\r\n{% endhint %}\r\n',
    };

    expect((await admin.post(path, { do: 'preview', base: '', ...fields })).html).toMatch(
      /class="hint[^]*Hear!/,
    );
    const part = await admin.post(`/app/spaces/${space}/~/preview`, fields);
    expect(part.html).toMatch(/^<div class="hint[^]*Hear!/);
    expect((await fixture.ok(`GET /spaces/${space}/change-requests?status=draft`)).items).toEqual([]);
  });

  it('adds a page, renames and moves one, and deletes one', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.', Guide: 'Two.', Old: 'Three.' });
    const base = `/app/spaces/${space}/~`;
    expect((await admin.get(`${base}/new`)).status).toBe(200);
    const added = await admin.post(`${base}/new`, { title: 'Fresh & new', parent: ids['Guide']! });
    const number = /changes\/(\d+)\/~\/edit\?page=/.exec(added.location ?? '')?.[1] ?? '';
    expect((await admin.get(added.location ?? '')).status).toBe(200);

    const arrange = `${base}/changes/${number}/~/arrange`;
    expect((await admin.get(`${arrange}?page=${ids['Guide']}`)).html).toContain('1 page below it');
    await admin.post(arrange, {
      do: 'move',
      page: ids['Guide']!,
      title: 'Handbook',
      slug: 'guide',
      parent: ids['Welcome']!,
      at: '1',
    });
    await admin.post(arrange, { do: 'delete', page: ids['Old']! });
    await fixture.ok(`POST /spaces/${space}/change-requests/${number}/merge`);

    const [welcome, ...rest] = await pages(space);
    expect(rest).toEqual([]);
    expect(welcome.pages[0]).toMatchObject({ title: 'Handbook', slug: 'guide' });
    expect(welcome.pages[0].pages[0].title).toBe('Fresh & new');
  });

  it('says which address a page got when a sibling has the one that was asked for', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.', Guide: 'Two.', Old: 'Three.' });
    const path = `/app/spaces/${space}/~/arrange`;
    const rename = async (slug: string, base = path): Promise<string> => {
      const { location = '' } = await admin.post(base, { do: 'move', page: ids['Old']!, slug });
      return (await admin.get(location)).html;
    };
    expect(await rename('guide')).toContain(
      'Another page has the address name “guide”, so this page got “guide-1”.',
    );
    const { html } = await admin.get(`/app/spaces/${space}/~/changes?status=draft`);
    const [request = ''] = /\/app\/spaces\/[^"]+\/~\/changes\/\d+/.exec(html) ?? [];
    expect(await rename('ancient', `${request}/~/arrange`)).not.toContain('Another page');
  });

  it('takes pictures, and gives their links to the writer to place', async () => {
    const { space, ids } = await aSpace({ Welcome: 'One.' });
    const id = ids['Welcome']!;
    const path = `/app/spaces/${space}/~/edit`;
    const { html } = await admin.get(`${path}?page=${id}`);
    const fields = { do: 'save', page: id, base: field(html, 'base'), text: '# Welcome\n\nOne.\n' };
    const dot = Buffer.from('iVBORw0KGgo=', 'base64');
    const answer = await admin.sendFiles(path, fields, [['a dot.png', dot]]);

    expect(answer.html).toContain('![a dot](&lt;.gitbook/assets/a dot.png&gt;)');
    expect(answer.html).toMatch(new RegExp(`action="/app/spaces/${space}/~/changes/\\d+/~/edit"`));
  });
});

describe('a site', () => {
  it('is shown with its spaces, published and unpublished', async () => {
    const { space } = await aSpace({ Welcome: 'One.' });
    const { id } = await fixture.ok(`POST /orgs/${fixture.org}/sites`, { title: 'Docs', spaces: [space] });
    const path = `/app/sites/${id}`;

    expect((await admin.get(path)).html).toContain('value="publish"');
    await admin.post(path, { do: 'publish' });
    expect(await fixture.ok(`GET /orgs/${fixture.org}/sites/${id}`)).toMatchObject({ published: true });
    await admin.post(path, { do: 'unpublish' });
    expect(await fixture.ok(`GET /orgs/${fixture.org}/sites/${id}`)).toMatchObject({ published: false });
  });
});
