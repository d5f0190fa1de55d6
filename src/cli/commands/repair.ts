import { escapeForTerminal } from '../../base/index.ts';
import type { Fault } from '../../repair/index.ts';
import type { CycleReport } from '../../sync/index.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { demandConfirmation } from '../confirm.ts';
import { openMirror } from '../connect.ts';
import { countText } from '../output/count-text.ts';
import { cycleLines } from '../output/cycle.ts';
import { cycleProgress } from '../output/cycle-progress.ts';
import { foldingWidth, foldLines } from '../output/fold.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import type { OpenedRepository, World } from '../world.ts';

export interface RepairOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Shows the faults of the mirror's repository and their repairs, asks, repairs, and reads both sides again. */
export async function repair(context: CommandContext, options: RepairOptions): Promise<number> {
  const { world, json, configFile } = context;
  const loaded = await loadConfig(world, { file: configFile });
  const { findFaults, repairFaults } = await import('../../repair/index.ts');
  const found = await withRepository(context, loaded, async (repository) =>
    (await findFaults(repository)).map(asData),
  );
  const isWhole = found.every(({ heals }) => heals === true);
  // With faults, the two sides cannot be compared, so the plan shows only the repairs.
  const plan = isWhole ? await compareSides(context, loaded, { dryRun: true }) : null;
  const tell = (done: CycleReport | null, faults: readonly Fault[]): void =>
    void (json && world.stdout.write(`${JSON.stringify({ faults, plan, done })}\n`));
  if (!json || (options.dryRun !== true && options.yes !== true)) {
    const output = json ? world.stderr : world.stdout;
    output.write(`${planLines(world, found, plan).join('\n')}\n`);
  }
  if (options.dryRun === true) {
    tell(null, found);
    return 0;
  }
  if (options.yes !== true)
    await demandConfirmation(world, {
      question: 'Repair?',
      undone: 'nothing was repaired',
      command: 'tidemark repair --yes',
    });
  const mended = await withRepository(context, loaded, repairFaults);
  const report = await compareSides(context, loaded, { dryRun: false });
  if (!json) {
    const { stdout, env } = world;
    const lines = cycleLines(report, styleFor(stdout, env), stdout.columns, foldingWidth(stdout));
    stdout.write(`${lines.join('\n')}\n`);
  }
  const left = mended.filter(({ needsPerson }) => needsPerson === true);
  for (const { message, remedy } of left) {
    const lines = [escapeForTerminal(message), `  ${escapeForTerminal(remedy)}`];
    world.stderr.write(`${foldLines(lines, foldingWidth(world.stderr)).join('\n')}\n`);
  }
  tell(report, mended);
  return left.length > 0 && report.exitCode === 0 ? 5 : report.exitCode;
}

async function withRepository<Result>(
  { world }: CommandContext,
  { config, pathOf }: LoadedConfig,
  work: (repository: OpenedRepository) => Promise<Result>,
): Promise<Result> {
  const repository = await world.ports.repository(pathOf(config.repository.path));
  try {
    repository.hold('tidemark repair');
    return await work(repository);
  } finally {
    await repository.close();
  }
}

/** A cycle that also looks for change requests that this clone made and has forgotten. */
async function compareSides(
  { world }: CommandContext,
  loaded: LoadedConfig,
  { dryRun }: { dryRun: boolean },
): Promise<CycleReport> {
  const progress = cycleProgress(world);
  const mirror = await openMirror(world, loaded, { create: false, hold: 'tidemark repair' });
  try {
    return await mirror.sync.cycle({
      ...{ dryRun, repair: true, signal: world.stop, onProgress: progress.report },
    });
  } finally {
    progress.end();
    await mirror.close();
  }
}

function asData({ name, message, remedy, needsPerson, heals }: Fault): Fault {
  return {
    ...{ name, message, remedy },
    ...(needsPerson === undefined ? {} : { needsPerson }),
    ...(heals === undefined ? {} : { heals }),
  };
}

function planLines(
  { stdout, env }: World,
  faults: readonly Fault[],
  plan: CycleReport | null,
): readonly string[] {
  const style = styleFor(stdout, env);
  const folds = foldingWidth(stdout);
  const lines = [
    faults.length === 0
      ? 'Nothing is broken in the repository.'
      : `${countText(faults.length, 'thing')} in the repository ${faults.length === 1 ? 'is' : 'are'} broken:`,
  ];
  for (const { message, remedy } of faults)
    lines.push(
      `${style.red('✗')} ${escapeForTerminal(message)}`,
      `  ${style.dim(escapeForTerminal(remedy))}`,
    );
  lines.push('');
  if (plan === null)
    lines.push(
      'Then both sides are read again: what the mirror lacks is mirrored, and change',
      'requests that were made here are found by their marks and by what they say.',
      'No file of yours is changed for that, and what is put aside is kept.',
    );
  const told = foldLines(lines, folds);
  if (plan === null) return told;
  return [...told, 'Both sides compared:', ...cycleLines(plan, style, stdout.columns, folds)];
}
