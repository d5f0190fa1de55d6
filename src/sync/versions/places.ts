import { decodeText, withoutPageId, isMarkdownPath } from '../../content/index.ts';
import { contentId } from '../../files/index.ts';
import type { EditedFile, GitRepository, Oid } from '../../git/port.ts';
import type { BranchPorts } from './ports.ts';
import {
  identityIn,
  isLikeOneOf,
  isSimilarPage,
  hasLostIdentity,
  mostSimilar,
  originalOf,
  ratherAnother,
  identifyPages,
  plainText,
} from './identity.ts';
import type { FileText, KnownPage } from './identity.ts';

/**
 * Finds out where pages are: in a commit, in the working tree, and between two commits. A page's identity is in the page; a path
 * alone never counts as one.
 */

/** The identity of the page at a path of the repository; null: the file has none, or there is no file. */
export type PageIdAt = (path: string) => Promise<string | null>;

/** The identities of pages by path, in a commit. */
export function pageIdsIn(git: Pick<GitRepository, 'entryAt' | 'readBlob'>, commit: Oid | null): PageIdAt {
  return async (path) => {
    const entry = commit === null || !isMarkdownPath(path) ? null : await git.entryAt(commit, path);
    return entry && entry.mode !== '040000' ? identityIn(await git.readBlob(entry.oid)) : null;
  };
}

/** The identity in a file of the working tree as it is now; null: it has none, or there is no such file. */
export async function identityAt(files: BranchPorts['files'], path: string): Promise<string | null> {
  const read = await files.read(path);
  return read.outcome === 'file' ? identityIn(read.bytes) : null;
}

/** A markdown file of the working tree. */
export interface LocalPage {
  readonly path: string;
  readonly id: Oid;
  readonly bytes: Uint8Array;
  /** Compared with a commit: new, changed, or unchanged. */
  readonly kind: 'added' | 'modified' | 'committed';
}

/** The markdown files of the working tree as they are now; those that differ from a commit come first. */
export async function* localPages(
  { git, tree, files }: BranchPorts,
  commit: Oid | null,
  kinds: readonly LocalPage['kind'][] = ['added', 'modified', 'committed'],
): AsyncGenerator<LocalPage> {
  const found = new Map<string, LocalPage['kind']>();
  for (const { kind, path } of await tree.scan(commit))
    if (kind === 'added' || kind === 'modified') found.set(path, kind);
  if (commit !== null && kinds.includes('committed'))
    for (const { path } of await git.listTree(commit)) if (!found.has(path)) found.set(path, 'committed');
  for (const [path, kind] of found) {
    if (!kinds.includes(kind) || !isMarkdownPath(path)) continue;
    const read = await files.read(path);
    if (read.outcome === 'file') yield { path, id: read.id, bytes: read.bytes, kind };
  }
}

/** The local file that has the page with an identity, except for one path. Uncommitted files come first; null when there is no such file. */
export async function pageHere(
  ports: BranchPorts,
  id: string,
  { but }: { but?: string | undefined } = {},
): Promise<{ readonly path: string; readonly committed: boolean } | null> {
  for await (const { path, bytes, kind } of localPages(ports, await ports.git.resolveRef('HEAD')))
    if (path !== but && identityIn(bytes) === id) return { path, committed: kind !== 'added' };
  return null;
}

/** Pages as they were sent, and the way to look up what the mirror has of other pages. */
export interface SentPages {
  readonly sent: readonly KnownPage[];
  /** The mirror's newest commit. */
  mirror(): Promise<Oid | null>;
}

/**
 * Finds out which page each file of the working tree is that differs from a commit: by the identity in it, or by what was sent of
 * pages that have no identity here yet, and by what was at the path before.
 *
 * @param next The commit that an interrupted move of the branch was bringing. A file that this move wrote is not a person's
 * version of a page that they have elsewhere.
 */
export async function pagesAtPaths(
  { git, tree, files }: BranchPorts,
  commit: Oid | null,
  known: SentPages,
  next: Oid | null = null,
): Promise<PagesHere> {
  const { sent } = known;
  const all: ChangedFile[] = [];
  for (const change of await tree.scan(commit)) {
    const { kind, path } = change;
    if (!isMarkdownPath(path) || kind === 'refused') continue;
    const read = kind === 'deleted' ? null : await files.read(path);
    all.push({
      path,
      before: kind === 'added' ? null : await git.readBlob(change.before.oid),
      after: read?.outcome === 'file' ? read.bytes : null,
    });
  }
  const changes = next === null ? all : await withoutWritten(git, all, next);
  const unmoved = await unmovedPages({ git, files }, { commit, sent, changes });
  return pagesOfChangedFiles(changes, {
    ...{ sent, unmoved },
    said: await textsOfCopiedPages(git, changes, { ...known, unmoved }),
  });
}

