import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { RecordedSpace } from '../sync/index.ts';
import type { World } from './world.ts';

/**
 * The spaces that a repository records as mirrored; none where it has no record, as most repositories and a plain clone of a mirror, and
 * where it cannot be read: the files are enough then.
 *
 * @param top The top of the repository's working tree.
 */
export async function spacesRecordedIn({ ports }: World, top: string): Promise<readonly RecordedSpace[]> {
  if (!mayHaveState(join(top, '.git'))) return [];
  const { recordedSpaces } = await import('../sync/index.ts');
  try {
    const repository = await ports.repository(top);
    try {
      return await recordedSpaces(repository.git);
    } finally {
      await repository.close();
    }
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** A cheap check, since most repositories are not mirrors. A linked working tree has its references elsewhere. */
function mayHaveState(gitDirectory: string): boolean {
  const packed = join(gitDirectory, 'packed-refs');
  return (
    statSync(gitDirectory).isFile() ||
    existsSync(join(gitDirectory, 'refs/tidemark/state')) ||
    (existsSync(packed) && readFileSync(packed, 'utf8').includes(' refs/tidemark/state'))
  );
}
