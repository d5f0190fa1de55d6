import { AppError } from '../../base/index.ts';
import type { RevisionChanges } from '../../contract/index.ts';
import { liveAddress } from '../live.ts';
import { changePath, scopeBase, spacePath } from '../paths.ts';
import type { Outcome, Visit } from '../visit.ts';
import { readerOf } from './content.ts';
import { comparedAtOnce, differenceOf, diffModeOf, pageChangesOf, treeChanges } from './differences.ts';
import { openSpace } from './frame.ts';
import { nodeIn } from './tree.ts';

/** How many revisions one page of the history shows. */
const listed = 25;
/** How many revisions are searched for changes of one page. */
const lookedThrough = 200;

/** How many pages the list of a comparison shows at most. */
const comparedInList = 1000;

/** The revisions of a space, newest first: who changed what and when. */
export async function history(visit: Visit): Promise<Outcome> {
  const { space, frame } = await openSpace(visit);
  const page = visit.query.get('page') ?? undefined;
  const entries = [];
  let next: string | undefined = visit.query.get('from') ?? space.revision;
  for (let looked = 0; next !== undefined && entries.length < listed && looked < lookedThrough; looked += 1) {
    const id: string = next;
    const answer: RevisionChanges = await visit.call('getRevisionSemanticChanges', {
      params: { spaceId: space.id, revisionId: id },
      query: { limit: page === undefined ? 6 : 1000 },
    });
    next = answer.revision?.parents[0];
    const pages = pageChangesOf(answer.changes);
    if (page === undefined || pages.some((each) => each.id === page))
      entries.push(
        entryOf(space.id, id, answer, page === undefined ? pages : pages.filter((each) => each.id === page)),
      );
  }
  const reader = readerOf(visit, space, space.revision, { space: space.id });
  const query = page === undefined ? '' : `&page=${encodeURIComponent(page)}`;
  return {
    template: 'history',
    live: liveAddress(space),
    title: 'History',
    ...frame('history'),
    data: {
      entries,
      page,
      name: page === undefined ? undefined : nodeIn(reader.pages, page)?.node.title,
      compare: spacePath(space.id, 'compare'),
      older: next === undefined ? undefined : `${spacePath(space.id, 'history')}?from=${next}${query}`,
      all: spacePath(space.id, 'history'),
    },
  };
}

function entryOf(
  space: string,
  id: string,
  { revision, mergedFrom, changes, more = 0 }: RevisionChanges,
  pages: ReturnType<typeof pageChangesOf>,
) {
  return {
    id,
    at: revision?.createdAt ?? '',
    parent: revision?.parents[0],
    type: revision?.type ?? 'edits',
    href: scopeBase({ space, revision: id }).slice(0, -1),
    change: mergedFrom && {
      number: mergedFrom.number,
      subject: mergedFrom.subject,
      by: mergedFrom.createdBy.displayName,
      href: changePath(space, mergedFrom.number),
    },
    pages: pages.slice(0, 4).map(({ title, kind }) => ({ title, kind })),
    more: more + Math.max(0, changes.length - 4),
  };
}

/** Any two revisions of a space, beside each other. */
export async function compare(visit: Visit): Promise<Outcome> {
  const { space, frame } = await openSpace(visit);
  const [from, to] = [visit.query.get('from') ?? '', visit.query.get('to') ?? space.revision];
  if (from === '')
    throw new AppError('BAD_REQUEST', 'The address does not say which revisions to compare.', {
      hint: 'Choose two of them in the history.',
    });
  const scope = { space: space.id, revision: to };
  const before = readerOf(visit, space, from, scope);
  const after = readerOf(visit, space, to, scope);
  const only = visit.query.get('page') ?? undefined;
  const changes = treeChanges(before.pages, after.pages).filter(
    ({ id }) => only === undefined || id === only,
  );
  const mode = diffModeOf(visit.query);
  const address = (view: string, page = only): string =>
    `${spacePath(space.id, 'compare')}?${new URLSearchParams({ from, to, view, ...(page === undefined ? {} : { page }) }).toString()}`;
  const pages = [];
  for (const [at, each] of changes.slice(0, comparedInList).entries())
    pages.push({
      ...each,
      own: address(mode, each.id),
      compared: false,
      ...(at < comparedAtOnce ? await differenceOf(each, { before, after, mode }) : {}),
    });
  return {
    template: 'compare',
    alone: 'compared-page-part',
    title: 'Two revisions compared',
    ...frame('history'),
    data: {
      pages,
      page: pages[0],
      total: changes.length,
      mode,
      address,
      back: spacePath(space.id, 'history'),
      whole: only === undefined ? undefined : address(mode, undefined),
    },
  };
}
