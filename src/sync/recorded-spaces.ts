import type { GitRepository, Oid } from '../git/port.ts';
import { StateStore } from './state/store.ts';

/** A mirrored space. */
export interface RecordedSpace {
  id: string;
  title: string;
  /** Its folder in the repository, `.` for the root. */
  path: string;
  changeRequests: readonly { id: string; number: number; commit: Oid }[];
}

/** The spaces that a repository mirrors, with their folders, as its state ref records them; asks no service. */
export async function recordedSpaces(git: GitRepository): Promise<RecordedSpace[]> {
  const state = new StateStore(git);
  await state.refresh();
  return [...state.spaces().values()].map(({ id, title, path, changeRequests }) => ({
    id,
    title,
    path,
    changeRequests: changeRequests.map(({ id: own, number, commit }) => ({ id: own, number, commit })),
  }));
}
