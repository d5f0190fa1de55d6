import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import type { EditorPorts, WorkspacePorts } from '../../editor/index.ts';
import { contentId } from '../../files/index.ts';
import type { GitRepository } from '../../git/port.ts';
import { loadConfig } from '../config/load.ts';
import { mirrorRef } from '../links/base.ts';
import { contentAround } from '../links/scope.ts';
import { spacesBelow } from '../links/spaces.ts';
import { folderTree } from '../links/trees.ts';
import type { OpenedRepository, World } from '../world.ts';
import type { CommandContext } from '../program.ts';

/** Serves an editor until the editor ends the server. */
export async function lsp({ world, version }: CommandContext): Promise<number> {
  const streams = world.streams?.();
  if (streams === undefined)
    throw new AppError('USAGE', 'there is nobody to talk to: an editor starts this command');
  const { serveEditor } = await import('../../editor/index.ts');
  const opened: OpenedRepository[] = [];
  const ports: EditorPorts = {
    ...streams,
    version,
    stop: world.stop,
    around: contentAround,
    open: (folder) => openFolder(world, folder, opened),
  };
  try {
    return await serveEditor(ports);
  } finally {
    for (const repository of opened) await repository.close();
  }
}

/** Opens one folder of the editor. A fault in the folder's configuration or repository is printed once on stderr. */
async function openFolder(world: World, folder: string, opened: OpenedRepository[]): Promise<WorkspacePorts> {
  const orSaid = async <Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      world.stderr.write(`${folder}: ${messageOf(error)}\n`);
      return otherwise;
    }
  };
  const { levels, ignore } = await orSaid<Pick<WorkspacePorts, 'levels' | 'ignore'>>(
    async () => (await loadConfig({ ...world, cwd: folder }, { required: false })).config.links,
    { levels: {}, ignore: [] },
  );
  const repository = existsSync(join(folder, '.git'))
    ? await orSaid<OpenedRepository | null>(() => world.ports.repository(folder), null)
    : null;
  if (repository !== null) opened.push(repository);
  const spaces = await spacesBelow(repository?.git ?? null);
  const git = repository?.git;
  return {
    levels,
    ignore,
    tree: () => folderTree(folder),
    spaces,
    ...(git === undefined ? {} : { stateOf: (path, text) => syncState(git, path, text) }),
  };
}

/** Compares a page with the last mirrored revision; null without a mirror. */
async function syncState(git: GitRepository, path: string, text: string): Promise<string | null> {
  const mirror = await git.resolveRef(mirrorRef);
  if (mirror === null) return null;
  const entry = await git.entryAt(mirror, path);
  if (entry === null) return 'not on the service yet';
  // An editor may show a file with CRLF that git stores with LF.
  const same = [text, text.replaceAll('\r\n', '\n')].some(
    (each) => entry.oid === contentId(Buffer.from(each)),
  );
  return same ? 'as on the service' : 'edited since the last sync';
}
