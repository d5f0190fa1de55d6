import { AppError, isAppError } from '../base/index.ts';
import type { CallOptions, Client } from '../client/index.ts';
import type {
  ChangeRequest,
  Collection,
  File,
  ItemOf,
  ListOperationId,
  Page,
  ResultOf,
  Revision,
  Site,
  Space,
} from '../contract/index.ts';
import { readMetadata } from './metadata-reader.ts';
import type { MetadataCalls } from './metadata-reader.ts';
import type {
  ContentChange,
  ContentChangeResult,
  ContentPlace,
  MetadataObject,
  Remote,
  RevisionChanges,
  Unreadable,
} from '../sync/remote/port.ts';

/** The few functions of the client that a sync needs: any operation of the table, lists page by page, downloads, capabilities. */
export type ServiceCalls = Pick<Client, 'call' | 'list' | 'download' | 'capabilities'>;

export interface CallInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly onBadItem?: NonNullable<CallOptions['onBadItem']>;
}

const mostChanges = 1000;
const listSize = 1000;

/** Lists of the table, read as a whole. */
interface Lists {
  all<Id extends ListOperationId>(id: Id, input: CallInput): Promise<ItemOf<Id>[]>;
  /**
   * Leaves out items that break the contract, so that one bad space (or an object that contains spaces) does not keep the others
   * from being mirrored.
   */
  sound<Id extends ListOperationId>(id: Id, input: CallInput): Promise<ItemOf<Id>[]>;
  /** What was left out since the last call. */
  takeUnreadable(): readonly Unreadable[];
}

/** The service through the typed client; `requests` counts what its transport sent. */
export function remoteThrough(client: ServiceCalls, { requests }: { requests: () => number }): Remote {
  const lists = listsThrough(client);
  return {
    get requests() {
      return requests();
    },
    findings: () => client.capabilities.known(),
    remember: (findings) => client.capabilities.remember(findings),
    ...organizationsThrough(client, lists),
    ...spacesThrough(client, lists),
    ...contentThrough(client),
    ...changeRequestsThrough(client, lists),
    ...writesThrough(client),
    ...commentsThrough(client, lists),
  };
}

function listsThrough(client: ServiceCalls): Lists {
  // Every list of the table may be read in this way; the contract checks its exact input when the request is made.
  const all = async <Id extends ListOperationId>(id: Id, input: CallInput): Promise<ItemOf<Id>[]> => {
    const items: ItemOf<Id>[] = [];
    const whole = { ...input, query: { limit: listSize, ...input.query } };
    for await (const item of (client.list as LooseList)(id, whole)) items.push(item as ItemOf<Id>);
    return items;
  };
  const unreadable: Unreadable[] = [];
  return {
    all,
    sound: (id, input) =>
      all(id, { ...input, onBadItem: ({ item, reason }) => unreadable.push({ id: idIn(item), reason }) }),
    takeUnreadable: () => unreadable.splice(0),
  };
}

/** What an organization has: its collections, its sites, and what it has besides its spaces' content. */
function organizationsThrough(
  client: ServiceCalls,
  { all, sound }: Lists,
): Pick<Remote, 'organizations' | 'collections' | 'sites' | 'metadata'> {
  const calls: MetadataCalls = {
    call: (id, input) => client.call(id, input),
    all,
    async specificationText(organization, slug) {
      const params = { organizationId: organization, specSlug: slug };
      if (!(await client.capabilities.find('specificationVersions', params))) return null;
      return (await client.download((await client.call('getLatestOpenAPISpecVersion', { params })).url))
        .bytes;
    },
  };
  return {
    organizations: async () =>
      (await all('listOrganizationsForAuthenticatedUser', { params: {} })).map(({ id }) => id),
    collections: (organization): Promise<Collection[]> =>
      sound('listCollectionsInOrganizationById', {
        params: { organizationId: organization },
        query: { nested: true },
      }),
    sites: (organization): Promise<Site[]> =>
      sound('listSites', { params: { organizationId: organization } }),
    metadata: (organization, of): Promise<MetadataObject[]> => readMetadata(calls, organization, of),
  };
}

