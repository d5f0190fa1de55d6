import { contentsAmong } from './contents-among.ts';
import { isNewPage } from '../plan/new-page.ts';
import type { EditReport } from '../report.ts';
import type { StateStore } from '../state/store.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { ProposalRecord } from '../state/proposals.ts';

/**
 * The edits in the form in which a person reads them.
 *
 * @param renewed The paths of new pages that are edits of pages that the service deleted.
 */
export function editsOf(edits: FolderEdits, renewed: ReadonlySet<string> = new Set()): EditReport[] {
  const reports: EditReport[] = [];
  for (const edit of edits.texts) {
    const { key, path, from, text, baseText, title, slug } = edit;
    const isNew = isNewPage(edit);
    if (isNew) reports.push(createdPage(path, renewed.has(path)));
    else if (from !== null && from !== path) reports.push({ kind: 'rename', path, from, page: key });
    // For a page that is not in the base, the title and slug follow from its file; they are not reported as changes of their own.
    const fields = [
      ...(text !== baseText ? ['text'] : []),
      ...(from === null || title === null ? [] : ['title']),
      ...(from === null || slug === null ? [] : ['slug']),
    ];
    // A title that the table of contents gives is also the heading of the page's text in the service.
    const isEdited = text !== baseText || fields.includes('title');
    if (!isNew && isEdited) reports.push({ kind: 'edit', path, page: key, fields });
  }
  const outOfBase = new Set(edits.texts.filter(({ from }) => from === null).map(({ key }) => key));
  for (const { key, path, from } of edits.places)
    if (!outOfBase.has(key))
      reports.push({ kind: 'move', path, page: key, ...(from === null || from === path ? {} : { from }) });
  for (const { key, path } of edits.deletes) reports.push({ kind: 'delete', path, page: key });
  for (const { path } of edits.files) reports.push({ kind: kindOfFile(path, edits.contents), path });
  return reports;
}

function createdPage(path: string, isRenewed: boolean): EditReport {
  return { kind: 'create', path, ...(isRenewed ? { deletedInService: true } : {}) };
}

function kindOfFile(path: string, contents: string | undefined): EditReport['kind'] {
  return path === contents ? 'order' : path.includes('.gitbook/assets/') ? 'asset' : 'file';
}

/**
 * What a proposal carries, in the form in which a person reads it, from what was noted when it was sent. Of a page whose deletion was sent,
 * earlier edits and moves are no longer told.
 */
export async function sentEditsOf(state: StateStore, record: ProposalRecord): Promise<EditReport[]> {
  const removed = Object.entries(record.removed ?? {}).filter(
    ([, { taken, unpublished }]) => taken !== true && unpublished !== true,
  );
  const gone = new Set(removed.map(([path]) => path));
  const reports: EditReport[] = [];
  // The record has them in the order in which the service answered.
  const pages = Object.entries(record.pages).sort(([, one], [, other]) => (one.path < other.path ? -1 : 1));
  const made = new Set<string>();
  for (const [key, { id, path }] of pages) {
    const isRenewed = record.renewed?.includes(path) === true;
    if (key.startsWith('new:') || isRenewed) made.add(id);
    if (made.has(id)) reports.push({ ...createdPage(path, isRenewed), page: id });
    else if (!gone.has(path)) reports.push({ kind: 'edit', path, page: id });
  }
  for (const id of record.placed) {
    if (made.has(id)) continue;
    const sent = Object.values(record.pages).find((page) => page.id === id);
    const path = sent?.path ?? (await state.table(record.space).get('page', id))?.path;
    if (path !== undefined && !gone.has(path)) reports.push({ kind: 'move', path, page: id });
  }
  for (const path of gone) reports.push({ kind: 'delete', path });
  const contents = await contentsAmong(state, record.space, record.files);
  for (const path of Object.keys(record.files)) reports.push({ kind: kindOfFile(path, contents), path });
  return reports;
}
