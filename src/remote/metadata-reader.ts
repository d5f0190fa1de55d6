import { isAppError } from '../base/index.ts';
import type { ItemOf, ListOperationId, OperationId, ResultOf } from '../contract/index.ts';
import { inParallel } from '../sync/in-parallel.ts';
import type { MetadataObject } from '../sync/remote/port.ts';
import type { CallInput } from './through-client.ts';

/** Calls operations by name, and reads lists as a whole. */
export interface MetadataCalls {
  call<Id extends OperationId>(id: Id, input: CallInput): Promise<ResultOf<Id>>;
  all<Id extends ListOperationId>(id: Id, input: CallInput): Promise<ItemOf<Id>[]>;
  /** The text of a specification's newest version; null where the service does not give texts. */
  specificationText(organization: string, slug: string): Promise<Uint8Array | null>;
}

/** Reads what an organization has besides content. Objects that this token may not see, or that the server does not have, are left out. */
export async function readMetadata(
  calls: MetadataCalls,
  organization: string,
  {
    spaces,
    comments,
    specifications,
  }: { spaces: readonly string[]; comments: boolean; specifications: ReadonlyMap<string, string> },
): Promise<MetadataObject[]> {
  const params = { organizationId: organization };
  const one = async <Id extends OperationId>(id: Id, input: CallInput): Promise<ResultOf<Id> | null> =>
    whenAllowed(calls.call(id, input), null);
  const all = async <Id extends ListOperationId>(id: Id, input: CallInput): Promise<ItemOf<Id>[]> =>
    whenAllowed(calls.all(id, input), []);

  const objects: MetadataObject[] = [];
  const add = (kind: MetadataObject['kind'], id: string, value: object): void => {
    objects.push({ kind, id, value: value as Readonly<Record<string, unknown>> });
  };
  const about = await one('getOrganizationById', { params });
  if (about) add('organizations', about.id, about);
  for (const collection of await all('listCollectionsInOrganizationById', {
    params,
    query: { nested: true },
  }))
    add('collections', collection.id, collection);
  for (const spec of await all('listOpenAPISpecs', { params })) {
    const { slug, lastVersion } = spec;
    const text =
      lastVersion === undefined
        ? null
        : specifications.get(slug) === lastVersion
          ? 'here'
          : await whenAllowed(calls.specificationText(organization, slug), null);
    objects.push({ kind: 'openapi', id: slug, value: spec, ...(text === null ? {} : { text }) });
  }
  for (const translation of await all('listTranslations', { params }))
    add('translations', translation.id, translation);
  for (const site of await all('listSites', { params }))
    add('sites', site.id, await readSite(one, all, organization, site));
  await inParallel(spaces, 4, async (id) => {
    const space = await one('getSpaceById', { params: { spaceId: id } });
    if (!space) return;
    const customFields = await one('getSpaceCustomFields', { params: { spaceId: id } });
    const values = (Array.isArray(customFields) ? customFields : []).map(({ customField, value }) => ({
      name: customField.name,
      ...(value === undefined ? {} : { value }),
    }));
    add('spaces', id, { ...space, ...(values.length > 0 ? { customFields: values } : {}) });
    if (comments)
      for (const comment of await all('listCommentsInSpace', {
        params: { spaceId: id },
        query: { order: 'asc' },
      }))
        add('comments', comment.id, { ...comment, space: id });
  });
  return objects.sort((a, b) => (a.kind + a.id < b.kind + b.id ? -1 : 1));
}

async function readSite(
  one: <Id extends OperationId>(id: Id, input: CallInput) => Promise<ResultOf<Id> | null>,
  all: <Id extends ListOperationId>(id: Id, input: CallInput) => Promise<ItemOf<Id>[]>,
  organization: string,
  site: { id: string },
): Promise<object> {
  const params = { organizationId: organization, siteId: site.id };
  const sections = await all('listSiteSections', { params });
  const groups = await all('listSiteSectionGroups', { params });
  const siteSpaces = await all('listSiteSpaces', { params });
  const published = await one('getPublishedContentSite', { params });
  return {
    ...site,
    ...(sections.length > 0 ? { sections: sections.map(withSpaceIds) } : {}),
    ...(groups.length > 0
      ? { sectionGroups: groups.map((group) => ({ ...group, sections: group.sections.map(({ id }) => id) })) }
      : {}),
    siteSpaces: siteSpaces.map(bySpaceId),
    ...(published ? { customizations: published.customizations } : {}),
  };
}

/** Replaces a site's space by the space's id: the space's facts are in a file of their own. */
function bySpaceId<Value extends { space: { id: string } }>(
  value: Value,
): Omit<Value, 'space'> & { space: string } {
  return { ...value, space: value.space.id };
}

function withSpaceIds<Section extends { siteSpaces: readonly { space: { id: string } }[] }>(
  section: Section,
): object {
  return { ...section, siteSpaces: section.siteSpaces.map(bySpaceId) };
}

async function whenAllowed<Result, Instead>(
  answer: Promise<Result>,
  instead: Instead,
): Promise<Result | Instead> {
  try {
    return await answer;
  } catch (error) {
    if (
      isAppError(
        error,
        'NOT_FOUND',
        'FORBIDDEN',
        'METHOD_NOT_ALLOWED',
        'NOT_AVAILABLE',
        'NOT_SUPPORTED_BY_SERVICE',
      )
    )
      return instead;
    throw error;
  }
}
