import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import { findOperation } from '../../src/contract/index.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/index.ts';
import { noAnswer, type Processed } from '../../src/http/failures.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import type { Remote } from '../../src/sync/index.ts';
import { hostileValues, placesIn, replaced, type Json, type Place } from '../support/hostile-answers.ts';
import { aClone, serviceWorld } from './service-world.ts';
import type { Clone, ServiceWorld } from './service-world.ts';
import { syncConfig } from './memory-world.ts';

/** A service of two spaces, of which one may lie in the answers to one operation. */
describe('a service that answers badly for one space', () => {
  let world: ServiceWorld;
  let good = '';
  let bad = '';
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-hostile-'));
  const seen = new Map<string, Json>();
  let lie: { operation: string; place: Place; by: Json | undefined } | null = null;
  /** In place of every answer about the bad space itself. */
  let refusal: number | null = null;
  /** In place of every answer about the bad space itself: none, of a service that took the request or was never reached. */
  let silence: Processed | null = null;

  beforeAll(() => {
    world = serviceWorld();
    for (const name of ['good', 'bad']) {
      mkdirSync(join(folder, name, '.gitbook/assets'), { recursive: true });
      writeFileSync(join(folder, name, 'README.md'), `# ${name}\n\nWelcome.\n`);
      writeFileSync(join(folder, name, 'more.md'), '# More\n\nText.\n');
      writeFileSync(join(folder, name, '.gitbook/assets/a.txt'), 'a file\n');
      writeFileSync(
        join(folder, name, 'SUMMARY.md'),
        '# Table of contents\n\n* [Home](README.md)\n* [More](more.md)\n',
      );
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
    const found = findOperation(request.method, pathname);
    const isJson = (response.headers['content-type'] ?? '').includes('json') && response.status === 200;
    if (!found || !isJson) return response;
    const value = JSON.parse(new TextDecoder().decode(response.body)) as Json;
    if (pathname.includes(bad)) {
      if (silence !== null && found.id === 'getSpaceById')
        throw noAnswer(request, silence, new Error('other side closed'));
      if (refusal !== null && found.id === 'getSpaceById') return { ...response, status: refusal };
      if (!seen.has(found.id)) seen.set(found.id, value);
      if (lie?.operation === found.id) {
        const put = replaced(value, lie.place, lie.by);
        return { ...response, body: new TextEncoder().encode(put === undefined ? '' : JSON.stringify(put)) };
      }
    }
    return response;
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
  const config = () =>
    syncConfig({
      mirror: {
        spaces: [
          { id: bad, path: 'bad' },
          { id: good, path: 'good' },
        ],
        changeRequests: 'open',
        metadata: false,
        comments: false,
      },
    });
  const clone = (): Promise<Clone> => aClone(newRemote, config());

  it(
    'costs that space alone, whatever the lie is and where it stands',
    { tags: ['long'], timeout: 300_000 },
    async () => {
      lie = null;
      const first = await clone();
      expect((await first.sync.cycle()).problems).toEqual([]);
      await first.remove();
      expect([...seen.keys()].sort()).toEqual(
        expect.arrayContaining(['getPageInRevisionById', 'getRevisionById', 'getSpaceById']),
      );

      const outcomes = { refused: 0, taken: 0 };
      for (const [operation, value] of [...seen]) {
        for (const place of placesIn(value)) {
          // Each lie at each place would take minutes: places take turns, and those of identities get all.
          const all = place.join('/') === 'id' || place.join('/') === 'pages/0';
          for (const [index, [name, by]] of hostileValues.entries()) {
            if (!all && (index + place.join('').length) % 10 !== 0) continue;
            lie = { operation, place, by };
            const label = `${operation} ${place.join('/')}: ${name}`;
            const here = await clone();
            try {
              const report = await here.sync.cycle().catch((error: unknown) => {
                throw new Error(`${label} ended the run: ${String(error)}`, { cause: error });
              });
              expect(here.read('good/more.md'), label).toContain('Text.');
              for (const problem of report.problems) expect(problem.space, label).toBe(bad);
              if (report.problems.length > 0) expect([3, 5], label).toContain(report.exitCode);
              outcomes[report.problems.length > 0 ? 'refused' : 'taken'] += 1;
            } finally {
              await here.remove();
            }
          }
        }
      }
      expect(outcomes.refused).toBeGreaterThan(20);
    },
  );

  it('costs that space alone when the service takes its requests and breaks off, and the run when nobody reaches it', async () => {
    lie = null;
    const here = await clone();
    try {
      silence = 'no';
      await expect(here.sync.cycle()).rejects.toMatchObject({ code: 'NO_ANSWER' });
      silence = 'unknown';
      const report = await here.sync.cycle();
      expect(here.read('good/more.md')).toContain('Text.');
      expect(report.problems.map(({ code, space }) => [code, space])).toEqual([['NO_ANSWER', bad]]);
    } finally {
      silence = null;
      await here.remove();
    }
  });

  it.each([302, 403, 410, 418])('costs that space alone when it is refused with %i', async (status) => {
    lie = null;
    refusal = status;
    const here = await clone();
    try {
      const report = await here.sync.cycle();
      expect(here.read('good/more.md')).toContain('Text.');
      expect(report.problems.map(({ space }) => space)).toEqual([bad]);
    } finally {
      refusal = null;
      await here.remove();
    }
  });

  it('[SYNC-4] deletes nothing that the mirror has of that space', async () => {
    lie = null;
    const here = await clone();
    await here.sync.cycle();
    for (const by of [null, [], [null], 'x']) {
      lie = { operation: 'getRevisionById', place: ['pages'], by };
      await (await here.reopen()).cycle();
      expect(here.read('bad/more.md')).toContain('Text.');
    }
    await here.remove();
  });

  it('says what, where, and whose fault it is', async () => {
    lie = { operation: 'getRevisionById', place: ['pages', 0, 'id'], by: '..' };
    const here = await clone();
    const { problems } = await here.sync.cycle();
    await here.remove();

    expect(problems).toMatchObject([
      {
        code: 'ANSWER_INVALID',
        space: bad,
        message: expect.stringMatching(
          /^The answer to getRevisionById .*\/pages\/0\/id is an identity that leads to another path$/,
        ),
        hint: expect.stringContaining('tell its operator'),
      },
    ]);
  });
});
