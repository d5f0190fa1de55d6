import { describe, expect, it } from 'vitest';

import { AppError } from '../../src/base/index.ts';
import {
  checkLinks,
  createExternalCheck,
  exitFor,
  fileExternalCache,
  isPrivateAddress,
} from '../../src/links/index.ts';
import type { HttpTransport } from '../../src/http/index.ts';
import { realRandom } from '../../src/clock/index.ts';
import { createMemoryQueue } from '../../src/queue/index.ts';
import { aTree } from './repository.ts';
import { aClock, aWeb, check, dead } from './web.ts';

describe('addresses outside', () => {
  it('are asked once each, by HEAD, and by GET where HEAD is not understood', async () => {
    const { report, asked } = await check(
      '[a](https://a.test/x) [b](https://a.test/x#part) [c](https://b.test/)\n',
      { 'https://a.test/x': 200, 'https://b.test/': [405, 200] },
    );

    expect(report.findings).toEqual([]);
    expect(asked).toEqual(['HEAD https://a.test/x', 'HEAD https://b.test/', 'GET https://b.test/']);
  });

  it('that are gone or silent are reported, with their place, and fail a build only when asked to', async () => {
    const { report } = await check('x [a](https://a.test/gone) [b](https://dead.test/)\n', {
      'https://a.test/gone': 404,
      'https://dead.test/': dead,
    });

    expect(report.findings.map(({ rule, span, message }) => [rule, span?.column, message])).toEqual([
      ['external-dead', 7, 'https://a.test/gone: answers 404'],
      ['external-dead', 32, 'https://dead.test/: the connection was refused'],
    ]);
    expect(report.findings[0]?.excerpt).toBe('x [a](https://a.test/gone) [b](https://dead.test/)');
    expect([exitFor(report), exitFor(report, { failOnExternal: true })]).toEqual([0, 1]);
  });

  it('that redirect are reported with their end; a change of scheme or slash is not a redirect', async () => {
    const { report } = await check('[a](https://a.test/old) [b](http://b.test/x) [c](https://loop.test/)\n', {
      'https://a.test/old': '→ /new',
      'https://a.test/new': 200,
      'http://b.test/x': '→ https://www.b.test/x/',
      'https://www.b.test/x/': 200,
      'https://loop.test/': '→ https://loop.test/',
    });

    expect(report.findings.map(({ rule, message }) => [rule, message])).toEqual([
      ['redirected', 'https://a.test/old leads to https://a.test/new'],
      ['external-dead', 'https://loop.test/: redirects more than 20 times'],
    ]);
  });

  it('are followed through twenty redirects, as browsers follow them, and not further', async () => {
    const chain = (length: number): Record<string, string | number> => ({
      'https://a.test/0': 200,
      ...Object.fromEntries(
        Array.from({ length }, (_, at) => [`https://a.test/${at + 1}`, `→ https://a.test/${at}`]),
      ),
    });
    const { report } = await check('[a](https://a.test/20) [b](https://a.test/21)\n', chain(21));

    expect(report.findings.map(({ rule, message }) => [rule, message])).toEqual([
      ['redirected', 'https://a.test/20 leads to https://a.test/0'],
      ['external-dead', 'https://a.test/21: redirects more than 20 times'],
    ]);
  });

  it('that are private are never asked, whatever way leads there', async () => {
    const { report, asked } = await check(
      '[a](https://intern.test/) [b](https://a.test/) [c](http://[fd00::1]/) [d](https://user:word@a.test/y)\n',
      { 'https://a.test/': '→ http://169.254.169.254/latest' },
    );

    expect(asked).toEqual(['HEAD https://a.test/']);
    expect(
      report.findings
        .filter(({ rule }) => rule === 'external-dead')
        .map(({ message }) => message.replace(/^\S+ /u, '')),
    ).toEqual([
      'its host has a private address, and is not asked',
      'it is a private address, and is not asked',
      'it holds a name or password, and is not asked',
    ]);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00:ec2::254',
    'fe80::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'no address',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it('that fail for a moment are asked again, later each time', async () => {
    const { report, slept } = await check('[a](https://a.test/)\n', {
      'https://a.test/': [503, 503, dead, 503, 200],
    });

    expect(report.findings).toEqual([]);
    expect(slept).toEqual([1000, 2000]);
  });

  const hung = new AppError('TIMEOUT', 'no answer within 20 s');

  it('of a host that is away are given up after three; other hosts continue, and the check is incomplete', async () => {
    const all = [1, 2, 3, 4, 5, 6];
    const text = all.map((n) => `[x](https://slow.test/${n})`).join(' ');
    const { report, asked } = await check(
      `${text} [again](https://slow.test/6#a) [y](https://fast.test/)\n`,
      {
        ...Object.fromEntries(all.map((n) => [`https://slow.test/${n}`, hung])),
        'https://fast.test/': 200,
      },
    );

    expect(asked.filter((each) => each.includes('slow'))).toEqual(
      [1, 2, 3].flatMap((n) => [`HEAD https://slow.test/${n}`, `GET https://slow.test/${n}`]),
    );
    expect(asked).toContain('HEAD https://fast.test/');
    expect(report.findings.map(({ message }) => message)).toEqual([
      'https://slow.test/1: no answer within 20 s',
      'https://slow.test/2: no answer within 20 s',
      'https://slow.test/3: no answer within 20 s; 3 more addresses of this host were not checked',
    ]);
    expect(report.problems).toEqual([
      'slow.test gives no answer in time: 3 more addresses of this host were not checked',
    ]);
    expect(report.counts.unchecked).toBe(4);
    expect(exitFor(report)).toBe(0);
    expect(exitFor({ ...report, findings: [] }, { failOnExternal: true })).toBe(3);
  });

  it('of a host with a slow page are all asked', async () => {
    const { report } = await check(
      '[a](https://a.test/slow) [b](https://a.test/gone) [c](https://b.test/) [d](https://c.test/)\n',
      {
        'https://a.test/slow': hung,
        'https://b.test/': '→ https://a.test/slow',
        'https://c.test/': '→ https://a.test/there',
        'https://a.test/there': 200,
      },
    );

    expect(report.findings.map(({ rule, message }) => [rule, message])).toEqual([
      ['external-dead', 'https://a.test/slow: no answer within 20 s'],
      ['external-dead', 'https://a.test/gone: answers 404'],
      ['external-dead', expect.stringMatching(/^https:\/\/b\.test\/: /u)],
      ['redirected', 'https://c.test/ leads to https://a.test/there'],
    ]);
    expect([report.problems, report.counts.unchecked]).toEqual([[], 0]);
  });

  it('of a host that is slow now and then are given up after ten slow ones', async () => {
    const all = Array.from({ length: 40 }, (_, n) => `https://a.test/${n}`);
    const { report } = await check(
      all.map((url) => `[x](${url})`).join(' '),
      Object.fromEntries(all.map((url, n) => [url, n % 2 === 0 ? hung : 200])),
    );

    expect(report.findings).toHaveLength(10);
    expect(report.counts.unchecked).toBe(21);
  });

  it('that refuse us are reported as refused, and we wait as long as they ask', async () => {
    const many = { status: 429, headers: { 'retry-after': '7' }, body: new Uint8Array() };
    let turn = 0;
    const transport: HttpTransport = {
      send: ({ url }) => {
        if (url.includes('busy')) return Promise.resolve((turn += 1) < 3 ? many : { ...many, status: 200 });
        if (url.includes('never')) return Promise.resolve({ ...many, headers: { 'retry-after': '3600' } });
        return Promise.resolve({ ...many, status: 999, headers: {} });
      },
      close: () => Promise.resolve(),
    };
    const { report, slept } = await check(
      '[a](https://busy.test/) [b](https://never.test/) [c](https://shy.test/)\n',
      {},
      { transport },
    );

    expect(slept).toEqual([7000, 7000]);
    expect(report.findings.map(({ rule, level, message }) => [rule, level, message])).toEqual([
      ['external-refused', 'note', 'https://never.test/: answers 429: it is there, but not for us'],
      ['external-refused', 'note', 'https://shy.test/: answers 999: it is there, but not for us'],
    ]);
    expect(exitFor(report, { failOnExternal: true })).toBe(0);
  });

  it('that are ignored are never asked, and no ignore is called stale for what was not checked', async () => {
    const text = '[a](https://a.test/x) [b](https://b.test/)\n';
    const ignore = [
      'https://a.test/**',
      'https://gone.test/**',
      'rule:external-dead',
      'rule:unused-file',
      'rule:service-broken',
      'rule:external-anchor',
      'nothing.md',
    ];
    const transport = aWeb({ 'https://b.test/': 200 });
    const clock = aClock();
    const external = createExternalCheck({
      transport,
      clock,
      openQueue: (work) => createMemoryQueue({ clock, random: realRandom, work, concurrency: 8 }),
      lookup: () => Promise.resolve(['93.184.216.34']),
    });
    const files = { tree: aTree({ 'README.md': text }), spaces: [{ path: '' }] };
    const asking = await checkLinks({
      ...files,
      external,
      ignore: ignore.filter((each) => !each.startsWith('rule:')),
    });
    const silent = await checkLinks({ ...files, ignore });

    expect(transport.asked).toEqual(['HEAD https://b.test/']);
    expect(asking.staleIgnores).toEqual(['https://gone.test/**', 'nothing.md']);
    expect(silent.staleIgnores).toEqual(['nothing.md']);
  });

  it('of one host wait for each other', async () => {
    const { slept } = await check(
      '[a](https://a.test/1) [b](https://a.test/2) [c](https://a.test/3)\n',
      { 'https://a.test/1': 200, 'https://a.test/2': 200, 'https://a.test/3': 200 },
      { settings: { intervalMs: 400 } },
    );

    expect(slept).toEqual([400, 400]);
  });

  it('of several hosts are asked side by side, each host one thing at a time', async () => {
    const running = new Map<string, number>();
    let together = 0;
    let sameHost = 0;
    const answers: [() => void][] = [];
    const transport: HttpTransport = {
      send: async ({ url }) => {
        const host = new URL(url).host;
        running.set(host, (running.get(host) ?? 0) + 1);
        sameHost = Math.max(sameHost, running.get(host) ?? 0);
        together = Math.max(
          together,
          [...running.values()].reduce((one, other) => one + other, 0),
        );
        await new Promise<void>((resolve) => answers.push([resolve]));
        running.set(host, (running.get(host) ?? 1) - 1);
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
      close: () => Promise.resolve(),
    };
    const text = ['a', 'b', 'c'].flatMap((host) => [1, 2, 3].map((n) => `[x](https://${host}.test/${n})`));
    const done = check(text.join(' '), {}, { transport });
    while (answers.length > 0 || together === 0 || [...running.values()].some((count) => count > 0)) {
      await new Promise((resolve) => setImmediate(resolve));
      answers.shift()?.[0]();
    }
    const { report } = await done;

    expect([report.findings, report.problems]).toEqual([[], []]);
    expect([together, sameHost]).toEqual([3, 1]);
  });

  it('that nobody wants any more end the check', async () => {
    const stop = new AbortController();
    stop.abort();

    await expect(
      check(
        '[a](https://a.test/)\n',
        { 'https://a.test/': new AppError('CANCELLED', 'stopped') },
        { signal: stop.signal },
      ),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('are remembered in a file, good ones for long and bad ones for short', async () => {
    const clock = aClock();
    const cache = fileExternalCache(null);
    const first = await check(
      '[a](https://a.test/) [b](https://b.test/)\n',
      { 'https://a.test/': 200, 'https://b.test/': 410 },
      { clock, cache, maxAgeMs: 10_000 },
    );
    const kept = fileExternalCache(cache.print());
    const second = await check(
      '[a](https://a.test/) [b](https://b.test/)\n',
      {},
      { clock, cache: kept, maxAgeMs: 10_000 },
    );
    await clock.sleep(2000);
    const third = await check(
      '[a](https://a.test/) [b](https://b.test/)\n',
      { 'https://b.test/': 200 },
      { clock, cache: kept, maxAgeMs: 10_000 },
    );

    expect([first.asked.length > 2, second.asked, third.asked]).toEqual([true, [], ['HEAD https://b.test/']]);
    expect(second.report.findings.map(({ message }) => message)).toEqual(['https://b.test/: answers 410']);
    expect(fileExternalCache('{broken').get('https://a.test/')).toBeNull();
  });

  it('that could not be checked are reported, and make the result incomplete when they count', async () => {
    const { report } = await check('[a](https://a.test/)\n', {
      'https://a.test/': new AppError('FILE_SYSTEM', 'no more sockets'),
    });

    expect(report.problems).toEqual(['https://a.test/ could not be checked: no more sockets']);
    expect([exitFor(report), exitFor(report, { failOnExternal: true })]).toEqual([0, 3]);
    expect(exitFor({ ...report, problems: [...report.problems, 'a space could not be read'] })).toBe(3);
  });

  it.each([
    ['ENOTFOUND', 'dead'],
    ['EAI_AGAIN', 'unknown'],
  ])('whose host the name service answers with %s are %s', async (code, state) => {
    const lookup = (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
    const { report } = await check('[a](https://a.test/)\n', {}, { lookup });

    expect(report.findings).toHaveLength(state === 'dead' ? 1 : 0);
    expect(report.problems).toHaveLength(state === 'dead' ? 0 : 1);
  });

  it('whose host no name service here knows are asked where a proxy looks names up', async () => {
    const lookup = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }));
    const isProxied = ({ hostname }: URL): boolean => hostname === 'a.test';
    const web = { 'https://a.test/': 200, 'https://b.test/': 200 };
    const { report } = await check('[a](https://a.test/) [b](https://b.test/)\n', web, { lookup, isProxied });

    expect(report.findings.map(({ target }) => target)).toEqual(['https://b.test/']);
  });
});
