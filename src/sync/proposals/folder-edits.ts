import {
  decodePercent,
  findUntoldEntries,
  folderOf,
  isExternalTarget,
  joinEmoji,
  joinPath,
  nameOf,
  pageIdOf,
  readSpaceFolder,
  spaceConfigPath,
  unsafeReason,
  visitPages,
  withoutPageId,
} from '../../content/index.ts';
import type { SpaceFolder } from '../../content/index.ts';
import { containsLines } from '../compare-texts.ts';
import { handedOver, localKeys } from './local-keys.ts';
import {
  addPages,
  indexTree,
  isNewGroup,
  movedUnlisted,
  pathInRoot,
  keyOf,
  unlistedIn,
} from './page-tree.ts';
import type { TreeIndex } from './page-tree.ts';
import type { FolderEdits, PageKey, TextEdit } from '../plan/edits.ts';
import { missingFileMessages } from './missing-files.ts';
import { newGroupMessages, placeEdits } from './place-edits.ts';
import { renamedGroups } from './renamed-groups.ts';
import { isByContents, textEditOf } from './text-edit.ts';
import { lostIdentityMessage, onlyTextEdits } from './text-edits-alone.ts';
import { entryNames } from './untold.ts';

export type { FolderEdits, PageKey, PlaceEdit, TextEdit } from '../plan/edits.ts';

/** One side of a space's folder: its files, and the texts that a comparison needs. */
export interface FolderSide {
  /** Blob ids by path in the space's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Gives the texts of SUMMARY.md, .gitbook.yaml, every file that differs, and pages that have a copy; null: missing, or no text. */
  text(path: string): string | null;
}

export interface FolderComparison {
  readonly base: FolderSide;
  readonly local: FolderSide;
  /** Page ids of the base's files. */
  readonly ids: ReadonlyMap<string, string>;
  /** Pages that an open proposal made, by their local paths at that time. */
  readonly made: ReadonlyMap<string, { id: string; text: string }>;
  /**
   * Paths of made pages whose files still carry the identity of a page that the service deleted; the page was made anew from such
   * a file. Absent: none.
   */
  readonly renewed?: ReadonlySet<string>;
  /** Files of pages whose entries a file took that is held back until a person keeps one of the two, with that file. Absent: none. */
  readonly replaced?: ReadonlyMap<string, string>;
}

/** Compares a folder with its base; takes a shortcut where only texts of pages changed. */
export function compareFolders(comparison: FolderComparison): FolderEdits {
  return onlyTextEdits(comparison) ?? compareTrees(comparison);
}

/** The general comparison, which reads both trees as a whole; {@link compareFolders} tries a shortcut first. */
export function compareTrees(comparison: FolderComparison): FolderEdits {
  const { base, local, ids, made } = comparison;
  const unsaid: string[] = [];
  const before = readSpaceFolder({ paths: base.files.keys(), text: (path) => base.text(path) });
  const keys = localKeys(comparison);
  const { folder: after, alias } = readLocal(local, before, keys, ids);
  const trees = {
    before: indexTree(before, (path) => ids.get(path) ?? `lost:${path}`),
    after: indexTree(after, (path) => keyOf(keys, alias.get(path) ?? path)),
  };
  const realPath = (path: string): string => alias.get(path) ?? path;

  const unlisted = unlistedIn(after, { base, local, ids }, keys);
  const copies = new Map([...copiesIn(unlisted, local, keys), ...formerFiles(comparison)]);
  unsaid.push(...[...copies].map(copyMessage));
  const stayUnlisted = movedUnlisted(unlisted, { keys, before, base, local });
  addPages(
    unlisted.filter((path) => !copies.has(path) && !stayUnlisted.has(path)),
    { keys, trees, local },
  );
  const texts: TextEdit[] = [];
  const { root, summary: contents } = after.config;
  const basePaths = new Map([...ids].map(([path, id]) => [id, path]));
  for (const [key, node] of trees.after.documents) {
    const path = realPath(node.path);
    const from = basePaths.get(key) ?? null;
    const was = isRetitled(before, after, node.path) ? trees.before.documents.get(key) : undefined;
    const edit = textEditOf({ key, path, from, node, base, local, before: was, root });
    const parent = trees.after.parents.get(key) ?? null;
    const isUnplaced = isNewGroup(parent, trees.before) || unlisted.includes(node.path);
    const keepsEntry = path !== node.path && edit?.title === null;
    if (edit)
      texts.push({ ...edit, ...(isUnplaced ? { isUnplaced } : {}), ...(keepsEntry ? { keepsEntry } : {}) });
    else if (from === path && base.files.get(path) !== local.files.get(path))
      unsaid.push(lostIdentityMessage(path, key));
  }

  const { deletes, offTheList } = deletedPages(trees, { keys, base, local, made, basePaths, texts });
  const offList = offTheListMessages(contents, offTheList, comparison.replaced);
  unsaid.push(...offList, ...newGroupMessages(trees, contents));
  const places = placeEdits(trees, { basePaths, realPath });
  compareRest(before, after, { unsaid, renamed: new Set(renamedGroups(trees).values()) });
  const isKnown = (path: string): boolean => before.documents.has(path) || alias.has(path);
  unsaid.push(...missingFileMessages([before, base], [after, local], isKnown));
  const files = fileEdits({
    base,
    local,
    after,
    before,
    elsewhere: [...alias.values(), ...copies.keys()],
    stayUnlisted,
    texts,
    unsaid,
  });
  const byContents = texts.filter((edit) => isByContents(edit, base)).map(({ key }) => key);
  const missing = findUntoldEntries(entriesOf(before, base), entriesOf(after, local));
  const untold = [...missing, ...entryNames(contents, offTheList)];
  const counts = countPages(trees.before, { made, deletes });
  return { texts, places, deletes, files, unsaid, ...counts, byContents, contents, untold };
}

