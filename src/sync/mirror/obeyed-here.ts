import { isOwnConfiguration, isSafePath } from '../../content/index.ts';
import type { Files } from '../../files/port.ts';
import type { GitRepository } from '../../git/port.ts';
import { belowFolder, inFolder, mirrorRef, outOfFolder } from './tip.ts';

/**
 * The paths in a space's folder at which a person has files, committed or only saved, under names that tools obey: a file that
 * the service has at such a path may stay there. Tidemark's own configuration is the person's alone, because whoever may upload a
 * file could point it elsewhere; its path is included only where an earlier version has mirrored it.
 */
export async function obeyedHere(
  { git, files }: { git: GitRepository; files: Files },
  branch: string,
  folder: string,
): Promise<ReadonlySet<string>> {
  const { under } = belowFolder(folder);
  const saved = await files.list({ under: [under] });
  const tip = await git.resolveRef(`refs/heads/${branch}`);
  const committed = tip === null ? [] : await git.listTree(tip, { under });
  const paths = [...saved.filter(({ kind }) => kind === 'file'), ...committed].flatMap(
    ({ path }) => outOfFolder(folder, path) ?? [],
  );
  const obeyed = paths.filter((path) => !isSafePath(path) && isSafePath(path, { mayBeObeyed: true }));
  const mirror = await git.resolveRef(mirrorRef);
  const had = new Set<string>();
  for (const path of obeyed)
    if (!isOwnConfiguration(path) || (mirror && (await git.entryAt(mirror, inFolder(folder, path)))))
      had.add(path);
  return had;
}
