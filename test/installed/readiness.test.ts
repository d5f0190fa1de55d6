import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, type Installed, type Running } from '../support/installed.ts';
import { freePort } from './table/case.ts';

const sample = ({ packageFolder }: Installed): string => join(packageFolder, 'templates', 'sample', 'help');

describe('the installed daemon', () => {
  let installed: Installed;
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-readiness-'));
  beforeAll(async () => {
    installed = await installedProgram();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'is ready, then not when its service was killed, and says why, once in its log',
    { tags: ['long'] },
    async () => {
      const service = installed.start(['serve', '--port', '0', '--seed', sample(installed), '--json'], {
        cwd: folder,
      });
      const [line] = await service.until(/^\{"event":"ready".*\}$/m);
      const { url: address, token, organization } = JSON.parse(line) as Record<string, string>;
      writeFileSync(
        join(folder, 'sync.config.yaml'),
        `service: { url: "${address}", token: "\${TIDEMARK_TOKEN}" }\nmirror: { organization: ${organization} }\nhttp: { port: 0 }\nschedule: { interval: 5s }\n`,
      );
      const daemon = installed.start(['daemon', '--json'], { cwd: folder, env: { TIDEMARK_TOKEN: token! } });
      const [, url = ''] = await daemon.until(/"url":"(http:[^"]+)"/);
      const readiness = async (): Promise<{ ready: boolean; reasons: string[] }> =>
        (await (await fetch(`${url}/readyz`)).json()) as { ready: boolean; reasons: string[] };
      const until = async (ready: boolean): Promise<string[]> => {
        for (;;) {
          const now = await readiness();
          if (now.ready === ready) return now.reasons;
          await pause(200);
        }
      };
      await until(true);

      await service.end('SIGKILL');
      const reasons = await until(false);

      expect(reasons).toEqual([
        expect.stringMatching(/^The service has given no good answer since \S+: NO_ANSWER, .*\.$/),
      ]);
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('tidemark_service_up 0');
      const log = (await daemon.end()).out;
      expect(log.match(/the service gives no good answer/g)).toHaveLength(1);
    },
  );

  it(
    'opens its port while the service is away that is to say what there is to mirror, names that, and goes on with it',
    { tags: ['long'] },
    async () => {
      const cwd = join(folder, 'late');
      mkdirSync(cwd);
      const port = String(await freePort());
      const serve = (): Running =>
        installed.start(['serve', '--port', port, '--data', 'data', '--seed', sample(installed), '--json'], {
          cwd,
        });
      const first = serve();
      const [line] = await first.until(/^\{"event":"ready".*\}$/m);
      const { url: address, token } = JSON.parse(line) as Record<string, string>;
      await first.end();
      writeFileSync(
        join(cwd, 'sync.config.yaml'),
        `service: { url: "${address}", token: "\${TIDEMARK_TOKEN}" }\nmirror: {}\nhttp: { port: 0 }\n`,
      );
      const daemon = installed.start(['daemon', '--json'], { cwd, env: { TIDEMARK_TOKEN: token! } });
      const [, url = ''] = await daemon.until(/"listens":"(http:[^"]+)"/);
      const alive = await fetch(`${url}/healthz`);
      const ready = await fetch(`${url}/readyz`);
      const reasons = ((await ready.json()) as { reasons: string[] }).reasons;
      const second = serve();
      await daemon.until(/"commits":[1-9]/);
      const { out, code } = await daemon.end();
      await second.end();

      expect([alive.status, ready.status]).toEqual([200, 503]);
      expect(reasons).toEqual([
        'The first look at the service is not done yet.',
        expect.stringMatching(/^The service has given no good answer since \S+: NO_ANSWER, .*[^.]\.$/),
      ]);
      expect(out.match(/^.*"level":"warn".*$/gm)).toEqual([
        expect.stringContaining('the daemon waits before it begins'),
      ]);
      expect(code).toBe(0);
    },
  );
});
