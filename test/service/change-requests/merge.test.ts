import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, publishPages } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let space: string;

beforeEach(() => {
  world = aService();
  space = world.newSpace('Guides');
});

afterEach(() => world.close());

async function changeRequest(subject: string): Promise<string> {
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, { subject });
  return id as string;
}

function change(id: string, ...changes: object[]): Promise<Json> {
  return world.ok(`POST /spaces/${space}/change-requests/${id}/content`, { changes });
}

async function tree(root = `/spaces/${space}/content`): Promise<unknown> {
  const { pages } = await world.ok(`GET ${root}/pages`);
  const shape = (page: Json): unknown =>
    page.pages?.length > 0 ? { [page.title]: page.pages.map(shape) } : page.title;
  return pages.map(shape);
}

async function text(page: string): Promise<string> {
  return (await world.ok(`GET /spaces/${space}/content/page/${page}`)).markdown as string;
}

describe('merging a change request', () => {
  it('gives the space a revision of type merge, whose first parent is the earlier revision', async () => {
    const before = (await world.ok(`GET /spaces/${space}`)).revision;
    const id = await changeRequest('Welcome');
    await change(id, { type: 'insert_page', document: { markdown: '# Welcome\n\nHello.\n' } });
    const head = (await world.ok(`GET /spaces/${space}/change-requests/${id}`)).revision;

    const { revision, result } = await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);

    expect(result).toBe('merge');
    expect((await world.ok(`GET /spaces/${space}`)).revision).toBe(revision);
    const merged = await world.ok(`GET /spaces/${space}/revisions/${revision}`);
    expect(merged).toMatchObject({
      type: 'merge',
      parents: [before, head],
      mergedFrom: { id, status: 'merged' },
    });
    expect(await tree()).toEqual(['Welcome']);
  });

  it('joins edits of different lines, moves, renames and deletions of both sides', async () => {
    const [one, two, three] = (await publishPages(
      world,
      space,
      '# One\n\nfirst\n\nmiddle\n\nlast\n',
      '# Two\n\ntwo\n',
      '# Three\n\nthree\n',
    )) as [string, string, string];
    const mine = await changeRequest('mine');
    const theirs = await changeRequest('theirs');
    await change(
      mine,
      { type: 'update_page', page: one, document: { markdown: '# One\n\nFIRST\n\nmiddle\n\nlast\n' } },
      { type: 'update_page', page: two, into: one },
    );
    await change(
      theirs,
      { type: 'update_page', page: one, document: { markdown: '# One\n\nfirst\n\nmiddle\n\nLAST\n' } },
      { type: 'update_page', page: two, title: 'Zwei' },
      { type: 'delete_page', page: three },
    );

    await world.ok(`POST /spaces/${space}/change-requests/${mine}/merge`);
    expect((await world.ok(`GET /spaces/${space}/change-requests/${theirs}`)).outdated).toBe(true);
    expect((await world.ok(`POST /spaces/${space}/change-requests/${theirs}/merge`)).result).toBe('merge');

    expect(await tree()).toEqual([{ One: ['Zwei'] }]);
    expect(await text(one)).toBe('# One\n\nFIRST\n\nmiddle\n\nLAST\n');
    expect(await text(two)).toBe('# Zwei\n\ntwo\n');
  });

  it('keeps both texts of a line that both sides changed, leaves the primary content unchanged, and goes on once a person has decided', async () => {
    const [page] = (await publishPages(world, space, '# One\n\nbase\n')) as [string];
    const mine = await changeRequest('mine');
    const theirs = await changeRequest('theirs');
    await change(mine, { type: 'update_page', page, document: { markdown: '# One\n\nmine\n' } });
    await change(theirs, { type: 'update_page', page, document: { markdown: '# One\n\ntheirs\n' } });
    await world.ok(`POST /spaces/${space}/change-requests/${mine}/merge`);
    const primary = (await world.ok(`GET /spaces/${space}`)).revision;

    const first = await world.ok(`POST /spaces/${space}/change-requests/${theirs}/merge`);

    expect(first.result).toBe('conflicts');
    expect(first.conflicts).toEqual([
      {
        ...{ kind: 'page', id: page, title: 'One' },
        ...{ base: '# One\n\nbase\n', ours: '# One\n\nmine\n', theirs: '# One\n\ntheirs\n' },
      },
    ]);
    expect((await world.ok(`GET /spaces/${space}`)).revision).toBe(primary);
    const { markdown } = await world.ok(
      `GET /spaces/${space}/change-requests/${theirs}/content/page/${page}`,
    );
    expect(markdown).toContain('mine');
    expect(markdown).toContain('theirs');
    expect((await world.ok(`POST /spaces/${space}/change-requests/${theirs}/merge`)).result).toBe(
      'conflicts',
    );
    expect((await world.ok(`GET /spaces/${space}`)).revision).toBe(primary);

    await change(theirs, { type: 'update_page', page, document: { markdown: '# One\n\nboth\n' } });
    expect((await world.ok(`POST /spaces/${space}/change-requests/${theirs}/merge`)).result).toBe('merge');
    expect(await text(page)).toBe('# One\n\nboth\n');
  });

  it('keeps a page that one side deleted and the other edited, and says so once', async () => {
    const [page] = (await publishPages(world, space, '# One\n\nbase\n')) as [string];
    const deleting = await changeRequest('deleting');
    const editing = await changeRequest('editing');
    await change(deleting, { type: 'delete_page', page });
    await change(editing, { type: 'update_page', page, document: { markdown: '# One\n\nedited\n' } });
    await world.ok(`POST /spaces/${space}/change-requests/${deleting}/merge`);
    expect(await tree()).toEqual([]);

    const first = await world.ok(`POST /spaces/${space}/change-requests/${editing}/merge`);
    const second = await world.ok(`POST /spaces/${space}/change-requests/${editing}/merge`);

    expect([first.result, second.result]).toEqual(['conflicts', 'merge']);
    expect(await text(page)).toBe('# One\n\nedited\n');
  });

  it('never puts two pages below each other, whatever both sides moved', async () => {
    const [one, two] = (await publishPages(world, space, '# One\n', '# Two\n')) as [string, string];
    const mine = await changeRequest('mine');
    const theirs = await changeRequest('theirs');
    await change(mine, { type: 'update_page', page: one, into: two });
    await change(theirs, { type: 'update_page', page: two, into: one });
    await world.ok(`POST /spaces/${space}/change-requests/${mine}/merge`);

    const { result } = await world.ok(`POST /spaces/${space}/change-requests/${theirs}/merge`);
    if (result === 'conflicts') await world.ok(`POST /spaces/${space}/change-requests/${theirs}/merge`);

    const titles = JSON.stringify(await tree());
    expect(titles).toContain('One');
    expect(titles).toContain('Two');
  });

  it('keeps the order of both sides when both add pages', async () => {
    const [, two] = (await publishPages(world, space, '# 1\n', '# 2\n', '# 3\n')) as [string, string, string];
    const mine = await changeRequest('mine');
    const theirs = await changeRequest('theirs');
    await change(mine, { type: 'insert_page', document: { markdown: '# mine\n' }, at: 1 });
    await change(
      theirs,
      { type: 'update_page', page: two, at: 2 },
      { type: 'insert_page', document: { markdown: '# theirs\n' } },
    );
    await world.ok(`POST /spaces/${space}/change-requests/${mine}/merge`);
    await world.ok(`POST /spaces/${space}/change-requests/${theirs}/merge`);

    expect(await tree()).toEqual(['1', 'mine', '3', '2', 'theirs']);
  });

  it('is refused for a change request that is merged or archived', async () => {
    const done = await changeRequest('done');
    await world.ok(`POST /spaces/${space}/change-requests/${done}/merge`);
    const shelved = await changeRequest('shelved');
    await world.ok(`PATCH /spaces/${space}/change-requests/${shelved}`, { status: 'archived' });

    for (const id of [done, shelved]) {
      expect((await world.call(`POST /spaces/${space}/change-requests/${id}/merge`)).status).toBe(412);
      expect((await world.call(`POST /spaces/${space}/change-requests/${id}/update`)).status).toBe(412);
      const write = { changes: [{ type: 'insert_page', document: { markdown: '# x\n' } }] };
      expect((await world.call(`POST /spaces/${space}/change-requests/${id}/content`, write)).status).toBe(
        412,
      );
    }
  });
});

