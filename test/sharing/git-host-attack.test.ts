import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import { createGitHost, initRepository, openWorkingTree } from '../../src/git/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { withGitHost } from '../../src/sharing/index.ts';
import { createSync } from '../../src/sync/index.ts';
import { git, temporaryFolder } from '../git/native.ts';
import { roundsOf } from '../rounds.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { serveRepository } from '../support/git-http-backend.ts';
import { commitEntries, hostileTrees } from '../support/hostile-commit.ts';
import { syncConfig } from '../sync/memory-world.ts';

const root = temporaryFolder('git-host-attack');
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});
const kept: { close(): Promise<unknown> }[] = [];
let count = 0;

/** A checkout that has synced once through a real git host, which somebody else may push to. */
async function aSyncedCheckout() {
  const served = path.join(root, String(++count));
  const { bare, server, url } = await serveRepository(served);
  const transport = createUndiciTransport();
  const service = new MemoryService();
  const space = service.addSpace('Guides', [service.newPage('Welcome', 'Hello.')]);
  const folder = path.join(served, 'checkout');
  const ports = { clock: realClock, random: seededRandom(count) };
  const repository = initRepository(folder, ports, { branch: 'main' });
  open.push(server, transport, repository);
  const { files, tree } = openWorkingTree(repository, ports);
  const alone = createSync({ remote: service, git: repository, files, tree, ...ports }, syncConfig());
  const host = createGitHost({ transport, url });
  const sync = withGitHost(alone, { git: repository, tree, host, branch: 'main' });
  await sync.cycle();
  return {
    bare,
    folder,
    sync,
    server,
    edit: () =>
      service.edit(space, (pages) =>
        mapPages(pages, (page) => ({ ...page, text: page.text.replace('Hello.', 'Hello again.') })),
      ),
    at: (ref: string) => git(folder, ['rev-parse', ref]).trim(),
  };
}

/** What a person has here, and what lies beside it: everything but what git keeps for itself. */
function filesOf(folder: string): string[] {
  const beside = readdirSync(path.dirname(folder));
  const here = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const own = ['objects', 'refs', 'logs', 'tidemark'].map((name) => path.join('.git', name));
  return [...beside, ...here.filter((name) => !own.some((start) => name.startsWith(start)))].sort();
}

describe('a commit on the git host', () => {
  let shared: Awaited<ReturnType<typeof aSyncedCheckout>>;
  beforeAll(async () => {
    shared = await aSyncedCheckout();
    kept.push(...open.splice(0));
  });
  afterAll(async () => {
    for (const thing of kept.splice(0).reverse()) await thing.close();
  });

  it.each(hostileTrees.slice(0, roundsOf({ usual: 5, all: hostileTrees.length })))(
    '[SYNC-25] with $what is not taken, and is reported by its path',
    async ({ entry, path: at }) => {
      const { bare, folder, sync, at: oidOf } = shared;
      const before = { main: oidOf('main'), files: filesOf(folder) };
      const commit = commitEntries(bare, 'main', [entry]);

      const report = await sync.cycle();
      git(bare, ['update-ref', 'refs/heads/main', before.main]);

      const problem = report.problems.find(({ code }) => code === 'UNSAFE_PATH');
      expect(problem).toMatchObject({ path: expect.stringContaining(at) as string });
      expect(problem!.message).toContain('refs/heads/main');
      expect(problem!.message).toContain(commit.slice(0, 12));
      expect(report.exitCode).not.toBe(0);
      expect(oidOf('main')).toBe(before.main);
      expect(filesOf(folder)).toEqual(before.files);
      expect(git(folder, ['status', '--porcelain'])).toBe('');
      expect(git(folder, ['fsck', '--strict'])).not.toContain('error');
    },
  );

  it('that is not taken stops neither the mirror nor the other references', async () => {
    const { bare, folder, sync, server, edit, at } = await aSyncedCheckout();
    const [hostile] = hostileTrees;
    commitEntries(bare, 'main', [hostile!.entry]);
    // Somebody else's mirror is ahead of ours on the host, in the same fetch.
    const mirror = at('refs/remotes/docs/main');
    edit();

    const report = await sync.cycle();
    server.requests.splice(0);
    const again = await sync.cycle();

    expect(report.spaces).toMatchObject([{ state: 'changed' }]);
    expect(at('refs/remotes/docs/main')).not.toBe(mirror);
    expect(readFileSync(path.join(folder, 'guides/README.md'), 'utf8')).toContain('Hello again.');
    expect(git(bare, ['rev-parse', 'refs/remotes/docs/main']).trim()).toBe(at('refs/remotes/docs/main'));
    expect(again.problems.map(({ code }) => code)).toContain('UNSAFE_PATH');
    // What was refused once is not downloaded in every cycle.
    expect(server.requests.filter((request) => request.includes('git-upload-pack '))).toEqual([]);
  });

  it('beside a commit that is refused is taken in the same cycle', async () => {
    const { bare, sync, at } = await aSyncedCheckout();
    git(bare, ['update-ref', 'refs/heads/other', 'refs/remotes/docs/main']);
    const good = commitEntries(bare, 'other', [{ name: 'more.md', mode: '100644', content: 'More.\n' }]);
    git(bare, ['update-ref', 'refs/tidemark/extra', good]);
    commitEntries(bare, 'main', [hostileTrees[0]!.entry]);

    const report = await sync.cycle();

    expect(report.problems.map(({ code }) => code)).toEqual(['UNSAFE_PATH']);
    expect(at('refs/tidemark/extra')).toBe(good);
  });

  it('is followed again once a person has brought it here', async () => {
    const { bare, folder, sync, at } = await aSyncedCheckout();
    const attributes = { name: '.gitattributes', mode: '100644', content: '*.md text\n' };
    const commit = commitEntries(bare, 'main', [attributes]);
    await sync.cycle();
    git(folder, ['pull', '-q', bare, 'main']);

    const report = await sync.cycle();
    commitEntries(bare, 'main', [{ name: 'plain.md', mode: '100755', content: 'Plain.\n' }]);
    const next = await sync.cycle();

    expect(report.problems).toEqual([]);
    expect(at('main~1')).toBe(commit);
    expect(next.problems).toEqual([]);
    expect(readFileSync(path.join(folder, 'plain.md'), 'utf8')).toBe('Plain.\n');
  });
});
