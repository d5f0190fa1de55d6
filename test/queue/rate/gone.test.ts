import { describe, expect, it } from 'vitest';
import { ManualClock, seededRandom } from '../../../src/clock/index.ts';
import { createRateBudget, type RateBudget, type RequestOutcome } from '../../../src/queue/index.ts';

const silence = { kind: 'noAnswer', cause: new Error('connect ECONNREFUSED') } as const;
const answered = (status: number) => ({ kind: 'answer', status, headers: {} }) as const;

type Try = readonly [subject: string, outcome: RequestOutcome];

const a: Try = ['GET /a', silence];
const b: Try = ['GET /b', silence];

/** A budget after some requests, one after the other. */
async function after(tries: readonly Try[], givesUpAfter: number | undefined = 3) {
  const clock = new ManualClock();
  const budget = createRateBudget({
    ...{ clock, random: seededRandom(1) },
    ...(givesUpAfter === undefined ? {} : { givesUpAfter }),
  });
  for (const [subject, outcome] of tries) {
    let isGranted = false;
    const asked = budget.acquire({ subject }).finally(() => (isGranted = true));
    for (let waited = 0; !isGranted && waited < 60; waited++) await clock.advance(1_000);
    (await asked).release(outcome);
    await clock.advance(0);
  }
  return { clock, budget };
}

/** What becomes of a request at once: its failure, or nothing while it waits or after it was let go. */
async function failureOf(budget: RateBudget, clock: ManualClock): Promise<unknown> {
  let failure: unknown = null;
  budget.acquire({ subject: 'GET /c' }).catch((error: unknown) => {
    failure = error;
  });
  await clock.advance(0);
  return failure;
}

describe('a service that has gone', () => {
  it('fails what waits, with the last failure and the way out', async () => {
    const { budget, clock } = await after([a, b, a]);
    expect(await failureOf(budget, clock)).toMatchObject({
      code: 'NO_ANSWER',
      message: 'the service gave no answer to 3 tries in a row: connect ECONNREFUSED',
      hint: 'Check that the service runs and that this machine can reach it.',
      data: { processed: 'no', gone: true },
    });
  });

  it.each<[string, Try[], string, string]>([
    [
      'with the status of its answers',
      [a, b, ['GET /a', answered(503)]],
      'OVERLOADED',
      'the service answered 503 to 3 requests in a row',
    ],
    [
      'without a cause where there is none',
      [a, b, ['GET /a', { kind: 'noAnswer' }]],
      'NO_ANSWER',
      'the service gave no answer to 3 tries in a row',
    ],
    [
      'with its own failure after a request that was given up',
      [a, b, ['GET /c', { kind: 'aborted' }], ['GET /a', answered(502)]],
      'OVERLOADED',
      'the service answered 502 to 3 requests in a row',
    ],
  ])('is told %s', async (_what, tries, code, message) => {
    const { budget, clock } = await after(tries);
    const hint = 'Check that the service runs and that this machine can reach it.';
    expect(await failureOf(budget, clock)).toMatchObject({ code, message, hint });
  });

  it.each<[string, Try[], number | undefined]>([
    ['always the same request fails', [a, a, a, a], 3],
    ['too few tries have failed', [a, b, a], 4],
    ['there was an answer in between', [a, b, ['GET /b', answered(200)], a, a, a], 3],
    ['another request was only given up', [a, a, ['GET /b', { kind: 'aborted' }], a], 3],
    ['nobody said how many tries are enough', [a, b, a, b, a, b], undefined],
  ])('it is not while %s', async (_what, tries, givesUpAfter) => {
    const { budget, clock } = await after(tries, givesUpAfter === undefined ? Infinity : givesUpAfter);
    expect(await failureOf(budget, clock)).toBeNull();
  });

  it('is asked again when the next try may start', async () => {
    const { budget, clock } = await after([a, b, a]);
    await failureOf(budget, clock);
    await clock.advance(10_000);
    const next = await budget.acquire({ subject: 'GET /c' });
    next.release(answered(200));
    await clock.advance(0);
    expect(await failureOf(budget, clock)).toBeNull();
    expect((await budget.snapshot()).totals).toMatchObject({ answered: 1, failed: 3 });
  });
});
