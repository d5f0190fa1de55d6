import type { Client } from '../client/index.ts';

export interface NamedRow {
  readonly id: string;
  readonly title: string;
}

/** A collection or a site, with its listed spaces. A look at all of them takes one request. */
export interface Group extends NamedRow {
  readonly kind: 'collection' | 'site';
  readonly spaces: readonly NamedRow[];
}

/** The collections and sites of an organization. */
export async function groupsOf(client: Client, organizationId: string): Promise<Group[]> {
  const limit = 1000;
  const params = { organizationId };
  const groups: Group[] = [];
  for await (const { id, title } of client.list('listCollectionsInOrganizationById', {
    params,
    query: { limit, nested: true },
  })) {
    const list = client.list('listSpacesInCollectionById', {
      params: { collectionId: id },
      query: { limit },
    });
    const spaces: NamedRow[] = [];
    for await (const space of list) spaces.push({ id: space.id, title: space.title });
    groups.push({ kind: 'collection', id, title, spaces });
  }
  for await (const { id, title } of client.list('listSites', { params, query: { limit } })) {
    const list = client.list('listSiteSpaces', { params: { ...params, siteId: id }, query: { limit } });
    const spaces: NamedRow[] = [];
    for await (const { space } of list) spaces.push({ id: space.id, title: space.title });
    groups.push({ kind: 'site', id, title, spaces });
  }
  return groups;
}

/** The spaces of all groups, each once. */
export function spacesIn(groups: readonly Group[]): NamedRow[] {
  return [...new Map(groups.flatMap(({ spaces }) => spaces.map((space) => [space.id, space]))).values()];
}

/**
 * The fewest groups of one kind that contain exactly these spaces, if a look at the groups takes fewer requests than one for each
 * space; null otherwise.
 */
export function groupsWithFewerRequests(
  spaces: readonly string[],
  groups: readonly Group[],
): readonly Group[] | null {
  const wanted = new Set(spaces);
  const covers = (['collection', 'site'] as const).flatMap((kind) => {
    const within = groups.filter(
      (group) => group.kind === kind && group.spaces.every(({ id }) => wanted.has(id)),
    );
    const cover: Group[] = [];
    const covered = new Set<string>();
    for (const group of within.toSorted((one, other) => other.spaces.length - one.spaces.length)) {
      if (group.spaces.every(({ id }) => covered.has(id))) continue;
      cover.push(group);
      for (const { id } of group.spaces) covered.add(id);
    }
    return covered.size === wanted.size && cover.length < wanted.size ? [cover] : [];
  });
  return covers.toSorted((one, other) => one.length - other.length)[0] ?? null;
}

/** The names of groups, for people. */
export function groupNames(groups: readonly Group[]): string {
  const [first, ...more] = groups;
  const kind = first?.kind ?? 'collection';
  return `the ${more.length === 0 ? kind : `${kind}s`} ${groups.map(({ id, title }) => `“${title}” (${id})`).join(', ')}`;
}
