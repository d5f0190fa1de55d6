/** The vendor's own client, as released, against our service: it is the base of other programs, so it must work here. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GitBookAPI } from '@gitbook/api';
import { GitBookAPI as GitBookAPI091 } from 'gitbook-api-0-91';
import { GitBookAPI as GitBookAPI202 } from 'gitbook-api-0-202';
// The package's own types do not resolve under Node's rules (they leave extensions out), so they are taken by path.
import type { Api } from '../../node_modules/@gitbook/api/dist/client.d.ts';
import type { Api as Api091 } from '../../node_modules/gitbook-api-0-91/dist/client.d.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOperation, operationIds, operations, parametersOf } from '../../src/contract/index.ts';
import type { Operation, OperationId } from '../../src/contract/index.ts';
import {
  createService,
  createToken,
  ensureUser,
  createOrganization,
  setMember,
} from '../../src/service/index.ts';
import type { EmbeddedService } from '../../src/service/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { goodBodyOf, goodParamsOf, goodQueryOf } from './bodies.ts';
import { readPublished } from './published-schema.ts';
import { aWorld } from './world.ts';
import type { World } from './world.ts';

type VendorClient = Api<{ authToken?: string }>;

function vendorClient(options: ConstructorParameters<typeof GitBookAPI>[0]): VendorClient {
  return new GitBookAPI(options) as unknown as VendorClient;
}

const published = readPublished('@gitbook/api', ['Space.type']);

describe('over the content of a space', () => {
  let embedded: EmbeddedService;
  let source: Server;
  let api: VendorClient;
  let organization: string;
  let from: string;
  const text = '# Written elsewhere\n\nWith **bold** words, and [a link](https://example.com/).\n';

  beforeAll(async () => {
    source = createServer((_, answer) =>
      answer.writeHead(200, { 'content-type': 'text/markdown' }).end(text),
    );
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const { port } = source.address() as AddressInfo;
    from = `http://127.0.0.1:${port}/written.md`;
    const clock = new ManualClock();
    embedded = createService({
      data: ':memory:',
      clock,
      random: seededRandom(5),
      importAllow: [`127.0.0.1:${port}`],
    });
    const endpoint = await embedded.listen({ host: '127.0.0.1', port: 0 });
    const at = {
      ...embedded.service,
      random: seededRandom(6),
      now: new Date(clock.now()).toISOString(),
      nowMs: clock.now(),
    };
    organization = createOrganization(at, { title: 'Vendor', hostname: 'vendor' });
    const user = ensureUser(at, { email: 'ada@example.com', displayName: 'Ada' });
    setMember(at, { organization, user, role: 'admin' });
    api = vendorClient({ endpoint, authToken: createToken(at, { user, label: 'test' }).token });
  });

  afterAll(async () => {
    await embedded.close();
    source.close();
  });

  test('it reads back what it wrote: in the change request, after the merge, and by revision', async () => {
    const me = (await api.user.getAuthenticatedUser()).data;
    const space = (await api.orgs.createSpace(organization, { title: 'Vendor docs' })).data;
    const change = (await api.spaces.createChangeRequest(space.id, { subject: 'From elsewhere' })).data;
    const imported = (
      await api.spaces.importContentInChangeRequest(space.id, change.id, {
        url: from,
        source: 'markdown' as never,
      })
    ).data;

    const before = (await api.spaces.getChangeRequestById(space.id, change.id)).data;
    const tree = (await api.spaces.listPagesInChangeRequest(space.id, change.id)).data.pages;
    const page = tree.find(({ title }) => title === 'Written elsewhere')!;
    const read = (
      await api.spaces.getPageInChangeRequestById(space.id, change.id, page.id, { format: 'markdown' })
    ).data;
    const byPath = (
      await api.spaces.getPageInChangeRequestByPath(space.id, change.id, 'written-elsewhere', {
        format: 'markdown',
      })
    ).data;
    const revision = (await api.spaces.getRevisionOfChangeRequestById(space.id, change.id)).data;
    const changes = (await api.spaces.getChangeRequestChanges(space.id, change.id)).data;

    expect(before).toMatchObject({ status: 'draft', subject: 'From elsewhere', createdBy: { id: me.id } });
    expect(imported).toMatchObject({ revision: before.revision, importedResources: 1, totalResources: 1 });
    expect(read).toMatchObject({ title: 'Written elsewhere', markdown: text, type: 'document' });
    expect(byPath).toEqual(read);
    expect(revision).toMatchObject({ id: before.revision, pages: tree });
    expect(changes.changes).toMatchObject([{ type: 'page_created', page: { id: page.id } }]);

    // Into an existing page, in place.
    await api.spaces.importContentInChangeRequestPageById(space.id, change.id, page.id, {
      url: from,
      source: 'markdown' as never,
    });
    const merged = (await api.spaces.mergeChangeRequest(space.id, change.id)).data;
    const current = (await api.spaces.getSpaceById(space.id)).data;

    expect(merged).toMatchObject({ result: 'merge', revision: current.revision });
    expect((await api.spaces.getChangeRequestById(space.id, change.id)).data.status).toBe('merged');
    for (const content of [
      (await api.spaces.getPageById(space.id, page.id, { format: 'markdown' })).data,
      (await api.spaces.getPageByPath(space.id, 'written-elsewhere', { format: 'markdown' })).data,
      (await api.spaces.getPageInRevisionById(space.id, current.revision, page.id, { format: 'markdown' }))
        .data,
      (
        await api.spaces.getPageInRevisionByPath(space.id, current.revision, 'written-elsewhere', {
          format: 'markdown',
        })
      ).data,
    ]) {
      expect(content).toMatchObject({ id: page.id, markdown: text });
    }
    const whole = (await api.spaces.getCurrentRevision(space.id)).data;
    const exact = (await api.spaces.getRevisionById(space.id, current.revision)).data;
    expect(withoutUrls(exact)).toEqual(withoutUrls(whole));
    expect((await api.spaces.listPages(space.id)).data.pages).toEqual(whole.pages);
    const pagesOfRevision = (await api.spaces.listPagesInRevisionById(space.id, current.revision)).data.pages;
    expect(pagesOfRevision).toEqual(exact.pages);
    expect((await api.spaces.listFiles(space.id)).data.items).toEqual(whole.files);
    expect((await api.spaces.listFilesInRevisionById(space.id, current.revision)).data.items).toEqual(
      whole.files,
    );
    const semantic = (await api.spaces.getRevisionSemanticChanges(space.id, current.revision)).data;
    expect(semantic.changes).toMatchObject([{ type: 'page_created', page: { id: page.id } }]);
    expect((await api.spaces.listSpaceLinks(space.id)).data.stats).toMatchObject({
      total: 1,
      broken: { total: 0 },
    });
  });

  test('its failures carry our words', async () => {
    await expect(api.spaces.getSpaceById('nothing')).rejects.toMatchObject({
      code: 404,
      errorMessage: expect.stringContaining('nothing') as string,
    });
  });
});

describe('an earlier release, over custom fields', () => {
  test('sets and reads back a value of every type', async () => {
    const world = await aWorld();
    const before = readPublished('gitbook-api-0-91');
    const seen: string[] = [];
    const api = inProcess(GitBookAPI091, world, (method, path, status, body) => {
      const operation = before.find(method, path);
      if (operation === undefined || status >= 300)
        seen.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
      else
        for (const problem of before.problems(operation, status, body))
          seen.push(`${method} ${path}:${problem}`);
    }) as unknown as Api091<{ authToken?: string }>;
    const organization = world.ids['organizationId']!;
    const space = world.ids['spaceId']!;
    const values = {
      words: { type: 'text', value: 'Ada' },
      amount: { type: 'number', value: 7 },
      done: { type: 'boolean', value: true },
      labels: { type: 'tags', value: ['one', 'two'] },
      some: { type: 'select:multi', value: ['a', 'b'], options: ['a', 'b', 'c'] },
      one: { type: 'select:single', value: 'c', options: ['a', 'b', 'c'] },
    } as const;

    for (const [name, { type, ...more }] of Object.entries(values)) {
      const options = 'options' in more ? { options: [...more.options] } : {};
      await api.orgs.createOrganizationCustomField(organization, {
        name,
        type: type as never,
        title: name,
        ...options,
      });
    }
    await api.spaces.updateSpaceCustomFields(space, {
      values: Object.fromEntries(
        Object.entries(values).map(([name, { value }]) => [name, { value: value as never }]),
      ),
    });
    await api.orgs.updateOrganizationCustomField(organization, 'words', { title: 'Words' });
    const read = (await api.spaces.getSpaceCustomFields(space)).data;
    const listed = (await api.orgs.listOrganizationCustomFields(organization)).data.items;
    const field = (await api.orgs.getOrganizationCustomFieldByName(organization, 'words')).data;
    await api.orgs.deleteOrganizationCustomField(organization, 'words');
    const after = (await api.spaces.getSpaceCustomFields(space)).data;

    const valuesOf = (all: typeof read): Record<string, unknown> =>
      Object.fromEntries(
        all
          .filter(({ value }) => value !== undefined)
          .map(({ customField, value }) => [customField.name, value]),
      );
    expect(valuesOf(read)).toEqual(
      Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value])),
    );
    expect(listed.map(({ name }) => name).sort()).toEqual([...Object.keys(values), 'owner'].sort());
    expect(field).toMatchObject({ name: 'words', title: 'Words', type: 'text' });
    expect(Object.keys(valuesOf(after))).not.toContain('words');
    expect(seen).toEqual([]);
    await world.close();
  });
});

/** A value without its addresses: addresses in a revision name that revision. */
function withoutUrls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, inner: unknown) => (name === 'urls' ? undefined : inner)));
}