describe('updating a change request', () => {
  it('moves a change request without edits to the present revision, and makes no new revision', async () => {
    const id = await changeRequest('window');
    await publishPages(world, space, '# New\n');
    const { revision: head } = await world.ok(`GET /spaces/${space}`);

    const { revision, result } = await world.ok(`POST /spaces/${space}/change-requests/${id}/update`);

    expect([revision, result]).toEqual([head, 'update']);
    expect(await world.ok(`GET /spaces/${space}/change-requests/${id}`)).toMatchObject({
      revision: head,
      revisionMergedAncestor: head,
      outdated: false,
    });
  });

  it('merges the primary content into its edits, and is no change when there is nothing new', async () => {
    const id = await changeRequest('mine');
    await change(id, { type: 'insert_page', document: { markdown: '# Mine\n' } });
    await publishPages(world, space, '# New\n');

    const first = await world.ok(`POST /spaces/${space}/change-requests/${id}/update`);
    const again = await world.ok(`POST /spaces/${space}/change-requests/${id}/update`);

    expect(first.result).toBe('update');
    expect(again).toEqual(first);
    const revision = await world.ok(`GET /spaces/${space}/change-requests/${id}/content`);
    expect(revision.type).toBe('update');
    expect(revision.parents).toHaveLength(2);
    expect(new Set((await tree(`/spaces/${space}/change-requests/${id}/content`)) as string[])).toEqual(
      new Set(['Mine', 'New']),
    );
  });
});