/** Finds out which spaces exist. */
function spacesThrough(
  client: ServiceCalls,
  { sound, takeUnreadable }: Lists,
): Pick<Remote, 'organizationSpaces' | 'collectionSpaces' | 'siteSpaces' | 'takeUnreadable' | 'space'> {
  const { capabilities } = client;
  return {
    async organizationSpaces(organization): Promise<Space[] | null> {
      if (capabilities.known().organizationSpaces === false) return null;
      const params = { organizationId: organization };
      try {
        const spaces = await sound('listSpacesInOrganizationById', { params });
        capabilities.remember({ organizationSpaces: true });
        return spaces;
      } catch (error) {
        // The list itself is the probe, so that looking costs one request.
        if (!isAppError(error, 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'NOT_SUPPORTED_BY_SERVICE')) throw error;
        await client.call('getOrganizationById', { params });
        capabilities.remember({ organizationSpaces: false });
        return null;
      }
    },
    collectionSpaces: (collection) =>
      sound('listSpacesInCollectionById', { params: { collectionId: collection } }),
    siteSpaces: async (organization, site) =>
      (await sound('listSiteSpaces', { params: { organizationId: organization, siteId: site } })).map(
        ({ space }) => space,
      ),
    takeUnreadable,
    async space(id): Promise<Space | null> {
      const space = await orNull(client.call('getSpaceById', { params: { spaceId: id } }));
      if (space === null || space.id === id) return space;
      throw new AppError('ANSWER_INVALID', `The service gave another space when it was asked for ${id}`, {
        hint: 'The service is at fault: tell its operator. The mirror of the space stays as it is.',
      });
    },
  };
}

