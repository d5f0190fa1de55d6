import { describe, expect, it } from 'vitest';
import {
  newConcurrency,
  noteOtherLimit,
  noteWaiting,
  raiseToRate,
  updateConcurrency,
  type Concurrency,
} from '../../../src/queue/rate/concurrency.ts';

interface Stretch {
  tookMs: number;
  failed?: number;
  /** How often the number made requests wait; by default each time that one was answered. */
  held?: number;
  mixed?: boolean;
}

/** How many outcomes end a stretch. */
const outcomes = ({ limit }: Concurrency): number => Math.max(8, Math.ceil(limit * 1.25));

/** Plays one whole stretch, of which so many outcomes at the end are failures, and returns the number that follows. */
function play(state: Concurrency, { tookMs, failed = 0, held, mixed = false }: Stretch): number {
  const asked = outcomes(state);
  const now = state.stretch.since + Math.max(250, tookMs);
  for (let time = 0; time < (held ?? asked); time++) noteWaiting(state);
  if (mixed) noteOtherLimit(state);
  for (let request = 0; request < asked; request++)
    updateConcurrency(state, { now, failed: request >= asked - failed, tookMs });
  return state.limit;
}

/** The numbers, rounded, while a service that works on `places` requests at once answers each after 100 ms of work. */
function numbersFor(state: Concurrency, places: number, stretches: number): number[] {
  return Array.from({ length: stretches }, () =>
    Number(play(state, { tookMs: 100 * Math.max(1, state.limit / places) }).toFixed(1)),
  );
}

function at(limit: number, change: Partial<Concurrency> = {}): Concurrency {
  return { ...newConcurrency(), limit, ...change };
}

describe('the number of unanswered requests', () => {
  it('grows by half as long as each step brings more answers, up to 64', () => {
    expect(numbersFor(newConcurrency(), 1_000, 6)).toEqual([12, 18, 27, 40.5, 60.8, 64]);
  });

  it('tries a lower number at the top now and then, and returns', () => {
    const top = at(64);

    expect(numbersFor(top, 1_000, 11)).toEqual([64, 64, 64, 64, 51.2, 64, 64, 64, 64, 64, 64]);
  });

  it.each([
    ['what it brought then', 0.19, 0.19],
    ['what the higher one brought, where that is more', 0.17, 0.18],
  ])('remembers, when a higher one was useless, %s', (_what, rate, remembered) => {
    const state = at(18, { phase: 'up', before: { limit: 12, rate } });
    play(state, { tookMs: 100 });

    expect(state.before).toEqual({ limit: 12, rate: expect.closeTo(remembered, 6) as number });
  });

  it('goes back to the last number that brought more, and then tries in smaller steps down and up', () => {
    // 27 brings as much as 18. Four stretches later 14.4 brings less; again four later 22.5 brings no more.
    expect(numbersFor(newConcurrency(), 18, 18)).toEqual([
      ...[12, 18, 27],
      ...[18, 18, 18, 18, 14.4],
      ...[18, 18, 18, 18, 22.5],
      ...[18, 18, 18, 18, 14.4],
    ]);
  });

  it('counts a step as useful that brings two fifths of what it could bring', () => {
    const raised = (rate: number): Concurrency =>
      at(12, { phase: 'up', before: { limit: 8, rate }, found: false });
    const useful = raised(0.0999);
    const useless = raised(0.1001);

    // A rate of 0.12 a millisecond is a fifth more than 0.1, of the half that is possible.
    expect([play(useful, { tookMs: 100 }), play(useless, { tookMs: 100 })]).toEqual([18, 8]);
    expect([useful.found, useless.found]).toEqual([false, true]);
  });

  it('sinks as long as fewer bring as many', () => {
    expect(numbersFor(at(32), 10, 34).filter((number, index, all) => number !== all[index - 1])).toEqual([
      ...[48, 32, 25.6, 20.5, 16.4, 13.1, 10.5, 8.4, 10.5],
    ]);
  });

  it('counts a lower number as good where it brings 97 % of the answers', () => {
    const lowered = (rate: number): Concurrency => at(8, { phase: 'down', before: { limit: 10, rate } });

    expect(play(lowered(0.08 / 0.971), { tookMs: 100 })).toBe(8);
    expect(play(lowered(0.08 / 0.969), { tookMs: 100 })).toBe(10);
  });

  it('never sinks below one', () => {
    const one = at(1, { next: 'down' });

    play(one, { tookMs: 100 });

    expect(one.limit).toBe(1);
  });

  it('is looked for anew at once where the answers become much fewer by themselves', () => {
    const settled = (): Concurrency => at(20, { before: { limit: 20, rate: 0.2 }, rest: 4, found: true });

    expect(play(settled(), { tookMs: 144 })).toBe(25);
    expect(play(settled(), { tookMs: 142 })).toBe(20);
  });

  it('compares a step with the mean of what was measured before it', () => {
    const settled = at(20, { before: { limit: 20, rate: 0.2 }, rest: 4, found: true });

    play(settled, { tookMs: 125 });

    expect(settled.before).toEqual({ limit: 20, rate: expect.closeTo(0.18) as number });
  });
});

