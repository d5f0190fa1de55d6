import { playSchedule, shortestFailing } from './schedule.ts';
import type { Finding } from './schedule.ts';

/** Which schedules to play: seeds from `first` in steps of `next`, so that processes share a range. */
export interface Run {
  readonly first: number;
  readonly next: number;
  readonly count: number;
  readonly budgetMs: number;
}

/** Plays schedules one after the other, until one finds something. */
export async function playMany({ first, next, count, budgetMs }: Run): Promise<{
  played: number;
  finding: Finding | null;
}> {
  const end = performance.now() + budgetMs;
  let played = 0;
  for (; played < count && performance.now() < end; played++) {
    const finding = await playSchedule(first + played * next);
    if (finding) return { played, finding: await shortestFailing(finding) };
  }
  return { played, finding: null };
}

/** What a person needs to see a finding again. */
export function tell({ seed, steps, rule, detail, trace }: Finding): string {
  return [
    `${rule}: ${detail}`,
    ...trace,
    `SIMULATION_SEED=${seed} SIMULATION_STEPS=${steps} SIMULATION_COUNT=1 npx vitest run test/simulation plays it again`,
  ].join('\n');
}
