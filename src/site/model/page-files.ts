import { foldName, usableName, isSafePath, nameWithIdSuffix, uniqueSlug } from '../../content/index.ts';

/**
 * Chooses a file for every page. A page's path is the path of its file if every system can write that file, every host serves it and no
 * other page has it. Otherwise, each part of the path that cannot be used gets a {@link usableName}, and the last part gets a number if
 * another page has that file. Paths here have no ending.
 */
export class PageFiles {
  /** Folded, because some systems keep one file for names that differ in case. */
  readonly #taken = new Set<string>();
  /** The paths at which pages answer, where these are not the paths of their files. */
  readonly #addresses = new Set<string>();

  /** Takes the path of a file, and says whether it was free. */
  take(path: string): boolean {
    const folded = foldName(path);
    if (this.#taken.has(folded)) return false;
    this.#taken.add(folded);
    return true;
  }

  /** Takes an address, and says whether it was free. */
  takeAddress(path: string): boolean {
    const isFree = !this.#addresses.has(path);
    this.#addresses.add(path);
    return isFree;
  }

  /** Chooses files below `prefix` for a space's pages. Paths that can be used as they are come first, so no other page takes their files. */
  place<Page>(prefix: string, wanted: ReadonlyMap<Page, string>): ReadonlyMap<Page, string> {
    const placed = new Map<Page, string>();
    for (const [page, path] of wanted)
      if (isFit(path) && this.take(prefix + path)) placed.set(page, prefix + path);
    for (const [page, path] of wanted) if (!placed.has(page)) placed.set(page, this.#free(prefix, path));
    return placed;
  }

  #free(prefix: string, path: string): string {
    const parts = fitPath(path).split('/');
    const last = parts.pop() ?? '';
    const folder = prefix + parts.map((part) => `${part}/`).join('');
    const isTaken = { has: (name: string) => this.#taken.has(foldName(folder + name)) };
    const free = folder + uniqueSlug(last, isTaken);
    this.take(free);
    return free;
  }
}

/** Says whether a page's path can be its file's: a safe path without hidden names. Pages end in `.html`, so no tool obeys them. */
function isFit(path: string): boolean {
  return isSafePath(path, { mayBeObeyed: true }) && !/(?:^|\/)\./u.test(path);
}

function fitPath(path: string): string {
  if (isFit(path)) return path;
  const fit = path
    .split('/')
    .map((part) => (isFit(part) ? part : usableName(part)))
    .join('/');
  // Only a path that is too long or too deep is not fit now.
  return isFit(fit) ? fit : nameWithIdSuffix(usableName(path.split('/').at(-1) ?? ''), path);
}
