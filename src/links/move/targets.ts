import {
  decodePercent,
  folderOf,
  isExternalTarget,
  isMarkdownPath,
  relativePath,
  splitTarget,
  type PageLink,
} from '../../content/index.ts';
import { appLink, findFile, isBrokenMarker, resolveLink } from '../resolve.ts';
import type { LinkIndex } from '../tree.ts';
import type { LaterPath } from './paths.ts';

/** A repository before and after files moved in it. */
export interface MovedTrees {
  readonly before: LinkIndex;
  /** The files at their new paths. Their texts need not be rewritten yet. */
  readonly after: LinkIndex;
  readonly later: LaterPath;
}

/**
 * The target that a link of the file `from` needs to lead to the same file after the move; null when the target may stay. A
 * broken link keeps meaning the same path.
 */
export function movedTarget(
  trees: MovedTrees,
  from: string,
  link: Pick<PageLink, 'kind' | 'target' | 'form'>,
): string | null {
  const target = link.target.trim();
  if (target === '' || target.startsWith('#') || /\{\{|<[a-z]/iu.test(target)) return null;
  if (isBrokenMarker(target)) return null;
  if (isExternalTarget(target)) return appTarget(trees, from, link, target);
  const { path, query, fragment } = splitTarget(target);
  if (path === '') return null;
  const written = path.startsWith('/')
    ? rootedPath(trees, from, link, path)
    : relativeTarget(trees, from, path);
  return written === null ? null : written + query + (fragment === null ? '' : `#${fragment}`);
}

/** The new address in the app of a page of a mirrored space. Such addresses use the path that readers see. */
function appTarget(
  { before, after, later }: MovedTrees,
  from: string,
  link: Pick<PageLink, 'kind' | 'form'>,
  target: string,
): string | null {
  const inner = appLink.exec(target)?.[3];
  if (inner === undefined || inner === '') return null;
  const verdict = resolveLink(before, from, { ...link, target });
  const file = verdict.outcome === 'ok' || verdict.outcome === 'fault' ? verdict.file : null;
  if (file === null) return null;
  const goal = later(file);
  const space = after.spaceOf(goal);
  const page = space?.folder.documents.get(goal.slice(space.prefix.length));
  if (page === undefined || page.path === decodePercent(inner).replace(/\/+$/u, '')) return null;
  const start = target.indexOf(inner, target.indexOf('/s'));
  return target.slice(0, start) + encodeURI(page.path) + target.slice(start + inner.length);
}

/** Rewrites a path from the root, which the service does not follow, in a form that the service follows. */
function rootedPath(
  { before, after, later }: MovedTrees,
  from: string,
  link: Pick<PageLink, 'kind' | 'form'>,
  path: string,
): string | null {
  const look = (index: LinkIndex, at: string): string | null => {
    const verdict = resolveLink(index, at, { ...link, target: path });
    return verdict.outcome === 'fault' && verdict.rule === 'root-relative' ? verdict.file : null;
  };
  const file = look(before, from);
  if (file === null) return null;
  const goal = later(file);
  if (look(after, later(from)) === goal) return null;
  return firstThatLeads(after, later(from), goal, [relativePath(folderOf(later(from)), goal)]);
}

function relativeTarget({ before, after, later }: MovedTrees, from: string, path: string): string | null {
  const newFrom = later(from);
  const found = findFile(before, from, path);
  const now = findFile(after, newFrom, path);
  if (found.outcome === 'missing') {
    // A broken link stays as it is. A target that is missing among files that move with the page is then missing at the new place.
    if (from === newFrom || now.outcome !== 'missing') return null;
    return now.wanted === found.wanted || now.wanted === later(found.wanted)
      ? null
      : sameMissing(from, newFrom, path);
  }
  const goal = later(found.file);
  if (now.outcome === found.outcome && now.file === goal) return null;
  return firstThatLeads(after, newFrom, goal, spellings(newFrom, goal, path));
}

/** The path from the new place to the target that the old place meant, even outside of the repository. */
function sameMissing(from: string, newFrom: string, path: string): string {
  const parts = folderOf(from) === '' ? [] : folderOf(from).split('/');
  let above = 0;
  for (const part of decodePercent(path).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0) parts.pop();
    else above += 1;
  }
  const folder = folderOf(newFrom);
  const depth = folder === '' ? 0 : folder.split('/').length;
  const way = above > 0 ? [...Array<string>(depth + above).fill('..'), ...parts].join('/') : '';
  const written = way === '' ? relativePath(folder, parts.join('/')) : way;
  const whole = path.endsWith('/') && !written.endsWith('/') ? `${written}/` : written;
  return decodePercent(path) === path ? whole : encodePath(whole, path);
}

/** The ways to write the path to a file: first in the style of the old path, then plainly. */
function spellings(from: string, goal: string, written: string): string[] {
  const folder = folderOf(from);
  const whole = relativePath(folder, goal);
  const isReadme = /(?:^|\/)README\.md$/u.test(goal);
  const forms: string[] = [];
  if (/(?:^|\/)\.{0,2}$/u.test(written) && isReadme) {
    const short = whole.slice(0, -'README.md'.length);
    forms.push(short === '' ? './' : short);
  }
  if (!/\.[a-z\d]{1,5}$/iu.test(written) && !written.endsWith('/') && isMarkdownPath(goal))
    forms.push(isReadme ? whole.replace(/\/?README\.md$/u, '') : whole.replace(/\.[^.]+$/u, ''));
  forms.push(whole);
  const dotted = written.startsWith('./')
    ? forms.map((form) => (form.startsWith('.') ? form : `./${form}`))
    : forms;
  const encoded = decodePercent(written) !== written;
  return encoded
    ? [...dotted.map((form) => encodePath(form, written)), ...dotted]
    : [...dotted, ...dotted.map((form) => encodePath(form, written))];
}

/** The first spelling that leads to the file. The last resort begins with `./`, which nothing misreads. */
function firstThatLeads(
  after: LinkIndex,
  from: string,
  goal: string,
  written: readonly string[],
): string | null {
  const plain = encodePath(relativePath(folderOf(from), goal), '');
  const all = [...written, plain, `./${plain}`];
  const leads = (path: string): boolean => {
    if (path === '' || path.startsWith('/') || isExternalTarget(path) || /\{\{/u.test(path)) return false;
    if (splitTarget(path).path !== path) return false;
    const found = findFile(after, from, path);
    return found.outcome === 'found' && found.file === goal;
  };
  return all.find(leads) ?? null;
}

/** Percent-encodes a path like the old one: if that had plain letters of other scripts, they stay plain. */
function encodePath(path: string, like: string): string {
  return /[^ -~]/u.test(like)
    ? path.replace(/[%\s#?<>"]/gu, (mark) => encodeURIComponent(mark))
    : encodeURI(path).replace(/[#?]/gu, (mark) => encodeURIComponent(mark));
}
