import { AppError, escapeForTerminal, nearestWord } from '../base/index.ts';

/** A space, in the ways in which people may name it. */
export interface NamedSpace {
  readonly id: string;
  /** The space's folder in the repository, `.` for the root. */
  readonly path: string;
}

/** Whether `name` is this space's id or folder. */
export function isNamed({ id, path }: NamedSpace, name: string): boolean {
  return name === id || folderName(name) === folderName(path);
}

/**
 * Throws for a name that no space has; the error lists the names that exist.
 *
 * @throws USAGE
 */
export function checkSpaceNames(names: readonly string[], spaces: readonly NamedSpace[]): void {
  for (const name of names)
    if (!spaces.some((space) => isNamed(space, name))) throw noSuchSpace(name, spaces);
}

/** The error about a name that no space has. */
export function noSuchSpace(name: string, spaces: readonly NamedSpace[]): AppError {
  const folders = spaces.map(({ path }) => path).sort();
  const meant = nearestWord(folderName(name), [...folders, ...spaces.map(({ id }) => id)]);
  const listed = spaces
    .map(({ id, path }) => `${path} (${id})`)
    .sort()
    .slice(0, mostListed);
  const more = spaces.length - listed.length;
  const there =
    spaces.length === 0
      ? 'No space is mirrored yet: run `tidemark sync`.'
      : `There are: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return new AppError('USAGE', `No space has the id or the folder ${escapeForTerminal(name)}`, {
    hint: meant === undefined ? there : `Did you mean ${meant}? ${there}`,
  });
}

const mostListed = 20;

function folderName(name: string): string {
  return name.replace(/^\.\/(?=.)/u, '').replace(/(?<=.)\/+$/u, '');
}