/** Counts the pages that there are with those that only a change request has, and how many of the latter are deleted. */
function countPages(
  { documents }: TreeIndex,
  { made, deletes }: Pick<FolderComparison, 'made'> & Pick<FolderEdits, 'deletes'>,
): Pick<FolderEdits, 'pages' | 'unpublished'> {
  const proposed = new Set([...made.values()].flatMap(({ id }) => (documents.has(id) ? [] : [id])));
  return {
    pages: documents.size + proposed.size,
    unpublished: deletes.filter(({ key }) => !documents.has(key)).length,
  };
}

/** A folder's table of contents, and which of its entries are pages. */
function entriesOf(
  { config, documents }: SpaceFolder,
  side: FolderSide,
): Parameters<typeof findUntoldEntries>[0] {
  const folder = folderOf(config.summary);
  return {
    text: side.text(config.summary) ?? '',
    isPage: (target) => documents.has(joinPath(folder, target) ?? ''),
  };
}

/** Pages that are no longer listed: those whose files are gone, and the paths of those whose files are still here. */
function deletedPages(
  trees: { readonly before: TreeIndex; readonly after: TreeIndex },
  of: Pick<FolderComparison, 'base' | 'local' | 'made'> & {
    keys: ReadonlyMap<string, PageKey>;
    basePaths: ReadonlyMap<PageKey, string>;
    texts: TextEdit[];
  },
): {
  readonly deletes: readonly { key: PageKey; path: string }[];
  readonly offTheList: readonly { readonly path: string; readonly from: string | null }[];
} {
  const { keys, base, local, made, basePaths, texts } = of;
  const deletes: { key: PageKey; path: string }[] = [];
  const offTheList: { path: string; from: string | null }[] = [];
  for (const [key, node] of trees.before.documents) {
    if (trees.after.documents.has(key)) continue;
    const stillThere = [...keys].find(([path, id]) => id === key && local.files.has(path));
    if (!stillThere) deletes.push({ key, path: node.path });
    else {
      const [path, from] = [stillThere[0], basePaths.get(key) ?? null];
      offTheList.push({ path, from });
      // Until its file is removed, it is a page of the service, with its text and its file.
      const { root } = trees.after;
      const edit = textEditOf({ key, path, from, node, base, local, before: undefined, root });
      if (edit) texts.push(edit);
    }
  }
  // A page that moved before it was deleted may be known by each of its paths.
  const once = new Map([...made].map(([path, { id }]) => [id, path]));
  for (const [id, path] of once)
    if (!trees.after.documents.has(id) && !trees.before.documents.has(id)) deletes.push({ key: id, path });
  return { deletes, offTheList };
}

export function isEmpty(edits: FolderEdits): boolean {
  return edits.texts.length + edits.places.length + edits.deletes.length + edits.files.length === 0;
}

