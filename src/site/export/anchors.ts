import { decodePercent, foldName } from '../../content/index.ts';
import { escapeHtml } from '../html/print.ts';
import type { SitePage } from '../model/site-model.ts';
import type { SiteWarning } from '../source.ts';
import type { Manifest } from './manifest.ts';
import type { PageRecord } from './page-record.ts';
import { factsOf } from './stored-body.ts';
import type { Fragment } from './world.ts';

/*
 * Whether a part of a page is there is known when that page has been rendered, which may be after the page that links to it. So links
 * to parts are looked at when all pages are there: a link whose part has another name by now leads to that part. Both kinds are reported.
 */

/** Addresses in a page, as the body has them and as the page has them. */
export type MovedLinks = readonly (readonly [from: string, to: string])[];

/** What is remembered of a page's links to parts. */
export interface Mended {
  readonly links: MovedLinks;
  readonly warnings: readonly SiteWarning[];
}

type Targets = Map<string, { readonly record: PageRecord; readonly title: string }>;

const nothing: Mended = { links: [], warnings: [] };

export function mendedOf({ mended }: PageRecord): Mended {
  return mended === '' ? nothing : (JSON.parse(mended) as Mended);
}

/** The body with other addresses in its links. */
export function withMovedLinks(html: string, moved: MovedLinks): string {
  let result = html;
  for (const [from, to] of moved)
    result = result.replaceAll(`href="${escapeHtml(from)}"`, `href="${escapeHtml(to)}"`);
  return result;
}

export interface AnchorCheck {
  readonly pages: readonly SitePage[];
  readonly records: readonly PageRecord[];
  readonly manifest: Manifest;
  /** Pages that were made in this export. */
  readonly made: ReadonlySet<PageRecord>;
  /** Writes a page whose links have changed. */
  readonly rewrite: (page: SitePage, record: PageRecord, links: MovedLinks) => void;
}

/** Looks at the links to parts of pages, writes pages anew whose links change by it, and gives what there is to tell. */
export function checkAnchors(check: AnchorCheck): SiteWarning[] {
  const { pages, records, manifest, made, rewrite } = check;
  const targets: Targets = new Map();
  const changed = new Set<string>();
  for (const [at, page] of pages.entries()) {
    const record = records[at];
    if (!record) continue;
    targets.set(page.key, { record, title: page.title });
    if (manifest.before(page)?.ids !== record.ids) changed.add(page.key);
  }
  const warnings: SiteWarning[] = [];
  for (const [at, page] of pages.entries()) {
    const record = records[at];
    if (!record) continue;
    if (made.has(record) || (changed.size > 0 && record.fragments.some(({ key }) => changed.has(key)))) {
      const mended = mendedIn(page, record, { targets, manifest });
      const text = mended === nothing ? '' : JSON.stringify(mended);
      if (text !== record.mended) {
        const before = JSON.stringify(mendedOf(record).links);
        record.mended = text;
        if (before !== JSON.stringify(mended.links)) rewrite(page, record, mended.links);
      }
    }
    if (record.mended !== '') warnings.push(...mendedOf(record).warnings);
  }
  return warnings;
}

function mendedIn(
  page: SitePage,
  record: PageRecord,
  { targets, manifest }: { targets: Targets; manifest: Manifest },
): Mended {
  const links: (readonly [string, string])[] = [];
  const warnings: SiteWarning[] = [];
  for (const fragment of record.fragments) {
    const target = targets.get(fragment.key);
    const anchor = decodePercent(fragment.url.slice(fragment.url.indexOf('#') + 1));
    if (!target || anchor === '' || anchor === 'top' || hasId(target.record, anchor)) continue;
    // A page's title has no anchor of its own: its text begins there.
    const found =
      folded(target.title) === folded(anchor) ? 'content' : nearestId(target.record, anchor, manifest);
    if (found !== undefined)
      links.push([
        fragment.url,
        `${fragment.url.slice(0, fragment.url.indexOf('#'))}#${encodeURIComponent(found)}`,
      ]);
    warnings.push(warningOf(page, fragment, { anchor, found }));
  }
  return links.length + warnings.length === 0 ? nothing : { links, warnings };
}

function warningOf(
  page: SitePage,
  { written, file }: Fragment,
  { anchor, found }: { anchor: string; found: string | undefined },
): SiteWarning {
  const then = found === undefined ? '' : `; it leads to "#${found}"`;
  return {
    space: page.space.source.id,
    file,
    message: `the link to "${written}" names a part that is not there: "#${anchor}"${then}`,
  };
}

function hasId({ ids }: PageRecord, anchor: string): boolean {
  return ` ${ids} `.includes(` ${escapeHtml(anchor)} `);
}

/** The one part of a page whose id or words are like an anchor; undefined for none, and for several. */
function nearestId(record: PageRecord, anchor: string, manifest: Manifest): string | undefined {
  // Code hosts put this before the ids of their pages.
  const named = anchor.replace(/^user-content-/, '');
  const wanted = folded(named);
  if (wanted === '') return undefined;
  const { outline } = factsOf(manifest.bodyOf(record));
  const byWords = outline.filter(({ title }) => folded(title) === wanted).map(({ id }) => id);
  const ids = outline.map(({ id }) => id);
  const byId = ids.filter((id) => folded(id) === wanted);
  const withoutNumber = wanted.replace(/\d+$/, '');
  const byStem = ids.filter((id) => folded(id).replace(/\d+$/, '') === withoutNumber);
  const said = wordsIn(named);
  const byPart = outline.filter(({ title }) => isLonger(said, wordsIn(title))).map(({ id }) => id);
  for (const candidates of [byId, byWords, withoutNumber === '' ? [] : byStem, byPart])
    if (new Set(candidates).size === 1) return candidates[0];
  return undefined;
}

function wordsIn(text: string): string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(folded)
    .filter((word) => word !== '');
}

/** Whether a heading goes on behind the words of an anchor, or had more words when the link was made: `set-up` and "Set up the server". */
function isLonger(anchor: readonly string[], heading: readonly string[]): boolean {
  const [fewer, more] = anchor.length < heading.length ? [anchor, heading] : [heading, anchor];
  const letters = fewer.join('').length;
  return (
    letters >= 4 && (fewer.length > 1 || more.length === 2) && fewer.every((word, at) => word === more[at])
  );
}

/** Letters and digits alone, without accents and capitals; numbers in front count, `id` before them does not. */
function folded(text: string): string {
  return foldName(text)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .replace(/^id(?=\d)/, '');
}
