import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import { createGitHost, initRepository, openWorkingTree } from '../../src/git/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { withGitHost } from '../../src/sharing/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { Sync } from '../../src/sync/index.ts';
import { git, temporaryFolder } from '../git/native.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { serveRepository } from '../support/git-http-backend.ts';
import { syncConfig } from '../sync/memory-world.ts';

const root = temporaryFolder('with-git-host');
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});
let count = 0;

interface Checkout {
  folder: string;
  sync: Sync;
  git(...args: string[]): string;
  read(file: string): string;
  save(file: string, change: (text: string) => string): void;
}

/** A service, and a repository on a host (git's own, over HTTP), of which there may be several checkouts that sync. */
async function aHost() {
  const served = path.join(root, String(++count));
  const { bare, server, url } = await serveRepository(served);
  const transport = createUndiciTransport();
  open.push(server, transport);
  const service = new MemoryService();
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.\n\nSecond.\n\nThird.'),
  ]);
  const fromClone = (
    file: string,
    change: (text: string) => string,
    { amends }: { amends: boolean },
  ): string => {
    const clone = path.join(served, `clone-${++count}`);
    git(served, ['clone', '-q', bare, clone]);
    writeFileSync(path.join(clone, file), change(readFileSync(path.join(clone, file), 'utf8')));
    git(clone, ['commit', '-q', '-a', '-m', 'From somewhere else', ...(amends ? ['--amend'] : [])]);
    git(clone, ['push', '-q', ...(amends ? ['--force'] : []), 'origin', 'main']);
    return git(clone, ['rev-parse', 'HEAD']).trim();
  };
  const on = (ref: string): string => git(bare, ['rev-parse', '--verify', '-q', ref]).trim();
  return {
    bare,
    server,
    service,
    space,
    on,
    refs: () => git(bare, ['for-each-ref', '--format=%(refname)']).trim().split('\n'),
    edit: (title: string, change: (text: string) => string) =>
      service.edit(space, (pages) =>
        mapPages(pages, (page) => (page.title === title ? { ...page, text: change(page.text) } : page)),
      ),
    /** Somebody pushes a change of a file from a clone of their own. */
    push: (file: string, change: (text: string) => string): string =>
      fromClone(file, change, { amends: false }),
    /** Somebody replaces the newest commit by one with a change of a file, and forces that onto the host. */
    replace: (file: string, change: (text: string) => string): string =>
      fromClone(file, change, { amends: true }),
    checkout: ({ url: asked = url } = {}): Checkout => {
      const folder = path.join(served, `checkout-${++count}`);
      const ports = { clock: realClock, random: seededRandom(count) };
      const repository = initRepository(folder, ports, { branch: 'main' });
      open.push(repository);
      const { files, tree } = openWorkingTree(repository, ports);
      const alone = createSync({ remote: service, git: repository, files, tree, ...ports }, syncConfig());
      const at = (file: string): string => path.join(folder, file);
      return {
        folder,
        sync: withGitHost(alone, {
          git: repository,
          tree,
          host: createGitHost({ transport, url: asked }),
          branch: 'main',
          url: asked,
        }),
        git: (...args) => git(folder, args).trim(),
        read: (file) => readFileSync(at(file), 'utf8'),
        save: (file, change) => writeFileSync(at(file), change(readFileSync(at(file), 'utf8'))),
      };
    },
  };
}

/** Somebody takes the newest commit of the host's branch away by a force-push, and pushes another one. */
async function expectNotBroughtBack(host: Awaited<ReturnType<typeof aHost>>, here: Checkout): Promise<void> {
  git(host.bare, ['update-ref', 'refs/heads/main', 'main~1']);
  const wanted = host.push('guides/usage.md', (text) => text.replace('Second.', 'Another.'));

  const report = await here.sync.cycle();

  expect(report.problems).toMatchObject([
    { code: 'EDIT_CONFLICT', message: expect.stringContaining('with force') },
  ]);
  expect(host.on('refs/heads/main')).toBe(wanted);
}

