import { AppError, isAppError } from '../base/index.ts';
import type { ChangeRequest } from '../contract/index.ts';
import type { GitRepository, Oid } from '../git/port.ts';
import type { CyclePorts } from './proposals/ports.ts';
import type { SyncConfig } from './config.ts';
import { changedFiles } from './change-request-diff.ts';
import type { ChangedFile } from './change-request-diff.ts';
import { AnsweredConflicts } from './mirror/answered-conflicts.ts';
import { ArchivedHere } from './mirror/archived-here.ts';
import { changeRequestBranch, changeRequestRef, requestEditedBy, shortName } from './mirror/cr-refs.ts';
import type { Advice, KeptPage } from './advice.ts';
import { inParallel } from './in-parallel.ts';
import { withMarkOf, withoutMark } from './mirror/subject-mark.ts';
import { commitOfMerge, readTip } from './mirror/tip.ts';
import { adviceFor, changeRequestsInConflict, hasConflictMarks } from './situation.ts';
import type { MarkedRequest } from './situation.ts';
import { isHelper } from './remote/window.ts';
import { isNamed, noSuchSpace } from './space-names.ts';
import { allowedIn } from './state/allowed.ts';
import { readProposals } from './state/proposals.ts';
import type { SpaceRecord } from './state/records.ts';
import { isOpen, openStatuses } from './remote/change-request.ts';
import type { MergeAnswer } from './remote/port.ts';

/** A change request, named by its number in a space; the space's id or folder may be left out where only one space has the number. */
export interface ChangeRequestName {
  readonly space?: string;
  readonly number: number;
}

export interface ListedChangeRequest {
  readonly space: { readonly id: string; readonly title: string; readonly path: string };
  readonly changeRequest: ChangeRequest;
  /** What to do about the conflict that the change request's pages hold, where the mirror or the service's answer shows one. */
  readonly advice?: Advice;
}

/** A change request after a merge or an update, with what the service answered. */
export interface AnsweredChangeRequest extends ListedChangeRequest {
  /** `conflicts`: somebody has to look at the change request before it can be merged. */
  readonly result: string;
  /** The pages of such an answer, where none of them holds both texts between conflict markers: the next merge takes them as they are. */
  readonly keptPages?: readonly KeptPage[];
}

export interface ChangeRequestDiff extends ListedChangeRequest {
  readonly files: readonly ChangedFile[];
}

/** What people do with change requests from the command line. */
export interface ChangeRequests {
  list(options?: {
    space?: string;
    statuses?: readonly ChangeRequest['status'][];
  }): Promise<ListedChangeRequest[]>;
  show(name: ChangeRequestName): Promise<ListedChangeRequest>;
  open(options: { space?: string; subject: string }): Promise<ListedChangeRequest>;
  /**
   * The open change request that has the edits of the checked-out branch: one that a sync made of them, or the one that a branch edits
   * by its name, such as `cr/3`.
   */
  ofBranch(options?: { space?: string }): Promise<ChangeRequestName>;
  /** Asks for a review of a draft; a given subject replaces the draft's. */
  review(name: ChangeRequestName, options?: { subject?: string }): Promise<ListedChangeRequest>;
  /**
   * What the change request changes of the primary content, as the mirror has both; sync first. An archived one, which the mirror does
   * not keep, is read from the service.
   */
  diff(name: ChangeRequestName): Promise<ChangeRequestDiff>;
  /** Updates the change request with what its space has become. */
  update(name: ChangeRequestName): Promise<AnsweredChangeRequest>;
  merge(name: ChangeRequestName): Promise<AnsweredChangeRequest>;
  archive(name: ChangeRequestName): Promise<ListedChangeRequest>;
  /** Makes the local branch that edits the change request, at the mirrored commit; the person checks it out with git. */
  checkout(name: ChangeRequestName): Promise<{ branch: string; commit: string; created: boolean }>;
}

