import { AppError } from '../../base/index.ts';
import { nameOf } from '../../content/index.ts';
import { yieldToRequests } from '../background.ts';
import type { Context } from '../context.ts';
import { addressIn, downloadArchive, filesShown, pathIn, textAt, unknownTarget } from './archive.ts';
import type { ForeignContent, ForeignPage } from './foreign.ts';
import { findElement, parseHtml, readWebPage, textOf, refuseDeepNesting } from './web-page.ts';
import type { HtmlNode } from './web-page.ts';

interface Entry {
  readonly path: string;
  readonly title: string;
  readonly children: Entry[];
}

const mostPages = 5000;

/**
 * Reads the archive of Confluence's "Export space to HTML": the tree of its index, the text of each page, and the files that its pages
 * show.
 */
export async function readConfluence(ctx: Context, url: string): Promise<ForeignContent> {
  const archive = await downloadArchive(ctx, url);
  const paths = [...archive.keys()].filter((path) => isPage(path) && path !== 'index.html');
  if (paths.length === 0 || paths.length > mostPages) {
    throw new AppError(
      'UNPROCESSABLE',
      `The archive at ${url} is not an HTML export of a Confluence space.`,
      {
        hint: 'In Confluence, choose "Export space", then "HTML", and give the address of the ZIP archive.',
      },
    );
  }
  const index = archive.has('index.html')
    ? refuseDeepNesting(url, () => indexOf(textAt(archive, 'index.html')))
    : [];
  const listed = new Set<string>();
  const made = async (entries: readonly Entry[]): Promise<ForeignPage[]> => {
    const pages: ForeignPage[] = [];
    for (const entry of entries) {
      if (archive.has(entry.path) && !listed.has(entry.path)) {
        listed.add(entry.path);
        await yieldToRequests();
        pages.push({ ...pageAt(archive, entry), children: await made(entry.children) });
      } else pages.push(...(await made(entry.children)));
    }
    return pages;
  };
  const pages = await made(index);
  for (const path of paths)
    if (!listed.has(path)) pages.push(...(await made([{ path, title: '', children: [] }])));
  const files = filesShown(archive, pages, isPage);
  return {
    pages,
    files,
    total: paths.length + files.size,
    keyOf: (target, page) => pathIn(target, page.key),
    unknown: unknownTarget,
  };
}

function isPage(path: string): boolean {
  return /\.html?$/iu.test(path);
}

/** The nested list of pages of the index. */
function indexOf(html: string): Entry[] {
  const walk = (node: HtmlNode): Entry[] => {
    if (node.tagName !== 'li') return (node.children ?? []).flatMap(walk);
    const link = (node.children ?? []).find((child) => child.tagName === 'a');
    const below = (node.children ?? []).flatMap(walk);
    const href = link?.properties?.['href'];
    const path = typeof href === 'string' ? pathIn(href.split('#')[0]!, 'index.html') : undefined;
    return path === undefined ? below : [{ path, title: textOf(link).trim(), children: below }];
  };
  return walk(parseHtml(html));
}

function pageAt(archive: ReadonlyMap<string, Uint8Array>, { path, title }: Entry): ForeignPage {
  const html = textAt(archive, path);
  const shown = title !== '' ? title : titleIn(html) || nameOf(path).replace(/(?:_\d+)?\.html?$/iu, '');
  const { markdown } = readWebPage(html, addressIn(path), {
    main: (element) => element.properties?.['id'] === 'main-content',
    title: shown,
  });
  return { key: path, title: shown, text: markdown, children: [] };
}

/** The page's own name: the export writes the space's name before it. */
function titleIn(html: string): string {
  const tree = parseHtml(html);
  const written = textOf(
    findElement(tree, (element) => element.properties?.['id'] === 'title-text') ??
      findElement(tree, (element) => element.tagName === 'title'),
  );
  return written
    .replace(/\s+/gu, ' ')
    .replace(/^[^:]{1,100} : /u, '')
    .trim();
}
