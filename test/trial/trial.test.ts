import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import type { Client } from '../../src/client/index.ts';
import { seededRandom } from '../../src/clock/index.ts';
import { createInjectTransport } from '../../src/http/index.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/index.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import type { ImportHost } from '../../src/sync/index.ts';
import { tryService } from '../../src/trial/index.ts';
import type { TrialReport } from '../../src/trial/index.ts';
import { seedFolder } from '../../src/service/seeding.ts';
import { aService } from '../service/fixture.ts';
import type { ServiceFixture } from '../service/fixture.ts';
import { memoryImports } from '../simulation/memory-imports.ts';
import { SleeplessClock } from '../simulation/sleepless-clock.ts';
import {
  altering,
  lateObjects,
  lateTrees,
  refusing,
  singlePages,
  without,
  withoutIdentities,
} from '../support/odd-service.ts';
import type { OnTheWay } from '../support/odd-service.ts';

type Kind = 'full' | 'strict';

interface Odd {
  readonly kind?: Kind;
  readonly onTheWay?: OnTheWay;
  /** Changes what the service fetches of an import. */
  readonly fetched?: (name: string, bytes: Uint8Array) => Uint8Array;
  /** False: the service reaches no import host. */
  readonly reaches?: boolean;
  /** Whether the space has a page that is lent for a merge. */
  readonly lends?: boolean;
  readonly via?: 'auto' | 'import';
}

interface World {
  readonly service: ServiceFixture;
  readonly space: string;
  /** Methods and paths of what was asked. */
  readonly asked: string[];
  trial(options?: {
    signal?: AbortSignal;
    onStep?: (says: string) => void;
    token?: string;
  }): Promise<TrialReport>;
}

const lent = 'Tidemark conformance page';

/** A service with a space of somebody's pages, and a trial of it through what stands on the way. */
function aWorld(odd: Odd = {}): World {
  const { kind = 'full', fetched = (_, bytes) => bytes, reaches = true, lends = kind === 'strict' } = odd;
  const imports = memoryImports();
  const service = aService({
    interface: kind,
    outgoing: async (url) => {
      const bytes = reaches ? imports.fetch(url) : null;
      const name = url.split('/').at(-1) ?? '';
      const type = name.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'application/zip';
      return bytes === null
        ? { url, status: 404, headers: {}, body: new Uint8Array() }
        : { url, status: 200, headers: { 'content-type': type }, body: fetched(name, bytes) };
    },
  });
  const space = seeded(service, lends);
  const asked: string[] = [];
  const transport = createInjectTransport(service.embedded.app);
  const clientOf = (token: string): Client =>
    createClient({
      transport: {
        send: (request) => {
          asked.push(whatOf(request));
          return through(odd.onTheWay ?? ((_what, _body, pass) => pass()), transport, request);
        },
        close: () => transport.close(),
      },
      baseUrl: 'http://docs.test',
      token,
      clock: new SleeplessClock(),
      random: seededRandom(3),
    });
  const clock = new SleeplessClock();
  const importHost: ImportHost = imports.host;
  return {
    ...{ service, space, asked },
    trial: ({ token = service.tokens.admin, ...more } = {}) =>
      tryService(
        {
          remote: remoteThrough(clientOf(token), { requests: () => asked.length }),
          importHost,
          clock,
          random: seededRandom(5),
        },
        { space, via: odd.via ?? 'auto', lagMs: 10_000, ...more },
      ),
  };
}

function whatOf({ method, url }: HttpRequest): string {
  return `${method} ${url.replace('http://docs.test/v1', '')}`;
}

async function through(
  onTheWay: OnTheWay,
  transport: { send(request: HttpRequest): Promise<HttpResponse> },
  request: HttpRequest,
): Promise<HttpResponse> {
  let whole: HttpResponse | undefined;
  const body = typeof request.body === 'string' ? request.body : '';
  const answer = await onTheWay(whatOf(request), body, async () => {
    whole = await transport.send(request);
    return { status: whole.status, body: new TextDecoder().decode(whole.body) };
  });
  const isAsItCame = whole && answer.body === new TextDecoder().decode(whole.body);
  if (isAsItCame && whole?.status === answer.status) return whole;
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(answer.body),
  };
}

/** A space with pages of somebody's. */
function seeded(service: ServiceFixture, lends: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-given-'));
  const pages: [path: string, title: string][] = [
    ['README.md', 'Welcome'],
    ['usage.md', 'Usage'],
    ...(lends ? ([['lent.md', lent]] as [string, string][]) : []),
  ];
  for (const [path, title] of pages) writeFileSync(join(folder, path), `# ${title}\n\nText of ${title}.\n`);
  const list = pages.map(([path, title]) => `* [${title}](${path})`).join('\n');
  writeFileSync(join(folder, 'SUMMARY.md'), `# Table of contents\n\n${list}\n`);
  const { spaces } = seedFolder(service.context(), folder, { organization: service.org });
  rmSync(folder, { recursive: true });
  return spaces[0]!.id;
}

