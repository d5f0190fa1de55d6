import { isAppError } from '../../base/index.ts';
import { mergePage } from '../../content/index.ts';
import type { Revision } from '../../contract/index.ts';
import type { PathChange } from '../../git/port.ts';
import type { CycleContext } from '../mirror/context.ts';
import { changeRequestRef } from '../mirror/cr-refs.ts';
import { pageMark } from '../mirror/marks.ts';
import { belowFolder, inFolder } from '../mirror/tip.ts';
import type { ContentPlace, Remote } from '../remote/port.ts';
import { textOfPage } from '../remote/page-text.ts';
import { documentsById } from '../remote/tree.ts';
import type { ProposalRecord, SentPage } from '../state/proposals.ts';
import type { SpaceRecord } from '../state/records.ts';
import { baseOf } from '../versions/base-of.ts';
import { pageChanges } from '../versions/page-changes.ts';
import type { FolderEdits, PageKey } from './folder-edits.ts';
import type { SendContext } from './send-edits.ts';
import { keyOfSent } from './sent-keys.ts';

/** What the space has made of a page since a change request began. */
interface ChangedPage {
  readonly before: string;
  readonly after: string;
}

/**
 * Of the pages that are edited, those that the space has changed since the change request began (SYNC-107). The edits start from the changed
 * texts. A change request that starts from the old ones cannot say that somebody undoes such a change, and it takes the change for its own.
 */
export async function changedSinceStart(
  { ports, target, edits }: Pick<SendContext, 'ports' | 'target' | 'edits'>,
  { changeRequest }: Pick<ProposalRecord, 'changeRequest'>,
): Promise<ReadonlyMap<PageKey, ChangedPage>> {
  const changed = new Map<PageKey, ChangedPage>();
  const { git, tip } = ports.context;
  const { space } = target;
  const mirrored = space.changeRequests.find(({ id }) => id === changeRequest?.id);
  if (!mirrored || mirrored.base === space.revision || target.changeRequest !== null) return changed;
  const there = await git.resolveRef(changeRequestRef(space.path, mirrored.number));
  const start = await baseOf(git, there, tip.commit);
  if (start === null || tip.commit === null) return changed;
  const [before, after] = [new Map<string, string>(), new Map<string, string>()];
  const read = async (changes: readonly PathChange[]): Promise<void> => {
    for await (const page of pageChanges(git, changes)) {
      if (page.before?.id) before.set(page.before.id, page.before.text);
      if (page.after?.id) after.set(page.after.id, page.after.text);
    }
  };
  const paths = await mirroredPaths(ports.context, space, edits);
  const changes = await git.diffTrees(start, tip.commit, belowFolder(space.path));
  await read(changes.filter(({ path }) => paths.has(path)));
  // A page that moved since was at another path.
  if ([...after.keys()].some((id) => !before.has(id)))
    await read(changes.filter(({ path }) => !paths.has(path)));
  for (const { key } of edits.texts) {
    const [then, now] = [before.get(key), after.get(key)];
    if (then !== undefined && now !== undefined && then !== now)
      changed.set(key, { before: then, after: now });
  }
  return changed;
}

/** Where the mirror has the pages of these edits. */
async function mirroredPaths(
  { state }: Pick<CycleContext, 'state'>,
  { id, path: folder }: Pick<SpaceRecord, 'id' | 'path'>,
  { texts }: Pick<FolderEdits, 'texts'>,
): Promise<ReadonlySet<string>> {
  const table = state.table(id);
  const paths = new Set<string>();
  for (const { key } of texts) {
    const record = await table.get('page', key);
    if (record) paths.add(inFolder(folder, record.path));
  }
  return paths;
}

/**
 * The record once the change request has been updated with these changes of the space. Where it joined a text that we sent with such a change,
 * and with nothing else, the joined text is what the writer started from.
 */
export async function afterJoining(
  remote: Pick<Remote, 'page'>,
  { record, place, content }: { record: ProposalRecord; place: ContentPlace; content: Revision },
  changed: ReadonlyMap<PageKey, ChangedPage>,
): Promise<ProposalRecord> {
  const pages = documentsById(content.pages);
  const joined: Record<string, SentPage> = {};
  for (const [id, { before: base, after: theirs }] of changed) {
    const key = keyOfSent(record, id);
    const [sent, page] = [record.pages[key], pages.get(id)];
    const mark = page && pageMark(page);
    if (!sent || !mark || mark === sent.mark) continue;
    const { wish = sent.text, ...rest } = sent;
    const merged = mergePage({ base, ours: wish, theirs });
    if (merged.outcome === 'merged' && merged.text === (await textOfPage(remote, place, id)))
      joined[key] = { ...rest, text: merged.text, mark };
  }
  return { ...record, pages: { ...record.pages, ...joined } };
}

/** Updates a change request that is behind its space, as a person does to go on working with what was merged since. */
export async function bringUpToDate(
  remote: Remote,
  { space, id }: { readonly space: string; readonly id: string },
): Promise<'update' | 'conflicts' | 'current'> {
  const changeRequest = await remote.changeRequest(space, id);
  if (changeRequest?.outdated !== true) return 'current';
  try {
    return (await remote.update(space, id)).result === 'update' ? 'update' : 'conflicts';
  } catch (error) {
    if (!isAppError(error, 'CONFLICT')) throw error;
    return 'conflicts';
  }
}
