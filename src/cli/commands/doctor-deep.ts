import { AppError, escapeForTerminal } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import type { Finding, TrialReport } from '../../trial/index.ts';
import type { LoadedConfig } from '../config/load.ts';
import { durationMs } from '../config/schema.ts';
import { demandConfirmation } from '../confirm.ts';
import { connect, importHostOf } from '../connect.ts';
import { progressOn } from '../output/progress.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';

export interface DeepOptions {
  readonly deep?: boolean;
  readonly space?: string;
  readonly yes?: boolean;
}

/** The space for `--deep`; null without this option. */
export function deepSpace({ deep = false, space, yes = false }: DeepOptions): string | null {
  if (deep && space !== undefined) return space;
  if (deep)
    throw new AppError('USAGE', '--deep needs a space that is given for it', {
      hint: 'Name one that nobody needs, by its id or folder: tidemark doctor --deep --space ID',
    });
  if (space !== undefined || yes)
    throw new AppError('USAGE', `${space === undefined ? '--yes' : '--space'} was given without --deep`, {
      hint: 'The other checks of doctor change nothing, and look at every space of the configuration.',
    });
  return null;
}

/** Announces the trial, asks, tries what sync relies on, and prints the findings. */
export async function runTrial(
  { world, json }: CommandContext,
  loaded: LoadedConfig,
  { space: named, yes }: { space: string; yes: boolean },
): Promise<TrialReport> {
  const { config } = loaded;
  const { client, requests, close } = await connect(world, config, { stopGraceMs: 10_000 });
  const progress = progressOn(world);
  try {
    const spaceId = config.mirror.spaces?.find(({ path }) => path === named)?.id ?? named;
    const { title } = await spaceOf(client, spaceId);
    if (!yes) {
      const output = json ? world.stderr : world.stdout;
      output.write(`${plan(title, config.service.url).map(escapeForTerminal).join('\n')}\n`);
      await demandConfirmation(world, {
        question: 'Try it?',
        undone: 'nothing was tried',
        command: 'tidemark doctor --deep --space ID --yes',
      });
    }
    const { remoteThrough } = await import('../../remote/index.ts');
    const { tryService } = await import('../../trial/index.ts');
    let steps = 0;
    const report = await tryService(
      {
        ...{ remote: remoteThrough(client, { requests }), importHost: importHostOf(world, loaded) },
        ...{ clock: world.clock, random: world.random },
      },
      {
        ...{ space: spaceId, via: config.push.via, lagMs: durationMs(config.push.lag), signal: world.stop },
        onStep: (says) => progress.update(`Trying ${says}`, (steps += 1)),
      },
    );
    progress.end();
    if (!json) world.stdout.write(`${deepLines(world, report).join('\n')}\n`);
    return report;
  } finally {
    progress.end();
    await close();
  }
}

async function spaceOf(client: Client, spaceId: string): Promise<{ readonly title: string }> {
  return client.getSpaceById({ params: { spaceId } });
}

function plan(title: string, url: string): string[] {
  return [
    '',
    `This tries what sync relies on, in the space “${title}” at ${url}:`,
    '- it makes change requests of its own, writes pages and a file into them, and archives them;',
    '- it merges one page of its own into the space, and deletes that page again. Where a service cannot',
    '  delete pages, it writes over the page named “Tidemark conformance page”, if the space has one.',
    'It touches no other page. The history of the space keeps the merges, and people who watch it are told.',
  ];
}

/** A row for each property with its finding and, after a failure, the consequence for a sync. */
function deepLines(world: World, { findings, left, space }: TrialReport): string[] {
  const style = styleFor(world.stdout, world.env);
  const paints = { pass: style.green, fail: style.red, 'not possible': style.yellow };
  const width = 'not possible'.length;
  const indent = ' '.repeat(width + 2);
  const lines = ['', style.bold(`What sync relies on, tried in ${escapeForTerminal(space.title)}:`)];
  for (const finding of findings) {
    const { title, found, means, state } = finding;
    lines.push(`${paints[state](state.padEnd(width))}  ${style.bold(title)}`);
    lines.push(`${indent}${escapeForTerminal(found)}`);
    if (isOpen(finding)) lines.push(`${indent}${style.dim(`→ ${means}`)}`);
  }
  const failed = findings.filter(({ state }) => state === 'fail').length;
  const isWhole = !findings.some(isOpen);
  lines.push(
    '',
    failed > 0
      ? `The service fails ${failed} of ${findings.length} properties that sync relies on.`
      : `Sync can rely on this service${isWhole ? '' : ', but for what is not possible'}.`,
  );
  for (const each of left)
    lines.push(style.red(`${escapeForTerminal(each)} is still there: take it away in the service.`));
  return lines;
}

function isOpen({ state }: Finding): boolean {
  return state !== 'pass';
}
