import { isAppError } from '../base/index.ts';
import type { Head, Oid } from '../git/port.ts';
import type { CyclePorts } from './proposals/ports.ts';
import { joinStaleEdits } from './branch/late-saves.ts';
import { workingConflicts } from './branch/working-conflicts.ts';
import { Journal, notesIn } from './state/journal.ts';
import { mergeTrees } from './branch/merge-trees.ts';
import type { SyncConfig } from './config.ts';
import { changeRequestBranch, changeRequestRef } from './mirror/cr-refs.ts';
import { withoutMark } from './mirror/subject-mark.ts';
import { changeToken, seeSpaces } from './mirror/spaces.ts';
import { describeLostTip, lostTip } from './mirror/lost-tip.ts';
import type { LostTip } from './mirror/lost-tip.ts';
import { inFolder, readTip } from './mirror/tip.ts';
import { heldByGuard } from './mirror/guard.ts';
import { isEmpty } from './proposals/folder-edits.ts';
import type { FolderEdits } from './proposals/folder-edits.ts';
import { editsOf, sentEditsOf } from './proposals/edit-reports.ts';
import type { Held } from './proposals/hold-back.ts';
import { importsProblem } from './proposals/prove-import.ts';
import { readEdits } from './proposals/read-edits.ts';
import { sendingRules } from './proposals/sending-rules.ts';
import { sharedPages } from './proposals/shared-pages.ts';
import { problemOf } from './proposals/unsendable.ts';
import { readProposals } from './state/proposals.ts';
import type { ProposalRecord } from './state/proposals.ts';
import type { ConflictReport, Problem, ProposalReport, SpaceStatus, StatusReport } from './report.ts';
import { pageNames, todoOf } from './todo.ts';
import type { Todo } from './todo.ts';
import { advise, changeRequestsInConflict } from './situation.ts';
import type { SpaceRecord } from './state/records.ts';
import { baseOf, localVersion } from './versions/base-of.ts';
import type { LocalVersion } from './versions/base-of.ts';

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
  const base = await baseOf(git, at, tip.commit);
  const lost = await lostTip(git, state, tip);
  const problems: Problem[] = lost === null ? [] : [mirrorLost(lost)];
  const imports = config.push.enabled ? importsProblem(state.root.service) : null;
  if (imports) problems.push(imports.toJSON());
  const behind = asksRemote ? await spacesBehind(ports, config, organizationOfSite, problems) : null;
  const records = [...state.spaces().values()];
  const proposals = await readProposals(state);
  // A look notes nothing.
  const journal = new Journal(await notesIn(state));
  const committed = state.commit === null ? null : (await git.readCommit(state.commit)).committer.at;
  const lastSync = committed === null ? null : new Date(committed).toISOString();
  const { head, work, place } = await editedPlace(ports, config);
  const spaces: SpaceStatus[] = [];
  const marked: { record: SpaceRecord; number: number }[] = [];
  for (const record of records) {
    const inConflict = await changeRequestsInConflict(git, record);
    marked.push(...inConflict.map((number) => ({ record, number })));
    const branchOf = await editedBranch(ports, record, place);
    const sent = proposals.find((each) => each.branch === branchOf?.branch && each.space === record.id);
    const edits =
      branchOf === null
        ? null
        : await localEdits({ ports, config, record, records, branchOf, sent, problems }).catch(
            (error: unknown) => {
              if (!isAppError(error, 'UNSAFE_PATH')) throw error;
              problems.push({ ...error.toJSON(), space: record.id });
              return null;
            },
          );
    spaces.push({
      id: record.id,
      title: record.title,
      path: record.path,
      revision: record.revision,
      pages: record.pages,
      edits: edits === null ? [] : editsOf(edits.left),
      unsaid: edits?.left.unsaid ?? [],
      contents: edits === null ? null : inFolder(record.path, edits.all.contents),
      todo: edits === null ? [] : await todoFor(ports, config, { record, sent, edits }),
      notes: record.notes ?? [],
      changeRequests: record.changeRequests.map(({ id, number, subject, status, revision, outdated }) => ({
        id,
        number,
        subject: withoutMark(subject),
        status,
        revision,
        outdated,
        ref: changeRequestRef(record.path, number),
        action: 'unchanged',
        ...(inConflict.includes(number) ? { conflict: true } : {}),
      })),
      lastSync,
      behind: behind === null ? null : behind.has(record.id),
    });
  }
  const conflicts = [
    ...(await branchConflicts(ports, { base, at, mirror: tip.commit })),
    ...(at === null || base === null || tip.commit === null
      ? []
      : await workingConflicts(ports, { branch, at, base, mirror: tip.commit })),
    ...(await joinStaleEdits(readOnly(ports), journal)),
  ];
  const reported = await Promise.all(proposals.map((record) => proposalStatus(ports, record, records)));
  return {
    branch: at === null ? null : branch,
    head: { branch: shortName(head.branch), commit: head.oid, work },
    mirror: tip.commit,
    ahead: at === null ? 0 : await countCommits(ports, at, tip.commit),
    behind: tip.commit === null ? 0 : await countCommits(ports, tip.commit, at),
    spaces,
    proposals: reported,
    conflicts,
    problems,
    advice: await advise(ports, {
      branch,
      conflicts,
      proposals: reported,
      changeRequests: marked,
      spaces: records.length,
    }),
    lastSync,
  };
}

