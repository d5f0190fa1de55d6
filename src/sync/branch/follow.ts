import { mergeFile } from '../../content/index.ts';
import type { Versions } from '../../content/index.ts';
import type { Files } from '../../files/port.ts';
import type {
  EditedFile,
  FastForwardOutcome,
  GitRepository,
  Oid,
  RefusedPath,
  WorkingTree,
} from '../../git/port.ts';
import type { BranchReport, ConflictReport } from '../report.ts';
import { acceptedAt, followPlaces, isAsSent, relocated } from './accepted.ts';
import type { AcceptedPage, AcceptedRemoval } from './accepted.ts';
import { tidemarkAt } from '../mirror/commit-text.ts';
import { mergeTrees } from './merge-trees.ts';
import { baseOf, startOf } from '../versions/base-of.ts';
import { identityIn } from '../versions/identity.ts';
import { idsIn } from '../versions/places.ts';
import type { IdAt } from '../versions/places.ts';
import { summaryPages } from './summary-pages.ts';
import { nowhereCarried } from './carries.ts';
import type { Carries } from './carries.ts';
import { carry, followMoves } from './follow-moves.ts';
import type { CarryNoted } from './follow-moves.ts';
import { joinStaleEdits, moveStale, noteLateSaves } from './late-saves.ts';
import { joinMovedAway } from './moved-away.ts';
import type { FollowedAway } from './moved-away.ts';
import type { StaleEdits } from './late-saves.ts';

export interface BranchPorts {
  readonly git: GitRepository;
  readonly tree: WorkingTree;
  readonly files: Files;
}

/**
 * Brings the user's branch to what the mirror has: created when it is unborn, fast-forwarded, or merged when that is clean;
 * else left alone, with the reason. Never rewritten; local edits that nobody has committed stay local edits.
 */
export async function followMirror(
  ports: BranchPorts,
  {
    branch,
    mirror,
    now,
    stale,
    accepted = [],
    removed = [],
    remember = nothing,
    carries = nowhereCarried(),
  }: {
    branch: string;
    mirror: Oid | null;
    now: number;
    stale: StaleEdits;
    /** What became of our own change requests. */
    accepted?: readonly AcceptedPage[];
    removed?: readonly AcceptedRemoval[];
    /** Puts what `stale` and `carries` hold on disk. */
    remember?: () => Promise<void>;
    carries?: Carries;
  },
): Promise<BranchReport> {
  const { git } = ports;
  const ref = `refs/heads/${branch}`;
  const from = await git.resolveRef(ref);
  const report = { name: branch, from, to: from, conflicts: [] };
  if (mirror === null) return { ...report, state: 'absent', reason: 'Nothing has been mirrored yet.' };
  const head = await git.head();
  const detached = head.branch === null;
  if (from !== null && (from === mirror || (await git.isAncestor(mirror, from))))
    return {
      ...report,
      state: detached ? 'detached' : 'up-to-date',
      ...(detached ? { reason: headIsDetached } : {}),
    };

  if (from === null || (await git.isAncestor(from, mirror))) {
    const state = from === null ? 'created' : 'fast-forwarded';
    return moveTo(ports, { ref, report, to: mirror, state, detached, stale, accepted, remember, carries });
  }

  const base = await baseOf(git, from, mirror);
  const gone = await stillGone(ports, removed);
  const merged = await git.write(async (writer) => {
    const outcome = await mergeTrees(git, writer, { base, ours: from, theirs: mirror, accepted, gone });
    if (outcome.outcome === 'conflict') return outcome;
    const us = tidemarkAt(now);
    const message = `Merge the documentation into ${branch}\n`;
    return {
      ...outcome,
      commit: writer.addCommit({
        tree: outcome.tree,
        parents: [from, mirror],
        author: us,
        committer: us,
        message,
      }),
    };
  });
  if (merged.outcome === 'conflict')
    return {
      ...report,
      state: 'left',
      reason: conflictReason(branch, base === null),
      conflicts: merged.conflicts,
    };
  return moveTo(ports, {
    ref,
    report,
    to: merged.commit,
    state: 'merged',
    detached,
    stale,
    accepted,
    remember,
    carries,
    ancestor: base,
  });
}

