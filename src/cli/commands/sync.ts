import { AppError } from '../../base/index.ts';
import { loadConfig } from '../config/load.ts';
import { openMirror } from '../connect.ts';
import { cycleLines } from '../output/cycle.ts';
import { cycleProgress } from '../output/cycle-progress.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';

export interface SyncCommandOptions {
  pull?: boolean;
  push?: boolean;
  dryRun?: boolean;
  space?: readonly string[];
  confirmDeletions?: boolean;
}

export async function sync(
  { world, json, configFile }: CommandContext,
  options: SyncCommandOptions,
): Promise<number> {
  const { pull = false, push = false, dryRun = false, space, confirmDeletions = false } = options;
  if (pull && push) {
    throw new AppError('USAGE', '--pull and --push were both given', {
      hint: 'Leave both out: a sync goes both ways.',
    });
  }
  const loaded = loadConfig(world, { file: configFile });
  const mirror = await openMirror(world, loaded, { hold: 'tidemark sync' });
  const progress = cycleProgress(world);
  try {
    const report = await mirror.sync.cycle({
      pull,
      push,
      dryRun,
      confirmDeletions,
      ...(space === undefined ? {} : { spaces: space }),
      signal: world.stop,
      onProgress: progress.report,
    });
    progress.end();
    if (json) world.stdout.write(`${JSON.stringify(report)}\n`);
    else
      world.stdout.write(
        `${cycleLines(report, styleFor(world.stdout, world.env), world.stdout.columns).join('\n')}\n`,
      );
    return report.exitCode;
  } finally {
    progress.end();
    await mirror.close();
  }
}
