// A plugin of Stryker that lets it try only the mutants that a run is for (`scripts/mutate.mjs`). Stryker asks its checkers before it
// tries a mutant, so a mutant that a checker refuses costs nothing.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { choiceOf, namedMutants } from './mutants.mjs';

/** The mutants with their names, all files together. */
function withNames(mutants) {
  const files = new Map();
  for (const mutant of mutants) files.set(mutant.fileName, [...(files.get(mutant.fileName) ?? []), mutant]);
  return [...files].flatMap(([path, ofFile]) =>
    namedMutants(relative(process.cwd(), path).split(sep).join('/'), readFileSync(path, 'utf8'), ofFile),
  );
}

const choice = {
  init: () => Promise.resolve(),
  /** One group of all mutants, since a sample is drawn from all files together. */
  group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
  check: async (mutants) => {
    const { known, only, ...given } = JSON.parse(readFileSync(process.env.TIDEMARK_MUTANT_CHOICE, 'utf8'));
    const named = withNames(mutants);
    const keys = named.map(({ key }) => key);
    const sets = { known: new Set(known), ...(only ? { only: new Set(only) } : {}) };
    const now = new Set(choiceOf(keys, { ...given, ...sets }));
    return Object.fromEntries(
      named.map(({ id, key }) => [
        id,
        now.has(key) ? { status: 'passed' } : { status: 'compileError', reason: 'Not in this run.' },
      ]),
    );
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'choice', value: choice }];