/** Of pages that were deleted here: those that nobody has put back since. */
async function stillGone(
  { files }: BranchPorts,
  removed: readonly AcceptedRemoval[],
): Promise<AcceptedRemoval[]> {
  const gone: AcceptedRemoval[] = [];
  for (const each of removed) if ((await files.stat(each.path)) === null) gone.push(each);
  return gone;
}

const headIsDetached = 'HEAD is detached: the branch is kept up to date, the files are left as they are.';

function conflictReason(branch: string, unrelated: boolean): string {
  return unrelated
    ? `The histories of ${branch} and the mirror are unrelated, and both have files of the same names with different content.`
    : `${branch} and the service changed the same lines.`;
}

async function moveTo(
  ports: BranchPorts,
  move: {
    ref: string;
    report: Omit<BranchReport, 'state'>;
    to: Oid;
    state: 'created' | 'fast-forwarded' | 'merged';
    detached: boolean;
    stale: StaleEdits;
    accepted: readonly AcceptedPage[];
    remember: () => Promise<void>;
    carries: Carries;
    /** What both sides of a merge started from. */
    ancestor?: Oid | null;
    attempt?: number;
  },
): Promise<BranchReport> {
  const { git, tree, files } = ports;
  const { ref, report, to, detached } = move;
  const { from } = report;
  const head = await git.head();
  const here = head.branch === ref;
  const accepted = here ? await relocated(ports, from, move.accepted) : move.accepted;
  const away = here ? await joinMovedAway(ports, { from, to, ancestor: move.ancestor ?? null }) : nowhere;
  if (away.conflicts.length > 0) return leftFor(report, away.conflicts, new Map());
  const carryNoted: CarryNoted = async (carried) => {
    // A save in between is carried another time, and noted before that.
    for (let attempt = 1; attempt <= 3; attempt++) {
      const local = await files.read(carried.from);
      if (local.outcome !== 'file' || (await files.stat(carried.to)) !== null) return false;
      const others = move.carries.all().filter(({ from: at }) => at !== carried.from);
      move.carries.set([...others, { ...carried, id: local.id, ref, commit: to }]);
      moveStale(move.stale, carried.from, carried.to);
      await move.remember();
      if (await carry(ports, carried.from, carried.to)) return true;
      moveStale(move.stale, carried.to, carried.from);
    }
    return false;
  };
  const undoPlaces = here ? await followPlaces(ports, accepted, { from, to }, carryNoted) : nothing;
  const { moves, undo } = here
    ? await followMoves(ports, { from, to }, carryNoted)
    : { moves: new Set<string>(), undo: nothing };
  let savedSince = false;
  const conflicts: ConflictReport[] = [];
  const kept: string[] = [];
  const merge = async (edited: EditedFile): Promise<Uint8Array | null> => {
    if (edited.theirs === null && moves.has(edited.path)) {
      // Saved since the edits were carried: it has to go along, too.
      savedSince = true;
      return null;
    }
    const sent = acceptedAt(accepted, edited.path);
    if (sent && isAsSent(sent, edited.ours) && edited.theirs) return edited.theirs;
    const carried = move.carries.all().find(({ to: at }) => at === edited.path);
    const base = await startOf(git, {
      noted: move.stale.get(edited.path) ?? carried,
      sent: sent?.text,
      committed: edited.base,
    });
    const versions = { base, ours: edited.ours, theirs: edited.theirs };
    const pages = await summaryPages(edited.path, versions, pagesHere(ports, accepted, { from, to }));
    const merged = mergeFile(edited.path, versions, pages);
    if (merged.outcome === 'merged') {
      if (merged.kept) kept.push(edited.path);
      return merged.bytes;
    }
    conflicts.push({ path: edited.path, kind: merged.kind, base: null, local: null, remote: null });
    return null;
  };
  const outcome = await tree.fastForward({
    branch: ref,
    from,
    to,
    merge,
    away: async () => away.paths,
    late: async (saves) => {
      await noteLateSaves(ports, { ...saves, stale: move.stale, accepted });
      await move.remember();
    },
    reason: `tidemark: ${move.state}`,
  });
  if (outcome.outcome === 'moved') await undoPlaces('kept');
  else if (outcome.outcome !== 'busy') {
    await undo();
    await undoPlaces('all');
    for (const carried of move.carries.all()) moveStale(move.stale, carried.to, carried.from);
  }
  // While git is at work, half of the files may have moved: what was carried is settled at the start of the next cycle.
  if (outcome.outcome !== 'busy') move.carries.set([]);
  const { attempt = 1 } = move;
  if (outcome.outcome === 'blocked' && savedSince && attempt < 3)
    return moveTo(ports, { ...move, attempt: attempt + 1 });
  const followed = await reportOf(ports, move, outcome, conflicts, detached);
  return kept.length > 0 && outcome.outcome === 'moved' ? { ...followed, kept } : followed;
}

