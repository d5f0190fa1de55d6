import { createHash } from 'node:crypto';
import type { UpdateEntry } from '../body/context.ts';
import { escapeHtml } from '../html/print.ts';
import { sectionTitle } from '../model/section-title.ts';
import { feedFile, type PlacedSpace, type SiteModel, type SitePage } from '../model/site-model.ts';
import { absoluteUrl, hrefTo, placeOf, type Place } from '../model/urls.ts';

interface Update {
  readonly page: SitePage;
  readonly entry: UpdateEntry;
}

/** An Atom feed (RFC 4287) of a space's update lists, newest first; undefined for a space without updates. */
export function feedOf(space: PlacedSpace, updates: readonly Update[], model: SiteModel): string | undefined {
  const sorted = [...updates]
    .sort((a, b) => (a.entry.date < b.entry.date ? 1 : a.entry.date > b.entry.date ? -1 : 0))
    .slice(0, 100);
  const [newest] = sorted;
  if (newest === undefined) return undefined;
  const from: Place = { path: feedFile(space), file: feedFile(space) };
  const addressOf = (place: Place | string): string =>
    absoluteUrl(model.urls, place) ?? hrefTo(model.urls, from, place);
  const home = addressOf(space.home?.place ?? placeOf(space.prefix));
  const id = model.urls.baseUrl === undefined ? nameBasedId([model.title, space.source.id]) : home;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(space.language)}">
<title>${escapeXml(`${model.title}: ${sectionTitle(space)}`)}</title>
<id>${escapeXml(id)}</id>
<link href="${escapeXml(home)}"/>
<link rel="self" href="${escapeXml(addressOf(feedFile(space)))}"/>
<updated>${newest.entry.date}T00:00:00Z</updated>
<author><name>${escapeXml(model.title)}</name></author>
${sorted.map((update) => entryOf(update, addressOf(update.page.place), model)).join('\n')}
</feed>
`;
}

function entryOf({ page, entry }: Update, address: string, model: SiteModel): string {
  const url = `${address}#${encodeURIComponent(entry.id)}`;
  const { source, space } = page;
  const pageId = source.kind === 'document' ? source.page.id : page.key;
  const id =
    model.urls.baseUrl === undefined ? nameBasedId([model.title, space.source.id, pageId, entry.id]) : url;
  return `<entry>
<title>${escapeXml(entry.title)}</title>
<id>${escapeXml(id)}</id>
<link href="${escapeXml(url)}"/>
<updated>${entry.date}T00:00:00Z</updated>
<content type="html" xml:base="${escapeXml(address)}">${escapeXml(entry.html)}</content>
</entry>`;
}

/**
 * An id for a site that does not know its own address: an id must be an absolute address, and the same at each export. RFC 9562 has
 * version 8 for such hashes.
 */
function nameBasedId(names: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(12, 15)}`, `8${hash.slice(15, 18)}`];
  return `urn:uuid:${[...parts, hash.slice(18, 30)].join('-')}`;
}

/** Escapes text for XML, and leaves out the characters that XML does not allow at all. */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}
