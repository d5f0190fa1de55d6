import type { Oid } from '../../git/port.ts';
import type { SentPage } from '../state/proposals.ts';
import type { TextEdit } from './folder-edits.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';

/** What is kept of a page that was sent with an edit. */
export function sentPage(id: string, edit: TextEdit): Omit<SentPage, 'mark'> {
  const wanted = edit.wanted ?? edit.text;
  return {
    id,
    path: edit.path,
    text: localOf(edit),
    ...(wanted === localOf(edit) ? {} : { wish: wanted }),
    ...(edit.title === null ? {} : { title: edit.title }),
    // The branch's commit has another text of the page than the one that was sent, and not an older one.
    ...(edit.isHeldBack === true ? { sentAt: null } : {}),
    ...(edit.keepsPlace === true ? { keepsPlace: true } : {}),
    ...(edit.isUnplaced === true ? { isUnplaced: true } : {}),
    ...(edit.file === undefined ? {} : { file: edit.file }),
  };
}

/**
 * What the record of a page keeps when the page is sent again: the file and the title that the service was told, and whether it was
 * told no place.
 */
export function keptOfSent(page: SentPage | undefined): Pick<SentPage, 'file' | 'isUnplaced' | 'title'> {
  return {
    ...(page?.title === undefined ? {} : { title: page.title }),
    ...(page?.file === undefined ? {} : { file: page.file }),
    ...(page?.isUnplaced === true ? { isUnplaced: true } : {}),
  };
}

/** The text of the local file; the text to write may be a join of it with another. */
export function localOf(edit: TextEdit): string {
  return edit.local ?? edit.text;
}

/** The branch's newest commit: whatever it has of a page is older than what is sent from now on. */
export async function newestCommit(
  { context }: ProposingPorts,
  { branch }: ProposalTarget,
): Promise<Oid | null> {
  return context.git.resolveRef(`refs/heads/${branch}`);
}
