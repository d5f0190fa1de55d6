import {
  anchorOfText,
  decodePercent,
  encodeMarks,
  likelyAnchor,
  relativePath,
  replacement,
  splitTarget,
  type Anchor,
  type PageAnchors,
  type PageLink,
} from '../content/index.ts';
import type { Suggestion } from './finding.ts';
import { likelyMeant, nearestName } from './nearest.ts';
import type { Fault } from './resolve.ts';
import { isMarkdownPath, resolvePath, type LinkIndex } from './tree.ts';

/** A suggestion that is not yet written with the escapes of its place. */
type Unwritten = Omit<Suggestion, 'written'>;

/** What a base knows about moved pages. */
export interface MovedFiles {
  /** The present path of an old page; null when unknown. */
  newPath(oldPath: string): string | null;
  /** The present path of the file that a page's link led to in the base; null when the link led nowhere. */
  goal(from: string, target: string): string | null;
}

/**
 * Did-you-mean: tries candidates, the surest first. First come names that differ only in capitals, dashes and punctuation; then
 * pages that moved, by the base, the redirects or a file of the same name; then a typing error, in the name or in the folder, but
 * not in both. A suggestion keeps the fragment.
 */
export class TargetSuggestions {
  readonly #index: LinkIndex;
  readonly #moves: MovedFiles | null;
  readonly #folded = new Map<string, Map<string, string[]>>();
  #byFolder: Map<string, string[]> | null = null;
  #byName: Map<string, string[]> | null = null;

  constructor(index: LinkIndex, moves: MovedFiles | null = null) {
    this.#index = index;
    this.#moves = moves;
  }

  /** What `link`, in the file `from` with the text `text`, may mean instead. */
  suggest(from: string, text: string, link: PageLink, fault: Fault): Suggestion | null {
    const shows = this.#showing(from, link);
    // An include that cannot show a file does not need the file's right name.
    const found = fault.file === null || shows(fault.file) ? this.#find(from, link, fault) : null;
    return found === null ? null : { ...found, written: replacement(text, link, found.target).written };
  }

