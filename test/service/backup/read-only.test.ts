import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readOnlyHint } from '../../../src/base/index.ts';
import { ManualClock, realRandom } from '../../../src/clock/index.ts';
import { createService, keyFileIn, restore } from '../../../src/service/index.ts';
import { childArguments } from '../../git/child.ts';
import { temporaryFolder } from '../../git/native.ts';

const unshare = ['--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...unshare, 'true']).status === 0;
const mountReadOnly = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';

/** Runs the child while the data is on a read-only file system, for that process alone. */
function told(data: string, target: string): { made: unknown; site: unknown } {
  const script = fileURLToPath(new URL('read-only.child.ts', import.meta.url));
  const child = [process.execPath, ...childArguments(script, data), target];
  const out = execFileSync('unshare', [...unshare, 'sh', '-c', mountReadOnly, 'sh', data, ...child], {
    encoding: 'utf8',
  });
  return JSON.parse(out) as { made: unknown; site: unknown };
}

describe.runIf(canMount)('data on a read-only file system', () => {
  const start = (data: string): ReturnType<typeof createService> =>
    createService({ data, clock: new ManualClock(), random: realRandom });

  it('is backed up from where it is; a site that should go there is refused for that reason', async () => {
    const root = temporaryFolder('read-only-data');
    const [data, target] = [path.join(root, 'data'), path.join(root, 'backups')];
    mkdirSync(target);
    await start(data).close();

    const { made, site } = told(data, target);
    expect(made).toMatchObject({ spaces: 0 });
    expect(readdirSync(target)).toEqual(['one.backup']);
    expect(site).toMatchObject({
      code: 'FILE_SYSTEM',
      hint: `${readOnlyHint} Or name another folder with --out.`,
    });

    const restored = path.join(root, 'restored');
    mkdirSync(restored);
    copyFileSync(keyFileIn(data), keyFileIn(restored));
    restore(path.join(target, 'one.backup'), restored);
    await start(restored).close();
  });

  it('has writes in its backup that were only in the log of a service that was killed', async () => {
    const root = temporaryFolder('read-only-log');
    const [live, data, target] = ['live', 'data', 'backups'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(target);
    mkdirSync(data);
    const running = start(live);
    running.service.store.run(
      "INSERT INTO users (id, display_name, created_at) VALUES ('u1', 'A', '2026-01-01T00:00:00Z')",
    );
    for (const name of readdirSync(live).filter((each) => !each.endsWith('-shm')))
      copyFileSync(path.join(live, name), path.join(data, name));
    await running.close();

    expect(told(data, target).made).toMatchObject({ spaces: 0 });
    const restored = path.join(root, 'restored');
    mkdirSync(restored);
    copyFileSync(keyFileIn(data), keyFileIn(restored));
    restore(path.join(target, 'one.backup'), restored);
    const again = start(restored);
    expect(again.service.store.get("SELECT 1 FROM users WHERE id = 'u1'")).toBeDefined();
    await again.close();
  });
});
