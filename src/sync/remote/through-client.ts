import { AppError, isAppError } from '../../base/index.ts';
import type {
  ChangeRequest,
  Collection,
  File,
  ItemOf,
  ListOperationId,
  OperationId,
  Page,
  ResultOf,
  Revision,
  Site,
  Space,
} from '../../contract/index.ts';
import { readMetadata } from './metadata-reader.ts';
import type {
  ContentChange,
  ContentChangeResult,
  ContentPlace,
  MetadataObject,
  Remote,
  RevisionChanges,
} from './port.ts';

/** The little that a sync needs of the client: any operation of the table, lists page by page, downloads. */
export interface ServiceCalls {
  call<Id extends OperationId>(id: Id, input: CallInput): Promise<ResultOf<Id>>;
  list<Id extends ListOperationId>(id: Id, input: CallInput): AsyncIterable<ItemOf<Id>>;
  download(url: string, options: { maxBytes: number }): Promise<Uint8Array>;
  readonly requests: number;
}

export interface CallInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const mostChanges = 1000;
/** A file of the service may have as much; more is refused before it fills the memory. */
const largestFile = 110 * 1024 * 1024;

/** The service through the typed client. What a server lacks is found out once for each process. */
export function remoteThrough(calls: ServiceCalls): Remote {
  const lacks = new Set<OperationId>();
  /** Null where the server does not have the operation at all: 404 for a thing that is known to be there, or 405. */
  const ifOffered = async <Id extends OperationId>(
    id: Id,
    work: () => Promise<ResultOf<Id>>,
  ): Promise<ResultOf<Id> | null> => {
    if (lacks.has(id)) return null;
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'NOT_SUPPORTED_BY_SERVICE', 'NOT_AVAILABLE'))
        throw error;
      lacks.add(id);
      return null;
    }
  };
  const all = async <Id extends ListOperationId>(id: Id, input: CallInput): Promise<ItemOf<Id>[]> => {
    const items: ItemOf<Id>[] = [];
    for await (const item of calls.list(id, input)) items.push(item);
    return items;
  };
  let revisions: boolean | null = null;

  return {
    get requests() {
      return calls.requests;
    },
    async organizationSpaces(organization): Promise<Space[] | null> {
      if (lacks.has('listSpacesInOrganizationById')) return null;
      try {
        return await all('listSpacesInOrganizationById', { params: { organizationId: organization } });
      } catch (error) {
        if (!isAppError(error, 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'NOT_SUPPORTED_BY_SERVICE')) throw error;
        lacks.add('listSpacesInOrganizationById');
        return null;
      }
    },
    collectionSpaces: (collection) =>
      all('listSpacesInCollectionById', { params: { collectionId: collection } }),
    siteSpaces: async (organization, site) =>
      (await all('listSiteSpaces', { params: { organizationId: organization, siteId: site } })).map(
        ({ space }) => space,
      ),
    organizations: async () =>
      (await all('listOrganizationsForAuthenticatedUser', { params: {} })).map(({ id }) => id),
    collections: (organization): Promise<Collection[]> =>
      all('listCollectionsInOrganizationById', {
        params: { organizationId: organization },
        query: { nested: true },
      }),
    sites: (organization): Promise<Site[]> => all('listSites', { params: { organizationId: organization } }),
    space: (id) => orNull(calls.call('getSpaceById', { params: { spaceId: id } })),
    metadata: (organization, of): Promise<MetadataObject[]> => readMetadata(calls, organization, of),

    async readsRevisions(space): Promise<boolean> {
      // An empty page of the file list is the smallest answer that primary content has.
      revisions ??=
        (await ifOffered('listFiles', () =>
          calls.call('listFiles', { params: { spaceId: space }, query: { limit: 1 } }),
        )) !== null;
      return revisions;
    },
    content: (place): Promise<Revision> =>
      place.kind === 'revision'
        ? calls.call('getRevisionById', { params: { spaceId: place.space, revisionId: place.revision } })
        : calls.call('getRevisionOfChangeRequestById', {
            params: { spaceId: place.space, changeRequestId: place.id },
          }),
    async page(place, id): Promise<Page & { markdown: string }> {
      const page = await readPage(calls, place, id);
      if (page.id === id && 'markdown' in page && typeof page.markdown === 'string')
        return page as Page & { markdown: string };
      throw new AppError(
        'ANSWER_INVALID',
        `The service gave no markdown for page ${id} of space ${place.space}`,
        {
          hint: 'The mirror keeps what it has of this space.',
        },
      );
    },
    async includeText(place, id): Promise<string | null> {
      const query = { format: 'markdown' };
      const read = async (): Promise<ResultOf<'getReusableContentById'>> =>
        place.kind === 'revision'
          ? calls.call('getReusableContentInRevisionById', {
              params: { spaceId: place.space, revisionId: place.revision, reusableContentId: id },
              query,
            })
          : calls.call('getReusableContentInChangeRequestById', {
              params: { spaceId: place.space, changeRequestId: place.id, reusableContentId: id },
              query,
            });
      return (await ifOffered('getReusableContentById', read))?.markdown ?? null;
    },
    async changes(space, revision): Promise<RevisionChanges | null> {
      const answer = await ifOffered('getRevisionSemanticChanges', () =>
        calls.call('getRevisionSemanticChanges', {
          params: { spaceId: space, revisionId: revision },
          query: { limit: mostChanges },
        }),
      );
      return answer ? textEditsOf(answer) : null;
    },
    download: (file: File) => calls.download(file.downloadURL, { maxBytes: largestFile }),

    changeRequests: (space, status): Promise<ChangeRequest[]> =>
      all('listChangeRequestsForSpace', { params: { spaceId: space }, query: { status } }),
    changeRequest: (space, id) =>
      orNull(calls.call('getChangeRequestById', { params: { spaceId: space, changeRequestId: id } })),
    createChangeRequest: (space, subject) =>
      calls.call('createChangeRequest', { params: { spaceId: space }, body: { subject } }),
    setChangeRequest: (space, id, body) =>
      calls.call('updateChangeRequestById', { params: { spaceId: space, changeRequestId: id }, body }),
    merge: (space, id) =>
      calls.call('mergeChangeRequest', { params: { spaceId: space, changeRequestId: id } }),
    update: (space, id) =>
      calls.call('updateChangeRequest', { params: { spaceId: space, changeRequestId: id } }),
    async changeContent(space, id, changes: readonly ContentChange[]): Promise<ContentChangeResult | null> {
      if (lacks.has('updateContentInChangeRequest')) return null;
      try {
        return await calls.call('updateContentInChangeRequest', {
          params: { spaceId: space, changeRequestId: id },
          query: { compat: false },
          body: { changes },
        });
      } catch (error) {
        // On a full interface a 404 is about the change request or a page of it, not about the operation.
        if (
          isAppError(error, 'NOT_FOUND')
            ? revisions !== false
            : !isAppError(error, 'METHOD_NOT_ALLOWED', 'NOT_SUPPORTED_BY_SERVICE')
        )
          throw error;
        lacks.add('updateContentInChangeRequest');
        return null;
      }
    },
    importContent: (space, id, source) =>
      calls.call('importContentInChangeRequest', {
        params: { spaceId: space, changeRequestId: id },
        body: source,
      }),
  };
}

async function readPage(calls: ServiceCalls, place: ContentPlace, id: string): Promise<Page> {
  const query = { format: 'markdown' };
  return place.kind === 'revision'
    ? calls.call('getPageInRevisionById', {
        params: { spaceId: place.space, revisionId: place.revision, pageId: id },
        query,
      })
    : calls.call('getPageInChangeRequestById', {
        params: { spaceId: place.space, changeRequestId: place.id, pageId: id },
        query,
      });
}

/** Which of a revision's changes are edits of texts alone; everything else counts as more. */
function textEditsOf(answer: ResultOf<'getRevisionSemanticChanges'>): RevisionChanges | null {
  if (!answer.revision) return null;
  const edited: { id: string }[] = [];
  let more = (answer.more ?? 0) > 0;
  for (const change of answer.changes) {
    if (change.type === 'page_edited' && Object.keys(change.attributes).every((name) => name === 'document'))
      edited.push({ id: change.page.id });
    else more = true;
  }
  return {
    revision: { ...answer.revision, ...(answer.mergedFrom ? { mergedFrom: answer.mergedFrom } : {}) },
    edited,
    more,
  };
}

async function orNull<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return null;
    throw error;
  }
}
