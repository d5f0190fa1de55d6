import { isAppError, messageOf } from '../../src/base/index.ts';
import type { Actor } from './actor.ts';
import { Broken } from './broken.ts';
import { diceOf } from './dice.ts';
import { judge, judgeConflicts, judgeRequests } from './judge.ts';
import { Ledger } from './ledger.ts';
import { watchListings } from './listings.ts';
import type { Plan, Planned } from './plan.ts';
import { calmDown, settle } from './settle.ts';
import { birthOf } from './texts.ts';
import type { CloneStage, Setting, Stage, Trouble } from './world.ts';

/** What was wrong at the end of a schedule, or on its way, and what people had done. */
export interface Finding {
  readonly seed: number;
  readonly setting: Setting;
  readonly rule: string;
  readonly detail: string;
  /** What happened, line by line. */
  readonly told: readonly string[];
  /** The steps that were played, by their place in the plan. */
  readonly steps: readonly number[];
}

/** Plays a plan on a stage: everything in it, then its end without faults, then the judgement. */
export async function play(plan: Plan, bare: Stage): Promise<Finding | null> {
  const told: string[] = [];
  const ledger = new Ledger(String(plan.seed));
  const stage = {
    ...bare,
    clones: bare.clones.map((clone) => watchListings(clone, { ledger, setting: plan.setting })),
  };
  const steps = plan.steps.map(({ at }) => at);
  try {
    for (const clone of stage.clones) told.push(...(await firstSyncs(clone)));
    for (const { markdown } of await stage.service.pages()) {
      const birth = birthOf(markdown);
      if (birth !== null) ledger.adopt(birth);
    }
    for (const step of plan.steps) {
      told.push(`${step.at}. ${await playStep(step, { stage, ledger, setting: plan.setting })}`);
      told.push(...stage.heard.splice(0).map((line) => `     ${line}`));
    }
    const reports = await settle({ stage, ledger, told, setting: plan.setting });
    await judge({ stage, ledger, reports, setting: plan.setting });
    return null;
  } catch (error) {
    told.push(...stage.heard.splice(0).map((line) => `     ${line}`));
    const { seed, setting } = plan;
    if (error instanceof Broken)
      return { seed, setting, rule: error.rule, detail: error.message, told, steps };
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { seed, setting, rule: 'the judge itself works', detail, told, steps };
  }
}

/** So many syncs it may take until a clone has something, where what the service shows is late. */
const mostFirstSyncs = 8;

async function firstSyncs(clone: CloneStage): Promise<string[]> {
  const told: string[] = [];
  while (told.length < mostFirstSyncs) {
    const { report, said, failure } = await clone.cycle(null);
    told.push(`${clone.name}: the first sync: ${said}`);
    if (!report) throw new Broken('a cycle without a fault ends well', failure ?? said);
    if (report.branch.state !== 'absent') return told;
  }
  throw new Broken('a first sync brings something', told.join('\n'));
}

async function playStep(
  { event, clone: index, dice }: Planned,
  { stage, ledger, setting }: Pick<Actor, 'stage' | 'ledger' | 'setting'>,
): Promise<string> {
  const clone = stage.clones[index % stage.clones.length]!;
  if (event.does.by === 'program') {
    if (event.does.rests === true) {
      const syncs: string[] = [];
      // By then, nobody is shown old content any more.
      stage.endTroubles();
      await calmDown({ stage, ledger, setting, told: syncs });
      return [event.name, ...syncs].join('\n   ');
    }
    const usual = setting.answers === 'some 502' ? 'bad gateway' : null;
    return cycle(event.name, event.does.trouble ?? usual, { stage, clone, setting, ledger, dice });
  }
  const who = event.does.by === 'writer' ? clone.name : 'a reviewer';
  try {
    const said = await event.does.deed({ stage, setting, clone, ledger, dice: diceOf(dice) });
    return `${who} ${said ?? `finds nothing for “${event.name}”`}`;
  } catch (error) {
    // What the service refuses a person, it refuses: the change request was merged meanwhile, or the page is gone.
    if (isAppError(error)) return `${who} cannot do “${event.name}”: ${messageOf(error)}`;
    throw error;
  }
}

async function cycle(
  name: string,
  trouble: Trouble['kind'] | null,
  {
    stage,
    clone,
    setting,
    ledger,
    dice,
  }: Pick<Actor, 'stage' | 'clone' | 'setting' | 'ledger'> & { dice: number },
): Promise<string> {
  const end = await clone.cycle(trouble === null ? null : { kind: trouble, dice });
  if (trouble === null && end.failure !== null)
    throw new Broken('a cycle without a fault ends well', `${clone.name}: ${end.failure}`);
  if (end.report) await judgeConflicts({ setting, ledger, service: stage.service }, clone, end.report);
  await judgeRequests(stage);
  return `${clone.name}: ${name}: ${end.said}`;
}
