import { AppError } from '../base/index.ts';
import type { ChangeRequest } from '../contract/index.ts';
import type { PathChange as TreeChange } from '../git/port.ts';
import type { CyclePorts } from './cycle.ts';
import { changeRequestBranch, changeRequestRef } from './mirror/cr-refs.ts';
import { isReadingWindow } from './remote/window.ts';
import type { SpaceRecord } from './state/records.ts';

/** A change request by its number in a space; the space's id or folder may be left out when there is only one. */
export interface ChangeRequestName {
  readonly space?: string;
  readonly number: number;
}

export interface ListedChangeRequest {
  readonly space: { readonly id: string; readonly title: string; readonly path: string };
  readonly changeRequest: ChangeRequest;
}

export interface ChangeRequestDiff extends ListedChangeRequest {
  readonly files: readonly {
    readonly path: string;
    readonly kind: 'added' | 'changed' | 'deleted';
    readonly before: string | null;
    readonly after: string | null;
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
  /** Against the commit that it starts from, as the mirror has both; sync first. */
  diff(name: ChangeRequestName): Promise<ChangeRequestDiff>;
  /** Takes in what the space has become. */
  update(name: ChangeRequestName): Promise<ListedChangeRequest & { result: string }>;
  merge(name: ChangeRequestName): Promise<ListedChangeRequest & { result: string }>;
  archive(name: ChangeRequestName): Promise<ListedChangeRequest>;
  /** Makes the local branch that edits it, at the mirrored commit; checking it out is the person's git. */
  checkout(name: ChangeRequestName): Promise<{ branch: string; commit: string; created: boolean }>;
}

export function changeRequestsOf(ports: CyclePorts): ChangeRequests {
  const { remote, state, git } = ports;
  const spaceOf = async (name: string | undefined): Promise<SpaceRecord> => {
    await state.refresh();
    const records = [...state.spaces().values()];
    const found =
      name === undefined
        ? records.length === 1
          ? records[0]
          : undefined
        : records.find(({ id, path }) => id === name || path === name);
    if (found) return found;
    const folders = records.map(({ path }) => path).join(', ');
    throw new AppError(
      'USAGE',
      name === undefined ? 'There are several spaces: name one' : `No mirrored space is called ${name}`,
      {
        hint: records.length === 0 ? 'Run `tidemark sync` first.' : `Name it with --space: ${folders}.`,
      },
    );
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
    changeRequest,
  });
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
            if (!isReadingWindow(changeRequest)) listed.push(told({ record, changeRequest }));
      return listed;
    },
    show: async (name) => told(await find(name)),
    open: async ({ space, subject }) => {
      const record = await spaceOf(space);
      return told({ record, changeRequest: await remote.createChangeRequest(record.id, subject) });
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
      const read = async (oid: string | undefined): Promise<string | null> =>
        oid === undefined ? null : new TextDecoder().decode(await git.readBlob(oid));
      const files: ChangeRequestDiff['files'][number][] = [];
      for (const change of await git.diffTrees(from, commit))
        files.push({
          path: change.path,
          kind: kindOf(change),
          before: await read(change.before?.oid),
          after: await read(change.after?.oid),
        });
      return { ...told(found), files };
    },
    update: async (name) => {
      const { record, changeRequest } = await find(name);
      const { result } = await remote.update(record.id, changeRequest.id);
      return { ...told(await find(name)), result };
    },
    merge: async (name) => {
      const { record, changeRequest } = await find(name);
      const { result } = await remote.merge(record.id, changeRequest.id);
      return { ...told(await find(name)), result };
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

function kindOf({ before, after }: TreeChange): 'added' | 'changed' | 'deleted' {
  return before === null ? 'added' : after === null ? 'deleted' : 'changed';
}
