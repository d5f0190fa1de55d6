import type { Client } from '../client/index.ts';
import type { LinkReportPart, LinkReportSource } from './service-verdicts.ts';

/** For how many pages of a change request we ask at the same time. */
const pagesAtOnce = 6;

/**
 * The service's link reports through the typed client. A space has one report; a change request's links are read page by
 * page, as the interface requires. We ask only for broken links, because the counts cover the rest.
 */
export function clientLinkReports(client: Client): LinkReportSource {
  return {
    async *reports(space, changeRequest) {
      if (changeRequest === null) {
        let first = true;
        for await (const { items, stats } of client.pages('listSpaceLinks', {
          params: { spaceId: space },
          query: { status: 'broken', limit: 1000 },
        })) {
          yield first ? { items, stats } : { items };
          first = false;
        }
        return;
      }
      const { pages } = await client.call('listPagesInChangeRequest', {
        params: { spaceId: space, changeRequestId: changeRequest },
      });
      const waiting = documentIds(pages);
      while (waiting.length > 0) {
        const reports = waiting
          .splice(0, pagesAtOnce)
          .map((page) => reportOfPage(client, { space, changeRequest, page }));
        for (const parts of await Promise.all(reports)) yield* parts;
      }
    },

    backlinks: (space, changeRequest) => fileBacklinks(client, { space, changeRequest }),
  };
}

async function reportOfPage(
  client: Client,
  { space, changeRequest, page }: { space: string; changeRequest: string; page: string },
): Promise<LinkReportPart[]> {
  const parts: LinkReportPart[] = [];
  for await (const { items, stats } of client.pages('listPageLinksInChangeRequest', {
    params: { spaceId: space, changeRequestId: changeRequest, pageId: page },
    query: { limit: 1000 },
  }))
    parts.push(parts.length === 0 ? { items, stats } : { items });
  return parts;
}

/** Counts the places that link to a file. The ids of files are read once, for the first question. */
function fileBacklinks(
  client: Client,
  { space, changeRequest }: { space: string; changeRequest: string },
): (path: string) => Promise<number | null> {
  const params = { spaceId: space, changeRequestId: changeRequest };
  let ids: Promise<Map<string, string>> | null = null;
  const readIds = async (): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    for await (const { id, git } of client.list('listFilesInChangeRequestById', {
      params,
      query: { limit: 1000 },
    }))
      if (git?.path !== undefined) found.set(git.path, id);
    return found;
  };
  return async (path) => {
    ids ??= readIds();
    const fileId = (await ids).get(path);
    if (fileId === undefined) return null;
    let places = 0;
    for await (const _place of client.list('listChangeRequestFileBacklinks', {
      params: { ...params, fileId },
    }))
      places += 1;
    return places;
  };
}

function documentIds(pages: unknown): string[] {
  if (!Array.isArray(pages)) return [];
  return (pages as { id?: unknown; type?: unknown; pages?: unknown }[]).flatMap((page) => [
    ...(page.type === 'document' && typeof page.id === 'string' ? [page.id] : []),
    ...documentIds(page.pages),
  ]);
}