describe('a stretch of requests', () => {
  it.each([
    ['this number held less than half of the requests back', { held: 4 }],
    ['a limit held requests back as well', { mixed: true }],
  ])('shows nothing where %s', (_title, change) => {
    const state = at(8);
    play(state, { tookMs: 100, ...change });

    expect(state).toMatchObject({ limit: 8, before: null, rest: 0 });
    expect(state.stretch).toMatchObject({ since: 250, good: 0, held: 0, mixed: false });
  });

  it('shows something where this number held half of them back', () => {
    expect(play(at(8), { tookMs: 100, held: 5 })).toBe(12);
  });

  it('shows nothing where every request failed, but that it was too much', () => {
    const state = at(8);
    play(state, { tookMs: 100, failed: 10 });

    expect(state).toMatchObject({ limit: 5.6, before: null });
  });

  it('counts failures in what it brings', () => {
    const state = at(8);
    play(state, { tookMs: 100, failed: 2 });

    expect(state.before?.rate).toBeCloseTo((8 * 0.8) / 100);
  });

  it.each([
    ['a quarter of a second passed', 8, 10, 249, 250],
    ['eight requests were answered', 2, 8, 300, 300],
    ['each place was used a little more than once', 20, 25, 300, 300],
  ])('ends when %s', (_title, limit, asked, before, end) => {
    const state = at(limit);
    for (let request = 1; request < asked; request++) {
      noteWaiting(state);
      updateConcurrency(state, { now: before, failed: false, tookMs: 100 });
    }
    if (before < end) updateConcurrency(state, { now: before, failed: false, tookMs: 100 });
    const since = state.stretch.since;
    updateConcurrency(state, { now: end, failed: false, tookMs: 100 });

    expect([since, state.stretch.since]).toEqual([0, end]);
  });

  it('ends at once when four requests failed, and more than were answered', () => {
    const outcomesOf = (failures: boolean[]): number => {
      const state = at(8);
      failures.forEach((failed) => updateConcurrency(state, { now: 10, failed, tookMs: 10 }));
      return state.limit;
    };

    expect(outcomesOf([true, true, true])).toBe(8);
    expect(outcomesOf([true, true, true, true])).toBeCloseTo(5.6);
    expect(outcomesOf([false, false, false, false, true, true, true, true])).toBe(8);
    expect(outcomesOf([false, false, false, true, true, true, true])).toBeCloseTo(5.6);
  });

  it('counts only requests that began in it', () => {
    const state = at(8);
    state.stretch.since = 1_000;
    for (let request = 0; request < 20; request++) {
      noteWaiting(state);
      updateConcurrency(state, { now: 1_400, failed: false, tookMs: 401 });
    }
    const early = state.stretch.good;
    updateConcurrency(state, { now: 1_400, failed: false, tookMs: 400 });

    expect([early, state.stretch.good]).toEqual([0, 1]);
  });
});

