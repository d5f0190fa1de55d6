import {
  exportMarkAbove,
  findFrontMatterFault,
  headingAnchors,
  includedFile,
  isMarkdownPath,
  linksOf,
  pageIdOf,
  readSpaceFolder,
  scanPage,
  type Anchor,
  type PageAnchors,
  type PageLink,
  type PageScan,
  type SpaceFolder,
} from '../content/index.ts';

/** The files of a repository, or of one commit of it. Paths are relative to it. */
export interface LinkTree {
  paths: Iterable<string>;
  /** The text of a file; null when the file is missing or is not text. */
  text(path: string): string | null;
  /** The surroundings, if the tree is a part of a larger folder. Absent when they are unknown. */
  around?: {
    /** The name of the part for people, for example `docs/`. */
    readonly name: string;
    /** Whether a file or folder exists, by its path from the tree's root, which may begin with `../`. */
    has(path: string): boolean;
    /** The symbolic link that a path is or leads through, inside the tree; null for none. */
    symbolicLink?(path: string): string | null;
    /** The markdown files that are left out, because they are symbolic links. */
    readonly linkedPages?: readonly string[];
  };
}

/** A mirrored space: its folder, and its id and title in the service. */
export interface LinkSpace {
  /** The space's folder in the repository; `''` for the whole repository. */
  path: string;
  id?: string;
  title?: string;
}

/** A space's folder, read for the check. Paths inside are relative to the repository. */
export interface ReadSpace extends LinkSpace {
  folder: SpaceFolder;
  prefix: string;
  /** Files by the page path that readers see. */
  filesByPagePath: ReadonlyMap<string, string>;
}

/** One markdown file, scanned. */
export interface ScannedFile {
  path: string;
  text: string;
  scan: PageScan;
  links: readonly PageLink[];
  pageId: string | null;
  /** Why the front matter cannot be read; null when it can be, or there is none. */
  frontMatterFault: ReturnType<typeof findFrontMatterFault>;
}

/** Scans that are shared between trees, because most files of a base are the same in the head. */
export class ScanCache {
  readonly #files = new Map<string, ScannedFile>();

  scan(path: string, text: string): ScannedFile {
    const known = this.#files.get(path);
    if (known?.text === text) return known;
    const scan = scanPage(text);
    const file = {
      path,
      text,
      scan,
      links: linksOf(scan),
      pageId: pageIdOf(text),
      frontMatterFault: findFrontMatterFault(text),
    };
    this.#files.set(path, file);
    return file;
  }
}

/** A repository's documentation, read once: files, spaces, pages, and on demand their anchors. */
export class LinkIndex {
  readonly paths: ReadonlySet<string>;
  readonly spaces: readonly ReadSpace[];
  readonly files: ReadonlyMap<string, ScannedFile>;
  readonly #files: Map<string, ScannedFile>;
  #included: Set<string> | null = null;
  /** Folders with files. */
  readonly folders: ReadonlySet<string>;
  readonly #tree: LinkTree;
  readonly #anchors = new Map<string, PageAnchors>();
  #folded: Map<string, string> | null = null;
  #titles: Map<string, string> | null = null;

  constructor(tree: LinkTree, spaces: readonly LinkSpace[], cache: ScanCache = new ScanCache()) {
    this.#tree = tree;
    const all = [...tree.paths];
    this.paths = new Set(all);
    this.spaces = spaces.map((space) => readSpace(space, all, tree));
    const files = new Map<string, ScannedFile>();
    for (const space of this.spaces) {
      const { documents, unlisted, includes } = space.folder;
      for (const inner of [...documents.keys(), ...unlisted, ...includes]) {
        const path = space.prefix + inner;
        const text = tree.text(path);
        if (text !== null && !files.has(path)) files.set(path, cache.scan(path, text));
      }
    }
    this.files = this.#files = files;
    const folders = new Set<string>();
    for (const path of all)
      for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
        const folder = path.slice(0, slash);
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    this.folders = folders;
  }