interface EditedPlace {
  readonly config: SyncConfig;
  readonly head: Head;
  readonly mirror: Oid | null;
  /** Files count as they are. */
  readonly saved: boolean;
}

async function editedPlace(
  { git }: Pick<CyclePorts, 'git'>,
  config: SyncConfig,
): Promise<{ head: Head; work: StatusReport['head']['work']; place: EditedPlace }> {
  const head = await git.head();
  const work = await git.workInProgress();
  const mirror = (await readTip(git)).commit;
  // While git is at work, nothing of the files is sent: a commit is.
  const saved = config.push.trigger === 'save' && work.length === 0;
  return { head, work, place: { config, head, mirror, saved } };
}

/** What of one space is work for a person, and the proposal that carries the rest; null where its folder cannot be read. */
export async function readTodo(
  ports: CyclePorts,
  config: SyncConfig,
  record: SpaceRecord,
): Promise<{ readonly todo: readonly Todo[]; readonly sent: ProposalRecord | undefined } | null> {
  const { place } = await editedPlace(ports, config);
  const branchOf = await editedBranch(ports, record, place);
  if (branchOf === null) return null;
  const proposals = await readProposals(ports.state);
  const sent = proposals.find((each) => each.branch === branchOf.branch && each.space === record.id);
  const records = [...ports.state.spaces().values()];
  try {
    const edits = await localEdits({ ports, config, record, records, branchOf, sent, problems: [] });
    return { todo: edits === null ? [] : await todoFor(ports, config, { record, sent, edits }), sent };
  } catch (error) {
    if (isAppError(error, 'UNSAFE_PATH')) return null;
    throw error;
  }
}

function mirrorLost(lost: LostTip): Problem {
  return {
    code: 'MIRROR_LOST',
    message: describeLostTip(lost),
    hint: 'The next `tidemark sync` puts it right.',
  };
}

/** The branch that is checked out; the configured one where HEAD is detached, or where that one edits another space. */
async function editedBranch(
  { git }: CyclePorts,
  record: SpaceRecord,
  { config, head, mirror, saved }: EditedPlace,
): Promise<LocalVersion | null> {
  const configured = config.repository.branch;
  const branch = shortName(head.branch);
  if (branch === null || branch === configured || head.oid === null)
    return localVersion(git, configured, { mirror, saved: saved && branch === configured });
  const own = record.changeRequests.find(
    ({ number }) => changeRequestBranch(record.path, number) === head.branch,
  );
  if (branch.startsWith('cr/') && !own) return null;
  const theirs = own ? await git.resolveRef(changeRequestRef(record.path, own.number)) : mirror;
  return localVersion(git, branch, { mirror: theirs, saved });
}

