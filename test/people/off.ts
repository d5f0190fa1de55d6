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

const alone = { clones: 1, branches: 1, interface: 'full', gitHost: false, runs: 'single' } as const;
const saves = { ...alone, trigger: 'save' } as const;
const noTable = { ...saves, shape: 'no table of contents' } as const;
const path =
  'Reproduction 1: the mirror puts a page where the table of contents implies, not where its writer put it.';
const branches =
  'Findings C and D: what two branches share is taken back, or made twice, when the change requests of both are merged.';

export const off: readonly Off[] = [
  // Where a page's file is.
  {
    name: 'a page beside another one, listed',
    reason: path,
    shows: { seed: 10, only: [1, 4], setting: { ...saves, shape: 'groups' } },
  },
  { name: 'a page listed in another place', reason: path, shows: { seed: 8, only: [1], setting: noTable } },
  { name: 'a page listed below another one', reason: path, shows: { seed: 5, only: [4], setting: noTable } },
  {
    name: 'a page in a new folder',
    reason: path,
    shows: { seed: 3, only: [1], setting: { ...saves, shape: 'flat' } },
  },
  { name: 'a file moved, with its line', reason: path, shows: { seed: 11, only: [1], setting: noTable } },
  {
    name: 'a file moved',
    reason: path,
    shows: { seed: 66, only: [2], setting: { ...saves, shape: 'flat' } },
  },
  {
    name: 'a file renamed, with its line',
    reason: path,
    shows: { seed: 21, only: [5], setting: { ...saves, shape: 'flat' } },
  },
  {
    name: 'a folder renamed, with its lines',
    reason: path,
    shows: { seed: 25, only: [8, 13], setting: { ...saves, shape: 'groups' } },
  },
  {
    name: 'a page moved with file and line',
    reason: path,
    shows: { seed: 2, only: [0, 4], setting: noTable },
  },
  { name: 'x.md becomes x/README.md', reason: path, shows: { seed: 5, only: [1], setting: noTable } },
  { name: 'x/README.md becomes x.md', reason: path, shows: { seed: 20, only: [0], setting: noTable } },
  {
    name: 'the case of a name',
    reason: path,
    shows: { seed: 318, only: [3], setting: { ...saves, shape: 'flat' } },
  },
  {
    name: 'two files swapped',
    reason: 'Reproduction 4: identity goes with the path where files change places.',
    shows: { seed: 142, only: [4, 6, 7], setting: { ...saves, shape: 'groups' } },
  },
  {
    where: { shape: 'rooted' },
    reason: 'Reproduction 7: `root:` of .gitbook.yaml is not where things happen.',
    shows: { seed: 136, only: [0], setting: { ...saves, shape: 'rooted' } },
  },

  // The table of contents.
  {
    name: 'an external link listed',
    reason: 'Reproduction 5: a link out of the folder ends every cycle with 2.',
    shows: { seed: 33, only: [0, 1], setting: noTable },
  },
  {
    name: 'a link out of the root listed',
    reason: 'Reproduction 5: a link out of the folder ends every cycle with 2.',
    shows: { seed: 39, only: [1, 8], setting: noTable },
  },

  // Identity, branches, and services that are behind.
  {
    name: 'an id taken away',
    reason: 'Finding F: the page differs for ever, and nothing tells it.',
    shows: { seed: 10, only: [9], setting: { ...saves, shape: 'groups' } },
  },
  {
    name: 'work on a branch',
    reason: branches,
    shows: { seed: 11, only: [5, 10], setting: { ...noTable, branches: 2 } },
  },
  {
    name: 'another branch checked out',
    reason: branches,
    shows: {
      seed: 31,
      only: [1, 5, 10],
      setting: { ...alone, branches: 2, shape: 'groups', trigger: 'commit' },
    },
  },
  {
    name: 'sync that is shown old content',
    reason:
      'Findings A, B and E: what was just made is taken for deleted, what was just written for taken out.',
    shows: { seed: 5, only: [5, 6, 9], setting: noTable },
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