function offTheListMessages(
  contents: string,
  pages: readonly { readonly path: string }[],
  replaced: FolderComparison['replaced'],
): string[] {
  return pages.map(({ path }) => {
    const other = replaced?.get(path);
    return other === undefined
      ? `${path} is no longer in ${contents}, and its file is still there: remove the file to delete the page, or put its line back to keep it`
      : `${contents} lists ${other} in place of ${path}: that is sent when only one of the two files is left`;
  });
}

function copyMessage([path, of]: readonly [string, string]): string {
  return `${path} is a copy of ${of} with nothing new in it: it becomes a page of its own when it is changed, or its id line is taken out`;
}

/** The files that pages had before other files took over, with those other files. They are no pages, whatever they say. */
function formerFiles(comparison: FolderComparison): [string, string][] {
  return [...handedOver(comparison)].map(([path, old]) => [old, path]);
}

/**
 * Whether the entry for a path has another title now. An unchanged entry says nothing about the title of a page that has since
 * come to its path.
 */
function isRetitled(before: SpaceFolder, after: SpaceFolder, path: string): boolean {
  return titleAt(before, path) !== titleAt(after, path);
}

function titleAt({ documents }: SpaceFolder, path: string): string | null {
  const page = documents.get(path);
  return page === undefined ? null : joinEmoji(page);
}

/** Reads the local folder; a page whose file moved, while the table of contents still names the old path, is read at the old path. */
function readLocal(
  local: FolderSide,
  before: SpaceFolder,
  keys: ReadonlyMap<string, PageKey>,
  ids: ReadonlyMap<string, string>,
): { folder: SpaceFolder; alias: Map<string, string> } {
  const read = (paths: Iterable<string>): SpaceFolder =>
    readSpaceFolder({ paths, text: (path) => local.text(path) });
  const plainReading = read(local.files.keys());
  const alias = new Map<string, string>();
  const oldPath = new Map([...ids].map(([path, id]) => [id, path]));
  for (const [path, key] of keys) {
    const from = oldPath.get(key);
    if (from === undefined || from === path || local.files.has(from)) continue;
    if (!plainReading.documents.has(path) && before.documents.has(from)) alias.set(from, path);
  }
  if (alias.size === 0) return { folder: plainReading, alias };
  const moved = new Set(alias.values());
  return {
    folder: read([...[...local.files.keys()].filter((path) => !moved.has(path)), ...alias.keys()]),
    alias,
  };
}

/**
 * Finds the files that carry the identity of a page with another file, and that say nothing that the page does not say; returns
 * their paths with the path of that page. An interrupted sync or an editor leaves such files; a person's copy soon says something
 * of its own.
 */
function copiesIn(
  unlisted: readonly string[],
  local: FolderSide,
  keys: ReadonlyMap<string, PageKey>,
): ReadonlyMap<string, string> {
  const copies = new Map<string, string>();
  const pathOf = new Map([...keys].map(([path, key]) => [key, path]));
  for (const path of unlisted) {
    const text = local.text(path) ?? '';
    const page = pathOf.get(pageIdOf(text) ?? '');
    const whole = page === undefined || page === path ? null : local.text(page);
    if (page !== undefined && whole !== null && containsLines(withoutPageId(whole), withoutPageId(text)))
      copies.set(path, page);
  }
  return copies;
}

/** Reports changes of links and computed entries in the table of contents, which can only be made in the service. */
function compareRest(
  before: SpaceFolder,
  after: SpaceFolder,
  { unsaid, renamed }: { unsaid: string[]; renamed: ReadonlySet<PageKey> },
): void {
  const entries = (folder: SpaceFolder): Map<string, string> => {
    const found = new Map<string, string>();
    for (const { page } of visitPages(folder.pages)) {
      if (page.type === 'link') {
        // A page that is deleted but still listed reads as a link to a file; the deletion is reported, and that is enough.
        const href = String(page.href);
        const isFile = page.target.kind === 'url' && !isExternalTarget(href);
        if (!isFile) found.set(`${page.title} ${href}`, `the link “${page.title}”`);
      }
      if (page.type === 'computed')
        found.set(`computed:${JSON.stringify(page.computed)}`, `the entry ${sourceName(page.computed)}`);
      if (page.type === 'group') found.set(`group:${page.slug}`, `the group “${page.title}”`);
    }
    return found;
  };
  const [old, now] = [entries(before), entries(after)];
  const { summary: contents } = after.config;
  for (const [key, name] of now)
    if (!old.has(key) && !key.startsWith('group:'))
      unsaid.push(
        `${contents}: ${name} is new here, and only the service can create ${
          key.startsWith('computed:') ? 'such entries' : 'links'
        }: make it there, or it stays local`,
      );
  for (const [key, name] of old)
    if (!now.has(key) && !renamed.has(key))
      unsaid.push(
        `${contents}: ${name} is gone here, and only the service can remove it: remove it there, or it stays there`,
      );
}

