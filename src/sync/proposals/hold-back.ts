import {
  decodeText,
  findFrontMatterInText,
  isMarkdownPath,
  nameOf,
  pageIdOf,
  parseSummary,
  readSpaceConfig,
  splitFrontMatter,
  decodeAnyEncoding,
  spaceConfigPath,
  withoutPageId,
} from '../../content/index.ts';
import type { SpaceConfig } from '../../content/index.ts';
import { identityIn, isSimilarPage, plainText } from '../versions/identity.ts';
import { isAnotherPage } from '../versions/places.ts';
import { linesWithText, containsLines } from '../compare-texts.ts';
import { inFolder } from '../mirror/tip.ts';
import type { FolderComparison } from './folder-edits.ts';
import type { LocalFile } from './gather.ts';
import { isPageWithoutIdentity, pagesTwice } from './pages-twice.ts';
import type { ChangedFiles, PagesTwice } from './pages-twice.ts';
import { findEmptyContents, findUnsendable, isText } from './unsendable.ts';
import type { Unsendable } from './unsendable.ts';
import type { MadePage } from '../state/proposals.ts';
import type { FoundShared, SharedPage } from './shared-pages.ts';

/** What of a folder cannot be sent, or cannot be sent yet. */
export interface HeldFiles {
  readonly unsendable: readonly Unsendable[];
  /**
   * Paths that stay unchanged in the service: those of unsendable files, of files that wait to be joined with the service's
   * changes, and of the pages that these files now are.
   */
  readonly paths: ReadonlySet<string>;
  /** The table of contents, whatever its name, is among these paths: nothing here says where pages are listed. */
  readonly contents: boolean;
  /** Sendable files that have to wait, by their paths, with the path of the file that each changed places with. */
  readonly waiting: ReadonlyMap<string, string>;
  /** New pages that the change request of another branch makes, by their local paths. */
  readonly shared: ReadonlyMap<string, FoundShared>;
  /** Second files of pages, by their paths, with the page that each is a file of. */
  readonly twice: ReadonlyMap<string, MadePage>;
}

export const nothingHeldBack: HeldFiles = {
  unsendable: [],
  paths: new Set(),
  contents: false,
  waiting: new Map(),
  shared: new Map(),
  twice: new Map(),
};

interface Changed extends ChangedFiles {
  /** Files that could not even be read. */
  readonly refused: readonly Unsendable[];
  /**
   * Files whose edits wait to be joined with the service's changes, by path in the folder, with the pages that the edits were
   * made of. They are neither sent nor taken back.
   */
  readonly unjoined: ReadonlyMap<string, ReadonlySet<string>>;
  /** New pages that the change request of another branch makes. */
  readonly shared: readonly SharedPage[];
}

/** What is left to compare, and what is held back. */
interface HeldBack {
  readonly wanted: ReadonlyMap<string, LocalFile | null>;
  readonly made: FolderComparison['made'];
  readonly held: HeldFiles;
  /** The files of pages whose entries in the table of contents a held file took, with that file. */
  readonly replaced: ReadonlyMap<string, string>;
}

/**
 * Takes out of the differences, before anything is compared, what cannot be sent or cannot be sent yet: these files count as
 * unchanged. When such a file is a page that moved there, the page does not count as deleted.
 */
