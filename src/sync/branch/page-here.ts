import { pageIdOf, roughText } from '../../content/index.ts';
import type { BranchPorts } from './follow.ts';

/** Where the page of an identity lies here, but for one path: files that nobody has committed come first. null: nowhere. */
export async function pageHere(
  { git, tree, files }: BranchPorts,
  id: string,
  { but }: { but?: string } = {},
): Promise<{ readonly path: string; readonly committed: boolean } | null> {
  const head = await git.resolveRef('HEAD');
  const candidates = new Map<string, boolean>();
  for (const { kind, path } of await tree.scan(head))
    if (kind === 'added' || kind === 'modified') candidates.set(path, kind === 'modified');
  if (head !== null)
    for (const { path } of await git.listTree(head)) if (!candidates.has(path)) candidates.set(path, true);
  for (const [path, committed] of candidates)
    if (path !== but && path.endsWith('.md') && (await identityAt(files, path)) === id)
      return { path, committed };
  return null;
}

/** The identity in a file as it is now; null: none, or no such file. */
export async function identityAt(files: BranchPorts['files'], path: string): Promise<string | null> {
  const read = await files.read(path);
  return read.outcome === 'file' ? pageIdOf(roughText(read.bytes)) : null;
}
