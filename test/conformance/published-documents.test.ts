/** Every answer of the interface, over real effects, against the documents that the vendor publishes with three clients. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationIds, operations, parametersOf, pathOf } from '../../src/contract/index.ts';
import type { Operation, OperationId } from '../../src/contract/index.ts';
import { setMember } from '../../src/service/index.ts';
import { goodBodyOf, goodParamsOf, goodQueryOf } from './bodies.ts';
import { readPublished } from './published-schema.ts';
import { aWorld } from './world.ts';
import type { Credential, World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

/** A place where the specification decides and a document differs; `docs/interface-gaps.md` lists the same places. */
interface Disagreement {
  /** What the page calls the place. */
  readonly where: string;
  readonly operations: RegExp;
  readonly problem: RegExp;
}

const documents: readonly {
  name: string;
  version: string;
  /** How many of the specification's 114 operations the document has. */
  has: number;
  /** `Schema.field` that the document requires but does not describe, not even its type. */
  withoutMeaning: readonly string[];
  disagreements: readonly Disagreement[];
}[] = [
  {
    name: '@gitbook/api',
    version: '0.130.0',
    has: 107,
    withoutMeaning: ['Space.type'],
    disagreements: [
      // A slip of the pen; the specification writes `organizations`.
      {
        where: '`GET /email-domains/{emailDomain}/orgs`',
        operations: /^getOrganizationsForEmailDomain$/,
        problem: /required property 'organizaitons'$/,
      },
      // The vendor's own renderer reads a list of files there.
      {
        where: "a specification's latest content",
        operations: /^getLatestOpenAPISpecVersionContent$/,
        problem: /^\/filesystem must be object$/,
      },
      // Translation settings (of the specification) became translations, with a run and its result.
      {
        where: 'translations',
        operations: /^(list|create|get|update)Translations?$/,
        problem:
          /required property '(status|source|language|instructions|stats)'$|\/object must be equal to one of/,
      },
    ],
  },
  {
    name: 'gitbook-api-0-202',
    version: '0.202.0',
    has: 100,
    withoutMeaning: [],
    disagreements: [
      // The vendor's own renderer reads a list of files there.
      {
        where: "a specification's latest content",
        operations: /^getLatestOpenAPISpecVersionContent$/,
        problem: /^\/filesystem must be object$/,
      },
      // Translation settings (of the specification) became translations, with a run and its result.
      {
        where: 'translations',
        operations: /^(list|create|get|update)Translations?$/,
        problem:
          /required property '(status|source|language|instructions|stats)'$|\/object must be equal to one of/,
      },
      // In the document, a change of content answers with the change request; in the specification, with what was changed.
      {
        where: '`POST …/change-requests/{id}/content`',
        operations: /^updateContentInChangeRequest$/,
        problem: /./,
      },
      // Settings of a site's look that came after the specification.
      {
        where: "a site's customization",
        operations: /^(getPublishedContentSite|(get|update)SiteCustomizationById)$/,
        problem: /required property '(socialAccounts|codeTheme|items)'$/,
      },
    ],
  },
  {
    name: 'gitbook-api-0-91',
    version: '0.91.0',
    has: 95,
    withoutMeaning: ['Space.type'],
    disagreements: [
      // This release knows only 205; the specification says 204.
      {
        where: 'deletions',
        operations: /^(delete|remove|unpublish)/,
        problem: /^status 204 is not declared$/,
      },
      // Section groups came into a site's structure later; the specification has them.
      {
        where: "a site's structure",
        operations: /^(getPublishedContentSite|getSiteStructure)$/,
        problem: /^(\/structure|\/type| must match)/,
      },
    ],
  },
];

/** What has to be true before an operation can have its effect, where the world alone is not enough. */
interface Effect {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly as?: Credential;
}

