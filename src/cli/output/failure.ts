import { AppError, escapeForTerminal, messageOf } from '../../base/index.ts';
import type { World } from '../world.ts';
import { styleFor } from './style.ts';

/** Prints a failure for a person (or as JSON for a program) on stderr, and returns the exit code. */
export function reportFailure(world: World, thrown: unknown, { json = false, verbose = false } = {}): number {
  const error = asAppError(thrown);
  const { stderr } = world;
  if (json) {
    stderr.write(`${JSON.stringify({ event: 'error', ...error.toJSON() })}\n`);
    return error.exitCode;
  }
  const { red, bold, dim } = styleFor(stderr, world.env);
  const [first = '', ...rest] = error.message.split('\n').map(escapeForTerminal);
  stderr.write(`${bold(red('error'))}${bold(':')} ${first}\n`);
  for (const line of rest) stderr.write(`${line}\n`);
  if (error.hint !== undefined)
    stderr.write(
      `${error.hint
        .split('\n')
        .map((line) => `  ${escapeForTerminal(line)}`)
        .join('\n')}\n`,
    );
  stderr.write(dim(`  ${error.code}, exit ${error.exitCode}\n`));
  if (verbose || error.code === 'INTERNAL') {
    for (let cause: unknown = thrown; cause instanceof Error; cause = cause.cause) {
      stderr.write(dim(`${escapeLines(cause.stack ?? cause.message)}\n`));
    }
  }
  return error.exitCode;
}

function escapeLines(text: string): string {
  return text.split('\n').map(escapeForTerminal).join('\n');
}

/** Anything thrown, as an error of the table: system errors by their code, the unknown as a bug. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = (thrown as NodeJS.ErrnoException | undefined)?.code;
  const message = messageOf(thrown);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('DISK_FULL', `the disk is full: ${message}`, {
      hint: 'Free some room and run the command again: nothing half-written is left behind.',
      cause: thrown,
    });
  }
  if (code === 'EADDRINUSE') {
    return new AppError('PORT_IN_USE', `the port is taken: ${message}`, {
      hint: 'Choose another with --port (0 takes any free one).',
      cause: thrown,
    });
  }
  if (typeof code === 'string' && /^E[A-Z]{3,}$/.test(code)) {
    return new AppError('FILE_SYSTEM', message, {
      hint: 'See whether the path exists and whether you may read and write it.',
      cause: thrown,
    });
  }
  return new AppError('INTERNAL', `this is a bug: ${message}`, {
    hint: 'Please report it with the lines below and what you did.',
    cause: thrown,
  });
}
