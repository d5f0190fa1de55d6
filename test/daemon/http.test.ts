import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Daemon, DaemonStatus } from '../../src/daemon/index.ts';
import type { Problem } from '../../src/sync/index.ts';
import { signHook } from '../../src/daemon/index.ts';
import { spacesBehind } from '../../src/daemon/status.ts';
import { aDaemon, serviceDown, type DaemonUnderTest } from './support.ts';

let running: DaemonUnderTest | undefined;
afterEach(async () => {
  const stopped = running?.daemon.stop();
  await running?.clock.advance(60_000);
  await stopped;
  running = undefined;
});

const http = { host: '127.0.0.1', port: 0 };
const secret = 'a-long-enough-secret';

async function start(): Promise<{ test: DaemonUnderTest; url: string; daemon: Daemon }> {
  const test = aDaemon({ http, hooks: [{ name: 'docs', secret, space: 'id-help' }] });
  running = test;
  await test.daemon.start();
  await test.clock.advance(10);
  return { test, url: test.daemon.url ?? '', daemon: test.daemon };
}

describe("the daemon's server", () => {
  it('is alive and ready after the first cycle', async () => {
    const { url } = await start();

    const [health, ready, version] = await Promise.all(
      ['healthz', 'readyz', 'version'].map((path) => fetch(`${url}/${path}`)),
    );

    expect([health?.status, await health?.text()]).toEqual([200, 'ok\n']);
    expect([ready?.status, await ready?.json()]).toEqual([200, { ready: true, reasons: [] }]);
    expect(await version?.json()).toEqual({ version: '1.2.3', node: process.versions.node });
  });

  it('is alive but not ready while the service is silent', async () => {
    const { test, url } = await start();
    test.work.down = serviceDown();
    await test.clock.advance(10 * 60_000);

    const [health, ready] = await Promise.all([fetch(`${url}/healthz`), fetch(`${url}/readyz`)]);

    expect(health.status).toBe(200);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      ready: false,
      reasons: [expect.stringMatching(/^The service has not answered since 2026-01-01T00:0/)],
      behind: { spaces: 3, of: 3, reasons: ['api, guides, help: NO_ANSWER, The service does not answer.'] },
    });
  });

  it('[SYNC-92] is ready while a person has to merge the branch with the git host, and says so', async () => {
    const { test, url } = await start();
    const apart: Problem = {
      ...{ code: 'EDIT_CONFLICT', message: 'refs/heads/main has gone different ways', hint: 'Merge them.' },
      from: 'git host',
    };
    test.work.next = { outcome: 'incomplete', problems: [apart] };
    await test.clock.advance(10 * 60_000);

    const ready = await fetch(`${url}/readyz`);

    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        ready: true,
        reasons: [],
        waits: ['EDIT_CONFLICT, refs/heads/main has gone different ways. Merge them.'],
      },
    ]);
  });

  it('is ready while some spaces are behind and others are not, and says how many, and why', async () => {
    const { test, url } = await start();
    const hint = 'Use a token that may read it.';
    let problems: Problem[] = [];
    const cycle = test.work.cycle.bind(test.work);
    test.work.cycle = async (options) => ({ ...(await cycle(options)), problems });
    const fail = (...ids: string[]): void => {
      problems = ids.map((space) => ({
        ...{ code: 'FORBIDDEN', message: 'the token may not read', hint, space },
      }));
      test.work.moved = ids;
    };
    const said = async (): Promise<[number, unknown]> => {
      const answer = await fetch(`${url}/readyz`);
      return [answer.status, await answer.json()];
    };
    fail('id-api', 'id-guides');
    await test.clock.advance(3 * 60_000);
    const some = await said();
    fail('id-api', 'id-guides', 'id-help');
    await test.clock.advance(3 * 60_000);

    const why = `FORBIDDEN, the token may not read. ${hint}`;
    expect(some).toEqual([
      200,
      { ready: true, reasons: [], behind: { spaces: 2, of: 3, reasons: [`api, guides: ${why}`] } },
    ]);
    expect(await said()).toEqual([
      503,
      {
        ...{ ready: false, reasons: ['All 3 spaces fail: FORBIDDEN, the token may not read.'] },
        behind: { spaces: 3, of: 3, reasons: [`api, guides, help: ${why}`] },
      },
    ]);
  });

  it('names a few spaces and a few problems, however many there are', () => {
    const line = (path: string, code: string | null): DaemonStatus['spaces'][number] =>
      ({
        ...{ path, state: 'failing' },
        problem: code === null ? null : { code, message: `${code} happened` },
      }) as DaemonStatus['spaces'][number];
    const many = Array.from({ length: 7 }, (_, at) => line(`s${at}`, 'TIMEOUT'));
    const others = ['A', 'B', 'C', 'D', 'E'].map((code) => line(code, code));

    expect(spacesBehind({ spaces: [...many, line('odd', null), ...others] })).toEqual({
      ...{ spaces: 13, of: 13 },
      reasons: [
        's0, s1, s2, s3, s4 and 2 more: TIMEOUT, TIMEOUT happened.',
        'odd: no reason is known.',
        ...['A', 'B', 'C'].map((code) => `${code}: ${code}, ${code} happened.`),
      ],
    });
  });

  it('tells its metrics by their names', async () => {
    const { url } = await start();

    const text = await (await fetch(`${url}/metrics`)).text();

    for (const line of [
      `tidemark_build_info{version="1.2.3",node="${process.versions.node}"} 1`,
      'tidemark_sync_runs_total{result="quiet"} 1',
      'tidemark_looks_total{result="failed"} 0',
      'tidemark_service_up 1',
      'tidemark_sync_duration_seconds_count 1',
      'tidemark_last_success_timestamp_seconds{space="guides"} 1767225600',
      'tidemark_conflicts 0',
      'tidemark_queue_jobs{state="running"} 0',
    ])
      expect(text.split('\n')).toContain(line);
    for (const name of ['api_requests_total', 'rate_limited_total', 'links_broken', 'hooks_total'])
      expect(text).toContain(`# TYPE tidemark_${name} `);
  });

  it('gives its status as JSON, and as a page to a browser', async () => {
    const { url } = await start();

    const status = (await (await fetch(`${url}/status`)).json()) as DaemonStatus;
    const page = await fetch(`${url}/status`, { headers: { accept: 'text/html,*/*' } });
    const html = await page.text();

    expect(status.spaces.map(({ path, state }) => [path, state])).toEqual([
      ['api', 'good'],
      ['guides', 'good'],
      ['help', 'good'],
    ]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('<h1 class="good">In service</h1>');
    expect(html).toContain('<th scope="row">GUIDES</th>');
  });

  it('escapes what strangers wrote', async () => {
    const { test, url } = await start();
    test.work.list.push({ id: 'x', title: '<script>alert(1)</script>', path: '"><img src=x>' });
    await test.clock.advance(70_000);

    const html = await (await fetch(url)).text();

    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;script&gt;');
  });

  it('answers to its own names only, so that no web page can read it through a name of its own', async () => {
    const { url } = await start();
    const { request } = await import('node:http');
    const ask = (host: string) =>
      new Promise<number>((resolve, reject) => {
        request(`${url}/status`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });

    expect(await Promise.all(['evil.example', 'localhost:9464', '127.0.0.1', '[::1]:9464'].map(ask))).toEqual(
      [421, 200, 200, 200],
    );
  });

  it('looks again when a signed webhook says so, once', async () => {
    const { test, url } = await start();
    const body = '{"event":"merged"}';
    const timestamp = String(Math.floor(test.clock.now() / 1_000));
    const headers = {
      'content-type': 'application/json',
      'x-tidemark-timestamp': timestamp,
      'x-tidemark-signature': signHook(secret, timestamp, Buffer.from(body)),
    };
    const send = (parts: RequestInit = {}, name = 'docs') =>
      fetch(`${url}/hooks/${name}`, { method: 'POST', headers, body, ...parts });

    const statuses = [
      (await send()).status,
      (await send()).status,
      (await send({ body: '{}' })).status,
      (await send({}, 'other')).status,
      (await send({ headers: {} })).status,
    ];
    await test.clock.advance(10);

    expect(statuses).toEqual([202, 409, 401, 401, 401]);
    const refusals = test.lines.filter(({ msg }) => msg === 'a webhook was refused');
    expect(refusals.map(({ hook, reason }) => [hook, reason])).toEqual([
      ['docs', 'replayed'],
      ['docs', 'forged'],
      [undefined, 'unknown'],
      ['docs', 'unsigned'],
    ]);
    expect(test.work.cycles).toEqual([null, ['id-help']]);
  });

  it('answers failures in the form of the interface, and says what there is', async () => {
    const { url } = await start();
    const failed = async (path: string, init: RequestInit = {}): Promise<unknown> => {
      const answer = await fetch(`${url}${path}`, init);
      return { status: answer.status, body: await answer.json() };
    };
    const large = { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) };

    expect(await failed('/nowhere')).toEqual({
      status: 404,
      body: { error: { code: 404, message: expect.stringContaining('/metrics') } },
    });
    expect(await failed('/status', { method: 'POST' })).toMatchObject({ status: 404 });
    expect(await failed('/hooks/docs', large)).toEqual({
      status: 413,
      body: { error: { code: 413, message: 'A webhook has at most 1048576 bytes.' } },
    });
  });

  it('says which address it could not take', async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    const second = aDaemon({ http: { host: '127.0.0.1', port } });

    await expect(second.daemon.start()).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `The daemon cannot listen on 127.0.0.1:${port}: another program does.`,
    });
  });

  it('says that an address is not of this machine, which nobody need try again', async () => {
    const { daemon } = aDaemon({ http: { host: '192.0.2.7', port: 0 } });

    await expect(daemon.start()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('moves to another address at a reload, and stays where it was when that one is taken', async () => {
    const { test, url } = await start();
    const other = aDaemon({ http });
    await other.daemon.start();
    await other.clock.advance(10);
    const taken = Number(new URL(other.daemon.url ?? '').port);

    test.configure({ http: { host: '127.0.0.1', port: taken } });
    await test.daemon.reload();
    const stayed = await fetch(`${url}/healthz`);
    const { configuration } = await test.daemon.status();
    const stopped = other.daemon.stop();
    await other.clock.advance(60_000);
    await stopped;

    expect(stayed.status).toBe(200);
    expect(configuration.refused).toContain(`127.0.0.1:${taken}`);
  });

  it('ends without waiting for a connection that asks nothing', { timeout: 20_000 }, async () => {
    const { test, url } = await start();
    const silent = connect(Number(new URL(url).port), '127.0.0.1');
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    // The server has seen that connection when it answers one that came later.
    await fetch(`${url}/healthz`);
    const closed = once(silent, 'close');
    const stopped = test.daemon.stop();
    await test.clock.advance(60_000);
    await stopped;
    await closed;
  });
});