/** How to read a change request that the mirror does not keep: into a repository that has it as a commit. */
export type ReadAside = (found: Found) => Promise<{ readonly git: GitRepository; readonly commit: Oid }>;

export function changeRequestsOf(
  ports: CyclePorts,
  config: SyncConfig,
  readAside: ReadAside,
): ChangeRequests {
  return new ChangeRequestCommands(ports, config, readAside);
}

const reopen = 'If it is needed again, reopen it in the service; the next `tidemark sync` then brings it.';

/** How many spaces are asked at a time. */
const mostAtOnce = 8;

/** The name of a change request whose space was found. */
function nameIn({ id }: SpaceRecord, { number }: ChangeRequestName): ChangeRequestName {
  return { space: id, number };
}

/** A change request, and what the state knows of its space. */
export interface Found {
  readonly record: SpaceRecord;
  readonly changeRequest: ChangeRequest;
}

function noRequestOf(branch: string): AppError {
  return new AppError('NOT_FOUND', `The branch ${branch} has no open change request`, {
    hint:
      '`tidemark sync` makes one of what is edited here.\n' +
      'For another one, name its number: `tidemark cr list` shows the numbers.\n' +
      'To begin an empty one: tidemark cr open --subject "What it is about"',
  });
}

class ChangeRequestCommands implements ChangeRequests {
  readonly #ports: CyclePorts;
  readonly #config: SyncConfig;
  readonly #readAside: ReadAside;

  constructor(ports: CyclePorts, config: SyncConfig, readAside: ReadAside) {
    this.#ports = ports;
    this.#config = config;
    this.#readAside = readAside;
  }

