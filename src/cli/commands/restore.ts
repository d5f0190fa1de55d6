import { lstatSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { AppError, escapeForTerminal } from '../../base/index.ts';
import { loadConfig } from '../config/load.ts';
import { countText } from '../output/count-text.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';

export interface RestoreOptions {
  readonly path?: string;
  readonly save?: string;
}

/** Lists the saves of a path, newest first, or restores one beside its file. Sends no request. */
export async function restore(context: CommandContext, { path, save }: RestoreOptions): Promise<void> {
  const { world, json, configFile } = context;
  const { config, pathOf } = await loadConfig(world, { file: configFile });
  const root = pathOf(config.repository.path);
  const wanted = path === undefined ? '' : inRepository(root, resolve(world.cwd, path), path);
  if (save !== undefined && wanted === '')
    throw new AppError('USAGE', 'a save is brought back beside its file: name the file', {
      hint: 'tidemark restore guides/usage.md --save 0123456789',
    });
  const shown = (inner: string): string => relative(world.cwd, join(root, inner));
  const { restoreSave, listSaves } = await import('../../sync/index.ts');
  const repository = await world.ports.repository(root);
  try {
    if (save !== undefined) {
      const beside = await restoreSave(repository, { path: wanted, id: save, shown });
      if (json) world.stdout.write(`${JSON.stringify({ path: wanted, restored: beside })}\n`);
      else world.stdout.write(`${escapeForTerminal(sentenceOf(root, { wanted, beside, shown }))}\n`);
      return;
    }
    const saves = await listSaves(repository.git, wanted);
    if (json) return void world.stdout.write(`${JSON.stringify(saves)}\n`);
    const { dim } = styleFor(world.stdout, world.env);
    for (const { id, at, path: file, size, firstLine } of saves)
      world.stdout.write(
        `${id}  ${at}  ${escapeForTerminal(shown(file))}  ${dim(`${countText(size, 'byte')}${firstLine === null ? '' : `: ${escapeForTerminal(firstLine.slice(0, 60))}`}`)}\n`,
      );
    if (saves.length === 0) world.stderr.write('No save is kept of that.\n');
  } finally {
    await repository.close();
  }
}

/** Says where the save is now, and what became of the file itself. */
function sentenceOf(
  root: string,
  { wanted, beside, shown }: { wanted: string; beside: string; shown: (inner: string) => string },
): string {
  const isThere = lstatSync(join(root, wanted), { throwIfNoEntry: false }) !== undefined;
  const file = shown(wanted);
  return `${shown(beside)} holds the save; ${isThere ? `${file} is as it was` : `there is no ${file}: give the save that name to bring it back`}.`;
}

/**
 * A path relative to the repository. If the path does not exist from the current folder, it counts as relative to the repository.
 */
function inRepository(root: string, whole: string, written: string): string {
  const inner = relative(root, whole).split(sep).join('/');
  return inner === '..' || inner.startsWith('../') ? written.replace(/\/+$/u, '') : inner;
}
