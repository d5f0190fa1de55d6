/**
 * Every failure that a person or a program may meet, in one table.
 *
 * `status` is the HTTP status that the embedded service answers with (null: never sent over HTTP); `exit` the exit code
 * of the command line (design: 2 usage or configuration, 3 remote, 4 not authorized, 5 conflict, 6 held, 70 a bug);
 * `retry` says what may be tried again: `never` needs a person, `later` waits for a time or a state, `now` backs off.
 */
export const errorTable = {
  USAGE: { status: null, exit: 2, retry: 'never' },
  CONFIG_MISSING: { status: null, exit: 2, retry: 'never' },
  CONFIG_INVALID: { status: null, exit: 2, retry: 'never' },
  REPOSITORY_MISSING: { status: null, exit: 2, retry: 'never' },
  REPOSITORY_INVALID: { status: null, exit: 2, retry: 'never' },
  /** The state was written by a newer version, whose notes this version would lose. */
  STATE_NEWER: { status: null, exit: 2, retry: 'never' },
  /** The state exists but cannot be read: an object that it names, or a part of that object, is missing. */
  STATE_DAMAGED: { status: null, exit: 3, retry: 'never' },
  SEED_INVALID: { status: null, exit: 2, retry: 'never' },
  UNSAFE_PATH: { status: null, exit: 2, retry: 'never' },
  /** A native module cannot be loaded: it is missing, or was built for another Node. */
  NATIVE_MODULE: { status: null, exit: 2, retry: 'never' },
  /** The key of the service's secrets is missing, does not match the data, or cannot be read safely. */
  SERVICE_KEY: { status: null, exit: 2, retry: 'never' },
  /** A backup of the service is not sound, or its bytes do not fit its checksum. */
  BACKUP_DAMAGED: { status: null, exit: 2, retry: 'never' },
  CONTENT_INVALID: { status: 422, exit: 2, retry: 'never' },
  /** Another program listens there, perhaps an earlier process of ours that has not ended yet: a supervisor tries again. */
  PORT_IN_USE: { status: null, exit: 3, retry: 'later' },
  FILE_SYSTEM: { status: null, exit: 3, retry: 'later' },
  DISK_FULL: { status: 507, exit: 3, retry: 'later' },
  NO_ANSWER: { status: null, exit: 3, retry: 'now' },
  TIMEOUT: { status: null, exit: 3, retry: 'now' },
  /** The answer to a write was lost: the write may or may not have happened. Check before trying again. */
  OUTCOME_UNKNOWN: { status: null, exit: 3, retry: 'later' },
  ANSWER_INVALID: { status: null, exit: 3, retry: 'never' },
  ANSWER_TOO_LARGE: { status: null, exit: 3, retry: 'never' },
  REDIRECT_REFUSED: { status: null, exit: 3, retry: 'never' },
  ADDRESS_REFUSED: { status: 400, exit: 3, retry: 'never' },
  REMOTE_FAILED: { status: null, exit: 3, retry: 'now' },
  NOT_SUPPORTED_BY_SERVICE: { status: null, exit: 3, retry: 'never' },
  /** The mirror's reference is gone, or further back than the last sync left it. */
  MIRROR_LOST: { status: null, exit: 3, retry: 'later' },
  /** The service still shows the content before a write: the outcome of the write is not known yet. */
  NOT_SHOWN_YET: { status: null, exit: 3, retry: 'later' },
  INCOMPLETE: { status: null, exit: 3, retry: 'later' },
  BAD_REQUEST: { status: 400, exit: 2, retry: 'never' },
  UNAUTHENTICATED: { status: 401, exit: 4, retry: 'never' },
  /** The token would be sent to a service with which it was never used before. */
  ORIGIN_NOT_TRUSTED: { status: null, exit: 4, retry: 'never' },
  FORBIDDEN: { status: 403, exit: 4, retry: 'never' },
  NOT_FOUND: { status: 404, exit: 3, retry: 'never' },
  METHOD_NOT_ALLOWED: { status: 405, exit: 3, retry: 'never' },
  CONFLICT: { status: 409, exit: 5, retry: 'never' },
  WRONG_STATE: { status: 412, exit: 5, retry: 'never' },
  REQUEST_TIMEOUT: { status: 408, exit: 3, retry: 'now' },
  TOO_LARGE: { status: 413, exit: 2, retry: 'never' },
  WRONG_CONTENT_TYPE: { status: 415, exit: 2, retry: 'never' },
  EXPECTATION_FAILED: { status: 417, exit: 2, retry: 'never' },
  MISDIRECTED: { status: 421, exit: 3, retry: 'never' },
  UNPROCESSABLE: { status: 422, exit: 2, retry: 'never' },
  RATE_LIMITED: { status: 429, exit: 3, retry: 'later' },
  HEADERS_TOO_LARGE: { status: 431, exit: 2, retry: 'never' },
  INTERNAL: { status: 500, exit: 70, retry: 'never' },
  NOT_AVAILABLE: { status: 501, exit: 3, retry: 'never' },
  OVERLOADED: { status: 503, exit: 3, retry: 'now' },
  REF_MOVED: { status: null, exit: 5, retry: 'now' },
  /** The git host does not take a reference that nobody else moved, such as a protected branch. */
  PUSH_REFUSED: { status: null, exit: 4, retry: 'never' },
  EDIT_CONFLICT: { status: null, exit: 5, retry: 'never' },
  DELETION_GUARD: { status: null, exit: 5, retry: 'never' },
  /** A table of contents would make, rename or retitle more pages than `guards:` allows. */
  CONTENTS_GUARD: { status: null, exit: 5, retry: 'never' },
  SECRET_REFUSED: { status: null, exit: 5, retry: 'never' },
  /** A file's content cannot be sent as it is; the cause is given separately. */
  NOT_SENDABLE: { status: null, exit: 5, retry: 'never' },
  HELD: { status: null, exit: 6, retry: 'later' },
  CANCELLED: { status: null, exit: 130, retry: 'never' },
} as const satisfies Record<
  string,
  { status: number | null; exit: number; retry: 'never' | 'later' | 'now' }
>;

export type ErrorCode = keyof typeof errorTable;

export interface AppErrorOptions {
  /** What to do next, for the person who reads the message. */
  hint?: string;
  cause?: unknown;
  /** Machine-readable facts (paths, ids, limits). Never secrets. */
  data?: Readonly<Record<string, unknown>>;
}

/** A failure with a code of {@link errorTable}; the message says what failed, and names its subject. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, { hint, cause, data }: AppErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = hint;
    this.data = data;
  }

  get exitCode(): number {
    return errorTable[this.code].exit;
  }

  /** The HTTP status of the answer; 500 for a code without one. */
  get status(): number {
    return errorTable[this.code].status ?? 500;
  }

  get retry(): 'never' | 'later' | 'now' {
    return errorTable[this.code].retry;
  }

  toJSON(): { code: ErrorCode; message: string; hint?: string; data?: Readonly<Record<string, unknown>> } {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}

/** Whether `error` is an {@link AppError}, with one of `codes` when any are given. */
export function isAppError(error: unknown, ...codes: ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
