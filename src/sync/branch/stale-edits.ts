import type { StateStore } from '../state/store.ts';
import type { StaleEdit, StaleEdits } from './late-saves.ts';

const path = 'stale-edits.json';

/** The stale edits that the state remembers. */
export async function staleEditsIn(state: StateStore): Promise<StaleEdits> {
  const known = new Map(Object.entries(((await state.document(path)) ?? {}) as Record<string, StaleEdit>));
  const save = (): void => state.setDocument(path, known.size === 0 ? null : Object.fromEntries(known));
  return {
    get: (file) => known.get(file),
    set: (file, edit) => {
      if (edit === null ? known.delete(file) : !sameEdit(known.get(file), edit) && known.set(file, edit))
        save();
    },
    paths: () => [...known.keys()].sort(),
  };
}

function sameEdit(a: StaleEdit | undefined, b: StaleEdit): boolean {
  return (
    a?.base === b.base && a.remote === b.remote && a.at === b.at && a.sent === b.sent && a.back === b.back
  );
}
