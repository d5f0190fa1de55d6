import type { SyncConfig } from '../config.ts';
import { acceptedFilesOf, acceptedTexts, carriedPages } from '../state/proposals.ts';
import type { MadePage, ProposalRecord } from '../state/proposals.ts';
import type { LocalVersion } from '../versions/base-of.ts';
import { rebaseOnMirror } from './against-mirror.ts';
import type { RebasedEdits } from './against-mirror.ts';
import { pagesMadeHere } from './born-here.ts';
import type { GatherInput } from './gather.ts';
import type { ProposalTarget } from './propose.ts';
import { readEdits } from './read-edits.ts';
import type { FolderReading } from './read-edits.ts';
import { sendingRules } from './sending-rules.ts';
import type { KnownSides } from './settle.ts';
import { sharedPages } from './shared-pages.ts';

/** The mirror and the state that a branch is compared with, and what decides which edits are sent. */
interface ReadingContext extends KnownSides {
  readonly ports: GatherInput['ports'];
  readonly push: SyncConfig['push'];
  readonly stale: GatherInput['stale'];
}

/** A branch's version of a space. */
interface LocalSpace
  extends LocalVersion, Pick<ProposalTarget, 'others' | 'changeRequest' | 'sentElsewhere'> {
  readonly space: Pick<ProposalTarget['space'], 'id' | 'path'>;
  /** The folder that the branch has the space in; that of the mirror unless given. */
  readonly folder?: string;
}

/** What a branch changes in a space, and the pages that it has without their identities. */
interface LocalReading {
  readonly reading: FolderReading;
  /** Pages that the branch had before they had an identity, by their paths. */
  readonly born: ReadonlyMap<string, MadePage>;
  /** These pages, and the pages that the proposal carries. */
  readonly made: ReadonlyMap<string, MadePage>;
}

/** Reads what a branch changes in a space. Both a sync and its status use this, so that they name the same edits. */
export async function readLocal(
  { ports, git, state, tip, push, stale }: ReadingContext,
  { branch, base, commit, space, folder = space.path, others, changeRequest, sentElsewhere }: LocalSpace,
  earlier: ProposalRecord | null,
): Promise<LocalReading> {
  const isPlain = changeRequest === null;
  const where = { space: space.id, folder: space.path };
  const side = { branch, base, mirror: tip.commit, ...where };
  const born = isPlain ? await pagesMadeHere(git, side, sentElsewhere) : new Map<string, MadePage>();
  const made = new Map([...born, ...carriedPages(earlier)]);
  const rules = await sendingRules(state, push, where);
  const shared = isPlain ? await sharedPages({ git, state }, side) : [];
  const context = { git, state };
  const reading = await readEdits({
    ...{ ports, context, space: space.id, folder, others },
    ...{ base, commit, stale, made, rules, shared },
  });
  return { reading, born, made };
}

/** Compares what was read with what the mirror has by now. `before`: the proposal, with what is known of it from other branches. */
export async function againstMirror(
  known: KnownSides & { readonly home: string },
  at: Pick<LocalSpace, 'branch' | 'base' | 'space' | 'changeRequest'>,
  { reading, born, made }: LocalReading,
  before: ProposalRecord | null,
): Promise<RebasedEdits> {
  const accepted = acceptedFilesOf(before);
  const { contents } = reading.edits;
  const table = accepted.find(({ files }) => files[contents] !== undefined);
  return rebaseOnMirror(known, at, reading.edits, {
    made,
    born: new Set([...born.values()].map(({ id }) => id)),
    accepted: new Map([...born, ...acceptedTexts(before)]),
    acceptedFiles: new Set(accepted.flatMap(({ files }) => Object.values(files))),
    acceptedContents: table?.untold?.length ? undefined : table?.files[contents],
    bytes: reading.gathered.bytes,
  });
}
