import { AppError } from '../../base/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { World } from '../world.ts';

/** The mirror: the service's content as of the last reading. */
export const mirrorRef = 'refs/remotes/docs/main';

/**
 * The commit to compare findings with: the merge base of `from` (HEAD) and the named ref. Without a name, the target branch that
 * CI names is used, else the mirror's main; null without any of these.
 */
export async function baseCommit(
  world: World,
  git: GitRepository,
  named: string | undefined,
  from?: Oid,
): Promise<Oid | null> {
  const head = from ?? (await git.resolveRef('HEAD'));
  const candidates = named === undefined ? [...targetsOfCi(world), mirrorRef] : [named];
  for (const name of candidates) {
    const commit = await resolve(git, name);
    if (commit === null) continue;
    return head === null ? commit : ((await git.mergeBase(head, commit)) ?? commit);
  }
  if (named === undefined) return null;
  throw new AppError('USAGE', `--base ${named} names no commit of the repository`, {
    hint: 'Name a branch, a tag, a full ref or a commit id. In CI, fetch the target branch first.',
  });
}

/** The target branch or commit of a pull or merge request, if CI names one. */
export function targetsOfCi({ env }: World): string[] {
  const targets: string[] = [];
  if (env['GITHUB_BASE_REF']) targets.push(`origin/${env['GITHUB_BASE_REF']}`);
  if (env['CI_MERGE_REQUEST_DIFF_BASE_SHA']) targets.push(env['CI_MERGE_REQUEST_DIFF_BASE_SHA']);
  return targets;
}

async function resolve(git: GitRepository, name: string): Promise<Oid | null> {
  if (/^[0-9a-f]{40}$/.test(name)) return (await git.has(name)) ? name : null;
  for (const ref of [
    name,
    ...(name.includes('/') ? [`refs/${name}`] : []),
    `refs/tags/${name}`,
    `refs/heads/${name}`,
    `refs/remotes/${name}`,
  ]) {
    if (ref !== 'HEAD' && !ref.startsWith('refs/')) continue;
    const commit = await git.resolveRef(ref);
    if (commit !== null) return commit;
  }
  return null;
}