/** The clients whose methods are all called, with the methods that each of them lacks. */
const clients = [
  {
    release: '0.130',
    Client: GitBookAPI,
    document: published,
    without: [
      // Custom fields left the interface before this release; an earlier release is tried above.
      'getSpaceCustomFields',
      'updateSpaceCustomFields',
      'listOrganizationCustomFields',
      'createOrganizationCustomField',
      'getOrganizationCustomFieldByName',
      'deleteOrganizationCustomField',
      'updateOrganizationCustomField',
      'updateContentInChangeRequest',
      'getReusableContentDocumentInRevisionById',
      'getSiteSpaceById',
      'getSiteSectionById',
      'getSiteSectionGroupById',
      'listRevisionPageMetaLinks',
      'getChangeRequestReviewById',
      'listChangeRequestsForOrganization',
      'getChangeRequestConflicts',
      'listTokensForAuthenticatedUser',
      'createTokenForAuthenticatedUser',
      'revokeTokenForAuthenticatedUser',
      'listContentOfTeam',
      'listOrganizationAuditEvents',
      'getOrganizationAuditEvent',
    ],
    renamed: [],
  },
  {
    release: '0.202',
    Client: GitBookAPI202,
    document: readPublished('gitbook-api-0-202'),
    without: [
      'transferSpace',
      'listSpaceLinks',
      'addSectionToGroup',
      'removeSectionFromGroup',
      'importContentInChangeRequest',
      'listChangeRequestFileBacklinks',
      'listPageLinksInChangeRequest',
      'getSpaceCustomFields',
      'updateSpaceCustomFields',
      'listOrganizationCustomFields',
      'createOrganizationCustomField',
      'getOrganizationCustomFieldByName',
      'deleteOrganizationCustomField',
      'updateOrganizationCustomField',
      'importContentInChangeRequestPageById',
      'getSiteSpaceById',
      'getSiteSectionById',
      'getSiteSectionGroupById',
      'getChangeRequestConflicts',
      'listTokensForAuthenticatedUser',
      'createTokenForAuthenticatedUser',
      'revokeTokenForAuthenticatedUser',
      'listContentOfTeam',
    ],
    // The same method and path, for another purpose: the answer is the change request.
    renamed: ['updateContentInChangeRequest'],
  },
] as const;

