import { AppError } from '../base/index.ts';
import type { GitHost, GitRepository, Oid, RefUpdate } from '../git/port.ts';
import type { MirrorHost } from './shared-mirror.ts';

/**
 * The shared refs of a worker's copy, on a git host. The copy's refs become what is published, and are published by
 * compare-and-swap against what was found.
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
    ref === `refs/heads/${branch}` || prefixes.some((prefix) => ref.startsWith(prefix));
  const sharedHere = async (): Promise<Map<string, Oid>> => {
    const refs = new Map<string, Oid>();
    for (const prefix of [`refs/heads/${branch}`, ...prefixes])
      for (const { ref, oid } of await git.listRefs(prefix)) if (isShared(ref)) refs.set(ref, oid);
    return refs;
  };
  let published: ReadonlyMap<string, Oid> = new Map();

  return {
    fetch: async ({ signal }) => {
      const there = new Map([...(await host.refs({ signal }))].filter(([ref]) => isShared(ref)));
      const wanted: Oid[] = [];
      for (const oid of new Set(there.values())) if (!(await git.has(oid))) wanted.push(oid);
      if (wanted.length > 0) await host.fetch(git, wanted, { signal });
      const here = await sharedHere();
      const updates: RefUpdate[] = [];
      for (const [ref, next] of there) {
        const expected = here.get(ref) ?? null;
        if (expected !== next) updates.push({ ref, expected, next });
      }
      for (const [ref, expected] of here) if (!there.has(ref)) updates.push({ ref, expected, next: null });
      if (updates.length > 0) await git.updateRefs(updates, { reason: 'tidemark: as published' });
      published = there;
    },
    publish: async ({ signal }) => {
      const here = await sharedHere();
      const updates: RefUpdate[] = [];
      for (const [ref, next] of here) {
        const expected = published.get(ref) ?? null;
        if (expected !== next) updates.push({ ref, expected, next });
      }
      for (const [ref, expected] of published)
        if (!here.has(ref)) updates.push({ ref, expected, next: null });
      if (updates.length === 0) return;
      const refused = (await host.push(git, updates, { signal })).filter(
        ({ outcome }) => outcome === 'refused',
      );
      if (refused.length > 0) {
        const [first] = refused;
        throw new AppError(
          'REF_MOVED',
          `The git host refused ${first?.ref ?? 'a ref'}: ${first?.reason ?? 'it has moved'}`,
          {
            hint: 'Another worker was faster; the work is done again from what it published.',
          },
        );
      }
      published = here;
    },
  };
}
