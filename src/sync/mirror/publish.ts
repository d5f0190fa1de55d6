import type { ObjectWriter, RefUpdate } from '../../git/port.ts';
import { stateRef } from '../state/store.ts';
import type { CycleContext } from './context.ts';
import { mirrorRef } from './tip.ts';
import type { Tip } from './tip.ts';

/** The references and records that a piece of work wants to change, once its objects are on disk. */
export interface Publication<Result> {
  readonly result: Result;
  /** The mirror's new tip; absent when the mirror stays where it is. */
  readonly tip?: Tip;
  readonly refs?: readonly RefUpdate[];
  readonly commits?: number;
}

/**
 * Writes objects, then moves the mirror, then the other references, then writes the state. Wherever this is interrupted,
 * everything that is visible is complete, and the state is at worst older than the mirror, which costs a reading and no commit.
 */
export async function publish<Result>(
  context: CycleContext,
  work: (writer: ObjectWriter) => Promise<Publication<Result>>,
): Promise<Result> {
  const { git, state, clock } = context;
  try {
    const { publication, move } = await git.write(async (writer) => {
      const publication = await work(writer);
      const mirror = publication.tip?.commit ?? context.tip.commit;
      state.setRoot({ ...state.root, mirror });
      return { publication, move: await state.write(writer, clock.now()) };
    });
    const tip = publication.tip ?? context.tip;
    const updates: RefUpdate[] = [];
    if (tip.commit !== context.tip.commit)
      updates.push({ ref: mirrorRef, expected: context.tip.commit, next: tip.commit });
    updates.push(...(publication.refs ?? []));
    if (move) updates.push({ ref: stateRef, expected: move.expected, next: move.next });
    if (updates.length > 0) await git.updateRefs(updates, { reason: 'tidemark sync' });
    context.tip = tip;
    context.commits += publication.commits ?? 0;
    return publication.result;
  } catch (error) {
    await state.refresh({ force: true });
    throw error;
  }
}