describe.each(clients)(
  'over every operation that client $release shares with the interface',
  ({ Client, document, without, renamed }) => {
    let world: World;
    beforeAll(async () => {
      world = await aWorld();
    });
    afterAll(async () => {
      await world.close();
    });

    const shared = operationIds.filter(
      (id) => document.find(operations[id].method, operations[id].path) !== undefined,
    );

    test('it has nearly all of them; these it lacks', () => {
      expect(operationIds.filter((id) => !shared.includes(id))).toEqual(without);
    });

    test('each answer fits the method’s types, except where the specification differs', async () => {
      const differences: string[] = [];
      const missing: OperationId[] = [];
      for (const id of shared) {
        const row: Operation = operations[id];
        const vendor = document.find(row.method, row.path)!;
        const { status, body, called } = await callVendor(world, Client, {
          id,
          row,
          hasBody: vendor.hasBody,
        });
        if (!called) missing.push(id);
        else if (status === expectedFailures[id]) continue;
        else if (status >= 300) differences.push(`${id}: ${status} ${JSON.stringify(body)}`);
        else
          for (const problem of document.problems(vendor, status, body)) differences.push(`${id}:${problem}`);
        if (row.method !== 'GET') world.reset();
      }

      expect(missing).toEqual(renamed);
      expect(differences.filter((line) => !agreed.some((rule) => rule.test(line)))).toEqual([]);
    });
  },
);

