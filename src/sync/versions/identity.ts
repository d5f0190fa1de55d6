import { pageIdOf, roughText } from '../../content/index.ts';
import { filledLines, holdsLines, likeness } from '../compare-texts.ts';

/** Which page a file is, by the identity in its front matter, in whatever encoding somebody saved it; null: that does not tell. */
export function identityIn(bytes: Uint8Array): string | null {
  return pageIdOf(roughText(bytes));
}

/** A file that holds so much of a page, and no identity of another one, is that page. */
const enoughOfPage = 0.6;

/** Whether a text without an identity is the page that another text is of: it has most of its lines, or all of them and many more. */
export function isMostly(page: string, text: string): boolean {
  return nearness(page, text) >= enoughOfPage;
}

export interface FileText {
  readonly path: string;
  /** Without an identity. */
  readonly text: string;
}

/** A page as it was last known: where it was, and what it said. */
export interface KnownPage extends FileText {
  readonly id: string;
}

/**
 * Which page each of these files is, none of which carries an identity: the page that was at its path, where the file has most of
 * that; else the page that it has most of, or all but the title of; else the page whose path was taken by what was here before, for
 * the two changed places; else the page that was at its path.
 *
 * @param pages A page stands here with each text that it is known by. Where two were at one path, the newer one comes first.
 * @param elsewhere Where pages were whose files are known already: from the paths that they have now.
 */
export function recognise(
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
    const [page] = [...open].filter(({ path, text }) => path === file.path && isMostly(text, file.text));
    claim(file, page);
  }
  for (const file of left()) claim(file, mostLike(file.text, [...open]));
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

/** Whether a page says what a text says, below another title. Of a short page, the title is most. */
function isRetitled(text: string): (page: KnownPage) => boolean {
  const after = filledLines(text);
  return (page) => {
    const before = filledLines(page.text);
    const isSame =
      before.length === after.length && before.every((line, at) => at === 0 || line === after[at]);
    return isSame && before.length > 1 && [before[0], after[0]].every((line) => line!.startsWith('# '));
  };
}

/** Where the first of several pages was that each took the path of the next one. */
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
 * Of several files that carry one identity, the one that is the page: the nearest to what the page said. The others are copies, and
 * somebody means to make pages of their own of them. A file that is nearer to one of these other pages, whose files nobody has found,
 * is none of them: it was copied, sent as a page of its own, and still carries the identity that it was copied with.
 *
 * @param page What the page said; undefined: that is not known.
 */
export function originalOf<File extends { readonly text: string }>(
  files: readonly File[],
  page: string | undefined,
  others: readonly { readonly text: string }[] = [],
): File | undefined {
  if (page === undefined) return files[0];
  const own = files.filter(({ text }) => ratherAnother(text, page, others) === undefined);
  const near = own.map(({ text }) => likeness(page, text));
  return own[near.indexOf(Math.max(...near))];
}

/** Of other pages, the one that a text is most of, and nearer to than to the page whose identity it carries; undefined: none. */
export function ratherAnother<Page extends { readonly text: string }>(
  text: string,
  page: string,
  others: readonly Page[],
): Page | undefined {
  const own = likeness(page, text);
  // Most files that only moved say just what their pages said.
  const other = own === 1 ? undefined : mostLike(text, others);
  return other !== undefined && likeness(other.text, text) > own ? other : undefined;
}

/** Of several texts, the one that another is most of; undefined where it is of none. */
export function mostLike<Page extends { readonly text: string }>(
  text: string,
  pages: readonly Page[],
): Page | undefined {
  let best: Page | undefined;
  let most = enoughOfPage;
  for (const page of pages) {
    const share = nearness(page.text, text);
    if (share > most || (share === most && best === undefined)) [best, most] = [page, share];
  }
  return best;
}

/** How near a text is to a page. However much was added to a page, it is still that page; a title alone is too little to tell. */
function nearness(page: string, text: string): number {
  const isWhole = filledLines(page).length > 1 && holdsLines(text, page);
  return Math.max(likeness(page, text), isWhole ? enoughOfPage : 0);
}
