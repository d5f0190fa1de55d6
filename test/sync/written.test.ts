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

  it('makes nobody wait when the clock was set back', () => {
    expect(readCounts({ revision: 'second' }, written, wroteAt - 1)).toBe('counts');
  });

  it('is older than all that was written since', () => {
    const next = withRevision(written, { space: 'space', revision: 'fourth', at: wroteAt + 1 }, 'between');

    expect(next).toMatchObject({ revision: 'fourth', older: ['first', 'second', 'third', 'between'] });
  });
});

describe('[SYNC-44] what was made here, and is not known to the service', () => {
  it('is there until the time limit of the service has passed', () => {
    expect(readCounts(null, made, wroteAt + requestTimeLimitMs - 1)).toBe('late');
    expect(readCounts(null, made, wroteAt + requestTimeLimitMs)).toBe('counts');
  });
});
