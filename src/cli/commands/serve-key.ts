import { resolve } from 'node:path';
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

/** Drops the secrets of data whose key is lost, after showing a person what will be lost. */
export async function resetKey(
  { world, json }: CommandContext,
  { data, yes }: { data: string; yes?: boolean },
): Promise<void> {
  const { keyVariable, openLostKey } = await import('../../service/index.ts');
  const folder = await dataFolder(world, data);
  const { clock, random, env } = world;
  const opened = openLostKey({ data: folder, keys: env[keyVariable], clock, random });
  try {
    world.stderr.write(whatIsLost(opened));
    const agreed =
      yes === true || (world.ask !== null && (await isConfirmed(world.ask, 'Go on without them?')));
    if (!agreed)
      throw new AppError('USAGE', 'nothing was changed: the loss of these secrets was not agreed to', {
        hint: `Look for the key first, also in backups of ${folder}. If it is lost for good: tidemark serve key reset --data ${data} --yes`,
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
