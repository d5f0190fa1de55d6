import { describe, expect, it } from 'vitest';
import { requestTimeLimitMs } from '../../src/contract/index.ts';
import { lookForResult } from '../../src/sync/proposals/in-doubt.ts';
import { SleeplessClock } from '../simulation/sleepless-clock.ts';

/** Looks for something that comes up after so many milliseconds: whether it was found, how often, and until when. */
async function looked(
  comesAfter: number,
  { askedAgo, dryRun = false, lagMs = 0 }: { askedAgo: number | undefined; dryRun?: boolean; lagMs?: number },
): Promise<{ found: boolean; looks: number; waited: number }> {
  const clock = new SleeplessClock();
  const begun = clock.now();
  let looks = 0;
  const found = await lookForResult(
    { clock, config: { push: { lagMs } }, options: { dryRun } },
    askedAgo === undefined ? undefined : begun - askedAgo,
    async () => (++looks, clock.now() - begun >= comesAfter ? 'it' : null),
  );
  return { found: found !== null, looks, waited: clock.now() - begun };
}

describe('[SYNC-37] what a request made whose answer never came', () => {
  it('is found at once where it is there', async () => {
    expect(await looked(0, { askedAgo: 10 })).toEqual({ found: true, looks: 1, waited: 0 });
  });

  it('is found when the request arrives late, just before the service takes it no more', async () => {
    expect(await looked(requestTimeLimitMs - 1000, { askedAgo: 1000 })).toMatchObject({ found: true });
  });

  it('is found when the service shows late what it made at the last moment', async () => {
    const { found } = await looked(requestTimeLimitMs + 500, { askedAgo: 1000, lagMs: 3000 });
    expect(found).toBe(true);
  });

  it('is given up when the time limit of the service has passed, and not before', async () => {
    const { found, waited } = await looked(Infinity, { askedAgo: 1000 });
    expect({ found, waited }).toEqual({ found: false, waited: requestTimeLimitMs - 1000 });
  });

  it.each([
    ['the request is older than the limit', { askedAgo: requestTimeLimitMs }],
    ['it is not known when it was sent, or it certainly failed', { askedAgo: undefined }],
    ['nothing would be made anyway', { askedAgo: 10, dryRun: true }],
  ])('is looked for once when %s', async (_why, of) => {
    expect(await looked(Infinity, of)).toEqual({ found: false, looks: 1, waited: 0 });
  });

  it('is waited for no longer than the limit after the clock was set back', async () => {
    expect((await looked(Infinity, { askedAgo: -3_600_000 })).waited).toBe(requestTimeLimitMs);
  });
});
