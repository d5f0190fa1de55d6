import { shownSubject } from '../blank-names.ts';
import type { ChangeRequest, Collection, Organization, Space } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { liveAddressOfHome } from '../live.ts';
import {
  auditPath,
  changePath,
  collectionPath,
  homePath,
  organizationPath,
  peoplePath,
  providersPath,
  sitePath,
  spacePath,
  teamsPath,
} from '../paths.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import { ownOrganizations, waitingFor } from '../waiting.ts';
import { breadcrumbsOf, unlessHidden } from './frame.ts';

/** How many change requests one list of the start page has. */
const listedAtOnce = 20;

/** A collection with its content, as a list of links. */
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
  const organizations = await ownOrganizations(visit);
  const groups = [];
  const spaces = new Map<string, Space>();
  for (const organization of organizations) {
    const { spaces: own, shelf } = await contentOf(visit, organization);
    for (const space of own) spaces.set(space.id, space);
    groups.push({ title: organization.title, href: `/app/o/${organization.id}`, shelf });
  }
  const waiting = await waitingFor(visit, organizations);
  const listedOf = (changes: readonly ChangeRequest[], right: 'access' | 'review'): ListedChange[] =>
    changes
      .flatMap((change) => {
        const space = spaces.get(change.space ?? '');
        return space?.permissions[right] === true ? listedChange(change, space) : [];
      })
      .slice(0, listedAtOnce);
  return {
    template: 'home',
    title: 'Home',
    live: liveAddressOfHome(waiting),
    data: {
      groups,
      asked: listedOf(waiting.asked, 'access'),
      reviews: listedOf(waiting.open, 'review'),
      mine: listedOf(waiting.mine, 'access'),
    },
  };
}

/** An organization: its content, sites, specifications and integrations. */
export async function organization(visit: Visit): Promise<Outcome> {
  const params = { organizationId: param(visit, 'organization') };
  const found = await visit.call('getOrganizationById', { params });
  const { shelf } = await contentOf(visit, found);
  const sites = (await unlessHidden(listOf(visit, 'listSites', { params }, 200))) ?? [];
  const specs = (await unlessHidden(listOf(visit, 'listOpenAPISpecs', { params }, 200))) ?? [];
  const integrations = found.permissions.listIntegrations
    ? ((await unlessHidden(listOf(visit, 'listIntegrations', {}, 200))) ?? [])
    : [];
  return {
    template: 'organization',
    title: found.title,
    crumbs: [{ title: 'Home', href: homePath }],
    data: {
      title: found.title,
      logo: found.urls.logo,
      shelf,
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
      people: found.permissions.listMembers ? peoplePath(found.id) : undefined,
      teams: found.permissions.listTeams ? teamsPath(found.id) : undefined,
      providers: found.permissions.admin ? providersPath(found.id) : undefined,
      audit: found.permissions.admin ? auditPath(found.id) : undefined,
      mayCreate: found.permissions.createContent,
      action: organizationPath(found.id),
      integrations: integrations.map(({ name, title }) => ({
        title,
        href: `${organizationPath(found.id)}/integrations/${encodeURIComponent(name)}`,
      })),
    },
  };
}

/** Makes a site; its spaces are chosen later. */
export async function newSite(visit: Visit): Promise<Outcome> {
  const params = { organizationId: param(visit, 'organization') };
  const { id } = await visit.call('createSite', { params, body: { title: field(visit, 'title').trim() } });
  return { redirect: sitePath(id), notice: 'The site is made. Put spaces on it, then publish it.' };
}

/** A collection: the spaces and collections in it. */
export async function collection(visit: Visit): Promise<Outcome> {
  const found = await visit.call('getCollectionById', {
    params: { collectionId: param(visit, 'collection') },
  });
  const params = { organizationId: found.organization };
  const all = (await unlessHidden(listOf(visit, 'listCollectionsInOrganizationById', { params }))) ?? [];
  const spaces = await listOf(visit, 'listSpacesInCollectionById', { params: { collectionId: found.id } });
  const inside = all.filter(({ parent }) => parent === found.id);
  return {
    template: 'collection',
    title: found.title,
    crumbs: await breadcrumbsOf(visit, found.organization, found.parent),
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

/** A change request as lists show it. */
export function listedChange(change: ChangeRequest, space: { id: string; title: string }): ListedChange {
  return {
    href: changePath(space.id, change.number),
    number: change.number,
    subject: shownSubject(change.subject),
    space: space.title,
    by: change.createdBy.displayName,
    updatedAt: change.updatedAt,
    status: change.status,
  };
}