  #find(from: string, link: Pick<PageLink, 'target' | 'kind'>, fault: Fault): Unwritten | null {
    switch (fault.rule) {
      case 'case-mismatch':
        return fault.file === null
          ? null
          : asTarget(
              link,
              { from, file: fault.file, fragment: fault.fragment },
              { reason: 'capitals', safe: true },
            );
      case 'root-relative':
        return fault.file === null
          ? null
          : asTarget(
              link,
              { from, file: fault.file, fragment: fault.fragment },
              { reason: 'moved', safe: true },
            );
      case 'broken-anchor':
        return this.#anchor(link, fault);
      case 'broken-page':
      case 'broken-file':
      case 'broken-reusable':
      case 'broken-openapi':
      case 'broken-redirect':
        return this.#whole(from, link) ?? this.#path(from, link, fault);
      default:
        return null;
    }
  }

  /** Says whether a link can lead to a file: every link can, except for an include. */
  #showing(from: string, { kind }: Pick<PageLink, 'kind'>): (path: string) => boolean {
    const space = kind === 'include' ? this.#index.spaceOf(from) : null;
    if (space === null) return () => true;
    return (path) => this.#index.isReusable(space, path) && !this.#index.includes(path, from);
  }

  /** The file whose name has the mark that reads as the start of an anchor or a query. */
  #whole(from: string, link: Pick<PageLink, 'target' | 'kind'>): Unwritten | null {
    const file = /[#?]/u.test(link.target) ? resolvePath(from, decodePercent(link.target)) : null;
    if (file === null || !this.#index.paths.has(file) || !this.#showing(from, link)(file)) return null;
    return asTarget(link, { from, file, fragment: null }, { reason: 'punctuation', safe: true });
  }

  #path(
    from: string,
    link: Pick<PageLink, 'target' | 'kind'>,
    { wanted, file, fragment }: Fault,
  ): Unwritten | null {
    const to = (path: string, sign: Pick<Suggestion, 'reason' | 'safe'>): Unwritten =>
      asTarget(link, { from, file: path, fragment }, sign);
    if (file !== null) return to(file, { reason: 'punctuation', safe: true });
    // The writer used a folder's address for the page of that name, but for the service this address means only the folder's
    // README.md.
    const page = wanted.replace(/\/README\.md$/u, '.md');
    const shows = this.#showing(from, link);
    const isThere = (path: string): boolean => this.#index.paths.has(path) && shows(path);
    if (/\/(?:#|$)/u.test(link.target) && page !== wanted && isThere(page))
      return to(page, { reason: 'punctuation', safe: true });
    const isOfKind = fitsFor(wanted);
    const fits = (path: string): boolean => isOfKind(path) && shows(path);
    for (const [reason, fold] of folds) {
      const same = this.#same(reason, fold, wanted).filter(fits);
      const [only] = same;
      if (only !== undefined && same.length === 1)
        return to(only, { reason, safe: reason !== 'punctuation' });
    }
    const moved =
      this.#moves?.goal(from, link.target) ?? this.#moves?.newPath(wanted) ?? this.#redirected(wanted);
    if (moved !== null && isThere(moved)) return to(moved, { reason: 'moved', safe: true });
    const level = this.#otherLevel(from, link.target);
    const unique = onlyOf(this.#withAnchor(this.#named(wanted).filter(fits), fragment));
    // With one `../` too many, another file of that name may be meant. The suggestion is certain only if both ways agree, or there
    // is only one file.
    if (level !== null && level !== unique && fits(level)) return to(level, { reason: 'moved', safe: false });
    if (unique !== null)
      return to(unique, { reason: 'moved', safe: this.#isTelling(wanted, unique, fragment) });
    const near = this.#misspelt(wanted, fits);
    return near === null ? null : to(near, { reason: 'similar', safe: false });
  }

  /** Reduces several pages of one name to those with the wanted anchor, if there are any. */
  #withAnchor(files: readonly string[], fragment: string | null): readonly string[] {
    if (files.length < 2 || fragment === null || fragment === '') return files;
    const having = files.filter((file) => this.#index.anchorsOf(file)?.anchors.has(decodePercent(fragment)));
    return having.length === 0 ? files : having;
  }

  /** Whether a file elsewhere is certainly the wanted one: it has the wanted name, a distinctive one, and the anchor. */
  #isTelling(wanted: string, file: string, fragment: string | null): boolean {
    const { extension } = partsOfPath(wanted);
    if (extension !== '' && partsOfPath(file).extension !== extension) return false;
    if (saysNothing.has(pageName(wanted))) return false;
    if (fragment === null || fragment === '') return true;
    const page = this.#index.anchorsOf(file);
    return page === null || page.openEnded || page.anchors.has(decodePercent(fragment));
  }

  /** The file of the same kind with nearly this name in the same folder, else with this name in nearly this folder. */
  #misspelt(wanted: string, fits: (path: string) => boolean): string | null {
    const { folder, name, extension } = partsOfPath(wanted);
    const isKind = (path: string): boolean =>
      fits(path) && (extension === '' || partsOfPath(path).extension === extension);
    const here = new Map(
      this.#inFolder(folder)
        .filter(isKind)
        .map((path) => [partsOfPath(path).name, path]),
    );
    const byName = likelyMeant(name, here.keys());
    if (byName !== null) return here.get(byName) ?? null;
    const named = this.#named(wanted).filter((path) => isKind(path) && partsOfPath(path).name === name);
    const there = new Map(named.map((path) => [partsOfPath(path).folder, path]));
    return there.get(likelyMeant(folder, there.keys()) ?? '\n') ?? null;
  }

  #inFolder(folder: string): readonly string[] {
    if (this.#byFolder === null) {
      this.#byFolder = new Map();
      for (const path of this.#index.paths) {
        const list = this.#byFolder.get(partsOfPath(path).folder);
        if (list === undefined) this.#byFolder.set(partsOfPath(path).folder, [path]);
        else list.push(path);
      }
    }
    return this.#byFolder.get(folder) ?? [];
  }

  /** The target of the space's redirects for the old address of a file. */
  #redirected(wanted: string): string | null {
    const space = this.#index.spaceOf(wanted);
    if (space === null) return null;
    const { root, redirects } = space.folder.config;
    const top = space.prefix + (root === '' ? '' : `${root}/`);
    const asAddress = (path: string): string =>
      path.replace(/(?:\/?README)?\.md$/iu, '').replace(/^\/+|\/+$/gu, '');
    const address = asAddress(wanted.startsWith(top) ? wanted.slice(top.length) : wanted);
    const found = redirects.find(({ from }) => asAddress(from) === address);
    if (found === undefined) return null;
    const inner = asAddress(splitTarget(found.to).path.replace(/^\.\//u, ''));
    const files = [`${top}${inner}.md`, `${top}${inner}/README.md`, space.filesByPagePath.get(inner) ?? ''];
    return files.find((file) => this.#index.files.has(file)) ?? null;
  }

  /** The file that the path means with one `../` more or fewer, the most common error after moving a page by hand. */
  #otherLevel(from: string, target: string): string | null {
    const path = decodePercent(target.split('#')[0] ?? '');
    const options = [`../${path}`, ...(path.startsWith('../') ? [path.slice(3)] : [])];
    const found = options
      .map((option) => resolvePath(from, option))
      .filter((resolved): resolved is string => resolved !== null && this.#index.paths.has(resolved));
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  #same(name: string, fold: (text: string) => string, wanted: string): string[] {
    let folded = this.#folded.get(name);
    if (folded === undefined) {
      folded = new Map();
      for (const path of this.#index.paths) {
        const key = fold(path);
        const list = folded.get(key);
        if (list === undefined) folded.set(key, [path]);
        else list.push(path);
      }
      this.#folded.set(name, folded);
    }
    return (
      folded.get(fold(wanted)) ??
      (/\.[a-z\d]{1,5}$/iu.test(wanted) ? [] : (folded.get(fold(`${wanted}.md`)) ?? []))
    );
  }

  /** Files with the wanted name, in any folder. A page and a folder's README.md count as the same name. */
  #named(wanted: string): string[] {
    if (this.#byName === null) {
      this.#byName = new Map();
      for (const path of this.#index.paths) {
        const name = pageName(path);
        const list = this.#byName.get(name);
        if (list === undefined) this.#byName.set(name, [path]);
        else list.push(path);
      }
    }
    return this.#byName.get(pageName(wanted)) ?? [];
  }

  #anchor({ target }: Pick<PageLink, 'target'>, { file, wanted }: Fault): Unwritten | null {
    const page = file === null ? null : this.#index.anchorsOf(file);
    if (page === null) return null;
    const ids = [...page.anchors.values()].filter(({ kind }) => kind !== 'footnote').map(({ id }) => id);
    const before = target.slice(0, target.indexOf('#') + 1);
    for (const [reason, fold] of folds) {
      const same = ids.filter((id) => fold(id) === fold(wanted));
      if (reason !== 'punctuation' && same.length === 1 && same[0] !== undefined)
        return { target: before + same[0], reason, safe: true };
    }
    const parts = partsOf(page);
    const likely = likelyAnchor(wanted, parts);
    if (likely !== undefined)
      return {
        target: before + likely.id,
        reason: likely.isSame ? 'punctuation' : 'similar',
        safe: false,
      };
    // A link for another renderer has that renderer's slug of the same heading.
    const slug = anchorOfText(wanted.replaceAll('-', ' '));
    const squashed = ids.filter(
      (id) => squash(id.replace(/^id-/u, '')) === squash(slug.replace(/^id-/u, '')),
    );
    if (squashed.length === 1 && squashed[0] !== undefined)
      return { target: before + squashed[0], reason: 'punctuation', safe: false };
    const near =
      nearestName(
        wanted,
        parts.map(({ id }) => id),
      ) ?? nearestName(wanted, ids);
    return near === null ? null : { target: before + near, reason: 'similar', safe: false };
  }
}

/** The parts of a page, each by its first id only: two ids of one heading are no choice between two headings. */
function partsOf({ anchors }: PageAnchors): Anchor[] {
  const seen = new Set<string>();
  return [...anchors.values()].filter(({ kind, start, text }) => {
    const part = `${kind} ${start} ${text}`;
    if (kind === 'footnote' || (text !== '' && seen.has(part))) return false;
    seen.add(part);
    return true;
  });
}

/** Names that pages in many folders have, so even the only such page may not be the one that was meant. */
const saysNothing: ReadonlySet<string> = new Set(
  'about changelog concepts examples faq getting-started help home index installation intro introduction license overview quickstart readme reference settings setup start summary usage'.split(
    ' ',
  ),
);

const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}/]+/gu, '');

