import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aWriter } from './memory-writer.ts';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const files = {
  'SUMMARY.md': `# Table of contents\n\n* [Start](README.md)\n* [top](top.md)\n${names.map((name) => `  * [${name}](${name}.md)\n`).join('')}`,
  'README.md': '# Start\n\nText.\n',
  'top.md': '# top\n\nText.\n',
  ...Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n\nText of ${name}.\n`])),
};

describe('the guard against mass deletions', () => {
  it('[SYNC-5] counts the pages of an open change request among those that there are, and says so', async () => {
    const writer = await aWriter();
    for (const name of ['one', 'two', 'three']) writer.save(`guides/${name}.md`, () => `# ${name}\n\nNew.\n`);
    await writer.sync.cycle();
    for (const path of writer.files())
      if (path.endsWith('.md') && !path.endsWith('SUMMARY.md')) writer.disk.personRemoves(path);

    const { problems } = await writer.sync.cycle();

    expect(problems).toMatchObject([{ code: 'DELETION_GUARD', data: { deleted: 7, of: 7 } }]);
    expect(problems[0]?.message).toContain(
      '7 of 7 pages of Guides (guides), 3 of them only in its change request, would be deleted',
    );
  });
});

describe('[SYNC-97] deletions that a person confirmed here', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;

  beforeEach(async () => {
    world = await writersWorld(files);
    writer = await world.writer();
    await writer.sync.cycle();
    for (const name of ['top', ...names.slice(0, 6)]) writer.removeFile(`docs/${name}.md`);
    writer.write(
      'docs/SUMMARY.md',
      '# Table of contents\n\n* [Start](README.md)\n* [g](g.md)\n* [h](h.md)\n',
    );
    expect((await writer.sync.cycle()).problems.map(({ code }) => code)).toEqual(['DELETION_GUARD']);
    expect((await writer.sync.cycle({ confirmDeletions: true })).problems).toEqual([]);
  });
  afterEach(() => world.close());

  it('need no second confirmation when their change request is merged', async () => {
    await world.mergeAll();

    expect(await writer.sync.cycle()).toMatchObject({ problems: [], branch: { state: 'fast-forwarded' } });
    expect(writer.git('ls-files').trim().split('\n')).toEqual(
      ['README.md', 'SUMMARY.md', 'g.md', 'h.md'].map((name) => `docs/${name}`),
    );
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('say nothing about the deletions of others', async () => {
    const elsewhere = await world.writer({ guards: { deletePercent: 10, deleteMinimum: 1 } });
    await elsewhere.sync.cycle();
    await world.mergeAll();
    expect((await elsewhere.sync.cycle()).problems.map(({ code }) => code)).toEqual(['DELETION_GUARD']);
  });
});
