import { describe, expect, it } from 'vitest';
import { requestTimeLimitMs } from '../../src/contract/index.ts';
import { AppError } from '../../src/base/index.ts';
import { inParallel } from '../../src/sync/in-parallel.ts';
import { isMirrored, noLongerMirrored } from '../../src/sync/look/left-spaces.ts';
import { MetadataLooks } from '../../src/sync/mirror/metadata-looks.ts';
import { outcomeOf } from '../../src/sync/outcome.ts';
import { lookForResult, mayTakeEffect } from '../../src/sync/proposals/in-doubt.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { shardOf, stateName } from '../../src/sync/state/names.ts';
import { SleeplessClock } from '../simulation/sleepless-clock.ts';

describe('the outcome of a cycle', () => {
  type Report = Parameters<typeof outcomeOf>[0];
  const quiet = {
    ...{ spaces: [{ state: 'unchanged' }], proposals: [{ state: 'unchanged' }], problems: [], repairs: [] },
    ...{ branch: { state: 'up-to-date', conflicts: [] }, commits: 0 },
  } as unknown as Report;

  it.each<[string, unknown, string, number]>([
    ['nothing happened', {}, 'quiet', 0],
    ['nobody asked for the branch', { branch: { state: 'not-asked', conflicts: [] } }, 'quiet', 0],
    ['HEAD is detached', { branch: { state: 'detached', conflicts: [] } }, 'quiet', 0],
    ['there is no branch', { branch: { state: 'absent', conflicts: [] } }, 'quiet', 0],
    ['the branch moved', { branch: { state: 'merged', conflicts: [] } }, 'changed', 0],
    ['there is a commit', { commits: 1 }, 'changed', 0],
    ['something was mended', { repairs: [{}] }, 'changed', 0],
    ['another branch moved', { otherBranches: [{}] }, 'changed', 0],
    ['a space changed', { spaces: [{ state: 'unchanged' }, { state: 'mirrored' }] }, 'changed', 0],
    ['something was proposed', { proposals: [{ state: 'unchanged' }, { state: 'proposed' }] }, 'changed', 0],
    ['a person has to join files', { branch: { state: 'left', conflicts: [{}] } }, 'conflict', 5],
    ['a person has to join a page of a proposal', { proposals: [{ state: 'conflict' }] }, 'conflict', 5],
    ['a guard holds something back', { problems: [{ code: 'DELETION_GUARD' }] }, 'conflict', 5],
    ['a file cannot be sent', { problems: [{ code: 'INVALID', cause: 'secret' }] }, 'conflict', 5],
    ['something failed', { problems: [{ code: 'NO_ANSWER' }] }, 'incomplete', 3],
    ['the token failed', { problems: [{ code: 'NO_ANSWER' }, { code: 'UNAUTHENTICATED' }] }, 'incomplete', 4],
    [
      'something failed beside a conflict',
      {
        problems: [{ code: 'DELETION_GUARD' }, { code: 'NO_ANSWER' }],
        branch: { state: 'left', conflicts: [{}] },
      },
      'incomplete',
      3,
    ],
  ])('when %s', (_what, change, outcome, exitCode) => {
    expect(outcomeOf({ ...quiet, ...(change as Partial<Report>) })).toEqual({ outcome, exitCode });
  });
});

describe('a space that was mirrored', () => {
  it.each<[string, Parameters<typeof isMirrored>[0], boolean]>([
    ['is asked for by its name', { spaces: [{ id: 's1' }] } as never, true],
    ['is not, where others alone are named', { spaces: [{ id: 's2' }] } as never, false],
    ['may be one of an organization', { organization: 'o1', spaces: [{ id: 's2' }] } as never, true],
    ['may be one of a collection', { collections: [], spaces: [] } as never, true],
    ['may be one of a site', { sites: [], spaces: [] } as never, true],
    ['may be one of all', {} as never, true],
    ['is not, where no space is named', { spaces: [] } as never, false],
  ])('%s', (_what, config, is) => {
    expect(isMirrored(config, 's1')).toBe(is);
  });

  const record = (path: string, ...requests: [number, string][]): SpaceRecord =>
    ({ path, changeRequests: requests.map(([number, status]) => ({ number, status })) }) as never;

  it.each<[string, SpaceRecord, string]>([
    [
      'has nothing open',
      record('guides', [1, 'merged']),
      'guides stays as it is, and nothing of it is read or sent. To mirror it again, name it under mirror.spaces; else remove the folder (git rm -r guides), which git checkout docs/main -- guides brings back.',
    ],
    [
      'has one that is open',
      record('guides', [1, 'archived'], [2, 'draft']),
      'read or sent; #2 stays open. To mirror it again, name it under mirror.spaces; else archive what is open (tidemark cr archive 2 --space guides), and remove the folder (git rm -r guides), which git checkout docs/main -- guides brings back.',
    ],
    [
      'has several that are open',
      record('.', [3, 'open'], [2, 'draft']),
      'read or sent; #3, #2 stay open. To mirror it again, name it under mirror.spaces; else archive what is open (tidemark cr archive 3 --space .), and go on without it.',
    ],
  ])('and is no longer %s', (_what, left, words) => {
    expect(noLongerMirrored(left)).toContain(words);
  });
});

