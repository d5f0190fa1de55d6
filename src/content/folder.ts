import { Buffer, isAscii } from 'node:buffer';

import { plainHeading } from './anchor-text.ts';
import { findHtmlTitle } from './html-title.ts';
import { childFolder } from './layout.ts';
import type { ComputedPage, DocumentPage, GroupPage, LinkPage, PageNode } from './page.ts';
import { splitEmoji } from './page.ts';
import { readPageFields } from './page-fields.ts';
import { pageIdOf } from './page-id.ts';
import { slugOfName, slugOfTitle, uniqueSlug } from './slug.ts';
import { readSpaceConfig, spaceConfigPath, type SpaceConfig } from './space-config.ts';
import { listedFile, pathsOfName } from './listed-file.ts';
import { parseSummary, type Summary, type SummaryEntry } from './summary.ts';
import { folderOf, isExternalTarget, isMarkdownPath, nameOf } from './targets.ts';
import { findTitle, unescapeTitle } from './title.ts';

/** A space's folder, before it is read. Paths are relative to this folder, with `/` between parts. */
export interface SpaceFolderSource {
  paths: Iterable<string>;
  /**
   * The text of a file; null when the file is missing or is not text. Called for pages only with {@link ReadFolderOptions.fields}.
   */
  text(path: string): string | null;
  /** Says why a file that exists is not among the paths; null when it does not exist, or nothing leaves it out. */
  whyLeftOut?(path: string): string | null;
}

export interface ReadFolderOptions {
  /** Whether to read each page's id and the fields of its front matter. Otherwise only the navigation is known. */
  fields?: boolean;
  /** Whether titles are words to show, without marks of emphasis, code and links. Otherwise they are what the service stores. */
  shown?: boolean;
}

/** A problem of a file, with its place. */
export interface FolderProblem {
  path: string;
  line: number;
  column: number;
  message: string;
}

/** A space's folder as a tree and lists of files; every path of the folder is in exactly one of them. */
export interface SpaceFolder {
  config: SpaceConfig;
  /** The navigation. Ids are local: a document's is its file's path. */
  pages: readonly PageNode[];
  /** The documents by their file's path. */
  documents: ReadonlyMap<string, DocumentPage>;
  /** Each page's own id, by its file's path; only with {@link ReadFolderOptions.fields}. */
  pageIds: ReadonlyMap<string, string>;
  /** The table of contents' path, when there is one. */
  summaryPath: string | null;
  /** The content of the table of contents, with the places of its targets. */
  summary: Summary | null;
  /** Files under `.gitbook/assets/`. */
  assets: readonly string[];
  /** Reusable contents: markdown under `.gitbook/includes/`. */
  includes: readonly string[];
  varsPath: string | null;
  /** Markdown files that the table of contents does not list. They are kept, but are not pages. */
  unlisted: readonly string[];
  /** Every other file of the space (the configuration, licences, …). */
  others: readonly string[];
  /** Folders below this one that are separate spaces, with their files. */
  nested: ReadonlyMap<string, readonly string[]>;
  /** Files outside the configured root. */
  outside: readonly string[];
  problems: readonly FolderProblem[];
}

/**
 * Reads a space's folder: the tree from the table of contents, or from the folders where there is none. A folder below
 * with its own SUMMARY.md is another space and is left out. Never fails: `problems` lists what is wrong.
 */
