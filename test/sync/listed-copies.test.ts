import { expect, it, describe } from 'vitest';
import { aWriter } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

/** A writer who copied a page, and lists the copy in the page's place. */
async function aCopyInPlace(change: (text: string) => string): Promise<WriterInMemory> {
  const writer = await aWriter();
  writer.save('guides/fresh.md', () => change(writer.read('guides/usage.md')!));
  writer.replace('guides/SUMMARY.md', 'usage.md', 'fresh.md');
  return writer;
}

const isTwice = { code: 'NOT_SENDABLE', path: 'guides/fresh.md', cause: 'twice' };
const isCopy = 'usage.md is a copy of fresh.md with nothing new in it';
const isInPlace = 'SUMMARY.md lists fresh.md in place of usage.md';

describe('[SYNC-74] a copy that is listed in the place of its page', () => {
  it.each([
    ['has the same text', (text: string) => text],
    ['says more', (text: string) => `${text}\nMore.\n`],
  ])('is the page when it %s, in this sync and in the next ones', async (_name, change) => {
    const { sync } = await aCopyInPlace(change);

    for (const state of ['proposed', 'unchanged', 'unchanged']) {
      const { proposals, problems } = await sync.cycle();
      expect(problems).toEqual([]);
      expect(proposals).toMatchObject([{ state, unsaid: [expect.stringContaining(isCopy)] }]);
      expect(proposals[0]!.edits).toMatchObject([
        { kind: 'rename', path: 'fresh.md', from: 'usage.md' },
        { kind: 'edit', path: 'fresh.md' },
        { kind: 'order' },
      ]);
    }
  });

  it.each([
    ['lacks a line', (text: string) => text.replace('Second.', 'Other.')],
    ['has another text', (text: string) => text.replace(/First[^]*/u, 'All new.\n')],
  ])('waits for its writer when it %s, and so does the page', async (_name, change) => {
    const writer = await aCopyInPlace(change);

    for (let turn = 0; turn < 2; turn++) {
      const { proposals, problems } = await writer.sync.cycle();
      expect(problems).toMatchObject([isTwice]);
      expect(proposals).toMatchObject([{ number: null, unsaid: [expect.stringContaining(isInPlace)] }]);
    }
  });

  it('waits for its writer from the moment when the service has a line more', async () => {
    const writer = await aCopyInPlace((text) => `${text}\nMore.\n`);
    await writer.sync.cycle();
    writer.theyReplace('Usage', 'Third.', 'Third.\n\nFourth.');
    await writer.sync.cycle();

    expect((await writer.sync.cycle()).problems).toMatchObject([isTwice]);
    expect(writer.read('guides/usage.md')).toContain('Fourth.');

    writer.replace('guides/fresh.md', 'Third.', 'Third.\n\nFourth.');
    expect((await writer.sync.cycle()).problems).toEqual([]);
  });

  it('is a page of its own where the page was changed as well, or is still listed', async () => {
    const changed = await aCopyInPlace((text) => text.replace('Second.', 'Other.'));
    changed.replace('guides/usage.md', 'First.', 'Primary.');
    const both = await aCopyInPlace((text) => text.replace('Second.', 'Other.'));
    both.replace('guides/SUMMARY.md', '* [Usage](fresh.md)', '* [Usage](usage.md)\n* [Fresh](fresh.md)');

    for (const { sync } of [changed, both]) {
      const { proposals, problems } = await sync.cycle();
      expect(problems).toEqual([]);
      expect(proposals[0]!.edits).toContainEqual(
        expect.objectContaining({ kind: 'create', path: 'fresh.md' }),
      );
    }
  });

  it('is a page of its own, and the page stays, when somebody lets it pass', async () => {
    const { sync } = await aCopyInPlace((text) => text.replace('Second.', 'Other.'));
    const { problems } = await sync.cycle();
    const { allow } = problems[0]! as unknown as { readonly allow: string };

    for (const state of ['proposed', 'unchanged']) {
      const { proposals, problems: left } = await sync.cycle({ allow: [allow] });
      expect(left).toEqual([]);
      expect(proposals).toMatchObject([
        {
          state,
          edits: [{ kind: 'create', path: 'fresh.md' }, { kind: 'order' }],
          unsaid: [
            expect.stringContaining('usage.md is no longer in SUMMARY.md, and its file is still there'),
          ],
        },
      ]);
    }
  });
});
