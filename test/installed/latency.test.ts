import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, readyOf, type Ready, type Running } from '../support/installed.ts';
import { troubledProxy, type TroubledProxy } from '../support/troubled-proxy.ts';
import { ask } from './table/case.ts';

const pages = 40;
/** How many pages of a space are read at once without limits. */
const atOnce = 16;

describe('the installed daemon whose service becomes slow', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-latency-'));
  let service: Running;
  let daemon: Running;
  let proxy: TroubledProxy;
  let ready: Ready;
  let url: string;

  beforeAll(async () => {
    const seed = join(folder, 'seed', 'guides');
    mkdirSync(seed, { recursive: true });
    writeFileSync(join(seed, 'README.md'), '# Guides\n\nText.\n');
    writeFileSync(join(seed, 'SUMMARY.md'), '# Table of contents\n\n* [Guides](README.md)\n');
    const installed = await installedProgram();
    service = installed.start(['serve', '--json', '--port', '0', '--seed', seed], { cwd: folder });
    ready = await readyOf(service);
    proxy = await troubledProxy(ready.url);
    writeFileSync(
      join(folder, 'sync.config.yaml'),
      `service: { url: "${proxy.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { spaces: [ { id: ${ready.spaces[0]!.id}, path: guides } ], metadata: false, changeRequests: none }
schedule: { interval: 300ms }
http: { port: 0 }
`,
    );
    daemon = installed.start(['daemon', '--json'], {
      cwd: folder,
      env: { TIDEMARK_TOKEN: ready.token ?? '' },
    });
    [, url = ''] = await daemon.until(/"listens":"(http:[^"]+)"/);
  });
  afterAll(async () => {
    await Promise.all([daemon.end('SIGKILL'), service.end('SIGKILL')]);
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Somebody adds many pages in the service; resolves when the mirror has them. */
  const addPages = async (name: string): Promise<void> => {
    const base = `/spaces/${ready.spaces[0]!.id}/change-requests`;
    const { id } = (await ask(ready, 'POST', base, { subject: name })).body as { id: string };
    const changes = Array.from({ length: pages }, (_, index) => ({
      ...{ type: 'insert_page', title: `${name} ${index}`, document: { markdown: 'Text.\n' } },
    }));
    expect((await ask(ready, 'POST', `${base}/${id}/content`, { changes })).status).toBeLessThan(300);
    expect((await ask(ready, 'POST', `${base}/${id}/merge`)).status).toBeLessThan(300);
    const last = join(folder, 'docs', 'guides', `${name}-${pages - 1}.md`);
    while (!existsSync(last)) await pause(50);
  };

  it(
    'reads as many pages at once as before, round after round, and says how late answers are',
    { tags: ['long'] },
    async () => {
      await addPages('quick');
      proxy.turn({ lateMs: 400 });
      for (const name of ['slow', 'slower']) await addPages(name);
      proxy.turn({ lateMs: 400 });
      await addPages('late');
      const { mostAtOnce } = proxy;
      const status = (await (await fetch(`${url}/status`)).json()) as {
        budgets: { concurrency: number; latencyMs: number; waitedMs: Record<string, number> }[];
      };
      const [budget] = status.budgets;

      expect(mostAtOnce).toBeGreaterThanOrEqual(atOnce);
      expect(budget?.concurrency).toBeGreaterThanOrEqual(atOnce);
      expect(budget?.latencyMs).toBeGreaterThan(100);
      expect(budget?.waitedMs).toMatchObject({ refused: 0, failing: 0, limit: 0 });
    },
  );
});
