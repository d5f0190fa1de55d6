import { betterSqliteMaker, nodeSqliteMaker } from '../../src/database/index.ts';
import type { DatabaseMaker } from '../../src/database/index.ts';
import { isAppError } from '../../src/base/index.ts';

/** The makers that this Node can load, by name: one of them at least, both where the native module was built for it. */
export const makers: ReadonlyMap<string, DatabaseMaker> = new Map(
  [['node:sqlite', nodeSqliteMaker()] as const, ['better-sqlite3', loadedOrMissing()] as const].flatMap(
    ([name, maker]) => (maker === undefined ? [] : [[name, maker] as const]),
  ),
);

function loadedOrMissing(): DatabaseMaker | undefined {
  try {
    return betterSqliteMaker();
  } catch (error) {
    if (isAppError(error, 'NATIVE_MODULE') && nodeSqliteMaker() !== undefined) return undefined;
    throw error;
  }
}
