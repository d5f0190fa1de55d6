import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../src/http/port.ts';
import { createRateBudgets, limitTransport, runInFlow, type RateBudgets } from '../../src/queue/index.ts';

const answer = (status: number, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers,
  body: new Uint8Array(),
});

function setUp(reply: (request: HttpRequest) => Promise<HttpResponse>) {
  const clock = new ManualClock();
  const sent: string[] = [];
  const inner: HttpTransport = {
    send: (request) => {
      sent.push(request.url);
      return reply(request);
    },
    close: () => Promise.resolve(),
  };
  const budgets = createRateBudgets({ clock, random: seededRandom(1) });
  return { clock, sent, budgets, transport: limitTransport(inner, { budgets }) };
}

const get = (url: string, token = 'Bearer one'): HttpRequest => ({
  method: 'GET',
  url,
  headers: { authorization: token },
});

describe('the limiting transport', () => {
  it('holds requests back for as long as the service asked, for that service and token alone', async () => {
    let status = 429;
    const { clock, sent, transport } = setUp(() =>
      Promise.resolve(answer(status, status === 429 ? { 'retry-after': '10' } : {})),
    );

    const first = await transport.send(get('http://a/1'));
    status = 200;
    const held = transport.send(get('http://a/2'));
    await clock.advance(9_000);
    await transport.send(get('http://a/3', 'Bearer two'));
    await transport.send(get('http://b/4'));
    const before = [...sent];
    await clock.advance(2_000);
    await held;

    expect(first.status).toBe(429);
    expect(before).toEqual(['http://a/1', 'http://a/3', 'http://b/4']);
    expect(sent.at(-1)).toBe('http://a/2');
  });

  it('counts requests for the flow that they are sent in', async () => {
    const gates: (() => void)[] = [];
    const { clock, sent, transport } = setUp(
      () => new Promise((resolve) => gates.push(() => resolve(answer(200)))),
    );
    const first = transport.send(get('http://a/first')); // alone, as the first one always is
    for (const index of [1, 2, 3]) {
      void runInFlow({ name: 'large', priority: 'space' }, () =>
        transport.send(get(`http://a/large/${index}`)),
      );
    }
    void runInFlow({ name: 'small', priority: 'space' }, () => transport.send(get('http://a/small')));
    void runInFlow({ name: 'me', priority: 'interactive' }, async () => {
      await Promise.resolve();
      await transport.send(get('http://a/person'));
    });
    await clock.advance(1);

    gates[0]?.();
    await first;
    await clock.advance(1);

    expect(sent).toEqual([
      'http://a/first',
      'http://a/person',
      'http://a/large/1',
      'http://a/small',
      'http://a/large/2',
      'http://a/large/3',
    ]);
  });

  it('gives up what waits in a flow that is to end', async () => {
    const { clock, sent, transport } = setUp(() => Promise.resolve(answer(429, { 'retry-after': '30' })));
    await transport.send(get('http://a/1'));
    const work = new AbortController();

    const held = runInFlow({ name: 'space', priority: 'space', signal: work.signal }, () =>
      transport.send(get('http://a/2')),
    ).catch((error: unknown) => error);
    await clock.advance(1_000);
    work.abort(new AppError('CANCELLED', 'the daemon stops'));

    expect(await held).toMatchObject({ code: 'CANCELLED' });
    expect(sent).toEqual(['http://a/1']);
  });

  it('hands failures on and gives the place back', async () => {
    const { budgets, transport } = setUp(() => Promise.reject(new AppError('TIMEOUT', 'too late')));

    const failure = await transport.send(get('http://a/1')).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: 'TIMEOUT' });
    expect(await onlySnapshot(budgets)).toMatchObject({
      inFlight: 0,
      totals: { answered: 0, refused: 0, failed: 1 },
    });
  });

  it('does not blame the service for what was cancelled here', async () => {
    const { budgets, transport } = setUp(() => Promise.reject(new AppError('CANCELLED', 'stopped')));

    await transport.send(get('http://a/1')).catch(() => undefined);

    expect(await onlySnapshot(budgets)).toMatchObject({ inFlight: 0, totals: { failed: 0 } });
  });
});

