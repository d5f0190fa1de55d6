import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/clock/index.ts';
import { startRequest, newBudgetState, endRequest } from '../../../src/queue/rate/state.ts';

const minute = 60_000;

it('drops each request that was forgotten once no answer can come any more, and none before', () => {
  const state = newBudgetState();
  const random = seededRandom(1);
  const ask = (now: number): number => {
    const admission = startRequest(state, now, { owner: 'me', urgent: false });
    if (!admission.go) throw new Error(`It waits: ${admission.because}.`);
    return admission.number;
  };
  const answer = (number: number, now: number): void => {
    const reading = { quotas: [], retryAfterMs: null };
    const settlement = { kind: 'answer' as const, status: 200, tookMs: 10, reading };
    endRequest(state, now, { number, owner: 'me', settlement, random });
  };
  const unanswered = (): number[] => Object.keys(state.inFlight).map(Number);
  answer(ask(0), 10);

  // Other requests come and go all the time: the process lives.
  const goOn = (from: number, to: number): void => {
    for (let at = from; at <= to; at += 5_000) answer(ask(at), at + 10);
  };
  goOn(5_000, minute);
  const first = ask(minute + 1);
  goOn(minute + 5_000, 10 * minute);
  const second = ask(10 * minute + 1);
  goOn(10 * minute + 5_000, 16 * minute - 5_000);
  expect(unanswered()).toEqual([first, second]);
  goOn(16 * minute + 2, 16 * minute + 3);
  expect(unanswered()).toEqual([second]);
  goOn(16 * minute + 5_000, 25 * minute - 5_000);
  expect(unanswered()).toEqual([second]);
  goOn(25 * minute + 5_000, 25 * minute + 6_000);
  expect(unanswered()).toEqual([]);
});
