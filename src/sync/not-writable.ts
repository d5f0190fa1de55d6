import { isAppError } from '../base/index.ts';
import { notWritableHint, notWritableMessage } from '../git/port.ts';
import type { Problem } from './report.ts';

/** The problems of files that this user may not write, one for each folder. */
export function notWritableProblems(paths: readonly string[]): Problem[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders.values()].map(([path = '', ...others]) => {
    const more = others.length === 0 ? '' : `, as with ${others.length} more there`;
    return {
      ...{ code: 'FILE_SYSTEM', message: `${notWritableMessage(path)}${more}` },
      ...{ hint: notWritableHint, path },
    };
  });
}

/**
 * Does work on a person's files. Returns the files that this user may not write if they stopped the work in the middle: the next cycle then
 * continues it.
 */
export async function untilNotWritable(work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    const paths = isAppError(error, 'FILE_SYSTEM') ? error.data?.['notWritable'] : undefined;
    if (!Array.isArray(paths)) throw error;
    return paths.map(String);
  }
}
