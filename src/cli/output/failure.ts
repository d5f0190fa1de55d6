import { escapeForTerminal, systemError } from '../../base/index.ts';
import type { World } from '../world.ts';
import { foldingWidth, foldLines } from './fold.ts';
import { styleFor } from './style.ts';

/** Prints a failure for a person (or as JSON for a program) on stderr, and returns the exit code. */
export function reportFailure(world: World, thrown: unknown, { json = false, verbose = false } = {}): number {
  const error = systemError(thrown);
  const { stderr } = world;
  if (json) {
    stderr.write(`${JSON.stringify({ event: 'error', ...error.toJSON() })}\n`);
    return error.exitCode;
  }
  const { red, bold, dim } = styleFor(stderr, world.env);
  const [first = '', ...rest] = error.message.split('\n').map(escapeForTerminal);
  const hints = error.hint?.split('\n').map((line) => `  ${escapeForTerminal(line)}`) ?? [];
  const lines = [`${bold(red('error'))}${bold(':')} ${first}`, ...rest, ...hints];
  stderr.write(`${foldLines(lines, foldingWidth(stderr)).join('\n')}\n`);
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
