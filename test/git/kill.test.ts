import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { realClock, realRandom, seededRandom } from '../../src/clock/index.ts';
import { initRepository, openRepository, openWorkingTree } from '../../src/git/index.ts';
import { childArguments } from './child.ts';
import { filesAt } from './history-fixture.ts';
import { git, nativeEnvironment, temporaryFolder } from './native.ts';

const root = temporaryFolder('kill');
const script = fileURLToPath(new URL('./sync.child.ts', import.meta.url));
/** `npm run kill` asks for more. */
const kills = Number(process.env['KILLS'] ?? '20');
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(realRandom.number() * 2 ** 31));

function locksIn(folder: string): string[] {
  return readdirSync(path.join(folder, '.git'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.lock'),
  );
}

it(
  `stands in nobody's way and needs no repair, killed ${kills} times (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const folder = path.join(mkdtempSync(path.join(root, 'try-')), 'repository');
    initRepository(folder, { clock: realClock });
    const random = seededRandom(seed);
    const mirror = 'refs/remotes/docs/main';

    for (let kill = 1; kill <= kills; kill++) {
      const child = spawn(process.execPath, childArguments(script, folder), {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let failure = '';
      child.stderr.on('data', (text: Buffer) => (failure += text.toString()));
      await once(child.stdout, 'data');
      await sleep(random.number() * 250);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(failure, `before kill ${kill}`).toBe('');

      // Whoever is in the middle of something when it is killed may leave a lock for a moment: the warden takes it away.
      for (let tries = 0; tries < 100 && locksIn(folder).length > 0; tries++) await sleep(20);
      expect(locksIn(folder), `after kill ${kill}`).toEqual([]);
      const check = spawnSync('git', ['fsck', '--strict', '--full', '--no-dangling'], {
        cwd: folder,
        env: nativeEnvironment,
      });
      expect(
        `${check.stdout.toString()}${check.stderr.toString()}`.replace(/notice: .*\n/gu, ''),
        `after kill ${kill}`,
      ).toBe('');
      expect(check.status).toBe(0);
      if ((await openRepository(folder, { clock: realClock }).resolveRef('HEAD')) !== null) {
        git(folder, ['update-ref', 'refs/heads/main', 'HEAD', 'HEAD']);
        spawnSync('git', ['update-index', '-q', '--refresh'], { cwd: folder, env: nativeEnvironment });
      }
    }

    const repository = openRepository(folder, { clock: realClock });
    const at = await repository.resolveRef(mirror);
    const reached = at === null ? 0 : Number((await repository.readCommit(at)).message);
    const end = spawnSync(process.execPath, childArguments(script, folder, String(reached + 2)));
    expect(end.stderr.toString()).toBe('');

    const { files, tree } = openWorkingTree(repository, { clock: realClock, random: realRandom });
    const expected = filesAt(reached + 2);
    const found = new Map<string, string>();
    for (const { path: at } of await files.list()) found.set(at, readFileSync(path.join(folder, at), 'utf8'));
    expect(found).toEqual(expected);
    expect(await files.lateSaves()).toEqual([]);
    expect(await tree.scan(await repository.resolveRef(mirror))).toEqual([]);
    expect(git(folder, ['status', '--porcelain'])).toBe('');
    expect(git(folder, ['rev-list', '--count', 'main']).trim()).toBe(String(reached + 2));
    // Killed processes leave their small packs; whoever lives long enough joins them.
    await repository.maintain();
    const packs = readdirSync(path.join(folder, '.git/objects/pack')).filter((name) =>
      name.endsWith('.pack'),
    );
    expect(packs.length).toBeLessThan(50);
    expect(reached).toBeGreaterThan(1);
  },
);
