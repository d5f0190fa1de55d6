import { isAppError } from '../base/index.ts';
import type { GitRepository, Oid, RefValue, RepositoryRepair } from '../git/port.ts';
import { heldHint } from '../git/port.ts';
import { leftLocks } from '../sync/left-lock.ts';
import { changeRequestRef } from '../sync/mirror/cr-refs.ts';
import { describeLostTip, lostTip } from '../sync/mirror/lost-tip.ts';
import { mirrorRef, readTip } from '../sync/mirror/tip.ts';
import { knownCloneName, localRefs } from '../sync/state/clone.ts';
import { StateStore, stateRef } from '../sync/state/store.ts';
import { isWhole, backupRefName, newestWhole, wholeState } from './whole.ts';

/** Something that is broken in the repository of a mirror; `doctor` names it and `repair` mends it. */
export interface Fault {
  readonly name: 'reference' | 'index' | 'lock' | 'state' | 'mirror' | 'branch';
  readonly message: string;
  /** What a repair does about it, or what a person can do where a repair can do nothing. */
  readonly remedy: string;
  /** A command of git that does the same as a repair. */
  readonly byHand?: string;
  /** Only a person can mend it. */
  readonly needsPerson?: true;
  /** The next sync mends it without a repair. */
  readonly heals?: true;
}

/** A fault with the function that mends it. Mending may reveal further faults, so that we look again afterwards. */
export interface RepairableFault extends Fault {
  readonly mend: (() => Promise<unknown>) | null;
}

export interface FaultPorts {
  readonly git: GitRepository;
  readonly mending: RepositoryRepair;
}

const rebuilt = 'It is read anew from the service and the repository.';

/** Finds everything that is broken here (SYNC-53). It asks no service, and changes nothing. */
export async function findFaults(ports: FaultPorts): Promise<readonly RepairableFault[]> {
  const damaged = await damagedRefs(ports);
  const files = [...damaged, ...(await damagedIndex(ports)), ...(await leftLocksOf(ports))];
  // While a reference cannot be read, nothing can be said of the commit that it points to.
  if (damaged.some(({ name }) => name === 'reference')) return files;
  const { git } = ports;
  const state = await stateFault(git);
  const mirror = await mirrorFaults(git, { hasState: state === null || state.heals === true });
  return [...files, ...(state ? [state] : []), ...mirror, ...(await danglingRefs(git))];
}

async function damagedRefs({ git, mending }: FaultPorts): Promise<RepairableFault[]> {
  return (await mending.damagedRefs()).map(({ ref, last }) => {
    const message = `The file of ${ref} is damaged: it names no commit`;
    const isOurs = !ref.startsWith('refs/heads/');
    if (last === null && !isOurs)
      return {
        ...{ name: 'branch', message, mend: null, needsPerson: true },
        remedy: 'Look for its commits with `git fsck`, and set it with `git update-ref`.',
      };
    const mend = async (): Promise<void> => {
      await mending.setRefAside(ref);
      const expected = await git.resolveRef(ref);
      if (last !== null && last !== expected) await git.updateRefs([{ ref, expected, next: last }]);
    };
    return {
      ...{ name: 'reference', message, mend },
      remedy:
        last === null
          ? `It is put aside. ${rebuilt}`
          : `It is set to ${last.slice(0, 12)}, where its log saw it last.`,
    };
  });
}

/** Locks that a killed git command left. Only a person knows that no git command is running. */
async function leftLocksOf({ git }: FaultPorts): Promise<RepairableFault[]> {
  return (await leftLocks(git)).map(({ message }) => ({
    ...{ name: 'lock', message, remedy: heldHint },
    ...{ needsPerson: true, mend: null },
  }));
}

async function damagedIndex({ mending }: FaultPorts): Promise<RepairableFault[]> {
  const index = await mending.damagedIndex();
  if (index === null) return [];
  const { file, isGone } = index;
  const rest = 'Files stay as they are; what was staged alone is to be staged again.';
  const damage = isGone
    ? {
        message: `Git's index is gone: without ${file}, git shows each file as deleted and as new`,
        remedy: `It is made anew from the commit that is checked out. ${rest}`,
        byHand: 'git reset',
      }
    : {
        message: `Git's index is damaged: ${file} is cut short or overwritten`,
        remedy: `It is put aside, and made anew from the commit that is checked out. ${rest}`,
      };
  return [{ name: 'index', ...damage, mend: () => mending.renewIndex() }];
}

async function stateFault(git: GitRepository): Promise<RepairableFault | null> {
  const at = await git.resolveRef(stateRef);
  if (at === null)
    return (await knownCloneName(git).catch(() => null)) === null
      ? null
      : { name: 'state', message: `${stateRef} is gone`, remedy: rebuilt, heals: true, mend: null };
  const why = await wholeState(git, at);
  if (why !== null) {
    const next = await newestWhole(git, at, async (oid) => (await wholeState(git, oid)) === null);
    const from = next === null ? rebuilt : `It goes back to ${next.slice(0, 12)}, which is whole. ${rebuilt}`;
    return {
      ...{ name: 'state', message: `${stateRef} cannot be read: ${why}`, remedy: from },
      mend: () => moveRef(git, { ref: stateRef, from: at, to: next }),
    };
  }
  return olderState(git);
}

