/** The service against its own contract: every operation, with every kind of credential and every kind of bad input. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  operationIds,
  operations,
  parametersOf,
  pathOf,
  printProblem,
  resultProblems,
} from '../../src/contract/index.ts';
import type { Operation, OperationId } from '../../src/contract/index.ts';
import { goodBodyOf, goodParamsOf, goodQueryOf } from './bodies.ts';
import { queryVariantsOf, resolved, variantsOf } from './variants.ts';
import type { SchemaView } from './variants.ts';
import { aWorld, credentials, refusedCredentials } from './world.ts';
import type { Credential, World } from './world.ts';

interface Asked {
  readonly what: string;
  readonly status: number;
  readonly value: unknown;
  readonly text: string;
}

const golden = new URL('../golden/access.txt', import.meta.url);

let world: World;
let requests = 0;
let resets = 0;
let untouched: string;
const complaints: string[] = [];

beforeAll(async () => {
  world = await aWorld();
  untouched = world.hash();
});

afterAll(async () => {
  console.info(`conformance: ${requests} requests over ${operationIds.length} operations, ${resets} resets`);
  await world.close();
});

/**
 * Sends a request and checks what is true of every answer: it is declared and valid, it is no failure of ours, and a refusal leaves no
 * trace.
 */
async function ask(
  id: OperationId,
  what: string,
  // `traceable: false`: the rows have been changed before, so they cannot be compared with the untouched ones.
  input: {
    params?: Record<string, string>;
    search?: string;
    body?: unknown;
    as?: Credential;
    traceable?: boolean;
    /** Keeps the changes of a successful request. */
    keep?: boolean;
  },
): Promise<Asked> {
  const row: Operation = operations[id];
  const ids = { ...world.ids, deletedSpaceId: world.deletedSpace };
  const params = input.params ?? goodParamsOf(id, parametersOf(row.path), ids);
  const search = input.search ?? goodSearchOf(id);
  const body = 'body' in input ? input.body : goodBodyOf(id, ids);
  const authorization = world.authorization[input.as ?? 'admin'];
  const label = `${id}, ${what}${input.as === undefined ? '' : ` (${input.as})`}`;
  const before = world.writes();

  requests++;
  const response = await world.service.app.inject({
    method: row.method,
    url: `${pathOf(id, params)}${search === '' ? '' : `?${search}`}`,
    headers: {
      host: 'docs.test',
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });

  const status = response.statusCode;
  const complain = (problem: string): void =>
    void complaints.push(`${label}: ${status}: ${problem} ${response.body.slice(0, 200)}`);
  let value: unknown;
  try {
    value = response.body === '' ? undefined : JSON.parse(response.body);
  } catch {
    complain('the body is not JSON');
  }
  if (status >= 500 && !(row.errors as readonly number[]).includes(status))
    complain('a failure of the service itself');
  for (const problem of resultProblems(id, status, value)) complain(printProblem(problem));
  if (row.success.location && status === 201 && !String(response.headers.location).startsWith('http'))
    complain('no Location');
  if (status === 204 && response.body !== '') complain('a body where none belongs');
  // Rolled-back writes count as written, so only the rows themselves can tell.
  if (status >= 400 && input.traceable !== false && world.writes() !== before && world.hash() !== untouched)
    complain('a refusal left a trace in the database');
  if (status < 400 && row.method !== 'GET' && input.keep !== true) {
    resets++;
    world.reset();
  }
  return { what: label, status, value, text: response.body };
}

function goodSearchOf(id: OperationId): string {
  return goodQueryOf(id);
}

/** All complaints since the last call, for one assertion that shows every one of them. */
function taken(): string[] {
  return complaints.splice(0);
}

const success = (status: number): boolean => status < 300;
/** Operations that an installation may lack. */
const notHere = new Set<OperationId>(['getChangeRequestPDF']);

describe('every operation', { timeout: 180_000 }, () => {
  test('works for an administrator', async () => {
    for (const id of operationIds) {
      const { status, text } = await ask(id, 'a good request', {});
      const fine = success(status) || (notHere.has(id) && status === 501);
      const known = expectedRefusals[id];
      if (!fine && status !== known)
        complaints.push(`${id}: a good request answered ${status} ${text.slice(0, 300)}`);
    }

    expect(taken()).toEqual([]);
  });

  test('answers 401 to whoever does not show a valid token', async () => {
    for (const id of operationIds) {
      for (const as of refusedCredentials) {
        const { status, what } = await ask(id, 'a good request', { as });
        if (status !== 401) complaints.push(`${what}: ${status}`);
      }
    }

    expect(taken()).toEqual([]);
  });

  test('lets in exactly the people on the reviewed list (UPDATE_GOLDEN=1 writes it anew)', async () => {
    const callers = credentials.filter((one) => !refusedCredentials.includes(one));
    const lines = [`# ${callers.join(' ')}`];
    for (const id of operationIds) {
      const statuses: string[] = [];
      for (const as of callers) {
        const { status, what } = await ask(id, 'a good request', { as });
        statuses.push(notHere.has(id) && (status === 200 || status === 501) ? '200|501' : String(status));
        const { on } = operations[id].access;
        const open = on === 'caller' || on === 'invite' || on === 'integration';
        if (as === 'stranger' && !open && status !== 404) complaints.push(`${what}: ${status}, not 404`);
      }
      lines.push(`${id} ${statuses.join(' ')}`);
    }
    const printed = `${lines.join('\n')}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, printed);

    expect(taken()).toEqual([]);
    expect(printed).toBe(readFileSync(golden, 'utf8'));
  });

  test('answers for an object of another organization exactly as for one that does not exist', async () => {
    for (const id of operationIds) {
      const names = parametersOf(operations[id].path);
      const good = goodParamsOf(id, names, { ...world.ids, deletedSpaceId: world.deletedSpace });
      for (const name of names) {
        const foreign = goodParamsOf(id, names, {
          ...world.foreign,
          deletedSpaceId: world.foreign['spaceId']!,
        })[name];
        if (foreign === undefined || foreign === good[name] || name === 'emailDomain' || name === 'pagePath')
          continue;
        const missing = foreign.replace(/[A-Za-z0-9]/g, 'q');
        const unknown = await ask(id, `an unknown ${name}`, { params: { ...good, [name]: missing } });
        const other = await ask(id, `a ${name} of another organization`, {
          params: { ...good, [name]: foreign },
        });
        if (mayBeNew(id, name)) continue;
        if (unknown.status !== 404 && unknown.status !== 204)
          complaints.push(`${unknown.what}: ${unknown.status}, not 404`);
        if (
          other.status !== unknown.status ||
          other.text.replaceAll(foreign, '…') !== unknown.text.replaceAll(missing, '…')
        ) {
          complaints.push(
            `${other.what}: ${other.status} ${other.text} differs from ${unknown.status} ${unknown.text}`,
          );
        }
      }
    }

    expect(taken()).toEqual([]);
  });

  test('does not accept an object of one kind as one of another', { tags: ['long'] }, async () => {
    for (const id of operationIds) {
      const names = parametersOf(operations[id].path);
      const good = goodParamsOf(id, names, { ...world.ids, deletedSpaceId: world.deletedSpace });
      for (const name of names) {
        if (name === 'emailDomain' || name === 'pagePath' || mayBeNew(id, name)) continue;
        for (const kind of ['userId', 'spaceId', 'siteId', 'collectionId'].filter((one) => one !== name)) {
          const { status, what } = await ask(id, `a ${kind} as ${name}`, {
            params: { ...good, [name]: world.ids[kind]! },
          });
          if (status !== 404 && status !== 400 && status !== 204) complaints.push(`${what}: ${status}`);
        }
      }
    }

    expect(taken()).toEqual([]);
  });

  test('refuses a deleted space like one that does not exist', async () => {
    for (const id of operationIds) {
      const names = parametersOf(operations[id].path);
      if (!names.includes('spaceId') || id === 'restoreSpace') continue;
      const good = goodParamsOf(id, names, world.ids);
      const { status, what } = await ask(id, 'a deleted space', {
        params: { ...good, spaceId: world.deletedSpace },
      });
      const readsItself = id === 'getSpaceById' || id === 'deleteSpaceById';
      if (status !== 404 && !readsItself) complaints.push(`${what}: ${status}`);
    }

    expect(taken()).toEqual([]);
  });

  test('refuses a deleted object like one that never existed', async () => {
    let tried = 0;
    for (const [deletion, name] of Object.entries(deletions)) {
      const ids = { ...world.ids, deletedSpaceId: world.deletedSpace };
      const id = deletion as OperationId;
      const gone = goodParamsOf(id, parametersOf(operations[id].path), ids);
      const using = operationIds.filter((one) => parametersOf(operations[one].path).includes(name));
      for (const one of using) {
        const params = goodParamsOf(one, parametersOf(operations[one].path), ids);
        // The same kind may be in two places: a comment of a space, and one of a change request.
        if (params[name] !== gone[name] || mayBeNew(one, name)) continue;
        const unknown = await ask(one, `an unknown ${name}`, {
          params: { ...params, [name]: gone[name]!.replace(/[A-Za-z0-9]/g, 'q') },
        });
        await ask(id, 'a deletion', { params: gone, keep: true });
        const deleted = await ask(one, `a deleted ${name}`, { params, traceable: false });
        world.reset();
        tried++;
        const missing = gone[name]!.replace(/[A-Za-z0-9]/g, 'q');
        if (
          deleted.status !== 404 ||
          deleted.text.replaceAll(gone[name]!, '…') !== unknown.text.replaceAll(missing, '…')
        )
          complaints.push(`${deleted.what}: ${deleted.status} ${deleted.text}, not ${unknown.text}`);
      }
    }

    expect(tried).toBeGreaterThan(40);
    expect(taken()).toEqual([]);
  });

  test('refuses paths that cannot name anything', async () => {
    for (const id of operationIds) {
      const names = parametersOf(operations[id].path);
      const good = goodParamsOf(id, names, { ...world.ids, deletedSpaceId: world.deletedSpace });
      for (const name of names) {
        for (const [what, value] of [
          ['a NUL', 'a\0b'],
          ['300 letters', 'a'.repeat(300)],
        ] as const) {
          if (name === 'pagePath' && what !== 'a NUL') continue;
          const { status, what: asked } = await ask(id, `${what} as ${name}`, {
            params: { ...good, [name]: value },
          });
          if (status !== 400 && status !== 404) complaints.push(`${asked}: ${status}`);
        }
      }
    }

    expect(taken()).toEqual([]);
  });

  test('accepts no object of another organization in a body', async () => {
    let tried = 0;
    for (const id of operationIds) {
      const good = goodBodyOf(id, { ...world.ids, deletedSpaceId: world.deletedSpace });
      if (good === undefined || id === 'transferSpace' || id === 'transferCollection') continue;
      const text = JSON.stringify(good);
      for (const [kind, own] of Object.entries(world.ids)) {
        const foreign = world.foreign[kind];
        if (foreign === undefined || foreign === own || !text.includes(`"${own}"`)) continue;
        tried++;
        const missing = foreign.replace(/[A-Za-z0-9]/g, 'q');
        const other = await ask(id, `a ${kind} of another organization in the body`, {
          body: JSON.parse(text.replaceAll(`"${own}"`, `"${foreign}"`)),
        });
        const unknown = await ask(id, `an unknown ${kind} in the body`, {
          body: JSON.parse(text.replaceAll(`"${own}"`, `"${missing}"`)),
        });
        if (success(other.status)) complaints.push(`${other.what}: ${other.status}`);
        if (
          other.status !== unknown.status ||
          other.text.replaceAll(foreign, '…') !== unknown.text.replaceAll(missing, '…')
        ) {
          complaints.push(
            `${other.what}: ${other.status} ${other.text} differs from ${unknown.status} ${unknown.text}`,
          );
        }
      }
    }

    expect(tried).toBeGreaterThan(12);
    expect(taken()).toEqual([]);
  });

  test('opens a shared site only to a caller with its key', async () => {
    const client = world.client();
    const params = { organizationId: world.ids['organizationId']!, siteId: world.ids['siteId']! };
    await client.updateSiteById({ params, body: { visibility: 'share-link' } });
    await client.publishSite({ params });
    const site = await client.getSiteById({ params });
    const key = keyIn(site.urls.published);
    const shared = operationIds.filter((id) => 'shareKey' in operations[id].access);

    for (const id of shared) {
      const tries = [
        [`shareKey=${key}`, 200],
        ['shareKey=wrong', 404],
        ['shareKey=', 404],
        ['', 404],
      ] as const;
      for (const [search, expected] of tries) {
        const whole = [goodSearchOf(id), search].filter((part) => part !== '').join('&');
        const { status, what } = await ask(id, search, {
          search: whole,
          as: 'stranger',
          traceable: false,
          keep: true,
        });
        if (status !== expected) complaints.push(`${what}: ${status}, not ${expected}`);
      }
    }
    for (const id of operationIds.filter(
      (one) => operations[one].access.on === 'site' && !shared.includes(one),
    )) {
      const { status, what } = await ask(id, 'without a place for a key', {
        as: 'stranger',
        traceable: false,
      });
      if (status !== 404) complaints.push(`${what}: ${status}, not 404`);
    }
    world.reset();

    expect(shared.length).toBeGreaterThan(4);
    expect(taken()).toEqual([]);
  });

  test('takes its body as JSON and nothing else', async () => {
    for (const id of operationIds) {
      const row: Operation = operations[id];
      if (row.body === null) continue;
      const good = JSON.stringify(goodBodyOf(id, { ...world.ids, deletedSpaceId: world.deletedSpace }));
      const twice = good.replace(/^\{("[^"]+")/, '{$1:null,$1');
      const json = 'application/json';
      const tries: [what: string, type: string | undefined, payload: string | Buffer, status: number][] = [
        ['a form', 'application/x-www-form-urlencoded', 'a=b', 415],
        ['plain text', 'text/plain', good, 415],
        ['half a body', json, good.slice(0, -1), 400],
        ['a body after the body', json, `${good}{}`, 400],
        ['a key twice', json, twice, good === '{}' ? 200 : 400],
        ['bytes that are no UTF-8', json, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
        ['a NUL in a text', json, '{"title":"a\\u0000"}', 400],
        ['half of a pair in a text', json, '{"title":"\\ud83d"}', 400],
        ['half of a pair in a name', json, '{"\\udc33":1}', 400],
        ['nesting without end', json, `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
      ];
      for (const [what, type, payload, expected] of tries) {
        if (good === '{}' && what === 'a key twice') continue;
        requests++;
        const { statusCode, body } = await world.service.app.inject({
          method: row.method,
          url: pathOf(
            id,
            goodParamsOf(id, parametersOf(row.path), { ...world.ids, deletedSpaceId: world.deletedSpace }),
          ),
          headers: {
            authorization: world.authorization.admin,
            ...(type === undefined ? {} : { 'content-type': type }),
          },
          payload,
        });
        if (statusCode !== expected) complaints.push(`${id}, ${what}: ${statusCode} ${body.slice(0, 200)}`);
      }
      const absent = await ask(id, 'no body', { body: undefined });
      if (absent.status !== (row.bodyRequired ? 400 : row.success.status))
        complaints.push(`${absent.what}: ${absent.status}`);
    }

    expect(world.hash()).toBe(untouched);
    expect(taken()).toEqual([]);
  });

  test('reads its query strictly', { tags: ['long'] }, async () => {
    for (const id of operationIds) {
      for (const { name, search, expected } of queryVariantsOf(
        operations[id].query as SchemaView,
        goodSearchOf(id),
      )) {
        const { status, what } = await ask(id, name, { search });
        if (expected === 'refused' && status !== 400) complaints.push(`${what}: ${status}, not 400`);
        if (
          expected === 'allowed' &&
          status >= 400 &&
          expectedRefusals[id] !== status &&
          !(findsByQuery.has(id) && status === 404) &&
          !(notHere.has(id) && status === 501)
        )
          complaints.push(`${what}: ${status}`);
      }
    }

    expect(taken()).toEqual([]);
  });

  test('keeps every limit of its body, and no tighter one', { tags: ['long'] }, async () => {
    for (const id of operationIds) {
      const { body } = operations[id] as Operation;
      if (body === null) continue;
      const good = goodBodyOf(id, { ...world.ids, deletedSpaceId: world.deletedSpace });
      for (const { name, body: changed, expected } of variantsOf(resolved(body), good)) {
        const { status, what, text } = await ask(id, name, { body: changed });
        if (expected === 'refused' && status !== 400) complaints.push(`${what}: ${status}, not 400`);
        if (
          expected === 'allowed' &&
          status === 400 &&
          /at (most|least) \d+ (character|item)|is not a known field/.test(text)
        ) {
          complaints.push(`${what}: ${text}`);
        }
      }
    }

    expect(taken()).toEqual([]);
  });
});

