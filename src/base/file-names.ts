/**
 * Names of files that came from elsewhere, judged one part of a path at a time. The judgement holds for every system that git
 * runs on, because a repository that is written on Linux is opened on Windows and macOS as well.
 */

const loneSurrogate = /\p{Surrogate}/u;
/** Characters that HFS+ ignores when it compares names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** What may follow a name on NTFS without changing its meaning: dots, spaces, and a stream. */
const ntfsTail = '[. ]*(?::.*)?$';
const gitOnNtfs = new RegExp(`^(?:\\.git|git~[0-9]+)${ntfsTail}`, 'isu');
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:[.:].*)?$/isu;

interface ControlFile {
  readonly name: string;
  /** The beginning of the short name that NTFS makes when the plain short names are taken. */
  readonly shortName: string;
}

/** The files of a working tree that give instructions to git. */
const controlFiles: readonly ControlFile[] = [
  { name: '.gitattributes', shortName: 'gi7d29' },
  { name: '.gitmodules', shortName: 'gi7eba' },
  { name: '.gitignore', shortName: 'gi250a' },
  { name: '.mailmap', shortName: 'maba30' },
];
/** Of these, the files that make git run filters or fetch other repositories. */
const commandingFiles: ReadonlySet<string> = new Set(['.gitattributes', '.gitmodules']);

/**
 * The form of nearly all names: words with single dots between them, and without a device's name at the beginning. These names
 * need no closer look.
 */
const plainName = /^(?!con|prn|aux|nul|com|lpt)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** Why git, with all of its protections, refuses a name as an entry of a tree; null when git accepts it. */
export function gitNameProblem(name: string): string | null {
  if (name === '') return 'it is empty';
  if (name === '.' || name === '..') return 'it leads elsewhere';
  if (name.includes('/')) return 'it has a slash';
  if (name.includes('\0')) return 'it has a NUL character';
  if (onHfs(name) === '.git') return 'it stands for git’s own folder';
  if (name.split('\\').some((part) => gitOnNtfs.test(part)))
    return 'it stands for git’s own folder on Windows';
  return null;
}

/**
 * Why we do not accept a name from a git host, in whichever commit it is; null when we do. Besides the names that git refuses,
 * these are names that mean another name on some system, and git's control files in a wrong spelling.
 */
export function foreignNameProblem(name: string): string | null {
  if (plainName.test(name)) return null;
  const plain = gitNameProblem(name);
  if (plain !== null) return plain;
  if (name.includes('\\')) return 'it has a backslash';
  if (/[. ]$/u.test(name)) return 'it ends with a dot or a space';
  if (device.test(name)) return 'it is the name of a device on Windows';
  const control = controlFileOf(name);
  return control === null || control === name ? null : `it stands for ${control} on some systems`;
}

/** Why we do not write a name to a disk for a commit that somebody else made; null when we do. */
export function diskNameProblem(name: string): string | null {
  if (plainName.test(name)) return null;
  if (loneSurrogate.test(name)) return 'it is not well-formed Unicode';
  const foreign = foreignNameProblem(name);
  if (foreign !== null) return foreign;
  return commandingFiles.has(name) ? 'git takes orders from it' : null;
}

/**
 * Whether a name is that of a file that a program keeps for itself beside the one that somebody edits: a backup, a lock or a swap file.
 * Nobody wrote it, so whoever watches, compares or sends what people write leaves it out.
 */
export function isEditorsFile(name: string): boolean {
  return editorsFile.test(name);
}

/** Backups of many editors; locks and saves of Emacs; swap files and the trial file of Vim; locks of office programs. */
const editorsFile = /~$|^\.#|^#.*#$|^\..*\.sw[a-z]$|^4913$|^~\$|^\.~lock\..*#$/u;

/** The first part of a path that `problemOf` refuses, in a clause; null when it refuses none. */
export function pathProblem(path: string, problemOf: (name: string) => string | null): string | null {
  for (const name of path.split('/')) {
    const problem = problemOf(name);
    if (problem !== null) return problem;
  }
  return null;
}

/** The control file that a name is, or means on some system. */
export function controlFileOf(name: string): string | null {
  const folded = onHfs(name);
  for (const { name: control, shortName } of controlFiles)
    if (folded === control || isOnNtfs(name, control, shortName)) return control;
  return null;
}

/** Git's own rule (`is_ntfs_dot_generic`): the name itself, its short names, and the short names made of a hash. */
function isOnNtfs(name: string, control: string, shortName: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith(control) && isTail(name.slice(control.length))) return true;
  const plain = control.slice(1, 7);
  if (lower.startsWith(`${plain}~`) && /^[1-4]$/u.test(lower[7] ?? '') && isTail(name.slice(8))) return true;
  const hashed = /^([0-9a-z]{0,6})~[1-9][0-9]*$/u.exec(lower.slice(0, 8));
  return hashed?.[0].length === 8 && shortName.startsWith(hashed[1] ?? '') && isTail(name.slice(8));
}

const tail = new RegExp(`^${ntfsTail}`, 'su');

function isTail(rest: string): boolean {
  return tail.test(rest);
}

/** The name in the form in which HFS+ compares it. As in git, what follows a byte that is not text is ignored. */
function onHfs(name: string): string {
  const [text = ''] = name.split(loneSurrogate, 1);
  return text.replace(ignoredByHfs, '').normalize('NFKC').toLowerCase();
}
