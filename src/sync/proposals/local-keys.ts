import { pageIdOf, readSpaceFolder, withoutPageId, isMarkdownPath } from '../../content/index.ts';
import type { SpaceFolder } from '../../content/index.ts';
import type { PageKey } from '../plan/edits.ts';
import { originalOf, identifyPages, hasLostIdentity } from '../versions/identity.ts';
import type { FileText, KnownPage } from '../versions/identity.ts';
import type { FolderComparison, FolderSide } from './folder-edits.ts';
import { containsLines } from '../compare-texts.ts';

/** Which page each local file is: found by the identity in it, by its path, or by what an open proposal made of it. */
export function localKeys(comparison: FolderComparison): Map<string, PageKey> {
  const { ids, made, renewed = [] } = comparison;
  const claims = new Claims();
  for (const [path, old] of handedOver(comparison)) claims.claim(path, ids.get(old)!);
  for (const path of renewed) claims.claim(path, made.get(path)!.id);
  claimUnmoved(claims, comparison);
  const { named, nameless } = openFiles(claims, comparison);
  const copies = claimOriginals(claims, named, comparison);
  const pages = openPages(claims, comparison);
  const wasAt = new Map(
    [...ids, ...[...made].map(([path, { id }]) => [path, id] as const)].map(([path, id]) => [id, path]),
  );
  const elsewhere = new Map([...claims.keys].map(([path, id]) => [path, wasAt.get(id) ?? path]));
  for (const [path, id] of identifyPages([...nameless, ...copies], pages, elsewhere)) claims.claim(path, id);
  return claims.keys;
}

/** The assignment of files to pages while it is made: each file is at most one page, and each page has at most one file. */
class Claims {
  /** Pages by the paths of their files. */
  readonly keys = new Map<string, PageKey>();
  readonly taken = new Set<PageKey>();

  /** Assigns a file to a page, unless the file already has a page or the page already has a file. */
  claim(path: string, id: PageKey): void {
    if (this.taken.has(id) || this.keys.has(path)) return;
    this.keys.set(path, id);
    this.taken.add(id);
  }
}

/**
 * New files that took over the entries of pages whose files are still there, unchanged, by their paths, with the paths of those pages. A
 * merge in git leaves two files of a page that both sides had moved, and the writer's table of contents lists the writer's file. A file
 * that lacks a line of the page did not take over: the service may have got that line after the file was made (SYNC-74).
 */
export function handedOver({ base, local, ids }: FolderComparison): ReadonlyMap<string, string> {
  const pathOf = new Map([...ids].map(([path, id]) => [id, path]));
  const found = new Map<string, string>();
  for (const path of local.files.keys()) {
    if (base.files.has(path) || !isMarkdownPath(path)) continue;
    const old = pathOf.get(pageIdOf(local.text(path) ?? '') ?? '');
    if (old === undefined || local.files.get(old) !== base.files.get(old)) continue;
    if (containsLines(plain(local, path), plain(local, old))) found.set(path, old);
  }
  if (found.size === 0) return found;
  const [before, after] = [base, local].map((side) =>
    readSpaceFolder({ paths: side.files.keys(), text: (path) => side.text(path) }),
  ) as [SpaceFolder, SpaceFolder];
  const listed = { before: before.documents, after: after.documents };
  return new Map([...found].filter(([path, old]) => isListedInstead(listed, { path, old })));
}

interface Listed {
  has(path: string): boolean;
}

/** Whether a table of contents lists a file in place of another one that it listed before. */
export function isListedInstead(
  { before, after }: { readonly before: Listed; readonly after: Listed },
  { path, old }: { readonly path: string; readonly old: string },
): boolean {
  return after.has(path) && before.has(old) && !after.has(old);
}

function plain(side: FolderSide, path: string): string {
  return withoutPageId(side.text(path) ?? '');
}

/** A file that kept its path keeps its page, even when a copy of it carries the same identity, or is the only file that still does. */
function claimUnmoved(claims: Claims, { base, local, ids, made }: FolderComparison): void {
  for (const [path, id] of ids) {
    const [was, now] = [base.files.get(path), local.files.get(path)];
    if (now === undefined) continue;
    const text = now === was ? null : (local.text(path) ?? '');
    if (text === null || pageIdOf(text) === id) claims.claim(path, id);
    else if ((made.get(path)?.id ?? id) === id) {
      const page = withoutPageId(base.text(path) ?? '');
      if (hasLostIdentity(page, { id: pageIdOf(text), text })) claims.claim(path, id);
    }
  }
}

interface OpenFiles {
  /** The files that carry the identity of a page whose file is not found yet, by that identity. */
  readonly named: ReadonlyMap<PageKey, readonly FileText[]>;
  /** The files that carry no such identity. */
  readonly nameless: readonly FileText[];
}

/** The files that are new or differ, and have no page yet. */
function openFiles({ keys, taken }: Claims, { base, local, ids, made }: FolderComparison): OpenFiles {
  const known = new Set([...ids.values(), ...[...made.values()].map(({ id }) => id)]);
  const nameless: FileText[] = [];
  const named = new Map<PageKey, FileText[]>();
  for (const [path, oid] of local.files) {
    if (keys.has(path) || !isMarkdownPath(path) || base.files.get(path) === oid) continue;
    const text = local.text(path) ?? '';
    const own = pageIdOf(text);
    const file = { path, text: withoutPageId(text) };
    if (own === null || !known.has(own) || taken.has(own)) nameless.push(file);
    else named.set(own, [...(named.get(own) ?? []), file]);
  }
  return { named, nameless };
}

/** Of the files that carry the same identity, assigns the original to the page. Returns the others, which are copies of it. */
function claimOriginals(
  claims: Claims,
  named: OpenFiles['named'],
  comparison: FolderComparison,
): readonly FileText[] {
  const copies: FileText[] = [];
  const open = openPages(claims, comparison);
  const others = open.filter(({ id }) => !named.has(id));
  for (const [id, files] of named) {
    const original = originalOf(files, open.find((page) => page.id === id)?.text, others);
    for (const file of files)
      if (file === original) claims.claim(file.path, id);
      else copies.push(file);
  }
  return copies;
}

/** The pages whose files are not found yet, with their texts; those that an open proposal made come first. */
function openPages({ taken }: Claims, { base, ids, made }: FolderComparison): readonly KnownPage[] {
  const pages = [
    ...[...made].map(([path, { id, text }]) => ({ id, path, text: withoutPageId(text) })),
    ...[...ids].map(([path, id]) => ({ id, path, text: withoutPageId(base.text(path) ?? '') })),
  ];
  return pages.filter(({ id }, at, all) => !taken.has(id) && all.findIndex((each) => each.id === id) === at);
}
