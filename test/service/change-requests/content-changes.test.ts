import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOfAllRows } from '../../../src/service/index.ts';
import { aService } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let space: string;
let base: string;

beforeEach(async () => {
  world = aService();
  space = world.newSpace('Guides');
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  base = `/spaces/${space}/change-requests/${id}/content`;
});

afterEach(() => world.close());

async function change(...changes: object[]): Promise<Json> {
  return world.ok(`POST ${base}`, { changes });
}

async function insert(markdown: string, more: object = {}): Promise<string> {
  const { changes } = await change({ type: 'insert_page', document: { markdown }, ...more });
  return changes[0].page.id as string;
}

const page = (id: string): Promise<Json> => world.ok(`GET ${base}/page/${id}`);

describe('insert_page', () => {
  it('keeps a whole text verbatim, and reads the name and the fields out of it', async () => {
    const text =
      '---\n# a comment\ndescription: Short\nown: key\nicon: bolt\nhidden: true\n---\n\n# 🤔 A \\_title\\_\n\nBody\n\n\n';
    const id = await insert(text);

    expect(await page(id)).toMatchObject({
      markdown: text,
      title: 'A _title_',
      emoji: '1f914',
      slug: 'a-_title_',
      description: 'Short',
      icon: 'bolt',
      hidden: true,
    });
  });

  it('puts the title before a body without one, exactly as given', async () => {
    const id = await insert('Just text.\n', { title: 'Given', description: 'Also given' });

    expect((await page(id)).markdown).toBe('---\ndescription: Also given\n---\n\n# Given\n\nJust text.\n');
  });

  it('does not repeat a heading that equals the title, and keeps one that differs', async () => {
    const same = await insert('# Same\n\ntext\n', { title: 'Same' });
    const other = await insert('# Other\n\ntext\n', { title: 'Title' });

    expect((await page(same)).markdown).toBe('# Same\n\ntext\n');
    expect((await page(other)).markdown).toBe('# Title\n\n# Other\n\ntext\n');
  });

  it('places pages by ref, parent and index, with slugs that no sibling has', async () => {
    const { changes } = await change(
      { type: 'insert_page', document: { markdown: '# Top\n' }, ref: 'top' },
      { type: 'insert_page', document: { markdown: '# Child\n' }, into: 'top', ref: 'second' },
      { type: 'insert_page', document: { markdown: '# Child\n' }, into: 'top', at: 0 },
    );

    expect(changes.map((each: Json) => each.ref)).toEqual(['top', 'second', undefined]);
    const { pages } = await world.ok(`GET ${base}/pages`);
    expect(pages[0].pages.map((each: Json) => each.path)).toEqual(['top/child-1', 'top/child']);
    expect((await world.ok(`GET ${base}/path/top%2Fchild-1`)).id).toBe(changes[2].page.id);
    expect((await world.ok(`GET ${base}/path/top%2Fchild`)).id).toBe(changes[1].page.id);
  });
});

describe('update_page', () => {
  it('splices the H1 for a new title, and one line for a field; every other byte stays', async () => {
    const id = await insert('---\nown: 1 # mine\ndescription: old\n---\n\n# Old\n\n* a\n- b\n');

    await change({ type: 'update_page', page: id, title: 'New', description: 'fresh', icon: 'star' });

    expect((await page(id)).markdown).toBe(
      '---\nown: 1 # mine\ndescription: fresh\nicon: star\n---\n\n# New\n\n* a\n- b\n',
    );
    expect((await page(id)).slug).toBe('old');
  });

  it('removes a field with null, and keeps the front matter when the new body has none', async () => {
    const id = await insert('---\ndescription: old\n---\n\n# Old\n\ntext\n');

    await change({ type: 'update_page', page: id, document: { markdown: 'new text\n' } });
    expect((await page(id)).markdown).toBe('---\ndescription: old\n---\n\n# Old\n\nnew text\n');
    await change({ type: 'update_page', page: id, description: null });
    expect((await page(id)).markdown).toBe('# Old\n\nnew text\n');
  });

  it('removes the front matter when the document begins with an empty one', async () => {
    const id = await insert('---\ndescription: old\n---\n\n# Old\n\ntext\n');
    await change({ type: 'update_page', page: id, document: { markdown: '---\n---\n\n# Old\n\ntext\n' } });

    expect((await page(id)).markdown).toBe('# Old\n\ntext\n');
  });

  it('renames the page when the new whole text has another H1', async () => {
    const id = await insert('# Old\n\ntext\n');
    await change({ type: 'update_page', page: id, document: { markdown: '# New\n\ntext\n' } });

    expect(await page(id)).toMatchObject({ title: 'New', markdown: '# New\n\ntext\n' });
  });

  it('is not a new revision when nothing differs', async () => {
    const id = await insert('# Same\n');
    const before = await world.ok(`GET ${base}`);
    await change({ type: 'update_page', page: id, document: { markdown: '# Same\n' }, title: 'Same' });

    expect((await world.ok(`GET ${base}`)).id).toBe(before.id);
  });

  it('changes the documentId when, and only when, the text changes', async () => {
    const id = await insert('# Page\n\none\n');
    const first = (await page(id)).documentId;
    await change({ type: 'update_page', page: id, slug: 'elsewhere' });
    expect((await page(id)).documentId).toBe(first);
    await change({ type: 'update_page', page: id, document: { markdown: '# Page\n\ntwo\n' } });
    expect((await page(id)).documentId).not.toBe(first);
    await change({ type: 'update_page', page: id, document: { markdown: '# Page\n\none\n' } });
    expect((await page(id)).documentId).toBe(first);
  });

  it('cannot move a page below itself', async () => {
    const { changes } = await change(
      { type: 'insert_page', document: { markdown: '# Top\n' }, ref: 'top' },
      { type: 'insert_page', document: { markdown: '# Child\n' }, into: 'top' },
    );
    const [top, child] = changes.map((each: Json) => each.page.id as string);
    const { status } = await world.call(`POST ${base}`, {
      changes: [{ type: 'update_page', page: top, into: child }],
    });

    expect(status).toBe(422);
  });
});

