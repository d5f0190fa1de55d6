export { AppError, errorTable, isAppError, messageOf } from './errors.ts';
export {
  controlFileOf,
  diskNameProblem,
  foreignNameProblem,
  gitNameProblem,
  isEditorsFile,
  pathProblem,
} from './file-names.ts';
export { Type } from './json-schema.ts';
export type { AppErrorOptions, ErrorCode } from './errors.ts';
export { makeFolders } from './make-folders.ts';
export { packageRoot } from './package-root.ts';
export { isDiskFull, isReadOnly, readOnlyHint, systemError } from './system-error.ts';
export { untilClosed } from './until-closed.ts';
export type { UntilClosed } from './until-closed.ts';
export { editDistance, isSwapped } from './edit-distance.ts';
export { nearestWord } from './suggest.ts';
export { escapeForTerminal, escapeHidden, withoutControls } from './terminal.ts';
