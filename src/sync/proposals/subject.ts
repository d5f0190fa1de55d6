import { titleOf } from '../../content/index.ts';
import type { CycleContext } from '../mirror/context.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { ProposalTarget } from './propose.ts';

/** The interface allows 100; the marker and its blanks take the rest. */
const longestSubject = 80;

/** What a change request is called: as the person's newest commit, else after the pages that it changes. */
export async function subjectOf(
  context: CycleContext,
  target: ProposalTarget,
  edits: FolderEdits,
): Promise<string> {
  const at = await context.git.resolveRef(`refs/heads/${target.branch}`);
  if (at !== null && at !== target.base)
    for await (const commit of context.git.log(at, {
      limit: 20,
      firstParent: true,
      exclude: [target.base],
    })) {
      if (commit.parents.length > 1) continue;
      const [first = ''] = commit.message.split('\n');
      if (first.trim() !== '') return shorten(first.trim());
    }
  return shorten(describeEdits(edits));
}

/** Names the change after its pages: `Edit Quick start, Install and 3 more`. */
export function describeEdits(edits: FolderEdits): string {
  const names = (list: readonly { readonly text: string; readonly path: string }[]): string => {
    const titles = list.map(({ text, path }) => titleOf(text) ?? path);
    return titles.length <= 2
      ? titles.join(' and ')
      : `${titles.slice(0, 2).join(', ')} and ${titles.length - 2} more`;
  };
  const created = edits.texts.filter(({ from }) => from === null);
  const edited = edits.texts.filter(({ from }) => from !== null);
  const parts: string[] = [];
  if (created.length > 0) parts.push(`Add ${names(created)}`);
  if (edited.length > 0) parts.push(`Edit ${names(edited)}`);
  if (edits.deletes.length > 0)
    parts.push(
      `Delete ${edits.deletes.length === 1 ? edits.deletes[0]!.path : `${edits.deletes.length} pages`}`,
    );
  if (parts.length === 0 && edits.places.length > 0)
    parts.push(`Move ${edits.places.length === 1 ? edits.places[0]!.path : `${edits.places.length} pages`}`);
  if (parts.length === 0)
    parts.push(`Change ${edits.files.length === 1 ? edits.files[0]!.path : `${edits.files.length} files`}`);
  return parts.join('; ');
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ')];
  return characters.length <= longestSubject
    ? characters.join('')
    : `${characters.slice(0, longestSubject - 1).join('')}…`;
}
