import type { CycleContext } from '../mirror/context.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { baseOf } from '../versions/base-of.ts';

/**
 * Whether the configured branch has all that another branch has, as when somebody has just begun that branch on it: then the change request
 * of the configured branch has all edits of both (SYNC-118). A branch without any commit beyond docs/main is another case: it was reset to
 * docs/main, and has taken back what it proposed (SYNC-81).
 */
export async function isAllAtHome(
  { tree, context }: Pick<BranchPorts, 'tree'> & { readonly context: KnownSides },
  branch: string,
): Promise<boolean> {
  const { git, config, state, tip } = context;
  const own = config.repository.branch;
  const ref = `refs/heads/${branch}`;
  const [home, at] = [await git.resolveRef(`refs/heads/${own}`), await git.resolveRef(ref)];
  if (branch === own || home === null || at === null || !(await git.isAncestor(at, home))) return false;
  if ((await baseOf(git, at, tip.commit)) === at) return false;
  if (config.push.trigger !== 'save' || (await git.head()).branch !== ref) return true;
  const folders = [...state.spaces().values()].map(({ path }) => (path === '.' ? '' : path));
  return (await tree.scan(at, { under: folders })).length === 0;
}

export interface KnownSides extends Pick<CycleContext, 'git' | 'config' | 'state'> {
  readonly tip: Pick<CycleContext['tip'], 'commit'>;
}
