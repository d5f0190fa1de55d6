import { describe, expect, it } from 'vitest';
import { requestTimeLimitMs } from '../../src/contract/index.ts';
import { trustAfterMs, withRevision, readCounts } from '../../src/sync/remote/written.ts';
import type { Shown, WrittenContent } from '../../src/sync/remote/written.ts';

const wroteAt = 1_000_000;
const written: WrittenContent = {
  space: 'space',
  revision: 'third',
  older: ['first', 'second'],
  at: wroteAt,
  stamp: '2026-01-01T00:00:10.000Z',
};
const made: WrittenContent = { ...written, madeAt: wroteAt };

describe('[SYNC-43] what is read after a write', () => {
  it.each<[string, Shown, 'counts' | 'late' | 'unclear']>([
    ['shows what was written', { revision: 'third' }, 'counts'],
    ['stands on what was written', { revision: 'new', parents: ['third'] }, 'counts'],
    ['is what was there before', { revision: 'second' }, 'late'],
    ['is what was there long before', { revision: 'first' }, 'late'],
    [
      'stands beside what was written, on what was there before',
      { revision: 'new', parents: ['second'] },
      'late',
    ],
    ['is unknown', { revision: 'new' }, 'unclear'],
    ['stands on something unknown', { revision: 'new', parents: ['other'] }, 'unclear'],
    ['is unknown, and later', { revision: 'new', stamp: '2026-01-01T00:00:10.500Z' }, 'counts'],
    ['is unknown, and of the same time', { revision: 'new', stamp: '2026-01-01T00:00:10.000Z' }, 'counts'],
    ['takes in what was there before', { revision: 'new', parents: ['other', 'second'] }, 'unclear'],
    ['takes in what was written', { revision: 'new', parents: ['other', 'third'] }, 'counts'],
    ['is unknown, and has no parents', { revision: 'new', parents: [] }, 'unclear'],
    ['is unknown, and earlier', { revision: 'new', stamp: '2026-01-01T00:00:09.000Z' }, 'late'],
    ['is nothing, of what others made', null, 'counts'],
  ])('%s', (_what, shown, verdict) => {
    expect(readCounts(shown, written, wroteAt + 1000)).toBe(verdict);
  });

  it('counts where nothing was written', () => {
    expect(readCounts({ revision: 'any' }, undefined, wroteAt)).toBe('counts');
  });

  it('counts after the time limit of the service when it is unknown, and after ten minutes when it is old', () => {
    expect(readCounts({ revision: 'new' }, written, wroteAt + requestTimeLimitMs)).toBe('counts');
    expect(readCounts({ revision: 'second' }, written, wroteAt + requestTimeLimitMs)).toBe('late');
    expect(readCounts({ revision: 'second' }, written, wroteAt + trustAfterMs)).toBe('counts');
  });

  it('stays late, or unclear, until exactly then, also where it is read in the moment of the write', () => {
    expect(readCounts({ revision: 'second' }, written, wroteAt)).toBe('late');
    expect(readCounts({ revision: 'new' }, written, wroteAt + requestTimeLimitMs - 1)).toBe('unclear');
    expect(readCounts({ revision: 'second' }, written, wroteAt + trustAfterMs - 1)).toBe('late');
  });

  it('is unclear where the time of the write is not known', () => {
    const { stamp, ...others } = written;
    expect(readCounts({ revision: 'new', stamp }, others, wroteAt + 1)).toBe('unclear');
  });

  it('makes nobody wait when the clock was set back', () => {
    expect(readCounts({ revision: 'second' }, written, wroteAt - 1)).toBe('counts');
  });

  it('is older than all that was written since', () => {
    const next = withRevision(written, { space: 'space', revision: 'fourth', at: wroteAt + 1 }, 'between');

    expect(next).toEqual({
      ...{ space: 'space', revision: 'fourth', at: wroteAt + 1, stamp: written.stamp },
      older: ['first', 'second', 'third', 'between'],
    });
  });

  it('is nothing before the first write, unless something was shown', () => {
    const next = { space: 'space', revision: 'first', at: wroteAt };

    expect(withRevision(undefined, next, undefined)).toEqual({ ...next, older: [] });
    expect(withRevision(undefined, next, 'shown')).toEqual({ ...next, older: ['shown'] });
  });

  it('does not contain what is there again, nor anything twice, and no more than twenty revisions', () => {
    const again = withRevision(written, { space: 'space', revision: 'first', at: wroteAt }, 'second');
    expect(again.older).toEqual(['second', 'third']);

    const many = { ...written, older: Array.from({ length: 30 }, (_, each) => `r${each}`) };
    const { older } = withRevision(many, { space: 'space', revision: 'last', at: wroteAt }, undefined);
    expect([older.length, older[0], older.at(-1)]).toEqual([20, 'r11', 'third']);
  });
});

describe('[SYNC-44] what was made here, and is not known to the service', () => {
  it('is there until the time limit of the service has passed', () => {
    expect(readCounts(null, made, wroteAt + requestTimeLimitMs - 1)).toBe('late');
    expect(readCounts(null, made, wroteAt + requestTimeLimitMs)).toBe('counts');
    const madeBefore = { ...written, madeAt: wroteAt - requestTimeLimitMs };
    expect(readCounts(null, madeBefore, wroteAt + 1)).toBe('counts');
  });
});
