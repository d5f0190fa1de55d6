import type { ChangeRequest, Collection, Organization, Space } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { changePath, collectionPath, homePath, sitePath, spacePath } from '../paths.ts';
import { param, type Outcome, type Visit } from '../visit.ts';
import { crumbsOf, seen } from './frame.ts';

/** A collection with what is in it, as a list of links. */
interface Shelf {
  readonly title: string | undefined;
  readonly href: string | undefined;
  readonly spaces: readonly ShelvedSpace[];
  readonly shelves: readonly Shelf[];
}

interface ShelvedSpace {
  readonly title: string;
  readonly href: string;
  readonly emoji: string;
  readonly updatedAt: string;
  readonly open: number;
}

/** A change request in a list. */
interface ListedChange {
  readonly href: string;
  readonly number: number;
  readonly subject: string;
  readonly space: string;
  readonly by: string;
  readonly updatedAt: string;
  readonly status: ChangeRequest['status'];
}

/** The start page: what waits for this person, and everything that they may read. */
export async function home(visit: Visit): Promise<Outcome> {
  const organizations = await listOf(visit, 'listOrganizationsForAuthenticatedUser', {}, 50);
  const groups = [];
  const all: Space[] = [];
  for (const organization of organizations) {
    const { spaces, shelf } = await contentOf(visit, organization);
    all.push(...spaces);
    groups.push({ title: organization.title, href: `/app/o/${organization.id}`, shelf });
  }
  const waiting = await waitingFor(visit, all);
  return { template: 'home', title: 'Home', data: { groups, ...waiting } };
}

/** An organization: its content, sites and specifications, and for administrators who is invited. */
export async function organization(visit: Visit): Promise<Outcome> {
  const params = { organizationId: param(visit, 'organization') };
  const found = await visit.call('getOrganizationById', { params });
  const { shelf } = await contentOf(visit, found);
  const sites = (await seen(listOf(visit, 'listSites', { params }, 200))) ?? [];
  const specs = (await seen(listOf(visit, 'listOpenAPISpecs', { params }, 200))) ?? [];
  const invites = found.permissions.admin
    ? await listOf(visit, 'listOrganizationInviteLinks', { params }, 200)
    : [];
  return {
    template: 'organization',
    title: found.title,
    crumbs: [{ title: 'Home', href: homePath }],
    data: {
      title: found.title,
      logo: found.urls.logo,
      shelf,
      admin: found.permissions.admin,
      sites: sites.map(({ id, title, published, visibility }) => ({
        title,
        published,
        visibility,
        href: sitePath(id),
      })),
      specs: specs.map(({ slug, updatedAt }) => ({
        slug,
        updatedAt,
        href: `/app/o/${found.id}/openapi/${encodeURIComponent(slug)}`,
      })),
      invites: invites.map(({ role, level, space, collection }) => ({
        gives: level ?? role ?? 'guest',
        to: space?.title ?? collection?.title ?? found.title,
      })),
    },
  };
}

/** A collection: the spaces and collections in it. */
export async function collection(visit: Visit): Promise<Outcome> {
  const found = await visit.call('getCollectionById', {
    params: { collectionId: param(visit, 'collection') },
  });
  const params = { organizationId: found.organization };
  const all = (await seen(listOf(visit, 'listCollectionsInOrganizationById', { params }))) ?? [];
  const spaces = await listOf(visit, 'listSpacesInCollectionById', { params: { collectionId: found.id } });
  const inside = all.filter(({ parent }) => parent === found.id);
  return {
    template: 'collection',
    title: found.title,
    crumbs: await crumbsOf(visit, found.organization, found.parent),
    data: {
      title: found.title,
      description: found.description,
      shelf: {
        title: undefined,
        href: undefined,
        spaces: spaces.filter(({ parent }) => parent === found.id).map(shelved),
        shelves: inside.map(({ id, title }) => ({
          title,
          href: collectionPath(id),
          spaces: [],
          shelves: [],
        })),
      } satisfies Shelf,
    },
  };
}

async function contentOf(
  visit: Visit,
  { id }: Organization,
): Promise<{ spaces: readonly Space[]; shelf: Shelf }> {
  const params = { organizationId: id };
  const spaces = await listOf(visit, 'listSpacesInOrganizationById', { params }, 5000);
  const collections = await listOf(visit, 'listCollectionsInOrganizationById', { params }, 5000);
  const known = new Set(collections.map((each) => each.id));
  const isUnder = ({ parent }: Space | Collection, place: string | undefined): boolean =>
    (parent !== undefined && known.has(parent) ? parent : undefined) === place;
  const shelfAt = (place: Collection | undefined): Shelf => ({
    title: place?.title,
    href: place === undefined ? undefined : collectionPath(place.id),
    spaces: spaces.filter((space) => isUnder(space, place?.id)).map(shelved),
    shelves: collections.filter((each) => isUnder(each, place?.id)).map(shelfAt),
  });
  return { spaces, shelf: shelfAt(undefined) };
}

function shelved({ id, title, emoji, updatedAt, changeRequestsOpen }: Space): ShelvedSpace {
  return { title, href: spacePath(id), emoji: emoji ?? '', updatedAt, open: changeRequestsOpen };
}

/** Spaces that are looked into for what waits: those that changed last. */
const lookedInto = 40;

/** What waits for this person: other people's requests to look at, own ones that are under way, own drafts. */
async function waitingFor(
  visit: Visit,
  spaces: readonly Space[],
): Promise<{ reviews: ListedChange[]; mine: ListedChange[] }> {
  const busy = spaces
    .filter(({ permissions, changeRequestsOpen, changeRequestsDraft }) => {
      return permissions.access && changeRequestsOpen + changeRequestsDraft > 0;
    })
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, lookedInto);
  const reviews: ListedChange[] = [];
  const mine: ListedChange[] = [];
  for (const space of busy) {
    const params = { spaceId: space.id };
    const open = await listOf(visit, 'listChangeRequestsForSpace', { params, query: { status: 'open' } }, 50);
    const drafts = await listOf(
      visit,
      'listChangeRequestsForSpace',
      { params, query: { status: 'draft', contributor: visit.user.id } },
      50,
    );
    for (const change of [...open, ...drafts]) {
      const isMine = change.createdBy.id === visit.user.id;
      if (isMine || change.status === 'draft') mine.push(listed(change, space));
      else if (space.permissions.review) reviews.push(listed(change, space));
    }
  }
  const newest = (one: ListedChange, other: ListedChange): number =>
    one.updatedAt < other.updatedAt ? 1 : -1;
  return { reviews: reviews.sort(newest).slice(0, 20), mine: mine.sort(newest).slice(0, 20) };
}

/** A change request as lists show it. */
export function listed(change: ChangeRequest, space: { id: string; title: string }): ListedChange {
  return {
    href: changePath(space.id, change.number),
    number: change.number,
    subject: change.subject === '' ? 'Without a subject' : change.subject,
    space: space.title,
    by: change.createdBy.displayName,
    updatedAt: change.updatedAt,
    status: change.status,
  };
}
