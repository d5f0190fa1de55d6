import { AppError } from '../../base/index.ts';
import type { ChangeRequest, Revision, Space } from '../../contract/index.ts';
import type { ObjectWriter, Oid } from '../../git/port.ts';
import type { ContentPlace } from '../remote/port.ts';
import { readProposals, sentPaths } from '../state/proposals.ts';
import type { ChangeRequestRecord, ContentRecord } from '../state/records.ts';
import { tidemarkAt } from '../tidemark.ts';
import { commitOfBase, recordOf } from './change-request-record.ts';
import type { KnownChangeRequest } from './change-request-record.ts';
import { authorOfChangeRequest, messageOfChangeRequest } from './commit-text.ts';
import type { CycleContext } from './context.ts';
import { pathsBefore, pathsOfRequest } from './given-paths.ts';
import { contentKinds, knownContents } from './known-contents.ts';
import type { KnownContents } from './known-contents.ts';
import type { KnownPaths } from './layout.ts';
import { planContent, summaryRecordId } from './plan-content.ts';
import { readContent } from './read-content.ts';
import type { ReadContent } from './read-content.ts';
import { configOfRevision } from './space-config.ts';
import { folderChanges } from './tip.ts';
import { baseRevisionOf } from '../remote/change-request.ts';

const readingAttempts = 3;

/** Reads the newest revision of a change request as a whole, and writes its commit; a change request that changes meanwhile is read again. */
export async function readChangeRequest(
  context: CycleContext,
  writer: ObjectWriter,
  request: KnownChangeRequest,
): Promise<ChangeRequestRecord> {
  const { space } = request;
  let { changeRequest } = request;
  const main = await knownContents(context, space.id, null);
  for (let attempt = 0; attempt < readingAttempts; attempt++) {
    const place: ContentPlace = { kind: 'change-request', space: space.id, id: changeRequest.id };
    const content = context.readBack.get(changeRequest.revision) ?? (await context.remote.content(place));
    const { read, objects } = await readAgainst(context, writer, {
      place,
      content,
      main,
      before: request.before,
      folder: request.record.path,
      known: await pathsKnown(context, { ...request, changeRequest }, main),
    });
    const now = await asItIsNow(context, space, changeRequest);
    // A revision never comes back: if it is the same before and after, the change request did not change in between.
    if (now.revision === changeRequest.revision) {
      const current = { ...request, changeRequest: now };
      const commit = await commitChangeRequest(context, writer, current, { content, read });
      return recordOf(now, { commit, objects });
    }
    changeRequest = now;
  }
  throw new AppError(
    'INCOMPLETE',
    `Change request #${changeRequest.number} of ${space.title} changed each time while Tidemark read it`,
    {
      hint: 'Its reference keeps the last whole revision; the next cycle tries again.',
    },
  );
}

async function asItIsNow(
  { remote }: CycleContext,
  space: Space,
  { id, number }: ChangeRequest,
): Promise<ChangeRequest> {
  const now = await remote.changeRequest(space.id, id);
  if (now) return now;
  throw new AppError('NOT_FOUND', `Change request #${number} of ${space.title} went away while it was read`);
}

/**
 * The paths of a change request's pages: those of its base, except for pages that the change request moved or made. The paths of
 * the latter come from the change request's reference, whoever wrote that, and from the proposal that is sent from here.
 */
async function pathsKnown(
  context: CycleContext,
  { record, changeRequest, before, at }: KnownChangeRequest,
  main: KnownContents,
): Promise<Omit<KnownPaths, 'config'>> {
  const folder = record.path;
  const paths = new Map(contentKinds.map((kind) => [kind, new Map(main.paths.get(kind) ?? [])]));
  for (const [key, { path }] of Object.entries(before?.objects ?? {}))
    if (!key.startsWith('page/')) {
      const [kind, ...rest] = key.split('/');
      paths.get(kind as 'file')?.set(rest.join('/'), path);
    }
  const pages = paths.get('page')!;
  const base = await commitOfBase(context, record, baseRevisionOf(changeRequest));
  for (const [id, path] of await pathsBefore(context, { folder, base })) pages.set(id, path);
  const given = new Map(await pathsOfRequest(context, { folder, commit: at, request: before, known: pages }));
  for (const proposal of await readProposals(context.state))
    if (proposal.space === record.id && proposal.changeRequest?.id === changeRequest.id)
      for (const [id, path] of sentPaths(proposal)) given.set(id, path);
  return { paths, given, had: await context.obeyedHere(folder) };
}

async function readAgainst(
  context: CycleContext,
  writer: ObjectWriter,
  of: {
    place: ContentPlace;
    content: Revision;
    main: KnownContents;
    before: ChangeRequestRecord | undefined;
    folder: string;
    known: Omit<KnownPaths, 'config'>;
  },
): Promise<{ read: ReadContent; objects: Record<string, ContentRecord> }> {
  const own = of.before?.objects ?? {};
  const lookup: KnownContents['lookup'] = (kind, id, mark) => {
    const mine = own[`${kind}/${id}`];
    const theirs = of.main.lookup(kind, id);
    return mine && (mark === undefined || mine.mark === mark || theirs?.mark !== mark) ? mine : theirs;
  };
  const spaceConfig = await configOfRevision(context, of.content, lookup);
  const plan = planContent(of.content, { ...of.known, lookup, config: spaceConfig });
  const previousSummary = lookup('file', summaryRecordId);
  const read = await readContent(context, writer, {
    folder: of.folder,
    place: of.place,
    plan,
    previousSummary,
  });
  const objects: Record<string, ContentRecord> = {};
  for (const kind of contentKinds)
    for (const [id, record] of read.records.get(kind)!) {
      const same = of.main.lookup(kind, id);
      if (same?.oid !== record.oid || same.path !== record.path || same.mark !== record.mark)
        objects[`${kind}/${id}`] = record;
    }
  return { read, objects };
}

async function commitChangeRequest(
  context: CycleContext,
  writer: ObjectWriter,
  { space, record, changeRequest, before }: KnownChangeRequest,
  { content, read }: { content: Revision; read: ReadContent },
): Promise<Oid> {
  const { git, tip } = context;
  const base = await commitOfBase(context, record, baseRevisionOf(changeRequest));
  const aroundTree = base === null ? tip.tree : await git.treeOf(base);
  const tree = await writer.updateTree(
    aroundTree,
    await folderChanges(git, aroundTree, record.path, read.files),
  );
  const parents: Oid[] = [];
  if (before && (await git.has(before.commit))) parents.push(before.commit);
  // The commit that the change request starts from, or that it took in with an update.
  if (base !== null && (parents.length === 0 || before?.base !== baseRevisionOf(changeRequest)))
    parents.push(base);
  const author = authorOfChangeRequest(changeRequest, content.createdAt);
  return writer.addCommit({
    tree,
    parents,
    author,
    committer: tidemarkAt(author.at),
    message: messageOfChangeRequest(changeRequest, space.id),
  });
}
