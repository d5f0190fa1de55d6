import { off } from '../people/off.ts';
import { play, type Finding } from '../people/play.ts';
import { planOf, settingOf, without, type Plan } from '../people/plan.ts';
import type { Setting } from '../people/world.ts';
import { memoryStage } from './memory-stage.ts';

/** What is in a schedule of the simulation. */
export interface Choice {
  /** Parts of the setting that are not left to the seed. */
  readonly setting?: Partial<Setting>;
  /** Steps of the plan, by their place; all unless given. */
  readonly only?: ReadonlySet<number>;
  /** Whether a class of events is played; those that are not off, unless given. */
  readonly plays?: (name: string) => boolean;
}

const isOff = new Set(off.map(({ name }) => name));

/** The plan of a seed in memory, where there is neither a git host nor a daemon. */
export function memoryPlan(
  seed: number,
  { setting = {}, only, plays = (name) => !isOff.has(name) }: Choice = {},
): Plan {
  const on: Setting = { ...settingOf(seed), ...setting, gitHost: false, runs: 'single' };
  return without(planOf(seed, on), ({ at, event }) => !plays(event.name) || !(only?.has(at) ?? true));
}

export async function playInMemory(plan: Plan): Promise<Finding | null> {
  return play(plan, memoryStage(plan.seed, plan.setting));
}

/** The same schedule with every step left out that it still fails without. */
export async function shortestInMemory(plan: Plan, found: Finding): Promise<Finding> {
  let best = { plan, found };
  for (const { at } of [...plan.steps].reverse()) {
    const shorter = without(best.plan, (step) => step.at === at);
    const still = await playInMemory(shorter);
    if (still?.rule === found.rule) best = { plan: shorter, found: still };
  }
  return best.found;
}
