import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { trustAfterMs } from '../../src/sync/remote/written.ts';
import type { WrittenContent } from '../../src/sync/remote/written.ts';
import { WrittenRevisions } from '../../src/sync/remote/written-revisions.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';

/** What one process knows of its writes, with the state that the next one reads. */
function aMemory(
  given: { known?: Record<string, WrittenContent>; kept?: Record<string, WrittenContent> } = {},
) {
  const documents = new Map<string, unknown>(given.kept ? [['written.json', given.kept]] : []);
  const spaces = new Map<string, SpaceRecord>();
  const time = { now: 1_000_000 };
  const state = {
    ownDocument: async (path: string) => documents.get(path) ?? null,
    setOwnDocument: (path: string, value: unknown) => void documents.set(path, value),
    spaces: () => spaces,
  };
  const written = new WrittenRevisions(new Map(Object.entries(given.known ?? {})), {
    ...{ state, now: () => time.now },
  });
  const mirrors = (id: string, revision: string, commits: readonly string[], movedAt?: number): void =>
    void spaces.set(id, {
      ...{ id, revision, commits: commits.map((each) => ({ revision: each, commit: 'c' })) },
      ...(movedAt === undefined ? {} : { movedAt }),
    } as unknown as SpaceRecord);
  const kept = (): unknown => documents.get('written.json');
  return { written, mirrors, time, kept };
}

const of = (revision: string, at: number, change: Partial<WrittenContent> = {}): WrittenContent => ({
  ...{ space: 's1', revision, older: [], at },
  ...change,
});

describe('what this clone wrote', () => {
  it('is known to the next process, unless that knows something newer', async () => {
    const { written } = aMemory({
      known: { older: of('a1', 5), newer: of('b2', 9), same: of('c1', 7) },
      kept: { older: of('a2', 6), newer: of('b1', 8), same: of('c2', 7), other: of('d', 1) },
    });
    await written.recall();

    expect(['older', 'newer', 'same', 'other'].map((id) => written.of(id)?.revision)).toEqual([
      ...['a2', 'b2', 'c1', 'd'],
    ]);
    const empty = aMemory();
    await empty.written.recall();
    expect(empty.written.of('other')).toBeUndefined();
  });

  it('is found by its change request, by its revision, and by its space where it was made lately', () => {
    const { written } = aMemory({
      known: {
        ...{ one: of('r1', 5, { madeAt: 4 }), two: of('r2', 5) },
        three: of('r3', 5, { space: 's2', madeAt: 4 }),
      },
    });

    expect(written.of('two')?.revision).toBe('r2');
    expect(written.byRevision('r3')).toEqual(written.of('three'));
    expect(written.byRevision('r9')).toBeUndefined();
    expect(written.madeIn('s1')).toEqual([['one', written.of('one')]]);
  });

  it('is kept with its time and with all that it replaced, also what the service showed before', () => {
    const { written, kept, time } = aMemory();
    written.showed('cr', { revision: 'r0' });
    expect([written.of('cr'), kept()]).toEqual([undefined, undefined]);
    written.wrote('cr', 's1', { revision: 'r1', madeAt: 3 });
    time.now += 10;
    written.wrote('cr', 's1', { revision: 'r2' });

    expect(written.of('cr')).toEqual({
      ...{ space: 's1', revision: 'r2', older: ['r0', 'r1'], at: time.now, madeAt: 3 },
    });
    expect(kept()).toEqual({ cr: written.of('cr') });
  });

  it('is forgotten after the time in which a service may be late', () => {
    const { written, time, kept } = aMemory();
    written.wrote('first', 's1', { revision: 'r1' });
    time.now += trustAfterMs - 1;
    written.wrote('second', 's1', { revision: 'r2' });
    expect(Object.keys(kept() as object)).toEqual(['first', 'second']);
    time.now += 1;
    written.wrote('third', 's1', { revision: 'r3' });
    expect(Object.keys(kept() as object)).toEqual(['second', 'third']);
    expect(written.of('first')).toBeUndefined();
  });
});

