import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/clock/index.ts';
import type { Context } from '../../../src/service/context.ts';
import { setMember } from '../../../src/service/organizations/index.ts';
import { visibleSpaces } from '../../../src/service/spaces/visible.ts';
import { stateOf } from '../../../src/service/states.ts';
import { ContentCache } from '../../../src/service/tree/tree.ts';
import { aService, publishPages, type ServiceFixture, type Who } from '../fixture.ts';

let world: ServiceFixture;
beforeEach(() => (world = aService()));
afterEach(() => world.close());

/** A context with an empty cache. */
function fresh(who: Who): Context {
  return Object.assign(Object.create(world.context(who)) as Context, { cache: new ContentCache() });
}

describe('the spaces that somebody sees', () => {
  it.each([1, 2, 3])(
    'are cached exactly as a search would find them, whoever gets rights (schedule %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random.number() * from.length)]!;
      const { store } = world.embedded.service;
      const shelves: string[] = [];
      for (const title of ['One', 'Two'])
        shelves.push((await world.ok(`POST /orgs/${world.org}/collections`, { title })).id as string);
      const spaces = ['a', 'b', 'c', 'd'].map((title) => world.newSpace(title));
      store.run(
        "INSERT INTO teams (id, organization, title, created_at) VALUES ('t', ?, 'T', '')",
        world.org,
      );
      const who = (): Who => pick(['create', 'read', 'guest', 'stranger']);
      const level = (): string => pick(['none', 'inherit', 'read', 'edit']);
      const writes: readonly (() => unknown)[] = [
        () => store.run('UPDATE spaces SET default_level = ? WHERE id = ?', level(), pick(spaces)),
        () => store.run('UPDATE collections SET default_level = ? WHERE id = ?', level(), pick(shelves)),
        () =>
          store.run('UPDATE collections SET parent = ? WHERE id = ?', pick([shelves[0]!, null]), shelves[1]!),
        () => world.call(`POST /spaces/${pick(spaces)}/move`, { parent: pick([...shelves, null]) }),
        () => world.call(`POST /spaces/${pick(spaces)}/move`, { position: { after: pick(spaces) } }),
        () => world.call(`DELETE /spaces/${pick(spaces)}`),
        () => world.call(`POST /spaces/${pick(spaces)}/restore`),
        () =>
          store.run(
            'UPDATE spaces SET visibility = ? WHERE id = ?',
            pick(['public', 'private']),
            pick(spaces),
          ),
        () => spaces.push(world.newSpace('more')),
        () =>
          store.run(
            "INSERT OR REPLACE INTO grants (kind, content, holder_kind, holder, level) VALUES ('space', ?, ?, ?, 'read')",
            ...(random.number() < 0.5
              ? [pick(spaces), 'team', 't']
              : [pick(spaces), 'user', world.users[who()]]),
          ),
        () => store.run('DELETE FROM grants WHERE content = ?', pick(spaces)),
        () =>
          store.run("INSERT OR IGNORE INTO team_members (team, user) VALUES ('t', ?)", world.users[who()]),
        () => store.run('DELETE FROM team_members WHERE user = ?', world.users[who()]),
        () =>
          setMember(world.context(), {
            organization: world.org,
            user: world.users[who()],
            role: pick(['read', 'create', null]),
          }),
      ];
      let moves = 0;
      let before = '';
      for (let round = 0; round < 60; round += 1) {
        await pick(writes)();
        for (const each of ['create', 'read', 'guest', 'stranger'] as const)
          for (const [place, id] of [
            ['organization', world.org],
            ['collection', shelves[0]!],
            ['collection', shelves[1]!],
          ] as const)
            expect([...visibleSpaces(world.context(each), place, id)]).toEqual([
              ...visibleSpaces(fresh(each), place, id),
            ]);
        const state = stateOf(world.context(), 'access');
        if (state !== before) moves += 1;
        before = state;
      }
      expect(moves).toBeGreaterThan(20);
    },
  );

  it('follow a team that is deleted with all of its members', () => {
    const { store } = world.embedded.service;
    const space = world.newSpace('Closed');
    store.run("UPDATE spaces SET default_level = 'none' WHERE id = ?", space);
    store.run("INSERT INTO teams (id, organization, title, created_at) VALUES ('t', ?, 'T', '')", world.org);
    store.run("INSERT INTO team_members (team, user) VALUES ('t', ?)", world.users.read);
    store.run("INSERT INTO grants VALUES ('space', ?, 'team', 't', 'read')", space);
    const seen = (): string[] => [...visibleSpaces(world.context('read'), 'organization', world.org)];
    expect(seen()).toEqual([space]);

    store.run("DELETE FROM teams WHERE id = 't'");

    expect(seen()).toEqual([]);
  });

  it('are not searched again after comments, edits and merges, which change only content', async () => {
    const space = world.newSpace('Guides');
    const ctx = world.context();
    const seen = visibleSpaces(ctx, 'organization', world.org);
    const content = stateOf(ctx, 'content');

    await world.ok(`POST /spaces/${space}/comments`, { body: { markdown: 'Good.' } });
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'insert_page', document: { markdown: '# Page\n' } }],
    });
    expect(stateOf(ctx, 'content')).toBe(content);
    await publishPages(world, space, '# Other\n');

    expect(visibleSpaces(ctx, 'organization', world.org)).toBe(seen);
    expect(stateOf(ctx, 'content')).not.toBe(content);
  });
});

describe('the name of a state', () => {
  it('is another one after a write, and the old one when the write is rolled back', () => {
    const { store } = world.embedded.service;
    const space = world.newSpace('Guides');
    const before = stateOf({ store }, 'access');
    let within = '';
    expect(() =>
      store.transaction(() => {
        store.run("UPDATE spaces SET default_level = 'none' WHERE id = ?", space);
        within = stateOf({ store }, 'access');
        throw new Error('no');
      }),
    ).toThrowError('no');
    expect(stateOf({ store }, 'access')).toBe(before);

    store.run("UPDATE spaces SET default_level = 'none' WHERE id = ?", space);

    expect(new Set([before, within, stateOf({ store }, 'access')]).size).toBe(3);
  });
});
