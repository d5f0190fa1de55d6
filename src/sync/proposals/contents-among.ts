import { isMarkdownPath } from '../../content/index.ts';
import { summaryRecordId } from '../mirror/plan-content.ts';
import type { StateStore } from '../state/store.ts';

/**
 * The table of contents among the files that a change request carries; undefined: it carries none. Pages are sent as texts, so other markdown
 * among the files is reusable content, or a file that no table of contents lists. The mirror knows the path of its table of contents; where the
 * change request gives the table another path, the mirror has no file there.
 */
export async function contentsAmong(
  state: Pick<StateStore, 'table'>,
  space: string,
  files: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const markdown = Object.keys(files).filter((path) => isMarkdownPath(path) && !path.includes('.gitbook/'));
  if (markdown.length === 0) return undefined;
  const table = state.table(space);
  const known = (await table.get('file', summaryRecordId))?.path;
  if (known !== undefined && markdown.includes(known)) return known;
  const others = new Set([...(await table.all('file')).values()].map(({ path }) => path));
  return markdown.find((path) => !others.has(path));
}
