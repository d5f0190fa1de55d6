import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { auditWrites, createLog, createTracer, traceRequests, type Log } from '../../src/daemon/index.ts';
import type { HttpRequest, HttpTransport } from '../../src/http/port.ts';
import { aDaemon } from './support.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number; message?: string };
}

/** A collector, or a service, that keeps what it is sent. */
function receiver(answer: (request: HttpRequest) => number = () => 200): {
  transport: HttpTransport;
  requests: HttpRequest[];
  spans: () => SentSpan[];
} {
  const requests: HttpRequest[] = [];
  return {
    requests,
    transport: {
      send: async (request) => {
        requests.push(request);
        return { status: answer(request), headers: {}, body: new Uint8Array() };
      },
      close: () => Promise.resolve(),
    },
    spans: () =>
      requests.flatMap(({ body }) => {
        const sent = JSON.parse(Buffer.from(body ?? []).toString()) as {
          resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
        };
        return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
      }),
  };
}

function aTracer(clock: ManualClock, transport: HttpTransport, told: string[] = []) {
  return createTracer({
    ...{ endpoint: 'http://collector:4318/v1/traces', transport, clock },
    resource: { 'service.name': 'tidemark', 'service.version': '1.2.3' },
    onTrouble: (problem) => void told.push(problem),
  });
}

const signal = new AbortController().signal;

describe('a cycle', () => {
  it('has one id in its log lines, in a header of its requests, and in its trace', async () => {
    const clock = new ManualClock();
    const [collector, service] = [receiver(), receiver(({ url }) => (url.includes('bad') ? 404 : 200))];
    const tracer = aTracer(clock, collector.transport);
    const network = traceRequests(service.transport, { clock, random: seededRandom(9), tracer });
    const test = aDaemon({ clock, tracer });
    test.work.during = async () => {
      await clock.sleep(40);
      await network.send({
        method: 'GET',
        url: 'http://service/v1/spaces/s1Hn3KFjYLKPI2LxRmpr?x=1',
        headers: {},
      });
      await network.send({ method: 'GET', url: 'http://service/v1/bad', headers: {} });
    };
    await test.daemon.start();
    await clock.advance(10_000);
    const stopped = test.daemon.stop();
    await clock.advance(10_000);
    await stopped;

    const [first, second] = service.requests.map(({ headers }) => headers['traceparent'] ?? '');
    const [, cycle = '', span = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(first ?? '') ?? [];
    expect(second?.slice(3, 35)).toBe(cycle);
    expect(test.lines.find(({ msg }) => msg === 'nothing new')).toMatchObject({ cycle });
    const [one, other, root] = collector.spans().filter(({ traceId }) => traceId === cycle);
    expect(one).toMatchObject({ spanId: span, name: 'GET /v1/spaces/*', kind: 3, status: { code: 1 } });
    expect(other).toMatchObject({ name: 'GET /v1/bad', status: { code: 2, message: 'it answered 404' } });
    expect(root).toMatchObject({ name: 'all', kind: 1, status: { code: 1 } });
    expect([one?.parentSpanId, other?.parentSpanId]).toEqual([root?.spanId, root?.spanId]);
    expect(BigInt(root?.endTimeUnixNano ?? 0) - BigInt(root?.startTimeUnixNano ?? 0)).toBe(40_000_000n);
  });

  it('that fails says why in its trace', async () => {
    const clock = new ManualClock();
    const collector = receiver();
    const test = aDaemon({ clock, tracer: aTracer(clock, collector.transport) });
    test.work.down = new AppError('FORBIDDEN', 'The token may not read.');
    await test.daemon.start();
    await clock.advance(10_000);
    const stopped = test.daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(collector.spans()[0]?.status).toEqual({ code: 2, message: 'The token may not read.' });
  });
});

describe('the sender of traces', () => {
  const span = {
    ...{ traceId: '1'.repeat(32), spanId: '2'.repeat(16), name: 'look', kind: 'internal' as const },
    ...{ from: 1_000, to: 1_500, attributes: { reason: 'schedule', attempt: 1 } },
  };

  it('sends in batches, in the JSON form of OTLP', async () => {
    const clock = new ManualClock();
    const collector = receiver();
    const tracer = aTracer(clock, collector.transport);

    for (let at = 0; at < 3; at++) tracer.ended(span);
    await clock.advance(4_000);
    const early = collector.requests.length;
    await clock.advance(2_000);

    expect([early, collector.requests.length]).toEqual([0, 1]);
    expect(collector.requests[0]).toMatchObject({ method: 'POST', url: 'http://collector:4318/v1/traces' });
    expect(JSON.parse(Buffer.from(collector.requests[0]?.body ?? []).toString())).toMatchObject({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'tidemark' } }, {}] },
          scopeSpans: [
            {
              scope: { name: 'tidemark' },
              spans: [
                {
                  ...{ traceId: span.traceId, spanId: span.spanId, name: 'look', kind: 1 },
                  ...{ startTimeUnixNano: '1000000000', endTimeUnixNano: '1500000000', status: { code: 1 } },
                  attributes: [
                    { key: 'reason', value: { stringValue: 'schedule' } },
                    { key: 'attempt', value: { intValue: '1' } },
                  ],
                },
                {},
                {},
              ],
            },
          ],
        },
      ],
    });
  });

  it('hinders nothing when the collector is away, says so once, and keeps only so much', async () => {
    const clock = new ManualClock();
    const told: string[] = [];
    const collector = receiver(() => 503);
    const tracer = aTracer(clock, collector.transport, told);

    for (let at = 0; at < 5_000; at++) tracer.ended(span);
    await clock.advance(6_000);
    tracer.ended(span);
    await clock.advance(6_000);
    await tracer.close(signal);

    expect(told).toEqual(['it answered 503']);
    expect(collector.spans()).toHaveLength(2_001);
  });

  it('sends what is left when it is closed', async () => {
    const collector = receiver();
    const tracer = aTracer(new ManualClock(), collector.transport);
    tracer.ended(span);

    await tracer.close(signal);

    expect(collector.spans()).toHaveLength(1);
  });
});

