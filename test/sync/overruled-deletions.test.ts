import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Advice } from '../../src/sync/index.ts';
import { twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

let world: WritersWorld;
let writer: WriterOfClone;
let page: string;

beforeEach(async () => {
  world = await writersWorld(twoPages);
  writer = await world.writer();
  await writer.sync.cycle();
  page = /^id: (.*)$/mu.exec(writer.read('docs/b.md'))![1]!;
});
afterEach(() => world.close());

const theyEdit = (): Promise<void> =>
  world.change([{ type: 'update_page', page, document: { markdown: '# b\n\nTheirs.\n' } }]);
/** The writer deletes the page in a commit of a branch of its own. */
const deleteOnBranch = (): void => {
  writer.git('switch', '--quiet', '--create', 'idea');
  writer.git('rm', '--quiet', 'docs/b.md');
  writer.commit('Drop b');
};
const steps = (advice: readonly Advice[]): readonly string[] =>
  advice.flatMap((each) => each.steps.map(({ command, what }) => command ?? what));
const next = [
  'git merge docs/main',
  'fix the lines between <<<<<<< and >>>>>>> in each file that has them',
  'you deleted docs/b.md, and the service changed it: git add docs/b.md keeps it, git rm docs/b.md deletes it',
  ...['git commit --all --no-edit', 'tidemark sync'],
];
/** The writer follows the first steps; the merge has a conflict. */
const merge = (): void => expect(() => writer.git('merge', '--quiet', 'docs/main')).toThrow();

describe('[SYNC-8] a page that a branch deleted and the service changed', () => {
  it.each([false, true])(
    'is told by each sync and by status with exit code 5 and the merge that helps, also where its deletion was sent: %s',
    async (isSent) => {
      deleteOnBranch();
      if (isSent)
        expect((await writer.sync.cycle()).proposals).toMatchObject([{ branch: 'idea', state: 'proposed' }]);
      await theyEdit();

      const first = await writer.sync.cycle();
      const second = await writer.sync.cycle();
      const status = await writer.sync.status();

      expect(first).toMatchObject({ exitCode: 5, proposals: [{ branch: 'idea', overruled: ['b.md'] }] });
      expect(first.proposals[0]!.state).toBe(isSent ? 'archived' : 'conflict');
      expect(second).toMatchObject({ exitCode: 5, proposals: [{ state: 'conflict', overruled: ['b.md'] }] });
      expect(second.proposals[0]!.unsaid).toEqual([expect.stringContaining('merge docs/main into idea')]);
      for (const { advice } of [first, second, status]) expect(steps(advice)).toEqual(next);
      expect((await world.requests()).filter(({ status: now }) => now === 'draft')).toEqual([]);
    },
  );

  it('is deleted once the writer has merged the mirror and deleted it again', async () => {
    deleteOnBranch();
    await theyEdit();
    await writer.sync.cycle();
    merge();
    writer.git('rm', '--quiet', 'docs/b.md');
    writer.git('commit', '--quiet', '--no-edit');

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({
      exitCode: 0,
      proposals: [{ state: 'proposed', edits: [{ kind: 'delete' }] }],
    });
    expect(report.proposals[0]).not.toHaveProperty('overruled');
    expect((await writer.sync.status()).advice).toEqual([]);
  });

  it('stays once the writer has merged the mirror and kept it', async () => {
    deleteOnBranch();
    await theyEdit();
    await writer.sync.cycle();
    merge();
    writer.git('add', 'docs/b.md');
    writer.git('commit', '--quiet', '--no-edit');

    expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, proposals: [], advice: [] });
  });

  it('asks for nothing on the branch that follows the mirror, where its file is back', async () => {
    writer.git('rm', '--quiet', 'docs/b.md');
    writer.commit('Drop b');
    await theyEdit();

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({ exitCode: 0, branch: { back: ['docs/b.md'] }, proposals: [], advice: [] });
    expect((await writer.sync.status()).advice).toEqual([]);
  });
});
