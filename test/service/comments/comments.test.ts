import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, everybody, publishPages, type ServiceFixture, type Json } from '../fixture.ts';

let world: ServiceFixture;
let space: string;
let changeRequest: { id: string; number: number };

beforeEach(async () => {
  world = aService();
  space = world.newSpace('Manual');
  changeRequest = await world.ok(`POST /spaces/${space}/change-requests`, { subject: 'An edit' });
});
afterEach(() => world.close());

describe.each([
  ['a space', () => `/spaces/${space}/comments`],
  ['a change request', () => `/spaces/${space}/change-requests/${changeRequest.id}/comments`],
])('comments on %s', (kind, base) => {
  const post = async (markdown: string, who?: Parameters<ServiceFixture['ok']>[2]): Promise<Json> =>
    world.ok(`POST ${base()}`, { body: { markdown } }, who);

  it('are posted and read back whole', async () => {
    const posted = await post('Is *this* right?', 'comment');

    expect(posted).toEqual({
      object: 'comment',
      id: posted.id,
      postedBy: await world.ok('GET /user', undefined, 'comment'),
      postedAt: '2026-01-01T00:00:00.000Z',
      reactions: [],
      replies: 0,
      repliers: [],
      body: { markdown: 'Is *this* right?' },
      target: {
        space,
        revision: posted.target.revision,
        ...(kind === 'a space' ? {} : { changeRequest: changeRequest.id }),
      },
      urls: { location: `http://docs.test/v1${base()}/${posted.id}` },
      permissions: { view: true, edit: true, reply: true, react: true, delete: true },
      status: 'open',
    });
    expect(await world.ok(`GET ${base()}/${posted.id}`, undefined, 'comment')).toEqual(posted);
  });

  it('may be about one cell of a table of records', async () => {
    const tableCell = { record: 'row-1', definition: 'column-2' };
    const { id } = await world.ok(`POST ${base()}`, { body: { markdown: 'This cell' }, tableCell });
    expect((await world.ok(`GET ${base()}/${id}`)).target.tableCell).toEqual(tableCell);
    const half = { body: { markdown: 'This cell' }, tableCell: { record: 'row-1' } };
    expect((await world.call(`POST ${base()}`, half)).status).toBe(400);
  });

  it('are listed newest first, with every filter, page by page', async () => {
    const ids: string[] = [];
    for (const [text, who] of [
      ['1', 'admin'],
      ['2', 'edit'],
      ['3', 'admin'],
    ] as const)
      ids.push((await post(text, who)).id);
    await world.ok(`PUT ${base()}/${ids[0]}`, { resolved: true });
    const list = async (query: string): Promise<string[]> =>
      (await world.ok(`GET ${base()}?${query}`)).items.map((item: Json) => item.body.markdown);

    expect(await list('')).toEqual(['3', '2', '1']);
    expect(await list('order=asc')).toEqual(['1', '2', '3']);
    expect(await list('status=open')).toEqual(['3', '2']);
    expect(await list('status=resolved')).toEqual(['1']);
    expect(await list(`authors=${world.users.edit}`)).toEqual(['2']);
    expect(await list(`authors=${world.users.edit}&authors=${world.users.admin}&order=asc`)).toEqual([
      '1',
      '2',
      '3',
    ]);
    const first = await world.ok(`GET ${base()}?limit=2`);
    await post('4');
    await world.ok(`DELETE ${base()}/${ids[2]}`);
    const second = await world.ok(`GET ${base()}?limit=2&page=${first.next.page}`);
    expect([first.count, second.items.map((item: Json) => item.body.markdown)]).toEqual([3, ['1']]);
    expect((await world.call(`GET ${base()}?status=open&page=${first.next.page}`)).status).toBe(400);
  });

  it('are resolved and opened again, and counted while they are open', async () => {
    const count = async (): Promise<number> =>
      (
        await world.ok(
          kind === 'a space'
            ? `GET /spaces/${space}`
            : `GET /spaces/${space}/change-requests/${changeRequest.id}`,
        )
      ).comments;
    const { id } = await post('One');
    await post('Two');

    expect(await count()).toBe(2);
    expect(await world.ok(`PUT ${base()}/${id}`, { resolved: true }, 'edit')).toMatchObject({
      status: 'resolved',
      resolvedAt: '2026-01-01T00:00:00.000Z',
      resolvedBy: { id: world.users.edit },
    });
    await world.ok(`PUT ${base()}/${id}`, { resolved: true });
    expect(await count()).toBe(1);
    const opened = await world.ok(`PUT ${base()}/${id}`, { resolved: false });
    expect([opened.status, 'resolvedBy' in opened]).toEqual(['open', false]);
    expect(await count()).toBe(2);
    await world.ok(`DELETE ${base()}/${id}`);
    expect(await count()).toBe(1);
  });

  it('take the spellings of an emoji as one, and refuse other words', async () => {
    const { id } = await world.ok(`POST ${base()}`, { body: { markdown: 'Well.' } });
    const reply = await world.ok(`POST ${base()}/${id}/replies`, { body: { markdown: 'Yes.' } });
    // The interface has no way to change a reply in a change request.
    const replies = base().includes('/change-requests/') ? [] : [`${base()}/${id}/replies/${reply.id}`];
    for (const path of [`${base()}/${id}`, ...replies]) {
      await world.ok(`PUT ${path}`, { addedReactions: ['👍', '1f44d', ':thumbsup:'] });
      await world.ok(`PUT ${path}`, { addedReactions: [':+1:', '2764-fe0f'] });
      await world.ok(`PUT ${path}`, { addedReactions: [':thumbsup:'] }, 'comment');

      expect((await world.call(`PUT ${path}`, { addedReactions: ['notemoji'] })).status).toBe(400);
      expect((await world.ok(`GET ${path}`)).reactions).toMatchObject([
        { emoji: '👍', count: 2 },
        { emoji: '❤️', count: 1 },
      ]);
      await world.ok(`PUT ${path}`, { removedReactions: ['1F44D', '❤'] });
      expect((await world.ok(`GET ${path}`)).reactions).toMatchObject([{ emoji: '👍', count: 1 }]);
    }
  });

  it('show reactions of earlier versions in one spelling, and let them be removed', async () => {
    const { id } = await world.ok(`POST ${base()}`, { body: { markdown: 'Well.' } });
    for (const emoji of ['1f44d', '👍', 'notemoji'])
      world
        .context()
        .store.run(
          'INSERT INTO comment_reactions (comment, user, emoji, reacted_at) VALUES (?, ?, ?, ?)',
          ...[id, world.users.admin, emoji, world.context().now],
        );

    expect((await world.ok(`GET ${base()}/${id}`)).reactions).toMatchObject([
      { emoji: '👍', count: 1 },
      { emoji: 'notemoji', count: 1 },
    ]);
    await world.ok(`PUT ${base()}/${id}`, { removedReactions: [':+1:', 'notemoji'] });
    expect((await world.ok(`GET ${base()}/${id}`)).reactions).toEqual([]);
  });

  it('need words', async () => {
    const blank = { body: { markdown: ' \n\u200b\u00a0' } };
    expect((await world.call(`POST ${base()}`, blank)).status).toBe(400);
    const { id } = await world.ok(`POST ${base()}`, { body: { markdown: '.' } });
    expect((await world.call(`PUT ${base()}/${id}`, blank)).status).toBe(400);
    expect((await world.call(`POST ${base()}/${id}/replies`, blank)).status).toBe(400);
  });

  it('take reactions, each person’s once', async () => {
    const { id } = await post('One');

    await world.ok(`PUT ${base()}/${id}`, { addedReactions: ['👍', '👍', ':eyes:'] });
    await world.ok(`PUT ${base()}/${id}`, { addedReactions: ['👍'] }, 'comment');
    await world.ok(`PUT ${base()}/${id}`, { addedReactions: ['👍'], removedReactions: ['none'] }, 'comment');

    expect((await world.ok(`GET ${base()}/${id}`)).reactions).toMatchObject([
      {
        emoji: '👍',
        count: 2,
        users: [{ user: { id: world.users.admin } }, { user: { id: world.users.comment } }],
      },
      { emoji: '👀', count: 1 },
    ]);
    await world.ok(`PUT ${base()}/${id}`, { removedReactions: ['👍', ':eyes:'] });
    expect((await world.ok(`GET ${base()}/${id}`)).reactions).toMatchObject([{ emoji: '👍', count: 1 }]);
  });

  it('have replies', async () => {
    const { id } = await post('One');
    const reply = await world.ok(`POST ${base()}/${id}/replies`, { body: { markdown: 'Yes' } }, 'comment');

    expect(reply).toMatchObject({
      object: 'comment-reply',
      postedBy: { id: world.users.comment },
      body: { markdown: 'Yes' },
      urls: { location: `http://docs.test/v1${base()}/${id}/replies/${reply.id}` },
    });
    expect(await world.ok(`GET ${base()}/${id}`)).toMatchObject({
      replies: 1,
      repliers: [{ user: reply.postedBy, count: 1, updatedAt: reply.postedAt }],
    });
    expect((await world.ok(`GET ${base()}/${id}/replies?limit=1`)).items).toMatchObject([{ id: reply.id }]);
    expect(await world.ok(`GET ${base()}/${id}/replies/${reply.id}`, undefined, 'comment')).toEqual(reply);
    const other = await post('Two');
    expect((await world.call(`GET ${base()}/${other.id}/replies/${reply.id}`)).status).toBe(404);
    await world.ok(`DELETE ${base()}/${id}`);
    expect((await world.call(`GET ${base()}/${id}/replies`)).status).toBe(404);
  });

  it('belong to their authors; administrators may remove them', async () => {
    const { id } = await post('Mine', 'edit');
    const edit = { body: { markdown: 'Changed' } };

    expect((await world.call(`PUT ${base()}/${id}`, edit, 'admin')).status).toBe(403);
    expect((await world.call(`PUT ${base()}/${id}`, { resolved: true }, 'read')).status).toBe(403);
    expect((await world.call(`DELETE ${base()}/${id}`, undefined, 'review')).status).toBe(403);
    world.clock.jump(1000);
    expect(await world.ok(`PUT ${base()}/${id}`, edit, 'edit')).toMatchObject({
      body: { markdown: 'Changed' },
      editedAt: '2026-01-01T00:00:01.000Z',
    });
    expect((await world.call(`DELETE ${base()}/${id}`, undefined, 'admin')).status).toBe(204);
  });

  it('are allowed by the same booleans that they show', async () => {
    const { id } = await post('Whose?', 'edit');
    for (const who of everybody) {
      const shown = await world.call(`GET ${base()}/${id}`, undefined, who);
      const permissions =
        shown.status === 200 ? shown.body.permissions : { view: false, reply: false, edit: false };
      const reply = await world.call(`POST ${base()}/${id}/replies`, { body: { markdown: 'x' } }, who);
      expect([who, reply.status === 200]).toEqual([who, permissions.reply]);
      const edit = await world.call(`PUT ${base()}/${id}`, { body: { markdown: 'y' } }, who);
      expect([who, edit.status === 200]).toEqual([who, permissions.edit]);
    }
  });

  it('take a body, which is not empty', async () => {
    for (const body of [
      {},
      { body: {} },
      { body: { markdown: '' } },
      { body: { markdown: null } },
      { body: { markdown: 'x' }, more: 1 },
    ]) {
      expect((await world.call(`POST ${base()}`, body)).status).toBe(400);
    }
    expect((await world.call(`POST ${base()}`, { body: { markdown: 'x' }, page: 'unknown' })).status).toBe(
      404,
    );
  });

  it('change when the space was changed last', async () => {
    const before = (await world.ok(`GET /spaces/${space}`)).updatedAt;

    await post('One');

    expect((await world.ok(`GET /spaces/${space}`)).updatedAt > before).toBe(true);
  });
});