describe('what the service shows of it', () => {
  it('is noted where it is new: another revision, another status, the time', () => {
    const { written, time } = aMemory({ known: { cr: of('r1', 999_999, { status: 'draft' }) } });
    written.showed('cr', { revision: 'r1' });
    expect(written.of('cr')).toEqual(of('r1', 999_999, { status: 'draft' }));
    written.showed('cr', { revision: 'r1', status: 'draft', stamp: 'now' });
    expect(written.of('cr')).toEqual(of('r1', 999_999, { status: 'draft', stamp: 'now' }));
    written.showed('cr', { revision: 'r1', status: 'open', stamp: 'later' });
    expect(written.of('cr')).toEqual(of('r1', 999_999, { status: 'open', stamp: 'now' }));

    written.showed('cr', { revision: 'r2', status: 'merged', stamp: 'later' });
    expect(written.of('cr')).toEqual({
      ...of('r2', time.now, { status: 'merged', stamp: 'later' }),
      older: ['r1'],
    });
  });

  it('is forgotten as a whole where the write was long ago', () => {
    const { written, kept } = aMemory({ known: { cr: of('r1', 5, { status: 'draft' }) } });
    written.showed('cr', { revision: 'r1', status: 'open', stamp: 'now' });

    expect([written.of('cr'), kept()]).toEqual([undefined, {}]);
  });

  it('is in the state, too', () => {
    for (const shown of [
      { revision: 'r1', status: 'open' },
      { revision: 'r1', stamp: 'now' },
      { revision: 'r2' },
    ]) {
      const { written, kept, time } = aMemory({ known: { cr: of('r1', 999_999) } });
      written.showed('cr', shown);
      expect(kept()).toEqual({ cr: written.of('cr') });
      expect(written.of('cr')).toMatchObject(shown);
      expect(time.now).toBe(1_000_000);
    }
  });
});

describe('what a space has to show', () => {
  const merge = (revisionMerged?: string): ChangeRequest =>
    ({ updatedAt: 'stamp', ...(revisionMerged === undefined ? {} : { revisionMerged }) }) as ChangeRequest;

  it('is what the mirror has seen, where it is known when that was', () => {
    const { written, mirrors } = aMemory();
    expect(written.mirrored('s1')).toBeUndefined();
    mirrors('s1', 'r3', ['r1', 'r2', 'r3']);
    expect(written.mirrored('s1')).toBeUndefined();
    mirrors('s1', 'r3', ['r1', 'r2', 'r3'], 77);
    expect(written.mirrored('s1')).toEqual({ space: 's1', revision: 'r3', older: ['r1', 'r2'], at: 77 });
  });

  it('is the merge of a change request of ours, until the mirror has it', () => {
    const { written, mirrors, time, kept } = aMemory();
    mirrors('s1', 'r1', ['r0', 'r1']);
    expect(written.mergedInto('s1')).toBeUndefined();
    written.merged('s1', merge('r2'));
    const noted = { space: 's1', revision: 'r2', stamp: 'stamp', older: [], at: time.now };
    expect(written.mergedInto('s1')).toEqual(noted);
    expect(Object.values(kept() as object)).toEqual([noted]);
    expect([written.mergedInto('s2'), written.of('s1')]).toEqual([undefined, undefined]);

    time.now += 5;
    written.merged('s1', merge('r3'));
    expect(written.mergedInto('s1')).toEqual(noted);
    mirrors('s1', 'r4', ['r2', 'r4']);
    expect(written.mergedInto('s1')).toBeUndefined();
    written.merged('s1', merge('r5'));
    expect(written.mergedInto('s1')).toMatchObject({ revision: 'r5', at: time.now });
    mirrors('s1', 'r5', []);
    expect(written.mergedInto('s1')).toBeUndefined();
  });

  it('is nothing more for a merge that the mirror has, that says no revision, or in a space that nobody mirrors', () => {
    const { written, mirrors, kept } = aMemory();
    mirrors('s1', 'r1', ['r0']);
    for (const revision of ['r0', 'r1', undefined]) written.merged('s1', merge(revision));
    written.merged('s2', merge('r2'));

    expect([written.mergedInto('s1'), written.mergedInto('s2'), kept()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