/**
 * The mirror's texts of pages that somebody may have copied, by their identities. A copy that was sent as a separate page still carries
 * the identity of its source, also in commits, so the source's text decides which of the two pages a file is.
 */
export async function textsOfCopiedPages(
  git: Pick<GitRepository, 'listTree' | 'readBlob'>,
  changes: readonly ChangedFile[],
  { sent, mirror: tip, unmoved = new Map() }: SentPages & Pick<KnownPages, 'unmoved'>,
): Promise<ReadonlyMap<string, string>> {
  const said = new Map<string, string>();
  const found = new Set(unmoved.values());
  for (const { after } of changes) found.add((after && identityIn(after)) ?? '');
  const open = sent.filter(({ id }) => !found.has(id));
  const mirror = open.length === 0 ? null : await tip();
  for (const version of changes.flatMap(({ before, after }) => [before, after])) {
    const id = version && identityIn(version);
    if (mirror === null || !id || said.has(id) || mostSimilar(plainText(version), open) === undefined)
      continue;
    const oid = await pageInCommit(git, mirror, id);
    if (oid !== null) said.set(id, plainText(await git.readBlob(oid)));
  }
  return said;
}

/**
 * Leaves out the files that are as a commit has them, where another file is the page: one that carries the same identity, and
 * says most of the same. A copy that says something else is not the page.
 */
async function withoutWritten(
  git: BranchPorts['git'],
  changes: readonly ChangedFile[],
  commit: Oid,
): Promise<ChangedFile[]> {
  const carriers = new Map<string, ChangedFile[]>();
  const identities = changes.map(({ after }) => after && identityIn(after));
  for (const [at, id] of identities.entries())
    if (id !== null) carriers.set(id, [...(carriers.get(id) ?? []), changes[at]!]);
  const kept: ChangedFile[] = [];
  for (const [at, change] of changes.entries()) {
    const id = identities[at] ?? null;
    const others = (id === null ? [] : carriers.get(id)!).filter((each) => each !== change);
    const isElsewhere = others.some((other) => saysMostOf(other, change));
    const put = isElsewhere ? await git.entryAt(commit, change.path) : null;
    if (put === null || put.oid !== contentId(change.after!)) kept.push(change);
  }
  return kept;
}

/** Whether a file says most of what another file says, or said before. */
function saysMostOf({ after }: ChangedFile, { before, after: now }: ChangedFile): boolean {
  return isLikeOneOf(after!, [before, now]);
}

/**
 * The pages that were sent and whose files are as a commit has them, by their paths. A page that was committed as it was sent is still at its
 * path. A page that was moved and sent may be back where the commit has it, with another file at the path that it was sent from; but of
 * two pages that changed places and were sent, the files tell which is where.
 */
async function unmovedPages(
  { git, files }: Pick<BranchPorts, 'git' | 'files'>,
  {
    commit,
    sent,
    changes,
  }: {
    readonly commit: Oid | null;
    readonly sent: readonly KnownPage[];
    readonly changes: readonly ChangedFile[];
  },
): Promise<Map<string, string>> {
  const after = new Map(changes.map((change) => [change.path, change.after]));
  const unmoved = new Map<string, string>();
  for (const { id, path } of sent) {
    const now = after.get(path) ?? null;
    const isOver = commit !== null && now !== null && identityIn(now) === null;
    const at = isOver ? ((await findInCommit(git, commit, id))?.path ?? null) : path;
    if (at === null || after.has(at) || (isOver && sent.some((other) => other.path === at))) continue;
    const read = await files.read(at);
    if (read.outcome === 'file' && (identityIn(read.bytes) ?? id) === id) unmoved.set(at, id);
  }
  return unmoved;
}

