import { errorTable, isAppError, type AppError, type ErrorCode } from '../../base/index.ts';
import { notedPort, readDaemonStatus, type DaemonStatus } from '../../daemon/port.ts';
import { needsAction } from '../../sync/port.ts';
import type { Problem, StatusReport } from '../../sync/index.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { openComingMirror, type ComingMirror } from '../connect.ts';
import { budgetText, daemonLines, withTimesOf } from '../output/daemon-status.ts';
import { statusLines } from '../output/status.ts';
import { foldingWidth } from '../output/fold.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';

export async function status({ world, json, configFile }: CommandContext): Promise<number> {
  const loaded = await loadConfig(world, { file: configFile });
  const mirror = await openComingMirror(world, loaded, { create: false, needsToken: false });
  try {
    const [known, running] = await Promise.all([
      statusOf(mirror, loaded),
      askDaemon(world, loaded, mirror.git.place.commonDir),
    ]);
    const report = running === null ? known.report : withTimesOf(running, known.report);
    const budgets = running?.budgets ?? (await mirror.budgets());
    const { stdout } = world;
    if (json) stdout.write(`${JSON.stringify({ ...report, daemon: running, budgets })}\n`);
    else {
      const page = {
        style: styleFor(stdout, world.env),
        columns: stdout.columns,
        folds: foldingWidth(stdout),
        now: world.clock.now(),
        isFollowed: running !== null,
        isLastKnown: known.failure !== null,
      };
      const { style } = page;
      const state = statusLines(report, page);
      const lines = running
        ? [...daemonLines(running, page), '', ...state]
        : [
            ...state,
            '',
            ...budgets.filter(isKnown).map((budget) => budgetText(budget, style)),
            style.dim('No daemon answers for this configuration.'),
          ];
      stdout.write(`${lines.join('\n')}\n`);
    }
    if (needsAction(report)) return 5;
    return failureCode(report, known.failure);
  } finally {
    await mirror.close();
  }
}

/** The exit code of the next sync if the service, the rights of the token on spaces, or a passing failure made it fail. */
function failureCode({ problems }: StatusReport, failure: AppError | null): number {
  const failed = problems.filter(({ code, space }) => isPassing(code) || space !== undefined);
  const codes = [...failed, ...(failure === null ? [] : [failure])].map(({ code }) =>
    errorTable[code].exit === 4 ? 4 : 3,
  );
  return Math.max(0, ...codes);
}

/** Whether a budget is worth a line. A single command rarely reaches a limit. */
function isKnown({ quotas, learnedPerMinute, closedBecause }: Parameters<typeof budgetText>[0]): boolean {
  return quotas.length > 0 || learnedPerMinute !== null || closedBecause !== null;
}

interface KnownStatus {
  readonly report: StatusReport;
  /** Why the service could not be asked; null: it answered. */
  readonly failure: AppError | null;
}

/**
 * The status with the service's side. If the service cannot be asked, the local status and the reason: the waiting edits and the proposals
 * are known without the service. If the failure is on this side, the local status fails with it again.
 */
async function statusOf(mirror: ComingMirror, { config }: LoadedConfig): Promise<KnownStatus> {
  try {
    const sync = await mirror.sync();
    return { report: await sync.status({ remote: true }), failure: null };
  } catch (error) {
    if (!isAppError(error) || isAppError(error, 'CANCELLED', 'INTERNAL', 'CONFIG_INVALID')) throw error;
    const known = await (await mirror.localSync()).status();
    const problem = lookProblem(error, config.service.token !== undefined);
    return { report: { ...known, problems: [...known.problems, problem] }, failure: error };
  }
}

function lookProblem(error: AppError, hasToken: boolean): Problem {
  const problem = error.toJSON();
  if (error.code !== 'UNAUTHENTICATED' || !hasToken) return problem;
  return {
    ...problem,
    message: `The service refuses the token: ${error.message}`,
    hint: 'It may be mistyped, expired or revoked: make a new one in the service, and put it into the environment (export TIDEMARK_TOKEN=…).',
  };
}

function isPassing(code: ErrorCode): boolean {
  return errorTable[code].retry !== 'never';
}

/**
 * The status of the configured daemon, if it runs and works with the same service. If the configuration leaves the port to the system,
 * the daemon that holds the repository has noted there which one it has.
 */
async function askDaemon(
  world: World,
  { config }: LoadedConfig,
  gitFolder: string,
): Promise<DaemonStatus | null> {
  const { host } = config.http;
  const port = config.http.port || notedPort(gitFolder);
  if (port === null) return null;
  const transport = await world.ports.transport();
  try {
    const status = await readDaemonStatus(transport, { host, port });
    return status?.service.url === config.service.url ? status : null;
  } finally {
    await transport.close();
  }
}