/** Calls that the world's objects refuse, or that an installation without a browser cannot do. */
const expectedFailures: Partial<Record<OperationId, number>> = {
  joinOrganizationWithInvite: 409,
  // The only administrator.
  removeMemberFromOrganizationById: 412,
  transferCollection: 409,
  transferSpace: 409,
  unpublishSite: 409,
  // The site is not published.
  resolvePublishedContentByUrl: 404,
  getChangeRequestPDF: 501,
};

/** Places where the specification decides, and the vendor's later types differ. */
const agreed: readonly RegExp[] = [
  // The vendor's own renderer reads a list of files there.
  /^getLatestOpenAPISpecVersionContent:\/filesystem must be object$/,
  // Settings of a site's look that came after the specification.
  /^(?:getPublishedContentSite:\/customizations\/site|(?:get|update)SiteCustomizationById:).* required property '(socialAccounts|codeTheme|items)'$/,
  // A slip of the pen in the vendor's types; the specification writes `organizations`.
  /^getOrganizationsForEmailDomain: must have required property 'organizaitons'$/,
  // Translation settings (of the specification) became translations with a run and its result.
  /Translation[^:]*:.*(must have required property '(status|source|language|instructions|stats)'|\/object must be equal to one of the allowed values)$/,
];

/** Calls the method of the vendor's client that an operation is named after, through the service in this process. */
async function callVendor(
  world: World,
  Client: Parameters<typeof inProcess>[0],
  { id, row, hasBody }: { id: OperationId; row: Operation; hasBody: boolean },
): Promise<{ called: boolean; status: number; body: unknown }> {
  let status = 0;
  let body: unknown;
  const api = inProcess(Client, world, (_method, _path, answered, value) => {
    status = answered;
    body = value;
  }) as unknown as VendorClient;
  const method = methodOf(api, id);
  if (method === undefined) return { called: false, status, body };
  const ids = { ...world.ids, deletedSpaceId: world.deletedSpace };
  const names = parametersOf(row.path);
  const params = goodParamsOf(id, names, ids);
  const search = goodQueryOf(id);
  const query = search === '' ? [] : [Object.fromEntries(new URLSearchParams(search))];
  try {
    await method(
      ...names.map((name) => params[name]),
      ...(hasBody ? [goodBodyOf(id, ids) ?? {}] : []),
      ...query,
    );
  } catch (error) {
    if (status === 0) throw error;
  }
  return { called: true, status, body };
}

/** A vendor's client whose requests go to the service in this process; `see` gets every answer. */
function inProcess<Made extends object>(
  Client: new (options: {
    endpoint: string;
    authToken: string;
    serviceBinding: { fetch: typeof fetch };
  }) => Made,
  world: World,
  see: (method: string, path: string, status: number, body: unknown) => void,
): Made {
  const inject: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const payload = await request.text();
    const headers: Record<string, string> = {};
    request.headers.forEach((value, name) => (headers[name] = value));
    headers['host'] = url.host;
    const answer = await world.service.app.inject({
      method: request.method as 'GET',
      url: `${url.pathname}${url.search}`,
      headers,
      ...(payload === '' ? {} : { payload }),
    });
    const match = findOperation(request.method, url.pathname);
    const template = match === null ? url.pathname : operations[match.id].path;
    const body = answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown);
    see(request.method, template, answer.statusCode, body);
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  };
  const client = new Client({
    endpoint: 'http://docs.test',
    authToken: world.authorization.admin!.replace('Bearer ', ''),
    serviceBinding: { fetch: inject },
  });
  // Earlier releases have no binding, but the member that the binding replaced.
  return Object.assign(client, { customFetch: inject });
}

type VendorMethod = (...values: unknown[]) => Promise<unknown>;

/** A method of any group of the client, by its name without regard to case. */
function methodOf(api: VendorClient, id: OperationId): VendorMethod | undefined {
  for (const group of Object.values(api) as unknown[]) {
    if (typeof group !== 'object' || group === null) continue;
    for (const [name, method] of Object.entries(group)) {
      if (name.toLowerCase() === id.toLowerCase() && typeof method === 'function')
        return method as VendorMethod;
    }
  }
  return undefined;
}
