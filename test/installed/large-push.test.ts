import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, readyOf, type Ready, type Running } from '../support/installed.ts';
import { watchingProxy, type WatchingProxy } from '../support/watching-proxy.ts';
import { ask } from './table/case.ts';

const pages = 60;
const perMinute = 120;
/**
 * The requests that the rate allows in 40 s: an edit that waits for at most this many requests of another space waits no longer.
 */
const mostBefore = (perMinute * 40) / 60;

describe('the installed daemon that pushes a large space', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-large-push-'));
  const at = (...path: string[]): string => join(folder, 'docs', ...path);
  let service: Running;
  let daemon: Running;
  let proxy: WatchingProxy;
  let ready: Ready;

  beforeAll(async () => {
    const installed = await installedProgram();
    const seed = (name: string, titles: readonly string[]): void => {
      const space = join(folder, 'seed', name);
      mkdirSync(space, { recursive: true });
      const lines = titles.map((title) => `* [${title}](${title}.md)`);
      writeFileSync(join(space, 'SUMMARY.md'), `# Table of contents\n\n${lines.join('\n')}\n`);
      for (const title of titles) writeFileSync(join(space, `${title}.md`), `# ${title}\n\nText.\n`);
    };
    seed(
      'large',
      Array.from({ length: pages }, (_, index) => `page-${index}`),
    );
    seed('small', ['start']);
    const given = ['serve', '--json', '--port', '0', '--rate', String(perMinute), '--seed', 'seed'];
    service = installed.start(given, { cwd: folder });
    ready = await readyOf(service);
    proxy = await watchingProxy(ready.url);
    const spaces = ready.spaces.map(({ id, title }) => `{ id: ${id}, path: ${title.toLowerCase()} }`);
    writeFileSync(
      join(folder, 'sync.config.yaml'),
      `service: { url: "${proxy.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { spaces: [ ${spaces.join(', ')} ], metadata: false, changeRequests: none }
push: { debounce: 1s }
schedule: { interval: 1h }
http: { port: 0 }
`,
    );
    // Each token has its own limit, and the first mirror uses another token.
    const made = await ask(ready, 'POST', '/user/tokens', { label: 'The daemon' });
    const { token } = made.body as { token: string };
    const mirrored = await installed.run(['sync'], {
      cwd: folder,
      env: { TIDEMARK_TOKEN: ready.token ?? '' },
    });
    expect(mirrored).toMatchObject({ code: 0 });
    daemon = installed.start(['daemon', '--json'], { cwd: folder, env: { TIDEMARK_TOKEN: token } });
    const [, url = ''] = await daemon.until(/"listens":"(http:[^"]+)"/);
    while ((await fetch(`${url}/readyz`)).status !== 200) await pause(50);
  });
  afterAll(async () => {
    await Promise.all([daemon.end('SIGKILL'), service.end('SIGKILL')]);
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`sends an edit of another space before ${mostBefore} more requests, which ${perMinute} a minute allow in 40 s, and sends the large space with less than a request for each two pages`, async () => {
    const [large, small] = ready.spaces.map(({ id }) => id) as [string, string];
    const made = (space: string): number =>
      proxy.requests.indexOf(`POST /v1/spaces/${space}/change-requests`);
    const beginning = proxy.requests.length;
    for (const page of readdirSync(at('large')).filter((name) => name.startsWith('page-')))
      appendFileSync(at('large', page), '\nMore.\n');
    while (made(large) < 0) await pause(20);
    const savedAt = proxy.requests.length;
    appendFileSync(at('small', 'start.md'), '\nMore.\n');
    while (daemon.out.match(/change request proposed/g)?.length !== 2) await pause(50);
    const waited = made(small) - savedAt;
    // Later the mirror reads each page of the change request; when it does that is another matter.
    const sentAt = proxy.requests.findLastIndex(
      (what) => what.startsWith('POST') && what.includes(large) && what.includes('/content'),
    );
    const toSend = proxy.requests.slice(beginning, sentAt + 1).filter((what) => what.includes(large));

    const { body } = await ask(ready, 'GET', `/spaces/${large}/change-requests?status=draft`);
    const { items } = body as { items: { subject: string }[] };
    expect(items.map(({ subject }) => subject)).toEqual([expect.stringContaining(`and ${pages - 2} more`)]);
    expect(waited).toBeGreaterThanOrEqual(0);
    expect(waited).toBeLessThan(mostBefore);
    expect(sentAt).toBeGreaterThan(beginning);
    expect(toSend.length).toBeLessThan(pages / 2);
  });
});
