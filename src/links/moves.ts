import { shareOfCommonLines, splitTarget, withoutPageId } from '../content/index.ts';
import { findFile } from './resolve.ts';
import type { LinkIndex, ScannedFile } from './tree.ts';
import type { MovedFiles } from './suggest.ts';

/** Where pages of the base are now, and the reverse. */
export interface PageMoves extends MovedFiles {
  /** The path of a page in the base, which may be unchanged; null when the base lacks the page. */
  oldPath(newPath: string): string | null;
}

/** As in git, a file of which at least half stayed is the same file. */
const leastLikeness = 0.5;
/** How many old pages are compared with a new one in detail at most: those that share most lines with the new page. */
const mostCompared = 4;

/**
 * Finds where pages of the base went: by their id, else by an identical text, else by the most similar text, as git finds
 * renames. Each page is matched with one other at most.
 */
export function movesBetween(before: LinkIndex, after: LinkIndex): PageMoves {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();
  const join = (from: ScannedFile, to: ScannedFile): void => {
    if (forth.has(from.path) || back.has(to.path)) return;
    forth.set(from.path, to.path);
    back.set(to.path, from.path);
  };
  joinByKey(before, after, join);
  const gone = [...before.files.values()].filter(({ path }) => !after.paths.has(path) && !forth.has(path));
  const fresh = [...after.files.values()].filter(({ path }) => !before.paths.has(path) && !back.has(path));
  joinByLikeness(gone, fresh, join);
  return {
    newPath: (path) => forth.get(path) ?? null,
    goal: (from, target) => {
      const old = back.get(from) ?? from;
      const page = before.files.get(old);
      // A link that the page did not have before may mean something else.
      if (page?.links.some((link) => link.target === target) !== true) return null;
      const found = findFile(before, old, splitTarget(target).path);
      if (found.outcome === 'missing') return null;
      return forth.get(found.file) ?? (after.paths.has(found.file) ? found.file : null);
    },
    oldPath: (path) => back.get(path) ?? (before.files.has(path) && !forth.has(path) ? path : null),
  };
}

type Join = (from: ScannedFile, to: ScannedFile) => void;

/** Matches pages with an id by the id, and the others by their whole text, if only one page has that text. */
function joinByKey(before: LinkIndex, after: LinkIndex, join: Join): void {
  const byId = new Map<string, ScannedFile>();
  const byText = new Map<string, ScannedFile | null>();
  for (const file of after.files.values()) {
    if (file.pageId !== null) byId.set(file.pageId, file);
    if (!before.paths.has(file.path)) byText.set(file.text, byText.has(file.text) ? null : file);
  }
  for (const file of before.files.values()) {
    const found = file.pageId === null ? undefined : byId.get(file.pageId);
    if (found !== undefined) {
      if (found.path !== file.path) join(file, found);
    } else if (!after.paths.has(file.path)) {
      const same = byText.get(file.text);
      if (same) join(file, same);
    }
  }
}

function joinByLikeness(gone: readonly ScannedFile[], fresh: readonly ScannedFile[], join: Join): void {
  if (gone.length === 0 || fresh.length === 0) return;
  const linesOfGone = new Map<string, Set<ScannedFile>>();
  for (const file of gone)
    for (const line of tellingLines(file.text)) {
      const files = linesOfGone.get(line);
      if (files === undefined) linesOfGone.set(line, new Set([file]));
      else files.add(file);
    }
  const pairs = fresh.flatMap((to) => {
    const shared = new Map<ScannedFile, number>();
    for (const line of tellingLines(to.text))
      for (const from of linesOfGone.get(line) ?? []) shared.set(from, (shared.get(from) ?? 0) + 1);
    const nearest = [...shared].sort(([, one], [, other]) => other - one).slice(0, mostCompared);
    const text = withoutPageId(to.text);
    return nearest.map(([from]) => ({
      from,
      to,
      likeness: shareOfCommonLines(withoutPageId(from.text), text),
    }));
  });
  pairs.sort((one, other) => other.likeness - one.likeness);
  for (const pair of pairs) if (pair.likeness >= leastLikeness) join(pair.from, pair.to);
}

/** The lines that distinguish a text from others. */
function tellingLines(text: string): Set<string> {
  return new Set(text.split(/\r?\n/u).filter((line) => /\p{L}.*\p{L}/u.test(line)));
}
