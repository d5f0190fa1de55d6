import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, type Installed } from '../support/installed.ts';

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
      const seed = join(installed.packageFolder, 'templates', 'sample', 'help');
      const service = installed.start(['serve', '--port', '0', '--seed', seed, '--json'], { cwd: folder });
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
});