/** A markdown file in two versions; null: missing in that version. */
export interface ChangedFile {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** What is known of pages whose files may differ between two versions. */
export interface KnownPages {
  /** Pages as they were sent. */
  readonly sent: readonly KnownPage[];
  /** Pages whose files are known, by their paths. */
  readonly unmoved?: ReadonlyMap<string, string>;
  /** What the mirror has of {@link textsOfCopiedPages}, by their identities. */
  readonly said: ReadonlyMap<string, string>;
}

/** Finds out which pages the files are that differ between two versions. */
export function pagesOfChangedFiles(
  changes: readonly ChangedFile[],
  { sent, unmoved = new Map(), said }: KnownPages,
): PagesHere {
  const here = new Map(unmoved);
  /** Pages whose files are at their paths, without the identity. */
  const kept = new Set<string>();
  const nameless: FileText[] = [];
  const all: KnownPage[] = [];
  const older: KnownPage[] = [];
  for (const { path, before, after } of changes) {
    const version = before && { path, text: plainText(before), id: identityIn(before) };
    const was = version && pageBeforeChange(version, { sent, said, after });
    const isKnown = was !== null && was.id !== keyWithoutId(path);
    if (was && (isKnown || after === null)) older.push(was);
    if (after === null) continue;
    const id = identityIn(after);
    const file = { path, text: plainText(after) };
    if (isKnown && hasLostIdentity(was.text, { ...file, id })) {
      here.set(path, was.id);
      kept.add(was.id);
    } else if (id === null) nameless.push(file);
    else all.push({ ...file, id });
  }
  const copies = copiesAmong(all, { older, sent, said, kept });
  nameless.push(...copies);
  const named = all.filter((file) => !copies.includes(file));
  for (const { path, id } of named) here.set(path, id);
  const pages = [...sent, ...older];
  const wasAt = new Map([...older, ...sent].map(({ id, path }) => [id, path]));
  const found = new Set(here.values());
  const isOpen = ({ id }: KnownPage): boolean => !found.has(id);
  const elsewhere = new Map(
    [...here].flatMap(([path, id]) => (wasAt.has(id) ? [[path, wasAt.get(id)!] as const] : [])),
  );
  for (const [path, id] of identifyPages(nameless, pages.filter(isOpen), elsewhere)) {
    here.set(path, id);
    found.add(id);
  }
  // An identity that no page has any more says nothing: the page was deleted in the service, and made anew from the local file.
  const renewed = new Map<string, string>();
  for (const { path, text, id } of named) {
    const page = wasAt.has(id) ? undefined : mostSimilar(text, sent.filter(isOpen));
    if (page === undefined) continue;
    renewed.set(id, page.id);
    here.set(path, page.id);
    found.add(page.id);
  }
  return new PagesHere(here, {
    differing: changes.map(({ path }) => path),
    copies: copies.map(({ path }) => path),
    renewed,
  });
}

/**
 * Of the files that carry the same identity, those that are not the page: neither at the page's earlier path, nor, where no file
 * is, the nearest to its earlier text.
 *
 * @param kept The pages that have a file without an identity at their earlier paths: each file that carries such an identity is a copy.
 */
function copiesAmong(
  files: readonly KnownPage[],
  {
    older,
    sent,
    said,
    kept,
  }: Pick<KnownPages, 'sent' | 'said'> & {
    readonly older: readonly KnownPage[];
    readonly kept: ReadonlySet<string>;
  },
): readonly KnownPage[] {
  const carried = new Set(files.map(({ id }) => id));
  const others = [...sent, ...older].filter(({ id }) => !carried.has(id));
  return files.filter((file) => {
    if (kept.has(file.id)) return true;
    const same = files.filter(({ id }) => id === file.id);
    const was = older.find(({ id }) => id === file.id);
    const text = was?.text ?? said.get(file.id);
    const there = same.find(({ path }) => path === was?.path);
    const isThere = there !== undefined && ratherAnother(there.text, was!.text, others) === undefined;
    const original = isThere ? there : originalOf(same, text, others);
    return file !== original;
  });
}

/**
 * Which page the earlier version of a changed file was: the page that was sent from its path, if the version has most of that
 * page's text. A copy of another page that was sent as a new page still has the identity of that other page, also where somebody
 * moved it after it was sent. If such a copy was committed before the edit that we sent, the commit may have few of the lines that
 * we sent; then the edited file tells which page it is.
 */
function pageBeforeChange(
  { path, text, id }: FileText & { readonly id: string | null },
  { sent, said, after }: Pick<KnownPages, 'sent' | 'said'> & Pick<ChangedFile, 'after'>,
): KnownPage {
  const page = id === null ? undefined : said.get(id);
  const texts = after !== null && identityIn(after) === id ? [text, plainText(after)] : [text];
  const made =
    sent.find((each) => each.path === path && texts.some((version) => isSimilarPage(each.text, version))) ??
    (page === undefined ? undefined : ratherAnother(text, page, sent));
  return { path, text, id: made?.id ?? id ?? keyWithoutId(path) };
}

/** Knows which page each file of the working tree is that differs from a commit. */
export class PagesHere {
  readonly #ids: Map<string, string>;
  readonly #differing: Set<string>;
  /** Paths of files that carry the identity of a page that is elsewhere. */
  readonly #copies: Set<string>;
  /** Pages that were made anew under other identities: the new ones, by the old ones that their files still carry. */
  readonly #renewed: ReadonlyMap<string, string>;