  async list({
    space,
    statuses = openStatuses,
  }: { space?: string; statuses?: readonly ChangeRequest['status'][] } = {}): Promise<ListedChangeRequest[]> {
    const { remote, state } = this.#ports;
    await state.refresh();
    const records = space === undefined ? [...state.spaces().values()] : [await this.#space(space)];
    const listed: ListedChangeRequest[] = [];
    for (const record of records)
      for (const status of statuses)
        for (const changeRequest of await remote.changeRequests(record.id, status))
          if (!isHelper(changeRequest)) listed.push(await this.#advised({ record, changeRequest }));
    return listed;
  }

  async show(name: ChangeRequestName): Promise<ListedChangeRequest> {
    return this.#advised(await this.#find(name));
  }

  async open({ space, subject }: { space?: string; subject: string }): Promise<ListedChangeRequest> {
    const record = await this.#space(space);
    const changeRequest = await this.#ports.remote.createChangeRequest(record.id, subject);
    return asListed({ record, changeRequest });
  }

  async ofBranch({ space }: { space?: string } = {}): Promise<ChangeRequestName> {
    const { git, state } = this.#ports;
    await state.refresh();
    const branch = shortName((await git.head()).branch);
    if (branch === null)
      throw new AppError('USAGE', 'HEAD is detached, so no branch says which change request is meant', {
        hint: 'Name its number: `tidemark cr list` shows the numbers.',
      });
    const records = space === undefined ? [...state.spaces().values()] : [await this.#space(space)];
    const proposals = await readProposals(state);
    const found: Found[] = [];
    for (const record of records) {
      const sent = proposals.find((each) => each.branch === branch && each.space === record.id);
      const carries = sent?.state === 'open' ? sent.changeRequest?.number : undefined;
      const number = requestEditedBy(record, branch)?.number ?? carries;
      const request = number === undefined ? null : await this.#inSpace(record, number);
      if (request !== null && isOpen(request.changeRequest.status)) found.push(request);
    }
    const [only, ...others] = found;
    if (only === undefined) throw noRequestOf(branch);
    if (others.length === 0) return { space: only.record.id, number: only.changeRequest.number };
    const where = found.map(({ record, changeRequest: { number } }) => `${record.path} (#${number})`);
    throw new AppError('USAGE', `The branch ${branch} has several change requests: name one`, {
      hint: `Name it with --space: ${where.join(', ')}.`,
    });
  }

  async review(
    name: ChangeRequestName,
    { subject }: { subject?: string } = {},
  ): Promise<ListedChangeRequest> {
    const { record, changeRequest } = await this.#find(name);
    const named = subject === undefined ? {} : { subject: withMarkOf(changeRequest.subject, subject) };
    const change = { status: 'open', ...named } as const;
    const opened = await this.#ports.remote.setChangeRequest(record.id, changeRequest.id, change);
    return this.#advised({ record, changeRequest: opened });
  }

  async diff(name: ChangeRequestName): Promise<ChangeRequestDiff> {
    const found = await this.#find(name);
    const { record, changeRequest } = found;
    const { git, commit } = await this.#content(found);
    const primary = (await readTip(git)).commit;
    const { base } = record.changeRequests.find(({ number }) => number === changeRequest.number) ?? {};
    const from =
      record.commits.find(({ revision }) => revision === base)?.commit ??
      (await git.readCommit(commit)).parents.at(-1) ??
      primary;
    const files = await changedFiles(git, { request: commit, base: from, primary });
    return { ...asListed(found), files };
  }

  async update(name: ChangeRequestName): Promise<AnsweredChangeRequest> {
    const { record, changeRequest } = await this.#find(name);
    this.#demandUnfinished({ record, changeRequest }, 'updated');
    return this.#answered(nameIn(record, name), await this.#ports.remote.update(record.id, changeRequest.id));
  }

  async merge(name: ChangeRequestName): Promise<AnsweredChangeRequest> {
    const { record, changeRequest } = await this.#find(name);
    this.#demandUnfinished({ record, changeRequest }, 'merged');
    return this.#answered(nameIn(record, name), await this.#ports.remote.merge(record.id, changeRequest.id));
  }

  async archive(name: ChangeRequestName): Promise<ListedChangeRequest> {
    const { record, changeRequest: found } = await this.#find(name);
    const change = { status: 'archived' } as const;
    const changeRequest = await this.#ports.remote.setChangeRequest(record.id, found.id, change);
    new ArchivedHere(this.#ports.cache).note(changeRequest.id);
    return asListed({ record, changeRequest });
  }

  async checkout(name: ChangeRequestName): Promise<{ branch: string; commit: string; created: boolean }> {
    const { git } = this.#ports;
    const found = await this.#find(name);
    const commit = await this.#mirrored(found);
    const ref = changeRequestBranch(found.record.path, found.changeRequest.number);
    const at = await git.resolveRef(ref);
    if (at === null)
      await git.updateRefs([{ ref, expected: null, next: commit }], { reason: 'tidemark cr checkout' });
    return { branch: shortName(ref), commit: at ?? commit, created: at === null };
  }

  /** @throws AppError WRONG_STATE when the change request is over, so that there is nothing to do with it. */
  #demandUnfinished({ record, changeRequest: { number, status } }: Found, done: string): void {
    if (isOpen(status)) return;
    const name = `Change request #${number} of ${record.title}`;
    const space = this.#ports.state.spaces().size > 1 ? ` --space ${record.path}` : '';
    throw new AppError('WRONG_STATE', `${name} is ${status}, so it cannot be ${done}`, {
      hint:
        status === 'archived'
          ? `\`tidemark cr open ${number}${space}\` opens it again.`
          : 'Edit its pages again: the next `tidemark sync` makes another change request.',
    });
  }

  async #space(name: string | undefined): Promise<SpaceRecord> {
    const { state } = this.#ports;
    await state.refresh();
    const records = [...state.spaces().values()];
    const named = records.filter((each) => name === undefined || isNamed(each, name));
    if (named[0] && (name !== undefined || named.length === 1)) return named[0];
    if (name !== undefined) throw noSuchSpace(name, records);
    if (records.length === 0)
      throw new AppError('USAGE', 'No space is mirrored yet', { hint: 'Run `tidemark sync` first.' });
    const folders = records.map(({ path }) => path).join(', ');
    throw new AppError('USAGE', 'There are several spaces: name one', {
      hint: `Name it with --space: ${folders}.`,
    });
  }

  async #find({ space, number }: ChangeRequestName): Promise<Found> {
    await this.#ports.state.refresh();
    const { size } = this.#ports.state.spaces();
    if (space === undefined && size > 1) return this.#findAnywhere(number);
    const record = await this.#space(space);
    const changeRequest = await this.#ports.remote.changeRequest(record.id, String(number));
    if (changeRequest) return { record, changeRequest };
    throw new AppError('NOT_FOUND', `${record.title} has no change request #${number}`, {
      hint: 'See `tidemark cr list`.',
    });
  }

  /** Asks the service for each space: the mirror knows nothing of change requests that are new or over. */
  async #findAnywhere(number: number): Promise<Found> {
    const records = [...this.#ports.state.spaces().values()];
    const answers = await inParallel(records, mostAtOnce, (record) => this.#inSpace(record, number));
    const found = answers.filter((each) => each !== null);
    const [only, ...others] = found;
    if (only === undefined)
      throw new AppError('NOT_FOUND', `No space has a change request #${number}`, {
        hint: 'See `tidemark cr list`.',
      });
    if (others.length === 0) return only;
    const where = found.map(({ record, changeRequest: { status } }) => `${record.path} (${status})`);
    throw new AppError('USAGE', `Several spaces have a change request #${number}: name one`, {
      hint: `Name it with --space: ${where.join(', ')}.`,
    });
  }

  async #inSpace(record: SpaceRecord, number: number): Promise<Found | null> {
    try {
      const changeRequest = await this.#ports.remote.changeRequest(record.id, String(number));
      return changeRequest === null || isHelper(changeRequest) ? null : { record, changeRequest };
    } catch (error) {
      // Whoever may not see the change requests of a space cannot mean one of them.
      if (isAppError(error, 'FORBIDDEN')) return null;
      throw error;
    }
  }

  /**
   * Adds what to do next when the change request's pages hold a conflict: according to the service's answer, which counts until the mirror
   * has what became of the pages, or else to the mirror.
   */
  async #advised(
    found: Found,
    answer?: { readonly result: string; readonly kept: MarkedRequest['kept'] },
  ): Promise<ListedChangeRequest> {
    const { git, state } = this.#ports;
    const { record, changeRequest } = found;
    const { number } = changeRequest;
    const allowed = await allowedIn(state, this.#config.push);
    const isAnswered = answer?.result === 'conflicts' || this.#hasAnsweredConflict(found);
    const inConflict =
      isAnswered ||
      (isOpen(changeRequest.status) &&
        (await changeRequestsInConflict({ git, allowed }, record, [number])).length > 0);
    if (!inConflict) return asListed(found);
    const answered = isAnswered ? { answered: changeRequest.status, kept: answer?.kept } : {};
    const [advice] = await adviceFor(this.#ports, {
      // The configured branch, to which a person goes back from the branch of a change request.
      branch: this.#config.repository.branch,
      ...{ conflicts: [], proposals: [], overruled: [], allowed, spaces: state.spaces() },
      changeRequests: [{ record, number, ...answered }],
    });
    return advice === undefined ? asListed(found) : { ...asListed(found), advice };
  }

