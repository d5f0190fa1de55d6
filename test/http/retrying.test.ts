import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import {
  createFaultyTransport,
  createMemoryTransport,
  createRetryingTransport,
  randomFaults,
  waitOf,
} from '../../src/http/index.ts';
import type { Fault, HttpResponse } from '../../src/http/index.ts';

const ok: HttpResponse = { status: 200, headers: {}, body: new Uint8Array() };

/** Sends one request through faults that come one after the other, and lets the clock run until it ends. */
async function run(
  method: string,
  faults: readonly Fault[],
  options: { attempts?: number; longestWaitMs?: number } = {},
) {
  const clock = new ManualClock();
  let processed = 0;
  let tries = 0;
  const inner = createMemoryTransport(async () => {
    processed++;
    return ok;
  });
  const waits: number[] = [];
  const transport = createRetryingTransport(
    createFaultyTransport(
      inner,
      (_, index) => {
        tries++;
        return faults[index] ?? null;
      },
      { clock },
    ),
    {
      clock,
      random: { number: () => 0.5, bytes: () => new Uint8Array() },
      onRetry: ({ waitMs }) => waits.push(waitMs),
      ...options,
    },
  );
  const sent = transport.send({ method, url: 'http://memory.test/', headers: {} }).then(
    (response) => response.status,
    (error: { code: string }) => error.code,
  );
  await clock.advance(3_600_000);
  return { outcome: await sent, tries, processed, waits };
}

const status = (code: number, headers: Record<string, string> = {}): Fault => ({
  kind: 'answered',
  status: code,
  headers,
});

describe('reading', () => {
  test.each<[string, Fault]>([
    ['a refused connection', { kind: 'refused' }],
    ['a lost request', { kind: 'dropped-before' }],
    ['a lost answer', { kind: 'dropped-after' }],
    ['a 502', status(502)],
    ['a 429', status(429)],
  ])('is repeated after %s', async (_, fault) => {
    expect(await run('GET', [fault, fault])).toMatchObject({ outcome: 200, tries: 3 });
  });

  test.each([400, 401, 403, 404, 405, 501])('is not repeated after a %d', async (code) => {
    expect(await run('GET', [status(code)])).toMatchObject({ outcome: code, tries: 1 });
  });

  test('ends after the last try with what it met', async () => {
    const faults = Array.from({ length: 9 }, () => status(503));

    expect(await run('GET', faults, { attempts: 4 })).toMatchObject({ outcome: 503, tries: 4 });
  });

  test('waits with full jitter, twice as long each time', async () => {
    const faults = Array.from({ length: 4 }, () => status(500));

    expect((await run('GET', faults)).waits).toEqual([500, 1000, 2000, 4000]);
  });

  test('does not begin a wait that is longer than the caller allows', async () => {
    const fault = status(429, { 'retry-after': '120' });

    expect(await run('GET', [fault], { longestWaitMs: 60_000 })).toMatchObject({ outcome: 429, tries: 1 });
  });
});

describe('writing', () => {
  test.each<[string, Fault]>([
    ['a refused connection', { kind: 'refused' }],
    ['a 429', status(429)],
  ])('is repeated after %s, because nothing happened', async (_, fault) => {
    expect(await run('POST', [fault])).toMatchObject({ outcome: 200, tries: 2, processed: 1 });
  });

  test.each<[string, Fault, string | number]>([
    ['a lost request', { kind: 'dropped-before' }, 'NO_ANSWER'],
    ['a lost answer', { kind: 'dropped-after' }, 'NO_ANSWER'],
    ['a 503', status(503), 503],
  ])('is never repeated after %s', async (_, fault, outcome) => {
    expect(await run('POST', [fault])).toMatchObject({ outcome, tries: 1 });
  });

  test('is done at most once, whatever goes wrong', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const faults = randomFaults(seededRandom(seed), {
          refused: 0.2, droppedBefore: 0.1, droppedAfter: 0.1, truncated: 0.1, tooMany: 0.2, serverError: 0.1,
        }); // prettier-ignore
        const request = { method: 'POST', url: 'http://memory.test/', headers: {} };
        const drawn = Array.from({ length: 10 }, (_, index) => faults(request, index)).map(
          (fault) => fault ?? ({ kind: 'slow', ms: 0 } as const),
        );

        const { processed, outcome } = await run('POST', drawn);

        expect(processed).toBeLessThanOrEqual(1);
        if (outcome === 200) expect(processed).toBe(1);
      }),
      { numRuns: 100 },
    );
  });
});

test('a wait can be cancelled', async () => {
  const clock = new ManualClock();
  const stop = new AbortController();
  const transport = createRetryingTransport(
    createMemoryTransport(async () => ({ ...ok, status: 503 })),
    { clock, random: seededRandom(1) },
  );

  const sent = transport.send({
    method: 'GET',
    url: 'http://memory.test/',
    headers: {},
    signal: stop.signal,
  });
  const failure = expect(sent).rejects.toMatchObject({ code: 'CANCELLED' });
  await clock.advance(0);
  stop.abort();

  await failure;
});

describe('the wait that an answer asks for', () => {
  const now = Date.UTC(2026, 0, 1);
  const of = (headers: Record<string, string>, code = 429): number | null =>
    waitOf({ status: code, headers, body: new Uint8Array() }, now);

  test.each<[Record<string, string>, number | null]>([
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after': '0' }, 1000],
    [{ 'retry-after': '99999' }, 900_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, 60_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 1000],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '' }, null],
    [{ 'retry-after': '-1', 'x-ratelimit-reset': String(now / 1000 + 10) }, 10_000],
    [{ 'x-ratelimit-reset': String(now / 1000 - 10) }, 1000],
    [{ 'x-ratelimit-reset': 'never' }, null],
    [{}, null],
  ])('%j is %j ms', (headers, wait) => expect(of(headers)).toBe(wait));

  test('does not take the reset of a rate limit for the end of an outage', () => {
    expect(of({ 'x-ratelimit-reset': String(now / 1000 + 10) }, 503)).toBeNull();
  });
});