/** Which pages lie where in the working tree, in the commit that it stood on, and in the one that it goes to. */
function pagesHere(
  { git, files }: BranchPorts,
  accepted: readonly AcceptedPage[],
  { from, to }: { from: Oid | null; to: Oid },
): Versions<IdAt> {
  const [base, theirs] = [idsIn(git, from), idsIn(git, to)];
  return {
    base,
    theirs,
    ours: async (path) => {
      const local = await files.read(path);
      const sent = accepted.find((page) => page.path === path);
      // What was carried along lies at its old path no more.
      return (
        (local.outcome === 'file' ? identityIn(local.bytes) : null) ??
        (sent ? await theirs(sent.target) : null) ??
        base(path)
      );
    },
  };
}

const nowhere: FollowedAway = { paths: new Set(), conflicts: [] };

/** The branch stays where it is, because somebody has to join these files first. */
function leftFor(
  report: Omit<BranchReport, 'state'>,
  edited: readonly string[],
  known: ReadonlyMap<string, ConflictReport>,
): BranchReport {
  const conflicts = edited.map(
    (path): ConflictReport =>
      known.get(path) ?? { path, kind: 'text', base: null, local: null, remote: null },
  );
  const names = edited.slice(0, 3).join(', ');
  const more = edited.length > 3 ? ` and ${edited.length - 3} more` : '';
  return {
    ...report,
    state: 'left',
    reason: `${names}${more}: edited here and changed in the service.`,
    conflicts,
  };
}

/** The branch stays where it is, because the mirror has paths that are never written for somebody else. */
function refusedFor(report: Omit<BranchReport, 'state'>, paths: readonly RefusedPath[]): BranchReport {
  const [first] = paths;
  const more = paths.length > 1 ? ` (and ${paths.length - 1} more)` : '';
  return {
    ...report,
    state: 'left',
    reason: `${first?.path ?? ''} is not written: ${first?.why ?? ''}${more}. Look at who brought it to docs/main before you merge that.`,
    conflicts: paths.map(({ path }) => ({ path, kind: 'place', base: null, local: null, remote: null })),
  };
}

async function nothing(): Promise<void> {
  // Nothing was carried along, so there is nothing to take back.
}

async function reportOf(
  ports: BranchPorts,
  move: {
    report: Omit<BranchReport, 'state'>;
    to: Oid;
    state: 'created' | 'fast-forwarded' | 'merged';
    stale: StaleEdits;
    remember: () => Promise<void>;
  },
  outcome: FastForwardOutcome,
  conflicts: readonly ConflictReport[],
  detached: boolean,
): Promise<BranchReport> {
  const { report, to, state, stale, remember } = move;
  switch (outcome.outcome) {
    case 'moved': {
      const late = outcome.files.some(({ did }) => did === 'saved-meanwhile');
      // An edit that somebody has committed meanwhile goes along with the commit.
      const left = (await Promise.all(stale.paths().map((path) => ports.files.stat(path)))).includes(null);
      const open = late || left ? await joinStaleEdits(ports, stale, remember) : [];
      const moved: BranchReport = { ...report, to, state, conflicts: open };
      return detached ? { ...moved, state: 'detached', reason: headIsDetached } : moved;
    }
    case 'blocked':
      return leftFor(report, outcome.edited, new Map(conflicts.map((conflict) => [conflict.path, conflict])));
    case 'refused':
      return refusedFor(report, outcome.paths);
    case 'busy':
      return {
        ...report,
        state: 'busy',
        reason: `git is at work here (${outcome.work.join(', ')}); the next cycle goes on.`,
      };
    case 'elsewhere':
      return {
        ...report,
        state: 'busy',
        reason: 'The branch moved during the cycle; the next cycle goes on.',
      };
  }
}
