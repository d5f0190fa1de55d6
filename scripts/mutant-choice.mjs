// A plugin of Stryker that lets it try only the mutants that a run is for (`scripts/mutate.mjs`). Stryker asks its checkers before it
// tries a mutant, so a mutant that a checker refuses costs nothing.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

/** A mutant in one text, whichever process made it: its file, its place with lines from 0, and what it puts there. */
export function identityOf({ fileName, location: { start, end }, replacement }) {
  const file = relative(process.cwd(), fileName).split(sep).join('/');
  return JSON.stringify([file, start.line, start.column, end.line, end.column, replacement]);
}

const choice = {
  init: () => Promise.resolve(),
  group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
  check: (mutants) => {
    const chosen = new Set(JSON.parse(readFileSync(process.env.TIDEMARK_MUTANT_CHOICE, 'utf8')));
    return Promise.resolve(
      Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          chosen.has(identityOf(mutant))
            ? { status: 'passed' }
            : { status: 'compileError', reason: 'Not in this run.' },
        ]),
      ),
    );
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'choice', value: choice }];
