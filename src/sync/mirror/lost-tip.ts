import type { GitRepository, Oid } from '../../git/port.ts';
import type { StateStore } from '../state/store.ts';
import { earlierMirror, mirrorBelow } from './earlier-mirror.ts';
import { mirrorRef, readTip } from './tip.ts';
import type { Tip } from './tip.ts';

/** The state of a mirror's reference that is neither where the state last put it nor further on. */
export interface LostTip {
  readonly found: Oid | null;
  /** The commit that the state remembers; null where the repository no longer has that commit. */
  readonly remembered: Oid | null;
  /** Somebody else made the commit; `remembered` is the newest commit of the mirror below it, or where the last sync left the reference. */
  readonly isForeign?: true;
}

/**
 * Compares the mirror's reference with what the state remembers of it (SYNC-40). The reference may be further on, because the
 * state is written after it. It may also be on another line of commits: clones that share a git host may have moved it there.
 */
export async function lostTip(git: GitRepository, state: StateStore, tip: Tip): Promise<LostTip | null> {
  const remembered = state.root.mirror;
  if (remembered === tip.commit) return null;
  const foreign = tip.commit === null ? null : await foreignTip(git, remembered, tip.commit);
  if (foreign !== null) return foreign;
  if (remembered === null) return null;
  if (!(await git.has(remembered))) return tip.commit === null ? { found: null, remembered: null } : null;
  if (tip.commit !== null && !(await git.isAncestor(tip.commit, remembered))) return null;
  return { found: tip.commit, remembered };
}

/** The mirror's reference at a commit that no sync made; null: a sync made that commit. */
async function foreignTip(git: GitRepository, known: Oid | null, found: Oid): Promise<LostTip | null> {
  const below = await mirrorBelow(git, found);
  if (below === null) return null;
  const remembered = known !== null && (await git.has(known)) ? known : null;
  const { own } = below;
  const isNewer = own !== null && (remembered === null || (await git.isAncestor(remembered, own)));
  return { found, remembered: isNewer ? own : remembered, isForeign: true };
}

/** The sentence that tells a person about the lost reference. */
export function describeLostTip({ found, remembered, isForeign }: LostTip): string {
  if (isForeign === true)
    return `${mirrorRef} was moved to ${found?.slice(0, 7)}, which is no commit of the mirror. A push to a git remote called docs does that: rename the remote with \`git remote rename docs NAME\``;
  if (remembered === null)
    return `${mirrorRef} is gone with its commits: the mirror begins anew from the service`;
  const short = remembered.slice(0, 7);
  return found === null
    ? `${mirrorRef} is gone; the last sync left it at ${short}`
    : `${mirrorRef} was moved back to ${found.slice(0, 7)}; the last sync left it at ${short}`;
}

/**
 * Puts the mirror's reference back to the commit that the state remembers. Where that commit is gone as well, the state forgets
 * the spaces, so that they are read as if for the first time. A repository without a state goes on from what another clone mirrored.
 * Returns the tip to go on from and what to report; a dry run writes nothing.
 */
export async function restoreTip(
  git: GitRepository,
  state: StateStore,
  { isDry, branch }: { isDry: boolean; branch: string },
): Promise<{ tip: Tip; repairs: string[] }> {
  const tip = await readTip(git);
  const earlier = tip.commit === null && state.commit === null ? await earlierMirror(git, branch) : null;
  if (earlier !== null) {
    const update = { ref: mirrorRef, expected: null, next: earlier };
    if (!isDry) await git.updateRefs([update], { reason: 'tidemark: as another clone left it' });
    return { tip: { commit: earlier, tree: await git.treeOf(earlier) }, repairs: [] };
  }
  const lost = await lostTip(git, state, tip);
  if (lost === null) return { tip, repairs: [] };
  const repairs = [describeLostTip(lost)];
  if (lost.remembered === null) {
    if (lost.isForeign === true && !isDry)
      await git.updateRefs([{ ref: mirrorRef, expected: lost.found, next: null }], {
        reason: 'tidemark: no commit of the mirror',
      });
    for (const id of [...state.spaces().keys()]) state.removeSpace(id);
    return { tip: lost.isForeign === true ? { commit: null, tree: null } : tip, repairs };
  }
  if (!isDry) {
    const update = { ref: mirrorRef, expected: lost.found, next: lost.remembered };
    await git.updateRefs([update], { reason: 'tidemark: back to where the last sync left it' });
  }
  return { tip: { commit: lost.remembered, tree: await git.treeOf(lost.remembered) }, repairs };
}
