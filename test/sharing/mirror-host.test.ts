import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { realClock } from '../../src/clock/index.ts';
import { createGitHost, initRepository, type DiskRepository } from '../../src/git/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { createMirrorHost, type MirrorHost } from '../../src/sharing/index.ts';
import { StateStore } from '../../src/sync/state/store.ts';
import { git, temporaryFolder } from '../git/native.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { serveRepository } from '../support/git-http-backend.ts';
import { commitEntries } from '../support/hostile-commit.ts';

const root = temporaryFolder('mirror-host');
const mirror = 'refs/remotes/docs/main';
const state = 'refs/tidemark/state';
const { signal } = new AbortController();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

interface Worker {
  copy: DiskRepository;
  host: MirrorHost;
}

/** A repository on a git host, and workers with a copy each. */
async function aFleet(name: string, workers: number): Promise<{ bare: string; workers: Worker[] }> {
  const { bare, server, url } = await serveRepository(path.join(root, name));
  const transport = createUndiciTransport();
  open.push(server, transport);
  return {
    bare,
    workers: Array.from({ length: workers }, (_, index) => {
      const copy = initRepository(
        path.join(root, `${name}-copy-${index}`),
        { clock: realClock },
        { branch: 'own' },
      );
      const host = createGitHost({ transport, url });
      return { copy, host: createMirrorHost({ git: copy, host, branch: 'main' }) };
    }),
  };
}

/** What a cycle does to a copy: the mirror and the state move on by a commit each. */
async function makeCycle({ copy }: Worker, text: string): Promise<{ mirror: string; state: string }> {
  const before = { mirror: await copy.resolveRef(mirror), state: await copy.resolveRef(state) };
  const after = {
    mirror: await commitFiles(copy, before.mirror, { 'page.md': text }),
    state: await commitFiles(copy, before.state, { 'state.json': JSON.stringify(text) }),
  };
  await copy.updateRefs(
    [
      { ref: mirror, expected: before.mirror, next: after.mirror },
      { ref: state, expected: before.state, next: after.state },
    ],
    { reason: 'test' },
  );
  return after;
}

/** Writes documents into the state of a copy. */
async function writeState({ copy }: Worker, files: Readonly<Record<string, string>>): Promise<void> {
  const expected = await copy.resolveRef(state);
  const next = await commitFiles(copy, expected, files);
  await copy.updateRefs([{ ref: state, expected, next }], { reason: 'test' });
}

const refsOf = (bare: string): Record<string, string> =>
  Object.fromEntries(
    git(bare, ['for-each-ref', '--format=%(refname) %(objectname)'])
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );

