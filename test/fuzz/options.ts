import { parseArgs } from 'node:util';
import { shapes } from '../people/world.ts';
import type { Setting } from '../people/world.ts';

export interface Options {
  readonly seed: number | null;
  readonly count: number;
  readonly minutes: number;
  /** Parts of a setting that every schedule has. */
  readonly setting: Partial<Setting>;
  /** Steps of the plan to play; all of them unless given. */
  readonly only: ReadonlySet<number> | null;
  /** Classes that are off and played all the same. */
  readonly with: ReadonlySet<string>;
  readonly all: boolean;
  /** Only what is off, to see what of it holds by now. */
  readonly off: boolean;
  /** In memory, not with real processes. */
  readonly memory: boolean;
  readonly shorten: boolean;
  readonly keepGoing: boolean;
  readonly keep: boolean;
}

export const usage = `npm run fuzz -- [options]

  --seed N         the first schedule; one that failed says its own
  --count N        so many schedules (100; 1 with --seed)
  --minutes N      at most so long
  --only 1,4,7     only these steps of the plan
  --in KEY=VALUE   part of the setting, repeatable:
                   shape=${shapes.join('|')},
                   clones=1|2, branches=1|2, gitHost=true|false, interface=full|strict,
                   runs=single|daemon, trigger=save|commit, reads=at once|late,
                   identities=kept|ignored, answers=whole|some 502,
                   company=others|alone
  --with CLASS     play a class of events that is switched off, repeatable
  --all            play all classes that are switched off
  --off            play what each entry of test/people/off.ts shows, and say what of it holds by now
  --memory         play in memory: hundreds of times as fast, without git host and daemon
  --shorten        look for fewer steps that still fail
  --keep-going     go on after a schedule that failed
  --keep           leave the folders
`;

export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      minutes: { type: 'string' },
      only: { type: 'string' },
      in: { type: 'string', multiple: true },
      with: { type: 'string', multiple: true },
      all: { type: 'boolean', default: false },
      off: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      shorten: { type: 'boolean', default: false },
      'keep-going': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  return {
    seed: values.seed === undefined ? null : wholeNumber(values.seed),
    count: values.count === undefined ? usualCount(values) : wholeNumber(values.count),
    minutes: values.minutes === undefined ? Infinity : Number(values.minutes),
    setting: Object.assign({}, ...(values.in ?? []).map(partOfSetting)) as Partial<Setting>,
    only: values.only === undefined ? null : new Set(values.only.split(',').filter(Boolean).map(wholeNumber)),
    with: new Set(values.with),
    all: values.all,
    off: values.off,
    memory: values.memory,
    shorten: values.shorten,
    keepGoing: values['keep-going'],
    keep: values.keep,
  };
}

/** As many as fit into the time that was given; else one that was named, or a hundred. */
function usualCount({ seed, minutes }: { seed?: string | undefined; minutes?: string | undefined }): number {
  if (minutes !== undefined) return Infinity;
  return seed === undefined ? 100 : 1;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/u.test(text)) throw new Error(`${text} is not a whole number.\n${usage}`);
  return Number(text);
}

const values: { readonly [Key in keyof Setting]: readonly Setting[Key][] } = {
  shape: shapes,
  clones: [1, 2],
  branches: [1, 2],
  gitHost: [true, false],
  interface: ['full', 'strict'],
  runs: ['single', 'daemon'],
  trigger: ['save', 'commit'],
  reads: ['at once', 'late'],
  identities: ['kept', 'ignored'],
  answers: ['whole', 'some 502'],
  company: ['others', 'alone'],
};

function partOfSetting(text: string): Partial<Setting> {
  const [key = '', wanted = ''] = text.split('=');
  const value = (values[key as keyof Setting] ?? []).find((each) => String(each) === wanted);
  if (value === undefined) throw new Error(`${text} is no part of a setting.\n${usage}`);
  return { [key]: value };
}
