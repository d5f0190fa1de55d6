import { describe, expect, it } from 'vitest';

import { AppError } from '../../src/base/index.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../src/http/index.ts';
import { exitFor, fileExternalCache, type ExternalOptions } from '../../src/links/index.ts';
import { ManualClock, realRandom } from '../../src/clock/index.ts';
import { createMemoryQueue } from '../../src/queue/index.ts';
import { aClock, check } from './web.ts';

type Reply = (request: HttpRequest) => Partial<HttpResponse> | Promise<Partial<HttpResponse>>;

/** A web of one function, which records its requests. */
function aServer(reply: Reply): HttpTransport & { asked: HttpRequest[] } {
  const asked: HttpRequest[] = [];
  return {
    asked,
    send: async (request) => {
      asked.push(request);
      return { status: 200, headers: {}, body: new Uint8Array(), ...(await reply(request)) };
    },
    close: () => Promise.resolve(),
  };
}

const page = (text: string): Partial<HttpResponse> => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: new TextEncoder().encode(text),
});

const links = (...urls: string[]): string => urls.map((url) => `[x](${url})`).join(' ');

const messages = async (
  text: string,
  reply: Reply,
  more: Partial<ExternalOptions> = {},
): Promise<{ told: string[]; asked: HttpRequest[]; slept: number[] }> => {
  const transport = aServer(reply);
  const { report, slept } = await check(text, {}, { transport, ...more });
  return {
    told: report.findings.map(({ rule, message }) => `${rule} ${message}`),
    asked: transport.asked,
    slept,
  };
};

describe('anchors of pages outside', () => {
  const text = links(
    'https://a.test/#there',
    'https://a.test/#gone',
    'https://a.test/#%C3%BCber',
    'https://a.test/#prefixed',
    'https://a.test/#:~:text=x',
    'https://a.test/#L12-L20',
    'https://a.test/#/route',
  );
  const reply = (): Partial<HttpResponse> =>
    page('<h1 id="there">x</h1><a name=\'über\'></a><h2 id=user-content-prefixed>y</h2>');

  it('are looked for when asked, with one request to a page', async () => {
    const { told, asked } = await messages(text, reply, { anchors: true });

    expect(told).toEqual(['external-anchor https://a.test/ has no anchor #gone']);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET https://a.test/']);
    expect((await messages(text, reply)).told).toEqual([]);
  });

  it.each([
    ['is not HTML', () => ({ ...page('x'), headers: { 'content-type': 'text/plain' } })],
    ['has no ids, because a script makes it', () => page('<div class="app"></div><script></script>')],
    [
      'is too large to read',
      () => {
        throw new AppError('ANSWER_TOO_LARGE', 'too large');
      },
    ],
  ])('are not judged where the page %s', async (_what, answer) => {
    expect((await messages(text, answer, { anchors: true })).told).toEqual([]);
  });

  it('are remembered, and a page is read again for an anchor that was not looked for', async () => {
    const cache = fileExternalCache(null);
    const ask = async (url: string): Promise<[string[], number]> => {
      const kept = fileExternalCache(cache.print());
      const { told, asked } = await messages(links(url), reply, {
        anchors: true,
        cache: { get: (one) => kept.get(one), set: (result) => cache.set(result) },
      });
      return [told, asked.length];
    };
    const gone = ['external-anchor https://a.test/ has no anchor #gone'];

    expect(await ask('https://a.test/#gone')).toEqual([gone, 1]);
    expect(await ask('https://a.test/#gone')).toEqual([gone, 0]);
    expect(await ask('https://a.test/#there')).toEqual([[], 1]);
  });
});

