import { diceOf, type Dice } from './dice.ts';
import { events, laterEvents, type EventClass } from './events.ts';
import { takesNoEdits, type Setting, type Shape } from './world.ts';

/** One thing that is going to happen. */
export interface Planned {
  /** Its place in the whole plan, by which a shorter one names it. */
  readonly at: number;
  readonly event: EventClass;
  /** Which clone. */
  readonly clone: number;
  /** A seed of its own, so that leaving out others changes nothing about it. */
  readonly dice: number;
}

export interface Plan {
  readonly seed: number;
  readonly setting: Setting;
  readonly steps: readonly Planned[];
}

/** The shapes that were there first; a later one takes the place of one that is like it, so that a seed means nearly what it meant. */
const firstShapes = ['flat', 'groups', 'rooted', 'no table of contents'] as const satisfies readonly Shape[];

/** What a seed is played on. */
export function settingOf(seed: number): Setting {
  const dice = diceOf(seed ^ 0x5eed);
  const setting = {
    shape: dice.pick(firstShapes)!,
    clones: dice.chance(0.35) ? 2 : 1,
    branches: dice.chance(0.25) ? 2 : 1,
    gitHost: dice.chance(0.35),
    interface: dice.chance(0.15) ? 'strict' : 'full',
    runs: dice.chance(0.25) ? 'daemon' : 'single',
    trigger: dice.chance(0.2) ? 'commit' : 'save',
    reads: dice.chance(0.15) ? 'late' : 'at once',
  } as const;
  // Only an import names identities.
  const ignores = dice.chance(0.2) && setting.interface === 'strict';
  const answers = dice.chance(0.15) ? 'some 502' : 'whole';
  const company = dice.chance(0.2) ? 'alone' : 'others';
  const isNamed = dice.chance(0.3) && setting.shape === 'groups';
  return {
    ...setting,
    shape: isNamed ? 'another name' : setting.shape,
    identities: ignores ? 'ignored' : 'kept',
    answers,
    company,
  };
}

/** What happens in a schedule: the same for a seed and a setting, whatever is left out afterwards. */
export function planOf(seed: number, given: Setting): Plan {
  const setting = withOneWriter(withOneBranch(given));
  const dice = diceOf(seed);
  const possible = events.filter(({ where }) => where?.(setting) ?? true);
  const length = 4 + dice.number(14);
  const steps = Array.from({ length }, (_, at): Planned => {
    const event = weighted(possible, dice);
    const step = { at, event, clone: dice.number(setting.clones), dice: dice.number(2 ** 31) };
    return { ...step, event: laterOf(step, setting) };
  });
  return { seed, setting, steps };
}

/** Where nothing can be sent, lines of another branch stay there, and a judge sees the files of one branch alone. */
function withOneBranch(setting: Setting): Setting {
  return takesNoEdits(setting) ? { ...setting, branches: 1 } : setting;
}

/** A writer who is alone has one clone, and one branch in it. */
function withOneWriter(setting: Setting): Setting {
  return setting.company === 'alone' ? { ...setting, clones: 1, branches: 1 } : setting;
}

/** The plan without what a test leaves out. */
export function without(plan: Plan, leftOut: (step: Planned) => boolean): Plan {
  return { ...plan, steps: plan.steps.filter((step) => !leftOut(step)) };
}

/** The class that is played in a step: the one that the dice gave, or a later one that takes its place. */
function laterOf({ event, dice: seed }: Planned, setting: Setting): EventClass {
  const dice = diceOf(seed ^ 0x1a7e);
  const later = laterEvents.find(
    ({ of, part, event: { where } }) => of === event.name && (where?.(setting) ?? true) && dice.chance(part),
  );
  return later?.event ?? event;
}

function weighted(possible: readonly EventClass[], dice: Dice): EventClass {
  let left = dice.number(possible.reduce((sum, { share }) => sum + share, 0));
  return possible.find(({ share }) => (left -= share) < 0)!;
}
