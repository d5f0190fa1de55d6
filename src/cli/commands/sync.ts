import { AppError, escapeForTerminal, isAppError } from '../../base/index.ts';
import type { AskedCycle } from '../../daemon/port.ts';
import type { CycleReport } from '../../sync/index.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { openMirror } from '../connect.ts';
import { cycleLines } from '../output/cycle.ts';
import { cycleProgress } from '../output/cycle-progress.ts';
import { foldingWidth } from '../output/fold.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import { throwIfStopped } from '../until-stopped.ts';

export interface SyncCommandOptions {
  pull?: boolean;
  push?: boolean;
  dryRun?: boolean;
  space?: readonly string[];
  confirmDeletions?: boolean;
  allow?: readonly string[];
  allowSecret?: readonly string[];
}

/** Runs one cycle, here or by the daemon that holds the repository, with the same output and exit code. */
export async function sync(context: CommandContext, options: SyncCommandOptions): Promise<number> {
  const { world, json, configFile } = context;
  const asked = askedCycle(options);
  const loaded = await loadConfig(world, { file: configFile });
  const progress = cycleProgress(world);
  try {
    const report = await runCycle(context, loaded, { asked, onProgress: progress.report });
    progress.end();
    // The signal may have caused the failures, so that the report tells nothing.
    if (report.exitCode !== 0) throwIfStopped(world);
    if (json) world.stdout.write(`${JSON.stringify(report)}\n`);
    else {
      const { stdout, env } = world;
      const lines = cycleLines(report, styleFor(stdout, env), stdout.columns, foldingWidth(stdout));
      stdout.write(`${lines.join('\n')}\n`);
    }
    return report.exitCode;
  } finally {
    progress.end();
  }
}

/** The options as a request. A daemon gets the same value, so it knows every option of a local sync. */
function askedCycle({ space, allow = [], allowSecret = [], ...flags }: SyncCommandOptions): AskedCycle {
  const { pull = false, push = false, dryRun = false, confirmDeletions = false } = flags;
  if (pull && push) {
    throw new AppError('USAGE', '--pull and --push were both given', {
      hint: 'Leave both out: a sync goes both ways.',
    });
  }
  return {
    pull,
    push,
    dryRun,
    confirmDeletions,
    allow: [...allow, ...allowSecret].map(fingerprintOf),
    ...(space === undefined ? {} : { spaces: space }),
  };
}

interface Asked {
  readonly asked: AskedCycle;
  readonly onProgress: ReturnType<typeof cycleProgress>['report'];
}

async function runCycle(
  context: CommandContext,
  loaded: LoadedConfig,
  { asked, onProgress }: Asked,
): Promise<CycleReport> {
  const { world } = context;
  try {
    const mirror = await openMirror(world, loaded, { hold: 'tidemark sync' });
    try {
      return await mirror.sync.cycle({ ...asked, signal: world.stop, onProgress });
    } finally {
      await mirror.close();
    }
  } catch (error) {
    if (!isAppError(error, 'HELD')) throw error;
    const report = await runByDaemon(context, loaded, { asked, onProgress });
    if (report === null) throw error;
    return report;
  }
}

const daemonIsSilent =
  'The daemon holds the repository and runs this cycle. `tidemark status` says what it waits for.';
const daemonRan = 'The daemon holds the repository: this cycle was run by the daemon.';

/** Null if the holder of the repository is not a daemon that we can ask. */
async function runByDaemon(
  { world, version, json }: CommandContext,
  { config, pathOf }: LoadedConfig,
  { asked, onProgress }: Asked,
): Promise<CycleReport | null> {
  const { askForCycle } = await import('../../daemon/port.ts');
  const repository = await world.ports.repository(pathOf(config.repository.path));
  const { commonDir } = repository.git.place;
  await repository.close();
  const request = { version, options: asked };
  const { dim } = styleFor(world.stderr, world.env);
  let isTold = json;
  const silence = {
    clock: world.clock,
    tell: () => {
      if (!isTold) world.stderr.write(`${dim(daemonIsSilent)}\n`);
      isTold = true;
    },
  };
  const report = await askForCycle(commonDir, request, { signal: world.stop, onProgress, silence });
  if (report !== null && !isTold) world.stderr.write(`${dim(daemonRan)}\n`);
  return report;
}

/** Reads a fingerprint in the form of our messages. */
function fingerprintOf(text: string): string {
  if (/^[0-9a-f]{16}$/u.test(text)) return text;
  throw new AppError('USAGE', `${escapeForTerminal(text)} is not a fingerprint`, {
    hint: 'Copy the 16 digits from the message that says what is not sent.',
  });
}
