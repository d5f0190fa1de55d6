import {
  isMarkdownPath,
  linksOf,
  replacement,
  splitTarget,
  type PageLink,
  type Redirect,
} from '../../content/index.ts';
import { LinkIndex, type ReadSpace, type ScanCache } from '../tree.ts';
import { moveContents } from './contents.ts';
import { laterPathOf, type LaterPath, type Move } from './paths.ts';
import { editRedirects, type WantedRedirect } from './redirects.ts';
import { applySplices, type Splice } from './splices.ts';
import { movedTarget, type MovedTrees } from './targets.ts';

/** The changes that a move makes in one file, besides its path. */
export interface FileEdit {
  /** The file's path before the move, and after it. */
  readonly path: string;
  readonly to: string;
  /** The text before the move; null for a file that the move creates. */
  readonly text: string | null;
  readonly splices: readonly Splice[];
}

/** An entry of a table of contents that moves to another place in it. */
export interface PlacedEntry {
  readonly path: string;
  readonly title: string;
  readonly under: string | null;
}

/** Everything that a move of files will do. Nothing has been changed yet. */
export interface MovePlan {
  readonly moves: readonly Move[];
  /** Every file that moves, one by one. */
  readonly files: readonly Move[];
  readonly edits: readonly FileEdit[];
  readonly placed: readonly PlacedEntry[];
  /** Redirects to add, each with the `.gitbook.yaml` that gets it. */
  readonly redirects: readonly (WantedRedirect & { readonly path: string })[];
  /** Sentences about what the move leaves undone. */
  readonly notes: readonly string[];
}

export interface PlanMoveOptions {
  /** The scans of `index`, so that no page is scanned twice. */
  readonly cache?: ScanCache;
  /** Whether to add redirects for pages whose address changes. */
  readonly redirects?: boolean;
}

/**
 * Plans the move of files and folders: the links to them and from them, their entries in tables of contents, and redirects from
 * the old addresses of their pages. Every edit is a splice, so that all other text keeps its bytes.
 */
export function planMove(
  index: LinkIndex,
  moves: readonly Move[],
  { cache, redirects = true }: PlanMoveOptions = {},
): MovePlan {
  const later = laterPathOf(moves);
  const files = [...index.paths].flatMap((from) => (later(from) === from ? [] : [{ from, to: later(from) }]));
  const edits = new Map<string, FileEdit>();
  const edit = (path: string, text: string | null, splices: readonly Splice[]): void => {
    if (splices.length > 0) edits.set(path, { path, to: later(path), text, splices });
  };

  const placed = index.spaces.flatMap((space) => editContents(index, space, later, edit));
  const trees: MovedTrees = { before: index, after: indexAfter(index, { later, edits }, cache), later };
  const added: (WantedRedirect & { path: string })[] = [];
  const notes: string[] = [];
  for (const space of index.spaces) {
    const found = editSpaceConfig(trees, space, { edit, isWanted: redirects });
    if (found.outcome === 'added') added.push(...found.redirects);
    else notes.push(found.note);
  }
  for (const { path, text, links } of linkHolders(index))
    edit(path, text, linkSplices(trees, path, text, links));
  return { moves, files, edits: [...edits.values()], placed, redirects: added, notes };
}

/** Reads the repository as it will be after the plan. */
export function indexAfterMove(index: LinkIndex, plan: MovePlan, cache?: ScanCache): LinkIndex {
  const edits = new Map(plan.edits.map((edit) => [edit.path, edit]));
  return indexAfter(index, { later: laterPathOf(plan.moves), edits }, cache);
}

function indexAfter(
  index: LinkIndex,
  { later, edits }: { later: LaterPath; edits: ReadonlyMap<string, FileEdit> },
  cache: ScanCache | undefined,
): LinkIndex {
  const earlier = new Map<string, string>();
  for (const path of index.paths) earlier.set(later(path), path);
  for (const { path, to } of edits.values()) earlier.set(to, path);
  const texts = new Map(
    [...edits.values()].map(({ to, text, splices }) => [to, applySplices(text ?? '', splices)]),
  );
  const text = (path: string): string | null => {
    const old = earlier.get(path);
    return texts.get(path) ?? (old === undefined ? null : index.text(old));
  };
  return new LinkIndex({ paths: earlier.keys(), text }, index.spaces, cache);
}

type Edit = (path: string, text: string | null, splices: readonly Splice[]) => void;

function editContents(index: LinkIndex, space: ReadSpace, later: LaterPath, edit: Edit): PlacedEntry[] {
  const { folder, prefix } = space;
  const { summaryPath } = folder;
  const text = summaryPath === null ? null : index.text(prefix + summaryPath);
  if (summaryPath === null || text === null) return [];
  const path = prefix + summaryPath;
  const { splices, placed } = moveContents({
    text,
    summaryPath,
    root: folder.config.root,
    has: (inner) => index.paths.has(prefix + inner),
    later: (inner) => {
      const goal = later(prefix + inner);
      return goal.startsWith(prefix) ? goal.slice(prefix.length) : inner;
    },
  });
  edit(path, text, splices);
  return placed.map((entry) => ({ path, ...entry }));
}

