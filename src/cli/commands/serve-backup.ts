import { resolve } from 'node:path';
import { AppError } from '../../base/index.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';
import { countText } from '../output/count-text.ts';

/** Writes all data of a service to one file; the service may be running. */
export async function backup(
  { world, json }: CommandContext,
  { file, data }: { file: string; data: string },
): Promise<void> {
  const { backUp, keyFileIn } = await import('../../service/index.ts');
  const report = await backUp(resolve(world.cwd, data), resolve(world.cwd, file));
  if (json) world.stdout.write(`${JSON.stringify(report)}\n`);
  else
    world.stderr.write(
      `Wrote ${report.file}: ${countText(report.spaces, 'space')}, ${Math.ceil(report.bytes / 1024)} KiB.\n` +
        `The key of its secrets is not in it: keep a copy of ${keyFileIn(resolve(world.cwd, data))}, apart from it.\n`,
    );
}

/** Fills an empty data folder from a backup. */
export async function restoreInto(
  world: World,
  { file, data, warn }: { file: string; data: string | undefined; warn: (text: string) => void },
): Promise<void> {
  if (data === undefined) {
    throw new AppError('USAGE', '--restore needs --data', {
      hint: 'Name the folder that shall hold the data: it must hold none yet.',
    });
  }
  const { keyVariable, restore } = await import('../../service/index.ts');
  const report = restore(resolve(world.cwd, file), resolve(world.cwd, data), world.env[keyVariable]);
  world.stderr.write(`Restored ${countText(report.spaces, 'space')}.\n`);
  if (!report.hasChecksum)
    warn(
      'The backup has no checksum: an older version made it, or its end is missing. Nobody can tell whether bytes in it were changed.',
    );
}