function shortName(branch: string | null): string | null {
  return branch?.replace('refs/heads/', '') ?? null;
}

async function localEdits(of: {
  ports: CyclePorts;
  config: SyncConfig;
  record: SpaceRecord;
  records: readonly SpaceRecord[];
  branchOf: LocalVersion;
  sent: ProposalRecord | undefined;
  problems: Problem[];
}): Promise<LocalEdits | null> {
  const { ports, config, record, records, branchOf, sent, problems } = of;
  const { git, state } = ports;
  const reading = await readEdits({
    ports,
    context: { git, state },
    space: record.id,
    folder: record.path,
    others: records.map(({ path }) => path).filter((path) => path !== '.'),
    base: branchOf.base,
    commit: branchOf.commit,
    stale: new Journal(await notesIn(state)).stale,
    made: new Map(),
    rules: await sendingRules(state, config.push, { space: record.id, folder: record.path }),
    shared: await sharedPages(
      { git, state },
      {
        branch: branchOf.branch,
        base: branchOf.base,
        mirror: (await readTip(git)).commit,
        space: record.id,
        folder: record.path,
      },
    ),
  });
  const edits = unsent(reading.edits, sent);
  problems.push(...heldBack(config, record, { edits, held: reading.held }));
  return reading.gathered.differs ? { all: reading.edits, left: edits } : null;
}

interface LocalEdits {
  readonly all: FolderEdits;
  /** What no change request carries. */
  readonly left: FolderEdits;
}

/** What of the edits is work for a person. */
async function todoFor(
  { git, state }: CyclePorts,
  config: SyncConfig,
  { record, sent, edits }: { record: SpaceRecord; sent: ProposalRecord | undefined; edits: LocalEdits },
): Promise<readonly Todo[]> {
  if (!config.push.enabled) return [];
  const { findings } = state.root.service;
  const takes = {
    byImport: config.push.via === 'import' || findings['contentChanges'] === false,
    imports: importsProblem(state.root.service) === null,
  };
  const names = await pageNames({ git, state, space: record }, edits.all);
  const unsaid = [...new Set([...edits.left.unsaid, ...(sent?.unsaid ?? [])])];
  return todoOf({ edits: edits.all, unsent: edits.left, unsaid }, takes, names);
}

/** Why a sync would not send this, or not without a person, in the words that the sync uses. */
function heldBack(
  config: SyncConfig,
  record: SpaceRecord,
  { edits, held }: { readonly edits: FolderEdits; readonly held: Held },
): Problem[] {
  if (!config.push.enabled) return [];
  const found = held.unsendable.map((each) => problemOf(each, { space: record.id, folder: record.path }));
  const contents = inFolder(record.path, edits.contents);
  const where = `${record.title} (${record.path})`;
  const guard = heldByGuard(edits, { guards: config.guards, where, contents });
  return guard === null ? found : [...found, { ...guard.toJSON(), space: record.id }];
}

/** Edits that no change request carries: one that is open, or one that was merged and that the branch has not followed yet. */
function unsent(edits: FolderEdits, sent: ProposalRecord | undefined): FolderEdits {
  if (!sent || (sent.state !== 'open' && sent.state !== 'merged') || isEmpty(edits)) return edits;
  const carries = ({ key, path, text }: FolderEdits['texts'][number]): boolean =>
    sent.pages[key]?.text === text || sent.adopted?.[path]?.text === text;
  const kept = edits.texts.filter((edit) => !carries(edit));
  const carried = new Set(edits.texts.filter(carries).map(({ key }) => key));
  return {
    ...edits,
    texts: kept,
    places: edits.places.filter(({ key }) => !carried.has(key) && !sent.placed.includes(key)),
    deletes: edits.deletes.filter(
      ({ key, path }) => !sent.deleted.includes(key) && sent.removed?.[path]?.taken !== true,
    ),
    files: edits.files.filter(({ path, oid }) => sent.files[path] !== oid),
    byContents: edits.byContents.filter((key) => !carried.has(key)),
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
