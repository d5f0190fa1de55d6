import { describe, expect, it } from 'vitest';
import { aWriter, requestsOf } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

const usage = 'guides/usage.md';
const contents = 'guides/SUMMARY.md';

/** A writer whose edit is in a change request, and who gives its page another title in the table of contents alone. */
async function aWriterWhoRetitles(change: (text: string, before: string) => string): Promise<WriterInMemory> {
  const writer = await aWriter();
  const before = writer.read(usage)!;
  writer.replace(usage, 'Second.', 'Second, mine.');
  await writer.sync.cycle();
  writer.save(usage, (text) => change(text, before));
  writer.replace(contents, '[Usage]', '[Use]');
  await writer.sync.cycle();
  // What the service refused is known by now, and the title is sent without it.
  await writer.sync.cycle();
  return writer;
}

/** What the change request says of the page. */
const textIn = ({ service, ...writer }: WriterInMemory): string =>
  service
    .pagesOfChangeRequest(requestsOf({ service, ...writer })[0]!.id)
    .find(({ text }) => text.includes('First.') || /^# Us(?:ag)?e/u.test(text))!.text;

describe('a page that gets another title in the table of contents while a change request has an edit of it', () => {
  it.each([
    ['conflict markers', '\n<<<<<<< HEAD\nmine\n=======\n>>>>>>> docs/main\n'],
    ['more than a page may hold', `\n${'x'.repeat(2_000_000)}\n`],
    ['a NUL byte', '\n\0\n'],
  ])('[SYNC-13] keeps the text that was sent when its file has %s by now', async (_, added) => {
    const writer = await aWriterWhoRetitles((text) => text + added);

    expect(textIn(writer)).toMatch(/First\.\n\nSecond, mine\.\n\nThird\.\n$/u);
    expect(textIn(writer)).not.toContain(added);

    await writer.merge();
    await writer.sync.cycle();
    expect(writer.textOf('Use')).toContain('Second, mine.');
    expect(writer.read(usage)).toContain(added);
  });

  it('[SYNC-13] gets its old text back when the edit was taken back', async () => {
    const writer = await aWriterWhoRetitles((_, before) => before);

    expect(textIn(writer)).toMatch(/First\.\n\nSecond\.\n\nThird\.\n$/u);
  });

  it('has the title in that change request, and no further one', async () => {
    const writer = await aWriterWhoRetitles((text) => text);

    expect(textIn(writer)).toMatch(/^# Use\n\nFirst\.\n\nSecond, mine\.\n\nThird\.\n$/u);
    await writer.merge();
    await writer.sync.cycle();
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
    expect(requestsOf(writer)).toHaveLength(1);
    expect(writer.read(usage)).toContain('# Use\n');
  });
});

describe('a page that gets another title in the table of contents alone', () => {
  it('[SYNC-115] is named with its title by status, the dry run and the sync, beside the table of contents', async () => {
    const writer = await aWriter();
    writer.replace(contents, '[Usage]', '[Use]');
    const edits = [
      { kind: 'edit', path: 'usage.md', fields: ['title'] },
      { kind: 'order', path: 'SUMMARY.md' },
    ];

    const status = await writer.sync.status();
    const planned = await writer.sync.cycle({ dryRun: true });
    const sent = await writer.sync.cycle();

    expect(status.spaces).toMatchObject([{ edits }]);
    for (const { proposals } of [planned, sent])
      expect(proposals).toMatchObject([{ subject: 'Edit Use', edits }]);
    expect(textIn(writer)).toMatch(/^# Use\n/u);
  });
});
