import type { ContentLocation, LinkReportItem } from '../../contract/index.ts';
import { pagePath, spacePath } from '../paths.ts';
import type { Outcome, Visit } from '../visit.ts';
import { openSpace } from './frame.ts';

/** How many targets one page of the report shows. */
const listed = 50;
/** How many of the places that point to one target are named. */
const placesNamed = 10;

const kinds = [
  { status: 'broken', title: 'Broken' },
  { status: 'in-app', title: 'Into the hosted editor' },
  { status: 'ok', title: 'Sound' },
] as const;

/** The health of a space's links, as the interface reports it: the broken targets, and the pages that link to them. */
export async function links(visit: Visit): Promise<Outcome> {
  const { space, frame } = await openSpace(visit);
  const { status } = kinds.find((kind) => kind.status === visit.query.get('status')) ?? kinds[0];
  const from = visit.query.get('from');
  const report = await visit.call('listSpaceLinks', {
    params: { spaceId: space.id },
    query: { status, limit: listed, ...(from === null ? {} : { page: from }) },
  });
  const address = (query: Record<string, string>): string =>
    `${spacePath(space.id, 'links')}?${new URLSearchParams(query).toString()}`;
  return {
    template: 'links',
    title: 'Links',
    ...frame('links'),
    data: {
      total: report.stats.total,
      broken: report.stats.broken.total,
      status,
      kinds: kinds.map((kind) => ({ ...kind, href: address({ status: kind.status }) })),
      items: report.items.map((item) => shown(item, space.id, space.permissions.edit)),
      next: report.next === undefined ? undefined : address({ status, from: report.next.page }),
    },
  };
}

function shown(
  { targetReference, locationReferences, relation }: LinkReportItem,
  space: string,
  edit: boolean,
) {
  return {
    target: wordsOf(targetReference),
    isInclude: relation === 'dependsOn',
    places: locationReferences.slice(0, placesNamed).map((place) => ({
      title: wordsOf(place),
      href: place.kind === 'page' && 'path' in place.page ? pagePath({ space }, place.page.path) : undefined,
      edit:
        edit && place.kind === 'page'
          ? `${spacePath(space, 'edit')}?page=${encodeURIComponent(place.page.id)}`
          : undefined,
    })),
    more: Math.max(0, locationReferences.length - placesNamed),
  };
}

/** The name of a place, in words. */
function wordsOf(place: ContentLocation | undefined): string {
  switch (place?.kind) {
    case 'url':
      return place.url;
    case 'page': {
      const part = place.internalLocation;
      return place.page.title + (part?.type === 'anchor' ? `#${part.anchor}` : '');
    }
    case 'file':
      return place.file.name;
    case 'space':
      return place.space.title;
    case 'reusable-content':
      return place.reusableContent.title;
    default:
      return 'something that only the hosted editor has';
  }
}
