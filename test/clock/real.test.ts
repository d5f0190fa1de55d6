import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { realClock } from '../../src/clock/index.ts';

const days = 24 * 60 * 60 * 1000;

it('sleeps for longer than one timer can count, until somebody ends it', async () => {
  const ended = new AbortController();
  let isOver = false;
  const sleeping = realClock.sleep(30 * days, ended.signal).finally(() => (isOver = true));
  void sleeping.catch(() => undefined);

  await pause(50);
  expect(isOver).toBe(false);
  ended.abort();

  await expect(sleeping).rejects.toThrow('aborted');
});
