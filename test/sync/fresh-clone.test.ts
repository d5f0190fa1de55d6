import { afterEach, expect, it } from 'vitest';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WritersWorld } from './writers-world.ts';

let world: WritersWorld;
afterEach(() => world.close());

const updateOfA = (text: string, body: string): Parameters<WritersWorld['change']>[0][number] => {
  const page = /^id: (.*)$/mu.exec(text)![1]!;
  return { type: 'update_page', page, document: { markdown: `# a\n\n${body}\n` } };
};

for (const [from, refs] of Object.entries({
  'the branch of a plain git host': ['main:refs/heads/main'],
  'a git host that has the branch and docs/main': [
    'main:refs/heads/main',
    'refs/remotes/docs/main:refs/remotes/origin/docs/main',
  ],
}))
  it(`[SYNC-85] a fresh clone of ${from} goes on from what the first clone mirrored`, async () => {
    world = await writersWorld(twoPages);
    const first = await world.writer();
    first.write('README.md', 'Beside the documentation.\n');
    first.git('add', '.');
    first.git('commit', '--message', 'Before');
    await first.sync.cycle();
    await world.change([updateOfA(first.read('docs/a.md'), 'More.')]);
    if (refs.length > 1) await first.sync.cycle();
    await world.change([updateOfA(first.read('docs/a.md'), 'Still more.')]);

    const second = await world.writer();
    second.git('fetch', '--quiet', '--update-head-ok', first.folder, ...refs);
    second.git('reset', '--hard', '--quiet', 'main');
    const report = await second.sync.cycle();

    expect(report).toMatchObject({ exitCode: 0, problems: [], branch: { conflicts: [] } });
    expect(second.git('merge-base', 'main', 'refs/remotes/docs/main')).not.toBe('');
    expect(second.git('merge', 'refs/remotes/docs/main')).toContain('Already up to date');
    expect(second.read('docs/a.md')).toContain('Still more.');
    expect(await second.isQuiet()).toEqual(atRest);
    const mirror = first.git('rev-parse', 'refs/remotes/docs/main').trim();
    expect(second.git('rev-list', 'refs/remotes/docs/main')).toContain(mirror);
    await first.sync.cycle();
    expect(await world.requests()).toHaveLength(2);
  });

it('[SYNC-85] a dry run in a fresh clone moves nothing', async () => {
  world = await writersWorld(twoPages);
  const [first, second] = [await world.writer(), await world.writer()];
  await first.sync.cycle();
  second.git('fetch', '--quiet', '--update-head-ok', first.folder, 'main:refs/heads/main');
  second.git('reset', '--hard', '--quiet', 'main');
  const before = second.git('for-each-ref');

  expect(await second.sync.cycle({ dryRun: true })).toMatchObject({ exitCode: 0, problems: [] });

  expect(second.git('for-each-ref')).toBe(before);
});