describe('a sync that is joined with a git host', () => {
  it('pushes the branch, the mirror and the state, and nothing when nothing is new', async () => {
    const host = await aHost();
    const { sync, git: run } = host.checkout();

    const first = await sync.cycle();
    host.server.requests.splice(0);
    const quiet = await sync.cycle();

    expect(first.problems).toEqual([]);
    expect(host.refs()).toEqual(['refs/heads/main', 'refs/remotes/docs/main', 'refs/tidemark/state']);
    for (const ref of host.refs()) expect(host.on(ref)).toBe(run('rev-parse', ref));
    expect(quiet.outcome).toBe('quiet');
    expect(
      host.server.requests.filter((request) => request.startsWith('POST') && request.includes('receive')),
    ).toEqual([]);
    expect(git(host.bare, ['fsck', '--strict'])).not.toContain('missing');
  });

  it('follows what somebody pushed, files included, and proposes it', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    const pushed = host.push('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));

    const report = await here.sync.cycle();

    expect(here.git('rev-parse', 'main')).toBe(pushed);
    expect(here.read('guides/usage.md')).toContain('Second, better.');
    expect(here.git('status', '--porcelain')).toBe('');
    expect(report.proposals).toMatchObject([
      { state: 'proposed', edits: [{ kind: 'edit', path: 'usage.md' }] },
    ]);
    const [request] = [...host.service.requestsById.values()];
    expect(
      host.service.pagesOfChangeRequest(request!.id).find(({ title }) => title === 'Usage')!.text,
    ).toContain('Second, better.');
  });

  it('takes a change request from the host again when it is closed, and does not fetch it back', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    here.save('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    await here.sync.cycle();
    const [ref] = host.refs().filter((name) => name.startsWith('refs/remotes/docs/cr/'));
    const [request] = [...host.service.requestsById.values()];

    await host.service.merge(host.space, request!.id);
    const merged = await here.sync.cycle();
    const quiet = await here.sync.cycle();

    expect(ref).toBeDefined();
    expect(merged.problems).toEqual([]);
    expect(host.refs()).toEqual(['refs/heads/main', 'refs/remotes/docs/main', 'refs/tidemark/state']);
    expect(host.on('refs/heads/main')).toBe(here.git('rev-parse', 'main'));
    expect(quiet.outcome).toBe('quiet');
  });

  it('[SYNC-90] merges the branch where both sides moved on and git has nothing to ask, and pushes the merge', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    const there = host.push('guides/README.md', (text) => text.replace('Hello.', 'Hello there.'));
    host.push('guides/usage.md', (text) => text.replace('Third.', 'Third, too.'));
    const newest = host.on('refs/heads/main');
    here.save('guides/usage.md', (text) => text.replace('First.', 'First, here.'));
    here.git('commit', '-q', '-am', 'Here');
    const mine = here.git('rev-parse', 'main');

    const report = await here.sync.cycle();
    const quiet = await here.sync.cycle();

    expect([report.problems, quiet.problems, quiet.outcome]).toEqual([[], [], 'quiet']);
    expect(here.read('guides/README.md')).toContain('Hello there.');
    expect(here.read('guides/usage.md')).toMatch(/First, here\.[^]*Third, too\./u);
    expect(here.git('status', '--porcelain')).toBe('');
    for (const commit of [there, newest, mine])
      expect(here.git('merge-base', commit, 'main'), commit).toBe(commit);
    expect(here.git('log', '-1', '--format=%an %s%n%P', 'main').split('\n')).toEqual([
      'Tidemark Merge main of the git host',
      `${mine} ${newest}`,
    ]);
    expect(host.on('refs/heads/main')).toBe(here.git('rev-parse', 'main'));
  });

  it('[SYNC-90] leaves a file with an edit alone when a merge with the host would overwrite it, and merges later', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    host.push('guides/usage.md', (text) => text.replace('Second.', 'Theirs.'));
    here.save('guides/README.md', (text) => text.replace('Hello.', 'Hello, here.'));
    here.git('commit', '-q', '-am', 'Here');
    const mine = here.git('rev-parse', 'main');
    here.save('guides/usage.md', (text) => text.replace('First.', 'First, here.'));

    const blocked = await here.sync.cycle();
    const [text, at] = [here.read('guides/usage.md'), here.git('rev-parse', 'main')];
    here.git('commit', '-q', '-am', 'Also here');
    const merged = await here.sync.cycle();

    expect(blocked.problems).toMatchObject([
      { code: 'EDIT_CONFLICT', hint: 'Commit the edits, then sync again.' },
    ]);
    expect([text.includes('First, here.'), text.includes('Theirs.'), at]).toEqual([true, false, mine]);
    expect(merged.problems).toEqual([]);
    expect(here.read('guides/usage.md')).toMatch(/First, here\.[^]*Theirs\./u);
    expect(host.on('refs/heads/main')).toBe(here.git('rev-parse', 'main'));
  });

  it('[SYNC-90] overwrites neither side when both changed the same lines, and says what to do', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    const there = host.push('guides/README.md', (text) => text.replace('Hello.', 'Hello there.'));
    here.save('guides/README.md', (text) => text.replace('Hello.', 'Hello from here.'));
    here.git('commit', '-q', '-am', 'Here');
    const mine = here.git('rev-parse', 'main');
    host.edit('Usage', (text) => text.replace('First.', 'First of all.'));

    const report = await here.sync.cycle();
    const mirror = here.git('rev-parse', 'refs/remotes/docs/main');

    expect(report.outcome).toBe('incomplete');
    expect(report.exitCode).toBe(5);
    expect(report.problems).toMatchObject([
      {
        code: 'EDIT_CONFLICT',
        message: expect.stringContaining('(both changed guides/README.md)') as string,
      },
    ]);
    expect(host.on('refs/heads/main')).toBe(there);
    expect(here.git('merge-base', 'main', mine)).toBe(mine);
    // The mirror belongs to nobody's branch, and goes on.
    expect(host.on('refs/remotes/docs/main')).toBe(mirror);

    here.git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'fetch', '-q', host.bare, 'main');
    here.git('merge', '-q', '-X', 'theirs', '-m', 'Joined', 'FETCH_HEAD');
    const joined = await here.sync.cycle();
    expect(joined.problems).toEqual([]);
    expect(host.on('refs/heads/main')).toBe(here.git('rev-parse', 'main'));
    expect(here.read('guides/README.md')).toContain('Hello there.');
  });

  it('[SYNC-92] names the pull that works after a force-push, and status says it until somebody has pulled', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    host.push('guides/README.md', (text) => text.replace('Hello.', 'Hello there.'));
    await here.sync.cycle();
    host.replace('guides/README.md', (text) => text.replace('Hello there.', 'Hello again.'));

    const report = await here.sync.cycle();
    const waiting = await here.sync.status();
    const [, command = ''] = /`(git pull [^`]+)`/u.exec(report.problems[0]?.hint ?? '') ?? [];
    // The host's server is in this process, which waits for git: the same repository by its folder.
    const args = command.split(' ').map((word) => (word.startsWith('http:') ? host.bare : word));
    const pull = (): string => here.git(...args.slice(1));
    expect(pull).toThrow();
    here.save('guides/README.md', () => '# Welcome\n\nHello again.\n');
    here.git('commit', '-q', '-am', 'Joined');
    const pulled = await here.sync.status();
    const joined = await here.sync.cycle();

    expect([report.exitCode, report.problems.length]).toEqual([5, 1]);
    expect(command).toMatch(/^git pull --no-rebase http:\S+ main$/u);
    expect(waiting.problems).toMatchObject([
      { code: 'EDIT_CONFLICT', hint: report.problems[0]!.hint, from: 'git host' },
    ]);
    expect([pulled.problems, joined.problems]).toEqual([[], []]);
    expect(host.on('refs/heads/main')).toBe(here.git('rev-parse', 'main'));
  });

  it('[SYNC-90] does not bring back by a merge what somebody took from the host by a force-push', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    host.push('guides/README.md', (text) => text.replace('Hello.', 'A secret.'));
    await here.sync.cycle();
    await expectNotBroughtBack(host, here);
    here.git('reset', '--hard', '-q', 'refs/tidemark/local/git-host');
    expect((await here.sync.cycle()).problems).toEqual([]);
  });

  it.each([
    ['follows the host', ['reset', '--keep', '-q']],
    ['puts the commits back', ['push', '-q']],
  ] as const)(
    '[SYNC-90] does not push again what somebody took from the host, until a person %s',
    async (_what, words) => {
      const host = await aHost();
      const here = host.checkout();
      await here.sync.cycle();
      const wanted = host.on('refs/heads/main');
      host.push('guides/README.md', (text) => text.replace('Hello.', 'A secret.'));
      await here.sync.cycle();
      git(host.bare, ['update-ref', 'refs/heads/main', wanted]);

      const report = await here.sync.cycle();
      const waiting = await here.sync.status();
      expect(report).toMatchObject({ exitCode: 5, problems: [{ code: 'EDIT_CONFLICT' }] });
      expect(report.problems[0]?.hint).toContain(`git reset --keep ${wanted.slice(0, 10)}`);
      expect(waiting.problems).toMatchObject([{ hint: report.problems[0]!.hint }]);
      expect((await here.sync.cycle()).problems).toHaveLength(1);
      expect(host.on('refs/heads/main')).toBe(wanted);

      // The host's server is in this process, which waits for git: the same repository by its folder.
      here.git(...words, ...(words[0] === 'push' ? [host.bare, 'main'] : [wanted]));
      expect((await here.sync.cycle()).problems).toEqual([]);
      expect(await here.sync.status()).toMatchObject({ problems: [] });
      expect(host.on('refs/heads/main')).toBe(here.git('rev-parse', 'main'));
      expect(here.read('guides/README.md')).toContain(words[0] === 'push' ? 'A secret.' : 'Hello.');
    },
  );

  it.each(['that was pushed from here', 'that an older version had fetched'])(
    '[SYNC-90] does not bring back by a merge a commit %s and that somebody took from the host',
    async (which) => {
      const host = await aHost();
      const here = host.checkout();
      await here.sync.cycle();
      here.save('guides/README.md', (text) => text.replace('Hello.', 'A secret.'));
      here.git('commit', '-q', '-am', 'Here');
      await here.sync.cycle();
      if (which !== 'that was pushed from here') {
        here.git('update-ref', '-d', 'refs/tidemark/local/git-host-seen');
        expect((await here.sync.cycle()).problems).toEqual([]);
      }
      await expectNotBroughtBack(host, here);
    },
  );

  it('[SYNC-92] forgets what the host had when somebody puts the branch there back', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    const before = host.on('refs/heads/main');
    host.push('guides/README.md', (text) => text.replace('Hello.', 'Hello there.'));
    here.save('guides/README.md', (text) => text.replace('Hello.', 'Hello from here.'));
    here.git('commit', '-q', '-am', 'Here');
    const apart = await here.sync.cycle();
    git(host.bare, ['update-ref', 'refs/heads/main', before]);

    const again = await here.sync.cycle();

    expect(apart.exitCode).toBe(5);
    expect([again.problems, (await here.sync.status()).problems]).toEqual([[], []]);
    expect(host.on('refs/heads/main')).toBe(here.git('rev-parse', 'main'));
  });

  it('leaves a file with an edit alone when what somebody pushed would overwrite it', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    const before = here.git('rev-parse', 'main');
    host.push('guides/usage.md', (text) => text.replace('Second.', 'Theirs.'));
    here.save('guides/usage.md', (text) => text.replace('Second.', 'Mine.'));

    const report = await here.sync.cycle();

    expect(report.problems.map(({ code }) => code)).toContain('EDIT_CONFLICT');
    expect(here.read('guides/usage.md')).toContain('Mine.');
    expect(here.git('rev-parse', 'main')).toBe(before);
  });

  it('goes on with the service when the host is away, and catches up when it is back', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    renameHost(host.bare, 'away');
    host.edit('Welcome', (text) => text.replace('Hello.', 'Hello again.'));

    const away = await here.sync.cycle();
    const text = here.read('guides/README.md');
    renameHost(host.bare, 'back');
    const back = await here.sync.cycle();

    expect(away.outcome).toBe('incomplete');
    expect(away.problems).toHaveLength(1);
    expect(away.problems[0]!.message).toContain('Could not fetch from the git host');
    expect(text).toContain('Hello again.');
    expect(back.problems).toEqual([]);
    for (const ref of host.refs()) expect(host.on(ref)).toBe(here.git('rev-parse', ref));
  });

  it('reports a branch that the host protects, and pushes it once that is allowed', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    const hook = path.join(host.bare, 'hooks', 'update');
    writeFileSync(hook, '#!/bin/sh\n[ "$1" != refs/heads/main ] || { echo "main is protected"; exit 1; }\n');
    chmodSync(hook, 0o755);
    const before = host.on('refs/heads/main');
    host.edit('Welcome', (text) => text.replace('Hello.', 'Hello again.'));

    const refused = await here.sync.cycle();
    writeFileSync(hook, '#!/bin/sh\nexit 0\n');
    const protectedAt = host.on('refs/heads/main');
    const allowed = await here.sync.cycle();

    expect(refused.problems.map(({ code, from }) => [code, from])).toEqual([['PUSH_REFUSED', 'git host']]);
    expect(refused.exitCode).toBe(4);
    expect(refused.problems.map(({ message }) => message).join()).toContain('refs/heads/main');
    expect(protectedAt).toBe(before);
    expect(allowed.problems).toEqual([]);
    expect(host.on('refs/heads/main')).toBe(here.git('rev-parse', 'main'));
  });

  it('begins a new checkout from what the host has, and makes no commit of what is there', async () => {
    const host = await aHost();
    const first = host.checkout();
    await first.sync.cycle();
    host.edit('Welcome', (text) => text.replace('Hello.', 'Hello again.'));
    await first.sync.cycle();

    const second = host.checkout();
    const report = await second.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.commits).toBe(0);
    expect(second.git('rev-parse', 'main')).toBe(first.git('rev-parse', 'main'));
    expect(second.read('guides/README.md')).toBe(first.read('guides/README.md'));
    expect(second.git('status', '--porcelain')).toBe('');
  });

  it('takes its cycles one after the other, and asks the host nothing in a dry run', async () => {
    const host = await aHost();
    const here = host.checkout();
    await here.sync.cycle();
    const pushed = host.push('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    host.server.requests.splice(0);
    await here.sync.cycle({ dryRun: true });
    const asked = host.server.requests.length;

    const reports = await Promise.all([here.sync.cycle(), here.sync.cycle(), here.sync.cycle()]);

    expect(asked).toBe(0);
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    expect(here.git('merge-base', 'main', pushed)).toBe(pushed);
    expect([...host.service.requestsById.values()]).toHaveLength(1);
  });
});

function renameHost(bare: string, to: 'away' | 'back'): void {
  const aside = `${bare}.away`;
  const [from, next] = to === 'away' ? [bare, aside] : [aside, bare];
  renameSync(from, next);
}