describe('settings of hosts', () => {
  it('give each host its own timeout, tries and headers, and no other host its headers', async () => {
    const { asked } = await messages(
      links('https://docs.a.test/x', 'https://b.test/y'),
      ({ url }) => {
        if (url.includes('docs'))
          throw new AppError('REDIRECT_REFUSED', 'x', {
            data: { status: 302, location: 'https://b.test/z' },
          });
        return { status: 503 };
      },
      {
        settings: { tries: 1, timeoutMs: 5000 },
        hosts: [
          { host: '*.a.test', settings: { timeoutMs: 90_000, headers: { authorization: 'secret' } } },
          { host: 'docs.a.test', settings: { headers: { 'x-more': '1' } } },
        ],
      },
    );

    const seen = asked.map(({ url, timeoutMs, headers }) => [
      url,
      timeoutMs,
      headers['authorization'],
      headers['x-more'],
    ]);
    expect(seen).toContainEqual(['https://docs.a.test/x', 90_000, 'secret', '1']);
    // Both addresses of b.test: HEAD and GET once each, because one try was asked for.
    const others = seen.filter(([url]) => String(url).startsWith('https://b.test/'));
    expect(others).toHaveLength(4);
    expect(others.every(([, timeout, secret]) => timeout === 5000 && secret === undefined)).toBe(true);
  });

  it('let a host be asked several things at once, after its first answer, each in its time', async () => {
    let running = 0;
    const atOnce: number[] = [];
    const waiting: (() => void)[] = [];
    const done = messages(
      links(...[1, 2, 3, 4, 5].map((n) => `https://a.test/${n}`)),
      async () => {
        running += 1;
        atOnce.push(running);
        await new Promise<void>((resolve) => waiting.push(resolve));
        running -= 1;
        return {};
      },
      { settings: { concurrency: 3, intervalMs: 10 } },
    );
    const ticks = async (): Promise<void> => {
      for (let tick = 0; tick < 50; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await ticks();
    expect(atOnce).toEqual([1]);
    waiting.shift()?.();
    await ticks();
    expect(atOnce).toEqual([1, 1, 2, 3]);
    while (running > 0) {
      waiting.shift()?.();
      await ticks();
    }
    const { told, asked, slept } = await done;

    expect([told, asked.length]).toEqual([[], 5]);
    expect(slept.every((ms) => ms >= 10)).toBe(true);
  });

  it('say what statuses mean, one by one or by the hundred', async () => {
    const statuses = { '5xx': 'alive', '503': 'refused', '403': 'dead', '200': 'dead' } as const;
    const { told } = await messages(
      links(...[200, 403, 404, 500, 503, 999].map((status) => `https://s${status}.test/`)),
      ({ url }) => ({ status: Number(/s(\d+)/.exec(url)?.[1]) }),
      { statuses, settings: { tries: 1 } },
    );

    expect(told).toEqual([
      'external-dead https://s200.test/: answers 200',
      'external-dead https://s403.test/: answers 403',
      'external-dead https://s404.test/: answers 404',
      'external-refused https://s503.test/: answers 503: it is there, but not for us',
      'external-refused https://s999.test/: answers 999: it is there, but not for us',
    ]);
  });

  it('let private hosts be asked that are named, and no others', async () => {
    const text = links('http://intern.test/', 'http://intern2.test/', 'http://127.0.0.1:8080/x');
    const { told, asked } = await messages(text, () => ({}), { privateHosts: ['intern.test'] });

    expect(asked.map(({ url }) => url)).toEqual(['http://intern.test/']);
    expect(told).toEqual([
      'external-dead http://intern2.test/: its host has a private address, and is not asked',
      "local-address http://127.0.0.1:8080/x can be reached on the writer's machine or network only",
    ]);
  });

  it('make a level of error count as a dead address does', async () => {
    const { report } = await check(
      links('https://a.test/'),
      { 'https://a.test/': 403 },
      { levels: { 'external-refused': 'error' } },
    );

    expect([exitFor(report), exitFor(report, { failOnExternal: true })]).toEqual([0, 1]);
  });
});

describe('hosts that bear little', () => {
  it('get no requests for as long as they ask, also for their next address', async () => {
    let turn = 0;
    const { told, slept } = await messages(
      links('https://a.test/1', 'https://a.test/2'),
      () => ((turn += 1) === 1 ? { status: 429, headers: { 'retry-after': '30' } } : {}),
      { settings: { tries: 1 } },
    );

    expect(told).toHaveLength(1);
    expect(slept).toEqual([30_000]);
  });

  it('and ask us to wait get no requests, also from jobs under way', async () => {
    const clock = new ManualClock();
    const times: [string, number][] = [];
    const began = clock.now();
    const done = messages(
      links(...[1, 2, 3, 4].map((n) => `https://a.test/${n}`)),
      ({ url }) => {
        times.push([url.slice(-1), clock.now() - began]);
        return times.length === 2 ? { status: 429, headers: { 'retry-after': '30' } } : {};
      },
      {
        clock,
        openQueue: (work) => createMemoryQueue({ clock, random: realRandom, work, concurrency: 8 }),
        settings: { tries: 1, concurrency: 2, intervalMs: 1000 },
      },
    );
    await clock.advance(60_000);
    await done;

    expect(times.map(([page, at]) => [page, Math.floor(at / 1000)])).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 31],
      ['4', 32],
    ]);
  });

  it.each([
    ['want to be left alone for an hour', { 'retry-after': '3600' }, 1, 4],
    ['refuse one address after the other', {}, 3, 2],
  ])('and %s are asked no more, which is told once', async (_what, headers, asked, left) => {
    const { told, asked: requests } = await messages(
      links(...[1, 2, 3, 4, 5].map((n) => `https://a.test/${n}`)),
      () => ({ status: 429, headers }),
      { settings: { tries: 1 } },
    );

    expect(requests).toHaveLength(asked);
    expect(told).toHaveLength(asked);
    expect(told.at(-1)).toBe(
      `external-refused https://a.test/${asked}: answers 429: it is there, but not for us; ${left} more addresses of this host were not checked`,
    );
  });

  it('and hang behind redirects are asked twice, and not again for each address that leads to them', async () => {
    const { told, asked } = await messages(
      links('https://a.test/1', 'https://a.test/2', 'https://a.test/3'),
      ({ url }) => {
        if (url.includes('slow')) throw new AppError('TIMEOUT', 'no answer within 20 s');
        throw new AppError('REDIRECT_REFUSED', 'x', {
          data: { status: 301, location: 'https://slow.test/x' },
        });
      },
    );

    expect(asked.filter(({ url }) => url.includes('slow'))).toHaveLength(2);
    expect(told).toEqual([
      'external-dead https://a.test/1: no answer within 20 s',
      'external-dead https://a.test/2: slow.test gives no answer in time',
      'external-dead https://a.test/3: slow.test gives no answer in time',
    ]);
  });

  it('and hang later, while several addresses are under way, are given up', async () => {
    const { told } = await messages(
      links(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `https://a.test/${n}`)),
      ({ url }) => {
        if (url.endsWith('/1')) return {};
        throw new AppError('TIMEOUT', 'no answer within 20 s');
      },
      { settings: { concurrency: 3 } },
    );

    expect(told.map((each) => each.replace(/.*: /u, ''))).toEqual([
      'no answer within 20 s',
      'no answer within 20 s',
      expect.stringMatching(/^no answer within 20 s; [1-5] more addresses of this host were not checked$/u),
      ...told.slice(3).map(() => 'no answer within 20 s'),
    ]);
    expect(told.length).toBeLessThan(6);
  });
});

