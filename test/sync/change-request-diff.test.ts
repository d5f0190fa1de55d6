import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { aWriter } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

const usage = 'guides/usage.md';

/** The lines that the change request adds and removes, by file. */
async function linesOf({ sync }: WriterInMemory): Promise<Record<string, readonly [string[], string[]]>> {
  const { files } = await sync.changeRequests.diff({ number: 1 });
  const lines = (text: string | null): string[] => (text ?? '').split('\n');
  return Object.fromEntries(
    files.map(({ path, before, after }) => [
      path,
      [
        lines(after).filter((line) => !lines(before).includes(line)),
        lines(before).filter((line) => !lines(after).includes(line)),
      ] as const,
    ]),
  );
}

describe('the differences of an archived change request', () => {
  const archived = async (): Promise<WriterInMemory> => {
    const writer = await aWriter();
    writer.replace(usage, 'First.', 'First, mine.');
    await writer.sync.cycle();
    await writer.sync.changeRequests.archive({ number: 1 });
    await writer.sync.cycle();
    expect(await writer.git.resolveRef('refs/remotes/docs/cr/guides/1')).toBeNull();
    return writer;
  };

  it('are read from the service, and leave nothing behind', async () => {
    const writer = await archived();
    const refs = await writer.git.listRefs('refs/');

    expect((await writer.sync.changeRequests.diff({ number: 1 })).changeRequest.status).toBe('archived');
    expect(await linesOf(writer)).toEqual({ [usage]: [['First, mine.'], ['First.']] });
    expect(await writer.git.listRefs('refs/')).toEqual(refs);
  });

  it('are compared with what the space has by now', async () => {
    const writer = await archived();
    writer.theyReplace('Usage', 'Third.', 'Third, theirs.');
    await writer.sync.cycle({ pull: true });

    expect(await linesOf(writer)).toEqual({ [usage]: [['First, mine.'], ['First.']] });
  });

  it('are an error with a code and the next step where the service does not give its content', async () => {
    const writer = await archived();
    writer.service.onStep = ({ operation }) => {
      if (operation === 'content') throw new AppError('NOT_FOUND', 'No content');
    };

    await expect(writer.sync.changeRequests.diff({ number: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Change request #1 of Guides was archived, and the service does not give its content any more',
      hint: expect.stringContaining('reopen it') as string,
    });
  });
});

describe('the differences of a change request', () => {
  it('are its own alone where an edit was joined with lines that were merged since', async () => {
    const writer = await aWriter();
    writer.replace(usage, 'First.', 'First, mine.');
    await writer.sync.cycle();
    writer.theyReplace('Usage', 'Third.', 'Third, theirs.');
    await writer.sync.cycle();
    writer.replace(usage, 'Second.', 'Second, mine.');
    await writer.sync.cycle();

    expect(writer.read(usage)).toContain('Third, theirs.');
    expect(await linesOf(writer)).toEqual({
      [usage]: [
        ['First, mine.', 'Second, mine.'],
        ['First.', 'Second.'],
      ],
    });
  });

  it('do not contain what the primary content has by now', async () => {
    const writer = await aWriter();
    writer.replace(usage, 'First.', 'First, better.');
    writer.replace('guides/install/README.md', 'Run it.', 'Run it, mine.');
    await writer.sync.cycle();
    writer.theyReplace('Usage', 'First.', 'First, better.');
    await writer.sync.cycle({ pull: true });

    expect(await linesOf(writer)).toEqual({ 'guides/install/README.md': [['Run it, mine.'], ['Run it.']] });
  });

  it('are those from its start where it cannot be merged', async () => {
    const writer = await aWriter();
    writer.replace(usage, 'First.', 'First, mine.');
    await writer.sync.cycle();
    writer.theyReplace('Usage', 'First.', 'First, theirs.');
    await writer.sync.cycle();

    expect(await linesOf(writer)).toEqual({ [usage]: [['First, mine.'], ['First.']] });
  });

  it.each(['SUMMARY.md', 'contents.md'])(
    'list a new page beside one that was merged since, in %s',
    async (contents) => {
      const writer = await aWriter({ contents });
      writer.save('guides/mine.md', () => '# Mine\n\nMine.\n');
      writer.save(`guides/${contents}`, (text) => `${text}* [Mine](mine.md)\n`);
      await writer.sync.cycle();
      writer.service.edit(writer.space, (pages) => [...pages, writer.service.newPage('Theirs', 'Theirs.')]);
      await writer.sync.cycle();

      expect(Object.keys(await linesOf(writer)).sort()).toEqual([`guides/${contents}`, 'guides/mine.md']);
      const { files } = await writer.sync.changeRequests.diff({ number: 1 });
      expect(files.find(({ path }) => path === `guides/${contents}`)?.before).toContain('Theirs');
      expect((await linesOf(writer))[`guides/${contents}`]).toEqual([['* [Mine](mine.md)'], []]);
    },
  );
});
