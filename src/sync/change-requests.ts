import { AppError } from '../base/index.ts';
import { decodeText } from '../content/index.ts';
import type { ChangeRequest } from '../contract/index.ts';
import type { PathChange as TreeChange } from '../git/port.ts';
import type { CyclePorts } from './cycle.ts';
import { changeRequestBranch, changeRequestRef } from './mirror/cr-refs.ts';
import type { Advice } from './advice.ts';
import { withMarkOf, withoutMark } from './mirror/subject-mark.ts';
import { advise, changeRequestsInConflict } from './situation.ts';
import { isReadingWindow } from './remote/window.ts';
import { isNamed, noSuchSpace } from './space-names.ts';
import type { SpaceRecord } from './state/records.ts';

/** A change request by its number in a space; the space's id or folder may be left out when there is only one. */
export interface ChangeRequestName {
  readonly space?: string;
  readonly number: number;
}

export interface ListedChangeRequest {
  readonly space: { readonly id: string; readonly title: string; readonly path: string };
  readonly changeRequest: ChangeRequest;
  /** What to do about the conflict that its pages hold, as far as the mirror or the service's answer tells of one. */
  readonly advice?: Advice;
}

export interface ChangeRequestDiff extends ListedChangeRequest {
  readonly files: readonly {
    readonly path: string;
    readonly kind: 'added' | 'changed' | 'deleted';
    readonly before: string | null;
    readonly after: string | null;
    /** True where one of the sides is no text: neither is given. */
    readonly binary?: boolean;
  }[];
}

/** What people do with change requests from the command line. */
export interface ChangeRequests {
  list(options?: {
    space?: string;
    statuses?: readonly ChangeRequest['status'][];
  }): Promise<ListedChangeRequest[]>;
  show(name: ChangeRequestName): Promise<ListedChangeRequest>;
  open(options: { space?: string; subject: string }): Promise<ListedChangeRequest>;
  /** Asks for the review of a draft, under another subject when one is given. */
  review(name: ChangeRequestName, options?: { subject?: string }): Promise<ListedChangeRequest>;
  /** Against the commit that it starts from, as the mirror has both; sync first. */
  diff(name: ChangeRequestName): Promise<ChangeRequestDiff>;
  /** Takes in what the space has become. */
  update(name: ChangeRequestName): Promise<ListedChangeRequest & { result: string }>;
  merge(name: ChangeRequestName): Promise<ListedChangeRequest & { result: string }>;
  archive(name: ChangeRequestName): Promise<ListedChangeRequest>;
  /** Makes the local branch that edits it, at the mirrored commit; checking it out is the person's git. */
  checkout(name: ChangeRequestName): Promise<{ branch: string; commit: string; created: boolean }>;
}