describe('a batch', () => {
  it('is all or nothing: an impossible change undoes those before it', async () => {
    const id = await insert('# Page\n');
    const before = hashOfAllRows(world.embedded.service.store);
    const { status } = await world.call(`POST ${base}`, {
      changes: [
        { type: 'insert_page', document: { markdown: '# Lost\n' } },
        { type: 'delete_page', page: id },
        { type: 'update_page', page: id, title: 'gone' },
      ],
    });

    expect(status).toBe(404);
    expect(hashOfAllRows(world.embedded.service.store)).toBe(before);
  });

  it('has 1 to 50 changes', async () => {
    const some = (count: number): object => ({
      changes: Array.from({ length: count }, (_, at) => ({
        type: 'insert_page',
        document: { markdown: `# ${at}\n` },
      })),
    });
    expect((await world.call(`POST ${base}`, some(0))).status).toBe(400);
    expect((await world.call(`POST ${base}`, some(50))).status).toBe(200);
    expect((await world.call(`POST ${base}`, some(51))).status).toBe(400);
  });
});

describe('insert_files', () => {
  const file = (name: string, text: string): object => ({
    ...{ name, contentType: 'text/plain', base64: Buffer.from(text).toString('base64') },
  });

  it('keeps plain names as assets, numbering those that are taken, and serves the bytes', async () => {
    const { insertedFiles } = await change({
      type: 'insert_files',
      files: [file('a.txt', 'one'), file('a.txt', 'two')],
    });

    const { items } = await world.ok(`GET ${base}/files`);
    expect(items.map((each: Json) => each.git.path)).toEqual([
      '.gitbook/assets/a.txt',
      '.gitbook/assets/a (1).txt',
    ]);
    const address = new URL(insertedFiles[1].downloadURL as string);
    const answer = await world.embedded.app.inject({ url: address.pathname + address.search });
    expect([answer.statusCode, answer.body, answer.headers['x-content-type-options']]).toEqual([
      200,
      'two',
      'nosniff',
    ]);
    address.searchParams.set('type', 'text/html');
    expect((await world.embedded.app.inject({ url: address.pathname + address.search })).statusCode).toBe(
      404,
    );
  });

  it('replaces the file at a path, and makes reusable contents of includes', async () => {
    await change({
      type: 'insert_files',
      files: [file('SUMMARY.md', 'one'), file('.gitbook/includes/x.md', '---\ntitle: X\n---\n\nBody\n')],
    });
    const [first] = (await world.ok(`GET ${base}/files`)).items;
    await change({ type: 'insert_files', files: [file('SUMMARY.md', 'two')] });

    const { files, reusableContents } = await world.ok(`GET ${base}`);
    expect(files[0]).toMatchObject({ id: first.id, size: 3, git: { path: 'SUMMARY.md' } });
    expect(files[0].git.oid).not.toBe(first.git.oid);
    expect(reusableContents).toMatchObject([{ title: 'X', git: { path: '.gitbook/includes/x.md' } }]);
    const { markdown } = await world.ok(`GET ${base}/reusable-contents/${reusableContents[0].id}`);
    expect(markdown).toBe('---\ntitle: X\n---\n\nBody\n');
  });

  it('refuses names that lead out of the folder or into git’s own', async () => {
    for (const name of ['../x', '.git/config', 'a/../../b', '/etc/passwd', 'a\\b', '.gitbook/assets/']) {
      const { status } = await world.call(`POST ${base}`, {
        changes: [{ type: 'insert_files', files: [file(name, 'x')] }],
      });
      expect([name, status]).toEqual([name, 422]);
    }
  });

  it('refuses what is not base64', async () => {
    const broken = { name: 'a.txt', contentType: 'text/plain', base64: 'a*b' };
    expect(
      (await world.call(`POST ${base}`, { changes: [{ type: 'insert_files', files: [broken] }] })).status,
    ).toBe(400);
  });
});