/** A state that is older than the mirror: an earlier copy, or the result of a sync that was interrupted between writing the two. */
async function olderState(git: GitRepository): Promise<RepairableFault | null> {
  const state = new StateStore(git);
  try {
    await state.refresh();
  } catch (error) {
    // What a newer version wrote is not damaged, and not for us to judge.
    if (isAppError(error, 'STATE_NEWER')) return null;
    throw error;
  }
  const [remembered, now] = [state.root.mirror, await git.resolveRef(mirrorRef)];
  if (remembered === null || now === null || remembered === now || !(await git.has(now))) return null;
  if (!(await git.has(remembered)) || !(await git.isAncestor(remembered, now))) return null;
  return {
    name: 'state',
    message: `${stateRef} is older than the mirror: it knows ${remembered.slice(0, 7)}, and ${mirrorRef} is at ${now.slice(0, 7)}`,
    remedy: 'What it lacks is read again from both sides.',
    heals: true,
    mend: null,
  };
}

async function mirrorFaults(
  git: GitRepository,
  { hasState }: { hasState: boolean },
): Promise<RepairableFault[]> {
  const at = await git.resolveRef(mirrorRef);
  const why = at === null ? null : await isWhole(git, at);
  if (at !== null && why !== null) {
    const next = await newestWhole(git, at, async (oid) => (await isWhole(git, oid)) === null);
    const back = next === null ? '' : `It goes back to ${next.slice(0, 12)}, which is whole. `;
    const mend = async (): Promise<void> => {
      await moveRef(git, { ref: mirrorRef, from: at, to: next });
      if (hasState) await forgetSpaces(git, next);
    };
    return [
      { name: 'mirror', message: `${mirrorRef} cannot be read: ${why}`, remedy: `${back}${rebuilt}`, mend },
    ];
  }
  if (!hasState) return [];
  const state = new StateStore(git);
  await state.refresh().catch(() => undefined);
  const lost = await lostTip(git, state, await readTip(git));
  if (lost === null) return [];
  const unreadable = lost.remembered === null ? null : await isWhole(git, lost.remembered);
  if (unreadable !== null)
    return [
      {
        ...{ name: 'mirror', message: `${describeLostTip(lost)}, where it cannot be read: ${unreadable}` },
        ...{ remedy: rebuilt, mend: () => forgetSpaces(git, lost.found) },
      },
    ];
  const remedy = lost.remembered === null ? rebuilt : 'It goes back to where the last sync left it.';
  return [{ name: 'mirror', message: describeLostTip(lost), remedy, heals: true, mend: null }];
}

/** Makes the state forget a mirror that is gone, so that everything is read as if for the first time. */
async function forgetSpaces(git: GitRepository, mirror: Oid | null): Promise<void> {
  await changeState(git, (state) => {
    for (const id of [...state.spaces().keys()]) state.removeSpace(id);
    state.setRoot({ ...state.root, mirror });
  });
}

/** References whose commits are missing: those of change requests, of saves and of announcements; and branches, which belong to a person. */
async function danglingRefs(git: GitRepository): Promise<RepairableFault[]> {
  const faults: RepairableFault[] = [];
  const known = new Set([stateRef, mirrorRef]);
  const listed: RefValue[] = [];
  for (const prefix of ['refs/heads/', 'refs/remotes/docs/', 'refs/tidemark/'])
    listed.push(...(await git.listRefs(prefix)));
  for (const { ref, oid } of listed) {
    if (known.has(ref) || (await git.has(oid))) continue;
    const message = `${ref} names ${oid.slice(0, 12)}, which the repository does not have`;
    if (ref.startsWith('refs/heads/'))
      faults.push({
        ...{ name: 'branch', message, mend: null, needsPerson: true },
        remedy:
          'Fetch it from where else it is (`git fetch`), or set it back (`git reflog` shows where it was).',
      });
    else {
      const remedy = ref.startsWith(localRefs) ? 'It is taken away.' : `It is taken away. ${rebuilt}`;
      faults.push({
        ...{ name: 'reference', message, remedy },
        mend: async () => {
          await git.updateRefs([{ ref, expected: oid, next: null }], { reason: 'tidemark repair' });
          await lookAgainAt(git, ref);
        },
      });
    }
  }
  return faults;
}

/** Makes the next sync read the space of a change request again whose reference was deleted. */
async function lookAgainAt(git: GitRepository, ref: string): Promise<void> {
  await changeState(git, (state) => {
    for (const record of [...state.spaces().values()])
      if (record.changeRequests.some(({ number }) => changeRequestRef(record.path, number) === ref))
        state.setSpace({ ...record, token: '' });
  });
}

async function changeState(git: GitRepository, change: (state: StateStore) => void): Promise<void> {
  const state = new StateStore(git);
  await state.refresh();
  if (state.commit === null) return;
  const { at } = (await git.readCommit(state.commit)).committer;
  change(state);
  const move = await git.write((writer) => state.write(writer, at));
  if (move !== null) await git.updateRefs([{ ref: stateRef, ...move }], { reason: 'tidemark repair' });
}

/** Moves a reference back, or deletes it; a complete commit that it pointed to stays under a name of its own. */
async function moveRef(
  git: GitRepository,
  { ref, from, to }: { ref: string; from: Oid; to: Oid | null },
): Promise<void> {
  const kept = backupRefName(ref, from);
  // A reference to a commit that is incomplete would stop a person's git.
  if ((await git.has(from)) && (await isWhole(git, from)) === null && (await git.resolveRef(kept)) === null)
    await git.updateRefs([{ ref: kept, expected: null, next: from }], { reason: 'tidemark repair' });
  await git.updateRefs([{ ref, expected: from, next: to }], { reason: 'tidemark repair' });
}
