import { firstFreeName } from './free-name.ts';
import {
  assetNameWith,
  foldName,
  idSuffix,
  isSafePath,
  nameWith,
  safeAssetName,
  safeName,
  unsafeReason,
  withSuffix,
} from './names.ts';
import type { DocumentPage, PageNode } from './page.ts';
import { slugOfName, slugify } from './slug.ts';
import { spaceConfigPath } from './space-config.ts';
import { folderOf, joinPath, nameOf } from './targets.ts';

/**
 * Where each part of a space lies on disk. A pure function: the same input gives the same paths. A page's path is chosen once and
 * belongs to the page from then on: the service tells it, or a person gave it, or it is recorded. Only a page that has none gets the
 * name that its place in the table of contents implies. Nothing is renumbered because others come or go.
 */

export interface LayoutInput {
  pages: readonly PageNode[];
  files?: readonly LayoutFile[];
  reusableContents?: readonly LayoutReusableContent[];
  /** Where things lay before, by id. */
  recorded?: { pages?: ReadonlyMap<string, string>; files?: ReadonlyMap<string, string> };
  /** Where people put pages since then, by id. */
  given?: ReadonlyMap<string, string>;
  /** Paths that a person has here: names that tools obey may stay there. */
  had?: ReadonlySet<string>;
  /** The configured root, relative to the space's folder. */
  root?: string;
  /** The configured table of contents, relative to the space's folder. */
  summary?: string;
}

export interface LayoutFile {
  id: string;
  name: string;
  git?: { path: string };
}

export interface LayoutReusableContent {
  id: string;
  title: string;
  git?: { path: string };
}

export interface Layout {
  /** Documents' files by page id; groups, links and computed entries have none. */
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  includes: ReadonlyMap<string, string>;
  notes: readonly LayoutNote[];
}

/** Something that a person may want to know about a name. */
export interface LayoutNote {
  kind: 'unsafe-path' | 'renamed' | 'collision' | 'case-twin';
  id: string;
  path: string;
  message: string;
}

/** Lays out a space. Linear in the number of pages and files. */
export function layoutSpace(input: LayoutInput): Layout {
  const { pages, files = [], reusableContents = [], recorded = {}, given, root = '', had = [] } = input;
  const { summary = joinPath(root, 'SUMMARY.md') ?? 'SUMMARY.md' } = input;
  const before = [recorded.pages, recorded.files].flatMap((paths) => [...(paths?.values() ?? [])]);
  const layout = new Layouter({ root, summary }, new Set([...had, ...before]));
  layout.keepPaths(pages, { given, recorded: recorded.pages });
  layout.takeFileHints(files, recorded.files);
  layout.takeIncludeHints(reusableContents);
  layout.placePages(pages);
  layout.placeFiles(files);
  layout.placeIncludes(reusableContents);
  return { pages: layout.pages, files: layout.files, includes: layout.includes, notes: layout.notes };
}

class Layouter {
  readonly pages = new Map<string, string>();
  readonly files = new Map<string, string>();
  readonly includes = new Map<string, string>();
  readonly notes: LayoutNote[] = [];
  readonly #taken = new Set<string>();
  readonly #folded = new Map<string, string>();
  /** Folders in use, folded: a file must not have the name of one, nor the reverse. */
  readonly #folders = new Set<string>();
  /** What a folder is called in whose place a file is, by the name that it would have. */
  readonly #moved = new Map<string, string>();
  /** The last number that was tried after a stem, so that many of one name do not try the same numbers again. */
  readonly #numbers = new Map<string, number>();
  readonly #root: string;

  /** Where a file lay before. */
  readonly #had: ReadonlySet<string>;

  readonly #summary: string;

