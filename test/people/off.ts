import { without, type Plan } from './plan.ts';
import type { Setting } from './world.ts';

/** A schedule that fails today: `npm run fuzz -- --off` plays them all, and says which of them hold by now. */
export interface Shown {
  readonly seed: number;
  readonly only: readonly number[];
  readonly setting: Partial<Setting>;
  /** Real processes show it, and memory does not. */
  readonly real?: true;
}

/** What is not played, since the sync is known to fail in it. Each entry is expected to go with the fix of its reason. */
export interface Off {
  /** The name of a class of `events.ts`; absent where it is the setting that is not played. */
  readonly name?: string;
  /** Where it is not played; everywhere unless given. */
  readonly where?: Partial<Setting>;
  readonly reason: string;
  readonly shows: Shown;
}

export const off: readonly Off[] = [
  {
    name: 'two files swapped',
    reason:
      'Pages that change places on a service that knows nothing of files, or while others edit them: after a merge by hand, a line is there twice.',
    shows: { seed: 71_801_370, only: [2, 14], setting: {} },
  },
  {
    name: 'a page deleted in the service',
    where: { clones: 2 },
    reason:
      'Two writers who both edited or moved the page keep it, each as a new page: the service then has it twice.',
    shows: { seed: 51_000_707, only: [0, 3, 12], setting: { company: 'others' } },
  },
  {
    name: 'a page deleted in the service',
    where: { branches: 2 },
    reason:
      'Two branches that both edited or moved the page keep it, each as a new page: the service then has it twice.',
    shows: { seed: 340_001_607, only: [7, 12, 13], setting: { company: 'others', branches: 2 } },
  },
];

function fits(setting: Setting, where: Partial<Setting>): boolean {
  return Object.entries(where).every(([key, value]) => setting[key as keyof Setting] === value);
}

/** Whether a class of events is played in a setting. */
export function isPlayed(name: string, setting: Setting): boolean {
  return !off.some((each) => each.name === name && fits(setting, each.where ?? {}));
}

/** Whether schedules are played in a setting at all. */
export function isSettingPlayed(setting: Setting): boolean {
  return !off.some(({ name, where }) => name === undefined && where !== undefined && fits(setting, where));
}

/** The plan without the classes that are off, but for some. */
export function withoutOff(plan: Plan, played: ReadonlySet<string> = new Set()): Plan {
  return without(plan, ({ event: { name } }) => !isPlayed(name, plan.setting) && !played.has(name));
}
