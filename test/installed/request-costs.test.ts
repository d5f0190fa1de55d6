import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstReadyOf, installedProgram, type Running } from '../support/installed.ts';
import { watchingProxy, type WatchingProxy } from '../support/watching-proxy.ts';

const spaces = 12;

/**
 * The requests of the installed daemon to a service, with pushes on and change requests mirrored, counted by a proxy between them.
 */
describe('what the installed daemon asks of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-costs-'));
  const config = join(folder, 'sync.config.yaml');
  let service: Running;
  let daemon: Running;
  let proxy: WatchingProxy;
  let url: string;

  beforeAll(async () => {
    for (let at = 0; at < spaces; at++) {
      const space = join(folder, 'seed', `space-${String(at).padStart(2, '0')}`);
      mkdirSync(space, { recursive: true });
      writeFileSync(join(space, 'README.md'), `# Space ${at}\n\nThe first page.\n`);
      writeFileSync(join(space, 'SUMMARY.md'), `# Table of contents\n\n* [Space ${at}](README.md)\n`);
    }
    const installed = await installedProgram();
    service = installed.start(['serve', '--port', '0', '--seed', 'seed', '--json'], { cwd: folder });
    const ready = await firstReadyOf(service);
    proxy = await watchingProxy(ready.url);
    writeFileSync(
      config,
      `service: { url: "${proxy.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { organization: ${ready.organization} }
push: { debounce: 100ms }
schedule: { interval: 250ms }
http: { port: 0 }
`,
    );
    daemon = installed.start(['daemon', '--json'], { cwd: folder, env: { TIDEMARK_TOKEN: ready.token } });
    [, url = ''] = await daemon.until(/"listens":"(http:[^"]+)"/);
  });
  afterAll(async () => {
    await Promise.all([daemon.end(), service.end()]);
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const looks = async (): Promise<number> => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(/^tidemark_looks_total\{result="ok"\} (\d+)$/m.exec(metrics)?.[1]);
  };
  const isMirrored = async (): Promise<boolean> => {
    const status = (await (await fetch(`${url}/status`)).json()) as { spaces: { state: string }[] };
    return status.spaces.length === spaces && status.spaces.every(({ state }) => state === 'good');
  };
  /** Resolves when nothing has been asked for a while. */
  const quiet = async (): Promise<void> => {
    for (let before = -1; proxy.requests.length !== before; await pause(700)) before = proxy.requests.length;
  };
  /** Resolves after a look of the schedule, which finds nothing new: the next look is then seconds away. */
  const nextLook = async (): Promise<void> => {
    const before = await looks();
    while ((await looks()) === before) await pause(50);
    await quiet();
  };
  /** Saves a page; returns the requests until they stop. */
  const save = async (space: string): Promise<string[]> => {
    const before = proxy.requests.length;
    appendFileSync(join(folder, 'docs', space, 'README.md'), '\nOne more line.\n');
    while (proxy.requests.length === before) await pause(50);
    await quiet();
    return proxy.requests.slice(before).map(inShort);
  };

  it('is one list in an interval in which nothing happens, also where everything is looked at again', async () => {
    while (!(await isMirrored())) await pause(100);
    const begun = await looks();
    // One round over all spaces more, which makes sure of what the first mirror brought.
    while ((await looks()) < begun + 12) await pause(100);
    const [from, before] = [await looks(), proxy.requests.length];
    // Every tenth interval brings a cycle over all spaces, and a check of the links.
    while ((await looks()) < from + 21) await pause(100);
    const asked = proxy.requests.slice(before);
    const counted = (await looks()) - from;

    expect([...new Set(asked.map(inShort))]).toEqual(['GET spaces of the organization']);
    // A look may be running when the counting begins or ends.
    expect(Math.abs(asked.length - counted)).toBeLessThanOrEqual(1);
  });

  it('is five requests from a save to its change request, mirrored and read back, and five for the next save', async () => {
    writeFileSync(config, readFileSync(config, 'utf8').replace('250ms', '8s'));
    daemon.process.kill('SIGHUP');
    await daemon.until(/configuration reloaded/);
    await quiet();
    await save('space-00'); // finds out what the service can do

    await nextLook();
    const first = await save('space-01');
    await nextLook();
    const later = await save('space-01');

    const write = 'POST content of a change request';
    const readBack = ['GET changes of a revision', 'GET page of a revision'];
    const mirrored = 'GET change requests';
    expect(first).toEqual(['POST change requests', write, ...readBack, mirrored]);
    // The change request may have been merged since the last look.
    expect(later).toEqual(['GET spaces of the organization', write, ...readBack, mirrored]);
  });

  it('is a change request for each space in which a page is saved at the same moment', async () => {
    const before = proxy.requests.length;
    for (const space of ['space-02', 'space-03', 'space-04'])
      appendFileSync(join(folder, 'docs', space, 'README.md'), '\nSaved with the others.\n');
    await daemon.until(/"space":"space-04","number":1,.*change request proposed/);
    await quiet();

    const made = proxy.requests.slice(before).map(inShort);
    expect(made.filter((each) => each === 'POST change requests')).toHaveLength(3);
  });
});

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/orgs\/[^/]+\/spaces$/, 'spaces of the organization'],
  [/^\/v1\/spaces\/[^/]+$/, 'space'],
  [/\/change-requests$/, 'change requests'],
  [/\/change-requests\/[^/]+$/, 'change request'],
  [/\/change-requests\/[^/]+\/content$/, 'content of a change request'],
  [/\/revisions\/[^/]+\/changes$/, 'changes of a revision'],
  [/\/revisions\/[^/]+\/page\/[^/]+$/, 'page of a revision'],
];

function inShort(request: string): string {
  const [method = '', path = ''] = request.split(' ');
  const { pathname } = new URL(path, 'http://service');
  return `${method} ${kinds.find(([pattern]) => pattern.test(pathname))?.[1] ?? pathname}`;
}