describe('a mirror on a git host', () => {
  it('refuses the second of two workers that moved the refs from one place, and its work goes nowhere', async () => {
    const { bare, workers } = await aFleet('race', 2);
    const [one, other] = workers as [Worker, Worker];
    await one.host.fetch({ signal });
    await makeCycle(one, 'first');
    await one.host.publish({ signal });

    await Promise.all([one.host.fetch({ signal }), other.host.fetch({ signal })]);
    const [winner, loser] = [await makeCycle(one, 'from one'), await makeCycle(other, 'from the other')];
    await one.host.publish({ signal });
    await expect(other.host.publish({ signal })).rejects.toMatchObject({ code: 'REF_MOVED', retry: 'now' });

    expect(refsOf(bare)).toEqual({ [mirror]: winner.mirror, [state]: winner.state });
    expect(git(bare, ['log', '--format=%H', mirror])).not.toContain(loser.mirror);
    expect(git(bare, ['fsck', '--strict', '--no-dangling'])).toBe('');
  });

  it('says that the host takes no push where nobody was faster, and then nobody is at fault who has to try again', async () => {
    const { bare, workers } = await aFleet('protected', 2);
    const [one, other] = workers as [Worker, Worker];
    await Promise.all([one.host.fetch({ signal }), other.host.fetch({ signal })]);
    const made = await makeCycle(one, 'from one');
    await makeCycle(other, 'from the other');
    const hook = path.join(bare, 'hooks', 'update');
    writeFileSync(hook, `#!/bin/sh\n[ "$1" != ${state} ] || exit 1\n`, { mode: 0o755 });

    await expect(one.host.publish({ signal })).rejects.toMatchObject({
      ...{ code: 'PUSH_REFUSED', retry: 'never', message: expect.stringContaining(state) as string },
      ...{ hint: expect.stringContaining('protected branch') as string, data: { from: 'git host' } },
    });
    const taken = refsOf(bare);
    rmSync(hook);
    await one.host.publish({ signal });
    writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });

    expect(taken).toEqual({});
    expect(refsOf(bare)).toEqual({ [mirror]: made.mirror, [state]: made.state });
    // The refs moved and the host refuses as well: the work begins again from what is there, and then shows the refusal.
    await expect(other.host.publish({ signal })).rejects.toMatchObject({ code: 'REF_MOVED' });
  });

  it('begins a worker that lost from what is published, and a new copy as well', async () => {
    const { bare, workers } = await aFleet('again', 3);
    const [one, other, late] = workers as [Worker, Worker, Worker];
    await Promise.all([one.host.fetch({ signal }), other.host.fetch({ signal })]);
    const winner = await makeCycle(one, 'from one');
    await makeCycle(other, 'from the other');
    await one.host.publish({ signal });
    await other.host.publish({ signal }).catch(() => undefined);

    await Promise.all([other.host.fetch({ signal }), late.host.fetch({ signal })]);

    for (const { copy } of [other, late]) {
      expect(await copy.resolveRef(mirror)).toBe(winner.mirror);
      expect(await copy.resolveRef(state)).toBe(winner.state);
    }
    const next = await makeCycle(late, 'and on');
    await late.host.publish({ signal });
    expect(refsOf(bare)).toEqual({ [mirror]: next.mirror, [state]: next.state });
  });

  it('lets exactly one of many workers through at a time', async () => {
    const { bare, workers } = await aFleet('many', 4);
    await Promise.all(workers.map(({ host }) => host.fetch({ signal })));
    const made = await Promise.all(workers.map((worker, index) => makeCycle(worker, `worker ${index}`)));

    const results = await Promise.allSettled(workers.map(({ host }) => host.publish({ signal })));

    const through = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(through).toHaveLength(1);
    expect(refsOf(bare)).toEqual({
      [mirror]: made[through[0] ?? 0]?.mirror,
      [state]: made[through[0] ?? 0]?.state,
    });
  });

  it('takes refs away on the host when they are gone here, and leaves the refs of others alone', async () => {
    const { bare, workers } = await aFleet('gone', 1);
    const [one] = workers as [Worker];
    await one.host.fetch({ signal });
    const { mirror: at } = await makeCycle(one, 'text');
    await one.copy.updateRefs([{ ref: 'refs/tidemark/cr/1', expected: null, next: at }], { reason: 'test' });
    await one.host.publish({ signal });
    git(bare, ['update-ref', 'refs/heads/of-a-person', at]);

    await one.host.fetch({ signal });
    await one.copy.updateRefs([{ ref: 'refs/tidemark/cr/1', expected: at, next: null }], { reason: 'test' });
    await one.host.publish({ signal });

    expect(Object.keys(refsOf(bare)).sort()).toEqual(['refs/heads/of-a-person', mirror, state]);
  });

  it('[SYNC-50] keeps what a worker announced of a space for whoever works on that space next, and for nobody else', async () => {
    const { bare, workers } = await aFleet('announced', 3);
    const [one, other, late] = workers as [Worker, Worker, Worker];
    const proposal = (space: string): string => `clones/fleet/proposals/${space}/main.json`;
    const noted = async ({ copy }: Worker, space: string): Promise<string | null> => {
      const at = await copy.resolveRef(state);
      const entry = at === null ? null : await copy.entryAt(at, proposal(space));
      return entry && Buffer.from(await copy.readBlob(entry.oid)).toString();
    };
    await one.host.fetch({ signal });
    await makeCycle(one, 'first');
    await one.host.publish({ signal });
    await one.host.fetch({ signal, goOnWith: ['guides'] });
    await writeState(one, { [proposal('guides')]: 'sent', [proposal('other')]: 'not announced' });
    await one.host.announce('guides', { signal });

    // Another worker is faster with another space: what the first one made is lost, but for what it announced.
    await other.host.fetch({ signal, goOnWith: ['other'] });
    expect([await noted(other, 'guides'), await noted(other, 'other')]).toEqual([null, null]);
    await makeCycle(other, 'faster');
    await other.host.publish({ signal });
    await writeState(one, { [proposal('guides')]: 'sent and answered' });
    await makeCycle(one, 'too late');
    await expect(one.host.publish({ signal })).rejects.toMatchObject({ code: 'REF_MOVED' });

    await late.host.fetch({ signal, goOnWith: ['guides'] });
    expect([await noted(late, 'guides'), await noted(late, 'other')]).toEqual(['sent and answered', null]);
    await expect(one.host.fetch({ signal }).then(() => noted(one, 'guides'))).resolves.toBeNull();
    await late.host.publish({ signal });
    await one.host.fetch({ signal, goOnWith: 'all' });
    expect(await noted(one, 'guides')).toBe('sent and answered');
    expect(git(bare, ['fsck', '--strict', '--no-dangling'])).toBe('');
  });

  it('[SYNC-50] goes on from what was announced where somebody deleted the published state', async () => {
    const { bare, workers } = await aFleet('no-state', 2);
    const [one, other] = workers as [Worker, Worker];
    await one.host.fetch({ signal });
    await makeCycle(one, 'first');
    await one.host.publish({ signal });
    await one.host.fetch({ signal, goOnWith: ['guides'] });
    await writeState(one, { 'clones/fleet/proposals/guides/main.json': '"sent"' });
    await one.host.announce('guides', { signal });
    git(bare, ['update-ref', '-d', state]);

    await other.host.fetch({ signal, goOnWith: ['guides'] });
    const found = new StateStore(other.copy);
    await found.refresh();

    expect(await found.document('clones/fleet/proposals/guides/main.json')).toBe('sent');
    expect([...found.spaces()]).toEqual([]);
  });

  it('[SYNC-50] refuses the announcement of a worker that another one has taken over from, also after that one published', async () => {
    const { workers } = await aFleet('taken-over', 2);
    const [one, other] = workers as [Worker, Worker];
    await one.host.fetch({ signal });
    await makeCycle(one, 'first');
    await one.host.publish({ signal });
    for (const published of [false, true]) {
      await Promise.all([one.host.fetch({ signal }), other.host.fetch({ signal })]);
      await writeState(other, { 'clones/fleet/proposals/guides/main.json': `theirs ${published}` });
      await other.host.announce('guides', { signal });
      if (published) await other.host.publish({ signal });
      await writeState(one, { 'clones/fleet/proposals/guides/main.json': `ours ${published}` });

      await expect(one.host.announce('guides', { signal })).rejects.toMatchObject({ code: 'REF_MOVED' });
      await expect(one.host.publish({ signal })).rejects.toMatchObject({ code: 'REF_MOVED' });
      if (!published) await other.host.publish({ signal });
    }
  });

  it('leaves a hostile branch alone, says so, and publishes all else', async () => {
    const { bare, workers } = await aFleet('hostile', 2);
    const [one, late] = workers as [Worker, Worker];
    await one.host.fetch({ signal });
    const { mirror: at } = await makeCycle(one, 'text');
    const main = 'refs/heads/main';
    await one.copy.updateRefs([{ ref: main, expected: null, next: at }], { reason: 'test' });
    await one.host.publish({ signal });
    const hook = { name: '.git', mode: '40000', content: [{ name: 'x', mode: '100755', content: 'x' }] };
    const evil = commitEntries(bare, 'main', [hook]);
    git(bare, ['update-ref', 'refs/remotes/docs/cr/7', evil]);

    for (const worker of [one, late]) {
      const { problems, hasBranch } = await worker.host.fetch({ signal });
      expect(hasBranch).toBe(false);
      expect(problems.map(({ code, path: named }) => [code, named])).toEqual(
        Array(2).fill(['UNSAFE_PATH', '.git']),
      );
      expect(await worker.copy.has(evil)).toBe(false);
      // What a cycle makes of the refs in the copy goes nowhere: the host's stay as they are.
      const before = await worker.copy.resolveRef(main);
      const next = await makeCycle(worker, `by ${before}`);
      await worker.copy.updateRefs([{ ref: main, expected: before, next: next.mirror }], { reason: 'test' });
      await worker.host.publish({ signal });
      expect(refsOf(bare)).toMatchObject({
        [mirror]: next.mirror,
        [state]: next.state,
        [main]: evil,
        'refs/remotes/docs/cr/7': evil,
      });
    }

    git(bare, ['update-ref', main, at]);
    git(bare, ['update-ref', '-d', 'refs/remotes/docs/cr/7']);
    expect(await late.host.fetch({ signal })).toEqual({ problems: [], hasBranch: true });
    expect(await late.copy.resolveRef(main)).toBe(at);
  });

  it('has nothing to go on from where the mirror itself is hostile, and says what to do', async () => {
    const { bare, workers } = await aFleet('hostile-mirror', 1);
    const [one] = workers as [Worker];
    await one.host.fetch({ signal });
    const { mirror: at } = await makeCycle(one, 'text');
    await one.host.publish({ signal });
    git(bare, ['update-ref', 'refs/heads/main', at]);
    const evil = commitEntries(bare, 'main', [{ name: '.git', mode: '100644', content: 'x' }]);
    git(bare, ['update-ref', mirror, evil]);

    await expect(one.host.fetch({ signal })).rejects.toMatchObject({
      code: 'UNSAFE_PATH',
      message: expect.stringContaining(mirror) as string,
      hint: expect.stringContaining('Move it back') as string,
    });
  });
});
