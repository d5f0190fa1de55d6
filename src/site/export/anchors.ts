import { decodePercent, foldAnchor, isTopOfPage, likelyAnchor } from '../../content/index.ts';
import { escapeHtml } from '../html/print.ts';
import { WrittenLines } from '../body/written-lines.ts';
import type { SitePage } from '../model/site-model.ts';
import type { SiteWarning } from '../source.ts';
import type { Manifest } from './manifest.ts';
import type { PageRecord } from './page-record.ts';
import { factsOf } from './stored-body.ts';
import type { Fragment } from './world.ts';

/*
 * Whether a page has a part is known only when that page has been rendered, which may be after the page that links to the part. So
 * links to parts are checked when all pages are there. A link to a part that was renamed is changed to lead to the part. Both
 * renamed and missing parts are reported.
 */

/** Changed addresses in a page: as in the stored body, and as in the written page. */
export type MovedLinks = readonly (readonly [from: string, to: string])[];

/** What we remember about a page's links to parts. */
export interface LinkRepairs {
  readonly links: MovedLinks;
  readonly warnings: readonly SiteWarning[];
}

type Targets = Map<string, { readonly record: PageRecord; readonly title: string }>;

/** The id of a page's content in its frame. */
const beginning = '_content';

const nothing: LinkRepairs = { links: [], warnings: [] };

export function linkRepairsOf({ mended }: PageRecord): LinkRepairs {
  return mended === '' ? nothing : (JSON.parse(mended) as LinkRepairs);
}

/** Replaces addresses in the links of a body. */
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

/** Checks the links to parts of pages, rewrites pages whose links change, and returns the warnings. */
export async function checkAnchors(check: AnchorCheck): Promise<SiteWarning[]> {
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
      const mended = await mendedIn(page, record, { targets, manifest });
      const text = mended === nothing ? '' : JSON.stringify(mended);
      if (text !== record.mended) {
        const before = JSON.stringify(linkRepairsOf(record).links);
        record.mended = text;
        if (before !== JSON.stringify(mended.links)) rewrite(page, record, mended.links);
      }
    }
    if (record.mended !== '') warnings.push(...linkRepairsOf(record).warnings);
  }
  return warnings;
}

async function mendedIn(
  page: SitePage,
  record: PageRecord,
  { targets, manifest }: { targets: Targets; manifest: Manifest },
): Promise<LinkRepairs> {
  const lines = new Map<string, WrittenLines | undefined>();
  const links: (readonly [string, string])[] = [];
  const warnings: SiteWarning[] = [];
  for (const fragment of record.fragments) {
    const target = targets.get(fragment.key);
    const anchor = decodePercent(fragment.url.slice(fragment.url.indexOf('#') + 1));
    if (!target || anchor === '' || isTopOfPage(anchor) || hasId(target.record, anchor)) continue;
    // A page's title has no anchor. A link to the title leads to the beginning of the page.
    const found =
      foldAnchor(target.title) === foldAnchor(anchor)
        ? beginning
        : nearestId(target.record, anchor, manifest);
    if (found !== undefined)
      links.push([
        fragment.url,
        `${fragment.url.slice(0, fragment.url.indexOf('#'))}#${encodeURIComponent(found)}`,
      ]);
    const { file, written } = fragment;
    if (!lines.has(file)) lines.set(file, await linesOf(page, file));
    warnings.push(warningOf(page, fragment, { anchor, found, line: lines.get(file)?.next(written) }));
  }
  return links.length + warnings.length === 0 ? nothing : { links, warnings };
}

/** The lines of a page, or of an include of it; undefined for a generated page, which is in no file. */
async function linesOf(
  { source, space, file: own }: SitePage,
  file: string,
): Promise<WrittenLines | undefined> {
  if (source.kind === 'generated') return undefined;
  const text =
    file === own
      ? await space.source.readPage(source.page)
      : space.source.includes.find(({ path }) => path === file)?.text;
  return text === undefined ? undefined : new WrittenLines(text, 1);
}

function warningOf(
  page: SitePage,
  { written, file }: Fragment,
  { anchor, found, line }: { anchor: string; found: string | undefined; line: number | undefined },
): SiteWarning {
  const place = found === beginning ? 'the beginning of the page' : `"#${found}"`;
  const then = found === undefined ? '' : `; it leads to ${place}`;
  return {
    space: page.space.source.id,
    file,
    ...(line === undefined ? {} : { line }),
    message: `the link to "${written}" names a part that is not there: "#${anchor}"${then}`,
  };
}

function hasId({ ids }: PageRecord, anchor: string): boolean {
  return ` ${ids} `.includes(` ${escapeHtml(anchor)} `);
}

/** The part of a page that an anchor means although none has this id; undefined where none or several may be meant. */
function nearestId(record: PageRecord, anchor: string, manifest: Manifest): string | undefined {
  const { outline } = factsOf(manifest.bodyOf(record));
  return likelyAnchor(
    anchor,
    outline.map(({ id, title }) => ({ id, text: title })),
  )?.id;
}
