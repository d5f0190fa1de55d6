import type { GitRepository, Oid } from '../git/port.ts';
import { readJson } from './state/json.ts';
import type { SpaceRecord } from './state/records.ts';
import { stateName } from './state/names.ts';
import { stateRef } from './state/store.ts';

/** A mirrored space. */
export interface RecordedSpace {
  id: string;
  title: string;
  /** The space's folder in the repository, `.` for the root. */
  path: string;
  changeRequests: readonly { id: string; number: number; commit: Oid }[];
}

/**
 * The spaces that a repository mirrors, with their folders, as its state reference records them; asks no service.
 *
 * @param state Another state than the one that the reference points to.
 */
export async function recordedSpaces(git: GitRepository, state?: Oid): Promise<RecordedSpace[]> {
  const commit = state ?? (await git.resolveRef(stateRef));
  if (commit === null || !(await git.has(commit))) return [];
  const root = await readDocument<{ spaces: readonly string[] }>(git, commit, 'state.json');
  const spaces: RecordedSpace[] = [];
  for (const id of root?.spaces ?? []) {
    const record = await readDocument<SpaceRecord>(git, commit, `spaces/${stateName(id)}/space.json`);
    if (record?.id !== id) continue;
    const { title, path, changeRequests } = record;
    const requests = changeRequests.map(({ id: own, number, commit: at }) => ({
      id: own,
      number,
      commit: at,
    }));
    spaces.push({ id, title, path, changeRequests: requests });
  }
  return spaces;
}

async function readDocument<Value>(git: GitRepository, commit: Oid, path: string): Promise<Value | null> {
  const entry = await git.entryAt(commit, path);
  return entry === null ? null : (readJson(await git.readBlob(entry.oid)) as Value | null);
}