/** What people call a computed entry: the kind of its source, and the specification that it shows. */
function sourceName({ type, dependencies }: Readonly<Record<string, unknown>>): string {
  const kind = typeof type === 'string' ? `“${type}”` : 'with computed pages';
  const { spec } = (dependencies ?? {}) as { spec?: { ref?: { spec?: unknown } | null } | null };
  const shown = spec?.ref?.spec;
  return typeof shown === 'string' ? `${kind} of ${shown}` : kind;
}

function fileEdits({
  base,
  local,
  before,
  after,
  elsewhere,
  stayUnlisted,
  texts,
  unsaid,
}: {
  base: FolderSide;
  local: FolderSide;
  before: SpaceFolder;
  after: SpaceFolder;
  /** Pages that the table of contents still names by their old paths, and copies of pages. */
  elsewhere: Iterable<string>;
  /** Files that moved and are no pages, by their paths, with their old paths. */
  stayUnlisted: ReadonlyMap<string, string>;
  texts: readonly TextEdit[];
  unsaid: string[];
}): { path: string; oid: string; isNew: boolean }[] {
  const pages = new Set([
    ...before.documents.keys(),
    ...after.documents.keys(),
    ...elsewhere,
    ...texts.map(({ path }) => path),
  ]);
  const { root, summary } = after.config;
  const files: { path: string; oid: string; isNew: boolean }[] = [];
  const toldWithMove = new Set<string>();
  for (const [path, oid] of local.files) {
    if (pages.has(path) || base.files.get(path) === oid) continue;
    const isNew = !base.files.has(path);
    const used = (): boolean => texts.some(({ text }) => namesFile(text, nameOf(path)));
    const isOfFormat =
      pathInRoot(path, root).startsWith('.gitbook/') || path === summary || path === spaceConfigPath;
    // Whoever may write a page can name any file in it: a file with settings or secrets must not be sent for that reason.
    const own = isNew && !isOfFormat ? unsafeReason(path) : null;
    if (!isNew || isOfFormat || (own === null && used())) files.push({ path, oid, isNew });
    else if (own !== null && used())
      unsaid.push(`${path} ${own}: it stays local, though a page names it; give it another name to send it`);
    else if (stayUnlisted.has(path)) {
      const from = stayUnlisted.get(path)!;
      toldWithMove.add(from);
      unsaid.push(stayMessage({ path, from, summary }));
    } else if (!/(?:^|\/)\./u.test(path))
      unsaid.push(`${path} is not a page, and no page uses it: it stays local until a page names it`);
  }
  const isTold = (path: string): boolean =>
    local.files.has(path) || pages.has(path) || toldWithMove.has(path) || path === before.config.summary;
  unsaid.push(...goneFileMessages([...base.files.keys()].filter((path) => !isTold(path))));
  return files;
}

function stayMessage({ path, from, summary }: Record<'path' | 'from' | 'summary', string>): string {
  return `${path} stays local: it was ${from}, and the interface cannot move a file that ${summary} does not list; list it to make it a page`;
}

function goneFileMessages(paths: readonly string[]): string[] {
  return paths.map(
    (path) =>
      `${path} is gone here; the interface cannot delete files: delete it in the service, or put the file back`,
  );
}

/** Whether a text has the name of a file, written with or without percent-encoding, which editors use for some letters and not for others. */
function namesFile(text: string, name: string): boolean {
  return hasName(text, name) || hasName(text.replace(/(?:%[0-9a-f]{2})+/giu, decodePercent), name);
}

/** Whether a text has a file name as a whole, and not only as a part of a longer name: "old plan.png" does not have "plan.png". */
function hasName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.slice(Math.max(0, at - 4), at);
    const behind = text.slice(at + name.length, at + name.length + 4);
    const goesOn = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(behind);
    if (!goesOn && !/(?:[\p{L}\p{N}_.-]|[\p{L}\p{N}_.)\]][ \t]+)$/u.test(before)) return true;
  }
  return false;
}
