import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTeam, grantLevel } from '../../../src/service/organizations/index.ts';
import { aService, type Json, type ServiceFixture, type Who } from '../fixture.ts';

let world: ServiceFixture;
let space: string;
let at: string;

beforeEach(async () => {
  world = aService();
  space = world.newSpace('Guides');
  at = await aRequest(space);
});
afterEach(() => world.close());

/** A draft of the editor; returns its path in the interface. */
async function aRequest(where: string): Promise<string> {
  const { number } = await world.ok(`POST /spaces/${where}/change-requests`, { subject: 'Tides' }, 'edit');
  return `/spaces/${where}/change-requests/${number}`;
}

const ask = (who: Who, by: Who = 'edit') =>
  world.call(`POST ${at}/requested-reviewers`, { users: [world.users[who]] }, by);
const review = (status: string, who: Who = 'review', comment?: string) =>
  world.call(
    `POST ${at}/reviews`,
    { status, ...(comment === undefined ? {} : { comment: { markdown: comment } }) },
    who,
  );
const asked = async (): Promise<string[]> =>
  (await world.ok(`GET ${at}/requested-reviewers`)).items.map(({ user }: Json) => user.displayName as string);
const reviews = async (query = ''): Promise<string[]> =>
  (await world.ok(`GET ${at}/reviews${query}`)).items.map(
    ({ reviewer, status, outdated }: Json) =>
      `${reviewer.displayName as string} ${status as string}${outdated === true ? ', outdated' : ''}`,
  );

describe('asking for a review', () => {
  it('opens a draft, names who was asked by whom about what, and may change the subject', async () => {
    const { revision } = await world.ok(`GET ${at}`);
    const { body } = await world.call(
      `POST ${at}/requested-reviewers`,
      { users: [world.users.review, world.users.comment, world.users.review], subject: 'Low water' },
      'edit',
    );

    expect(body.users.map((each: Json) => [each.user.id, each.requestedBy.id, each.revision])).toEqual([
      [world.users.review, world.users.edit, revision],
      [world.users.comment, world.users.edit, revision],
    ]);
    expect(await world.ok(`GET ${at}`)).toMatchObject({ status: 'open', subject: 'Low water' });
  });

  it('accepts only people who may comment in the space, and nobody at all when one of them may not', async () => {
    for (const who of ['read', 'guest', 'stranger'] as const) {
      const users = [world.users.review, world.users[who]];
      const { status } = await world.call(`POST ${at}/requested-reviewers`, { users }, 'edit');
      expect([who, status]).toEqual([who, 404]);
    }

    expect(await asked()).toEqual([]);
    expect((await world.ok(`GET ${at}`)).status).toBe('draft');
  });

  it('takes a person who came to the space by a grant to a team', async () => {
    const ctx = world.context();
    const team = createTeam(ctx, { organization: world.org, title: 'Pilots', members: [world.users.guest] });
    grantLevel(ctx, { kind: 'space', content: space, holderKind: 'team', holder: team, level: 'comment' });

    expect((await ask('guest')).status).toBe(200);
    expect((await review('approved', 'guest')).status).toBe(201);
  });

  it('is taken back, once', async () => {
    await ask('review');
    const path = `DELETE ${at}/requested-reviewers/${world.users.review}`;

    expect((await world.call(path, undefined, 'edit')).status).toBe(204);
    expect(await asked()).toEqual([]);
    expect((await world.call(path, undefined, 'edit')).status).toBe(404);
  });

  it('needs a change request that can still change', async () => {
    await world.ok(`PATCH ${at}`, { status: 'archived' });
    expect((await ask('review')).status).toBe(412);
    expect((await review('approved')).status).toBe(412);
  });
});

