import { join } from 'node:path';
import type { LoadedConfig } from '../config/load.ts';
import type { World } from '../world.ts';
import type { MirroredFolder } from './mirror-source.ts';

/** The mirrored spaces as folders of the working tree, from the repository only, without a request. */
export async function mirroredFolders(
  world: World,
  { config, pathOf }: LoadedConfig,
): Promise<MirroredFolder[]> {
  const root = pathOf(config.repository.path);
  const repository = await world.ports.repository(root);
  try {
    const { recordedSpaces } = await import('../../sync/index.ts');
    const spaces = await recordedSpaces(repository.git);
    return spaces.map(({ id, title, path }) => ({
      id,
      title,
      path,
      folder: path === '.' ? root : join(root, path),
    }));
  } finally {
    await repository.close();
  }
}
