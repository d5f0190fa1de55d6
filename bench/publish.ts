/**
 * Measures how long a worker of a fleet waits for the git host in a cycle with a new batch of edits: it fetches what others
 * published, pushes an announcement before a request, and pushes its own publication. The host is git's own `http-backend` on this
 * machine, with the references of many spaces and change requests. In turns with it, native git does the same fetch and two pushes.
 * Limit: 1.5 times native git's time.
 *
 * `npm run bench:publish [-- --spaces 200 --rounds 30]`
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { realClock } from '../src/clock/index.ts';
import { createMirrorHost } from '../src/sharing/index.ts';
import { createGitHost, initRepository, type GitRepository, type Oid } from '../src/git/index.ts';
import { createUndiciTransport } from '../src/http/index.ts';
import { bareRepository, git } from '../test/fleet/rig.ts';
import { serveGit } from '../test/support/git-http-backend.ts';

const { values } = parseArgs({
  options: { spaces: { type: 'string', default: '200' }, rounds: { type: 'string', default: '30' } },
});
const [spaces, rounds] = [Number(values.spaces), Number(values.rounds)];
const limit = 1.5;
const [mirror, state] = ['refs/remotes/docs/main', 'refs/tidemark/state'];
const root = mkdtempSync(join(tmpdir(), 'tidemark-publish-'));
const us = { name: 'Bench', email: 'bench@example.com', at: 0 };
const { signal } = new AbortController();

/** A commit on top of another one, with some files changed. */
async function commit(
  copy: GitRepository,
  parent: Oid | null,
  files: ReadonlyMap<string, string>,
): Promise<Oid> {
  const base = parent === null ? null : await copy.treeOf(parent);
  return copy.write(async (writer) => {
    const changes = new Map(
      [...files].map(([path, text]) => [
        path,
        { mode: '100644' as const, oid: writer.addBlob(Buffer.from(text)) },
      ]),
    );
    const tree = await writer.updateTree(base, changes);
    return writer.addCommit({
      ...{ tree, parents: parent === null ? [] : [parent], author: us, committer: us, message: 'Round\n' },
    });
  });
}

/** Adds a commit to a reference of a copy. */
async function moveOn(copy: GitRepository, ref: string, files: ReadonlyMap<string, string>): Promise<void> {
  const expected = await copy.resolveRef(ref);
  await copy.updateRefs([{ ref, expected, next: await commit(copy, expected, files) }], { reason: 'bench' });
}

/** Runs native git, while this process keeps serving its requests. */
async function native(folder: string, ...args: string[]): Promise<void> {
  const child = spawn('git', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: root },
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${String(code)}`);
}

const folderOf = (space: number): string => `space-${String(space).padStart(4, '0')}`;
const page = (space: number, round: number): string =>
  `# Page\n\n${`Line of ${space}. `.repeat(100)}\n\nRound ${round}.\n`;
const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

mkdirSync(join(root, 'served'));
const bare = bareRepository(join(root, 'served'));
const serving = await serveGit(join(root, 'served'));
const transport = createUndiciTransport();
try {
  const copy = initRepository(join(root, 'copy'), { clock: realClock }, { branch: 'own' });
  const host = createGitHost({ transport, url: `${serving.url}/docs.git` });
  const shared = createMirrorHost({ git: copy, host, branch: 'main' });
  await shared.fetch({ signal });
  const every = Array.from({ length: spaces }, (_, space) => space);
  await moveOn(copy, mirror, new Map(every.map((space) => [`${folderOf(space)}/README.md`, page(space, 0)])));
  await moveOn(copy, state, new Map(every.map((space) => [`spaces/${folderOf(space)}`, '{}'])));
  // One change request for each space.
  const next = await copy.resolveRef(mirror);
  const requests = every.map((space) => ({
    ref: `refs/remotes/docs/cr/${folderOf(space)}/1`,
    expected: null,
    next,
  }));
  await copy.updateRefs(requests, { reason: 'bench' });
  await shared.publish({ signal });
  const clone = join(root, 'clone');
  git(root, 'clone', '--quiet', '--mirror', bare, clone);
  git(clone, 'remote', 'set-url', 'origin', `${serving.url}/docs.git`);

  const [ours, natives]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    const space = round % spaces;
    const began = performance.now();
    await shared.fetch({ signal });
    await moveOn(copy, state, new Map([[`clones/fleet/proposals/${folderOf(space)}`, `${round}`]]));
    await shared.announce(folderOf(space), { signal });
    await moveOn(copy, mirror, new Map([[`${folderOf(space)}/README.md`, page(space, round)]]));
    await moveOn(copy, state, new Map([[`spaces/${folderOf(space)}`, `${round}`]]));
    await shared.publish({ signal });
    ours.push(performance.now() - began);

    const since = performance.now();
    await native(clone, 'fetch', '--quiet', '--prune', 'origin');
    const tree = git(clone, 'rev-parse', `${mirror}^{tree}`).trim();
    for (const ref of ['refs/heads/note', 'refs/heads/done']) {
      const made = git(
        clone,
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@b',
        'commit-tree',
        '-m',
        `${round}`,
        tree,
      );
      await native(clone, 'push', '--quiet', '--force', `${serving.url}/docs.git`, `${made.trim()}:${ref}`);
    }
    natives.push(performance.now() - since);
  }
  const ratio = median(ours) / median(natives);
  console.log(`${spaces} spaces with a change request each, ${rounds} rounds, medians`);
  console.log(`fetch, announcement, publication  ${median(ours).toFixed(0)} ms`);
  console.log(`native git, a fetch and two pushes ${median(natives).toFixed(0)} ms`);
  console.log(`ratio ${ratio.toFixed(2)}, limit ${limit} ${ratio <= limit ? 'ok' : 'OVER'}`);
  process.exitCode = ratio <= limit ? 0 : 1;
} finally {
  await Promise.all([transport.close(), serving.close()]);
  rmSync(root, { recursive: true, force: true });
}
