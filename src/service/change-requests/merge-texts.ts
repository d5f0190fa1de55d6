import { mergePage } from '../../content/index.ts';

const labels = { ours: 'primary content', base: 'common ancestor', theirs: 'change request' };

/** Merges two edits of one text; where they cannot be joined, both stand between marks. */
export function mergeTexts(base: string, ours: string, theirs: string): { text: string; conflicts: boolean } {
  const merge = mergePage({ base, ours, theirs }, labels);
  return { text: merge.text, conflicts: merge.outcome === 'conflict' };
}
