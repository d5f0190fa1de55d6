import { AppError } from '../../base/index.ts';
import { folderOf, isMarkdownPath, nameOf, unsafeReason } from '../../content/index.ts';
import type { LinkIndex, ReadSpace } from '../tree.ts';
import { laterPathOf, type Move } from './paths.ts';

/**
 * Checks moves before they are planned: the source exists, the destination is free, and the files stay in the same content.
 *
 * @throws AppError that says what prevents the move.
 */
export function checkMoves(index: LinkIndex, moves: readonly Move[]): void {
  for (const move of moves) {
    checkPaths(index, move);
    checkContent(index, move);
  }
  const later = laterPathOf(moves);
  const leaving = new Set([...index.paths].filter((path) => later(path) !== path));
  for (const path of leaving) {
    const goal = later(path);
    if (index.paths.has(goal) && !leaving.has(goal))
      throw new AppError('CONFLICT', `${goal} is there already, so ${path} cannot go there`, {
        hint: 'Choose another name, or move that one away first: this command never writes over a file.',
      });
  }
}

function checkPaths(index: LinkIndex, { from, to }: Move): void {
  if (!index.paths.has(from) && !index.folders.has(from))
    throw new AppError('USAGE', `there is no file or folder ${from}`, {
      hint: 'Name a page, a folder or another file of the content.',
    });
  if (from === to) throw new AppError('USAGE', `${from} is there already: nothing would move`);
  if (to.startsWith(`${from}/`))
    throw new AppError('USAGE', `${from} cannot move into itself (${to})`, {
      hint: 'Name a place outside of it.',
    });
  const reason = unsafeReason(to);
  if (reason !== null)
    throw new AppError('UNSAFE_PATH', `the path ${to} ${reason}`, { hint: 'Choose a plain name.' });
  const inTheWay = ancestors(to).find((folder) => index.paths.has(folder) && folder !== from);
  if (inTheWay !== undefined)
    throw new AppError('CONFLICT', `${inTheWay} is a file, so ${to} cannot be below it`, {
      hint: 'Choose another folder.',
    });
  if (!index.paths.has(from)) return;
  if (index.folders.has(to))
    throw new AppError('CONFLICT', `${to} is a folder, so ${from} cannot take its name`, {
      hint: `To move it into that folder, write ${to}/.`,
    });
  if (isMarkdownPath(from) !== isMarkdownPath(to))
    throw new AppError(
      'USAGE',
      isMarkdownPath(from)
        ? `${to} is not a name of a page: pages end in .md`
        : `${to} would make a page of ${from}`,
      {
        hint: isMarkdownPath(from)
          ? `Write ${to}.md, or ${to}/ to move the page into that folder.`
          : 'Keep the ending of its name.',
      },
    );
}

/** The files that identify a space must stay, and no file may move from one space to another. */
function checkContent(index: LinkIndex, { from, to }: Move): void {
  const holds = (path: string): boolean => path === from || path.startsWith(`${from}/`);
  for (const space of index.spaces) {
    const fixed = fixedFiles(space).find((path) => index.paths.has(path) && holds(path));
    if (fixed !== undefined)
      throw new AppError('USAGE', `${fixed} has to stay where it is: the service looks for it there`, {
        hint: `Name the pages that you want to move. Where a space begins is said by ${space.prefix}.gitbook.yaml and by the mirror's configuration.`,
      });
  }
  const home = index.spaceOf(from);
  if (home === null || index.spaceOf(to) !== home || !inRoot(home, to) || !inRoot(home, from))
    throw new AppError('USAGE', `${to} is not in the same content as ${from}`, {
      hint: 'A page moves within its space. For another space, make it there, and delete it here.',
    });
}

function fixedFiles({ prefix, folder }: ReadSpace): string[] {
  const { readme, summary } = folder.config;
  return ['.gitbook.yaml', summary, readme, ...(folder.varsPath === null ? [] : [folder.varsPath])].map(
    (path) => prefix + path,
  );
}

function inRoot({ prefix, folder }: ReadSpace, path: string): boolean {
  const { root } = folder.config;
  return path.startsWith(root === '' ? prefix : `${prefix}${root}/`);
}

function ancestors(path: string): string[] {
  const found: string[] = [];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) found.push(folder);
  return found;
}

/**
 * Reads FROM and TO as people write them: if TO is an existing folder or ends in a slash, FROM moves into it.
 *
 * @param isFolder whether a path is a folder, even an empty one.
 */
export function moveOf(from: string, to: string, isFolder: (path: string) => boolean): Move {
  const plain = (path: string): string => path.replace(/\/+$/u, '');
  const goal = plain(to);
  const into = to === '' || to.endsWith('/') || (isFolder(goal) && goal !== plain(from));
  if (!into) return { from: plain(from), to: goal };
  return { from: plain(from), to: goal === '' ? nameOf(plain(from)) : `${goal}/${nameOf(plain(from))}` };
}
