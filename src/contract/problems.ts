import type { ErrorObject } from 'ajv';
import { messageOf, pointerOf } from './error-words.ts';
import { foldUnions } from './unions.ts';

/** One thing that is wrong with a request or an answer. */
export interface Problem {
  readonly in: 'path' | 'query' | 'body';
  /** A JSON pointer into that part; empty for the whole part. */
  readonly pointer: string;
  readonly message: string;
}

/** How many problems one answer lists; a hostile body could have thousands. */
export const maxProblems = 50;

/** Turns the validator's errors into problems, with one branch of each union instead of all of them. */
export function problemsOf(where: Problem['in'], errors: readonly ErrorObject[]): Problem[] {
  const kept = foldUnions(errors);
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const error of kept) {
    const pointer = pointerOf(error);
    const message = messageOf(error);
    const key = `${pointer} ${message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    problems.push({ in: where, pointer, message });
    if (problems.length === maxProblems) break;
  }
  return problems;
}

/** One line for people: `body /title: must have at most 50 characters`. */
export function printProblem({ in: where, pointer, message }: Problem): string {
  return `${where}${pointer === '' ? '' : ` ${pointer}`}: ${message}`;
}
