import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock } from '../../src/clock/index.ts';
import { connect } from '../../src/cli/connect.ts';
import { parseConfig } from '../../src/cli/config/parse.ts';
import type { World } from '../../src/cli/world.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/port.ts';
import { testWorld } from '../support/world.ts';

const url = 'http://127.0.0.1:1';

const answerOf = (status: number, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from('{"items":[]}'),
});

const refusal = answerOf(429, { 'retry-after': '600' });

/** A command's connection to a service that a function plays. */
async function connected(
  answer: (request: HttpRequest) => Promise<HttpResponse> | HttpResponse,
  over: Partial<World> = {},
) {
  const clock = new ManualClock();
  const stopping = new AbortController();
  const transport = { send: async (request: HttpRequest) => answer(request), close: async () => {} };
  const plain = testWorld({ clock, stop: stopping.signal, ...over });
  const world = { ...plain, ports: { ...plain.ports, transport: async () => transport } };
  const env = { TIDEMARK_TOKEN: 'tdm_1', TIDEMARK_SERVICE_URL: url };
  const { client } = await connect(world, parseConfig({ text: '', file: 'sync.config.yaml', env }));
  return { clock, client, stderr: plain.stderr, stop: () => stopping.abort('SIGTERM') };
}

/** A promise, once time has gone by for it. */
async function after(clock: ManualClock, ms: number, promise: Promise<unknown>): Promise<unknown> {
  let result: unknown = 'waits';
  promise.then(
    (value) => (result = value),
    (error: unknown) => (result = error),
  );
  await clock.advance(ms);
  return result;
}

const ask = (client: Awaited<ReturnType<typeof connected>>['client']) =>
  client.listOrganizationsForAuthenticatedUser();

describe('a stopped command', () => {
  it('ends a request that waits for the rate limit at once', async () => {
    const { clock, client, stop } = await connected(() => refusal);
    const asked = Promise.allSettled([ask(client), ask(client)]);
    await clock.advance(10_000);
    stop();

    const stopped = { status: 'rejected', reason: 'SIGTERM' };
    expect(await after(clock, 100, asked)).toEqual([stopped, stopped]);
  });

  it('ends a request that waits for its next try at once', async () => {
    const { clock, client, stop } = await connected(() => answerOf(503, { 'retry-after': '600' }));
    const asked = ask(client);
    await clock.advance(10_000);
    stop();

    expect(await after(clock, 100, asked)).toBe('SIGTERM');
  });

  it('gives a request under way a second for its answer', async () => {
    const { clock, client, stop } = await connected(
      ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('cut')))),
    );
    const asked = ask(client);
    await clock.advance(10_000);
    stop();

    expect(await after(clock, 900, asked)).toBe('waits');
    expect(await after(clock, 200, asked)).toBe('SIGTERM');
  });

  it('may still ask for a second, and not after that', async () => {
    const { clock, client, stop } = await connected(() => answerOf(200));
    stop();

    expect(await after(clock, 100, ask(client))).toEqual({ items: [] });
    await clock.advance(1_000);
    expect(await after(clock, 100, ask(client))).toBe('SIGTERM');
  });
});

describe('a command whose service has gone', () => {
  const gone = (): never => {
    throw new AppError('NO_ANSWER', 'GET x got no answer', { data: { processed: 'no' } });
  };

  it('fails with all that wait, once the tries of one request are used up', async () => {
    let isThere = true;
    const { clock, client } = await connected(() => (isThere ? answerOf(200) : gone()));
    await ask(client);
    isThere = false;
    const asked = Array.from({ length: 40 }, (_, at) =>
      client.getSpaceById({ params: { spaceId: `space${at}` } }),
    );
    const results = Promise.all(asked.map((each) => each.catch((error: unknown) => error)));

    expect(await after(clock, 2 * 60_000, results)).toEqual(
      Array.from({ length: 40 }, () => expect.objectContaining({ code: 'NO_ANSWER' }) as unknown),
    );
    expect(await after(clock, 40_000, ask(client))).toMatchObject({ code: 'NO_ANSWER' });
  });

  it('goes on with the others when the tries of one request alone failed', async () => {
    let count = 0;
    const { clock, client } = await connected(() => ((count += 1) <= 5 ? gone() : answerOf(200)));

    expect(await after(clock, 90_000, ask(client))).toMatchObject({ code: 'NO_ANSWER' });
    expect(await after(clock, 40_000, ask(client))).toEqual({ items: [] });
  });

  it.each(['none', 'one of another request'])(
    'lets the next request wait when five tries of one request failed in a row, and before them %s',
    async (before) => {
      let failing = before === 'none' ? 0 : 1;
      const { clock, client } = await connected(() => ((failing -= 1) >= 0 ? gone() : answerOf(200)));
      if (failing > 0)
        await after(
          clock,
          40_000,
          client.getSpaceById({ params: { spaceId: 'other' } }).catch(() => undefined),
        );
      failing = 5;
      let next: Promise<unknown> | undefined;
      const failed = ask(client).catch((error: unknown) => {
        next = ask(client).catch((refused: unknown) => refused);
        return error;
      });

      expect(await after(clock, 90_000, failed)).toMatchObject({ code: 'NO_ANSWER' });
      expect(await after(clock, 40_000, next!)).toEqual({ items: [] });
    },
  );

  it('goes on when the service is there again', async () => {
    let isThere = false;
    const { clock, client } = await connected(() => (isThere ? answerOf(200) : gone()));
    await after(clock, 90_000, ask(client));
    isThere = true;
    await clock.advance(30_000);

    expect(await after(clock, 1_000, ask(client))).toEqual({ items: [] });
  });
});

describe('a long wait', () => {
  it('is told once on stderr, with its reason and its length', async () => {
    const { clock, client, stderr } = await connected(() => refusal);
    void ask(client).catch(() => undefined);
    void ask(client).catch(() => undefined);
    await clock.advance(60_000);

    expect(stderr.text).toBe('Waiting 10 min: the limit on requests of the service is used up.\n');
  });

  it('is told while a service keeps silent, once for each try', async () => {
    const { clock, client, stderr } = await connected(() => new Promise(() => undefined));
    void ask(client).catch(() => undefined);
    void ask(client).catch(() => undefined);
    await clock.advance(4_999);
    expect(stderr.text).toBe('');
    await clock.advance(25_000);

    expect(stderr.text).toBe('Waiting up to 25 s: the service has not answered a request yet.\n');
  });

  it('is not told of a request that was answered, however long the command goes on', async () => {
    const { clock, client, stderr } = await connected(() => answerOf(200));
    await after(clock, 1_000, ask(client));
    await clock.advance(60_000);

    expect(stderr.text).toBe('');
  });

  it('is not told when it is short', async () => {
    const { client, clock, stderr } = await connected(() => answerOf(429, { 'retry-after': '2' }));
    void ask(client).catch(() => undefined);
    await clock.advance(1_500);

    expect(stderr.text).toBe('');
  });
});