export function readSpaceFolder(source: SpaceFolderSource, options: ReadFolderOptions = {}): SpaceFolder {
  const all = [...source.paths].sort(byCodeUnits);
  const present = new Set(all);
  const config = readSpaceConfig(present.has(spaceConfigPath) ? source.text(spaceConfigPath) : null);
  const nested = new Map<string, string[]>();
  const spaceFolders = nestedFolders(all, config);
  const paths: string[] = [];
  const outside: string[] = [];
  const prefix = config.root === '' ? '' : `${config.root}/`;
  for (const path of all) {
    const inner = outermost(path, spaceFolders);
    if (inner !== null) nested.set(inner, [...(nested.get(inner) ?? []), path]);
    else if (path.startsWith(prefix) || path === spaceConfigPath) paths.push(path);
    else outside.push(path);
  }

  const problems: FolderProblem[] = config.problems.map((problem) => ({ path: spaceConfigPath, ...problem }));
  const reader = new FolderReader(
    source,
    {
      present: new Set(paths),
      nested: new Set([...nested.values()].flat()),
      config,
      fields: options.fields ?? false,
      titleIn: options.shown ? plainHeading : unescapeTitle,
    },
    problems,
  );
  const summaryText = present.has(config.summary) ? source.text(config.summary) : null;
  const summary = summaryText === null ? null : parseSummary(summaryText, reader.titleIn);
  const pages = summary === null ? reader.inferred(paths) : reader.fromSummary(summary);

  const base = `${prefix}.gitbook/`;
  const assets = paths.filter((path) => path.startsWith(`${base}assets/`));
  const includes = paths.filter((path) => path.startsWith(`${base}includes/`) && isMarkdownPath(path));
  const varsPath = paths.includes(`${base}vars.yaml`) ? `${base}vars.yaml` : null;
  const special = new Set([...assets, ...includes, varsPath, summaryText === null ? null : config.summary]);
  const rest = paths.filter((path) => !special.has(path) && !reader.documents.has(path));
  return {
    config,
    pages,
    documents: reader.documents,
    pageIds: reader.pageIds,
    summaryPath: summaryText === null ? null : config.summary,
    summary,
    assets,
    includes,
    varsPath,
    unlisted: rest.filter((path) => isMarkdownPath(path)),
    others: rest.filter((path) => !isMarkdownPath(path)),
    nested,
    outside,
    problems,
  };
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function nestedFolders(paths: readonly string[], config: SpaceConfig): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    if (nameOf(path) !== 'SUMMARY.md' || path === config.summary) continue;
    const folder = folderOf(path);
    const holdsRoot = folder === '' || config.root === folder || config.root.startsWith(`${folder}/`);
    if (!holdsRoot) folders.add(folder);
  }
  return folders;
}

function outermost(path: string, folders: ReadonlySet<string>): string | null {
  if (folders.size === 0) return null;
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash);
    if (folders.has(folder)) return folder;
  }
  return null;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type GrowingDocument = Mutable<Omit<DocumentPage, 'pages'>> & { pages: PageNode[] };
type GrowingGroup = Mutable<Omit<GroupPage, 'pages'>> & { pages: PageNode[] };

class FolderReader {
  readonly documents = new Map<string, DocumentPage>();
  readonly pageIds = new Map<string, string>();
  readonly #source: SpaceFolderSource;
  readonly #present: ReadonlySet<string>;
  /** The files of spaces in folders below. */
  readonly #nested: ReadonlySet<string>;
  readonly #config: SpaceConfig;
  readonly #fields: boolean;
  /** Reads a title as markdown writes it. */
  readonly titleIn: (markdown: string) => string;
  readonly #problems: FolderProblem[];
  readonly #slugs = new Map<PageNode | null, Set<string>>();
  #count = 0;

  constructor(
    source: SpaceFolderSource,
    {
      present,
      nested,
      config,
      fields,
      titleIn,
    }: {
      readonly present: ReadonlySet<string>;
      readonly nested: ReadonlySet<string>;
      readonly config: SpaceConfig;
      readonly fields: boolean;
      readonly titleIn: (markdown: string) => string;
    },
    problems: FolderProblem[],
  ) {
    this.#source = source;
    this.#present = present;
    this.#nested = nested;
    this.#config = config;
    this.#fields = fields;
    this.titleIn = titleIn;
    this.#problems = problems;
  }

  fromSummary({ entries, problems }: Summary): PageNode[] {
    for (const problem of problems) this.#problems.push({ path: this.#config.summary, ...problem });
    const root: PageNode[] = [];
    let group: GrowingGroup | null = null;
    let open: { depth: number; page: GrowingDocument }[] = [];
    const anchors: { link: LinkPage; path: string }[] = [];

    for (const entry of entries) {
      if (entry.kind === 'divider') group = null;
      else if (entry.kind === 'group') {
        group = this.#group(entry);
        root.push(group);
      } else {
        open = open.filter((outer) => outer.depth < entry.depth);
        const parent = open.at(-1)?.page ?? group;
        const siblings = parent?.pages ?? root;
        const page = entry.kind === 'computed' ? this.#computed(entry) : this.#item(entry, parent, anchors);
        siblings.push(page);
        if (page.type === 'document') open.push({ depth: entry.depth, page });
      }
    }
    for (const { link, path } of anchors) {
      if (this.documents.has(path)) continue;
      // The link names a page that is listed nowhere, so its target stays as written.
      link.target = { kind: 'url', url: link.href ?? path };
    }
    return root;
  }