describe('what is asked', () => {
  it('is requested elsewhere where a remap says so, and reported by its own name', async () => {
    const { told, asked } = await messages(
      links('https://docs.test/a/b#c', 'https://docs.test/gone', 'https://other.test/'),
      ({ url }) => ({ status: url.endsWith('gone') ? 404 : 200 }),
      {
        remap: [{ from: 'https://docs.test/', to: 'http://localhost:8080/site/' }],
        privateHosts: ['localhost:8080'],
      },
    );

    expect([...new Set(asked.map(({ url }) => url))].sort()).toEqual([
      'http://localhost:8080/site/a/b',
      'http://localhost:8080/site/gone',
      'https://other.test/',
    ]);
    expect(told).toEqual([
      'external-dead https://docs.test/gone (asked as http://localhost:8080/site/gone): answers 404',
    ]);
  });

  it('leaves out what a comment in the page switches off, and what an entry does', async () => {
    const text =
      '[a](https://a.test/1)\n\n<!-- links-off -->\n[b](https://b.test/)\n<!-- links-on -->\n\n<!-- links-off-next-line external-dead -->\n[c](https://c.test/)\n\n<!-- links-off-next-line broken-page -->\n[d](https://d.test/)\n';
    const { asked } = await messages(text, () => ({}));

    expect(asked.map(({ url }) => url).sort()).toEqual(['https://a.test/1', 'https://d.test/']);
  });

  it('leaves out everything in code, of markdown and of HTML', async () => {
    const text =
      '`https://a.test/1` <code>https://a.test/2</code> <kbd>see https://a.test/3</kbd> <code>[link](https://b.test/)</code> https://c.test/\n\n```\nhttps://a.test/4\n```\n\n    https://a.test/5\n\n<pre><code>https://a.test/6 <a href="https://a.test/7">x</a></code></pre>\n\n{% code title="https://a.test/8" %}\n~~~\nhttps://a.test/9\n~~~\n{% endcode %}\n';
    const { asked } = await messages(text, () => ({}));

    expect(asked.map(({ url }) => url).sort()).toEqual(['https://b.test/', 'https://c.test/']);
  });
});

