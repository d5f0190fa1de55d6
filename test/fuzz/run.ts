/**
 * Plays schedules of real processes: `npm run fuzz`. Prints each finding with what happened and how to play it again; ends with
 * 1 when there is one.
 */
import { randomInt } from 'node:crypto';
import { off } from '../people/off.ts';
import { play, type Finding } from '../people/play.ts';
import { planOf, settingOf, without, type Plan } from '../people/plan.ts';
import type { Setting } from '../people/world.ts';
import { Ground } from './ground.ts';
import { readOptions, usage, type Options } from './options.ts';
import { openStage } from './real-stage.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function optionsOrEnd(): Options {
  try {
    return readOptions(process.argv.slice(3));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

async function playOn(ground: Ground, plan: Plan): Promise<Finding | null> {
  const stage = await openStage(ground, plan.seed, plan.setting);
  try {
    return await play(plan, stage);
  } finally {
    await stage.close();
  }
}

/** The same schedule with every step left out that it still fails without. */
async function shortest(ground: Ground, plan: Plan, found: Finding): Promise<{ plan: Plan; found: Finding }> {
  let best = { plan, found };
  for (const { at } of [...plan.steps].reverse()) {
    const shorter = without(best.plan, (step) => step.at === at);
    const still = await playOn(ground, shorter);
    say(`  without step ${at}: ${still ? still.rule : 'nothing'}`);
    if (still?.rule === found.rule) best = { plan: shorter, found: still };
  }
  return best;
}

function tell({ rule, detail, told, seed, steps }: Finding, { setting, all, with: named }: Options): string {
  const parts = Object.entries(setting).map(([key, value]) => ` --in "${key}=${String(value)}"`);
  const classes = all ? ' --all' : [...named].map((name) => ` --with "${name}"`).join('');
  return [
    ...told.map((line) => `  ${line}`),
    `  ${rule}: ${detail.replaceAll('\n', '\n    ')}`,
    `  Again: npm run fuzz -- --seed ${seed} --only ${steps.join(',') || ','}${parts.join('')}${classes}`,
  ].join('\n');
}

function wordsOf({ shape, clones, branches, gitHost, interface: kind, runs, trigger }: Setting): string {
  return [
    shape,
    clones === 2 ? 'two clones' : 'one clone',
    ...(branches === 2 ? ['two branches'] : []),
    ...(gitHost ? ['a git host'] : []),
    ...(kind === 'strict' ? ['the strict interface'] : []),
    runs === 'daemon' ? 'daemons' : 'single runs',
    ...(trigger === 'commit' ? ['on commit'] : []),
  ].join(', ');
}

async function main(): Promise<number> {
  const options = optionsOrEnd();
  const ground = await Ground.open({ keep: options.keep, gitHostScript: process.argv[2]! });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void ground.close().finally(() => process.exit(130)));
  const first = options.seed ?? randomInt(1_000_000_000);
  const end = performance.now() + options.minutes * 60_000;
  const leftOut = new Set(
    options.all ? [] : off.map(({ name }) => name).filter((name) => !options.with.has(name)),
  );
  const findings: Finding[] = [];
  let played = 0;
  try {
    for (let seed = first; seed < first + options.count && performance.now() < end; seed++) {
      const setting: Setting = { ...settingOf(seed), ...options.setting };
      const whole = planOf(seed, setting);
      const plan = without(
        whole,
        ({ at, event }) => leftOut.has(event.name) || !(options.only?.has(at) ?? true),
      );
      const since = performance.now();
      const found = await playOn(ground, plan);
      played++;
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      say(
        `seed ${seed}: ${wordsOf(setting)}: ${plan.steps.length} steps, ${seconds} s: ${found ? found.rule : 'nothing'}`,
      );
      if (!found) continue;
      const final = options.shorten ? (await shortest(ground, plan, found)).found : found;
      findings.push(final);
      say(tell(final, options));
      if (!options.keepGoing) break;
    }
  } finally {
    await ground.close();
  }
  say(
    `${played} schedules from seed ${first}: ${findings.length === 0 ? 'nothing found' : `${findings.length} found`}`,
  );
  return findings.length === 0 ? 0 : 1;
}

process.exit(await main());