type ConfigEdit =
  | { outcome: 'added'; redirects: readonly (WantedRedirect & { path: string })[] }
  | { outcome: 'left'; note: string };

function editSpaceConfig(
  { before, after, later }: MovedTrees,
  space: ReadSpace,
  { edit, isWanted }: { edit: Edit; isWanted: boolean },
): ConfigEdit {
  const moved = after.spaces.find(({ path }) => path === space.path);
  const path = `${space.prefix}.gitbook.yaml`;
  const top = space.prefix + (space.folder.config.root === '' ? '' : `${space.folder.config.root}/`);
  const { wanted, taken } = addressChanges(space, moved ?? space, { later, top });
  const text = before.paths.has(path) ? before.text(path) : null;
  const retarget = (redirect: Redirect): string | null => {
    const file = redirectedFile(before, space, { top, redirect });
    if (file === null || later(file) === file || !later(file).startsWith(top)) return null;
    const dot = redirect.to.startsWith('./') ? './' : '';
    const { fragment } = splitTarget(redirect.to);
    return dot + later(file).slice(top.length) + (fragment === null ? '' : `#${fragment}`);
  };
  const redirects = isWanted ? wanted : [];
  const splices = editRedirects(text, { wanted: redirects, retarget, taken: isWanted ? taken : new Set() });
  if (splices === null)
    return {
      outcome: 'left',
      note: `${path} is written in a way that this command does not add to: give it these redirects yourself: ${wanted.map(({ from, to }) => `${from}: ${to}`).join(', ')}`,
    };
  edit(path, text, splices);
  return { outcome: 'added', redirects: redirects.map((one) => ({ ...one, path })) };
}

/** The addresses that pages lose, and those that they gain. */
function addressChanges(
  before: ReadSpace,
  after: ReadSpace,
  { later, top }: { later: LaterPath; top: string },
): { wanted: WantedRedirect[]; taken: Set<string> } {
  const wanted: WantedRedirect[] = [];
  const taken = new Set<string>();
  for (const [inner, page] of before.folder.documents) {
    const file = later(before.prefix + inner);
    const now = after.folder.documents.get(file.slice(after.prefix.length));
    if (now === undefined || now.path === page.path) continue;
    taken.add(now.path);
    // Only an address without a page needs a redirect.
    if (!after.filesByPagePath.has(page.path))
      wanted.push({ from: page.path, to: file.slice(file.startsWith(top) ? top.length : 0) });
  }
  return { wanted, taken };
}

/** The file that a redirect leads to, by its path or by the address that readers see. */
function redirectedFile(
  index: LinkIndex,
  space: ReadSpace,
  { top, redirect }: { top: string; redirect: Redirect },
): string | null {
  if (/^[a-z][a-z\d+.-]*:|^\/\//iu.test(redirect.to)) return null;
  const inner = splitTarget(redirect.to)
    .path.replace(/^(?:\.?\/)+/u, '')
    .replace(/\/+$/u, '');
  const files =
    inner === '' ? [`${top}README.md`] : ['', '.md', '/README.md'].map((end) => top + inner + end);
  return (
    files.find((file) => index.paths.has(file)) ??
    space.filesByPagePath.get(inner.replace(/\.md$/u, '')) ??
    null
  );
}

interface LinkHolder {
  readonly path: string;
  readonly text: string;
  readonly links: readonly PageLink[];
}

/** Every file whose links are followed: pages, includes, and other markdown beside them, such as a repository's own README. */
function* linkHolders(index: LinkIndex): Generator<LinkHolder> {
  yield* index.files.values();
  const contents = new Set(
    index.spaces.map(({ prefix, folder }) =>
      folder.summaryPath === null ? '' : prefix + folder.summaryPath,
    ),
  );
  for (const path of index.paths) {
    if (!isMarkdownPath(path) || index.files.has(path) || contents.has(path)) continue;
    const text = index.text(path);
    if (text !== null) yield { path, text, links: linksOf(text) };
  }
}

function linkSplices(
  trees: MovedTrees,
  path: string,
  text: string,
  links: readonly PageLink[],
): readonly Splice[] {
  const splices: Splice[] = [];
  let at = 0;
  for (const link of links) {
    const target = movedTarget(trees, path, link);
    if (target === null || target === link.target || link.start < at) continue;
    const splice = replacement(text, link, target);
    splices.push(splice);
    at = splice.end;
  }
  return splices;
}
