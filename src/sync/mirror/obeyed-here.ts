import { isSafePath } from '../../content/index.ts';
import type { Files } from '../../files/port.ts';
import type { GitRepository } from '../../git/port.ts';
import { outOfFolder } from './tip.ts';

/**
 * The files of a space's folder that a person has under names that tools obey, committed or only saved: what the service has of
 * the same path may stay there.
 */
export async function obeyedHere(
  { git, files }: { git: GitRepository; files: Files },
  branch: string,
  folder: string,
): Promise<ReadonlySet<string>> {
  const under = folder === '.' ? '' : folder;
  const saved = await files.list({ under: [under] });
  const tip = await git.resolveRef(`refs/heads/${branch}`);
  const committed = tip === null ? [] : await git.listTree(tip, { under });
  const paths = [...saved.filter(({ kind }) => kind === 'file'), ...committed].flatMap(
    ({ path }) => outOfFolder(folder, path) ?? [],
  );
  return new Set(paths.filter((path) => !isSafePath(path) && isSafePath(path, { mayBeObeyed: true })));
}
