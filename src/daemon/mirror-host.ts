import { AppError } from '../base/index.ts';
import type { GitHost, GitRepository, Oid, RefUpdate } from '../git/port.ts';
import { fetchTips, localRefs, mirrorRef, notTaken, stateRef, type RefusedTips } from '../sync/index.ts';
import type { MirrorHost } from './shared-mirror.ts';

/**
 * The shared refs of a worker's copy, on a git host. The copy's refs become what is published, and are published by
 * compare-and-swap against what was found. A ref whose commit breaks the rule of names is left alone, here and there.
 */
export function createMirrorHost({
  git,
  host,
  branch,
}: {
  git: GitRepository;
  host: GitHost;
  /** Without `refs/heads/`. It must not be the copy's own checked-out branch. */
  branch: string;
}): MirrorHost {
  const prefixes = ['refs/remotes/docs/', 'refs/tidemark/'];
  const isShared = (ref: string): boolean =>
    ref === `refs/heads/${branch}` ||
    (!ref.startsWith(localRefs) && prefixes.some((prefix) => ref.startsWith(prefix)));
  const sharedHere = async (): Promise<Map<string, Oid>> => {
    const refs = new Map<string, Oid>();
    for (const prefix of [`refs/heads/${branch}`, ...prefixes])
      for (const { ref, oid } of await git.listRefs(prefix)) if (isShared(ref)) refs.set(ref, oid);
    return refs;
  };
  let published: ReadonlyMap<string, Oid> = new Map();
  const refused: RefusedTips = new Map();
  let leftAlone: ReadonlySet<string> = new Set();

  return {
    fetch: async ({ signal }) => {
      const all = new Map([...(await host.refs({ signal }))].filter(([ref]) => isShared(ref)));
      const wanted: Oid[] = [];
      for (const oid of new Set(all.values()))
        if (!refused.has(oid) && !(await git.has(oid))) wanted.push(oid);
      for (const [oid, why] of await fetchTips({ git, host }, wanted, { signal })) refused.set(oid, why);
      const alone = [...all].flatMap(([ref, oid]) => {
        const why = refused.get(oid);
        return why === undefined ? [] : [{ ref, why }];
      });
      for (const { ref, why } of alone) if (ref === mirrorRef || ref === stateRef) throw noGround(ref, why);
      leftAlone = new Set(alone.map(({ ref }) => ref));
      const there = new Map([...all].filter(([ref]) => !leftAlone.has(ref)));
      const here = await sharedHere();
      const updates: RefUpdate[] = [];
      for (const [ref, next] of there) {
        const expected = here.get(ref) ?? null;
        if (expected !== next) updates.push({ ref, expected, next });
      }
      for (const [ref, expected] of here) if (!all.has(ref)) updates.push({ ref, expected, next: null });
      if (updates.length > 0) await git.updateRefs(updates, { reason: 'tidemark: as published' });
      published = there;
      return {
        problems: alone.map(({ ref, why }) => notTaken(ref, why)),
        hasBranch: !leftAlone.has(`refs/heads/${branch}`),
      };
    },
    publish: async ({ signal }) => {
      const here = new Map([...(await sharedHere())].filter(([ref]) => !leftAlone.has(ref)));
      const updates: RefUpdate[] = [];
      for (const [ref, next] of here) {
        const expected = published.get(ref) ?? null;
        if (expected !== next) updates.push({ ref, expected, next });
      }
      for (const [ref, expected] of published)
        if (!here.has(ref)) updates.push({ ref, expected, next: null });
      if (updates.length === 0) return;
      const pushed = await host.push(git, updates, { signal });
      const first = pushed.find(({ outcome }) => outcome === 'refused');
      if (first !== undefined) {
        throw new AppError(
          'REF_MOVED',
          `The git host refused ${first.ref}: ${first.reason ?? 'it has moved'}`,
          {
            hint: 'Another worker was faster; the work is done again from what it published.',
          },
        );
      }
      published = here;
    },
  };
}

/** Every cycle of a fleet starts from the mirror and its state as published: without them there is nothing to go on from. */
function noGround(ref: string, why: AppError): AppError {
  return new AppError(why.code, `${ref} of the git host is not the mirror's any more: ${why.message}`, {
    hint: 'Nobody but Tidemark writes this reference. Move it back on the git host to the last commit that Tidemark made (`git log` there), and look who may push.',
    cause: why,
    ...(why.data === undefined ? {} : { data: why.data }),
  });
}