describe('the audit log', () => {
  function audited(level: 'debug' | 'info' | 'error'): {
    network: HttpTransport;
    lines: Record<string, unknown>[];
    log: Log;
  } {
    const lines: Record<string, unknown>[] = [];
    const clock = new ManualClock();
    const log = createLog({
      ...{ clock, pretty: false, level },
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    const send: HttpTransport['send'] = ({ url }) =>
      url.includes('lost')
        ? Promise.reject(new AppError('NO_ANSWER', 'nobody there'))
        : Promise.resolve({ status: 201, headers: {}, body: new Uint8Array() });
    return { lines, log, network: auditWrites({ send, close: () => Promise.resolve() }, log) };
  }

  it('has each write with its outcome, whatever the level, and no reading', async () => {
    const { network, lines } = audited('error');
    const ask = (method: string, path: string): Promise<unknown> =>
      network
        .send({ method, url: `http://service/v1${path}?key=secret`, headers: {} })
        .catch(() => undefined);

    await ask('GET', '/spaces/1');
    await ask('POST', '/spaces/1/change-requests');
    await ask('PATCH', '/lost');

    expect(lines).toMatchObject([
      { audit: true, method: 'POST', path: '/v1/spaces/1/change-requests', status: 201, msg: 'write' },
      { audit: true, method: 'PATCH', path: '/v1/lost', code: 'NO_ANSWER', msg: 'write without an answer' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('has each write also when the level was changed after the start, as a configuration does', async () => {
    const { network, lines, log } = audited('info');
    log.level = 'warn';

    await network.send({ method: 'POST', url: 'http://service/v1/spaces/1/change-requests', headers: {} });

    expect(lines).toMatchObject([{ audit: true, msg: 'write' }]);
  });

  it('says which change request was archived or replaced, and why', async () => {
    const { clock, work, daemon, lines } = aDaemon();
    const of = { branch: 'main', space: 'id-api', path: 'api', url: null, edits: [], unsaid: [] };
    work.next = {
      proposals: [
        { ...of, state: 'archived', number: 7, subject: 'Fix the example' },
        { ...of, state: 'proposed', number: 9, replaces: 8, subject: 'Edit a' },
        { ...of, state: 'unchanged', number: null, replaces: 6, subject: '' },
      ],
    };
    await daemon.start();
    await clock.advance(100);
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    const replaced = 'change request archived: it had edits that are no longer local changes';
    expect(lines.filter(({ audit }) => audit === true).slice(0, 4)).toMatchObject([
      {
        ...{ level: 'info', space: 'api', number: 7, subject: 'Fix the example', branch: 'main' },
        msg: 'change request archived: its branch has no edits for it any more',
      },
      { number: 8, replacedBy: 9, msg: replaced },
      { number: 9, msg: 'change request proposed' },
      { number: 6, msg: replaced },
    ]);
  });

  it('says which edits of which commit made which change request', async () => {
    const { clock, work, daemon, lines } = aDaemon();
    const commit = 'c'.repeat(40);
    work.next = {
      branch: { name: 'main', state: 'up-to-date', from: commit, to: commit, conflicts: [] },
      proposals: [
        {
          ...{ branch: 'main', space: 'id-api', path: 'api', state: 'proposed', number: 7 },
          ...{ subject: 'Fix the example', url: null, unsaid: [] },
          edits: [{ path: 'api/README.md', change: 'edited' }] as never,
        },
      ],
    };
    await daemon.start();
    await clock.advance(100);
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(lines.find(({ audit }) => audit === true)).toMatchObject({
      ...{ space: 'api', number: 7, edits: ['api/README.md'], commit, branch: 'main' },
      msg: 'change request proposed',
    });
  });
});