const effects: { readonly [Id in OperationId]?: () => Promise<Effect> } = {
  transferSpace: async () => ({
    params: { spaceId: world.ids['unusedSpaceId']! },
    body: { organization: administerElsewhere() },
  }),
  resolvePublishedContentByUrl: async () => {
    await send('publishSite');
    return {};
  },
  transferCollection: async () => {
    const { id } = (await send('createCollection', { body: { title: 'To go' } })).body as { id: string };
    return { params: { collectionId: id }, body: { organization: administerElsewhere() } };
  },
  joinOrganizationWithInvite: async () => {
    const { id } = (await send('createOrganizationInvite', { body: { role: 'edit' } })).body as {
      id: string;
    };
    return { params: { inviteId: id }, as: 'stranger' };
  },
  removeMemberFromOrganizationById: async () => {
    const { users } = (
      await send('inviteUsersToOrganization', { body: { emails: ['new@home.test'], role: 'read' } })
    ).body as { users: [string] };
    return { params: { userId: users[0] } };
  },
  unpublishSite: async () => {
    await send('publishSite');
    return {};
  },
};

/** Also makes the administrator one of the other organization. */
function administerElsewhere(): string {
  const { service } = world.service;
  const organization = world.foreign['organizationId']!;
  const now = new Date(service.clock.now()).toISOString();
  setMember({ store: service.store, now }, { organization, user: world.ids['userId']!, role: 'admin' });
  return organization;
}

async function send(id: OperationId, { params, body, as = 'admin' }: Effect = {}, search = '') {
  const row: Operation = operations[id];
  const ids = { ...world.ids, deletedSpaceId: world.deletedSpace };
  const payload = body ?? goodBodyOf(id, ids);
  const authorization = world.authorization[as];
  const response = await world.service.app.inject({
    method: row.method,
    url: `${pathOf(id, { ...goodParamsOf(id, parametersOf(row.path), ids), ...params })}${search}`,
    headers: {
      host: 'docs.test',
      ...(authorization === undefined ? {} : { authorization }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? undefined : (JSON.parse(response.body) as unknown),
  };
}

/** A machine may have no browser to print with. */
const notHere: ReadonlySet<OperationId> = new Set(['getChangeRequestPDF']);

describe.each(documents)('the document of $name', ({ name, has, withoutMeaning, disagreements }) => {
  const { find, problems } = readPublished(name, withoutMeaning);
  const known = operationIds.filter((id) => find(operations[id].method, operations[id].path) !== undefined);

  test('has nearly all operations of the specification', () => {
    expect(known.filter((id) => operations[id].source === 'specification')).toHaveLength(has);
  });

  test('accepts every answer, except where the specification differs', { timeout: 120_000 }, async () => {
    const failed: string[] = [];
    const differences: string[] = [];
    const used = new Set<Disagreement>();
    for (const id of known) {
      const row = find(operations[id].method, operations[id].path)!;
      for (const search of searchesOf(id, row.parameters)) {
        const effect = (await effects[id]?.()) ?? {};
        const { status, body } = await send(id, effect, search);
        if (operations[id].method !== 'GET') world.reset();
        if (status >= 300 && !notHere.has(id))
          failed.push(`${id}${search}: ${status} ${JSON.stringify(body)}`);
        if (status >= 300) continue;
        for (const problem of problems(row, status, body)) {
          const agreed = disagreements.find((one) => one.operations.test(id) && one.problem.test(problem));
          if (agreed === undefined) differences.push(`${id}${search}: ${problem}`);
          else used.add(agreed);
        }
      }
    }
    expect(failed).toEqual([]);
    expect(differences).toEqual([]);
    expect(disagreements.filter((one) => !used.has(one))).toEqual([]);
  });
});

test('docs/interface-gaps.md lists exactly the places where the documents and the specification differ', () => {
  const page = readFileSync(new URL('../../docs/interface-gaps.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (0\.\d+\.0(?:, 0\.\d+\.0)*) \| (.+?) \|/gmu)];
  const listed = rows.flatMap(([, versions = '', where]) =>
    versions.split(', ').map((version) => `${version} ${where}`),
  );
  const here = documents.flatMap(({ version, withoutMeaning, disagreements }) => [
    ...withoutMeaning.map((field) => `${version} ${field.split('.')[0]}`),
    ...disagreements.map(({ where }) => `${version} ${where}`),
  ]);

  expect(listed.sort()).toEqual(here.sort());
});

function searchesOf(id: OperationId, parameters: readonly string[]): string[] {
  if (goodQueryOf(id) !== '') return [`?${goodQueryOf(id)}`];
  return parameters.includes('format') ? ['', '?format=markdown', '?format=document'] : [''];
}
