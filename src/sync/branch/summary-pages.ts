import {
  decodeText,
  folderOf,
  isExternalTarget,
  isSafePath,
  parseSummary,
  titleOf,
} from '../../content/index.ts';
import type { EntryIdentity, EntryPages, FileVersions, Versions } from '../../content/index.ts';
import type { AcceptedPage } from './accepted.ts';
import type { PageIdAt } from '../versions/places.ts';

/** Which page is at which path in each of three versions. */
export interface PagesOfVersions extends Versions<PageIdAt> {
  /** Whether the file at a path may differ between the versions: then the path alone does not tell which page it is. */
  readonly differs: (path: string) => boolean | Promise<boolean>;
  /** Whether the page that our side has at a path is gone from the result, because theirs deleted it. Absent: unknown. */
  readonly isDeleted?: (path: string) => boolean | Promise<boolean>;
  /** Whether the file at a path is a table of contents. */
  readonly isContents: (path: string) => boolean | Promise<boolean>;
}

/**
 * The pages behind the entries of three versions of a table of contents: a page that one side moved is one entry, whatever its
 * paths are. Returns nothing for any other file.
 */
export async function summaryPages(
  path: string,
  versions: FileVersions,
  pages: PagesOfVersions,
  accepted: readonly AcceptedPage[] = [],
): Promise<EntryPages> {
  if (!(await pages.isContents(path))) return { isContents: false };
  return { isContents: true, ...(await entryPages(path, versions, pages, accepted)) };
}

async function entryPages(
  path: string,
  { base, ours, theirs }: FileVersions,
  pages: PagesOfVersions,
  accepted: readonly AcceptedPage[],
): Promise<EntryPages> {
  if (!base || !ours || !theirs) return {};
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const targets = { base: targetsOf(base), ours: targetsOf(ours), theirs: targetsOf(theirs) };
  // An entry for a file that all versions have unchanged is the same entry; after an exchange, the file is another page.
  const isSameEverywhere = async (target: string): Promise<boolean> =>
    Object.values(targets).every((each) => each.has(target)) && !(await pages.differs(folder + target));
  // A base that was sent from here lists pages that were new at that time: what we know of the sending tells which pages they
  // are.
  const sentAs = new Map(
    accepted.toReversed().flatMap(({ path: at, id }) => (id === null ? [] : [[at, id]])),
  );
  const sentFrom = new Map([...sentAs].map(([at, id]) => [id, at]));
  const idOf = entryIds({ folder, targets, pages, sentAs, sentFrom });
  const deleted = new Set<string>();
  const identities = async (side: keyof Versions<PageIdAt>): Promise<EntryIdentity> => {
    const ids = new Map<string, string>();
    const known = new Set<string>();
    const missing: string[] = [];
    for (const target of targets[side]) {
      if (await isSameEverywhere(target)) continue;
      const id = await idOf(side, folder + target);
      if (id === null && side !== 'base') missing.push(target);
      if (id === null) continue;
      known.add(id);
      ids.set(target, entryIdentity(id));
      if (side === 'ours' && (await pages.isDeleted?.(folder + target))) deleted.add(entryIdentity(id));
    }
    // A line that stayed when its file was deleted is still the line of that page, unless the page has another line. So is a line that was
    // sent before the commit of the file that it lists: only our side has the page there.
    for (const target of missing) {
      const id = await pages[side === 'ours' ? 'base' : 'ours'](folder + target);
      if (id !== null && !known.has(id)) ids.set(target, entryIdentity(id));
    }
    return (target) => ids.get(target) ?? target;
  };
  const known = await identities('base');
  return {
    base: known,
    ours: await identities('ours'),
    theirs: await identities('theirs'),
    deleted,
    sentPlaces: sentWithoutLine(known, targets.base, { folder, sentFrom }),
    ...whatWasSent(path, folder, accepted),
  };
}

