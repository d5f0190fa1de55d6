import { AppError } from '../../base/index.ts';
import { readExpression } from '../../content/expression.ts';

/** Decides whether something is shown to the visitor whose attributes are `visitor`. */
export type Condition = (visitor: unknown) => boolean;

/** The names that a condition may use. */
const known = ['visitor', 'space', 'page'];

/**
 * Reads a condition: an expression, in the same language as in pages, about what is known of a visitor. Throws BAD_REQUEST with the
 * position of the first unreadable part.
 */
export function parseCondition(text: string): Condition {
  const read = readExpression(text);
  if (!read.ok) throw problem(read.reason, read.at);
  for (const [name, at] of read.names)
    if (!known.includes(name))
      throw problem(`"${name}" is not known`, at, 'Names begin with "visitor.claims" or "space.vars".');
  return (visitor) => Boolean(read.evaluate({ visitor }));
}

function problem(what: string, at: number, hint?: string): AppError {
  return new AppError('BAD_REQUEST', `The condition cannot be read: ${what} (at character ${at + 1}).`, {
    hint: hint ?? 'Write for example: visitor.claims.plan == "pro" && visitor.claims.beta',
  });
}