/** Operations whose query says what to find: another good value finds nothing. */
const findsByQuery: ReadonlySet<OperationId> = new Set(['getSiteRedirectBySource']);

/** Good requests that the state of an object refuses, with the status of the refusal. */
const expectedRefusals: Partial<Record<OperationId, number>> = {
  joinOrganizationWithInvite: 409,
  // The only administrator.
  removeMemberFromOrganizationById: 412,
  unpublishSite: 409,
  transferCollection: 409,
  transferSpace: 409,
  // The site is not published.
  resolvePublishedContentByUrl: 404,
};

/** Objects that can be deleted, by the operation that deletes them, with the parameter that names them. */
const deletions = {
  deleteCollectionById: 'collectionId',
  deleteSiteById: 'siteId',
  deleteSiteSectionById: 'siteSectionId',
  deleteSiteSectionGroupById: 'siteSectionGroupId',
  deleteSiteSpaceById: 'siteSpaceId',
  deleteCommentInSpace: 'commentId',
  deleteCommentInChangeRequest: 'commentId',
  deleteOrganizationCustomField: 'fieldName',
  deleteOrganizationInviteById: 'inviteId',
  deleteOrganizationSAMLProvider: 'samlProviderId',
  removeTeamFromOrganizationById: 'teamId',
  deleteOpenAPISpecBySlug: 'specSlug',
  deleteTranslation: 'translationSettingsId',
  unpublishIntegration: 'integrationName',
  uninstallIntegration: 'installationId',
} as const satisfies Partial<Record<OperationId, string>>;

/** Names that a PUT or a publication may create. */
function mayBeNew(id: OperationId, name: string): boolean {
  return (
    (id === 'createOrUpdateOpenAPISpecBySlug' && name === 'specSlug') ||
    (id === 'publishIntegration' && name === 'integrationName') ||
    name === 'integrationName'
  );
}

/** The share key in a published address: the longest word of its path or query. */
function keyIn(address: string | undefined): string {
  const words = (address ?? '').split(/[^A-Za-z0-9]+/).filter((word) => word.length >= 20);
  expect(words, address).not.toHaveLength(0);
  return words.at(-1)!;
}