describe('copies of a web archive', () => {
  const archive = 'http://archive.test/available?url=';
  const answer = (url: string): Partial<HttpResponse> => ({
    body: new TextEncoder().encode(
      JSON.stringify({
        archived_snapshots: url.includes('lost')
          ? {}
          : {
              closest: {
                available: true,
                url: 'http://archive.test/web/2020/https://a.test/gone',
                status: '200',
              },
            },
      }),
    ),
  });
  const reply: Reply = ({ url }) =>
    url.startsWith(archive) ? answer(url) : { status: url.includes('ok') ? 200 : 404 };
  const text = links('https://a.test/gone?a=b&c', 'https://a.test/lost', 'https://a.test/ok');

  it('are suggested for dead addresses when that is wanted, never as certain, and asked for once', async () => {
    const transport = aServer(reply);
    const cache = fileExternalCache(null);
    const clock = aClock();
    const { report } = await check(text, {}, { transport, cache, clock, archive });

    expect(report.findings.map(({ suggestion }) => [suggestion?.target, suggestion?.safe])).toEqual([
      ['http://archive.test/web/2020/https://a.test/gone', false],
      [undefined, undefined],
    ]);
    expect(transport.asked.map(({ url }) => url).filter((url) => url.startsWith(archive))).toEqual([
      `${archive}https%3A%2F%2Fa.test%2Fgone%3Fa%3Db%26c`,
      `${archive}https%3A%2F%2Fa.test%2Flost`,
    ]);
    const again = aServer(reply);
    const second = await check(
      text,
      {},
      { transport: again, cache: fileExternalCache(cache.print()), clock, archive },
    );
    expect([again.asked, second.report.findings[0]?.suggestion?.reason]).toEqual([[], 'archived']);
    const unasked = aServer(reply);
    await check(text, {}, { transport: unasked });
    expect(unasked.asked.some(({ url }) => url.startsWith(archive))).toBe(false);
  });

  it.each([
    ['answers with an error', () => ({ status: 500 }), 'the web archive answers 500'],
    ['talks nonsense', () => ({ body: new TextEncoder().encode('{') }), 'the web archive could not be asked'],
  ])('fail nothing when the archive %s, which is told once', async (_what, broken, problem) => {
    const transport = aServer((request) => (request.url.startsWith(archive) ? broken() : { status: 404 }));
    const { report } = await check(text, {}, { transport, archive, settings: { tries: 1 } });

    expect(report.findings).toHaveLength(3);
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]).toContain(problem);
    expect(exitFor(report)).toBe(0);
  });
});

describe('kept results', () => {
  it('do not outlive the settings that they were found by', async () => {
    const clock = aClock();
    const cache = fileExternalCache(null);
    const text = links('https://a.test/', 'http://intern.test/');
    const ask = async (more: Partial<ExternalOptions>): Promise<number> => {
      const transport = aServer(() => ({ status: 403 }));
      await check(text, {}, { transport, clock, cache, settings: { tries: 1 }, ...more });
      return transport.asked.length;
    };

    expect(await ask({})).toBe(2);
    expect(await ask({})).toBe(0);
    expect(await ask({ statuses: { '403': 'alive' } })).toBe(2);
    expect(await ask({ statuses: { '403': 'alive' }, privateHosts: ['intern.test'] })).toBe(2);
  });
});
