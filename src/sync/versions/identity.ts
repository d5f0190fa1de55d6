import { pageIdOf, decodeAnyEncoding, withoutPageId } from '../../content/index.ts';
import { linesWithText, containsLines, shareOfCommonLines } from '../compare-texts.ts';

/** Which page a file is, by the identity in its front matter, in whatever encoding somebody saved it; null: there is no identity. */
export function identityIn(bytes: Uint8Array): string | null {
  return pageIdOf(decodeAnyEncoding(bytes));
}

/** A page's text without the identity that the mirror adds. */
export function plainText(bytes: Uint8Array): string {
  return withoutPageId(decodeAnyEncoding(bytes));
}

/** The share of a page that a file needs to count as that page, if it has no other page's identity. */
const enoughOfPage = 0.6;

/**
 * Whether a text without an identity is the page that another text belongs to: it has most of that text's lines, or all of them
 * and many more.
 */
export function isSimilarPage(page: string, text: string): boolean {
  return nearness(page, text) >= enoughOfPage;
}

/** Whether a text is similar to one of several versions. */
export function isLikeOneOf(text: Uint8Array, versions: readonly (Uint8Array | null)[]): boolean {
  const said = plainText(text);
  return versions.some((version) => version !== null && isSimilarPage(plainText(version), said));
}

/**
 * Whether the file at a page's path is still that page although it carries no identity any more: it has most of the page's text. A
 * file that carries the identity elsewhere is then a copy (SYNC-59).
 *
 * @param page The page's earlier text, without its identity.
 */
export function hasLostIdentity(
  page: string,
  file: { readonly id: string | null; readonly text: string },
): boolean {
  return file.id === null && isSimilarPage(page, file.text);
}

export interface FileText {
  readonly path: string;
  /** The text, without an identity. */
  readonly text: string;
}

/** A page as it was last known, with its path and text. */
export interface KnownPage extends FileText {
  readonly id: string;
}

/**
 * Finds out which page each of these files is; none of them carries an identity. A file is, in this order: the page that was at
 * its path, if the file has most of that page; the page that it has most of, or all of but the title; where two files changed places,
 * the page whose old path was taken by the page that was here; or the page that was at its path.
 *
 * @param pages The list has a page once for each text that it is known by. Of two pages that were at one path, the newer one
 * comes first.
 * @param elsewhere For pages whose files are known already: their old paths, by their present paths.
 */
export function identifyPages(
  files: readonly FileText[],
  pages: readonly KnownPage[],
  elsewhere: ReadonlyMap<string, string>,
): Map<string, string> {
  const found = new Map<string, string>();
  const former = new Map(elsewhere);
  const open = new Set(pages);
  const claim = ({ path }: FileText, page: KnownPage | undefined): void => {
    if (page === undefined) return;
    found.set(path, page.id);
    former.set(path, page.path);
    for (const each of open) if (each.id === page.id) open.delete(each);
  };
  const left = (): FileText[] => files.filter(({ path }) => !found.has(path));
  const pageAt = (path: string): KnownPage | undefined => [...open].find((page) => page.path === path);
  for (const file of files) {
    const [page] = [...open].filter(({ path, text }) => path === file.path && isSimilarPage(text, file.text));
    claim(file, page);
  }
  for (const file of left()) claim(file, mostSimilar(file.text, [...open]));
  // A page whose path has a file is not looked for elsewhere by so little.
  const isGone = ({ path }: KnownPage): boolean => files.every((file) => file.path !== path);
  for (const file of left()) claim(file, [...open].filter(isGone).find(isRetitled(file.text)));
  for (const page of [...open]) {
    const path = startOfChain(former, page.path);
    const file = path === page.path ? undefined : left().find((each) => each.path === path);
    if (file) claim(file, page);
  }
  for (const file of left()) claim(file, pageAt(file.path));
  return found;
}

/** Whether a page says the same as a text below another title. On a short page, the title is most of the text. */
function isRetitled(text: string): (page: KnownPage) => boolean {
  const after = linesWithText(text);
  return (page) => {
    const before = linesWithText(page.text);
    const isSame =
      before.length === after.length && before.every((line, at) => at === 0 || line === after[at]);
    return isSame && before.length > 1 && [before[0], after[0]].every((line) => line!.startsWith('# '));
  };
}

/** The first old path in a chain of pages each of which took the path of the next one. */
function startOfChain(former: ReadonlyMap<string, string>, path: string): string {
  const seen = new Set<string>();
  let at = path;
  for (let next = former.get(at); next !== undefined && !seen.has(next); next = former.get(at)) {
    seen.add(next);
    at = next;
  }
  return at;
}

/**
 * Of several files that carry the same identity, the one that is the page: the one nearest to the page's earlier text. The others
 * are copies, from which somebody means to make new pages. A file that is nearer to one of the other pages, whose files nobody has
 * found, is not a candidate: somebody copied it, it was sent as a separate page, and it still carries the identity of its source.
 *
 * @param page The page's earlier text; undefined: the text is not known.
 */
export function originalOf<File extends { readonly text: string }>(
  files: readonly File[],
  page: string | undefined,
  others: readonly { readonly text: string }[] = [],
): File | undefined {
  if (page === undefined) return files[0];
  const own = files.filter(({ text }) => ratherAnother(text, page, others) === undefined);
  const near = own.map(({ text }) => shareOfCommonLines(page, text));
  return own[near.indexOf(Math.max(...near))];
}

/** Finds, among other pages, the one that a text has most of and is nearer to than to the page whose identity it carries. */
export function ratherAnother<Page extends { readonly text: string }>(
  text: string,
  page: string,
  others: readonly Page[],
): Page | undefined {
  const own = shareOfCommonLines(page, text);
  // Most files that only moved say just what their pages said.
  const other = own === 1 ? undefined : mostSimilar(text, others);
  return other !== undefined && shareOfCommonLines(other.text, text) > own ? other : undefined;
}

/** Of several pages, the one that a text has most of; undefined where it has most of none. */
export function mostSimilar<Page extends { readonly text: string }>(
  text: string,
  pages: readonly Page[],
): Page | undefined {
  // A renamed folder has many files, and most of them say just what their pages said.
  const same = text.trim() === '' ? undefined : pages.find((page) => page.text === text);
  if (same !== undefined) return same;
  let best: Page | undefined;
  let most = enoughOfPage;
  for (const page of pages) {
    const share = nearness(page.text, text);
    if (share > most || (share === most && best === undefined)) [best, most] = [page, share];
  }
  return best;
}

/** How near a text is to a page. However much was added to a page, it is still that page; a title alone is not enough to tell. */
function nearness(page: string, text: string): number {
  const isWhole = linesWithText(page).length > 1 && containsLines(text, page);
  return Math.max(shareOfCommonLines(page, text), isWhole ? enoughOfPage : 0);
}
