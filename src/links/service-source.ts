import type { Client } from '../client/index.ts';
import type { LinkReportSource } from './service-verdicts.ts';

/**
 * The service's link reports through the typed client. A space has one report; a change request's links are read page by
 * page, as the interface has them.
 */
export function clientLinkReports(client: Client): LinkReportSource {
  return {
    async *items(space, changeRequest) {
      if (changeRequest === null) {
        yield* client.list('listSpaceLinks', { params: { spaceId: space } });
        return;
      }
      const pages = await client.call('listPagesInChangeRequest', {
        params: { spaceId: space, changeRequestId: changeRequest },
      });
      for (const pageId of documentIds(pages))
        yield* client.list('listPageLinksInChangeRequest', {
          params: { spaceId: space, changeRequestId: changeRequest, pageId },
        });
    },
  };
}

function documentIds(value: unknown): string[] {
  const { pages } = (typeof value === 'object' && value !== null ? value : {}) as { pages?: unknown };
  if (!Array.isArray(pages)) return [];
  return (pages as { id?: unknown; type?: unknown }[]).flatMap((page) => [
    ...(page.type === 'document' && typeof page.id === 'string' ? [page.id] : []),
    ...documentIds(page),
  ]);
}
