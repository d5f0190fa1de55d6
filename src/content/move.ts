import { linksOf, rewriteLinks } from './links-of.ts';
import { decodePercent, folderOf, isExternalTarget, joinPath, relativePath, splitTarget } from './targets.ts';

/** Returns a file's new path for its old path; null for a file that stays. */
export type NewPath = (path: string) => string | null;

export interface PageMove {
  /** The page's path before and after. The two are equal for a page that stays while others move. */
  from: string;
  to: string;
  /** Other files that move at the same time. */
  moved?: NewPath;
}

/**
 * Rewrites the relative links of a page that moves, or whose targets move, so that they lead to the same targets. Links
 * that still do, and all other text, keep their bytes.
 */
export function moveLinks(text: string, { from, to, moved = () => null }: PageMove): string {
  const oldFolder = folderOf(from);
  const newFolder = folderOf(to);
  return rewriteLinks(text, ({ target }) => {
    if (target === '' || target.startsWith('#') || target.startsWith('/') || isExternalTarget(target))
      return null;
    const { path, query, fragment } = splitTarget(target);
    if (path === '' || path === 'broken-reference') return null;
    const encoded = decodePercent(path) !== path;
    const decoded = decodePercent(path);
    const isFolder = /(?:^|\/)\.{0,2}$/u.test(decoded);
    const goal = joinPath(oldFolder, decoded);
    if (goal === null) return null;

    const file = isFolder ? join(goal, 'README.md') : goal;
    const own = file === from;
    const newFile = own ? to : (moved(file) ?? file);
    const now = joinPath(newFolder, decoded);
    const nowFile = now === null ? null : isFolder ? join(now, 'README.md') : now;
    if (nowFile === newFile) return null;

    const stillFolder = isFolder && newFile.endsWith('README.md');
    const written = stillFolder
      ? folderTarget(newFolder, folderOf(newFile))
      : relativePath(newFolder, newFile);
    const keepsDot = path.startsWith('./') && !written.startsWith('.') ? `./${written}` : written;
    return (encoded ? encodePath(keepsDot) : keepsDot) + query + (fragment === null ? '' : `#${fragment}`);
  });
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function folderTarget(from: string, folder: string): string {
  if (from === folder) return './';
  return `${relativePath(from, join(folder, '_')).slice(0, -1)}`;
}

function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');
}

/** Says whether a page has a link that a move would have to rewrite. */
export function hasRelativeLinks(text: string): boolean {
  return linksOf(text).some(
    ({ target }) =>
      target !== '' && !target.startsWith('#') && !target.startsWith('/') && !isExternalTarget(target),
  );
}
