import { systemError } from '../base/index.ts';
import type { GitHost, GitRepository, Oid } from '../git/port.ts';
import { mirrorRef } from '../sync/index.ts';
import { isInFolder } from './record.ts';
import type { LookResult, LookOptions, SpaceWork } from './port.ts';

export interface PushPorts {
  readonly git: GitRepository;
  /** The branch that people edit, without `refs/heads/`. */
  readonly branch: string;
}

/**
 * Lets each look also see what was pushed to the git host, with one request for the host's references. A cycle fetches the
 * commits; until then, nobody knows which spaces they change. A host that does not answer does not hinder a look at the service.
 */
export function withPushes(work: SpaceWork, { git, branch, host }: PushPorts & { host: GitHost }): SpaceWork {
  const ref = `refs/heads/${branch}`;
  return lookingAlso(work, async (options, looked) => {
    const answer = await host.refs({ signal: options.signal }).catch(systemError);
    options.signal.throwIfAborted();
    if (answer instanceof Error) return { ...looked, hostFailure: answer };
    const tip = answer.get(ref);
    if (tip === undefined) return looked;
    const isNew = tip !== options.branch && tip !== (await git.resolveRef(ref));
    return { ...looked, branch: tip, ...(isNew ? { pushed: 'all' } : {}) };
  });
}

/** Does the same for a copy into which each look fetches: the difference since the last look shows which spaces were changed. */
export function withFetchedPushes(work: SpaceWork, { git, branch }: PushPorts): SpaceWork {
  return lookingAlso(work, async (options, looked) => {
    const tip = await git.resolveRef(`refs/heads/${branch}`);
    if (tip === null || tip === options.branch) return looked;
    const pushed = await touchedSpaces(
      git,
      await commitBefore(git, options.branch),
      tip,
      await work.spaces(),
    );
    return { ...looked, branch: tip, pushed };
  });
}

function lookingAlso(
  work: SpaceWork,
  also: (options: LookOptions, looked: LookResult) => Promise<LookResult>,
): SpaceWork {
  const { readAhead } = work;
  return {
    spaces: () => work.spaces(),
    look: async (options) => also(options, await work.look(options)),
    ...(readAhead ? { readAhead: (options) => readAhead.call(work, options) } : {}),
    cycle: (options) => work.cycle(options),
  };
}

/** The branch's commit at the last look; where that is not known, the mirror's. */
async function commitBefore(git: GitRepository, branch: string | null | undefined): Promise<Oid | null> {
  if (branch && (await git.has(branch))) return branch;
  return git.resolveRef(mirrorRef);
}

async function touchedSpaces(
  git: GitRepository,
  from: Oid | null,
  to: Oid,
  spaces: Awaited<ReturnType<SpaceWork['spaces']>>,
): Promise<'all' | readonly string[]> {
  const mirror = await git.resolveRef(mirrorRef);
  if (from === null || mirror === null) return 'all';
  // What the mirror has, too, came from the service: the branch was brought to the mirror's commit.
  const edited = new Set((await git.diffTrees(mirror, to)).map(({ path }) => path));
  const paths = (await git.diffTrees(from, to)).map(({ path }) => path).filter((path) => edited.has(path));
  return spaces.filter((space) => paths.some((path) => isInFolder(path, space.path))).map(({ id }) => id);
}
