import { contentId } from '../../files/index.ts';
import type { ConflictReport } from '../report.ts';
import type { StateStore } from '../state/store.ts';
import type { BranchPorts } from './follow.ts';
import { joinText } from './held-saves.ts';

/**
 * A text of somebody else that a batch of ours wrote over unseen, where it cannot be given back: the change request was merged
 * before we looked at it again, or somebody took the page out of it. It comes back here, as an edit.
 */
export interface WrittenOver {
  /** The page's file, in the repository. */
  readonly path: string;
  /** What they started from. */
  readonly base: string;
  readonly text: string;
}

const document = 'written-over.json';

async function noted(state: StateStore): Promise<readonly WrittenOver[]> {
  return ((await state.document(document)) ?? []) as readonly WrittenOver[];
}

/** Has to be on disk together with whatever makes that nobody finds these texts a second time. */
export async function noteWrittenOver(state: StateStore, texts: readonly WrittenOver[]): Promise<void> {
  const known = await noted(state);
  const fresh = texts.filter(
    ({ path, text }) => !known.some((each) => each.path === path && each.text === text),
  );
  if (fresh.length > 0) state.setDocument(document, [...known, ...fresh]);
}

/** Joins the noted texts into the pages as they lie here; done twice, it is done once. Told: what had to be put beside its page. */
export async function joinWrittenOver(ports: BranchPorts, state: StateStore): Promise<ConflictReport[]> {
  const texts = await noted(state);
  const put: ConflictReport[] = [];
  for (const { path, base, text } of texts) {
    const [before, bytes] = [base, text].map((each) => new TextEncoder().encode(each));
    put.push(...(await joinText(ports, { path, bytes: bytes!, base: before!, baseId: contentId(before!) })));
  }
  if (texts.length > 0) state.setDocument(document, null);
  return put;
}
