import { AppError, escapeForTerminal, gitNameProblem } from '../base/index.ts';

const loneSurrogate = /\p{Surrogate}/u;

/** Why a name cannot be an entry of a tree that we write: git refuses it, or it has no UTF-8 form. */
function entryNameProblem(name: string): string | null {
  return gitNameProblem(name) ?? (loneSurrogate.test(name) ? 'it is not well-formed Unicode' : null);
}

/** Throws UNSAFE_PATH unless git accepts every part of the path. */
export function assertPath(path: string): void {
  for (const name of path.split('/')) {
    const problem = entryNameProblem(name);
    if (problem !== null) {
      throw new AppError('UNSAFE_PATH', `git cannot hold the path "${escapeForTerminal(path)}": ${problem}`, {
        hint: 'Rename the file or the page.',
        data: { path },
      });
    }
  }
}

const refusedInRefs = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\.$|\/$/u;

/** Throws REPOSITORY_INVALID unless git accepts the name for a reference below `refs/`. */
export function assertRefName(ref: string): void {
  const good =
    ref.startsWith('refs/') &&
    ref.split('/').length > 2 &&
    !refusedInRefs.test(ref) &&
    !loneSurrogate.test(ref) &&
    ref.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
  if (!good) {
    throw new AppError(
      'REPOSITORY_INVALID',
      `"${escapeForTerminal(ref)}" is not a name for a git reference`,
      {
        hint: 'Use a name that `git check-ref-format` accepts.',
        data: { ref },
      },
    );
  }
}
