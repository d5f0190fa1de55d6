import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../base/index.ts';
import { codeOf, fileSystemError, flushFolder, writeNewFile } from '../../files/index.ts';
import { applySplices, type FileEdit, type Move, type MovePlan } from '../../links/move/index.ts';

/** A finished step, with the function that undoes it. */
type Undo = () => void;

interface Prepared {
  readonly edit: FileEdit;
  /** The temporary file beside the target that holds the new content. */
  readonly fresh: string;
}

/**
 * Carries out a planned move below `root`. All new contents are on disk before the first name changes. If a step fails, the earlier
 * steps are undone.
 *
 * @throws AppError EDIT_CONFLICT when a file differs from the text that the plan was made for; nothing has changed then.
 */
export async function moveFiles(
  root: string,
  { moves, edits }: Pick<MovePlan, 'moves' | 'edits'>,
): Promise<void> {
  for (const edit of edits) checkUnchanged(root, edit);
  const undo: Undo[] = [];
  try {
    const prepared: Prepared[] = [];
    for (const edit of edits) {
      const fresh = freshName(join(root, edit.path));
      mkdirSync(dirname(fresh), { recursive: true });
      undo.push(() => removeIfThere(fresh));
      await writeNewFile(fresh, Buffer.from(applySplices(edit.text ?? '', edit.splices)), modeOf(root, edit));
      prepared.push({ edit, fresh });
    }
    for (const move of moves) moveOne(root, move, undo);
    const later = (path: string): string => laterOf(root, moves, path);
    for (const { edit, fresh } of prepared) putInPlace(root, edit, later(fresh), undo);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw fileSystemError(error, 'Moving the files');
  }
  for (const { from } of moves) removeEmptyFolders(root, dirname(from));
  for (const folder of new Set(edits.map(({ to }) => dirname(join(root, to))))) await flushFolder(folder);
}

function checkUnchanged(root: string, { path, text }: FileEdit): void {
  const file = join(root, path);
  const now = existsSync(file) ? readFileSync(file) : null;
  if (text === null ? now === null : now?.equals(Buffer.from(text)) === true) return;
  throw new AppError('EDIT_CONFLICT', `${path} was changed while the move was planned`, {
    hint: 'Nothing was moved. Run the command again.',
  });
}

function modeOf(root: string, { path, text }: FileEdit): number {
  return text === null ? 0o666 : statSync(join(root, path)).mode & 0o777;
}

function freshName(file: string): string {
  return join(dirname(file), `.${basename(file)}.tidemark-moving`);
}

/** The present path of a waiting temporary file, whose folder may have moved by now. */
function laterOf(root: string, moves: readonly Move[], path: string): string {
  for (const { from, to } of moves) {
    const folder = `${join(root, from)}/`;
    if (path.startsWith(folder)) return join(root, to, path.slice(folder.length));
  }
  return path;
}

function moveOne(root: string, { from, to }: Move, undo: Undo[]): void {
  const [old, goal] = [join(root, from), join(root, to)];
  const first = mkdirSync(dirname(goal), { recursive: true });
  if (first !== undefined) undo.push(() => removeEmptyFolders(root, dirname(to)));
  if (!lstatSync(old).isDirectory()) {
    giveName(old, goal);
    undo.push(() => giveName(goal, old));
    return;
  }
  if (existsSync(goal) && !isSame(old, goal))
    throw new AppError('CONFLICT', `${to} is there already, so ${from} cannot go there`, {
      hint: 'Choose another name, or move that one away first.',
    });
  renameSync(old, goal);
  undo.push(() => renameSync(goal, old));
}

/** Moves a file to a free name: links the new name first, which fails where a file exists, and then removes the old name. */
function giveName(old: string, goal: string): void {
  if (existsSync(goal) && isSame(old, goal)) return renameSync(old, goal);
  try {
    linkSync(old, goal);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || existsSync(goal))
      throw new AppError('CONFLICT', `${goal} is there already`, {
        hint: 'Choose another name, or move that one away first: this command never writes over a file.',
        cause: error,
      });
    // Some file systems have no hard links.
    return renameSync(old, goal);
  }
  unlinkSync(old);
}

/** Whether two names are the same file, as on a disk that ignores capitals. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [lstatSync(one), lstatSync(other)];
  return first.ino === second.ino && first.dev === second.dev;
}

function putInPlace(root: string, { to, text }: FileEdit, fresh: string, undo: Undo[]): void {
  const goal = join(root, to);
  if (text === null) {
    giveName(fresh, goal);
    undo.push(() => unlinkSync(goal));
    return;
  }
  undo.push(() => writeFileSync(goal, text));
  renameSync(fresh, goal);
}

function removeIfThere(file: string): void {
  rmSync(file, { force: true });
}

/** Removes folders that the move emptied, which git would not keep either. */
function removeEmptyFolders(root: string, path: string): void {
  for (let folder = path; folder !== '.' && folder !== ''; folder = dirname(folder)) {
    try {
      rmdirSync(join(root, folder));
    } catch {
      return;
    }
  }
}