  #group({ title, slug }: { title: string; slug: string }): GrowingGroup {
    const unique = this.#unique(null, slug);
    return {
      type: 'group',
      id: this.#localId('group'),
      ...splitEmoji(title),
      slug: unique,
      path: unique,
      pages: [],
    };
  }

  #computed({ computed }: { computed: Readonly<Record<string, unknown>> }): ComputedPage {
    return { type: 'computed', id: this.#localId('computed'), title: '', computed };
  }

  #item(
    entry: Extract<SummaryEntry, { kind: 'item' }>,
    parent: GrowingDocument | GrowingGroup | null,
    anchors: { link: LinkPage; path: string }[],
  ): GrowingDocument | LinkPage {
    const { title, target, linkTitle } = entry;
    const linked = linkTitle === undefined ? {} : { linkTitle };
    const link = (ref: LinkPage['target']): LinkPage => ({
      type: 'link',
      id: this.#localId('link'),
      ...splitEmoji(title),
      target: ref,
      href: target,
      ...linked,
    });
    if (isExternalTarget(target) || target.startsWith('/')) return link({ kind: 'url', url: target });
    const {
      file: path,
      named,
      fragment,
    } = listedFile(entry, {
      summaryPath: this.#config.summary,
      has: (each) => this.#present.has(each),
    });
    if (path !== null && fragment !== null) {
      const page = link({ kind: 'anchor', page: path, anchor: fragment });
      anchors.push({ link: page, path });
      return page;
    }
    if (path !== null && this.documents.has(path)) {
      this.#problem(
        entry,
        `${path} is listed twice; a page has one place only, so this entry becomes a link`,
      );
      return link({ kind: 'page', page: path });
    }
    if (path !== null && isMarkdownPath(path)) return this.#document(path, { title, ...linked }, parent);
    if (path !== null) return link({ kind: 'file', file: path });
    this.#problem(entry, this.#whyLeftOut(named) ?? `${target} does not exist`);
    return link({ kind: 'url', url: target });
  }

  #problem({ line, column }: { line: number; column: number }, message: string): void {
    this.#problems.push({ path: this.#config.summary, line, column, message });
  }

  #whyLeftOut(named: string): string | null {
    for (const path of pathsOfName(named, this.#config.summary)) {
      if (this.#nested.has(path))
        return `${path} is in the folder of another space, so this entry becomes a link`;
      const why = this.#source.whyLeftOut?.(path) ?? null;
      if (why !== null) return why;
    }
    return null;
  }

  #document(
    path: string,
    { title, linkTitle }: { title: string; linkTitle?: string },
    parent: GrowingDocument | GrowingGroup | null,
  ): GrowingDocument {
    const slug = this.#unique(parent, this.#slugOf(path, parent));
    const page: GrowingDocument = {
      type: 'document',
      id: path,
      ...splitEmoji(title),
      slug,
      path: parent === null ? slug : `${parent.path}/${slug}`,
      ...(linkTitle === undefined ? {} : { linkTitle }),
      pages: [],
      git: { path },
    };
    if (this.#fields) this.#readFields(path, page);
    this.documents.set(path, page);
    return page;
  }

  #readFields(path: string, page: GrowingDocument): void {
    const text = this.#source.text(path);
    if (text === null) {
      this.#problems.push({ path, line: 1, column: 1, message: 'This page is not UTF-8 text' });
      return;
    }
    const { fields, problems } = readPageFields(text);
    Object.assign(page, fields);
    for (const problem of problems) this.#problems.push({ path, ...problem });
    const id = pageIdOf(text);
    if (id !== null) this.pageIds.set(path, id);
  }

  /**
   * The slug: the file's name, or its folder's name for a README, so that page paths follow files. `readme` for a README in the
   * parent's folder.
   */
  #slugOf(path: string, parent: GrowingDocument | GrowingGroup | null): string {
    if (!/^readme\.(?:md|markdown)$/iu.test(nameOf(path)))
      return slugOfName(nameOf(path).replace(/\.[^.]+$/u, ''));
    const folder = folderOf(path);
    const { root } = this.#config;
    const ofGroup = parent?.type === 'group' && folderOf(folder) === root && folder !== root;
    const ofParent =
      parent?.type === 'document' &&
      childFolder(parent.git?.path ?? '', root === '' ? '' : `${root}/`) === folder;
    return folder === root || ofGroup || ofParent ? 'readme' : slugOfName(nameOf(folder));
  }

  #unique(parent: PageNode | null, slug: string): string {
    const taken = this.#slugs.get(parent) ?? new Set<string>();
    this.#slugs.set(parent, taken);
    const unique = uniqueSlug(slug, taken);
    taken.add(unique);
    return unique;
  }

  #localId(kind: string): string {
    this.#count += 1;
    return `${kind}:${this.#count}`;
  }

  /** The tree that the folders imply: README.md comes first, and a folder's README.md is the parent of the folder's files. */
  inferred(paths: readonly string[]): PageNode[] {
    const { root, readme } = this.#config;
    const inRoot = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
    const markdown = paths.filter(
      (path) =>
        isMarkdownPath(path) &&
        path !== readme &&
        !/(?:^|\/)(?:\.|node_modules\/|AGENTS\.md$)/u.test(inRoot(path)),
    );
    const pages: PageNode[] = [];
    const owners = new Map<string, GrowingDocument | GrowingGroup | null>([[root, null]]);
    if (this.#present.has(readme)) pages.push(this.#document(readme, { title: this.#titleOf(readme) }, null));
    const files = new Set(markdown);

    const ownerOf = (folder: string): GrowingDocument | GrowingGroup | null => {
      const known = owners.get(folder);
      if (known !== undefined) return known;
      const above = ownerOf(folderOf(folder) === folder ? root : folderOf(folder));
      const index = [`${folder}/README.md`, `${folder}.md`].find((path) => files.has(path));
      let owner: GrowingDocument | GrowingGroup | null = above;
      if (index !== undefined) {
        owner = this.#document(index, { title: this.#titleOf(index) }, above);
        (above?.pages ?? pages).push(owner);
      } else if (above === null) {
        owner = this.#group({
          title: titleOfName(nameOf(folder)),
          slug: slugOfTitle(titleOfName(nameOf(folder))),
        });
        pages.push(owner);
      }
      owners.set(folder, owner);
      return owner;
    };

    for (const path of markdown) {
      if (this.documents.has(path)) continue;
      const folder = folderOf(path);
      const owner = ownerOf(folder);
      if (this.documents.has(path)) continue;
      if (hasFolderOf(path, markdown)) ownerOf(path.replace(/\.[^.]+$/u, ''));
      else (owner?.pages ?? pages).push(this.#document(path, { title: this.#titleOf(path) }, owner));
    }
    return pages;
  }

  #titleOf(path: string): string {
    const text = this.#source.text(path) ?? '';
    const heading = findTitle(text);
    const title =
      (heading && this.titleIn(text.slice(heading.start, heading.end))) ||
      readPageFields(text).title?.trim() ||
      findHtmlTitle(text)?.title;
    if (title !== undefined && title !== '') return title;
    const name = nameOf(path).replace(/\.[^.]+$/u, '');
    return titleOfName(name.toLowerCase() === 'readme' ? nameOf(folderOf(path)) || name : name);
  }
}

function hasFolderOf(path: string, paths: readonly string[]): boolean {
  const folder = `${path.replace(/\.[^.]+$/u, '')}/`;
  return !paths.includes(`${folder}README.md`) && paths.some((other) => other.startsWith(folder));
}

function titleOfName(name: string): string {
  const words = name.replace(/[-_]+/gu, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a file's bytes exactly (a byte order mark is kept); null when they are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  // Most pages are ASCII, which needs no decoder and takes half the memory.
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
