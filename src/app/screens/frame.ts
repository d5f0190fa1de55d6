import { isAppError } from '../../base/index.ts';
import type { Space } from '../../contract/index.ts';
import { collectionPath, homePath, organizationPath, spacePath } from '../paths.ts';
import { param, type Breadcrumb, type SpaceFrame, type Visit } from '../visit.ts';

export type Tab = 'pages' | 'changes' | 'history' | 'comments' | 'files' | 'links';

/** A space that somebody may see, with the frame around each of its pages. */
export interface OpenedSpace {
  readonly space: Space;
  frame(tab: Tab): { readonly space: SpaceFrame; readonly crumbs: readonly Breadcrumb[] };
}

/** Opens the space that the path names. */
export async function openSpace(visit: Visit): Promise<OpenedSpace> {
  const space = await visit.call('getSpaceById', { params: { spaceId: param(visit, 'space') } });
  const crumbs = await breadcrumbsOf(visit, space.organization, space.parent);
  const mirror = await visit.mirrors?.noteOf(space.id, visit.nowMs);
  return {
    space,
    frame: (tab) => ({
      crumbs,
      space: {
        ...{ id: space.id, title: space.title, emoji: space.emoji ?? '', tab, tabs: tabsOf(space) },
        ...(mirror === undefined ? {} : { mirror }),
      },
    }),
  };
}

function tabsOf(space: Space): SpaceFrame['tabs'] {
  const { id, permissions, changeRequestsOpen, comments } = space;
  const pages = { id: 'pages', title: 'Pages', href: spacePath(id) };
  if (!permissions.access) return [pages];
  const counted = (count: number): { count?: number } => (count === 0 ? {} : { count });
  return [
    pages,
    {
      id: 'changes',
      title: 'Change requests',
      href: spacePath(id, 'changes'),
      ...counted(changeRequestsOpen),
    },
    { id: 'comments', title: 'Comments', href: spacePath(id, 'comments'), ...counted(comments) },
    { id: 'history', title: 'History', href: spacePath(id, 'history') },
    { id: 'files', title: 'Files', href: spacePath(id, 'files') },
    { id: 'links', title: 'Links', href: spacePath(id, 'links') },
  ];
}

/** The way from home to something in an organization, without what the person may not see. */
export async function breadcrumbsOf(
  visit: Visit,
  organization: string,
  collection?: string,
): Promise<Breadcrumb[]> {
  const crumbs: Breadcrumb[] = [{ title: 'Home', href: homePath }];
  const home = await unlessHidden(
    visit.call('getOrganizationById', { params: { organizationId: organization } }),
  );
  if (home !== undefined) crumbs.push({ title: home.title, href: organizationPath(home.id) });
  const around: Breadcrumb[] = [];
  for (let id = collection; id !== undefined && around.length < 10;) {
    const found = await unlessHidden(visit.call('getCollectionById', { params: { collectionId: id } }));
    if (found === undefined) break;
    around.unshift({ title: found.title, href: collectionPath(found.id) });
    id = found.parent;
  }
  return [...crumbs, ...around];
}

/** The result of a call, or undefined where the person may not see it. */
export async function unlessHidden<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND', 'FORBIDDEN')) return undefined;
    throw error;
  }
}
