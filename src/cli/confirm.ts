import { AppError } from '../base/index.ts';
import type { World } from './world.ts';

type Ask = NonNullable<World['ask']>;

/** Asks a person a question to which only yes means yes. */
export async function isConfirmed(ask: Ask, question: string): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `);
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Goes on only if a person agrees; `undone` says what has not happened otherwise, and `command` needs no answer. */
export async function demandConfirmation(
  { ask }: World,
  { question, undone, command }: { question: string; undone: string; command: string },
): Promise<void> {
  if (ask === null)
    throw new AppError('USAGE', `${undone}: nobody can be asked whether this is right`, {
      hint: `Say it with the command: ${command}`,
    });
  if (!(await isConfirmed(ask, question))) throw new AppError('CANCELLED', undone);
}
