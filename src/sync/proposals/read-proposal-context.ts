import { keepTimeOf } from '../config.ts';
import { addProblems } from '../mirror/failures.ts';
import { inFolder } from '../mirror/tip.ts';
import { keepSaves } from '../saves/keep.ts';
import { acceptedFilesOf, acceptedTexts, carriedPages, saveProposal } from '../state/proposals.ts';
import type { MadePage, ProposalRecord } from '../state/proposals.ts';
import { rebaseOnMirror } from './against-mirror.ts';
import { absentAbove, withoutPagesBelowUnsent } from './below-unsent.ts';
import { pagesMadeHere } from './born-here.ts';
import { withoutDeclinedEdits } from './declined.ts';
import type { GatheredFolder } from './gather.ts';
import type { HeldFiles } from './hold-back.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { readEdits } from './read-edits.ts';
import type { FolderReading } from './read-edits.ts';
import { renewedPages } from './renewed-pages.ts';
import { rememberAllowed, sendingRules } from './sending-rules.ts';
import { sharedPages, withPagesOfOtherBranches } from './shared-pages.ts';
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
  const { reading, born, made } = await readLocalEdits(ports, target, earlier);
  const { gathered, held } = reading;
  const before = await noteShared(ports, target, { earlier, held });
  if (commit === null && context.options.dryRun !== true)
    await keepWorking(context, space.path, gathered.working);
  const where = { space: space.id, folder: space.path };
  addProblems(
    context,
    held.unsendable.map((each) => problemOf(each, where)),
  );
  const { edits: all, ...against } = await rebaseOnMirror(context, target, reading.edits, {
    made,
    accepted: new Map([...born, ...acceptedTexts(before)]),
    acceptedFiles: new Set(acceptedFilesOf(before).flatMap(({ files }) => Object.values(files))),
    bytes: gathered.bytes,
  });
  const open = await withoutDeclinedEdits(context.state, {
    where: { branch, space: space.id },
    before,
    edits: all,
    isWhole: held.paths.size === 0,
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

interface LocalReading {
  readonly reading: FolderReading;
  /** Pages that the branch had before they had an identity, by their paths. */
  readonly born: ReadonlyMap<string, MadePage>;
  /** These pages, and the pages that the proposal carries. */
  readonly made: ReadonlyMap<string, MadePage>;
}

async function readLocalEdits(
  ports: ProposingPorts,
  target: ProposalTarget,
  earlier: ProposalRecord | null,
): Promise<LocalReading> {
  const { context } = ports;
  const { stale } = context.journal;
  const { branch, space, base, commit, others } = target;
  const isPlain = target.changeRequest === null;
  const where = { space: space.id, folder: space.path };
  const side = { branch, base, mirror: context.tip.commit, ...where };
  const born = isPlain
    ? await pagesMadeHere(context.git, side, target.sentElsewhere)
    : new Map<string, MadePage>();
  const made = new Map([...born, ...carriedPages(earlier)]);
  await rememberAllowed(context.state, context.options.allow ?? []);
  const rules = await sendingRules(context.state, context.config.push, where);
  const shared = isPlain ? await sharedPages(context, side) : [];
  const comparison = { base, commit, others, stale, made, rules, shared };
  return { reading: await readEdits({ ports, context, ...where, ...comparison }), born, made };
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
