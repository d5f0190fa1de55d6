import type { Oid } from '../../git/port.ts';
import type { BranchReport } from '../report.ts';

/** How a branch and the mirror relate, as far as a plan needs to know it. */
export interface SeenBranch {
  /** The branch's name without `refs/heads/`. */
  readonly name: string;
  /** The branch's newest commit; null: the branch does not exist yet. */
  readonly at: Oid | null;
  /** The mirror's newest commit; null: nothing has been mirrored. */
  readonly mirror: Oid | null;
  /** The newest commit that both have; null: none. */
  readonly base: Oid | null;
  readonly detached: boolean;
}

/** What a cycle does with a branch. No commit is rewritten: the branch stays, goes forward, or gets a merge commit on top. */
export type BranchPlan =
  | { readonly do: 'stay'; readonly report: BranchReport }
  | { readonly do: 'move'; readonly state: 'created' | 'fast-forwarded'; readonly to: Oid }
  | { readonly do: 'merge'; readonly at: Oid; readonly mirror: Oid; readonly base: Oid | null };

export function planBranch(seen: SeenBranch): BranchPlan {
  const { at, mirror, base, detached } = seen;
  const report = startOfReport(seen);
  if (mirror === null)
    return {
      do: 'stay',
      report: { ...report, state: 'absent', reason: 'Nothing has been mirrored yet.' },
    };
  if (at === null) return { do: 'move', state: 'created', to: mirror };
  if (base === mirror)
    return {
      do: 'stay',
      report: detached
        ? { ...report, state: 'detached', reason: headIsDetached }
        : { ...report, state: 'up-to-date' },
    };
  if (base === at) return { do: 'move', state: 'fast-forwarded', to: mirror };
  return { do: 'merge', at, mirror, base };
}

/** What a report says of a branch before anything is applied. */
export function startOfReport({ name, at }: Pick<SeenBranch, 'name' | 'at'>): Omit<BranchReport, 'state'> {
  return { name, from: at, to: at, conflicts: [] };
}

export const headIsDetached =
  'HEAD is detached: the branch is kept up to date, and the files are left as they are.';

/** The reason why a planned merge was not made. */
export function conflictReason(
  { name, base }: Pick<SeenBranch, 'name' | 'base'>,
  { isShallow }: { readonly isShallow: boolean },
): string {
  if (base === null && isShallow)
    return `This clone is shallow: what ${name} and the mirror have in common is not here. Run git fetch --unshallow.`;
  return base === null
    ? `The histories of ${name} and the mirror are unrelated, and both have files of the same names with different content.`
    : `${name} and the service changed the same lines.`;
}
