import { contextOf } from '../context.ts';
import type { Service } from '../context.ts';
import { notFound } from '../access/index.ts';
import { readRevision } from '../content/revisions.ts';
import { allPages, readTree } from '../tree/tree.ts';
import type { Placed } from '../tree/tree.ts';
import { profileOfSpace, publishedSite } from '../../site/index.ts';
import type { PublishedSite } from '../../site/index.ts';
import { spaceSource } from '../sites/index.ts';
import { spaceRow } from '../spaces/space.ts';

/** What to print. */
export interface PrintJob {
  readonly space: string;
  readonly revision: string;
  /** The page to print, with the pages below it unless `only` is set; without a page, the whole space. */
  readonly page?: string;
  readonly only: boolean;
}

/** A revision as a site for printing. */
export interface PrintSite {
  readonly site: PublishedSite;
  /** One document with all pages to print, each on a new sheet. */
  document(): Promise<string>;
}

/** Makes the site of a job; `baseUrl` is its address. */
export function printSite(service: Service, job: PrintJob, baseUrl: string): PrintSite {
  const ctx = contextOf(service, { userId: '', tokenId: '' });
  const { id, title } = spaceRow(ctx, job.space);
  const revision = readRevision(service.store, job.revision);
  const tree = readTree(service, revision.root);
  const site = publishedSite(
    {
      source: { spaces: [spaceSource(service, { id, title }, revision)], specs: [] },
      profile: profileOfSpace({ id, title }),
    },
    { baseUrl, clock: service.clock },
  );
  const first = [...allPages(tree.pages)].find(({ page }) => page.type === 'document');
  return {
    site,
    document: async () => {
      const sheets: string[] = [];
      let head = '';
      for (const placed of pagesOf(tree.pages, tree.byId, job)) {
        if (placed.page.type !== 'document') continue;
        const answer = await site.answer(placed === first ? '' : placed.path, { accept: 'text/html' });
        if (answer.status !== 200) continue;
        const html = Buffer.from(answer.body).toString('utf8');
        head ||= (html.match(/<link rel="stylesheet"[^>]*>/gu) ?? []).join('');
        sheets.push(`<section class="sheet">${contentOf(html)}</section>`);
      }
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>${head}<style>${sheetStyle}</style></head><body>${sheets.join('')}</body></html>`;
    },
  };
}

const sheetStyle = `@page { margin: 18mm } .sheet + .sheet { break-before: page } .page-actions, .heading-anchor { display: none }`;

function pagesOf(
  pages: readonly Placed[],
  byId: ReadonlyMap<string, Placed>,
  { page, only }: PrintJob,
): Iterable<Placed> {
  if (page === undefined) return allPages(pages);
  const placed = byId.get(page);
  if (placed === undefined) throw notFound('page', page);
  return only ? [placed] : allPages([placed]);
}

/** The main part of a rendered page. On paper nobody can open a folded part, and nothing is loaded later. */
function contentOf(html: string): string {
  const start = html.indexOf('>', html.indexOf('<main')) + 1;
  const end = html.lastIndexOf('</main>');
  return html
    .slice(start, end)
    .replaceAll(' loading="lazy"', '')
    .replace(/<details(?![^>]* open)/gu, '<details open');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