export async function holdBack(given: Changed): Promise<HeldBack> {
  const { changed, made, unjoined } = given;
  const shared = await findShared(given);
  const config = await configOf(given);
  const of = { ...given, rules: { ...given.rules, contents: config.summary } };
  const twice = await pagesTwice(of, config);
  const found = await withoutKnownFrontMatter(of, findingsOf(of, { shared, twice }));
  const isContentsFound = found.some(({ path }) => path === config.summary);
  const contents = isContentsFound ? null : await goneContents(of, config.summary);
  if (found.length + unjoined.size + shared.size === 0 && contents === null)
    return { wanted: changed, made, held: nothingHeldBack, replaced: new Map() };
  const unsendable = [
    ...(contents?.finding ? [contents.finding] : []),
    ...(await withoutLocal(of, found, config)),
  ];
  const unsent = new Set([...unsendable.map(({ path }) => path), ...unjoined.keys()]);
  if (contents) unsent.add(config.summary);
  const fresh = await freshAmong(of, unsent);
  const heldAlone = new Set([...unsent, ...shared.keys()]);
  const moved = await movedPages(of, { fresh, held: heldAlone });
  const silent = pathsWithoutEvidence(of, { held: heldAlone, shared, moved: moved.made });
  // Files of other pages at the paths that held pages were sent from.
  const taking = [...moved.made].filter(([path]) => !heldAlone.has(path) && changed.get(path));
  const exchange = await exchanged(of, new Set([...heldAlone, ...moved.pages, ...moved.made.keys()]));
  const { paths } = exchange;
  return {
    wanted: new Map([...changed].filter(([path]) => !paths.has(path))),
    made: new Map([...made].filter(([path]) => !silent.has(path))),
    replaced: new Map(
      [...twice].flatMap(([path, { replaced }]) => (replaced === undefined ? [] : [[replaced, path]])),
    ),
    held: {
      ...{ unsendable, paths, shared, contents: paths.has(config.summary) },
      waiting: new Map([...taking, ...exchange.waiting]),
      twice: new Map(
        [...twice].flatMap(([path, { page, finding }]) => (finding && page ? [[path, page]] : [])),
      ),
    },
  };
}

/**
 * The reasons why files cannot be sent: a file could not be read, its content, or that it is a second file of a page. Each file
 * has one reason.
 */
function findingsOf(
  { changed, rules, refused, unjoined }: Changed,
  { shared, twice }: { readonly shared: HeldFiles['shared']; readonly twice: PagesTwice },
): readonly Unsendable[] {
  const found: Unsendable[] = [...refused];
  for (const [path, now] of changed) {
    if (now === null || !isText(path) || unjoined.has(path) || shared.has(path)) continue;
    const finding = findUnsendable(path, now.bytes, rules);
    if (finding) found.push(finding);
  }
  for (const { finding } of twice.values())
    if (finding && !found.some(({ path }) => path === finding.path)) found.push(finding);
  return found;
}

/** Leaves out the findings about front matter that the page already has in the mirror: the service does not drop it now. */
async function withoutKnownFrontMatter(
  { git, folder, base, changed, mirrored }: Changed,
  found: readonly Unsendable[],
): Promise<readonly Unsendable[]> {
  const kept: Unsendable[] = [];
  const yamlIn = (bytes: Uint8Array): string | null => splitFrontMatter(plainText(bytes)).yaml;
  for (const each of found) {
    const now = changed.get(each.path);
    const id = each.cause === 'front-matter' && now ? identityIn(now.bytes) : null;
    const path = id === null ? null : await mirrored(id);
    const before = path === null ? null : await git.entryAt(base, inFolder(folder, path));
    if (!now || !before || yamlIn(await git.readBlob(before.oid)) !== yamlIn(now.bytes)) kept.push(each);
  }
  return kept;
}

/** Leaves out the findings about files that stay local in any case, because they are new and would not become pages. */
async function withoutLocal(
  { git, folder, base }: Changed,
  found: readonly Unsendable[],
  { root }: SpaceConfig,
): Promise<readonly Unsendable[]> {
  const kept: Unsendable[] = [];
  for (const each of found) {
    const before = await git.entryAt(base, inFolder(folder, each.path));
    if (before !== null || isPage(each.path, root)) kept.push(each);
  }
  return kept;
}

/** Of these paths, those that the base does not have, or has with another page. */
async function freshAmong(
  { git, folder, base, changed }: Changed,
  paths: ReadonlySet<string>,
): Promise<readonly string[]> {
  const fresh: string[] = [];
  for (const path of paths) {
    const before = await git.entryAt(base, inFolder(folder, path));
    const now = changed.get(path);
    if (before === null || (now && isAnotherPage(now.bytes, await git.readBlob(before.oid))))
      fresh.push(path);
  }
  return fresh;
}

/**
 * The paths that held pages were sent from: the files there now say nothing about these pages. The keys of `moved` are such paths
 * of pages that are now held at another path.
 */
function pathsWithoutEvidence(
  { changed, made }: Changed,
  {
    held,
    shared,
    moved,
  }: Pick<HeldFiles, 'shared'> & {
    readonly held: ReadonlySet<string>;
    readonly moved: ReadonlyMap<string, string>;
  },
): ReadonlySet<string> {
  const silent = new Set(moved.keys());
  for (const path of held) {
    const now = changed.get(path);
    const own = now && identityIn(now.bytes);
    const page = made.get(path)?.id;
    // Where another page is at the path that a page was sent from, its file says nothing about the page that was sent. A copy that another
    // branch makes a page of carries the identity of its source, and is that page.
    if (!own || own === page || (page !== undefined && shared.get(path)?.id === page)) silent.add(path);
  }
  return silent;
}

