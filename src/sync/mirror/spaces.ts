import { AppError, isAppError, messageOf } from '../../base/index.ts';
import type { Space } from '../../contract/index.ts';
import type { MirrorConfig } from '../config.ts';
import { inParallel } from '../in-parallel.ts';
import type { Remote, Unreadable } from '../remote/port.ts';
import type { SpaceRecord } from '../state/records.ts';
import { ownFailure } from './failures.ts';

/** A space as the service shows it now, or the reason why it cannot be seen. */
export type FoundSpace =
  | { readonly seen: true; readonly id: string; readonly path: string | null; readonly space: Space }
  | { readonly seen: false; readonly id: string; readonly path: string | null; readonly reason: AppError };

/** What is known of a space before we look at it. */
type KnownSpace = Pick<SpaceRecord, 'id' | 'path' | 'title' | 'organization'>;

/** A token made of everything in a list of spaces that changes when anything in the space changes. */
export function changeToken(space: Space): string {
  return [
    space.revision,
    space.updatedAt,
    space.changeRequests,
    space.changeRequestsOpen,
    space.changeRequestsDraft,
    space.comments,
    space.title,
  ].join('|');
}

/**
 * Looks at every space that is to be mirrored, with as few requests as the service allows: one list of 1,000 spaces where the
 * service has that list, else one request for each collection, site or space.
 */
export async function findSpaces({
  remote,
  config,
  known,
  organizationOfSite,
}: {
  remote: Remote;
  config: MirrorConfig;
  known: ReadonlyMap<string, KnownSpace>;
  organizationOfSite: Map<string, string>;
}): Promise<FoundSpace[]> {
  const sightings = new Map<string, FoundSpace>();
  const see = (space: Space, path: string | null): void => {
    if (!sightings.has(space.id)) sightings.set(space.id, { seen: true, id: space.id, path, space });
  };

  if (config.spaces)
    for (const sighting of await seeNamed({ remote, wanted: config.spaces, known }))
      sightings.set(sighting.id, sighting);
  // These lists only helped to see the named spaces; each space that they left out has been requested by id.
  remote.takeUnreadable?.();
  const unreadable: Unreadable[] = [];
  const failedLists: AppError[] = [];
  const seeAll = async (list: () => Promise<Space[]>): Promise<void> => {
    try {
      for (const space of await list()) see(space, null);
    } catch (error) {
      if (!isAppError(error, 'ANSWER_INVALID')) throw error;
      failedLists.push(error);
    }
  };
  const { organization } = config;
  if (organization !== undefined) await seeAll(() => spacesOfOrganization(remote, organization));
  for (const collection of config.collections ?? []) await seeAll(() => remote.collectionSpaces(collection));
  for (const site of config.sites ?? [])
    await seeAll(() => spacesOfSite({ remote, config, site, organizationOfSite }));
  unreadable.push(...(remote.takeUnreadable?.() ?? []));
  const [failure] = failedLists;
  // A proxy's page, such as a login, stands in place of every answer: the failure concerns no single space.
  if (failure !== undefined && sightings.size === 0) throw failure;
  unreadable.push(...failedLists.map((reason) => ({ id: null, reason })));
  const seen = new Set(sightings.keys());
  const unseen = unseenSpaces({ unreadable, config, known, seen, failure });
  return [...sightings.values(), ...unseen];
}

/**
 * The spaces that could not be read, and those that we have and no list names any more: the latter are gone or hidden, and their
 * mirror stays as it is. `failure`: why a list could not be read; the spaces that no list names may be in that one.
 */
function unseenSpaces({
  unreadable,
  config,
  known,
  seen,
  failure,
}: {
  unreadable: readonly Unreadable[];
  config: MirrorConfig;
  known: ReadonlyMap<string, KnownSpace>;
  seen: ReadonlySet<string>;
  failure: AppError | undefined;
}): FoundSpace[] {
  const unseen = new Map<string, FoundSpace>();
  const add = (id: string, path: string | null, reason: Unreadable['reason']): void => {
    if (!seen.has(id) && !unseen.has(id)) unseen.set(id, { seen: false, id, path, reason });
  };
  for (const [index, { id, reason }] of unreadable.entries()) {
    const name = id ?? `unreadable ${index + 1}`;
    add(name, known.get(name)?.path ?? null, reason);
  }
  const listed = config.organization !== undefined || config.collections || config.sites;
  if (listed) for (const { id, path, title } of known.values()) add(id, path, failure ?? missing(id, title));
  return [...unseen.values()];
}