const folds: readonly (readonly ['capitals' | 'dashes' | 'punctuation', (text: string) => string])[] = [
  ['capitals', (text) => text.normalize('NFC').toLowerCase()],
  ['dashes', (text) => text.toLowerCase().replace(/[-_ ]+/gu, '-')],
  ['punctuation', squash],
];

/** Two spellings of one kind of file. */
const sameKind: Readonly<Record<string, string>> = {
  '.yml': '.yaml',
  '.jpeg': '.jpg',
  '.markdown': '.md',
  '.htm': '.html',
};

function partsOfPath(path: string): { folder: string; name: string; extension: string } {
  const slash = path.lastIndexOf('/');
  const file = path.slice(slash + 1);
  const extension = /\.[a-z\d]{1,5}$/iu.exec(file)?.[0] ?? '';
  return {
    folder: path.slice(0, Math.max(0, slash)),
    name: file.slice(0, file.length - extension.length),
    extension: sameKind[extension.toLowerCase()] ?? extension.toLowerCase(),
  };
}

/** The only element of a list; null for an empty list, or one with several elements. */
function onlyOf(list: readonly string[]): string | null {
  const [only] = list;
  return only !== undefined && list.length === 1 ? only : null;
}

/** Whether a file is of the wanted kind: a page for a page, another kind of file for the same kind. */
function fitsFor(wanted: string): (path: string) => boolean {
  const asPage = isMarkdownPath(wanted) || !/\.[a-z\d]{1,5}$/iu.test(wanted);
  return (path) =>
    asPage ? isMarkdownPath(path) && !/(?:^|\/)SUMMARY\.md$/u.test(path) : !isMarkdownPath(path);
}

