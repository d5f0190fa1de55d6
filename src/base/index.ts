export { AppError, errorTable, isAppError, messageOf } from './errors.ts';
export type { AppErrorOptions, ErrorCode } from './errors.ts';
export { escapeForTerminal } from './terminal.ts';