  /** Whether a merge or an update left a conflict in the change request that the mirror does not have yet. */
  #hasAnsweredConflict({ record, changeRequest }: Found): boolean {
    const { number, revision, status } = changeRequest;
    const mirrored = record.changeRequests.find((each) => each.number === number);
    if (!isOpen(status) || mirrored?.revision === revision) return false;
    return new AnsweredConflicts(this.#ports.cache).has(changeRequest);
  }

  async #answered(name: ChangeRequestName, answer: MergeAnswer): Promise<AnsweredChangeRequest> {
    const { result } = answer;
    const found = await this.#find(name);
    const kept = await this.#keptPages(found, answer);
    if (result === 'conflicts' && kept === undefined)
      new AnsweredConflicts(this.#ports.cache).note(found.changeRequest);
    const listed = await this.#advised(found, { result, kept });
    return { ...listed, result, ...(kept === undefined ? {} : { keptPages: kept }) };
  }

  /**
   * The pages that a merge or an update reported, where the change request has each of them without markers: one side deleted a page that
   * the other one changed, or both changed its title or place. Undefined: something waits for a decision, or nobody can tell.
   */
  async #keptPages(
    { record, changeRequest }: Found,
    { result, conflicts = [] }: MergeAnswer,
  ): Promise<readonly KeptPage[] | undefined> {
    if (result !== 'conflicts' || conflicts.length === 0) return undefined;
    const kept: KeptPage[] = [];
    for (const { kind, id, title = '', ours, theirs } of conflicts) {
      if (kind !== 'page' && kind !== 'tree') return undefined;
      const place = { kind: 'change-request', space: record.id, id: changeRequest.id } as const;
      if (hasConflictMarks((await this.#ports.remote.page(place, id)).markdown)) return undefined;
      const isOneSided = kind === 'page' && (ours === undefined) !== (theirs === undefined);
      const deletedIn = ours === undefined ? 'the service' : 'the change request';
      kept.push({ id, title, deletedIn: isOneSided ? deletedIn : null });
    }
    return kept;
  }

  /** The commit of a change request: the mirror's, or one in memory of an archived one, which the mirror does not keep. */
  async #content(found: Found): ReturnType<ReadAside> {
    const { git } = this.#ports;
    const { record, changeRequest } = found;
    const isKept = (await git.resolveRef(changeRequestRef(record.path, changeRequest.number))) !== null;
    if (isKept || changeRequest.status !== 'archived') return { git, commit: await this.#mirrored(found) };
    try {
      return await this.#readAside(found);
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND', 'FORBIDDEN')) throw error;
      const name = `Change request #${changeRequest.number} of ${record.title}`;
      throw new AppError(
        'NOT_FOUND',
        `${name} was archived, and the service does not give its content any more`,
        { hint: reopen, cause: error },
      );
    }
  }

  async #mirrored({ record, changeRequest }: Found): Promise<string> {
    const { number } = changeRequest;
    const commit = await this.#ports.git.resolveRef(changeRequestRef(record.path, number));
    if (commit !== null) return commit;
    const name = `Change request #${number} of ${record.title}`;
    if (changeRequest.status === 'merged')
      throw new AppError('NOT_FOUND', `${name} was merged: the mirror keeps only draft and open ones`, {
        hint: await this.#whereMerged(record, number),
      });
    if (!isOpen(changeRequest.status))
      throw new AppError(
        'NOT_FOUND',
        `${name} was ${changeRequest.status}: the mirror keeps only draft and open ones`,
        { hint: reopen },
      );
    throw new AppError('NOT_FOUND', `${name} is not in the mirror`, {
      hint: 'Run `tidemark sync --pull`; it is not mirrored while `mirror.changeRequests` is `none`.',
    });
  }

  /** How to see what a merged change request changed. */
  async #whereMerged({ id, path }: SpaceRecord, number: number): Promise<string> {
    const { git } = this.#ports;
    const tip = (await readTip(git)).commit;
    const commit = await commitOfMerge(git, tip, { space: id, number });
    if (commit === null) return 'The next `tidemark sync` brings what it changed to docs/main.';
    const of = path === '.' ? '' : ` -- ${path}`;
    return `See what it changed in the repository: git show ${commit.slice(0, 10)}${of}`;
  }
}

function asListed({ record, changeRequest }: Found): ListedChangeRequest {
  return {
    space: { id: record.id, title: record.title, path: record.path },
    changeRequest: { ...changeRequest, subject: withoutMark(changeRequest.subject) },
  };
}