describe('the result of a request without an answer', () => {
  const lagMs = 5_000;
  const looked = async (askedAgoMs: number | null, options: { dryRun?: boolean } = {}) => {
    const clock = new SleeplessClock();
    const start = clock.now();
    let looks = 0;
    const askedAt = askedAgoMs === null ? undefined : start - askedAgoMs;
    const found = await lookForResult({ clock, options, config: { push: { lagMs } } }, askedAt, async () => {
      looks++;
      return null;
    });
    expect(found).toBeNull();
    return { looks, waitedMs: clock.now() - start };
  };

  it('is looked for until the service would take the request no more, and shows what it did', async () => {
    expect((await looked(0)).waitedMs).toBe(requestTimeLimitMs + lagMs);
    expect((await looked(1_000)).waitedMs).toBe(requestTimeLimitMs + lagMs - 1_000);
  });

  it('is looked for no longer by a clock that was set back', async () => {
    expect((await looked(-3_600_000)).waitedMs).toBe(requestTimeLimitMs + lagMs);
  });

  it.each<[string, number | null, { dryRun?: boolean }]>([
    ['after that time', requestTimeLimitMs + lagMs, {}],
    ['when the request certainly failed', null, {}],
    ['in a dry run', 0, { dryRun: true }],
  ])('is looked for once %s', async (_what, askedAgoMs, options) => {
    expect(await looked(askedAgoMs, options)).toEqual({ looks: 1, waitedMs: 0 });
  });

  it('is given as soon as it is there', async () => {
    const clock = new SleeplessClock();
    const start = clock.now();
    let looks = 0;
    const context = { clock, options: {}, config: { push: { lagMs } } };
    expect(await lookForResult(context, start, async () => (++looks < 3 ? null : 'found'))).toBe('found');
    expect([looks, clock.now() - start]).toEqual([3, 750]);
  });

  it.each<[unknown, boolean]>([
    [new AppError('OUTCOME_UNKNOWN', 'x'), true],
    [new AppError('TIMEOUT', 'x'), true],
    [new AppError('NO_ANSWER', 'x'), true],
    [new AppError('NOT_SHOWN_YET', 'x'), true],
    [new AppError('ANSWER_INVALID', 'x'), true],
    [new AppError('ANSWER_TOO_LARGE', 'x'), true],
    [new AppError('REDIRECT_REFUSED', 'x'), true],
    [new AppError('REMOTE_FAILED', 'x'), true],
    [new AppError('OVERLOADED', 'x'), true],
    [new AppError('INTERNAL', 'x'), true],
    [new AppError('CANCELLED', 'x'), true],
    [new TypeError('x'), true],
    [new AppError('UNAUTHENTICATED', 'x'), false],
    [new AppError('NOT_FOUND', 'x'), false],
    [new AppError('RATE_LIMITED', 'x'), false],
  ])('may come after %s: %s', (error, may) => {
    expect(mayTakeEffect(error)).toBe(may);
  });
});

describe('the note of a look at the metadata', () => {
  const kept = (comments = false, spaces = ['b', 'a'], metadataAt = 7) => {
    const at = { root: { metadataAt }, spaces: () => new Map(spaces.map((id) => [id, {}])) };
    return (cache: unknown) => new MetadataLooks(cache as never, at as never, { comments });
  };
  const aCache = () => {
    const notes = new Map<string, Uint8Array>();
    return {
      read: (name: string) => notes.get(name) ?? null,
      write: (name: string, bytes: Uint8Array) => void notes.set(name, bytes),
    };
  };

  it.each([
    ['counts for the next process', kept(), 1_000],
    ['counts in whatever order the spaces are', kept(false, ['a', 'b']), 1_000],
    ['does not count once the state is newer', kept(false, ['b', 'a'], 8), 0],
    ['does not count when comments are wanted, too', kept(true), 0],
    ['does not count with another space', kept(false, ['a', 'b', 'c']), 0],
  ])('%s', (_what, looks, last) => {
    const cache = aCache();
    kept()(cache).note(1_000);
    expect(looks(cache).last()).toBe(last);
  });

  it.each(['', '{', '{}', '{"at":"1","metadataAt":7,"scope":"x"}', '{"at":1,"metadataAt":7}', 'null'])(
    'is none where the cache has %j',
    (text) => {
      expect(kept()({ read: () => new TextEncoder().encode(text) }).last()).toBe(0);
    },
  );

  it('is none without a cache', () => {
    const looks = kept()(undefined);
    looks.note(1_000);
    expect(looks.last()).toBe(0);
  });
});

describe('work on many things', () => {
  it('is done for so many at a time, and gives results in their order', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (item, at) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < item; turn++) await Promise.resolve();
      running--;
      return `${at}:${item}`;
    });
    expect(results).toEqual(['0:5', '1:1', '2:4', '3:2', '4:3']);
    expect(most).toBe(2);
    expect(await inParallel([], 2, async () => 1)).toEqual([]);
  });

  it('ends with the first failure', async () => {
    const begun: number[] = [];
    const failing = inParallel([1, 2, 3, 4], 1, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 2) throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(begun).toEqual([1, 2]);
  });
});

describe('the name of a file of the state', () => {
  it.each(['a', 'Abc_9-z', 'x'.repeat(64), 'console', 'com', 'com10'])('is the id itself: %s', (id) => {
    expect(stateName(id)).toBe(id);
  });

  it.each([
    '',
    'a/b',
    '..',
    'a.b',
    'x'.repeat(65),
    'con',
    'CON',
    'aux',
    'nul',
    'prn',
    'com1',
    'LPT9',
    'ä',
    'a\n',
  ])('is a name of our own, which no other id has: %j', (id) => {
    expect(stateName(id)).toMatch(/^x-[0-9a-f]{40}$/u);
    expect(stateName(id)).not.toBe(stateName(`${id}x/`));
  });

  it('is one of 256', () => {
    expect(new Set(Array.from({ length: 5_000 }, (_, at) => shardOf(String(at)))).size).toBe(256);
    expect(shardOf('a')).toMatch(/^[0-9a-f]{2}$/u);
  });
});
