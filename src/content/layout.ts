import { firstFreeName } from './free-name.ts';
import {
  assetNameWithSuffix,
  foldName,
  idSuffix,
  isSafePath,
  nameWithSuffix,
  safeAssetName,
  safeName,
  unsafeReason,
  nameWithIdSuffix,
} from './names.ts';
import type { DocumentPage, PageNode } from './page.ts';
import { slugOfName, slugOfTitle } from './slug.ts';
import { spaceConfigPath } from './space-config.ts';
import { folderOf, joinPath, nameOf } from './targets.ts';

/**
 * Where each part of a space is on disk. A pure function: the same input gives the same paths. A page's path is chosen once and
 * belongs to the page from then on: the service names the path, or a person chose it, or the record has it. Only a page without a
 * path gets the name that its place in the table of contents implies. No page is renumbered because others come or go.
 */

export interface LayoutInput {
  pages: readonly PageNode[];
  files?: readonly LayoutFile[];
  reusableContents?: readonly LayoutReusableContent[];
  /** The recorded paths, by id. */
  recorded?: { pages?: ReadonlyMap<string, string>; files?: ReadonlyMap<string, string> };
  /** Where people have put pages since then, by id. */
  given?: ReadonlyMap<string, string>;
  /** Paths at which a person already has a file: such a path may keep a name that tools obey. */
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
  /** Documents' files by page id; groups, links and computed entries have no file. */
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  includes: ReadonlyMap<string, string>;
  notes: readonly LayoutNote[];
}

/** A remark about a name that a person may want to see. */
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
  /** The folded names of folders in use: a file and a folder must not share a name. */
  readonly #folders = new Set<string>();
  /** The new name of each folder whose own name a file has taken, by that own name. */
  readonly #moved = new Map<string, string>();
  /** The last number that was tried after a stem, so that many pages of one name do not try the same numbers again. */
  readonly #numbers = new Map<string, number>();
  readonly #root: string;

  /** Paths at which a person already has a file. */
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

  /** Gives each page the path that the service names, else the path that a person chose, else the recorded path. */
  keepPaths(
    pages: readonly PageNode[],
    {
      given,
      recorded,
    }: { given: ReadonlyMap<string, string> | undefined; recorded: ReadonlyMap<string, string> | undefined },
  ): void {
    // Of several pages that want one path, the service's choice wins, then a person's, then the record. Among equals, the page that
    // had the path keeps it.
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

  /** Gives each page without a path the one that its place in the tree implies. */
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

  /** The path that the page would have under a name that tools obey, if a file has that path already. */
  #pathHad(page: DocumentPage, folder: string): string | null {
    if (this.#had.size === 0) return null;
    const name = page.slug === '' ? slugOfTitle(page.title) : page.slug;
    const path = this.#pathOf(page, folder, safeName(name, page.id, { mayBeObeyed: true }));
    return this.#had.has(path) ? path : null;
  }

  #part(slug: string, title: string, id: string): string {
    return safeName(slug === '' ? slugOfTitle(title) : slug, id);
  }

  #pathOf(page: DocumentPage, folder: string, name: string): string {
    // A page named readme is the README of its folder.
    if (foldName(name) === 'readme') return join(folder, 'README.md');
    return page.pages.some((child) => child.type === 'document')
      ? `${join(folder, name)}/README.md`
      : `${join(folder, name)}.md`;
  }

  #freePath(page: DocumentPage, folder: string, path: string): string {
    if (this.#had.has(path) && this.#claimFree(path)) return path;
    const name = page.slug === '' ? slugOfTitle(page.title) : page.slug;
    const part = this.#part(page.slug, page.title, page.id);
    const safe = folder.length + part.length < 700 && folder.split('/').length < 24;
    const base = safe ? folder : join(rootFolder(this.#root), 'deep');
    const wanted = safe ? path : this.#pathOf(page, base, nameWithIdSuffix(part, page.id));
    if (!path.endsWith('README.md') && part !== name)
      this.notes.push({
        kind: 'renamed',
        id: page.id,
        path: wanted,
        message: `“${name}” is not a safe file name${reasonClause(`${name}.md`)}`,
      });
    if (this.#claimFree(wanted)) return wanted;
    const other = this.#folded.get(foldName(wanted)) ?? wanted;
    const found = this.#freeIn(base, page.id, (open, suffix) =>
      this.#pathOf(page, open, suffix === null ? part : nameWithSuffix(part, suffix)),
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
   * Claims the first free path for a page or file whose own name (`suffix` null) is taken in its folder. Where a file has the
   * folder's name, the folder gets another name, and the own name is tried in there.
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

  /**
   * The folder itself, or the first other name that no file has, where a file has the folder's name. All files of a folder get the
   * same answer.
   */
  #openFolder(folder: string): string {
    let open = '';
    for (const part of folder === '' ? [] : folder.split('/')) {
      const wanted = join(open, part);
      const known = this.#moved.get(foldName(wanted));
      if (known === undefined && this.#folded.has(foldName(wanted))) {
        const parent = open;
        open = this.#firstFree(
          wanted,
          (suffix) => join(parent, nameWithSuffix(part, suffix)),
          (path) => !this.#folded.has(foldName(path)),
        );
        this.#moved.set(foldName(wanted), open);
      } else open = known ?? wanted;
    }
    return open;
  }

  /**
   * Only an entry with the same number can block a path: a file or folder of that name, or a file with the name of the path's
   * own folder. No entry blocks two paths of one stem, so one try more than there are entries is enough.
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
            join(open, suffix === null ? safe : assetNameWithSuffix(name, suffix)),
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
              ? `“${name}” is not a safe file name${reasonClause(folder + name)}`
              : `another file is named ${name}`,
        });
      }
    }
  }

  placeIncludes(contents: readonly LayoutReusableContent[]): void {
    for (const { id, title } of contents) {
      if (this.includes.has(id)) continue;
      const name = safeName(slugOfName(slugOfTitle(title)), id);
      const folder = `${this.#root}.gitbook/includes`;
      const plain = join(folder, `${name}.md`);
      const path = this.#claimFree(plain)
        ? plain
        : this.#freeIn(folder, id, (open, suffix) =>
            join(open, `${suffix === null ? name : nameWithSuffix(name, suffix)}.md`),
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

  /** Claims a path that a page or file already has. Only an identical path, or a file with the name of a folder, can block it. */
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

  /** Claims a new path, which must be free on every file system. */
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
    }
  }
}

function reasonClause(path: string): string {
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

/** The folder of a page's children: beside the page, under the page's name. The space's first page has `readme/`. */
export function childFolder(path: string, rootPrefix = ''): string {
  if (path === `${rootPrefix}README.md`) return `${rootPrefix}readme`;
  if (/^readme\.(?:md|markdown)$/iu.test(nameOf(path))) return folderOf(path);
  return path.replace(/\.[^./]+$/u, '');
}
