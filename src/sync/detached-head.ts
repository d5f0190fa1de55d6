import { isAppError } from '../base/index.ts';
import type { GitRepository, Oid } from '../git/port.ts';
import { localEdits, sentFrom, waitingEdits } from './local-edits.ts';
import type { EditedPlace } from './local-edits.ts';
import { inFolder } from './mirror/tip.ts';
import type { CyclePorts } from './proposals/ports.ts';
import type { EditReport, StatusReport } from './report.ts';
import type { ProposalRecord } from './state/proposals.ts';
import type { SpaceRecord } from './state/records.ts';
import { baseOf } from './versions/base-of.ts';
import type { LocalVersion } from './versions/base-of.ts';

const mostCommits = 1000;

/**
 * The edits and commits that no sync sends because HEAD is detached. Undefined: HEAD is on a branch, or git is in the middle of something.
 *
 * @param of.records The spaces that are mirrored.
 */
export async function unsentWhileDetached(
  ports: CyclePorts,
  place: EditedPlace,
  of: { readonly records: readonly SpaceRecord[]; readonly proposals: readonly ProposalRecord[] },
): Promise<StatusReport['head']['unsent']> {
  const { config, head, work, mirror } = place;
  if (head.branch !== null || head.oid === null || work.some((each) => each !== 'index-lock'))
    return undefined;
  const commits = await commitsOfNoBranch(ports.git, head.oid);
  const base = await baseOf(ports.git, head.oid, mirror);
  if (base === null) return { edits: [], commits };
  // Edits that a change request of the configured branch contains were sent, whatever commit is checked out.
  const version: LocalVersion = { branch: config.repository.branch, base, commit: null };
  const edits: EditReport[] = [];
  for (const record of of.records) edits.push(...(await editsIn(ports, place, { ...of, record, version })));
  return { edits, commits };
}

async function editsIn(
  ports: CyclePorts,
  { config }: EditedPlace,
  of: {
    readonly record: SpaceRecord;
    readonly records: readonly SpaceRecord[];
    readonly proposals: readonly ProposalRecord[];
    readonly version: LocalVersion;
  },
): Promise<EditReport[]> {
  const { record, proposals, version } = of;
  const sent = sentFrom(proposals, version, record.id);
  const { edits } = await localEdits(ports, config, { ...of, sent }).catch((error: unknown) => {
    if (!isAppError(error, 'UNSAFE_PATH')) throw error;
    return { edits: null };
  });
  const inRepository = ({ path, from, ...edit }: EditReport): EditReport => ({
    ...edit,
    path: inFolder(record.path, path),
    ...(from === undefined ? {} : { from: inFolder(record.path, from) }),
  });
  return edits === null ? [] : waitingEdits(edits).map(inRepository);
}

async function commitsOfNoBranch(git: GitRepository, head: Oid): Promise<number> {
  const branches = [...(await git.listRefs('refs/heads/')), ...(await git.listRefs('refs/remotes/'))];
  const exclude = branches.map(({ oid }) => oid);
  let count = 0;
  for await (const _ of git.log(head, { limit: mostCommits, exclude })) count++;
  return count;
}