/** Reads what a revision or a change request contains. */
function contentThrough(
  client: ServiceCalls,
): Pick<Remote, 'readsRevisions' | 'content' | 'page' | 'includeText' | 'changes' | 'download'> {
  const { capabilities } = client;
  return {
    readsRevisions: (space): Promise<boolean> => capabilities.find('revisions', { spaceId: space }),
    content: (place): Promise<Revision> =>
      place.kind === 'revision'
        ? client.call('getRevisionById', { params: { spaceId: place.space, revisionId: place.revision } })
        : client.call('getRevisionOfChangeRequestById', {
            params: { spaceId: place.space, changeRequestId: place.id },
          }),
    async page(place, id): Promise<Page & { markdown: string }> {
      const page = await readPage(client, place, id);
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
    includeText: (place, id): Promise<string | null> => readInclude(client, place, id),
    async changes(space, revision): Promise<RevisionChanges | null> {
      if (!(await capabilities.find('changes', { spaceId: space }))) return null;
      const params = { spaceId: space, revisionId: revision };
      return textEditsOf(
        await client.call('getRevisionSemanticChanges', { params, query: { limit: mostChanges } }),
      );
    },
    download: async (file: File) => (await client.download(file.downloadURL, { size: file.size })).bytes,
  };
}

/** Reads and makes change requests, without their contents. */
function changeRequestsThrough(
  client: ServiceCalls,
  { all }: Lists,
): Pick<
  Remote,
  'changeRequests' | 'changeRequest' | 'createChangeRequest' | 'setChangeRequest' | 'merge' | 'update'
> {
  return {
    changeRequests: (space, status): Promise<ChangeRequest[]> =>
      all('listChangeRequestsForSpace', { params: { spaceId: space }, query: { status } }),
    changeRequest: (space, id) =>
      orNull(client.call('getChangeRequestById', { params: { spaceId: space, changeRequestId: id } })),
    createChangeRequest: (space, subject) =>
      client.call('createChangeRequest', { params: { spaceId: space }, body: { subject } }),
    setChangeRequest: (space, id, body) =>
      client.call('updateChangeRequestById', { params: { spaceId: space, changeRequestId: id }, body }),
    merge: (space, id) =>
      client.call('mergeChangeRequest', { params: { spaceId: space, changeRequestId: id } }),
    update: (space, id) =>
      client.call('updateChangeRequest', { params: { spaceId: space, changeRequestId: id } }),
  };
}

/** Writes into change requests. */
function writesThrough(
  client: ServiceCalls,
): Pick<Remote, 'takesContentChanges' | 'changeContent' | 'importContent'> {
  const { capabilities } = client;
  return {
    takesContentChanges: (space, id) =>
      capabilities.find('contentChanges', { spaceId: space, changeRequestId: id }),
    async changeContent(space, id, changes: readonly ContentChange[]): Promise<ContentChangeResult | null> {
      const params = { spaceId: space, changeRequestId: id };
      if (!(await capabilities.find('contentChanges', params))) return null;
      const send = (told: readonly ContentChange[]): Promise<ContentChangeResult> =>
        client.call('updateContentInChangeRequest', {
          params,
          query: { compat: false },
          body: { changes: told },
        });
      if ((capabilities.known() as Record<string, boolean>)['pathHints'] === false)
        return send(changes.map(withoutHint));
      try {
        return await send(changes);
      } catch (error) {
        // A service that does not know a field refuses the whole request, and has done nothing.
        if (!isAppError(error, 'BAD_REQUEST') || !changes.some((change) => 'git' in change)) throw error;
        const result = await send(changes.map(withoutHint));
        capabilities.remember({ pathHints: false } as Readonly<Record<string, boolean>>);
        return result;
      }
    },
    importContent: (space, id, source) =>
      client.call('importContentInChangeRequest', {
        params: { spaceId: space, changeRequestId: id },
        body: source,
      }),
  };
}

function commentsThrough(client: ServiceCalls, { all }: Lists): Pick<Remote, 'comments' | 'comment'> {
  return {
    comments: async (space, id) =>
      (
        await all('listCommentsInChangeRequest', {
          params: { spaceId: space, changeRequestId: id },
          query: { format: 'markdown' },
        })
      ).map((comment) => ({ id: comment.id, markdown: comment.body.markdown ?? '' })),
    async comment(space, id, markdown, comment): Promise<string> {
      const params = { spaceId: space, changeRequestId: id };
      const body = { body: { markdown } };
      const written =
        comment === undefined
          ? await client.call('postCommentInChangeRequest', { params, body })
          : await client.call('updateCommentInChangeRequest', {
              params: { ...params, commentId: comment },
              body,
            });
      return written.id;
    },
  };
}

async function readInclude(client: ServiceCalls, place: ContentPlace, id: string): Promise<string | null> {
  const query = { format: 'markdown' };
  if (place.kind === 'revision') {
    const params = { spaceId: place.space, revisionId: place.revision, reusableContentId: id };
    return (await client.call('getReusableContentInRevisionById', { params, query })).markdown ?? null;
  }
  const subject = { spaceId: place.space, changeRequestId: place.id };
  if (!(await client.capabilities.find('changeRequestContent', subject))) return null;
  const params = { ...subject, reusableContentId: id };
  return (await client.call('getReusableContentInChangeRequestById', { params, query })).markdown ?? null;
}

function withoutHint(change: ContentChange): ContentChange {
  if (!('git' in change)) return change;
  const { git: _git, ...rest } = change;
  return rest;
}

/** The identity of something that breaks the contract, where that identity is usable. */
function idIn(item: unknown): string | null {
  const { id, space } = (item ?? {}) as { id?: unknown; space?: { id?: unknown } | null };
  const found = space?.id ?? id;
  const usable = typeof found === 'string' && /^[\w-]{1,256}$/.test(found);
  return usable ? found : null;
}

async function readPage(client: ServiceCalls, place: ContentPlace, id: string): Promise<Page> {
  const query = { format: 'markdown' };
  return place.kind === 'revision'
    ? client.call('getPageInRevisionById', {
        params: { spaceId: place.space, revisionId: place.revision, pageId: id },
        query,
      })
    : client.call('getPageInChangeRequestById', {
        params: { spaceId: place.space, changeRequestId: place.id, pageId: id },
        query,
      });
}

/** Which of a revision's changes are edits of texts alone; every other change counts as more. */
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

type LooseList = (id: ListOperationId, input: CallInput) => AsyncIterable<unknown>;
