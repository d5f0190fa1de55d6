import { createHash } from 'node:crypto';
import type { SearchSection } from '../body/context.ts';
import type { SiteModel, SitePage } from '../model/site-model.ts';
import { hrefTo, searchPlace } from '../model/urls.ts';
import { sectionTitle } from '../model/section-title.ts';
import { isSearchable } from '../output/site-lists.ts';
import { searchFolder } from '../page/build-view.ts';
import { entryOf, indexVersion, type SearchEntry, type SearchPage } from '../search/build-index.ts';
import { SearchOutput } from '../search/search-output.ts';
import type { Manifest } from './manifest.ts';
import type { PageRecord } from './page-record.ts';
import type { SiteWriter } from '../writer/site-writer.ts';
import { sectionsOf } from './stored-body.ts';

/**
 * The search of a site while its pages are made. Whether the index is made anew is known before the first page. So each page's
 * words are collected where and when the page is made, and its text need not be kept or read again.
 */
export class SiteSearch {
  readonly #model: SiteModel;
  readonly #manifest: Manifest;
  readonly #output: SearchOutput;
  readonly #order: string;
  /** The numbers of searched pages, by their numbers on the site. */
  readonly #numbers = new Map<number, number>();

  constructor(model: SiteModel, { manifest, writer }: { manifest: Manifest; writer: SiteWriter }) {
    this.#model = model;
    this.#manifest = manifest;
    const pages: SitePage[] = [];
    let isKnown = true;
    for (const [at, page] of model.pages.entries()) {
      if (!isSearchable(page)) continue;
      this.#numbers.set(at, pages.length);
      pages.push(page);
      isKnown &&= manifest.canReadBefore(page);
    }
    this.#order = (manifest.isSameSite ? manifest.searched : '') || orderOf(pages, model);
    this.#output = new SearchOutput(writer, {
      folder: searchFolder,
      pages: pages.map(({ space: { prefix: space, language } }) => ({ space, language })),
      same: isKnown && manifest.searched === this.#order,
      asScript: model.urls.kind === 'file',
    });
  }

  /** Whether the index needs the words of every page. */
  get wantsAll(): boolean {
    return this.#output.wantsAll;
  }

  /** Adds a page that was just made. */
  add(at: number, entry: SearchEntry | undefined): void {
    const number = this.#numbers.get(at);
    if (entry && number !== undefined) this.#output.add(number, entry);
  }

  /** Adds a page whose body was kept. */
  addKept(at: number, page: SitePage, record: PageRecord): void {
    if (this.wantsAll && this.#numbers.has(at))
      this.add(at, entryOf(searchPageOf(page, this.#model, sectionsOf(this.#manifest.bodyOf(record)))));
  }

  finish(records: readonly PageRecord[]): void {
    if (!this.wantsAll) this.#change(records);
    this.#output.finish();
    this.#manifest.searched = this.#order;
  }

  #change(records: readonly PageRecord[]): void {
    const manifest = this.#manifest;
    for (const [at, number] of this.#numbers) {
      const page = this.#model.pages[at];
      const before = page && manifest.before(page);
      const record = records[at];
      if (!before || !record || before.bodyKey === record.bodyKey) continue;
      const [old, now] = [before, record].map((each) =>
        searchPageOf(page, this.#model, sectionsOf(manifest.bodyOf(each))),
      ) as [SearchPage, SearchPage];
      this.#output.change(number, old, now);
    }
  }
}

/** A page in the form for search. */
export function searchPageOf(
  page: SitePage,
  { urls, spaces }: SiteModel,
  sections: readonly SearchSection[],
): SearchPage {
  return {
    title: page.title,
    url: urls.kind === 'file' ? page.place.file : hrefTo(urls, searchPlace, page.place),
    trail: [
      // The title of the only space is the same for all pages, and shows no place.
      ...(spaces.length > 1 ? [sectionTitle(page.space)] : []),
      ...page.ancestors.map((each) => (each.kind === 'page' ? each.page.title : each.title)),
    ].join(' › '),
    description: page.description ?? '',
    language: page.space.language,
    space: page.space.prefix,
    sections,
  };
}

/** A digest of the pages' order, and of what search shows of them besides their text. */
function orderOf(pages: readonly SitePage[], model: SiteModel): string {
  const hash = createHash('sha256').update(indexVersion);
  for (const page of pages) hash.update(`${JSON.stringify(searchPageOf(page, model, []))}\n`);
  return hash.digest('hex');
}