const statesOf = ({ findings }: TrialReport, ...states: string[]): Record<string, string> =>
  Object.fromEntries(
    findings.filter(({ state }) => states.includes(state)).map(({ property, found }) => [property, found]),
  );

/** What the space shows: pages with their texts, and the change requests that are not put aside. */
async function contentsOf({ service, space }: World): Promise<unknown> {
  const made = await service.ok(`POST /spaces/${space}/change-requests`, { subject: 'Look' });
  const base = `/spaces/${space}/change-requests/${made.id}`;
  const { pages } = await service.ok(`GET ${base}/content`);
  const texts = [];
  for (const { id, title } of pages)
    texts.push([id, title, (await service.ok(`GET ${base}/content/page/${id}?format=markdown`)).markdown]);
  await service.ok(`PATCH ${base}`, { status: 'archived' });
  const drafts = await service.ok(`GET /spaces/${space}/change-requests?status=draft`);
  const open = await service.ok(`GET /spaces/${space}/change-requests?status=open`);
  return { texts, left: [...drafts.items, ...open.items] };
}

/** Gives each page another address whenever a tree is read. */
function otherAddresses(): OnTheWay {
  let reading = 0;
  return altering(/^GET .*\/content$/u, (key, value) =>
    key === 'slug' ? `${String(value)}-${reading++}` : value,
  );
}

/** What is wrong with a service, and the rows in which that shows: those that fail, and those that cannot be tried. */
const odd: readonly (readonly [what: string, service: Odd, fails: string[], cannot: string[]])[] = [
  ['shows what was before a write for a while', { onTheWay: lateTrees(3) }, ['reads'], []],
  [
    'shows what was before an import for a while',
    { kind: 'strict', onTheWay: lateTrees(3) },
    ['reads'],
    ['moves'],
  ],
  ['answers 404 on what was just made', { onTheWay: lateObjects(3) }, ['made'], []],
  [
    'ignores the identity in an import',
    { kind: 'strict', fetched: withoutIdentities },
    ['identities'],
    ['moves', 'merges'],
  ],
  [
    'takes content changes, and ignores the identity in an import',
    { fetched: withoutIdentities },
    ['imports'],
    [],
  ],
  [
    'takes single pages alone',
    { kind: 'strict', onTheWay: singlePages },
    ['imports'],
    ['order', 'files', 'moves'],
  ],
  [
    'fetches no import',
    { kind: 'strict', reaches: false },
    ['writing', 'imports'],
    ['revisions', 'identities', 'others', 'bytes', 'names', 'order', 'files', 'moves', 'merges'],
  ],
  ['takes content changes, and fetches no import', { reaches: false }, [], ['imports']],
  [
    'shows no old revisions and takes no content changes',
    { onTheWay: without(/\/revisions\/|^POST .*\/content$/u), lends: true },
    [],
    ['moves'],
  ],
  [
    'changes line ends',
    {
      onTheWay: altering(/\/page\//u, (key, value) =>
        key === 'markdown' ? String(value).replaceAll('\r\n', '\n') : value,
      ),
    },
    ['bytes'],
    [],
  ],
  [
    'gives new pages names of its own',
    {
      onTheWay: altering(/\/content$/u, (key, value) =>
        key === 'title' && typeof value === 'string' ? value.replace(/ of .*/u, '') : value,
      ),
    },
    ['names'],
    [],
  ],
  [
    'turns the order of pages round',
    {
      onTheWay: altering(/^GET .*\/content$/u, (key, value) =>
        key === 'pages' && Array.isArray(value) ? value.toReversed() : value,
      ),
    },
    ['order', 'moves'],
    [],
  ],
  [
    'answers a write with another revision',
    {
      onTheWay: altering(/^POST .*\/content\/import$/u, (key, value) =>
        key === 'revision' ? `${String(value)}x` : value,
      ),
      kind: 'strict',
    },
    ['revisions'],
    ['identities', 'others', 'bytes', 'names', 'order', 'files', 'moves', 'merges'],
  ],
  ['gives pages that nobody wrote other addresses', { onTheWay: otherAddresses() }, ['others'], ['merges']],
  ['refuses merges', { onTheWay: refusing((what) => what.endsWith('/merge'), 500) }, ['merges'], []],
  [
    'archives nothing',
    {
      onTheWay: altering(/\/change-requests\/[^/]+$/u, (_key, value) =>
        value === 'archived' ? 'draft' : value,
      ),
    },
    ['archives'],
    [],
  ],
];

