import type { ObjectWriter } from '../../git/port.ts';
import type { ContentPlace } from '../remote/port.ts';
import type { ChangeRequestRecord } from '../state/records.ts';
import { tidemarkAt } from '../tidemark.ts';
import { commitOfBase, recordOf } from './change-request-record.ts';
import type { KnownChangeRequest } from './change-request-record.ts';
import { authorOfChangeRequest, messageOfChangeRequest } from './commit-text.ts';
import type { CycleContext } from './context.ts';
import { onlyEditedTexts, writeEditedTexts } from './edited-texts.ts';
import { inFolder } from './tip.ts';
import { baseRevisionOf } from '../remote/change-request.ts';

/**
 * The quick way to read a change request. When its newest revision changed nothing but the texts of some pages, compared with the
 * revision of the change request that we have or with the primary content that it starts from, only those pages are read. null:
 * more has to be read.
 */
export async function readEditedTexts(
  context: CycleContext,
  writer: ObjectWriter,
  request: KnownChangeRequest,
): Promise<ChangeRequestRecord | null> {
  const { remote, git, state } = context;
  const { space, record, changeRequest } = request;
  if (!(await remote.readsRevisions(space.id))) return null;
  const changed = await remote.changes(space.id, changeRequest.revision);
  if (!changed) return null;
  const start = await startHere(context, request, changed.revision.parents[0]);
  if (start === null || !(await git.has(start.commit))) return null;

  const table = state.table(space.id);
  const place: ContentPlace = { kind: 'revision', space: space.id, revision: changeRequest.revision };
  const edits = await onlyEditedTexts(
    remote,
    place,
    changed,
    async (id) => start.objects[`page/${id}`] ?? (await table.get('page', id)),
  );
  if (!edits) return null;
  // A page may have got another path in the primary content since.
  for (const { path } of edits)
    if ((await git.entryAt(start.commit, inFolder(record.path, path))) === null) return null;
  const { versions, records } = writeEditedTexts(context.config, writer, { edits, folder: record.path });
  const objects = Object.fromEntries([...records].map(([id, page]) => [`page/${id}`, page]));
  const author = authorOfChangeRequest(changeRequest, changed.revision.createdAt);
  const commit = writer.addCommit({
    tree: await writer.updateTree(await git.treeOf(start.commit), versions),
    parents: [start.commit],
    author,
    committer: tidemarkAt(author.at),
    message: messageOfChangeRequest(changeRequest, space.id),
  });
  return recordOf(changeRequest, { commit, objects: { ...start.objects, ...objects } });
}

type Start = Pick<ChangeRequestRecord, 'commit' | 'objects'>;

/** What we have of the revision that the newest one was made on, and how that differs from the space; null: we do not have it. */
async function startHere(
  context: CycleContext,
  { record, changeRequest, before, at }: KnownChangeRequest,
  parent: string | undefined,
): Promise<Start | null> {
  const base = baseRevisionOf(changeRequest);
  // A reference that points elsewhere was made for another folder, or by somebody else.
  if (before && before.revision === parent && before.base === base && before.commit === at) return before;
  if (before || parent !== base || base !== record.revision) return null;
  const commit = await commitOfBase(context, record, base);
  return commit === null ? null : { commit, objects: {} };
}