/** `branch`: the configured one, to which a person goes back from that of a change request. */
export function changeRequestsOf(ports: CyclePorts, branch: string): ChangeRequests {
  const { remote, state, git } = ports;
  const spaceOf = async (name: string | undefined): Promise<SpaceRecord> => {
    await state.refresh();
    const records = [...state.spaces().values()];
    const found =
      name === undefined
        ? records.length === 1
          ? records[0]
          : undefined
        : records.find((each) => isNamed(each, name));
    if (found) return found;
    if (name !== undefined) throw noSuchSpace(name, records);
    const folders = records.map(({ path }) => path).join(', ');
    if (records.length === 0)
      throw new AppError('USAGE', 'No space is mirrored yet', { hint: 'Run `tidemark sync` first.' });
    throw new AppError('USAGE', 'There are several spaces: name one', {
      hint: `Name it with --space: ${folders}.`,
    });
  };
  const find = async ({
    space,
    number,
  }: ChangeRequestName): Promise<{ record: SpaceRecord; changeRequest: ChangeRequest }> => {
    const record = await spaceOf(space);
    const changeRequest = await remote.changeRequest(record.id, String(number));
    if (changeRequest) return { record, changeRequest };
    throw new AppError('NOT_FOUND', `${record.title} has no change request #${number}`, {
      hint: 'See `tidemark cr list`.',
    });
  };
  const told = ({
    record,
    changeRequest,
  }: {
    record: SpaceRecord;
    changeRequest: ChangeRequest;
  }): ListedChangeRequest => ({
    space: { id: record.id, title: record.title, path: record.path },
    changeRequest: { ...changeRequest, subject: withoutMark(changeRequest.subject) },
  });
  /** With what to do next, where its pages hold a conflict: by the service's answer, or else by what the mirror has of it. */
  const advised = async (
    found: { record: SpaceRecord; changeRequest: ChangeRequest },
    result?: string,
  ): Promise<ListedChangeRequest> => {
    const { record, changeRequest } = found;
    const isActive = open.includes(changeRequest.status);
    const inConflict =
      result === 'conflicts' ||
      (isActive && (await changeRequestsInConflict(git, record, [changeRequest.number])).length > 0);
    if (!inConflict) return told(found);
    const [advice] = await advise(ports, {
      ...{ branch, conflicts: [], proposals: [], spaces: state.spaces().size },
      changeRequests: [{ record, number: changeRequest.number }],
    });
    return advice === undefined ? told(found) : { ...told(found), advice };
  };
  const mirroredCommit = async (record: SpaceRecord, number: number): Promise<string> => {
    const commit = await git.resolveRef(changeRequestRef(record.path, number));
    if (commit !== null) return commit;
    throw new AppError('NOT_FOUND', `Change request #${number} of ${record.title} is not in the mirror`, {
      hint: 'Run `tidemark sync --pull`; only draft and open ones are mirrored.',
    });
  };

  return {
    list: async ({ space, statuses = open } = {}) => {
      await state.refresh();
      const records = space === undefined ? [...state.spaces().values()] : [await spaceOf(space)];
      const listed: ListedChangeRequest[] = [];
      for (const record of records)
        for (const status of statuses)
          for (const changeRequest of await remote.changeRequests(record.id, status))
            if (!isReadingWindow(changeRequest)) listed.push(await advised({ record, changeRequest }));
      return listed;
    },
    show: async (name) => advised(await find(name)),
    open: async ({ space, subject }) => {
      const record = await spaceOf(space);
      return told({ record, changeRequest: await remote.createChangeRequest(record.id, subject) });
    },
    review: async (name, { subject } = {}) => {
      const { record, changeRequest } = await find(name);
      const named = subject === undefined ? {} : { subject: withMarkOf(changeRequest.subject, subject) };
      const opened = await remote.setChangeRequest(record.id, changeRequest.id, { status: 'open', ...named });
      return advised({ record, changeRequest: opened });
    },
    diff: async (name) => {
      const found = await find(name);
      const commit = await mirroredCommit(found.record, found.changeRequest.number);
      const { base } =
        found.record.changeRequests.find(({ number }) => number === found.changeRequest.number) ?? {};
      const from =
        found.record.commits.find(({ revision }) => revision === base)?.commit ??
        (await git.readCommit(commit)).parents.at(-1) ??
        null;
      const read = async (oid: string | undefined): Promise<Uint8Array | null> =>
        oid === undefined ? null : git.readBlob(oid);
      const files: ChangeRequestDiff['files'][number][] = [];
      for (const change of await git.diffTrees(from, commit))
        files.push({
          path: change.path,
          kind: kindOf(change),
          ...textsOf(await read(change.before?.oid), await read(change.after?.oid)),
        });
      return { ...told(found), files };
    },
    update: async (name) => {
      const { record, changeRequest } = await find(name);
      const { result } = await remote.update(record.id, changeRequest.id);
      return { ...(await advised(await find(name), result)), result };
    },
    merge: async (name) => {
      const { record, changeRequest } = await find(name);
      const { result } = await remote.merge(record.id, changeRequest.id);
      return { ...(await advised(await find(name), result)), result };
    },
    archive: async (name) => {
      const { record, changeRequest } = await find(name);
      return told({
        record,
        changeRequest: await remote.setChangeRequest(record.id, changeRequest.id, { status: 'archived' }),
      });
    },
    checkout: async (name) => {
      const { record, changeRequest } = await find(name);
      const commit = await mirroredCommit(record, changeRequest.number);
      const ref = changeRequestBranch(record.path, changeRequest.number);
      const at = await git.resolveRef(ref);
      if (at === null)
        await git.updateRefs([{ ref, expected: null, next: commit }], { reason: 'tidemark cr checkout' });
      return { branch: ref.replace('refs/heads/', ''), commit: at ?? commit, created: at === null };
    },
  };
}

const open: readonly ChangeRequest['status'][] = ['draft', 'open'];

/** Both sides as text, or that one of them is none: by the rules of UTF-8 and, as git does, by a NUL. */
function textsOf(
  before: Uint8Array | null,
  after: Uint8Array | null,
): { before: string | null; after: string | null; binary?: boolean } {
  const text = (bytes: Uint8Array | null): string | null =>
    bytes === null || bytes.includes(0) ? null : decodeText(bytes);
  const texts = { before: text(before), after: text(after) };
  const isText = (before === null || texts.before !== null) && (after === null || texts.after !== null);
  return isText ? texts : { before: null, after: null, binary: true };
}

function kindOf({ before, after }: TreeChange): 'added' | 'changed' | 'deleted' {
  return before === null ? 'added' : after === null ? 'deleted' : 'changed';
}