describe('a trial of a service', () => {
  it.each(['full', 'strict'] as const)('passes on the embedded service in its %s form', async (kind) => {
    const world = aWorld({ kind });
    const before = await contentsOf(world);
    const report = await world.trial();

    expect(report.left).toEqual([]);
    expect(statesOf(report, 'fail', 'not possible')).toEqual(
      kind === 'full' ? {} : { moves: 'An import neither moves nor deletes pages.' },
    );
    if (kind === 'full') expect(await contentsOf(world)).toEqual(before);
  });

  it.each(odd)('says of a service that %s in which rows that shows', async (_, service, fails, cannot) => {
    const world = aWorld(service);

    const report = await world.trial();

    expect(statesOf(report, 'fail')).toEqual(
      Object.fromEntries(fails.map((row) => [row, expect.any(String) as string])),
    );
    expect(Object.keys(statesOf(report, 'not possible'))).toEqual(cannot);
  });

  it('[SYNC-60] writes into change requests of its own alone, and touches no page of others', async () => {
    const world = aWorld({ kind: 'strict', lends: false });
    const before = await contentsOf(world);
    const others = await world.service.ok(`GET /spaces/${world.space}/change-requests?status=archived`);

    const report = await world.trial();

    expect(statesOf(report, 'not possible')['merges']).toContain(`add a page named “${lent}”`);
    expect(await contentsOf(world)).toEqual(before);
    const all = await world.service.ok(`GET /spaces/${world.space}/change-requests?status=archived`);
    const known = new Set(others.items.map(({ id }: { id: string }) => id));
    const own = all.items.filter(({ subject }: { subject: string }) =>
      subject.startsWith('Tidemark conformance'),
    );
    expect(own.length).toBeGreaterThan(0);
    const written = world.asked.filter(
      (what) => !what.startsWith('GET') && !what.endsWith('/change-requests'),
    );
    for (const what of written)
      expect(own.map(({ id }: { id: string }) => id)).toContain(/change-requests\/([^/?]+)/u.exec(what)?.[1]);
    expect(known.has(own[0].id)).toBe(false);
  });

  it('[SYNC-60] leaves nothing when it is stopped, behind whatever write', async () => {
    let stop = new AbortController();
    let left = 0;
    const world = aWorld({
      onTheWay: async (what, _body, pass) => {
        const answer = await pass();
        if (!what.startsWith('GET') && left-- === 0) stop.abort(new Error('stopped'));
        return answer;
      },
    });
    const before = await contentsOf(world);
    for (let nth = 0, isOver = false; !isOver; nth++) {
      stop = new AbortController();
      left = nth;
      const ended = await world.trial({ signal: stop.signal }).then(
        () => 'to its end',
        (error: unknown) => (error as Error).message,
      );

      expect(ended).toBe(stop.signal.aborted ? 'stopped' : 'to its end');
      expect(await contentsOf(world)).toEqual(before);
      isOver = !stop.signal.aborted;
    }
  });

  it('takes a page away whose merge was answered with a failure', async () => {
    let merges = 0;
    const world = aWorld({
      onTheWay: async (what, _body, pass) => {
        const answer = await pass();
        return what.endsWith('/merge') && merges++ === 0 ? { status: 500, body: '{}' } : answer;
      },
    });
    const before = await contentsOf(world);

    const report = await world.trial();

    expect(Object.keys(statesOf(report, 'fail'))).toEqual(['merges']);
    expect(report.left).toEqual([]);
    expect(await contentsOf(world)).toEqual(before);
  });

  it('names what it cannot take away, and takes it away the next time', async () => {
    let merges = 0;
    let isHealthy = false;
    const world = aWorld({
      onTheWay: async (what, _body, pass) =>
        !isHealthy && what.endsWith('/merge') && merges++ > 0 ? { status: 500, body: '{}' } : pass(),
    });
    const before = await contentsOf(world);

    const { left } = await world.trial();
    isHealthy = true;
    const again = await world.trial();

    expect(left).toEqual([expect.stringMatching(/^the page “Tidemark conformance page [0-9a-f]{12}”$/u)]);
    expect(again.left).toEqual([]);
    expect(await contentsOf(world)).toEqual(before);
  });

  it('deletes no page below which somebody put another one', async () => {
    const world = aWorld();
    const { service, space } = world;
    const made = await service.ok(`POST /spaces/${space}/change-requests`, { subject: 'Theirs' });
    const base = `/spaces/${space}/change-requests/${made.id}`;
    const page = (title: string, more: object): object => ({
      ...{ type: 'insert_page', title, document: { markdown: `# ${title}\n` } },
      ...more,
    });
    const changes = [
      page('Tidemark conformance page 0123456789ab', { ref: 'left' }),
      page('Somebody’s', { into: 'left' }),
    ];
    await service.ok(`POST ${base}/content`, { changes });
    await service.ok(`POST ${base}/merge`);
    const before = await contentsOf(world);

    await world.trial();

    expect(await contentsOf(world)).toEqual(before);
  });

  it('makes nothing where the token may not edit', async () => {
    const world = aWorld();
    const { tokens } = world.service;

    await expect(world.trial({ token: tokens.read })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(world.asked.filter((what) => !what.startsWith('GET'))).toEqual([]);
  });
});