async function seeNamed({
  remote,
  wanted,
  known,
}: {
  remote: Remote;
  wanted: readonly { readonly id: string; readonly path: string }[];
  known: ReadonlyMap<string, KnownSpace>;
}): Promise<FoundSpace[]> {
  const found = new Map<string, Space>();
  if (wanted.length > 1) {
    const organizations = new Set(
      wanted.map(({ id }) => known.get(id)?.organization).filter((id) => id !== undefined),
    );
    if (organizations.size === 0) {
      const first = await unlessBad(remote.space(wanted[0]!.id));
      if (first) found.set(first.id, first);
      if (first) organizations.add(first.organization);
    }
    // With as many organizations as spaces, requesting each space by itself costs no more.
    if (organizations.size < wanted.length)
      for (const organization of organizations)
        for (const space of (await unlessBad(remote.organizationSpaces(organization))) ?? [])
          found.set(space.id, space);
  }
  return inParallel(wanted, 8, async ({ id, path }): Promise<FoundSpace> => {
    try {
      const space = found.get(id) ?? (await remote.space(id));
      if (space) return { seen: true, id, path, space };
      return { seen: false, id, path, reason: missing(id, known.get(id)?.title) };
    } catch (error) {
      return { seen: false, id, path, reason: ownFailure(error) };
    }
  });
}

/** Counts a failed answer as none, unless the failure concerns every space: the caller then requests each space by itself. */
async function unlessBad<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer;
  } catch (error) {
    ownFailure(error);
    return null;
  }
}

/** On an interface without a list of an organization's spaces, spaces that are in no collection and on no site stay unseen. */
async function spacesOfOrganization(remote: Remote, organization: string): Promise<Space[]> {
  const spaces = await remote.organizationSpaces(organization);
  if (spaces) return spaces;
  const [collections, sites] = await Promise.all([
    remote.collections(organization),
    remote.sites(organization),
  ]);
  const parts = await Promise.all([
    inParallel(collections, 4, ({ id }) => remote.collectionSpaces(id)),
    inParallel(sites, 4, ({ id }) => remote.siteSpaces(organization, id)),
  ]);
  const found = parts.flat(2);
  if (found.length === 0) throw noList(organization);
  return found;
}

function noList(organization: string): AppError {
  return new AppError(
    'NOT_SUPPORTED_BY_SERVICE',
    `The service cannot list the spaces of an organization, and no collection and no site of ${organization} has one: Tidemark mirrors nothing`,
    {
      hint: 'Name the spaces under `mirror.spaces`, each with its id (it is in the address of the space in the app).',
    },
  );
}

async function spacesOfSite({
  remote,
  config,
  site,
  organizationOfSite,
}: {
  remote: Remote;
  config: MirrorConfig;
  site: string;
  organizationOfSite: Map<string, string>;
}): Promise<Space[]> {
  const certain = organizationOfSite.get(site) ?? config.organization;
  if (certain !== undefined) return remote.siteSpaces(certain, site);
  let last: unknown;
  for (const organization of await remote.organizations()) {
    try {
      const spaces = await remote.siteSpaces(organization, site);
      organizationOfSite.set(site, organization);
      return spaces;
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND', 'FORBIDDEN')) throw error;
      last = error;
    }
  }
  throw new AppError('NOT_FOUND', `No organization of this token has the site ${site}`, {
    hint: 'Check `mirror.sites` and what the token may see (`tidemark doctor`).',
    ...(last === undefined ? {} : { cause: last, data: { last: messageOf(last) } }),
  });
}

function missing(id: string, title: string | undefined): AppError {
  const name = title === undefined ? id : `${title} (${id})`;
  return new AppError('NOT_FOUND', `The space ${name} does not exist, or this token may not see it`, {
    hint: 'Its mirror stays as it is. Check the id and the token (`tidemark doctor`), or take the space out of `mirror:`.',
  });
}
