import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncConfig } from './memory-world.ts';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

describe('[SYNC-95] a space that gets another folder in the configuration', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  let place: { id: string; path: string };
  const open = async (): Promise<{ number: number; edits: readonly string[] }[]> => {
    const found: { number: number; edits: readonly string[] }[] = [];
    for (const { number, status, id } of await world.requests()) {
      if (status !== 'draft') continue;
      const { pages } = await world.remote.content({ kind: 'change-request', space: world.space, id });
      found.push({ number, edits: pages.map(({ title }) => title) });
    }
    return found;
  };
  const files = (): string[] =>
    writer.git('ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n').sort();

  beforeEach(async () => {
    world = await writersWorld(twoPages);
    place = { id: world.space, path: 'docs' };
    const { organization: _, ...mirror } = syncConfig().mirror;
    writer = await world.writer({ mirror: { ...mirror, spaces: [place] } });
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  for (const way of [
    'saved',
    'listed',
    'committed',
    'listed and committed',
    'committed and saved over',
  ] as const)
    it(`takes a new page along that is ${way}, and leaves its change request as it is`, async () => {
      writer.write('docs/a.md', writer.read('docs/a.md').replace('Text.', 'My text.'));
      writer.write('docs/new.md', '# New\n\nNew.\n');
      if (way.startsWith('listed'))
        writer.write('docs/SUMMARY.md', `${writer.read('docs/SUMMARY.md').trimEnd()}\n* [New](new.md)\n`);
      if (way.includes('committed')) {
        writer.git('add', '--all');
        writer.git(...person, 'commit', '--quiet', '--message', 'Mine');
      }
      await writer.sync.cycle();
      const before = await open();
      if (way === 'committed and saved over') writer.write('docs/new.md', '# New\n\nNew.\n\nNewer.\n');
      writer.write('docs/unsent.md', '# Unsent\n\nText.\n');
      place.path = 'handbook';

      const report = await writer.sync.cycle();

      expect(report.problems).toEqual([]);
      expect(report.branch?.conflicts).toEqual([]);
      expect(report.proposals.flatMap(({ edits }) => edits.filter(({ kind }) => kind === 'delete'))).toEqual(
        [],
      );
      expect(files()).toEqual(
        ['SUMMARY.md', 'a.md', 'b.md', 'new.md', 'unsent.md'].map((name) => `handbook/${name}`),
      );
      expect(writer.read('handbook/a.md')).toContain('My text.');
      const after = await open();
      expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number));
      expect(after[0]?.edits).toEqual(expect.arrayContaining([...before[0]!.edits, 'Unsent']));
      expect(await writer.isQuiet()).toEqual(atRest);
    });

  it('withdraws nothing of a branch that has the old folder still', async () => {
    writer.git('switch', '--quiet', '--create', 'feature');
    writer.write('docs/new.md', '# New\n\nNew.\n');
    writer.git('add', '--all');
    writer.git(...person, 'commit', '--quiet', '--message', 'Mine');
    await writer.sync.cycle();
    const before = await open();
    writer.git('switch', '--quiet', 'main');
    place.path = 'handbook';

    const report = await writer.sync.cycle();

    expect(await open()).toEqual(before);
    expect(report.proposals).toMatchObject([
      {
        branch: 'feature',
        state: 'unchanged',
        unsaid: [expect.stringContaining('docs/main is merged into feature')],
      },
    ]);
    writer.git('switch', '--quiet', 'feature');
    writer.git(...person, '-c', 'merge.directoryRenames=true', 'merge', '--quiet', '--no-edit', 'docs/main');
    expect(files()).toContain('handbook/new.md');
    await writer.sync.cycle();
    expect(await open()).toEqual(before);
  });

  it('withdraws nothing while a conflict keeps the branch in the old folder', async () => {
    writer.write('docs/a.md', writer.read('docs/a.md').replace('Text.', 'My text.'));
    writer.write('docs/new.md', '# New\n\nNew.\n');
    await writer.sync.cycle();
    const before = await open();
    const page = /^id: (.+)$/mu.exec(writer.read('docs/a.md'))![1]!;
    await world.change([{ type: 'update_page', page, document: { markdown: '# a\n\nTheir text.\n' } }]);
    place.path = 'handbook';

    const report = await writer.sync.cycle();

    expect(report.branch).toMatchObject({ state: 'left' });
    expect(await open()).toEqual(before);
    expect(files()).toContain('docs/new.md');
  });

  it('takes a new page along that was merged meanwhile, and an asset that a page names', async () => {
    writer.write('docs/new.md', '# New\n\nNew.\n');
    await writer.sync.cycle();
    for (const { id, status } of await world.requests())
      if (status === 'draft') await world.remote.merge(world.space, id);
    writer.write('docs/.gitbook/assets/picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\n![Picture](.gitbook/assets/picture.svg)\n`);
    place.path = 'deep/handbook';

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({ problems: [], branch: { state: 'fast-forwarded', conflicts: [] } });
    expect(files()).toEqual(
      ['.gitbook/assets/picture.svg', 'SUMMARY.md', 'a.md', 'b.md', 'new.md'].map(
        (name) => `deep/handbook/${name}`,
      ),
    );
    expect(writer.git('status', '--porcelain')).not.toContain('new.md');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('takes everything along from the top of the repository and back to it, except what hides there', async () => {
    const names = ['SUMMARY.md', 'a.md', 'b.md', 'new.md'];
    place.path = '.';
    await writer.sync.cycle();
    writer.write('new.md', '# New\n\nNew.\n');
    writer.write('.hidden/settings.md', 'Mine.\n');
    await writer.sync.cycle();
    const before = await open();
    place.path = 'handbook';

    await writer.sync.cycle();

    expect(files()).toEqual(['.hidden/settings.md', ...names.map((name) => `handbook/${name}`)]);
    place.path = '.';
    await writer.sync.cycle();
    expect(files()).toEqual(['.hidden/settings.md', ...names]);
    expect(await open()).toEqual(before);
    expect(await writer.isQuiet()).toEqual(atRest);
  });
});
