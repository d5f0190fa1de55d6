import type { CyclePorts } from './cycle.ts';
import { joinStaleEdits } from './branch/late-saves.ts';
import { workingConflicts } from './branch/working-conflicts.ts';
import { staleEditsIn } from './branch/stale-edits.ts';
import { mergeTrees } from './branch/merge-trees.ts';
import type { SyncConfig } from './config.ts';
import { changeRequestRef } from './mirror/cr-refs.ts';
import { changeToken, seeSpaces } from './mirror/spaces.ts';
import { readTip } from './mirror/tip.ts';
import { compareFolders, isEmpty } from './proposals/folder-edits.ts';
import type { FolderEdits } from './proposals/folder-edits.ts';
import { gatherFolder } from './proposals/gather.ts';
import { editsOf, sentEditsOf } from './proposals/edit-reports.ts';
import { readProposals } from './proposals/records.ts';
import type { ProposalRecord } from './proposals/records.ts';
import type { ConflictReport, Problem, ProposalReport, SpaceStatus, StatusReport } from './report.ts';
import type { SpaceRecord } from './state/records.ts';

/** What is known without a cycle: read from the repository, and, when asked, one look at the service. Changes nothing. */
export async function readStatus(
  ports: CyclePorts,
  config: SyncConfig,
  organizationOfSite: Map<string, string>,
  { remote: asksRemote = false }: { remote?: boolean } = {},
): Promise<StatusReport> {
  const { git, state } = ports;
  await state.refresh();
  const tip = await readTip(git);
  const branch = config.repository.branch;
  const at = await git.resolveRef(`refs/heads/${branch}`);
  const base = at !== null && tip.commit !== null ? await git.mergeBase(at, tip.commit) : null;
  const problems: Problem[] = [];
  const behind = asksRemote ? await spacesBehind(ports, config, organizationOfSite, problems) : null;
  const records = [...state.spaces().values()];
  const proposals = await readProposals(state);
  const stale = await staleEditsIn(state);
  const committed = state.commit === null ? null : (await git.readCommit(state.commit)).committer.at;
  const lastSync = committed === null ? null : new Date(committed).toISOString();
  const spaces: SpaceStatus[] = [];
  for (const record of records) {
    const edits =
      base === null ? null : await localEdits({ ports, config, record, records, base, at, problems });
    const sent = proposals.find(
      (each) => each.branch === branch && each.space === record.id && each.state === 'open',
    );
    spaces.push({
      id: record.id,
      title: record.title,
      path: record.path,
      revision: record.revision,
      pages: record.pages,
      edits: edits === null ? [] : editsOf(unsent(edits, sent)),
      unsaid: edits?.unsaid ?? [],
      changeRequests: record.changeRequests.map(({ id, number, subject, status, revision, outdated }) => ({
        id,
        number,
        subject,
        status,
        revision,
        outdated,
        ref: changeRequestRef(record.path, number),
        action: 'unchanged',
      })),
      lastSync,
      behind: behind === null ? null : behind.has(record.id),
    });
  }
  return {
    branch: at === null ? null : branch,
    mirror: tip.commit,
    ahead: at === null ? 0 : await countCommits(ports, at, tip.commit),
    behind: tip.commit === null ? 0 : await countCommits(ports, tip.commit, at),
    spaces,
    proposals: await Promise.all(proposals.map((record) => proposalStatus(ports, record, records))),
    conflicts: [
      ...(await branchConflicts(ports, { base, at, mirror: tip.commit })),
      ...(at === null || base === null || tip.commit === null
        ? []
        : await workingConflicts(ports, { branch, at, base, mirror: tip.commit })),
      ...(await joinStaleEdits(readOnly(ports), stale)),
    ],
    problems,
    lastSync,
  };
}

async function localEdits(of: {
  ports: CyclePorts;
  config: SyncConfig;
  record: SpaceRecord;
  records: readonly SpaceRecord[];
  base: string;
  at: string | null;
  problems: Problem[];
}): Promise<FolderEdits | null> {
  const { ports, config, record, records, base, at, problems } = of;
  const { git, state } = ports;
  const head = await git.head();
  const saved = head.branch === `refs/heads/${config.repository.branch}` && config.push.trigger === 'save';
  const gathered = await gatherFolder({
    ports,
    context: { git, state },
    space: record.id,
    folder: record.path,
    others: records.map(({ path }) => path).filter((path) => path !== '.'),
    base,
    commit: saved ? null : at,
    stale: await staleEditsIn(state),
    made: new Map(),
  });
  problems.push(...gathered.problems.map((problem) => ({ ...problem, space: record.id })));
  return gathered.differs ? compareFolders(gathered.comparison) : null;
}

