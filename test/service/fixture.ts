import { inspect } from 'node:util';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { findOperation, resultProblems } from '../../src/contract/index.ts';
import type { Role } from '../../src/service/access/index.ts';
import { contextOf, type Context } from '../../src/service/context.ts';
import { createOrganization, ensureUser, setMember } from '../../src/service/organizations/index.ts';
import type { Outgoing } from '../../src/service/outgoing/index.ts';
import { createService, type EmbeddedService, type WebApp } from '../../src/service/index.ts';
import { createSpace } from '../../src/service/space-handlers/handlers.ts';
import { createToken } from '../../src/service/tokens/index.ts';

/** Everybody who may call: a member of each role, a guest, and an administrator of another organization who belongs to nothing here. */
export type Who = Role | 'guest' | 'stranger';

export const everybody: readonly Who[] = [
  'admin',
  'create',
  'review',
  'edit',
  'comment',
  'read',
  'guest',
  'stranger',
];

/** Somebody of the world, or whoever has a token. */
export type Asker = Who | { readonly token: string };

/** The body of an answer, for a test to look into: the contract says what it must be, and every answer is checked against the contract. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The parsed body; undefined when it is empty. */
  readonly body: Json;
}

export interface ServiceFixture {
  readonly clock: ManualClock;
  readonly embedded: EmbeddedService;
  /** The organization that everybody but the stranger belongs to. */
  readonly org: string;
  /** The stranger's own organization. */
  readonly otherOrg: string;
  readonly users: Readonly<Record<Who, string>>;
  readonly tokens: Readonly<Record<Who, string>>;
  /** Calls `METHOD /path` (without /v1) as somebody, by default as an administrator. Every answer is checked against the contract. */
  call(operation: string, body?: unknown, who?: Asker): Promise<Reply>;
  /** Calls an operation in the same way, and returns the body; fails unless the call succeeds. */
  ok(operation: string, body?: unknown, who?: Asker): Promise<Json>;
  /** A context like that of the handlers, for what no operation makes. */
  context(who?: Who): Context;
  newSpace(title: string, organization?: string): string;
  close(): Promise<void>;
}

/** A service in memory with two organizations and one user of each kind, at a clock that does not move. */
export function aService({
  outgoing,
  seed = 1,
  interface: kind = 'full',
  lagMs = 0,
  rate,
  web,
}: {
  outgoing?: Outgoing;
  seed?: number;
  interface?: 'full' | 'strict';
  lagMs?: number;
  /** Requests a minute. */
  rate?: number;
  /** The web app, at http://app.test. */
  web?: WebApp;
} = {}): ServiceFixture {
  const clock = new ManualClock();
  const failures: unknown[] = [];
  const embedded = createService({
    data: ':memory:',
    clock,
    random: seededRandom(seed),
    baseUrl: 'http://docs.test',
    interface: kind,
    lagMs,
    log: { warn: () => undefined, error: (facts) => failures.push(facts) },
    ...(outgoing === undefined ? {} : { outgoing }),
    ...(rate === undefined ? {} : { rate }),
    ...(web === undefined ? {} : { web, appUrl: 'http://app.test' }),
  });
  const { service } = embedded;
  const nowMs = clock.now();
  const at = {
    ...service,
    store: service.store,
    random: service.random,
    now: new Date(nowMs).toISOString(),
    nowMs,
  };
  const org = createOrganization(at, { title: 'Home', hostname: 'home' });
  const otherOrg = createOrganization(at, { title: 'Elsewhere', hostname: 'elsewhere' });
  const users = {} as Record<Who, string>;
  const tokens = {} as Record<Who, string>;
  for (const who of everybody) {
    users[who] = ensureUser(at, { email: `${who}@home.test`, displayName: who });
    if (who === 'stranger') setMember(at, { organization: otherOrg, user: users[who], role: 'admin' });
    else setMember(at, { organization: org, user: users[who], role: who === 'guest' ? null : who });
    tokens[who] = createToken(at, { user: users[who], label: who }).token;
  }
  const call: ServiceFixture['call'] = async (request, body, who = 'admin') => {
    const [method = '', path = ''] = request.split(' ');
    const response = await embedded.app.inject({
      method: method as 'GET',
      url: `/v1${path}`,
      headers: {
        authorization: `Bearer ${typeof who === 'string' ? tokens[who] : who.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const reply = {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? undefined : (JSON.parse(response.body) as unknown),
    };
    if (failures.length > 0) throw new Error(`${request} failed inside: ${inspect(failures.splice(0))}`);
    const operation = findOperation(method, `/v1${path.split('?')[0]}`);
    if (operation === null) throw new Error(`${method} ${path} is not an operation of the contract`);
    const problems = resultProblems(operation.id, reply.status, reply.body);
    if (problems.length > 0) {
      throw new Error(
        `${operation.id} answered ${reply.status} against its contract: ${JSON.stringify(problems)}`,
      );
    }
    return reply;
  };
  const context = (who: Who = 'admin'): Context => contextOf(service, { userId: users[who], tokenId: who });
  return {
    clock,
    embedded,
    org,
    otherOrg,
    users,
    tokens,
    call,
    ok: async (operation, body, who) => {
      const reply = await call(operation, body, who);
      if (reply.status >= 300)
        throw new Error(`${operation} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply.body as unknown;
    },
    context,
    newSpace: (title, organization = org) =>
      service.store.transaction(() =>
        createSpace(context(), { organization, parent: null, title, emoji: null }),
      ),
    close: () => embedded.close(),
  };
}

/** Adds pages (and sections below `parent`) to a space through a change request that is merged at once; returns the pages' ids. */
export async function publishPages(
  world: ServiceFixture,
  space: string,
  ...texts: string[]
): Promise<string[]> {
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, { subject: 'pages' });
  const { changes } = await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
    changes: texts.map((markdown) => ({ type: 'insert_page', document: { markdown } })),
  });
  await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
  return changes.map((change: Json) => change.page.id as string);
}
