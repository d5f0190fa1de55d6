/**
 * Plays schedules of real processes: `npm run fuzz`. Prints each finding with what happened and how to play it again; ends with
 * 1 when there is one.
 */
import { randomInt } from 'node:crypto';
import { isSettingPlayed, off, withoutOff } from '../people/off.ts';
import { play, type Finding } from '../people/play.ts';
import { planOf, settingOf, without, type Plan } from '../people/plan.ts';
import type { Setting } from '../people/world.ts';
import { memoryPlan, playInMemory, shortestOf } from '../simulation/people.ts';
import { Ground } from './ground.ts';
import { readOptions, usage, type Options } from './options.ts';
import { openStage } from './real-stage.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function optionsOrEnd(): Options {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return readOptions(process.argv.slice(3));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

/** How plans are made and played: in memory, or with real processes. */
interface Player {
  planOf(seed: number, setting: Partial<Setting>): Plan;
  play(plan: Plan): Promise<Finding | null>;
  close(): Promise<void>;
}

const inMemory: Player = {
  planOf: memoryPlan,
  play: (plan) => playInMemory(plan),
  close: async () => undefined,
};

async function withProcesses({ keep }: Options): Promise<Player> {
  const ground = await Ground.open({ keep, gitHostScript: process.argv[2]! });
  return {
    planOf: (seed, setting) => planOf(seed, { ...settingOf(seed), ...setting }),
    play: async (plan) => {
      const stage = await openStage(ground, plan.seed, plan.setting);
      try {
        return await play(plan, stage);
      } finally {
        await stage.close();
      }
    },
    close: () => ground.close(),
  };
}

function tell(
  { rule, detail, told, seed, steps }: Finding,
  { setting, all, with: named, memory }: Options,
): string {
  const parts = Object.entries(setting).map(([key, value]) => ` --in "${key}=${String(value)}"`);
  const classes = all ? ' --all' : [...named].map((name) => ` --with "${name}"`).join('');
  return [
    ...told.map((line) => `  ${line}`),
    `  ${rule}: ${detail.replaceAll('\n', '\n    ')}`,
    `  Again: npm run fuzz --${memory ? ' --memory' : ''} --seed ${seed} --only ${steps.join(',') || ','}${parts.join('')}${classes}`,
  ].join('\n');
}

function wordsOf({
  shape,
  clones,
  branches,
  gitHost,
  interface: kind,
  runs,
  trigger,
  reads,
  identities,
  answers,
  company,
}: Setting): string {
  return [
    shape,
    clones === 2 ? 'two clones' : 'one clone',
    ...(branches === 2 ? ['two branches'] : []),
    ...(gitHost ? ['a git host'] : []),
    ...(kind === 'strict' ? ['the strict interface'] : []),
    runs === 'daemon' ? 'daemons' : 'single runs',
    ...(trigger === 'commit' ? ['on commit'] : []),
    ...(reads === 'late' ? ['late reads'] : []),
    ...(kind === 'strict' && identities === 'ignored' ? ['ignored identities'] : []),
    ...(answers === 'some 502' ? ['some answers of 502'] : []),
    ...(company === 'alone' ? ['a writer alone'] : []),
  ].join(', ');
}

/** The plan of a seed as the options want it; null where its setting is off. */
function chosen(player: Player, seed: number, options: Options): Plan | null {
  const whole = player.planOf(seed, options.setting);
  if (!options.all && Object.keys(options.setting).length === 0 && !isSettingPlayed(whole.setting))
    return null;
  const plan = options.all ? whole : withoutOff(whole, options.with);
  return without(plan, ({ at }) => !(options.only?.has(at) ?? true));
}

async function playAll(player: Player, first: number, options: Options): Promise<number> {
  const end = performance.now() + options.minutes * 60_000;
  let played = 0;
  let found = 0;
  for (let seed = first; played < options.count && performance.now() < end; seed++) {
    const plan = chosen(player, seed, options);
    if (plan === null) continue;
    const since = performance.now();
    const finding = await player.play(plan);
    played++;
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    if (finding || !options.memory)
      say(
        `seed ${seed}: ${wordsOf(plan.setting)}: ${plan.steps.length} steps, ${seconds} s: ${finding ? finding.rule : 'nothing'}`,
      );
    if (!finding) continue;
    found++;
    const last = options.shorten ? await shortestOf(plan, finding, (each) => player.play(each)) : finding;
    say(tell(last, options));
    if (!options.keepGoing) break;
  }
  say(`${played} schedules from seed ${first}: ${found === 0 ? 'nothing found' : `${found} found`}`);
  return found === 0 ? 0 : 1;
}

/** Plays what each entry that is off shows; an entry that holds can go. */
async function playOff(player: Player, { memory }: Options): Promise<number> {
  for (const { name, where, shows } of off) {
    const what = name ?? JSON.stringify(where);
    if (memory && shows.real) {
      say(`${what}: only real processes show it`);
      continue;
    }
    const plan = player.planOf(shows.seed, shows.setting);
    const finding = await player.play(without(plan, ({ at }) => !shows.only.includes(at)));
    say(`${what}: ${finding ? finding.rule : 'HOLDS NOW: take it out of test/people/off.ts'}`);
  }
  return 0;
}

async function main(): Promise<number> {
  const options = optionsOrEnd();
  const player = options.memory ? inMemory : await withProcesses(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void player.close().finally(() => process.exit(130)));
  try {
    if (options.off) return await playOff(player, options);
    return await playAll(player, options.seed ?? randomInt(1_000_000_000), options);
  } finally {
    await player.close();
  }
}

process.exit(await main());