  /**
   * Replaces the text of a file, so that an editor need not read the repository after each key. The list of files and pages does
   * not change, so do not use this for a table of contents or a space's configuration. False for a file that is not scanned.
   */
  replace(file: ScannedFile): boolean {
    const { path } = file;
    const known = this.#files.get(path);
    if (known === undefined) return false;
    this.#files.set(path, file);
    this.#included ??= new Set([...this.#files.values()].flatMap((one) => this.#includesIn(one)));
    for (const included of this.#includesIn(file)) this.#included.add(included);
    if (this.#included.has(path)) this.#anchors.clear();
    else this.#anchors.delete(path);
    return true;
  }

  /** The name of the checked part, if a path outside of that part exists; else null. */
  outsideOf(path: string): string | null {
    const { around } = this.#tree;
    return around !== undefined && !this.paths.has(path) && around.has(path) ? around.name : null;
  }

  /** The symbolic link, which no check and no export follows, that a path of the checked part is or leads through; else null. */
  symbolicLinkIn(path: string): string | null {
    return this.#tree.around?.symbolicLink?.(path) ?? null;
  }

  /** The mark that leaves a file out of the checked part, because an export wrote the folder that the mark is in; else null. */
  exportMarkAbove(path: string): string | null {
    const { around } = this.#tree;
    return around === undefined ? null : exportMarkAbove(path, (one) => around.has(one));
  }

  text(path: string): string | null {
    return this.files.get(path)?.text ?? (this.paths.has(path) ? this.#tree.text(path) : null);
  }

  /** The anchors of a page, including those of its includes. */
  anchorsOf(path: string, depth = 0): PageAnchors | null {
    const known = this.#anchors.get(path);
    if (known !== undefined) return known;
    const file = this.files.get(path);
    if (file === undefined) return null;
    const own = headingAnchors(file.scan);
    const includes = this.#includesIn(file);
    const result = includes.length === 0 || depth > 4 ? own : this.#withIncludes(own, path, includes, depth);
    this.#anchors.set(path, result);
    return result;
  }

  #withIncludes(own: PageAnchors, path: string, includes: readonly string[], depth: number): PageAnchors {
    const anchors = new Map<string, Anchor>(own.anchors);
    let { openEnded, hasApiBlock, hasUpdates } = own;
    for (const included of includes) {
      const inner = included === path ? null : this.anchorsOf(included, depth + 1);
      for (const [id, anchor] of inner?.anchors ?? []) if (!anchors.has(id)) anchors.set(id, anchor);
      openEnded ||= inner?.openEnded ?? false;
      hasApiBlock ||= inner?.hasApiBlock ?? false;
      hasUpdates ||= inner?.hasUpdates ?? false;
    }
    return { ...own, anchors, openEnded, hasApiBlock, hasUpdates };
  }

  /** Whether a file is among the reusable contents of a space. */
  isReusable({ prefix, folder }: ReadSpace, file: string): boolean {
    return file.startsWith(prefix) && folder.includes.includes(file.slice(prefix.length));
  }

  /** The reusable content that an include in the file `from` shows; null for none. */
  includeOf(from: string, target: string): string | null {
    const space = this.spaceOf(from);
    if (space === null) return null;
    return includedFile(
      target,
      (written) =>
        written.startsWith('/') ? resolvePath(space.prefix, written) : resolvePath(from, written),
      (path) => this.isReusable(space, path),
    );
  }

  /** The reusable contents that a file includes itself. */
  #includesIn({ path, links }: ScannedFile): string[] {
    return links.flatMap(({ kind, target, isCode }) =>
      kind === 'include' && isCode !== true ? (this.includeOf(path, target) ?? []) : [],
    );
  }

  /** Whether a file is another one, or includes it, also through further files. */
  includes(file: string, other: string): boolean {
    const seen = new Set([file]);
    for (const one of seen) {
      const scanned = this.files.get(one);
      for (const inner of scanned === undefined ? [] : this.#includesIn(scanned)) seen.add(inner);
    }
    return seen.has(other);
  }

  /** A file whose path differs only in capitals or in the composition of letters. */
  otherCapitals(path: string): string | null {
    if (this.#folded === null) {
      this.#folded = new Map();
      for (const one of this.paths) this.#folded.set(one.normalize('NFC').toLowerCase(), one);
    }
    return this.#folded.get(path.normalize('NFC').toLowerCase()) ?? null;
  }

  /** The title of a page. */
  titleOf(path: string): string | null {
    if (this.#titles === null) {
      this.#titles = new Map();
      for (const { folder, prefix } of this.spaces)
        for (const [inner, page] of folder.documents) this.#titles.set(prefix + inner, page.title);
    }
    return this.#titles.get(path) ?? null;
  }

  /** The space that a file belongs to: the innermost one. */
  spaceOf(path: string): ReadSpace | null {
    let found: ReadSpace | null = null;
    for (const space of this.spaces)
      if (path.startsWith(space.prefix) && (found === null || space.prefix.length > found.prefix.length))
        found = space;
    return found;
  }
}

/** The prefix of the paths of a space's files. */
export function prefixOf({ path }: Pick<LinkSpace, 'path'>): string {
  return path === '' || path === '.' ? '' : `${path.replace(/\/+$/u, '')}/`;
}

function readSpace(space: LinkSpace, all: readonly string[], tree: LinkTree): ReadSpace {
  const prefix = prefixOf(space);
  const paths =
    prefix === ''
      ? all
      : all.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  const folder = readSpaceFolder({ paths, text: (path) => tree.text(prefix + path) });
  const filesByPagePath = new Map<string, string>();
  for (const [path, page] of folder.documents) filesByPagePath.set(page.path, prefix + path);
  return { ...space, folder, prefix, filesByPagePath };
}

/** Finds the spaces of a folder: each folder with a SUMMARY.md, else the folder itself. */
export function findSpaces(paths: Iterable<string>): LinkSpace[] {
  const folders = new Set<string>();
  for (const path of paths)
    if (/(?:^|\/)SUMMARY\.md$/u.test(path))
      folders.add(path.slice(0, Math.max(0, path.length - 'SUMMARY.md'.length - 1)));
  return folders.size === 0 ? [{ path: '' }] : [...folders].sort().map((path) => ({ path }));
}

/** The path that a relative target in a file means; null when that is outside of the repository. */
export function resolvePath(from: string, target: string): string | null {
  const slash = from.lastIndexOf('/');
  const plain = plainPath(from, slash, target);
  if (plain !== null) return plain;
  const parts = slash < 0 ? [] : from.slice(0, slash).split('/');
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** Resolves the most common form, some `../` and then names, without splitting the paths. Null for any other form. */
function plainPath(from: string, slash: number, target: string): string | null {
  let at = 0;
  let end = slash;
  while (target.startsWith('../', at)) {
    if (end < 0) return null;
    at += 3;
    end = end === 0 ? -1 : from.lastIndexOf('/', end - 1);
  }
  const first = target.charCodeAt(at);
  // A part that is empty, `.` or `..` begins with a slash or a dot.
  if (at === target.length || first === 46 || first === 47) return null;
  if (target.includes('/.', at) || target.includes('//', at) || target.endsWith('/')) return null;
  return (end < 0 ? '' : from.slice(0, end + 1)) + target.slice(at);
}

export { isMarkdownPath };
