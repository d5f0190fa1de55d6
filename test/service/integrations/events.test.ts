import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { integrationEventTypes } from '../../../src/contract/index.ts';
import { maxEvents, recordEvent } from '../../../src/service/integrations/record-event.ts';
import { aService, everybody, type Json, type ServiceFixture, type Who } from '../fixture.ts';

let world: ServiceFixture;
let installation: string;

const publish = (name: string, more: object = {}): Promise<Json> =>
  world.ok(`POST /integrations/${name}`, {
    ...{ title: 'Numbers', description: 'Counts things', scopes: [], script: 'export {}' },
    ...{ organization: world.org, ...more },
  });
const install = async (name: string, organization = world.org, who: Who = 'admin'): Promise<string> =>
  (await world.ok(`POST /integrations/${name}/installations`, { organization }, who)).id;

/** The recorded events, the oldest first, without their random ids. */
async function payloads(name = 'numbers', who: Who = 'admin'): Promise<Json[]> {
  const { items } = await world.ok(`GET /integrations/${name}/events?limit=1000`, undefined, who);
  return items.reverse().map(({ payload: { eventId: _, ...said } }: Json) => said);
}

async function merge(space: string, who: Who = 'admin'): Promise<string> {
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {}, who);
  const at = `/spaces/${space}/change-requests/${id}`;
  const changes = [{ type: 'insert_page', title: 'New', document: { markdown: 'Text' } }];
  await world.ok(`POST ${at}/content`, { changes }, who);
  return (await world.ok(`POST ${at}/merge`, {}, who)).revision;
}

beforeEach(async () => {
  world = aService();
  await publish('numbers');
  installation = await install('numbers');
});
afterEach(() => world.close());

describe('the events of an integration', () => {
  it('tell of installing, changing and removing it, and stay when it is removed', async () => {
    const path = `/integrations/numbers/installations/${installation}`;
    await world.ok(`PATCH ${path}`, { configuration: { key: 'canary-secret' } });
    expect((await world.call(`DELETE ${path}`)).status).toBe(204);

    const installationId = installation;
    const said = await payloads();

    expect(said).toEqual([
      { type: 'installation_setup', installationId, status: 'active' },
      { type: 'installation_setup', installationId, status: 'active', previous: { status: 'active' } },
      { type: 'installation_deleted', installationId, previous: {} },
    ]);
    expect(JSON.stringify(said)).not.toContain('canary-secret');
  });

  it('tell of new content by a merge, and by whom, without an e-mail address', async () => {
    const space = world.newSpace('Docs');

    const revisionId = await merge(space);

    expect((await payloads()).at(-1)).toEqual({
      type: 'space_content_updated',
      installationId: installation,
      spaceId: space,
      revisionId,
      updatedBy: [
        {
          object: 'user',
          id: world.users.admin,
          displayName: 'admin',
          urls: { location: `http://docs.test/v1/users/${world.users.admin}` },
        },
      ],
    });
  });

  it('tell of a change of who sees a space, but not of a move without such a change', async () => {
    const space = world.newSpace('Docs');
    const { id: parent } = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Group' });
    await world.ok(`POST /spaces/${space}/move`, { parent });
    await world.ok(`POST /spaces/${space}/move`, { parent });
    await world.ok(`POST /spaces/${space}/move`, { parent: null });

    const common = { type: 'space_visibility_updated', installationId: installation, spaceId: space };
    expect((await payloads()).slice(1)).toEqual([
      { ...common, previousVisibility: 'private', visibility: 'in-collection' },
      { ...common, previousVisibility: 'in-collection', visibility: 'private' },
    ]);
  });

  it('tell of spaces only where the integration is for all spaces of that organization', async () => {
    await publish('sites', { target: 'site' });
    await install('sites');
    await publish('chosen');
    const chosen = await install('chosen');
    await world.ok(`PATCH /integrations/chosen/installations/${chosen}`, { space_selection: 'selected' });
    await publish('elsewhere', { visibility: 'public' });
    await install('elsewhere', world.otherOrg, 'stranger');

    await merge(world.newSpace('Docs'));

    const types = async (name: string): Promise<string[]> => (await payloads(name)).map(({ type }) => type);
    expect(await types('numbers')).toEqual(['installation_setup', 'space_content_updated']);
    expect(await types('sites')).toEqual(['installation_setup']);
    expect(await types('chosen')).toEqual(['installation_setup', 'installation_setup']);
    expect(await types('elsewhere')).toEqual(['installation_setup']);
  });

  it('come the newest first, page by page, while others come in front', async () => {
    const space = world.newSpace('Docs');
    const revisions = [await merge(space), await merge(space), await merge(space)];
    const first = await world.ok('GET /integrations/numbers/events?limit=2');
    await merge(space);
    const rest = await world.ok(`GET /integrations/numbers/events?limit=2&page=${first.next.page}`);

    const shown = [...first.items, ...rest.items];
    expect(shown.map(({ payload }: Json) => payload.revisionId)).toEqual([...revisions.reverse(), undefined]);
    expect(rest.next).toBeUndefined();
    expect(new Set(shown.map(({ id }: Json) => id)).size).toBe(4);
    expect(shown.every(({ id, payload }: Json) => payload.eventId === id)).toBe(true);
  });

  it('are shown each with a log, which says that nothing was run', async () => {
    const [event] = (await world.ok('GET /integrations/numbers/events')).items;

    const shown = await world.ok(`GET /integrations/numbers/events/${event.id}`);

    expect(shown.event).toEqual(event);
    expect(shown.trace.logs).toMatchObject([
      { level: 'info', timestamp: event.createdAt, message: expect.stringContaining('runs no integration') },
    ]);
    expect((await world.call('GET /integrations/numbers/events/none')).status).toBe(404);
  });

  it('are shown only to administrators of its owner', async () => {
    const [event] = (await world.ok('GET /integrations/numbers/events')).items;
    for (const who of everybody) {
      const status = who === 'admin' ? 200 : who === 'stranger' ? 404 : 403;
      for (const path of ['/integrations/numbers/events', `/integrations/numbers/events/${event.id}`])
        expect([who, (await world.call(`GET ${path}`, undefined, who)).status]).toEqual([who, status]);
    }
    await publish('other');
    expect((await world.call(`GET /integrations/other/events/${event.id}`)).status).toBe(404);
  });

  it('are kept up to a number, and the oldest go first', async () => {
    const at = { integration: 'numbers', id: installation };
    const ctx = world.context();
    for (let number = 0; number < maxEvents + 5; number++)
      recordEvent(ctx, at, { type: 'space_content_updated', spaceId: `s${number}` });

    const all = await payloads();

    expect(all).toHaveLength(maxEvents);
    expect([all[0].spaceId, all.at(-1).spaceId]).toEqual(['s5', `s${maxEvents + 4}`]);
  });

  it('have the types in the contract', async () => {
    const space = world.newSpace('Docs');
    await merge(space);
    const { id: parent } = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Group' });
    await world.ok(`POST /spaces/${space}/move`, { parent });
    await world.call(`DELETE /integrations/numbers/installations/${installation}`);

    expect(new Set((await payloads()).map(({ type }) => type))).toEqual(new Set(integrationEventTypes));
  });
});