/** Finds the shared pages among the new files: by their paths, or, where this branch has moved a page, by its text. */
async function findShared(changes: Changed): Promise<ReadonlyMap<string, FoundShared>> {
  const { shared } = changes;
  const found = new Map<string, FoundShared>();
  if (shared.length === 0) return found;
  const fresh = await newFiles(changes);
  for (const page of shared) {
    const isThatPage = ([path, text]: readonly [string, string]): boolean =>
      !found.has(path) && isSimilarPage(page.text, withoutPageId(text));
    // Another clone may have written a page of its own at this path: only the very same text is the same page.
    const isExact = page.branch === null && page.base === null;
    const isHere = (path: string): boolean => {
      const text = fresh.get(path);
      return text !== undefined && (isExact ? withoutPageId(text) === page.text : isThatPage([path, text]));
    };
    // Where both branches had the page, this branch still has it at the same path, whatever it says by now, or has moved it.
    const stays = page.base !== null && fresh.has(page.path) ? page.path : undefined;
    // New pages may be alike. If no commit of both branches has the page, one of the two texts must have all lines of the other.
    const isSame = page.base === null ? isWithin(page.text) : () => true;
    const moved = isExact ? undefined : [...fresh].find((file) => isSame(file[1]) && isThatPage(file))?.[0];
    const path = stays ?? [page.path, page.madeAt].find(isHere) ?? moved;
    if (path !== undefined && !found.has(path))
      found.set(path, { ...page, here: withoutPageId(fresh.get(path)!) });
  }
  return found;
}

/** The markdown files that are new, or new at the paths of pages that are elsewhere by now, with their texts. */
async function newFiles({ git, folder, base, changed }: Changed): Promise<ReadonlyMap<string, string>> {
  const fresh = new Map<string, string>();
  const named = new Set([...changed.values()].map((now) => now && identityIn(now.bytes)));
  for (const [path, now] of changed) {
    if (now === null || !isMarkdownPath(path)) continue;
    const entry = await git.entryAt(base, inFolder(folder, path));
    const before = entry && (await git.readBlob(entry.oid));
    const [was, own] = [before && identityIn(before), identityIn(now.bytes)];
    // A file without an identity is new at the path of a page that is elsewhere by now, unless it is that page, and a copy is elsewhere.
    const isLeft = was !== null && own === null && named.has(was);
    const tookPath = isLeft && !isPageWithoutIdentity(before!, was, { id: own, text: plainText(now.bytes) });
    if (entry === null || tookPath) fresh.set(path, decodeAnyEncoding(now.bytes));
  }
  return fresh;
}

/** Whether one of two texts holds all lines of the other, which has more than a title. */
function isWithin(page: string): (file: string) => boolean {
  return (file) => {
    const text = withoutPageId(file);
    const [shorter, longer] = text.length < page.length ? [text, page] : [page, text];
    return linesWithText(shorter).length > 1 && containsLines(longer, shorter);
  };
}

/**
 * Finds pages that have left their paths and are now one of the held new files, unless a file that is sent has their identity;
 * and, for pages that were sent, the held file that each of them is now.
 */
async function movedPages(
  { git, folder, base, changed, made, unjoined }: Changed,
  { fresh, held }: { fresh: readonly string[]; held: ReadonlySet<string> },
): Promise<{ readonly pages: readonly string[]; readonly made: ReadonlyMap<string, string> }> {
  const texts = fresh.flatMap((path) => {
    const now = changed.get(path);
    return now ? [{ path, text: decodeAnyEncoding(now.bytes) }] : [];
  });
  const told = new Set([...changed].map(([path, now]) => !held.has(path) && now && identityIn(now.bytes)));
  if (texts.length === 0) return { pages: [], made: new Map() };
  const heldAs = (id: string | null, text: string): string | undefined =>
    fresh.find((path) => id !== null && unjoined.get(path)?.has(id)) ??
    texts.find((each) => {
      const own = pageIdOf(each.text) ?? findFrontMatterInText(each.text)?.id ?? null;
      return own !== null && id !== null ? own === id : isSimilarPage(text, withoutPageId(each.text));
    })?.path;
  const pages: string[] = [];
  for (const [path, now] of changed) {
    if (now !== null || !isMarkdownPath(path)) continue;
    const entry = await git.entryAt(base, inFolder(folder, path));
    const text = entry && decodeText(await git.readBlob(entry.oid));
    const id = text && pageIdOf(text);
    if (text && !(id && told.has(id)) && heldAs(id || null, withoutPageId(text))) pages.push(path);
  }
  const sent = new Map<string, string>();
  for (const [path, { id, text }] of made) {
    const file = heldAs(id, text);
    if (file !== undefined) sent.set(path, file);
  }
  return { pages, made: sent };
}