describe('a review', () => {
  it('answers the request, says which revision it is about, and can come with a comment', async () => {
    const { revision } = await world.ok(`GET ${at}`);
    await ask('review');
    const { body, headers } = await review('changes-requested', 'review', 'Ask the *pilots*.');

    expect(body).toMatchObject({
      status: 'changes-requested',
      outdated: false,
      revision,
      reviewer: { id: world.users.review },
      requestedBy: { id: world.users.edit },
      comment: { body: { markdown: 'Ask the *pilots*.' }, target: { review: body.id } },
    });
    expect(headers['location']).toBe(body.urls.location);
    expect(await world.ok(`GET ${at}/reviews/${body.id}`, undefined, 'review')).toEqual(body);
    expect(await asked()).toEqual([]);
    const [comment] = (await world.ok(`GET ${at}/comments`)).items;
    expect(comment.target.review).toBe(body.id);
    await world.ok(`DELETE ${at}/comments/${comment.id}`);
    expect((await world.ok(`GET ${at}/reviews/${body.id}`)).comment).toBeUndefined();
  });

  it('makes the earlier review outdated, and so does a new request', async () => {
    await review('changes-requested');
    await review('approved', 'admin');
    await review('approved');
    expect(await reviews()).toEqual([
      'review changes-requested, outdated',
      'admin approved',
      'review approved',
    ]);
    expect(await reviews('?outdated=false')).toEqual(['admin approved', 'review approved']);

    await ask('review');
    expect(await reviews('?outdated=false')).toEqual(['admin approved']);
    expect(await asked()).toEqual(['review']);
  });

  it('is given by who has the right to review, or was asked and may comment', async () => {
    expect((await review('approved', 'edit')).status).toBe(403);
    expect((await review('approved', 'comment')).status).toBe(403);
    await ask('comment');
    expect((await review('approved', 'comment')).status).toBe(201);
    // The request is answered, and the right that it gave ends.
    expect((await review('approved', 'comment')).status).toBe(403);
  });

  it('touches the change request, and makes nobody a contributor', async () => {
    const before = await world.ok(`GET ${at}`);
    await world.clock.advance(1000);
    await review('approved');

    expect((await world.ok(`GET ${at}`)).updatedAt > before.updatedAt).toBe(true);
    const { items } = await world.ok(
      `GET /spaces/${space}/change-requests?status=draft&contributor=${world.users.review}`,
    );
    expect(items).toEqual([]);
  });

  it('belongs only to its change request', async () => {
    const { body } = await review('approved');
    const other = await aRequest(space);

    expect((await world.call(`GET ${other}/reviews/${body.id}`)).status).toBe(404);
  });
});

describe('the change requests of an organization', () => {
  const list = async (query: string, who: Who = 'review'): Promise<number[]> =>
    (await world.ok(`GET /orgs/${world.org}/change-requests${query}`, undefined, who)).items.map(
      ({ number, space: where }: Json) => (where === space ? (number as number) : -1),
    );

  it('are found by status, by author, by contributor, by who was asked, and by space; the last changed first', async () => {
    const first = at;
    await world.clock.advance(1000);
    at = await aRequest(space);
    await ask('review');
    await world.clock.advance(1000);
    const elsewhere = world.newSpace('Elsewhere');
    await aRequest(elsewhere);
    await world.ok(`PATCH ${first}`, { subject: 'Other' }, 'admin');

    expect(await list('')).toEqual([2]);
    expect(await list('?status=draft,open')).toHaveLength(3);
    expect(await list(`?status=draft,open&space=${space}`)).toEqual([1, 2]);
    expect(await list(`?status=draft&contributor=${world.users.admin}`)).toEqual([1]);
    expect(await list(`?status=draft&creator=${world.users.admin}`)).toEqual([]);
    expect(await list(`?requestedReviewer=${world.users.review}`)).toEqual([2]);
    expect(await list(`?requestedReviewer=${world.users.admin}`)).toEqual([]);
  });

  it('come from spaces that the caller may read', async () => {
    await ask('review');
    await world.ok(`PATCH /spaces/${space}`, { defaultLevel: null });

    expect(await list('', 'admin')).toEqual([1]);
    expect(await list('')).toEqual([]);
    expect(await list('', 'guest')).toEqual([]);
  });

  it('come page by page', async () => {
    for (let count = 0; count < 4; count += 1) {
      await world.clock.advance(1000);
      await aRequest(space);
    }
    const numbers: number[] = [];
    let page: string | undefined;
    do {
      const cursor = page === undefined ? '' : `&page=${page}`;
      const answer = await world.ok(`GET /orgs/${world.org}/change-requests?status=draft&limit=2${cursor}`);
      expect(answer.count).toBe(5);
      numbers.push(...answer.items.map(({ number }: Json) => number as number));
      page = answer.next?.page;
    } while (page !== undefined);

    expect(numbers).toEqual([5, 4, 3, 2, 1]);
  });
});

describe('the people of a space', () => {
  it('are listed by name with what they may do, whatever gives it to them', async () => {
    const ctx = world.context();
    grantLevel(ctx, {
      kind: 'space',
      content: space,
      holderKind: 'user',
      holder: world.users.guest,
      level: 'review',
    });
    const list = async (query = ''): Promise<string[]> =>
      (await world.ok(`GET /spaces/${space}/permissions/aggregate${query}`, undefined, 'edit')).items.map(
        ({ user, permission }: Json) => `${user.displayName as string} ${permission as string}`,
      );

    expect(await list()).toEqual([
      'admin admin',
      'comment comment',
      'create create',
      'edit edit',
      'guest review',
      'read read',
      'review review',
    ]);
    expect(await list('?role=review')).toEqual(['guest review', 'review review']);
  });
});
