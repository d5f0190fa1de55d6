import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import type { Client, Feature } from '../../src/client/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { operationIds, operations, parametersOf, pathOf } from '../../src/contract/index.ts';
import { createInjectTransport } from '../../src/http/index.ts';
import {
  createOrganization,
  createService,
  createToken,
  ensureUser,
  setMember,
} from '../../src/service/index.ts';
import type { EmbeddedService } from '../../src/service/index.ts';
import { createSpace } from '../../src/service/space-handlers/handlers.ts';
import { contextOf } from '../../src/service/context.ts';

interface Served {
  readonly service: EmbeddedService;
  readonly client: Client;
  readonly subject: { organizationId: string; spaceId: string; changeRequestId: string; siteId: string };
  readonly token: string;
}

/** A service with one page, one change request and one site; made without an extension, so that a strict service works, too. */
async function serve(kind: 'full' | 'strict'): Promise<Served> {
  const clock = new ManualClock();
  const random = seededRandom(9);
  const service = createService({
    data: ':memory:',
    clock,
    random,
    baseUrl: 'http://docs.test',
    interface: kind,
    outgoing: async (url) => ({
      url,
      status: 200,
      headers: { 'content-type': 'text/markdown' },
      body: new TextEncoder().encode('# A page\n'),
    }),
  });
  const at = { ...service.service, random, now: new Date(clock.now()).toISOString(), nowMs: clock.now() };
  const organizationId = createOrganization(at, { title: 'Home', hostname: 'home' });
  const user = ensureUser(at, { email: 'ada@example.com', displayName: 'Ada' });
  setMember(at, { organization: organizationId, user, role: 'admin' });
  const { token } = createToken(at, { user, label: 'test' });
  const context = contextOf(service.service, { userId: user, tokenId: 'test' });
  const spaceId = service.service.store.transaction(() =>
    createSpace(context, { organization: organizationId, parent: null, title: 'Guides', emoji: null }),
  );
  const client = createClient({
    transport: createInjectTransport(service.app),
    baseUrl: 'http://docs.test',
    token,
    clock,
    random,
    retry: { attempts: 1 },
  });
  const change = await client.createChangeRequest({ params: { spaceId }, body: {} });
  await client.importContentInChangeRequest({
    params: { spaceId, changeRequestId: change.id },
    body: { url: 'https://example.com/a.md', source: 'markdown' },
  });
  const site = await client.createSite({
    params: { organizationId },
    body: { title: 'Docs', spaces: [spaceId] },
  });
  return {
    service,
    client,
    token,
    subject: { organizationId, spaceId, changeRequestId: change.id, siteId: site.id },
  };
}

const probed: readonly Feature[] = [
  'user',
  'organizationSpaces',
  'content',
  'revisions',
  'changeRequestContent',
  'changes',
  'contentChanges',
  'pageImport',
  'siteStructure',
  'siteParts',
  'visitorAuth',
  'publishedContent',
  'reviews',
  'members',
  'ownTokens',
  'conflicts',
];

describe.each(['full', 'strict'] as const)('the %s interface', (kind) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(kind);
  });
  afterAll(async () => {
    await served.service.close();
  });

  test('is recognized by the client, feature by feature, without a trace', async () => {
    const before = await served.client.getSpaceById({ params: { spaceId: served.subject.spaceId } });

    for (const feature of probed) {
      expect(await served.client.capabilities.find(feature, served.subject), feature).toBe(kind === 'full');
    }

    expect(await served.client.getSpaceById({ params: { spaceId: served.subject.spaceId } })).toEqual(before);
  });

  test('has the 114 operations, and the extensions only when it is full', async () => {
    const found: string[] = [];
    for (const id of operationIds) {
      const { method, path } = operations[id];
      const params = Object.fromEntries(parametersOf(path).map((name) => [name, 'x']));
      const { statusCode } = await served.service.app.inject({ method, url: pathOf(id, params) });
      // Without a token a route answers 401; where there is no route, 404 or 405.
      if (statusCode === 401) found.push(id);
      else expect([404, 405], id).toContain(statusCode);
    }

    expect(found).toEqual(
      operationIds.filter((id) => kind === 'full' || operations[id].source === 'specification'),
    );
  });

  test('describes itself', async () => {
    const { statusCode, body } = await served.service.app.inject({ url: '/openapi.json' });
    const { paths, servers } = JSON.parse(body) as { paths: Record<string, object>; servers: unknown };

    expect(statusCode).toBe(200);
    expect(servers).toEqual([{ url: 'http://docs.test' }]);
    expect(Object.keys(paths).includes('/v1/user')).toBe(kind === 'full');
  });

  test('pages through a list without losing or repeating an item', async () => {
    const { client, subject } = served;
    const made = new Set<string>();
    for (let number = 0; number < 7; number++) {
      made.add(
        (await client.createCollection({ params: { organizationId: subject.organizationId }, body: {} })).id,
      );
    }

    for (const limit of [1, 2, 3, 7, 100]) {
      const seen: string[] = [];
      const input = { params: { organizationId: subject.organizationId }, query: { limit } };
      for await (const { id } of client.list('listCollectionsInOrganizationById', input)) seen.push(id);
      expect(new Set(seen), String(limit)).toEqual(made);
      expect(seen).toHaveLength(made.size);
    }
    expect(
      await client.listCollectionsInOrganizationById({
        params: { organizationId: subject.organizationId },
        query: { limit: 0 },
      }),
    ).toMatchObject({ items: [], count: 7 });
  });
});
