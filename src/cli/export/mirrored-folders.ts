import { join } from 'node:path';
import type { Config } from '../config/schema.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { World } from '../world.ts';
import { inSiteOrder } from './folder-source.ts';
import type { MirroredFolder } from './mirror-source.ts';

/**
 * The mirrored spaces as folders of the working tree, from the repository only, without a request; in the order of
 * {@link inSiteOrder}. A space that the configuration names no longer is not among them.
 */
export async function mirroredFolders(
  world: World,
  { config, pathOf }: LoadedConfig,
): Promise<MirroredFolder[]> {
  const root = pathOf(config.repository.path);
  const repository = await world.ports.repository(root);
  try {
    const { isMirrored, recordedSpaces } = await import('../../sync/index.ts');
    const recorded = await recordedSpaces(repository.git);
    // The files of a space that the configuration names no longer stay where they are, and get older.
    const spaces = recorded.filter(({ id }) => isMirrored(config.mirror, id));
    const folders = spaces.map(({ id, title, path }) => ({
      id,
      title,
      path,
      folder: path === '.' ? root : join(root, path),
    }));
    return inSiteOrder(folders, configuredOrder(config));
  } finally {
    await repository.close();
  }
}

/** The ids of the spaces that the configuration names, in its order; none where it names an organization, collections or sites. */
export function configuredOrder({ mirror }: Config): readonly string[] {
  return (mirror.spaces ?? []).map(({ id }) => id);
}
