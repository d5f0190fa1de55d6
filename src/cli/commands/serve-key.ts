import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError, escapeForTerminal } from '../../base/index.ts';
import type { LostKey } from '../../service/index.ts';
import { isConfirmed } from '../confirm.ts';
import type { CommandContext } from '../program.ts';
import { dataFolder, withData } from './serve-token.ts';

/** Encrypts the secrets of a service with another key: a new one in the key file, or the first one in the environment. */
export async function rotateKey({ world, json }: CommandContext, { data }: { data: string }): Promise<void> {
  const { keyFileIn, keyVariable } = await import('../../service/index.ts');
  await withData(world, data, ({ service: { vault } }) => {
    const report = vault.rotate();
    if (json) {
      world.stdout.write(`${JSON.stringify(report)}\n`);
      return;
    }
    const file = keyFileIn(resolve(world.cwd, data));
    const old =
      world.env[keyVariable] === undefined
        ? `The old key is in ${file}.${report.from}: backups taken before need it. Delete it when you keep none of them.`
        : `Backups taken before need the old key: keep it as long as you keep them, and take it out of ${keyVariable}.`;
    world.stderr.write(
      `The service’s secrets are sealed with the key ${report.to} now, no longer with ${report.from}.\n${old}\n`,
    );
  });
}

interface ResetKeyOptions {
  data: string;
  /** A backup whose key is lost, to begin with. */
  restore?: string;
  yes?: boolean;
}

/** Drops the secrets of data, or of a backup, whose key is lost, after showing a person what will be lost. */
export async function resetKey(context: CommandContext, options: ResetKeyOptions): Promise<void> {
  const { world } = context;
  const { data, restore: file } = options;
  if (file === undefined) return dropLostSecrets(context, options, await dataFolder(world, data));
  const { databaseName, restore } = await import('../../service/index.ts');
  const folder = resolve(world.cwd, data);
  restore(resolve(world.cwd, file), folder, undefined, { withoutKey: true });
  try {
    await dropLostSecrets(context, options, folder);
  } catch (error) {
    // Nobody agreed, or the key is there: as after any restore that fails, no data stays.
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, databaseName + end), { force: true });
    throw error;
  }
}

async function dropLostSecrets(
  { world, json }: CommandContext,
  { data, restore: file, yes }: ResetKeyOptions,
  folder: string,
): Promise<void> {
  const { keyVariable, openLostKey } = await import('../../service/index.ts');
  const { clock, random, env } = world;
  const backup = file === undefined ? {} : { backup: resolve(world.cwd, file) };
  const opened = openLostKey({ data: folder, keys: env[keyVariable], clock, random, ...backup });
  try {
    world.stderr.write(whatIsLost(opened));
    const agreed =
      yes === true || (world.ask !== null && (await isConfirmed(world.ask, 'Go on without them?')));
    if (!agreed)
      throw new AppError('USAGE', 'nothing was changed: the loss of these secrets was not agreed to', {
        hint: `Look for the key first, also in backups of ${folder}. If it is lost for good: tidemark serve key reset --data ${data}${file === undefined ? '' : ` --restore ${file}`} --yes`,
      });
    const { key, copy } = await opened.startAgain();
    if (json)
      world.stdout.write(`${JSON.stringify({ from: opened.key, to: key, lost: opened.lost, copy })}\n`);
    else
      world.stderr.write(
        `The service’s secrets are sealed with the key ${key} now. The data as it was is in ${copy}: with the key ${opened.key}, it is whole. Delete it when that key will not turn up.\n`,
      );
  } finally {
    opened.close();
  }
}

function whatIsLost({ key, lost }: LostKey): string {
  const lines = lost.map(({ what, names }) => `- ${what}\n  (${names.map(escapeForTerminal).join(', ')})\n`);
  return `The key ${key} of this data is not there. Without it, these are lost:\n${lines.join('')}Spaces, pages, sites, people and tokens stay as they are.\n`;
}
