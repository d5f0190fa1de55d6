import { describe, expect, it } from 'vitest';
import { commandsByPath, flagOf } from '../support/command-tree.ts';
import { byHandCases } from './table/by-hand-cases.ts';
import { doctorCases } from './table/doctor-cases.ts';
import { fleetCases } from './table/fleet-cases.ts';
import { mirrorCases } from './table/mirror-cases.ts';
import { readingCases } from './table/reading-cases.ts';
import { serviceCases } from './table/service-cases.ts';

/** Every command, and every option in its help, with the names of the table. */
function everything(): string[] {
  const all: string[] = [];
  for (const [path, command] of commandsByPath()) {
    const options = command.createHelp().visibleOptions(command);
    const own = options.filter(({ long }) => command.parent === null || long !== '--help');
    all.push(path, ...own.map((option) => `${path} ${flagOf(option)}`));
  }
  return all;
}

describe('the table of the installed program', () => {
  const shown = new Set(
    [serviceCases, mirrorCases, readingCases, fleetCases, doctorCases, byHandCases]
      .flat()
      .flatMap(({ uses }) => uses),
  );

  it('has a case for every command and every option', () => {
    expect(everything().filter((use) => !shown.has(use))).toEqual([]);
  });

  it('names only what exists', () => {
    const all = new Set(everything());

    expect([...shown].filter((use) => !all.has(use))).toEqual([]);
  });
});