/** Everything that is held back in the end. */
interface Exchange {
  /** The paths that were held before, and those that are held because of them. */
  readonly paths: ReadonlySet<string>;
  /** The files that are held because of another, by their paths, with the path of that other file. */
  readonly waiting: ReadonlyMap<string, string>;
}

/**
 * Also holds back the files that are at the old path of a held file's page, or that are the page which a held file has replaced.
 * If they were sent without the held file, one page would get the text of another. The path that a held file's page has left is
 * held as well, so that the page is not deleted.
 */
async function exchanged(
  { git, folder, base, changed }: Changed,
  held: ReadonlySet<string>,
): Promise<Exchange> {
  const pages: { readonly path: string; readonly was: string | null; readonly is: string | null }[] = [];
  for (const [path, now] of changed) {
    if (!isMarkdownPath(path)) continue;
    const entry = await git.entryAt(base, inFolder(folder, path));
    const was = entry && identityIn(await git.readBlob(entry.oid));
    // A file without an identity may be a page that somebody has just written.
    pages.push({ path, was, is: now && (identityIn(now.bytes) ?? `new at ${path}`) });
  }
  const paths = new Set(held);
  const waiting = new Map<string, string>();
  // A waiting file makes other files wait: three pages can change places, too.
  for (const path of paths) {
    const own = pages.find((page) => page.path === path);
    // A file whose page is at its old path makes no other file wait.
    if (own === undefined || own.is === own.was) continue;
    for (const page of pages) {
      if (paths.has(page.path) || page.is === page.was) continue;
      const hasLeft = page.was !== null && page.was === own.is;
      if (!hasLeft && (page.is === null || page.is !== own.was)) continue;
      paths.add(page.path);
      if (page.is !== null) waiting.set(page.path, path);
    }
  }
  return { paths, waiting };
}

/** Whether a new file would become a page, or is the space's configuration: any other new file stays local anyway. */
function isPage(path: string, root: string): boolean {
  if (path === spaceConfigPath) return true;
  if (root !== '' && !path.startsWith(`${root}/`)) return false;
  const inner = root === '' ? path : path.slice(root.length + 1);
  return inner.startsWith('.gitbook/') || (!/(?:^|\/)\./u.test(inner) && nameOf(inner) !== 'AGENTS.md');
}

/** The configuration of the space, as the base has it. */
async function configOf({ git, folder, base }: Changed): Promise<SpaceConfig> {
  const entry = await git.entryAt(base, inFolder(folder, spaceConfigPath));
  return readSpaceConfig(entry && decodeText(await git.readBlob(entry.oid)));
}

/**
 * Finds a table of contents that is gone, or that lists nothing any more. Such a table says nothing about places, so it counts as unchanged.
 * The sync reports the table until it is back, or until a person confirms that the table is meant to be so; then the places stay as the
 * service has them.
 */
async function goneContents(
  { git, folder, base, changed, rules }: Changed,
  path: string,
): Promise<{ readonly finding: Unsendable | null } | null> {
  const now = changed.get(path);
  // Another configuration may name another table of contents.
  if (now === undefined || changed.has(spaceConfigPath)) return null;
  if (now !== null && parseSummary(decodeAnyEncoding(now.bytes)).entries.length > 0) return null;
  const before = await git.entryAt(base, inFolder(folder, path));
  if (before === null || parseSummary(decodeAnyEncoding(await git.readBlob(before.oid))).entries.length === 0)
    return null;
  return { finding: findEmptyContents(path, now === null ? 'it is gone' : 'it lists nothing', rules) };
}
