import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-36] a space whose configuration names another folder for its pages', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const paths = (): string[] => writer.git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n');
  const merge = async (): Promise<void> => {
    await world.mergeAll();
    const report = await writer.sync.cycle();
    expect(report).toMatchObject({ problems: [], branch: { state: 'fast-forwarded' }, proposals: [] });
  };

  beforeEach(async () => {
    world = await writersWorld({
      '.gitbook.yaml': 'root: ./text/\n',
      'text/SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Usage](usage.md)\n',
      'text/README.md': '# Welcome\n\nHello.\n',
      'text/usage.md': '# Usage\n\nUse it.\n',
    });
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  it('has one table of contents, in that folder', () => {
    expect(paths()).toEqual([
      'docs/.gitbook.yaml',
      'docs/text/README.md',
      'docs/text/SUMMARY.md',
      'docs/text/usage.md',
    ]);
  });

  it('gets new pages of the service there, and a table of contents that lists them', async () => {
    await world.change([
      { type: 'insert_page', document: { markdown: '# New\n\nNew.\n' }, title: 'New', into: null },
    ]);

    await writer.sync.cycle();

    expect(paths()).toContain('docs/text/new.md');
    expect(paths()).toHaveLength(5);
    expect(writer.read('docs/text/SUMMARY.md')).toContain('* [Usage](usage.md)\n* [New](new.md)\n');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('keeps a new page of a writer there, beside its siblings', async () => {
    writer.write('docs/text/mine.md', '# Mine\n\nMine.\n');

    const report = await writer.sync.cycle();
    await merge();

    expect(report.proposals).toMatchObject([
      { edits: [{ kind: 'create', path: 'text/mine.md' }], unsaid: [] },
    ]);
    expect(paths()).toContain('docs/text/mine.md');
    expect(writer.read('docs/text/SUMMARY.md')).toContain('(mine.md)');
    expect(writer.git('status', '--porcelain')).toBe('');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('keeps a page that moves below another one there', async () => {
    writer.git('mv', 'docs/text/usage.md', 'docs/text/guide.md');
    writer.write(
      'docs/text/SUMMARY.md',
      '# Table of contents\n\n* [Welcome](README.md)\n* [Usage](guide.md)\n',
    );

    await writer.sync.cycle();
    await merge();

    expect(paths()).toContain('docs/text/guide.md');
    expect(paths()).not.toContain('docs/text/usage.md');
    expect(paths()).toHaveLength(4);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('says nothing about places when the table of contents of that folder is gone', async () => {
    writer.removeFile('docs/text/SUMMARY.md');

    const report = await writer.sync.cycle();

    expect(report.problems).toMatchObject([{ cause: 'contents', path: 'docs/text/SUMMARY.md' }]);
    expect(await world.requests()).toEqual([]);
  });
});