describe('the limiting transport and its surroundings', () => {
  it('has a budget for each token, and one for requests without any, and names no token', async () => {
    const names: string[] = [];
    const inner = createRateBudgets({ clock: new ManualClock(), random: seededRandom(1) });
    const budgets: RateBudgets = {
      ...inner,
      of: (origin, name) => (names.push(name), inner.of(origin, name)),
    };
    const transport = limitTransport(
      { send: () => Promise.resolve(answer(200)), close: () => Promise.resolve() },
      { budgets },
    );

    await transport.send(get('http://a/1', 'Bearer one'));
    await transport.send(get('http://a/1', 'Bearer two'));
    await transport.send(get('http://a/2', 'Bearer one'));
    await transport.send({ method: 'GET', url: 'http://a/1', headers: {} });

    expect(names[0]).toMatch(/^[0-9a-f]{16}$/u);
    expect(names).toEqual([names[0], names[1], names[0], 'anonymous']);
    expect(names[1]).not.toBe(names[0]);
  });

  it('sends requests without a flow for the flow that it was given, or else for spaces', async () => {
    const asked: unknown[] = [];
    const inner = createRateBudgets({ clock: new ManualClock(), random: seededRandom(1) });
    const budgets: RateBudgets = {
      ...inner,
      of: (...of) => {
        const budget = inner.of(...of);
        return { ...budget, acquire: (request) => (asked.push(request), budget.acquire(request)) };
      },
    };
    const wire: HttpTransport = { send: () => Promise.resolve(answer(200)), close: () => Promise.resolve() };

    await limitTransport(wire, { budgets }).send(get('http://a/1'));
    const flow = { name: 'command', priority: 'interactive' } as const;
    await limitTransport(wire, { budgets, flow }).send(get('http://a/1'));

    expect(asked).toEqual([
      { flow: '', priority: 'space', subject: 'GET http://a/1' },
      { flow: 'command', priority: 'interactive', subject: 'GET http://a/1' },
    ]);
  });

  it('lets a request be given up by its own signal rather than by that of its flow', async () => {
    const sent: HttpRequest[] = [];
    const budgets = createRateBudgets({ clock: new ManualClock(), random: seededRandom(1) });
    const transport = limitTransport(
      {
        send: (request) => (sent.push(request), Promise.resolve(answer(200))),
        close: () => Promise.resolve(),
      },
      { budgets },
    );
    const [own, ofFlow] = [new AbortController().signal, new AbortController().signal];

    await transport.send({ ...get('http://a/1'), signal: own });
    await runInFlow({ name: 'space', priority: 'space', signal: ofFlow }, async () => {
      await transport.send({ ...get('http://a/2'), signal: own });
      await transport.send(get('http://a/3'));
    });
    await transport.send(get('http://a/4'));

    expect(sent.map(({ signal }) => signal)).toEqual([own, own, ofFlow, undefined]);
    expect('signal' in sent[3]!).toBe(false);
  });

  it('counts a service that does not answer as failing', async () => {
    const { budgets, transport } = setUp(() => Promise.reject(new AppError('NO_ANSWER', 'nobody is there')));

    await transport.send(get('http://a/1')).catch(() => undefined);

    expect(await onlySnapshot(budgets)).toMatchObject({ totals: { failed: 1 } });
  });

  it('closes what it stands on', async () => {
    let closed = 0;
    const budgets = createRateBudgets({ clock: new ManualClock(), random: seededRandom(1) });
    const transport = limitTransport(
      { send: () => Promise.resolve(answer(200)), close: async () => void closed++ },
      { budgets },
    );
    await transport.close();

    expect(closed).toBe(1);
  });
});

async function onlySnapshot(budgets: RateBudgets): Promise<unknown> {
  const snapshots = await budgets.snapshots();
  expect(snapshots).toHaveLength(1);
  return snapshots[0];
}
