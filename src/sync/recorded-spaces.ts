import type { GitRepository } from '../git/port.ts';
import { StateStore } from './state/store.ts';

/** The spaces that a repository mirrors, with their folders, as its state ref records them; asks no service. */
export async function recordedSpaces(
  git: GitRepository,
): Promise<{ id: string; title: string; path: string }[]> {
  const state = new StateStore(git);
  await state.refresh();
  return [...state.spaces().values()].map(({ id, title, path }) => ({ id, title, path }));
}
