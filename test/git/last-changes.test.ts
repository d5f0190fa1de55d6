import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import { lastChanges, MemoryRepository, openRepository, type GitRepository } from '../../src/git/index.ts';
import { git, nativeEnvironment, temporaryFolder } from './native.ts';
import { ada, commitFiles } from './repository.contract.ts';

const root = temporaryFolder('last-changes');

/** A history with branches that are merged, files that move, go and come back, and dates that do not always rise. */
function oddHistory(folder: string): void {
  const random = seededRandom(11);
  const pick = (count: number): number => Math.floor(random.number() * count);
  let now = Date.UTC(2026, 0, 1) / 1000;
  const at = (): { env: Record<string, string> } => {
    // Some commits come from a machine whose clock is slow.
    now += 60;
    const date = `${pick(6) === 0 ? now - 500 : now} +0000`;
    return { env: { ...nativeEnvironment, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } };
  };
  git(root, ['init', '-q', '-b', 'main', folder]);
  const edit = (): void => {
    const file = path.join(folder, ['docs', 'docs/deep', 'src'][pick(3)] ?? '', `${pick(6)}.md`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${pick(3)}\n`);
    git(folder, ['add', '-A']);
    git(folder, ['commit', '-q', '--allow-empty', '-m', 'edit'], at());
  };
  for (let n = 0; n < 12; n++) edit();
  for (let round = 0; round < 12; round++) {
    git(folder, ['checkout', '-q', '-b', `side-${round}`]);
    for (let n = pick(4); n >= 0; n--) edit();
    git(folder, ['checkout', '-q', 'main']);
    for (let n = pick(3); n > 0; n--) edit();
    git(folder, ['merge', '-q', '--no-ff', '-X', 'theirs', '-m', 'merge', `side-${round}`], at());
  }
}

const timesByGit = (folder: string, files: readonly string[]): [string, number][] =>
  files.map((file) => [file, Number(git(folder, ['log', '-1', '--format=%ct', '--', file])) * 1000]);

async function headOf(repository: GitRepository): Promise<string> {
  return (await repository.head()).oid ?? '';
}

describe('the last changes of files', () => {
  it('are those that native git names, also where branches were merged and clocks were wrong', async () => {
    const folder = path.join(root, 'odd');
    oddHistory(folder);
    const repository = openRepository(folder, { clock: realClock });
    const files = git(folder, ['ls-files', 'docs']).trim().split('\n');
    expect(files.length).toBeGreaterThan(8);

    const { times, cut } = await lastChanges(repository, await headOf(repository), files, { under: 'docs' });

    expect([...times].sort()).toEqual(timesByGit(folder, files).sort());
    expect(cut).toEqual([]);
  });

  it('are found from an earlier answer on, and are the same', async () => {
    const folder = path.join(root, 'odd');
    const repository = openRepository(folder, { clock: realClock });
    const files = git(folder, ['ls-files']).trim().split('\n');
    const before = git(folder, ['rev-parse', 'main~4']).trim();
    const known = { from: before, times: (await lastChanges(repository, before, files)).times };
    let read = 0;
    const counted = new Proxy(repository, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        if (key === 'readCommit') read += 1;
        return value.bind(target) as unknown;
      },
    });

    const { times } = await lastChanges(counted, await headOf(repository), files, { known });

    expect([...times].sort()).toEqual(timesByGit(folder, files).sort());
    expect(read).toBeLessThan(20);
  });

  it('are not made up where a shallow clone ends', async () => {
    const folder = path.join(root, 'whole');
    git(root, ['init', '-q', '-b', 'main', folder]);
    for (const name of ['old', 'new']) {
      writeFileSync(path.join(folder, `${name}.md`), name);
      git(folder, ['add', '-A']);
      git(folder, ['commit', '-qm', name]);
    }
    writeFileSync(path.join(folder, 'new.md'), 'newer');
    git(folder, ['commit', '-qam', 'newer']);
    const clone = path.join(root, 'shallow');
    git(root, ['clone', '-q', '--depth', '2', `file://${folder}`, clone]);
    const repository = openRepository(clone, { clock: realClock });

    const { times, cut } = await lastChanges(repository, await headOf(repository), ['old.md', 'new.md']);

    expect([...times.keys()]).toEqual(['new.md']);
    expect(cut).toEqual(['old.md']);
  });

  it('leave out files that the commit does not have', async () => {
    const repository = new MemoryRepository();
    const commit = await commitFiles(repository, null, { 'docs/a.md': 'A\n' });

    const { times } = await lastChanges(repository, commit, ['docs/a.md', 'docs/new.md'], { under: 'docs' });

    expect([...times]).toEqual([['docs/a.md', ada.at]]);
  });
});
