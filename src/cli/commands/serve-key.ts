import { resolve } from 'node:path';
import type { CommandContext } from '../program.ts';
import { withData } from './serve-token.ts';

/** Seals the secrets of a service with another key: a new one in the key file, or the first one of the environment. */
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
