import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import { findOperation } from '../../src/contract/index.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/index.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import type { Remote } from '../../src/sync/index.ts';
import { hostileValues, placesIn, replaced, type Json, type Place } from '../support/hostile-answers.ts';
import { syncConfig } from './memory-world.ts';
import { aClone, serviceWorld } from './service-world.ts';
import type { Clone, ServiceWorld } from './service-world.ts';

interface Lie {
  readonly operation: string;
  readonly place: Place;
  readonly by: Json | undefined;
}

/** A service of two spaces that carries out what is sent to it, and may lie in its answer about one of them. */
describe('a service that answers badly to what is sent for one space', () => {
  let world: ServiceWorld;
  let good = '';
  let bad = '';
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-hostile-writes-'));
  /** Of each operation that writes, or looks what became of it, an honest answer. */
  const seen = new Map<string, Json>();
  let lie: Lie | null = null;
  let said = 0;
  let edits = 0;

  beforeAll(() => {
    world = serviceWorld();
    for (const name of ['good', 'bad']) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'README.md'), `# ${name}\n\nWelcome.\n`);
      writeFileSync(join(folder, name, 'SUMMARY.md'), '# Table of contents\n\n* [Home](README.md)\n');
      const [space] = world.seed(join(folder, name)).spaces;
      if (name === 'good') good = space!.id;
      else bad = space!.id;
    }
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await world.close();
  });

  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    const response = await world.transport.send(request);
    const { pathname } = new URL(request.url);
    const operation = findOperation(request.method, pathname)?.id;
    const isJson = (response.headers['content-type'] ?? '').includes('json') && response.status < 300;
    if (!isJson || operation === undefined || request.method === 'GET' || !pathname.includes(bad))
      return response;
    const value = JSON.parse(new TextDecoder().decode(response.body)) as Json;
    if (!seen.has(operation)) seen.set(operation, value);
    if (lie?.operation !== operation) return response;
    said += 1;
    const put = replaced(value, lie.place, lie.by);
    return { ...response, body: new TextEncoder().encode(put === undefined ? '' : JSON.stringify(put)) };
  };
  const newRemote = (): Remote =>
    remoteThrough(
      createClient({
        transport: { send: answer, close: () => Promise.resolve() },
        baseUrl: 'http://docs.test',
        token: world.service.tokens.admin,
        clock: realClock,
        random: seededRandom(3),
        retry: { attempts: 1 },
      }),
      { requests: () => 0 },
    );
  const spaces = () => [
    { id: bad, path: 'bad' },
    { id: good, path: 'good' },
  ];
  const mirror = () =>
    ({ spaces: spaces(), changeRequests: 'none', metadata: false, comments: false }) as const;
  /** A clone that has mirrored both spaces, with a new edit in each. */
  const edited = async (): Promise<Clone> => {
    const here = await aClone(newRemote, syncConfig({ mirror: mirror() }));
    await here.sync.cycle();
    edits += 1;
    for (const name of ['good', 'bad'])
      appendFileSync(join(here.folder, name, 'README.md'), `\nEdit ${edits}.\n`);
    return here;
  };

  it('costs that space alone, and the edit is there once after an honest answer', async () => {
    const first = await edited();
    expect((await first.sync.cycle()).problems).toEqual([]);
    await first.remove();
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['createChangeRequest']));

    const outcomes = { refused: 0, taken: 0 };
    for (const lied of liesIn(seen)) {
      const label = `${lied.operation} ${lied.place.join('/')}: ${JSON.stringify(lied.by)?.slice(0, 40)}`;
      const here = await edited();
      try {
        [lie, said] = [lied, 0];
        const report = await here.sync.cycle().catch((error: unknown) => {
          throw new Error(`${label} ended the run: ${String(error)}`, { cause: error });
        });
        lie = null;
        expect(said, label).toBeGreaterThan(0);
        for (const problem of report.problems) expect(problem, label).toMatchObject({ space: bad });
        expect(
          report.problems.map(({ code }) => code),
          label,
        ).not.toContain('INTERNAL');
        const ofGood = report.proposals.find(({ space }) => space === good);
        expect(ofGood, label).toMatchObject({ state: 'proposed', number: expect.any(Number) as number });
        outcomes[report.problems.length > 0 ? 'refused' : 'taken'] += 1;

        const after = await here.sync.cycle();
        expect(after.problems, label).toEqual([]);
        expect(here.read('bad/README.md'), label).toContain(`Edit ${edits}.`);
        expect(await carrying(`Edit ${edits}.`), label).toBe(1);
      } finally {
        lie = null;
        await here.remove();
      }
    }
    expect(outcomes.refused).toBeGreaterThan(5);
  });

  /** Those that a vector before has looked at. */
  const looked = new Set<string>();
  /** How many new change requests of the bad space hold a text. */
  async function carrying(text: string): Promise<number> {
    const remote = newRemote();
    const all = [
      ...(await remote.changeRequests(bad, 'draft')),
      ...(await remote.changeRequests(bad, 'open')),
    ];
    let count = 0;
    for (const { id } of all.filter(({ id }) => !looked.has(id))) {
      looked.add(id);
      const content = await remote.content({ kind: 'change-request', space: bad, id });
      const page = content.pages[0];
      if (page === undefined) continue;
      const { markdown } = await remote.page({ kind: 'change-request', space: bad, id }, page.id);
      if (markdown.includes(text)) count += 1;
    }
    return count;
  }
});

/** Each costs a clone: values and places take turns, and those of identities come more often. */
function liesIn(answers: ReadonlyMap<string, Json>): Lie[] {
  return [...answers].flatMap(([operation, value]) =>
    placesIn(value).flatMap((place) => {
      const all = ['', 'id'].includes(place.join('/'));
      return hostileValues
        .filter((_, index) => (index + place.join('').length) % (all ? 4 : 29) === 0)
        .map(([, by]): Lie => ({ operation, place, by }));
    }),
  );
}
