import { isSettingPlayed, withoutOff } from '../people/off.ts';
import { play, type Finding } from '../people/play.ts';
import { planOf, settingOf, without, type Plan } from '../people/plan.ts';
import type { Setting } from '../people/world.ts';
import { memoryStage } from './memory-stage.ts';
import type { Plants } from './world.ts';

/** The plan of a seed in memory, where there is no daemon, and a git host only if the setting names one. */
export function memoryPlan(seed: number, setting: Partial<Setting> = {}): Plan {
  return planOf(seed, { ...settingOf(seed), gitHost: false, ...setting, runs: 'single' });
}

export async function playInMemory(plan: Plan, plants: Plants = {}): Promise<Finding | null> {
  return play(plan, memoryStage(plan.seed, plan.setting, plants));
}

/** The same schedule with every step left out that it still fails without. */
export async function shortestOf(
  plan: Plan,
  found: Finding,
  playPlan: (plan: Plan) => Promise<Finding | null>,
): Promise<Finding> {
  let best = { plan, found };
  for (const { at } of [...plan.steps].reverse()) {
    const shorter = without(best.plan, (step) => step.at === at);
    const still = await playPlan(shorter);
    if (still?.rule === found.rule) best = { plan: shorter, found: still };
  }
  return best.found;
}

/** Plays what is not off of schedules one after the other, until one finds something. */
export async function playPeople({
  first,
  next,
  count,
  budgetMs,
}: {
  readonly first: number;
  readonly next: number;
  readonly count: number;
  readonly budgetMs: number;
}): Promise<{ played: number; finding: Finding | null }> {
  const end = performance.now() + budgetMs;
  let played = 0;
  for (; played < count && performance.now() < end; played++) {
    const plan = withoutOff(memoryPlan(first + played * next));
    if (!isSettingPlayed(plan.setting)) continue;
    const finding = await playInMemory(plan);
    if (finding) return { played, finding: await shortestOf(plan, finding, (each) => playInMemory(each)) };
  }
  return { played, finding: null };
}