describe('an asset that both sides replaced', () => {
  const file = (text: string): object => ({
    type: 'insert_files',
    files: [
      {
        name: '.gitbook/assets/logo.png',
        contentType: 'image/png',
        base64: Buffer.from(text).toString('base64'),
      },
    ],
  });
  const merge = (id: string): Promise<Json> => world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
  const bytesOf = async (root: string): Promise<string> => {
    const { items } = await world.ok(`GET ${root}/files`);
    return String(items[0].size);
  };
  const inConflict = async (): Promise<string> => {
    const first = await changeRequest('A logo');
    await change(first, file('old\0'));
    await merge(first);
    const [mine, other] = [await changeRequest('Mine'), await changeRequest('Other')];
    await change(mine, file('mine, and longer\0'));
    await change(other, file('other\0'));
    await merge(other);
    return mine;
  };

  it('stays a conflict in every further merge and update, until somebody writes it', async () => {
    const mine = await inConflict();
    const conflict = { result: 'conflicts', conflicts: [{ kind: 'file', title: 'logo.png' }] };

    expect(await merge(mine)).toMatchObject(conflict);
    expect(await merge(mine)).toMatchObject(conflict);
    expect(await world.ok(`POST /spaces/${space}/change-requests/${mine}/update`)).toMatchObject(conflict);
    expect(await bytesOf(`/spaces/${space}/content`)).toBe('6');
    await change(mine, file('both\0'));

    expect(await merge(mine)).toMatchObject({ result: 'merge' });
    expect(await bytesOf(`/spaces/${space}/content`)).toBe('5');
  });

  it('is also decided by writing the change request’s own bytes once more', async () => {
    const mine = await inConflict();
    await merge(mine);
    await change(mine, file('mine, and longer\0'));

    expect(await merge(mine)).toMatchObject({ result: 'merge' });
    expect(await bytesOf(`/spaces/${space}/content`)).toBe('17');
  });
});
