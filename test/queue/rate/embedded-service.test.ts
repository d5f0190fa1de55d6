import { afterEach, expect, it } from 'vitest';
import { ManualClock, realClock, seededRandom } from '../../../src/clock/index.ts';
import { createRateBudget } from '../../../src/queue/index.ts';
import { ensureUser } from '../../../src/service/organizations/index.ts';
import { createService } from '../../../src/service/index.ts';
import { createToken } from '../../../src/service/tokens/index.ts';

const minute = 60_000;
const stepMs = 200;
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** The embedded service with `--rate`, in this process, at a clock that is moved by hand. */
async function aLimitedService(clock: ManualClock, rate: number) {
  const embedded = createService({ data: ':memory:', clock, random: seededRandom(3), rate });
  open.push(embedded);
  await embedded.app.ready();
  const { store, random } = embedded.service;
  const context = { store, random, now: new Date(clock.now()).toISOString(), nowMs: clock.now() };
  const user = ensureUser(context, { email: 'one@example.com' });
  const { token } = createToken(context, { user, label: 'test' });
  return async () => embedded.app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${token}` } });
}

it('uses at least 95 % of what the embedded service allows, is never refused, and finds a new limit within a window', async () => {
  const clock = new ManualClock();
  const [before, after] = [120, 60];
  let ask = await aLimitedService(clock, before);
  const lowered = await aLimitedService(clock, after);
  const budget = createRateBudget({ clock, random: seededRandom(4) });
  const answers: { at: number; status: number }[] = [];
  let stopped = false;
  const work = async (flow: string): Promise<void> => {
    while (!stopped) {
      const permit = await budget.acquire({ flow });
      await clock.sleep(stepMs);
      const { statusCode: status, headers } = await ask();
      answers.push({ at: clock.monotonic(), status });
      const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      // Node dates answers by the real clock, and the limit's end is told by ours.
      plain['date'] = new Date(clock.now()).toUTCString();
      permit.release({ kind: 'answer', status, headers: plain });
    }
  };
  for (let index = 0; index < 8; index++) void work(`space ${index}`);
  const pass = async (minutes: number): Promise<void> => {
    for (let at = 0; at < minutes * minute; at += stepMs) {
      await clock.advance(stepMs);
      await realClock.sleep(0); // the service answers in real time
    }
  };
  const count = (from: number, to: number, refused: boolean): number =>
    answers.filter(({ at, status }) => at >= from && at < to && (status === 429) === refused).length;

  const start = clock.monotonic();
  await pass(4);
  ask = lowered;
  const changed = clock.monotonic();
  await pass(4);
  stopped = true;

  expect(count(start + minute, changed, false) / (3 * before)).toBeGreaterThanOrEqual(0.95);
  expect(count(start, changed, true)).toBe(0);
  expect(count(changed + minute, changed + 4 * minute, true)).toBe(0);
  expect(count(changed + minute, changed + 4 * minute, false) / (3 * after)).toBeGreaterThanOrEqual(0.95);
}, 60_000);
