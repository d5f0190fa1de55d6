import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncConfig } from './memory-world.ts';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-95] a space that gets another folder in the configuration', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  let place: { id: string; path: string };
  let spaces: { id: string; path: string }[];
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
    spaces = [place];
    writer = await world.writer({ mirror: { ...mirror, spaces } });
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
        writer.git('commit', '--quiet', '--message', 'Mine');
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
    writer.git('commit', '--quiet', '--message', 'Mine');
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
    writer.git('-c', 'merge.directoryRenames=true', 'merge', '--quiet', '--no-edit', 'docs/main');
    expect(files()).toContain('handbook/new.md');
    await writer.sync.cycle();
    expect(await open()).toEqual(before);
  });

  for (const way of ['saved', 'committed', 'moved away'] as const)
    it(`withdraws nothing while a conflict with a page that is ${way} keeps the branch in the old folder`, async () => {
      const mine = writer.read('docs/a.md').replace('Text.', 'My text.');
      const page = /^id: (.+)$/mu.exec(mine)![1]!;
      const path = way === 'moved away' ? 'docs/deep/a.md' : 'docs/a.md';
      if (way === 'moved away') writer.removeFile('docs/a.md');
      writer.write(path, mine);
      writer.write('docs/new.md', '# New\n\nNew.\n');
      writer.write(
        'docs/SUMMARY.md',
        `${writer.read('docs/SUMMARY.md').replace('a.md', path.slice('docs/'.length)).trimEnd()}\n* [New](new.md)\n`,
      );
      if (way === 'committed') {
        writer.git('add', '--all');
        writer.git('commit', '--quiet', '--message', 'Mine');
      }
      await writer.sync.cycle();
      const before = await open();
      await world.change([{ type: 'update_page', page, document: { markdown: '# a\n\nTheir text.\n' } }]);
      place.path = 'handbook';

      const report = await writer.sync.cycle();
      writer.write('docs/b.md', writer.read('docs/b.md').replace('Text.', 'Text that waits.'));
      const status = await writer.sync.status();

      expect(report.branch).toMatchObject({
        state: 'left',
        conflicts: [{ path: expect.any(String) as string }],
      });
      expect(status.conflicts).toEqual(report.branch?.conflicts);
      expect(status.spaces).toMatchObject([{ edits: [{ kind: 'edit', path: 'b.md' }] }]);
      expect(await open()).toEqual(before);
      expect(files()).toContain('docs/new.md');
      expect(files().filter((name) => name.startsWith('handbook/'))).toEqual([]);
    });

  describe('beside another space', () => {
    let other: { id: string; path: string };
    beforeEach(() => {
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-other-'));
      writeFileSync(join(folder, 'README.md'), '# Start\n\nHello.\n');
      other = { id: world.seed(folder).spaces[0]!.id, path: 'other' };
      rmSync(folder, { recursive: true });
    });

    it('leaves what is in the folder of the other one there, and follows a page that was renamed, too', async () => {
      place.path = '.';
      await writer.sync.cycle();
      writer.write('a.md', writer.read('a.md').replace('Text.', 'My text.'));
      writer.write('new.md', '# New\n\nNew.\n');
      writer.write('other/new.md', '# New\n\nOf the other space.\n');
      const page = /^id: (.+)$/mu.exec(writer.read('a.md'))![1]!;
      await world.change([{ type: 'update_page', page, git: { path: 'renamed.md' } }]);
      place.path = 'handbook';
      spaces.unshift(other);

      const report = await writer.sync.cycle();

      expect(report).toMatchObject({ problems: [], branch: { conflicts: [] } });
      expect(files()).toEqual([
        ...['SUMMARY.md', 'b.md', 'new.md', 'renamed.md'].map((name) => `handbook/${name}`),
        ...['README.md', 'SUMMARY.md', 'new.md'].map((name) => `other/${name}`),
      ]);
      expect(writer.read('handbook/renamed.md')).toContain('My text.');
      expect(await writer.isQuiet()).toEqual(atRest);
    });

    it('leaves nothing behind in a folder that it had after a space that is no longer mirrored', async () => {
      spaces.push(other);
      await writer.sync.cycle();
      spaces.shift();
      other.path = 'docs';
      await writer.sync.cycle();
      other.path = 'handbook';

      await writer.sync.cycle();

      expect(files()).toEqual(['handbook/README.md', 'handbook/SUMMARY.md']);
      expect(await writer.isQuiet()).toEqual(atRest);
    });

    for (const first of ['one', 'other'] as const)
      it(`changes folders with the other one, whose turn is ${first === 'other' ? 'first' : 'last'}`, async () => {
        spaces.push(other);
        await writer.sync.cycle();
        if (first === 'other') spaces.reverse();
        writer.write('docs/mine.md', '# Mine\n\nOf docs.\n');
        writer.write('other/yours.md', '# Yours\n\nOf other.\n');
        writer.write('docs/a.md', writer.read('docs/a.md').replace('Text.', 'My text.'));
        writer.write('other/README.md', writer.read('other/README.md').replace('Hello.', 'My hello.'));
        [place.path, other.path] = [other.path, place.path];

        const report = await writer.sync.cycle();

        expect(report).toMatchObject({ problems: [], branch: { conflicts: [] } });
        const mirrored = [
          'docs/README.md',
          'docs/SUMMARY.md',
          'other/SUMMARY.md',
          'other/a.md',
          'other/b.md',
        ];
        expect(writer.git('ls-tree', '-r', '--name-only', 'docs/main').trim().split('\n')).toEqual(mirrored);
        expect(files()).toEqual([...mirrored, 'docs/yours.md', 'other/mine.md'].sort());
        expect(writer.read('other/a.md')).toContain('My text.');
        expect(writer.read('docs/README.md')).toContain('My hello.');
        expect(await writer.isQuiet()).toEqual(atRest);
      });
  });

  it('takes a new page along that was merged meanwhile, and an asset that a page names', async () => {
    writer.write('docs/new.md', '# New\n\nNew.\n');
    await writer.sync.cycle();
    await world.mergeAll();
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