describe('when more requests fail than usual, the number', () => {
  it.each([
    [3, 12],
    [4, 5.6],
  ])('falls by three tenths: %i of 10 make it %d', (failed, number) => {
    expect(play(at(8), { tookMs: 100, failed })).toBeCloseTo(number);
  });

  it('returns to what it was before a step up', () => {
    const raised = at(12, { phase: 'up', before: { limit: 10, rate: 0.08 } });
    const lowered = at(8, { phase: 'down', before: { limit: 10, rate: 0.08 } });

    expect(play(raised, { tookMs: 100, failed: 8 })).toBe(10);
    expect(play(lowered, { tookMs: 100, failed: 8 })).toBeCloseTo(5.6);
    expect(raised).toMatchObject({
      ...{ phase: 'hold', before: null, rest: 4, next: 'up', found: true, ceiling: 12, crowded: true },
    });
  });

  it('stays at one at least, and two stays a number that can be tried', () => {
    const one = at(1);
    play(one, { tookMs: 100, failed: 8 });

    expect(one).toMatchObject({ limit: 1, ceiling: 2 });
  });

  it('grows used to a loss that is always there', () => {
    const state = at(8, { usualLoss: 0.3 });

    expect(play(state, { tookMs: 100, failed: 5 })).toBe(12);
    expect(state.usualLoss).toBeCloseTo(0.34);
  });

  it('never counts more than half of the requests as the usual loss', () => {
    const state = at(8, { usualLoss: 0.5 });
    play(state, { tookMs: 100, failed: 10 });

    expect(state.usualLoss).toBeCloseTo(0.5);
  });

  it('counts as crowded until a stretch is as usual', () => {
    const state = at(8);
    play(state, { tookMs: 100, failed: 8 });
    const crowded = state.crowded;
    play(state, { tookMs: 100 });

    expect([crowded, state.crowded]).toEqual([true, false]);
  });

  it('goes half of the way to what was too high, and stays below that', () => {
    const goOn = (ceiling: number, limit = 8): number =>
      play(at(limit, { found: true, ceiling }), { tookMs: 100 });

    expect([goOn(40), goOn(11), goOn(10)]).toEqual([10, 9.5, 9]);
  });

  it('rests for thirty stretches below what was too high, and then forgets that', () => {
    const state = at(8, { found: true, ceiling: 9 });
    const numbers = Array.from({ length: 31 }, () => play(state, { tookMs: 100 }));

    expect(state).toMatchObject({ ceiling: null, found: true });
    expect(numbers.slice(0, 30)).toEqual(numbers.slice(0, 30).map(() => 8));
    expect(numbers[30]).toBe(6.4);
  });
});

describe('a limit that the service tells', () => {
  const answered = (): Concurrency => at(8, { latencyMs: 1_000, latencyAt: 0 });

  it('lets so many be unanswered as fit into the time of one, and a quarter more', () => {
    const state = answered();

    raiseToRate(state, 0.02, 5_000);

    expect(state).toMatchObject({ limit: 25, phase: 'hold', before: null, rest: 4, next: 'up' });
    expect(state.stretch.since).toBe(5_000);
  });

  it('never asks for more than 64', () => {
    const state = answered();

    raiseToRate(state, 5, 0);

    expect(state.limit).toBe(64);
  });

  it.each([
    ['the number is as high already', answered(), 0.0064],
    ['no limit is told', answered(), null],
    ['nobody knows how long an answer takes', at(8), 0.02],
    ['more requests fail than usual', { ...answered(), crowded: true }, 0.02],
  ])('changes nothing where %s', (_title, state, perMs) => {
    const before = structuredClone(state);

    raiseToRate(state, perMs, 5_000);

    expect(state).toEqual(before);
  });
});

describe('how long answers take lately', () => {
  it('is what the first answer took', () => {
    const state = at(8);
    updateConcurrency(state, { now: 1_000, failed: false, tookMs: 80 });

    expect(state).toMatchObject({ latencyMs: 80, latencyAt: 1_000 });
  });

  it('is not told by a request that failed', () => {
    const state = at(8);
    updateConcurrency(state, { now: 1_000, failed: true, tookMs: 80 });

    expect(state.latencyMs).toBeNull();
  });

  it.each([
    [0, 105],
    [3_000, 100 + 100 * (1 - Math.exp(-1))],
    [60_000, 200],
  ])('follows new answers the more, the longer the last one is ago: after %i ms', (passed, latencyMs) => {
    const state = at(8, { latencyMs: 100, latencyAt: 1_000 });
    updateConcurrency(state, { now: 1_000 + passed, failed: false, tookMs: 200 });

    expect(state.latencyMs).toBeCloseTo(latencyMs, 3);
  });
});
