import {
  decodePercent,
  folderOf,
  isExternalTarget,
  isMarkdownPath,
  joinPath,
  splitTarget,
  unescapeTarget,
} from './targets.ts';

/** What a line of a table of contents leads to. */
export interface ListedFile {
  /** Null: none of the files that the line may mean is there. */
  readonly file: string | null;
  /** The path that the line names, from the folder of the table of contents. */
  readonly named: string;
  readonly fragment: string | null;
}

/** A table of contents by its path, and the files around it. */
export interface FilesOfContents {
  readonly summaryPath: string;
  has(path: string): boolean;
}

/**
 * Finds the file that a line of a table of contents means; nothing else decides this. A file with the whole name comes first, so a `#` or `?`
 * in a file's name does not begin an anchor, whether it is written plainly (`C#.md`) or with percent signs (`C%23.md`). Where a name reads as
 * percent-encoding (`a%20b.md`), the file with the decoded name comes first, because Tidemark writes such names that way.
 *
 * @param written The target with its percent signs, where they mean something.
 */
export function listedFile(
  { target, written = target }: { readonly target: string; readonly written?: string },
  contents: FilesOfContents,
): ListedFile {
  if (isExternalTarget(target) || target.startsWith('/'))
    return { file: null, named: target, fragment: null };
  for (const { name, fragment } of readingsOf(written))
    for (const named of [decodePercent(name), name]) {
      const file = pathsOfName(named, contents.summaryPath).find((path) => contents.has(path));
      if (file !== undefined) return { file, named, fragment };
    }
  const { path, fragment } = splitTarget(target);
  // An encoded mark belongs to the name of a file, even if that file is not there, and so does one before the ending of a page.
  const isWhole = !/[#?]/u.test(written) || (isMarkdownPath(target) && !isMarkdownPath(path));
  return isWhole ? { file: null, named: target, fragment: null } : { file: null, named: path, fragment };
}

/** The names that a target may begin with, the longest first. What follows them is an anchor or a query. */
function* readingsOf(target: string): Generator<{ readonly name: string; readonly fragment: string | null }> {
  yield { name: target, fragment: null };
  for (let at = target.length - 1; at >= 0; at -= 1)
    if (target[at] === '#' || target[at] === '?')
      yield { name: target.slice(0, at), fragment: splitTarget(target.slice(at)).fragment };
}

/** The paths that a name in a table of contents may mean, the likeliest first. */
export function pathsOfName(named: string, summaryPath: string): string[] {
  const folder = folderOf(summaryPath);
  return [named, unescapeTarget(named), `${named}/README.md`].flatMap(
    (candidate) => joinPath(folder, candidate) ?? [],
  );
}
