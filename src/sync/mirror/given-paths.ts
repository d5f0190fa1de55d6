import type { GitRepository, Oid } from '../../git/port.ts';
import { readProposals, sentPaths } from '../state/proposals.ts';
import type { ChangeRequestRecord, SpaceRecord } from '../state/records.ts';
import type { RevisionOrigin } from './commit-text.ts';
import type { CycleContext } from './context.ts';
import { baseOf } from '../versions/base-of.ts';
import { pageChanges } from '../versions/page-changes.ts';
import type { PageFile } from '../versions/page-changes.ts';
import { changeRequestRef } from './cr-refs.ts';
import { belowFolder, inFolder, outOfFolder } from './tip.ts';

/** Paths of pages in a space's folder, by page id. */
export type PagePaths = ReadonlyMap<string, string>;

type Where = Pick<CycleContext, 'git' | 'tip' | 'state' | 'config'>;

/**
 * The paths that people gave to the pages of a revision: those in the published commit of the change request that was merged,
 * else those that this machine sent. Published commits come first, so that every machine gets the same paths wherever there are
 * such commits.
 */
export async function pathsOfMerge(
  context: Where,
  {
    space,
    folder,
    requests,
    origin,
    known,
  }: {
    space: string;
    folder: string;
    requests: SpaceRecord['changeRequests'];
    origin: RevisionOrigin;
    known: PagePaths;
  },
): Promise<PagePaths> {
  const given = new Map<string, string>();
  const take = (paths: PagePaths, newOnly: boolean): void => {
    for (const [id, path] of paths) if (!given.has(id) && !(newOnly && known.has(id))) given.set(id, path);
  };
  const merged = origin.mergedFrom;
  const request = requests.find(({ id }) => id === merged?.id);
  if (merged) {
    const commit = await context.git.resolveRef(changeRequestRef(folder, merged.number));
    take(await pathsOfRequest(context, { folder, commit, request, known }), false);
  }
  // The service may not say which change request a revision comes from. Then only a page's id shows that our change request made
  // the page.
  for (const proposal of await readProposals(context.state))
    if (proposal.space === space)
      take(sentPaths(proposal), !merged || proposal.changeRequest?.id !== merged.id);
  for (const { objects } of requests) take(pathsAmong(objects), true);
  return given;
}

/** The pages that a change request moved or made, with their paths in its newest commit. */
export async function pathsOfRequest(
  { git, tip, config }: Where,
  {
    folder,
    commit,
    request,
    known,
  }: {
    folder: string;
    commit: Oid | null;
    request: Pick<ChangeRequestRecord, 'objects'> | undefined;
    known: PagePaths;
  },
): Promise<PagePaths> {
  if (commit === null || tip.commit === null || !(await git.has(commit))) return new Map();
  const base = await baseOf(git, commit, tip.commit);
  if (base === null) return new Map();
  const { before, after } = await pagesBetween(git, { from: base, to: commit, folder });
  const paths = new Map([...after].filter(([id, path]) => before.get(id) !== path));
  if (config.frontMatter.id) return paths;
  // Where pages do not carry their ids, the commit does not say which page is which; the record of the change request does.
  for (const [id, path] of pathsAmong(request?.objects ?? {}))
    if (known.get(id) !== path && (await git.entryAt(base, inFolder(folder, path))) === null)
      paths.set(id, path);
  return paths;
}

/** The paths that pages had at an older commit of the mirror, for pages that have another path now. */
export async function pathsBefore(
  { git, tip }: Where,
  { folder, base }: { folder: string; base: Oid | null },
): Promise<PagePaths> {
  if (base === null || tip.commit === null || base === tip.commit) return new Map();
  const { before, after } = await pagesBetween(git, { from: base, to: tip.commit, folder });
  return new Map([...before].filter(([id, path]) => after.get(id) !== path));
}

function pathsAmong(objects: ChangeRequestRecord['objects']): Map<string, string> {
  const paths = new Map<string, string>();
  for (const [key, { path }] of Object.entries(objects))
    if (key.startsWith('page/')) paths.set(key.slice('page/'.length), path);
  return paths;
}

/** The pages among the files that differ between two commits, by id. */
async function pagesBetween(
  git: GitRepository,
  { from, to, folder }: { from: Oid; to: Oid; folder: string },
): Promise<{ before: Map<string, string>; after: Map<string, string> }> {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  const note = (pages: Map<string, string>, file: PageFile | null): void => {
    const inner = file && outOfFolder(folder, file.path);
    if (file && inner !== null && file.id !== null) pages.set(file.id, inner);
  };
  for await (const change of pageChanges(git, await git.diffTrees(from, to, belowFolder(folder)))) {
    note(before, change.before);
    note(after, change.after);
  }
  return { before, after };
}
