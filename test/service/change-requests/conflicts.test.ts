import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aService, publishPages } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let space: string;

beforeAll(() => {
  world = aService();
});
beforeEach(() => {
  space = world.newSpace('Guides');
});
afterAll(() => world.close());

const at = (number: string): string => `/spaces/${space}/change-requests/${number}`;

/** A change request with changes. */
async function request(...changes: object[]): Promise<string> {
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, { subject: 'x' });
  await change(id, ...changes);
  return id as string;
}
async function change(id: string, ...changes: object[]): Promise<void> {
  await world.ok(`POST ${at(id)}/content`, { changes });
}
async function merged(...changes: object[]): Promise<void> {
  await world.ok(`POST ${at(await request(...changes))}/merge`);
}
const text = (page: string, markdown: string): object => ({
  type: 'update_page',
  page,
  document: { markdown },
});
const file = (name: string, words: string): object => ({
  type: 'insert_files',
  files: [{ name, contentType: 'image/png', base64: Buffer.from(words).toString('base64') }],
});
const conflicts = async (id: string): Promise<Json[]> =>
  (await world.ok(`GET ${at(id)}/conflicts`)).conflicts;
const textIn = async (side: Json): Promise<string> =>
  (await world.ok(`GET /spaces/${space}/revisions/${side.revision}/page/${side.id}?format=markdown`))
    .markdown as string;

describe('the conflicts of a change request', () => {
  it('name both sides and the base of a text by revisions that can be read, until the text is written', async () => {
    const [page] = (await publishPages(world, space, '# One\n\nbase\n')) as [string];
    const id = await request(text(page, '# One\n\ntheirs\n'));
    await merged(text(page, '# One\n\nours\n'));
    expect(await conflicts(id)).toEqual([]);

    await world.ok(`POST ${at(id)}/update`);
    const [found, ...more] = await conflicts(id);

    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: 'page', id: page, title: 'One', reason: 'text', blocks: true });
    expect(await Promise.all([found.base, found.ours, found.theirs].map(textIn))).toEqual([
      '# One\n\nbase\n',
      '# One\n\nours\n',
      '# One\n\ntheirs\n',
    ]);
    // To move the page does not decide about its text.
    await change(id, { type: 'update_page', page, at: 0 });
    expect(await conflicts(id)).toHaveLength(1);
    await change(id, text(page, '# One\n\nboth\n'));
    expect(await conflicts(id)).toEqual([]);
    expect((await world.ok(`POST ${at(id)}/merge`)).result).toBe('merge');
  });

  it('stay open when the space changes once more elsewhere, and no marks come into the space', async () => {
    const [page] = (await publishPages(world, space, '# One\n\nbase\n\nmiddle\n\nlast\n')) as [string];
    const id = await request(text(page, '# One\n\ntheirs\n\nmiddle\n\nlast\n'));
    await merged(text(page, '# One\n\nours\n\nmiddle\n\nlast\n'));
    await world.ok(`POST ${at(id)}/update`);
    await merged(text(page, '# One\n\nours\n\nmiddle\n\nLAST\n'));

    await world.ok(`POST ${at(id)}/update`);
    const merge = await world.ok(`POST ${at(id)}/merge`);

    expect(merge.result).toBe('conflicts');
    const [found] = await conflicts(id);
    expect(await textIn(found.ours)).toContain('LAST');
    expect([await textIn(found.base), await textIn(found.theirs)]).toEqual([
      '# One\n\nbase\n\nmiddle\n\nlast\n',
      '# One\n\ntheirs\n\nmiddle\n\nlast\n',
    ]);
    expect((await world.ok(`GET /spaces/${space}/content/page/${page}?format=markdown`)).markdown).toBe(
      '# One\n\nours\n\nmiddle\n\nLAST\n',
    );
  });

  it('show a page that one side deleted, on either side, until somebody keeps or deletes it', async () => {
    const [one, two] = (await publishPages(world, space, '# One\n\none\n', '# Two\n\ntwo\n')) as [
      string,
      string,
    ];
    const id = await request(text(one, '# One\n\nONE\n'), { type: 'delete_page', page: two });
    await merged({ type: 'delete_page', page: one }, text(two, '# Two\n\nTWO\n'));

    await world.ok(`POST ${at(id)}/update`);
    const found = await conflicts(id);

    expect(found.map(({ id: page, reason, blocks }) => [page, reason, blocks]).sort()).toEqual(
      [
        [one, 'deleted-in-space', false],
        [two, 'deleted-in-change-request', false],
      ].sort(),
    );
    expect(found.find(({ id: page }) => page === one)).not.toHaveProperty('ours');
    // To write the page unchanged keeps it.
    await change(id, text(one, '# One\n\nONE\n'), { type: 'delete_page', page: two });
    expect(await conflicts(id)).toEqual([]);
  });

  it('show names and places that both sides changed, each decided by itself', async () => {
    const [one, two, three] = (await publishPages(world, space, '# One\n', '# Two\n', '# Three\n')) as [
      string,
      string,
      string,
    ];
    const id = await request(
      { type: 'update_page', page: one, slug: 'mine', into: two },
      { type: 'update_page', page: two, into: three },
    );
    await merged(
      { type: 'update_page', page: one, slug: 'yours' },
      { type: 'update_page', page: three, into: one },
    );

    await world.ok(`POST ${at(id)}/update`);
    const found = await conflicts(id);

    expect(found.map(({ kind, reason }) => [kind, reason])).toContainEqual(['page', 'fields']);
    const place = found.find(({ kind }) => kind === 'tree');
    expect(place).toMatchObject({ reason: 'place', blocks: false });
    await change(id, { type: 'update_page', page: place.id, into: null });
    expect((await conflicts(id)).map(({ kind }) => kind)).not.toContain('tree');
    await change(id, { type: 'update_page', page: one, slug: 'ours' });
    expect(await conflicts(id)).toEqual([]);
  });

  it('show pictures that both sides changed or added, until one of them is written', async () => {
    await publishPages(world, space, '# One\n');
    await merged(file('.gitbook/assets/old.png', 'base'));
    const id = await request(file('.gitbook/assets/old.png', 'theirs'), file('.gitbook/assets/new.png', 'x'));
    await merged(file('.gitbook/assets/old.png', 'ours'), file('.gitbook/assets/new.png', 'y'));

    await world.ok(`POST ${at(id)}/update`);
    const found = await conflicts(id);

    expect(found.map(({ kind, title, reason, blocks }) => [kind, title, reason, blocks]).sort()).toEqual([
      ['file', '.gitbook/assets/new.png', 'both-added', true],
      ['file', '.gitbook/assets/old.png', 'bytes', true],
    ]);
    for (const { ours, theirs } of found)
      for (const side of [ours, theirs])
        await world.ok(`GET /spaces/${space}/revisions/${side.revision}/files/${side.id}`);
    expect((await world.ok(`POST ${at(id)}/merge`)).result).toBe('conflicts');
    await change(id, file('.gitbook/assets/old.png', 'theirs'), file('.gitbook/assets/new.png', 'y'));
    expect(await conflicts(id)).toEqual([]);
    expect((await world.ok(`POST ${at(id)}/merge`)).result).toBe('merge');
    expect(await conflicts(id)).toEqual([]);
  });
});