  constructor(
    ids: ReadonlyMap<string, string> = new Map(),
    {
      differing = ids.keys(),
      copies = [],
      renewed = new Map(),
    }: {
      readonly differing?: Iterable<string>;
      readonly copies?: Iterable<string>;
      readonly renewed?: ReadonlyMap<string, string>;
    } = {},
  ) {
    this.#ids = new Map(ids);
    this.#differing = new Set(differing);
    this.#copies = new Set(copies);
    this.#renewed = renewed;
  }

  /** The page at a path; undefined: no page is known there. */
  at(path: string): string | undefined {
    return this.#ids.get(path);
  }

  /** Whether any page's file differs from the commit. */
  get anyDiffers(): boolean {
    return this.#differing.size > 0;
  }

  /** Whether the file at a path differs from the commit. */
  differs(path: string): boolean {
    return this.#differing.has(path);
  }

  /** The paths of a page's files. */
  pathsOf(id: string): string[] {
    return [...this.#ids].flatMap(([path, each]) => (each === id ? [path] : []));
  }

  /** Whether somebody put another or a new page at the path that a page had or is coming to, instead of only changing the page. */
  isAnother(path: string, id: string): boolean {
    if (!this.#differing.has(path)) return false;
    const own = this.#ids.get(path);
    return own === undefined ? this.pathsOf(id).length > 0 : own !== id;
  }

  /** Which page a file with these bytes is; null: unknown. */
  pageOf(path: string, bytes: Uint8Array | null): string | null {
    if (bytes === null) return null;
    const own = this.#identityOf(path, bytes);
    return own === null ? (this.at(path) ?? null) : (this.#renewed.get(own) ?? own);
  }

  /** The identity in a file; null in a copy, where it says nothing. */
  #identityOf(path: string, bytes: Uint8Array): string | null {
    return this.#copies.has(path) ? null : identityIn(bytes);
  }

  /** The bytes of a file without its identity, if the page has that no longer, or if it is another page's. */
  withoutOld(path: string, bytes: Uint8Array): Uint8Array {
    const own = identityIn(bytes);
    const isOld = own !== null && (this.#renewed.has(own) || this.#copies.has(path));
    const text = isOld ? decodeText(bytes) : null;
    return text === null ? bytes : new TextEncoder().encode(withoutPageId(text));
  }

  /** Whether an edited file is another page than the version that was at its path, or is coming to it. */
  isAnotherThan(version: Uint8Array | null, { path, ours }: Pick<EditedFile, 'path' | 'ours'>): boolean {
    const id = version && identityIn(version);
    if (ours === null || id === null) return false;
    return this.#identityOf(path, ours) === null ? this.isAnother(path, id) : this.pageOf(path, ours) !== id;
  }

  /** Notes that a file went to another path. */
  carried(from: string, to: string): void {
    const id = this.#ids.get(from);
    this.#ids.delete(from);
    if (id !== undefined) this.#ids.set(to, id);
    this.#differing.add(from).add(to);
    if (this.#copies.delete(from)) this.#copies.add(to);
  }
}

/** The name of a page that has no identity in a commit, made from its path there. */
export function keyWithoutId(path: string): string {
  return `at ${path}`;
}

/** Whether a local file is another page than the one that the service has at its path. */
export function isAnotherPage(ours: Uint8Array | null, theirs: Uint8Array | null): boolean {
  const [own, other] = [ours && identityIn(ours), theirs && identityIn(theirs)];
  return own !== null && other !== null && own !== other;
}

/**
 * A commit's version of the page that a local file is: the file at the same path, unless another page is there; null: the commit
 * does not have the page.
 */
export async function pageBefore(
  git: GitRepository,
  commit: Oid | null,
  { id, committed }: { readonly id: string | null; readonly committed: Uint8Array | null },
): Promise<Uint8Array | null> {
  const known = committed && identityIn(committed);
  if (id === null || known === null || known === id || commit === null) return committed;
  const oid = await pageInCommit(git, commit, id);
  return oid === null ? null : git.readBlob(oid);
}

/** A commit's version of the page with an identity, at whatever path; null: the commit does not have the page. */
export async function pageInCommit(
  git: Pick<GitRepository, 'listTree' | 'readBlob'>,
  commit: Oid,
  id: string,
): Promise<Oid | null> {
  return (await findInCommit(git, commit, id))?.oid ?? null;
}

/** The file that is the page with an identity in a commit; null: the commit does not have the page. */
export async function findInCommit(
  git: Pick<GitRepository, 'listTree' | 'readBlob'>,
  commit: Oid,
  id: string,
): Promise<{ readonly path: string; readonly oid: Oid } | null> {
  for (const { path, oid } of await git.listTree(commit))
    if (isMarkdownPath(path) && identityIn(await git.readBlob(oid)) === id) return { path, oid };
  return null;
}