  constructor({ root, summary }: { root: string; summary: string }, had: ReadonlySet<string>) {
    this.#had = had;
    this.#root = root === '' ? '' : `${root}/`;
    this.#summary = summary;
    for (const path of ['SUMMARY.md', '.gitbook.yaml', '.gitbook/vars.yaml', '.gitbook/tags.yaml'])
      this.#claimFolded(this.#root + path);
    for (const path of [summary, spaceConfigPath])
      if (!this.#folded.has(foldName(path))) this.#claimFolded(path);
  }

  /** Gives each page the path that it has: the service's, else the one that a person gave it, else the one that it had. */
  keepPaths(
    pages: readonly PageNode[],
    {
      given,
      recorded,
    }: { given: ReadonlyMap<string, string> | undefined; recorded: ReadonlyMap<string, string> | undefined },
  ): void {
    // Who tells of a path the latest has it: the service, then people, then the record. Among equals it stays with who had it.
    const rivals = new Map<string, { id: string; rank: number }[]>();
    const losers: { id: string; before: string }[] = [];
    visitDocuments(pages, ({ id, git }) => {
      const had = recorded?.get(id);
      const told = [git?.path, given?.get(id), had];
      const rank = told.findIndex((path) => this.#isPagePath(id, path));
      const path = told[rank];
      if (path === undefined) return;
      const rival = { id, rank: path === had ? rank - 0.5 : rank };
      const list = rivals.get(path);
      if (list === undefined) rivals.set(path, [rival]);
      else list.push(rival);
    });
    for (const [path, list] of rivals) {
      const owner = list.reduce((best, each) => (each.rank < best.rank ? each : best));
      for (const rival of list) {
        const before = recorded?.get(rival.id);
        if (rival === owner && this.#claim(path, rival.id)) this.pages.set(rival.id, path);
        else if (before !== undefined && before !== path) losers.push({ id: rival.id, before });
      }
    }
    for (const { id, before } of losers)
      if (this.#isPagePath(id, before) && this.#claimFree(before)) this.pages.set(id, before);
  }

  #isPagePath(id: string, path: string | undefined): boolean {
    if (path === undefined || path === `${this.#root}SUMMARY.md` || path === this.#summary) return false;
    const usable = this.#isSafe(path) && /\.(?:md|markdown)$/iu.test(path);
    if (!usable) this.#unsafe(id, path);
    return usable;
  }

  takeFileHints(files: readonly LayoutFile[], recorded: ReadonlyMap<string, string> | undefined): void {
    for (const file of files) {
      const path = recorded?.get(file.id);
      if (path !== undefined && this.#isSafe(path) && this.#claim(path, file.id))
        this.files.set(file.id, path);
    }
    for (const file of files) {
      if (this.files.has(file.id) || file.git === undefined) continue;
      const { path } = file.git;
      if (!this.#isSafe(path)) this.#unsafe(file.id, path);
      else if (this.#claim(path, file.id)) this.files.set(file.id, path);
    }
  }

  takeIncludeHints(contents: readonly LayoutReusableContent[]): void {
    const files = new Set(this.files.values());
    for (const { id, git } of contents) {
      if (git === undefined) continue;
      if (!isSafePath(git.path)) this.#unsafe(id, git.path);
      // An include is a file of the space as well: the same path for both is right.
      else if (this.#claim(git.path, id) || files.has(git.path)) this.includes.set(id, git.path);
    }
  }

  /** Chooses a path for each page that has none: the one that its place implies. */
  placePages(pages: readonly PageNode[]): void {
    const first = firstDocument(pages);
    const plain = (page: DocumentPage, folder: string): string =>
      page === first && !this.#folded.has(foldName(`${this.#root}README.md`))
        ? `${this.#root}README.md`
        : (this.#pathHad(page, folder) ??
          this.#pathOf(page, folder, this.#part(page.slug, page.title, page.id)));
    const visit = (list: readonly PageNode[], folder: string): void => {
      for (const page of list) {
        if (page.type === 'group') {
          visit(page.pages, join(folder, this.#part(page.slug, page.title, page.id)));
        } else if (page.type === 'document') {
          const path = this.pages.get(page.id) ?? this.#freePath(page, folder, plain(page, folder));
          this.pages.set(page.id, path);
          visit(page.pages, childFolder(path, this.#root));
        }
      }
    };
    visit(pages, rootFolder(this.#root));
  }

  #isSafe(path: string): boolean {
    return isSafePath(path, { mayBeObeyed: this.#had.has(path) });
  }

  /** Where the page would lie under a name that tools obey, when a file lies there already. */
  #pathHad(page: DocumentPage, folder: string): string | null {
    if (this.#had.size === 0) return null;
    const name = page.slug === '' ? slugify(page.title) : page.slug;
    const path = this.#pathOf(page, folder, safeName(name, page.id, { mayBeObeyed: true }));
    return this.#had.has(path) ? path : null;
  }

  #part(slug: string, title: string, id: string): string {
    return safeName(slug === '' ? slugify(title) : slug, id);
  }

  #pathOf(page: DocumentPage, folder: string, name: string): string {
    // A page named readme is its folder's own.
    if (foldName(name) === 'readme') return join(folder, 'README.md');
    return page.pages.some((child) => child.type === 'document')
      ? `${join(folder, name)}/README.md`
      : `${join(folder, name)}.md`;
  }

  #freePath(page: DocumentPage, folder: string, path: string): string {
    if (this.#had.has(path) && this.#claimFree(path)) return path;
    const name = page.slug === '' ? slugify(page.title) : page.slug;
    const part = this.#part(page.slug, page.title, page.id);
    const safe = folder.length + part.length < 700 && folder.split('/').length < 24;
    const base = safe ? folder : join(rootFolder(this.#root), 'deep');
    const wanted = safe ? path : this.#pathOf(page, base, withSuffix(part, page.id));
    if (!path.endsWith('README.md') && part !== name)
      this.notes.push({
        kind: 'renamed',
        id: page.id,
        path: wanted,
        message: `“${name}” is not a safe file name${because(`${name}.md`)}`,
      });
    if (this.#claimFree(wanted)) return wanted;
    const other = this.#folded.get(foldName(wanted)) ?? wanted;
    const found = this.#freeIn(base, page.id, (open, suffix) =>
      this.#pathOf(page, open, suffix === null ? part : nameWith(part, suffix)),
    );
    this.notes.push({
      kind: 'collision',
      id: page.id,
      path: found,
      message: `${other} is another page's file`,
    });
    return found;
  }

  /**
   * Claims the first free path for what is not free under its own name (`suffix` null) in its own folder. Where a file has the
   * folder's name, the folder gets another one, and the own name is tried there.
   */
  #freeIn(folder: string, id: string, pathIn: (folder: string, suffix: string | null) => string): string {
    const open = this.#openFolder(folder);
    const plain = pathIn(open, null);
    if (open !== folder && this.#claimFree(plain)) return plain;
    return this.#firstFree(
      id,
      (suffix) => pathIn(open, suffix),
      (path) => this.#claimFree(path),
    );
  }

  /** The folder itself where that can be one, else the first name for it that no file has: the same for all in it. */
  #openFolder(folder: string): string {
    let open = '';
    for (const part of folder === '' ? [] : folder.split('/')) {
      const wanted = join(open, part);
      const known = this.#moved.get(foldName(wanted));
      if (known === undefined && this.#folded.has(foldName(wanted))) {
        const parent = open;
        open = this.#firstFree(
          wanted,
          (suffix) => join(parent, nameWith(part, suffix)),
          (path) => !this.#folded.has(foldName(path)),
        );
        this.#moved.set(foldName(wanted), open);
      } else open = known ?? wanted;
    }
    return open;
  }

  /**
   * A path is refused for one of two entries that bear its number: a file or folder of its own name, or a file where its own
   * folder would be. No other path with the same stem is refused for the same entry, so as many tries as there are
   * entries, and one more, are enough.
   */
  #firstFree(id: string, pathWith: (suffix: string) => string, take: (path: string) => boolean): string {
    const stem = foldName(pathWith('0'));
    const { path, number } = firstFreeName({
      pathWith,
      hashes: (round) => idSuffix(round === 0 ? id : `${id} ${round}`),
      take,
      entries: this.#folded.size + this.#folders.size,
      after: this.#numbers.get(stem) ?? 0,
    });
    if (number > 0) this.#numbers.set(stem, number);
    return path;
  }

  placeFiles(files: readonly LayoutFile[]): void {
    for (const { id, name } of files) {
      if (this.files.has(id)) continue;
      const folder = `${this.#root}.gitbook/assets`;
      const safe = safeAssetName(name, id);
      const plain = join(folder, safe);
      const path = this.#claimFree(plain)
        ? plain
        : this.#freeIn(folder, id, (open, suffix) =>
            join(open, suffix === null ? safe : assetNameWith(name, suffix)),
          );
      this.files.set(id, path);
      if (path !== join(folder, name)) {
        const kind = safe === name ? 'collision' : 'renamed';
        this.notes.push({
          kind,
          id,
          path,
          message:
            kind === 'renamed'
              ? `“${name}” is not a safe file name${because(folder + name)}`
              : `another file is named ${name}`,
        });
      }
    }
  }

  placeIncludes(contents: readonly LayoutReusableContent[]): void {
    for (const { id, title } of contents) {
      if (this.includes.has(id)) continue;
      const name = safeName(slugOfName(slugify(title)), id);
      const folder = `${this.#root}.gitbook/includes`;
      const plain = join(folder, `${name}.md`);
      const path = this.#claimFree(plain)
        ? plain
        : this.#freeIn(folder, id, (open, suffix) =>
            join(open, `${suffix === null ? name : nameWith(name, suffix)}.md`),
          );
      this.includes.set(id, path);
    }
  }

  #unsafe(id: string, path: string): void {
    this.notes.push({
      kind: 'unsafe-path',
      id,
      path,
      message: `the path ${unsafeReason(path) ?? 'is not a markdown file'}`,
    });
  }

  /** Takes a path that something has already: only an identical one, or a file where a folder is, stands in its way. */
  #claim(path: string, id: string): boolean {
    if (this.#taken.has(path)) return false;
    const twin = this.#folded.get(foldName(path));
    if (this.#crossesFolder(path)) return false;
    if (twin !== undefined && twin !== path)
      this.notes.push({
        kind: 'case-twin',
        id,
        path,
        message: `differs from ${twin} only in ways that some file systems ignore`,
      });
    this.#take(path);
    return true;
  }

  /** Takes a new path: free on every file system. */
  #claimFree(path: string): boolean {
    if (this.#folded.has(foldName(path)) || this.#crossesFolder(path)) return false;
    this.#take(path);
    return true;
  }

  #crossesFolder(path: string): boolean {
    const folded = foldName(path);
    if (this.#folders.has(folded)) return true;
    for (let slash = folded.indexOf('/'); slash >= 0; slash = folded.indexOf('/', slash + 1))
      if (this.#folded.has(folded.slice(0, slash))) return true;
    return false;
  }

  #take(path: string): void {
    this.#taken.add(path);
    this.#claimFolded(path);
  }

  #claimFolded(path: string): void {
    const folded = foldName(path);
    if (!this.#folded.has(folded)) this.#folded.set(folded, path);
    for (let slash = folded.lastIndexOf('/'); slash >= 0; slash = folded.lastIndexOf('/', slash - 1)) {
      const folder = folded.slice(0, slash);
      if (this.#folders.has(folder)) break;
      this.#folders.add(folder);
      if (slash === 0) break;
    }
  }
}

function because(path: string): string {
  const reason = unsafeReason(path);
  return reason === null ? '' : ` (it ${reason})`;
}

function visitDocuments(pages: readonly PageNode[], visit: (page: DocumentPage) => void): void {
  for (const page of pages) {
    if (page.type === 'document') visit(page);
    if (page.type === 'document' || page.type === 'group') visitDocuments(page.pages, visit);
  }
}

function firstDocument(pages: readonly PageNode[]): DocumentPage | null {
  for (const page of pages) {
    if (page.type === 'document') return page;
    const inner = page.type === 'group' ? firstDocument(page.pages) : null;
    if (inner !== null) return inner;
  }
  return null;
}

function rootFolder(prefix: string): string {
  return prefix.replace(/\/$/u, '');
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Where a page's children lie: beside it in the folder of its name; the space's first page has `readme/`. */
export function childFolder(path: string, rootPrefix = ''): string {
  if (path === `${rootPrefix}README.md`) return `${rootPrefix}readme`;
  if (/^readme\.(?:md|markdown)$/iu.test(nameOf(path))) return folderOf(path);
  return path.replace(/\.[^./]+$/u, '');
}