/** What is known of the entries of three versions of a table of contents. */
interface ListedPages {
  /** The folder of the table of contents: empty, or with a slash at the end. */
  readonly folder: string;
  readonly targets: Versions<ReadonlySet<string>>;
  readonly pages: PagesOfVersions;
  /** The pages that were sent, by the paths that they were sent from. */
  readonly sentAs: ReadonlyMap<string, string>;
  /** The paths that pages were sent from. */
  readonly sentFrom: ReadonlyMap<string, string>;
}

/** Tells which page the entry of a file is for in one of the versions; null: none that is known. */
function entryIds({
  folder,
  targets,
  pages,
  sentAs,
  sentFrom,
}: ListedPages): (side: keyof Versions<PageIdAt>, at: string) => Promise<string | null> {
  /** The path of a page in theirs. This reads one file after the other, so only a page at a path that theirs does not list is looked for. */
  const homeOf = async (id: string): Promise<string | undefined> => {
    for (const target of targets.theirs)
      if ((await pages.theirs(folder + target)) === id) return folder + target;
    return undefined;
  };
  return async (side, at) => {
    const id =
      (await pages[side](at)) ?? (side === 'base' ? (sentAs.get(at) ?? (await pages.ours(at))) : null);
    // If both paths of a page that moved are listed, the line for the old path is a line for a missing file. If a page and a copy with its id
    // are listed, the line for the copy is the line of another page.
    if (id === null || side === 'theirs') return id;
    const sent = sentFrom.get(id);
    const isListedThere = targets.theirs.has(at.slice(folder.length));
    const home = sent ?? (isListedThere ? at : ((await homeOf(id)) ?? at));
    const isElsewhere =
      home !== at &&
      targets[side].has(home.slice(folder.length)) &&
      (sent !== undefined || (await pages[side](home)) === id);
    return isElsewhere ? null : id;
  };
}

/**
 * The pages whose files were in another folder when they were sent, while their lines were as before: the service was told of places, those
 * of the folders, that no line said.
 */
function sentWithoutLine(
  identityOf: EntryIdentity,
  targets: ReadonlySet<string>,
  { folder, sentFrom }: { folder: string; sentFrom: ReadonlyMap<string, string> },
): ReadonlySet<string> {
  const lines = new Map([...targets].map((target) => [identityOf(target), folder + target]));
  return new Set(
    [...sentFrom].flatMap(([id, path]) => {
      const identity = entryIdentity(id);
      return folderOf(lines.get(identity) ?? path) === folderOf(path) ? [] : [identity];
    }),
  );
}

/** What is known of the entries that our side sent. */
function whatWasSent(
  path: string,
  folder: string,
  accepted: readonly AcceptedPage[],
): Pick<EntryPages, 'untold' | 'mayLackWords' | 'sentTitles' | 'unplaced'> {
  const table = accepted.find((page) => page.id === null && page.target === path);
  return {
    untold: new Set(table?.untold),
    mayLackWords: table !== undefined,
    sentTitles: new Set(accepted.flatMap(({ id, text }) => (id === null ? [] : (titleOf(text) ?? [])))),
    // If all versions list a page at one path, its entry has the path as its identity, and not the id.
    unplaced: new Set(
      accepted.flatMap(({ id, target, isUnplaced }) =>
        isUnplaced === true ? [entryIdentity(id), target.slice(folder.length)] : [],
      ),
    ),
  };
}

/** The identity of a page's entry; null: the entry of no page that the service knows. */
export function entryIdentity(id: string | null): string {
  return `page ${id}`;
}

/** The files that the entries point to. An entry with a link to another site, out of the folder or to an impossible file points to none. */
/** The paths that a table of contents lists, from its own folder. */
export function targetsOf(bytes: Uint8Array): Set<string> {
  const { entries } = parseSummary(decodeText(bytes) ?? '');
  const targets = entries.flatMap((entry) => (entry.kind === 'item' ? [entry.target] : []));
  return new Set(
    targets.filter((target) => !isExternalTarget(target) && isSafePath(target, { mayBeObeyed: true })),
  );
}