/**
 * A target for a link from `from` to `file`, in the style of the old link: percent-encoded if that was, and with a slash for a
 * README.md.
 */
function asTarget(
  { target }: Pick<PageLink, 'target'>,
  { from, file, fragment }: { from: string; file: string; fragment: string | null },
  { reason, safe }: Pick<Suggestion, 'reason' | 'safe'>,
): Unwritten {
  const slash = from.lastIndexOf('/');
  const path = relativePath(slash < 0 ? '' : from.slice(0, slash), file);
  const written = target.split('#')[0] ?? '';
  const encoded =
    decodePercent(written) !== written
      ? path.split('/').map(encodeURIComponent).join('/')
      : /[#?]/u.test(path) || decodePercent(path) !== path
        ? encodeMarks(path)
        : path;
  const folder = /(?:^|\/)\.{0,2}$/u.test(written) && /(?:^|\/)README\.md$/u.test(encoded);
  const short = folder ? encoded.replace(/README\.md$/u, '') : encoded;
  return {
    target: (short === '' ? './' : short) + (fragment === null ? '' : `#${fragment}`),
    reason,
    safe,
  };
}

function pageName(path: string): string {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const shown = /^readme\.md$/iu.test(name) ? (parts.pop() ?? name) : name;
  return shown.replace(/\.md$/iu, '').toLowerCase();
}
