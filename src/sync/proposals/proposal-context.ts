import { changeRequestRef } from '../mirror/cr-refs.ts';
import type { ConflictReport, EditReport, ProposalReport } from '../report.ts';
import type { LeftInRequest, ProposalRecord } from '../state/proposals.ts';
import { movedFileMessage } from './by-import.ts';
import { editsOf } from './edit-reports.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { GatheredFolder } from './gather.ts';
import type { HeldFiles } from './hold-back.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';

/**
 * What a proposal is made from: what one branch has to say about one space. It is read once in each cycle, and does not change
 * afterwards.
 */
export interface ProposalContext {
  readonly ports: ProposingPorts;
  readonly target: ProposalTarget;
  /** The present proposal; null: nothing was proposed, or all of it is done. */
  readonly before: ProposalRecord | null;
  readonly gathered: GatheredFolder;
  /** What is left out of the edits, and stays unchanged in the service. */
  readonly held: HeldFiles;
  /** The edits as the files say them. */
  readonly local: FolderEdits;
  /** Of the local edits, those that the service does not have yet. */
  readonly all: FolderEdits;
  /** Of all edits, those that nobody has turned down, and that need no page that cannot be sent. */
  readonly edits: FolderEdits;
  /** The fingerprint of `edits`. */
  readonly fingerprint: string;
  /** The paths of new pages that are edits of pages that the service deleted. */
  readonly renewed: ReadonlySet<string>;
  readonly conflicts: readonly ConflictReport[];
  /** Files that the service has exactly as they are here: a change request may contain them or not. */
  readonly done: readonly string[];
  /** Edited pages that the service has deleted: a change request keeps them until the branch has joined the two. */
  readonly lost: readonly string[];
  /** Deleted pages that the service changed: a person has to merge the mirror into the branch. */
  readonly overruled: readonly string[];
}

/** What a person is told of the pages that somebody else changed in a change request in the same lines. */
export function conflictsInRequest(
  { conflicts = [], changeRequest }: Pick<ProposalRecord, 'conflicts' | 'changeRequest'>,
  folder: string,
): readonly string[] {
  if (changeRequest === null) return [];
  const { number } = changeRequest;
  const ref = changeRequestRef(folder, number).replace('refs/remotes/', '');
  return conflicts.map(
    (path) =>
      `${path} was changed in change request #${number} in the same lines: it stays local until you merge ${ref}`,
  );
}

/** What a person is told of the files that the service changed in the same lines. */
export function conflictsWithService(conflicts: ProposalContext['conflicts']): readonly string[] {
  return conflicts.map(({ path, kind }) => {
    const where = kind === 'binary' ? ', too' : ' in the same lines';
    return `${path} was changed in the service${where}: it stays local until it is merged`;
  });
}

/** What a person is told of what they took back and is still in the change request. */
export function leftInRequest(
  { notWithdrawn = [], changeRequest }: Pick<ProposalRecord, 'notWithdrawn' | 'changeRequest'>,
  folder: string,
): readonly string[] {
  if (changeRequest === null) return [];
  const { number } = changeRequest;
  const ref = changeRequestRef(folder, number).replace('refs/remotes/', '');
  const told: Record<LeftInRequest['what'], (path: string) => string> = {
    text: (path) =>
      `not withdrawn: ${path} was changed in change request #${number} in the same lines since it was sent: merge ${ref}, and take your lines out of the file`,
    page: (path) =>
      `not withdrawn: the new page ${path} stays in change request #${number}, because somebody else changed it, or a page below it: delete it there`,
    deletion: (path) =>
      `not withdrawn: the deletion of ${path} stays in change request #${number}, into which somebody else wrote: archive it (\`tidemark cr archive ${number}\`), and the next sync proposes your other edits anew`,
  };
  return notWithdrawn.map(({ path, what }) => told[what](path));
}

/** What is reported of a proposal. */
export function reportOf(
  {
    target,
    edits,
    conflicts,
    renewed,
    overruled = [],
  }: Pick<ProposalContext, 'edits' | 'conflicts' | 'renewed'> &
    Partial<Pick<ProposalContext, 'overruled'>> & {
      readonly target: Pick<ProposalTarget, 'branch' | 'space'>;
    },
  record: ProposalRecord | null,
  state: ProposalReport['state'],
): ProposalReport {
  const { branch, space } = target;
  const inRequest = record === null ? [] : (record.conflicts ?? []);
  const left = record === null ? [] : leftInRequest(record, space.path);
  const told = [
    ...edits.unsaid,
    ...conflictsWithService(conflicts.filter(({ path }) => !inRequest.includes(path))),
    ...(record === null ? [] : conflictsInRequest(record, space.path)),
    ...left,
  ];
  // That a change request was archived is news that no later cycle tells.
  const waits = overruled.length > 0 && state !== 'archived';
  return {
    branch,
    space: space.id,
    path: space.path,
    state: waits || conflicts.length + inRequest.length + left.length > 0 ? 'conflict' : state,
    number: record?.changeRequest?.number ?? null,
    subject: record?.subject ?? '',
    url: record?.changeRequest?.url ?? null,
    edits: editsOf(edits, renewed).filter((edit) => !isNamedAsUnsaid(edit, told)),
    unsaid: told,
    ...(overruled.length > 0 ? { overruled } : {}),
  };
}

/** Whether the report already names a new path as one that the service cannot take. */
function isNamedAsUnsaid({ kind, path, from }: EditReport, unsaid: readonly string[]): boolean {
  return kind === 'rename' && from !== undefined && unsaid.includes(movedFileMessage({ path, from }));
}
