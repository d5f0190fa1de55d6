import { escapeHtml } from '../html/print.ts';
import type { SiteModel, SitePage, PlacedSpace } from '../model/site-model.ts';
import { sectionTitle } from '../model/section-title.ts';
import { absoluteUrl, hrefTo, markdownPlace, placeOf, type Place } from '../model/urls.ts';

/*
 * The three ways in which a page can be withheld, and what each means here:
 *   hidden          not in navigation, previous/next, sitemap, llms.txt and search; reachable at its address
 *   noIndex         not in search, llms.txt and llms-full.txt; robots are asked not to index it
 *   noRobotsIndex   robots are asked neither to index nor to follow it; not in the sitemap
 * Each is inherited from the pages above. A site that is not public asks robots to stay away altogether.
 */

/** Says whether the site's own search finds a page. */
export function isSearchable(page: SitePage): boolean {
  return !page.hidden && !page.noIndex;
}

/** Says whether assistants are pointed to a page. */
export function isListedForAssistants(page: SitePage): boolean {
  return !page.hidden && !page.noIndex;
}

/** Says whether robots are pointed to a page. */
function isInSitemap(page: SitePage, model: SiteModel): boolean {
  return model.indexable && !page.hidden && !page.noRobotsIndex && !page.noIndex;
}

/** The sitemaps: an index, and one list for each space. Without the site's own address, which sitemaps need, there are none. */
export function sitemaps(model: SiteModel): { readonly file: string; readonly text: string }[] {
  if (model.urls.baseUrl === undefined || !model.indexable) return [];
  const files: { file: string; text: string; newest: string | undefined }[] = [];
  for (const space of model.spaces) {
    const dates: string[] = [];
    const pages = model.pages.filter((page) => page.space === space && isInSitemap(page, model));
    if (pages.length === 0) continue;
    const entries = pages.map((page) => {
      const updated =
        page.source.kind === 'document' ? space.source.updatedAtOf?.(page.source.page) : undefined;
      if (updated !== undefined) dates.push(updated);
      const priority = (2 ** (-0.25 * page.depth)).toFixed(2);
      return `<url><loc>${escapeHtml(absoluteUrl(model.urls, page.place) ?? '')}</loc>${lastModified(updated)}<priority>${priority}</priority></url>`;
    });
    files.push({
      file: `${space.prefix}sitemap-pages.xml`,
      text: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
      newest: dates.sort().at(-1),
    });
  }
  const index = files.map(
    ({ file, newest }) =>
      `<sitemap><loc>${escapeHtml(absoluteUrl(model.urls, file) ?? '')}</loc>${lastModified(newest)}</sitemap>`,
  );
  return [
    {
      file: 'sitemap.xml',
      text: `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${index.join('\n')}\n</sitemapindex>\n`,
    },
    ...files.map(({ file, text }) => ({ file, text })),
  ];
}

function lastModified(date: string | undefined): string {
  return date === undefined ? '' : `<lastmod>${escapeHtml(date)}</lastmod>`;
}

/** The `robots.txt` of the site. */
export function robotsTxt(model: SiteModel): string {
  if (!model.indexable) return 'User-agent: *\nDisallow: /\n';
  const lines = ['User-agent: *', 'Content-Signal: ai-train=yes, search=yes, ai-input=yes', 'Allow: /'];
  if (model.urls.baseUrl !== undefined) lines.push('', `Sitemap: ${model.urls.baseUrl}sitemap.xml`);
  return `${lines.join('\n')}\n`;
}

/** The longest `llms.txt`; a longer one is split into one for each space. */
const longestIndex = 50_000;

/** The index for assistants: every listed page with its markdown and description. */
export function llmsTxt(model: SiteModel): { readonly file: string; readonly text: string }[] {
  const root = placeOf('');
  const heading = (title: string): string => `# ${oneLine(title)}\n`;
  const parts = model.spaces.map((space) => {
    const lines = model.pages
      .filter((page) => page.space === space && isListedForAssistants(page))
      .map(
        (page) =>
          `- [${oneLine(page.title).replace(/[[\]]/g, '\\$&')}](${addressOf(model, markdownPlace(page.place))})${page.description === undefined ? '' : `: ${oneLine(page.description)}`}`,
      );
    return { space, title: sectionTitle(space), lines };
  });
  const whole = `${heading(model.title)}\n${parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `## ${oneLine(title)}\n\n${lines.join('\n')}\n`)
    .join('\n')}`;
  if (whole.length <= longestIndex) return [{ file: 'llms.txt', text: whole }];
  const own = parts.filter(({ lines, space }) => lines.length > 0 && space.prefix !== '');
  const rootPart = parts.find(({ space }) => space.prefix === '');
  const chunks = cut(rootPart?.lines ?? [], longestIndex - 2000);
  const extra = chunks.slice(1).map((lines, number) => ({
    file: `llms-${number + 2}.txt`,
    text: `${heading(model.title)}\n${lines.join('\n')}\n`,
  }));
  const links = [
    ...extra.map(({ file }) => `- [${file}](${hrefTo(model.urls, root, file)})`),
    ...own.flatMap(({ space, title, lines }) =>
      cut(lines, longestIndex - 2000).map(
        (_, number) => `- [${oneLine(title)}](${addressOf(model, llmsFile(space, number))})`,
      ),
    ),
  ];
  return [
    {
      file: 'llms.txt',
      text: `${heading(model.title)}\n${(chunks[0] ?? []).join('\n')}\n\n## Optional\n\n${links.join('\n')}\n`.replace(
        '\n\n\n',
        '\n\n',
      ),
    },
    ...extra,
    ...own.flatMap(({ space, title, lines }) =>
      cut(lines, longestIndex - 2000).map((each, number) => ({
        file: llmsFile(space, number),
        text: `${heading(title)}\n${each.join('\n')}\n`,
      })),
    ),
  ];
}

function llmsFile(space: PlacedSpace, number: number): string {
  return `${space.prefix}llms${number === 0 ? '' : `-${number + 1}`}.txt`;
}

function cut(lines: readonly string[], size: number): string[][] {
  const chunks: string[][] = [];
  let length = Infinity;
  for (const line of lines) {
    if (length + line.length + 1 > size) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(line);
    length += line.length + 1;
  }
  return chunks;
}

function addressOf(model: SiteModel, target: Place | string): string {
  return absoluteUrl(model.urls, target) ?? hrefTo(model.urls, placeOf(''), target);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