describe('comments', () => {
  it('are found only where they were posted', async () => {
    const { id } = await world.ok(`POST /spaces/${space}/comments`, { body: { markdown: 'x' } });

    expect(
      (await world.call(`GET /spaces/${space}/change-requests/${changeRequest.id}/comments/${id}`)).status,
    ).toBe(404);
    expect((await world.call(`GET /spaces/${world.newSpace('Other')}/comments/${id}`)).status).toBe(404);
    expect(
      (await world.ok(`GET /spaces/${space}/change-requests/${changeRequest.number}/comments`)).items,
    ).toEqual([]);
  });

  it('on a page show the page, and that it has changed or was deleted since', async () => {
    const [page] = await publishPages(world, space, '# Install\n\nText.\n');
    const { id } = await world.ok(`POST /spaces/${space}/comments`, {
      body: { markdown: 'x' },
      page,
      node: 'n1',
    });
    const target = async (): Promise<Json> => (await world.ok(`GET /spaces/${space}/comments/${id}`)).target;
    const change = async (...changes: object[]): Promise<void> => {
      const { id: cr } = await world.ok(`POST /spaces/${space}/change-requests`, {});
      await world.ok(`POST /spaces/${space}/change-requests/${cr}/content`, { changes });
      await world.ok(`POST /spaces/${space}/change-requests/${cr}/merge`);
    };

    expect(await target()).toMatchObject({
      node: { id: 'n1' },
      page: { id: page, title: 'Install', path: 'install', outdated: false },
    });
    expect((await world.ok(`GET /spaces/${space}/comments?targetPage=${page}`)).count).toBe(1);
    expect((await world.ok(`GET /spaces/${space}/comments?targetPage=other`)).count).toBe(0);
    await change({ type: 'update_page', page, document: { markdown: 'Other text.\n' } });
    expect((await target()).page).toMatchObject({ outdated: true });
    await change({ type: 'delete_page', page });
    expect((await target()).page).toMatchObject({ id: page, title: 'Install', outdated: true });
  });
});
