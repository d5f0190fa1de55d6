import { AppError, isAppError } from '../../base/index.ts';
import { decodePercent, linksOf, nameOf, titleOf } from '../../content/index.ts';
import { download } from '../change-requests/handlers.ts';
import type { Context } from '../context.ts';
import { parseUrl } from '../web-address.ts';
import type { ForeignContent, ForeignFile, ForeignPage } from './foreign.ts';
import { textOfAnswer } from './text.ts';
import { readWebPage } from './web-page.ts';

const mostPages = 500;
const mostFiles = 500;
const mostBytes = 100 * 1024 * 1024;
const largestFile = 5 * 1024 * 1024;
const longestMs = 60_000;
const atOnce = 4;
/** Pages that frame the others. */
const frames = new Set(['_sidebar', '_footer', '_header']);

interface Wiki {
  readonly pages: string;
  readonly raw: string;
}

/**
 * Reads a public wiki of GitHub: the original texts of its pages, and the files that they show. It takes the pages that the wiki's sidebar
 * and pages link to. No account is needed, and none can be used: a private wiki is not found.
 */
export async function readGithubWiki(ctx: Context, address: string): Promise<ForeignContent> {
  const until = ctx.clock.now() + longestMs;
  const wiki = wikiOf(address);
  const pages = new Map<string, ForeignPage>();
  const files = new Map<string, ForeignFile>();
  const wanted = new Set<string>();
  const known = new Set<string>();
  const waiting: string[] = [];
  const add = (name: string | undefined): void => {
    if (name === undefined || known.has(name.toLowerCase())) return;
    known.add(name.toLowerCase());
    waiting.push(name);
  };
  let bytes = 0;
  let failed = 0;
  for (const name of ['Home', '_Sidebar', ...(await namesShown(ctx, wiki))]) add(name);
  while (waiting.length > 0 && pages.size < mostPages && ctx.clock.now() < until) {
    const next = waiting.splice(0, atOnce);
    const texts = await Promise.all(next.map((name) => rawFile(ctx, wiki, `${name}.md`)));
    for (const [index, raw] of texts.entries()) {
      const name = next[index]!;
      const isFrame = frames.has(name.toLowerCase());
      if (raw === undefined) {
        if (!isFrame) failed += 1;
        continue;
      }
      bytes += raw.byteLength;
      const text = withoutWikiLinks(textOfAnswer(raw, `${wiki.raw}/${name}.md`));
      const named = placesNamed(wiki, text);
      for (const place of named.files) wanted.add(place);
      for (const place of named.pages) add(place);
      const title = titleOf(text) ?? name.replaceAll('-', ' ');
      if (!isFrame) pages.set(name.toLowerCase(), { key: name, title, text, children: [] });
    }
  }
  if (pages.size === 0)
    throw new AppError('UNPROCESSABLE', `${address} has no page that everybody may read.`, {
      hint: 'A private wiki can be cloned with git, packed as a ZIP archive and imported as that.',
    });
  for (const place of wanted) {
    if (files.size >= mostFiles || bytes >= mostBytes || ctx.clock.now() >= until) break;
    const body = await rawFile(ctx, wiki, place);
    if (body === undefined) continue;
    bytes += body.byteLength;
    files.set(place, { name: nameOf(place), bytes: body });
  }
  return {
    pages: [...pages.values()],
    files,
    total: pages.size + failed + waiting.length + wanted.size,
    keyOf: (target) => {
      const place = placeOf(wiki, target);
      return place === undefined || files.has(place) ? place : pages.get(place.toLowerCase())?.key;
    },
  };
}

/** The places of the wiki that a text links to or shows: files, judged by their names, and pages. */
function placesNamed(wiki: Wiki, text: string): { files: string[]; pages: string[] } {
  const files: string[] = [];
  const pages: string[] = [];
  for (const { target, kind } of linksOf(text)) {
    const place = placeOf(wiki, target);
    if (place === undefined) continue;
    const isFile = kind === 'image' || kind === 'src' || /\.[a-z0-9]{2,4}$/iu.test(place);
    (isFile ? files : pages).push(place);
  }
  return { files, pages };
}

function wikiOf(address: string): Wiki {
  const url = parseUrl(address);
  const [owner = '', name = ''] = url?.pathname.split('/').slice(1) ?? [];
  const repository = name.replace(/(?:\.wiki)?(?:\.git)?$/u, '');
  if (url?.hostname !== 'github.com' || owner === '' || repository === '') {
    throw new AppError('UNPROCESSABLE', `${address} is not a wiki of GitHub.`, {
      hint: 'Its address reads https://github.com/OWNER/REPOSITORY/wiki.',
    });
  }
  return {
    pages: `https://github.com/${owner}/${repository}/wiki`,
    raw: `https://raw.githubusercontent.com/wiki/${owner}/${repository}`,
  };
}

/** The pages that the first page of the wiki links to; none when that page cannot be read. */
async function namesShown(ctx: Context, wiki: Wiki): Promise<string[]> {
  try {
    const { body, url } = await download(ctx, wiki.pages, { accept: 'text/html', maxBytes: largestFile });
    const { links } = readWebPage(textOfAnswer(body, url), `${wiki.pages}/`);
    return links.flatMap((link) => {
      const place = link.startsWith(`${wiki.pages}/`) ? placeOf(wiki, link) : undefined;
      // A path with a further part is a view of a page: its history, its editor.
      return place === undefined || place.includes('/') || place.startsWith('_') ? [] : [place];
    });
  } catch (error) {
    if (isAppError(error)) return [];
    throw error;
  }
}

/** What a target means in the wiki: a page's name, or a file's path; undefined when it leads elsewhere. */
function placeOf(wiki: Wiki, target: string): string | undefined {
  const url = parseUrl(target, `${wiki.pages}/`);
  if (url === undefined || target.startsWith('#')) return undefined;
  const start = [wiki.pages, wiki.raw].find((each) => url.href.startsWith(`${each}/`));
  if (start === undefined) return undefined;
  const place = decodePercent(url.href.slice(start.length + 1).split(/[?#]/u)[0]!);
  return place === '' ? 'Home' : place.replaceAll(' ', '-').replace(/\.md$/iu, '');
}

async function rawFile(ctx: Context, wiki: Wiki, path: string): Promise<Uint8Array | undefined> {
  const address = `${wiki.raw}/${path.split('/').map(encodeURIComponent).join('/')}`;
  try {
    return (await download(ctx, address, { maxBytes: largestFile })).body;
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

/** Writes the wiki's own links, `[[words|Page name]]`, as markdown, except in code. */
export function withoutWikiLinks(text: string): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1];
      if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
        fence = fence === undefined ? mark : undefined;
        return line;
      }
      if (fence !== undefined) return line;
      // Every other part between backticks is code.
      return line
        .split(/(`[^`]*`)/u)
        .map((part) => (part.startsWith('`') ? part : part.replace(/\[\[([^[\]\n]{1,500})\]\]/gu, wikiLink)))
        .join('');
    })
    .join('\n');
}

function wikiLink(_written: string, inside: string): string {
  const [words = '', target = words] = inside.split('|').map((part) => part.trim());
  if (/\.(?:png|jpe?g|gif|svg|webp)$/iu.test(words)) return `![](<${words}>)`;
  const [page = '', fragment] = target.split('#');
  const place = /^[a-z]+:/iu.test(target) ? target : page.replaceAll(' ', '-');
  const tail = fragment === undefined || place === target ? '' : `#${fragment}`;
  return `[${words}](<${place}${tail}>)`;
}
