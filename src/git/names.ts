import { AppError, escapeForTerminal } from '../base/index.ts';

/** Characters that HFS+ leaves out when it compares names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
const loneSurrogate = /\p{Surrogate}/u;
/** A name git would take for `.git` on NTFS: with a short name, trailing dots or spaces, or a stream. */
const gitOnNtfs = /^(?:\.git|git~1)[. ]*(?::.*)?$/isu;

/**
 * Why git (with `core.protectHFS` and `core.protectNTFS`) refuses a name as an entry of a tree; null when it takes it. We
 * refuse a lone surrogate too: it cannot be written in UTF-8.
 */
export function entryNameProblem(name: string): string | null {
  if (name === '') return 'it is empty';
  if (name === '.' || name === '..') return 'it leads elsewhere';
  if (name.includes('/')) return 'it has a slash';
  if (name.includes('\0')) return 'it has a NUL character';
  if (loneSurrogate.test(name)) return 'it is not well-formed Unicode';
  if (name.replace(ignoredByHfs, '').toLowerCase() === '.git') return 'it stands for git’s own folder';
  if (name.split('\\').some((part) => gitOnNtfs.test(part)))
    return 'it stands for git’s own folder on Windows';
  return null;
}

/** Throws UNSAFE_PATH unless git takes every part of the path. */
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

/** Throws REPOSITORY_INVALID unless git takes the name for a reference below `refs/`. */
export function assertRefName(ref: string): void {
  const good =
    ref.startsWith('refs/') &&
    ref.split('/').length > 2 &&
    !refusedInRefs.test(ref) &&
    !loneSurrogate.test(ref) &&
    ref.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
  if (!good) {
    throw new AppError('REPOSITORY_INVALID', `"${escapeForTerminal(ref)}" is no name for a git reference`, {
      hint: 'Use a name that `git check-ref-format` accepts.',
      data: { ref },
    });
  }
}
