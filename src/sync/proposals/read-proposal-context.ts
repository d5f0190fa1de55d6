import { keepTimeOf } from '../config.ts';
import { addProblems } from '../mirror/failures.ts';
import { inFolder } from '../mirror/tip.ts';
import { keepSaves } from '../saves/keep.ts';
import { saveProposal } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { absentAbove, withoutPagesBelowUnsent } from './below-unsent.ts';
import { withoutDeclinedEdits } from './declined.ts';
import type { GatheredFolder } from './gather.ts';
import type { HeldFiles } from './hold-back.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { againstMirror, readLocal } from './local-reading.ts';
import { renewedPages } from './renewed-pages.ts';
import { rememberAllowed } from '../state/allowed.ts';
import { withPagesOfOtherBranches } from './shared-pages.ts';
import type { ProposalContext } from './proposal-context.ts';
import { problemOf } from './unsendable.ts';
import { withUntoldPages } from './untold.ts';
import { fingerprintOf } from './requested-changes.ts';

/**
 * Reads what a branch has to say about a space. It first saves what people wrote, and reports what cannot be sent.
 *
 * @param earlier The proposal as the last cycle left it.
 */
export async function readProposalContext(
  ports: ProposingPorts,
  target: ProposalTarget,
  earlier: ProposalRecord | null,
): Promise<ProposalContext> {
  const { context } = ports;
  const { branch, space, commit } = target;
  const isPlain = target.changeRequest === null;
  const { git, state, tip } = context;
  await rememberAllowed(state, context.options.allow ?? []);
  const { push, repository } = context.config;
  const known = { ports, git, state, tip, push, stale: context.journal.stale, home: repository.branch };
  const read = await readLocal(known, target, earlier);
  const { reading } = read;
  const { gathered, held } = reading;
  const before = await noteShared(ports, target, { earlier, held });
  if (commit === null && context.options.dryRun !== true)
    await keepWorking(context, space.path, gathered.working);
  const where = { space: space.id, folder: space.path };
  addProblems(
    context,
    held.unsendable.map((each) => problemOf(each, where)),
  );
  const { edits: all, ...against } = await againstMirror(known, target, read, before);
  const open = await withoutDeclinedEdits(context.state, {
    where: { branch, space: space.id },
    before,
    edits: all,
    isWhole: held.paths.size === 0,
    files: { git, folder: space.path, bytes: gathered.bytes },
  });
  const absent = isPlain ? await absentAbove(context.state.table(space.id), open) : new Set<string>();
  const edits = withUntoldPages(withoutPagesBelowUnsent(open, { all, absent }), all);
  const { mirror, bytes } = { mirror: context.tip.commit, bytes: gathered.bytes };
  const renewed = await renewedPages(context, { space, mirror, edits, bytes, before });
  return {
    ...{ ports, target, before, gathered, held, renewed, ...against },
    ...{ local: reading.edits, all, edits, fingerprint: fingerprintOf(edits) },
  };
}

/** Notes in the proposal which of its pages other branches propose, and of which the branch has two files. */
async function noteShared(
  { context }: ProposingPorts,
  { branch, space, base }: ProposalTarget,
  { earlier, held: { shared: found, twice } }: { earlier: ProposalRecord | null; held: HeldFiles },
): Promise<ProposalRecord | null> {
  const shared = { before: earlier, found, twice, hasFollowed: base === context.tip.commit };
  const before = await withPagesOfOtherBranches(context.state, { branch, space: space.id }, shared);
  if (before !== null && before !== earlier && context.options.dryRun !== true)
    saveProposal(context.state, before);
  return before;
}

/** Saves what a person wrote, before anything else happens to it. */
async function keepWorking(
  { git, clock, config }: ProposingPorts['context'],
  folder: string,
  working: GatheredFolder['working'],
): Promise<void> {
  const saves = [...working].map(([path, { oid, bytes }]) => ({ path: inFolder(folder, path), oid, bytes }));
  await keepSaves({ git, clock, keepMs: keepTimeOf(config) }, saves);
}