/** Edits that no open change request carries. */
function unsent(edits: FolderEdits, sent: ProposalRecord | undefined): FolderEdits {
  if (!sent || isEmpty(edits)) return edits;
  const carries = ({ key, text }: FolderEdits['texts'][number]): boolean => sent.pages[key]?.text === text;
  const kept = edits.texts.filter((edit) => !carries(edit));
  const carried = new Set(edits.texts.filter(carries).map(({ key }) => key));
  return {
    ...edits,
    texts: kept,
    places: edits.places.filter(({ key }) => !carried.has(key) && !sent.placed.includes(key)),
    deletes: edits.deletes.filter(({ key }) => !sent.deleted.includes(key)),
    files: edits.files.filter(({ path, oid }) => sent.files[path] !== oid),
  };
}

async function proposalStatus(
  { state }: CyclePorts,
  record: ProposalRecord,
  records: readonly SpaceRecord[],
): Promise<ProposalReport> {
  const space = records.find(({ id }) => id === record.space);
  const states = { open: 'proposed', merged: 'merged', archived: 'archived', deleted: 'deleted' } as const;
  return {
    branch: record.branch,
    space: record.space,
    path: space?.path ?? '.',
    state: states[record.state],
    number: record.changeRequest?.number ?? null,
    subject: record.subject,
    url: record.changeRequest?.url ?? null,
    edits: await sentEditsOf(state, record),
    unsaid: record.unsaid ?? [],
  };
}

async function spacesBehind(
  { remote, state }: CyclePorts,
  config: SyncConfig,
  organizationOfSite: Map<string, string>,
  problems: Problem[],
): Promise<Set<string>> {
  const sightings = await seeSpaces({
    remote,
    config: config.mirror,
    known: state.spaces(),
    organizationOfSite,
  });
  const behind = new Set<string>();
  for (const each of sightings) {
    if (!each.seen) problems.push({ ...each.reason.toJSON(), space: each.id });
    else if (state.spaces().get(each.id)?.token !== changeToken(each.space)) behind.add(each.id);
  }
  return behind;
}

/** How many commits `from` has that `other` lacks, up to 1,000. */
async function countCommits({ git }: CyclePorts, from: string, other: string | null): Promise<number> {
  let count = 0;
  for await (const _ of git.log(from, { limit: 1000, exclude: other === null ? [] : [other] })) count++;
  return count;
}

/** Pages that both sides changed in the same lines, found by trying the merge; the objects of the try are thrown away. */
async function branchConflicts(
  { git }: CyclePorts,
  { base, at, mirror }: { base: string | null; at: string | null; mirror: string | null },
): Promise<readonly ConflictReport[]> {
  if (at === null || mirror === null || base === at || base === mirror) return [];
  let conflicts: readonly ConflictReport[] = [];
  try {
    await git.write(async (writer) => {
      const outcome = await mergeTrees(git, writer, { base, ours: at, theirs: mirror });
      if (outcome.outcome === 'conflict') conflicts = outcome.conflicts;
      throw new TryEnds();
    });
  } catch (error) {
    if (!(error instanceof TryEnds)) throw error;
  }
  return conflicts;
}

class TryEnds extends Error {}

/** The same ports, with files that stay as they are. */
function readOnly(ports: CyclePorts): CyclePorts {
  const { files } = ports;
  const never = async (): Promise<{ outcome: 'changed' }> => ({ outcome: 'changed' });
  return {
    ...ports,
    files: {
      read: (path, options) => files.read(path, options),
      stat: (path) => files.stat(path),
      list: (options) => files.list(options),
      create: async () => ({ outcome: 'exists' }),
      replace: never,
      remove: never,
      apply: async (changes) => changes.map(() => ({ outcome: 'changed' })),
      lateSaves: () => files.lateSaves(),
      acknowledge: async () => undefined,
      recover: async () => [],
    },
  };
}
