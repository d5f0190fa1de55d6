import { AppError } from '../../base/index.ts';
import { folderOf, isMarkdownPath, nameOf, titleOf } from '../../content/index.ts';
import { yieldToRequests } from '../background.ts';
import type { Context } from '../context.ts';
import { addressIn, downloadArchive, filesShown, pathIn, textAt, unknownTarget } from './archive.ts';
import { readCsv } from './csv.ts';
import type { ForeignContent, ForeignPage } from './foreign.ts';
import { readWebPage } from './web-page.ts';

interface Draft {
  readonly path: string;
  readonly children: Draft[];
}

const mostPages = 5000;
const mostRows = 500;
const mostColumns = 30;

/**
 * Reads the archive of a Notion export ("Markdown & CSV", or "HTML"): the tree of pages by their folders, databases as pages with a table
 * of their rows, and the files that pages show. Ids in names are left out.
 */
export async function readNotion(ctx: Context, url: string): Promise<ForeignContent> {
  const archive = await downloadArchive(ctx, url);
  // The archive has a database twice: as its first view shows it, and complete.
  const paths = [...archive.keys()]
    .filter(isPage)
    .filter((path) => !(/\.csv$/iu.test(path) && archive.has(path.replace(/\.csv$/iu, '_all.csv'))))
    .sort();
  if (paths.length === 0 || paths.length > mostPages) {
    throw new AppError('UNPROCESSABLE', `The archive at ${url} is not an export of Notion.`, {
      hint: 'In Notion, choose "Export" with subpages and folders for them, and give the address of the ZIP archive.',
    });
  }
  const drafts = new Map(paths.map((path) => [path, { path, children: [] }]));
  const byFolder = new Map(paths.flatMap((path) => foldersOf(path).map((folder) => [folder, path] as const)));
  const roots: Draft[] = [];
  for (const draft of drafts.values()) {
    const above = nearest(folderOf(draft.path), byFolder, draft.path);
    (above === undefined ? roots : drafts.get(above)!.children).push(draft);
  }
  const made = async (drafts: readonly Draft[]): Promise<ForeignPage[]> => {
    const pages: ForeignPage[] = [];
    for (const draft of drafts) {
      const children = await made(draft.children);
      await yieldToRequests();
      pages.push({ ...pageAt(archive, draft.path, children), children });
    }
    return pages;
  };
  const pages = await made(roots);
  const files = filesShown(archive, pages, isPage);
  return {
    pages,
    files,
    total: paths.length + files.size,
    keyOf: (target, page) => {
      const path = pathIn(target, page.key);
      const whole = path?.replace(/\.csv$/iu, '_all.csv');
      return whole !== undefined && drafts.has(whole) ? whole : path;
    },
    unknown: unknownTarget,
  };
}

function isPage(path: string): boolean {
  return (isMarkdownPath(path) || /\.(?:html?|csv)$/iu.test(path)) && nameOf(path) !== 'index.html';
}

/** The folders that may contain the pages below a page: named like the page, with or without the id. */
function foldersOf(path: string): string[] {
  const folder = folderOf(path);
  const own = nameOf(path).replace(/(?:_all)?\.[a-z]+$/iu, '');
  return [own, withoutId(own)].map((name) => (folder === '' ? name : `${folder}/${name}`));
}

function nearest(start: string, byFolder: ReadonlyMap<string, string>, self: string): string | undefined {
  for (let folder = start; folder !== ''; folder = folderOf(folder)) {
    const found = byFolder.get(folder);
    if (found !== undefined && found !== self) return found;
  }
  return undefined;
}

function withoutId(name: string): string {
  return name.replace(/ [0-9a-f]{32}$/u, '');
}

function pageAt(
  archive: ReadonlyMap<string, Uint8Array>,
  path: string,
  children: readonly ForeignPage[],
): ForeignPage {
  const named = withoutId(nameOf(path).replace(/(?:_all)?\.[a-z]+$/iu, '')) || 'Untitled';
  const text = textAt(archive, path);
  if (/\.csv$/iu.test(path))
    return { key: path, title: named, text: tableOf(text, { path, named, children }), children: [] };
  const markdown = isMarkdownPath(path)
    ? text
    : readWebPage(text, addressIn(path), { title: named }).markdown;
  return { key: path, title: titleOf(markdown) ?? named, text: markdown, children: [] };
}

/** A database as a table; the first cell of a row links to the row's page, where it has one. */
function tableOf(
  csv: string,
  { path, named, children }: { path: string; named: string; children: readonly ForeignPage[] },
): string {
  const [head = [], ...rows] = readCsv(csv);
  const width = Math.min(head.length, mostColumns);
  const pages = new Map(children.map((page) => [page.title, page.key]));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const shown = rows.slice(0, mostRows).map(([first = '', ...rest]) => {
    const key = pages.get(first.trim());
    const target = key === undefined ? undefined : `<${relative(path, key)}>`;
    return line([target === undefined ? cell(first) : `[${cell(first)}](${target})`, ...rest.map(cell)]);
  });
  const left = rows.length - shown.length;
  return [
    `# ${named}`,
    '',
    line(head.map(cell)),
    line(head.map(() => '---')),
    ...shown,
    ...(left > 0 ? ['', `${left} more rows were not taken over.`] : []),
    '',
  ].join('\n');
}

/** A row's page is in the folder of its database, or below it. */
function relative(from: string, to: string): string {
  const folder = folderOf(from);
  const path = folder === '' ? to : to.slice(folder.length + 1);
  return path.split('/').map(encodeURIComponent).join('/');
}

/** A value on one line, without anything that has a meaning in a table or in markdown. */
function cell(value: string): string {
  return value
    .trim()
    .replace(/[\\|*_`[\]<]/gu, '\\$&')
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .join('<br>');
}
