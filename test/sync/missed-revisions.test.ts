import { describe, expect, it } from 'vitest';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Revision, Space } from '../../src/contract/index.ts';
import type { CycleContext } from '../../src/sync/mirror/context.ts';
import { missedRevisions, mostMissed } from '../../src/sync/mirror/missed-revisions.ts';
import { withSamePages } from '../../src/sync/mirror/same-pages.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { tidemarkAt } from '../../src/sync/tidemark.ts';

const time = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString();
const revision = (at: number): Revision =>
  ({ id: `r${at}`, parents: at === 0 ? [] : [`r${at - 1}`], createdAt: time(at) }) as unknown as Revision;

/** Looks for what the mirror lacks before the revision `newest`; each revision has the one before it as its parent. */
async function missed(newest: number, mirrored: { revision: string; at?: number } | undefined) {
  const git = new MemoryRepository();
  const asked: string[] = [];
  const remote = {
    content: async ({ revision: id }: { revision: string }) => {
      asked.push(id);
      return revision(Number(id.slice(1)));
    },
  };
  const at = mirrored?.at;
  const us = tidemarkAt(Date.UTC(2026, 0, 1) + (at ?? 0) * 1000);
  const commit = await git.write((writer) =>
    writer.addCommit({ tree: writer.addTree([]), parents: [], author: us, committer: us, message: 'x\n' }),
  );
  const record = mirrored && {
    revision: mirrored.revision,
    commits: [
      { revision: mirrored.revision, commit: '1'.repeat(40) },
      ...(at === undefined
        ? []
        : [
            { revision: mirrored.revision, commit },
            { revision: 'other', commit: '2'.repeat(40) },
          ]),
    ],
  };
  const found = await missedRevisions(
    { git, remote } as unknown as CycleContext,
    { id: 's1' } as Space,
    record as SpaceRecord | undefined,
    revision(newest),
  );
  return { found, asked };
}

describe('the revisions that the mirror lacks', () => {
  it('are those between its own and the newest one, oldest first', async () => {
    const { found, asked } = await missed(5, { revision: 'r2' });
    expect(found).toEqual({
      revisions: [3, 4].map((at) => ({ id: `r${at}`, whole: revision(at) })),
      more: false,
    });
    expect(asked).toEqual(['r4', 'r3']);
    expect((await missed(3, { revision: 'r2' })).found).toEqual({ revisions: [], more: false });
  });

  it('are none for a space that was never mirrored, and none where its revision is no ancestor', async () => {
    for (const mirrored of [undefined, { revision: 'lost' }])
      expect((await missed(3, mirrored)).found).toEqual({ revisions: [], more: false });
    expect((await missed(3, undefined)).asked).toEqual([]);
  });

  it('are whole for the oldest fifty, which are mirrored first', async () => {
    const { found } = await missed(54, { revision: 'r0' });
    expect(found.revisions.map(({ id }) => id)).toEqual(Array.from({ length: 53 }, (_, at) => `r${at + 1}`));
    expect(found.revisions.map(({ whole }) => whole !== undefined)).toEqual([
      ...Array.from({ length: 50 }, () => true),
      ...[false, false, false],
    ]);
  });

  it('are looked for no further than the time of the mirror’s revision, after fifty of them', async () => {
    const late = await missed(200, { revision: 'lost', at: 145 });
    expect(late.found).toEqual({ revisions: [], more: false });
    expect(late.asked.at(-1)).toBe('r144');
    const soon = await missed(200, { revision: 'lost', at: 190 });
    expect(soon.asked).toHaveLength(51);
    const known = await missed(200, { revision: 'r100', at: 100 });
    expect(known.found.revisions).toHaveLength(99);
  });

  it('are a thousand at most, and then the oldest one stands for the others', async () => {
    const whole = await missed(mostMissed + 1, { revision: 'r0' });
    expect([whole.found.more, whole.found.revisions.length]).toEqual([false, mostMissed]);
    const { found, asked } = await missed(mostMissed + 2, { revision: 'r0' });
    expect([found.more, found.revisions.length, found.revisions[0]?.id]).toEqual([true, mostMissed, 'r2']);
    expect(asked).toHaveLength(mostMissed);
  });
});

describe('the note of a page whose path another page has', () => {
  it('says where the two have the same text', async () => {
    const git = new MemoryRepository();
    const files = {
      'guides/a.md': '---\nid: one\n---\n\n# A\n',
      'guides/a-0123abcd.md': '---\nid: two\n---\n\n# A\n',
      'guides/b/README.md': '# B\n',
      'guides/b-0123abcd/README.md': '# B\n',
      'guides/c.md': '# C\n',
      'guides/c-0123abcd.md': '# D\n',
      'guides/d-0123abcd.md': '# D\n',
      'guides/f.md': '# F\n',
      'guides/f-a.md': '# F\n',
    };
    const tree = await git.write((writer) =>
      writer.updateTree(
        null,
        new Map(
          Object.entries(files).map(([path, text]) => [
            path,
            { mode: '100644' as const, oid: writer.addBlob(new TextEncoder().encode(text)) },
          ]),
        ),
      ),
    );
    const same = (path: string, other: string): string =>
      `${path}: it has the very text of ${other}, as two change requests made this page: delete the file and its line in the table of contents, and the next sync proposes that`;
    const others = ['c-0123abcd', 'd-0123abcd', 'e-0123abcd', 'f-a', 'a'].map(
      (name) => `${name}.md: its path was taken`,
    );

    expect(
      await withSamePages(git, {
        ...{ tree, folder: 'guides' },
        notes: ['a-0123abcd.md: taken', 'b-0123abcd/README.md: taken', ...others, 'a-0123abcd.md', ': x'],
      }),
    ).toEqual([
      same('a-0123abcd.md', 'a.md'),
      same('b-0123abcd/README.md', 'b/README.md'),
      ...others,
      ...['a-0123abcd.md', ': x'],
    ]);
  });
});
