import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasTerminal, onTerminal } from '../support/terminal.ts';
import type { Shown } from '../support/terminal.ts';
import { watchingProxy } from '../support/watching-proxy.ts';
import { ask, runTable } from './table/case.ts';
import type { Bench, Case, Ready } from './table/case.ts';

type Dialogue = Parameters<typeof onTerminal>[2];

/** A person's answers to `tidemark init`, and the file that it wrote. */
async function initIn(
  { installed, folder }: Bench,
  { name, service, args = [] }: { name: string; service: Ready; args?: readonly string[] },
  dialogue: Dialogue,
): Promise<Shown & { readonly world: { cwd: string; env: Record<string, string> }; written(): string }> {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const env = { TIDEMARK_TOKEN: service.token ?? '' };
  const shown = await onTerminal(installed, { args: ['init', ...args], cwd, env }, dialogue);
  return {
    ...shown,
    world: { cwd, env },
    written: () => readFileSync(join(cwd, 'sync.config.yaml'), 'utf8'),
  };
}

const whichSpaces = 'Which spaces? (numbers such as 1,3-5, or "all" for the organization) ';
const shared: { services?: Record<'full' | 'strict', Ready> } = {};

async function theServices({ serve, installed }: Bench): Promise<Record<'full' | 'strict', Ready>> {
  const seed = join(installed.packageFolder, 'templates', 'sample');
  shared.services ??= {
    full: (await serve(['--seed', seed])).ready,
    strict: (await serve(['--seed', seed, '--interface', 'strict'])).ready,
  };
  return shared.services;
}

const cases: Case[] = [
  {
    uses: ['sync --pull'],
    says: 'the spaces that a person picks by their numbers are mirrored, and a number that names none is asked for again',
    work: async (bench) => {
      const { full } = await theServices(bench);

      const { screen, code, written, world } = await initIn(bench, { name: 'picked', service: full }, [
        ['Where is the service? [', full.url],
        ['Where shall the git repository be? [./docs]: ', './mirror'],
        [whichSpaces, '9'],
        [`“9” names none of them: give numbers from 1 to ${full.spaces.length}.`, '1-2'],
      ]);

      expect({ code, screen }).toEqual({ code: 0, screen });
      expect(screen).toMatch(/The token sees one organization: .+ \(\S+\)/);
      for (const { id, title } of full.spaces) expect(screen).toContain(`${title}  (${id})`);
      expect(screen).toContain('Wrote sync.config.yaml.');
      expect(written()).toContain('path: ./mirror');
      const ids = [...written().matchAll(/^ {4}- id: (\S+)/gmu)].map(([, id]) => id);
      expect(ids).toEqual(full.spaces.slice(0, 2).map(({ id }) => id));
      await bench.ok(['sync', '--pull'], world);
    },
  },
  {
    uses: ['sync --pull'],
    says: 'of several organizations a person picks one, and all of its spaces at once',
    work: async (bench) => {
      const { full } = await theServices(bench);
      const { body } = await ask(full, 'GET', '/orgs');
      const [own] = (body as { items: { id: string; title: string }[] }).items;
      const other = { ...own, id: 'another', title: 'Another organization' };
      const proxy = await watchingProxy(full.url, (what) =>
        /^GET \/v1\/orgs(?:\?|$)/.test(what) ? { status: 200, body: { items: [other, own] } } : null,
      );

      const { screen, code, written, world } = await initIn(bench, { name: 'chosen', service: full }, [
        ['Where is the service? [', proxy.url],
        ['Where shall the git repository be? [./docs]: ', ''],
        ['Which organization? (a number) ', '2'],
        [whichSpaces, 'all'],
      ]);

      expect({ code, screen }).toEqual({ code: 0, screen });
      expect(screen).toContain('1  Another organization  (another)');
      expect(screen).toContain(`2  ${own?.title}  (${own?.id})`);
      expect(written()).toContain(`  organization: ${own?.id}\n`);
      await bench.ok(['sync', '--pull'], world);
      await proxy.close();
    },
  },
  {
    uses: ['sync --pull', 'doctor'],
    says: 'the site is proposed in place of its spaces where each of them would take a request in every look',
    work: async (bench) => {
      const { strict } = await theServices(bench);
      const site = strict.sites[0]!;

      const { screen, code, written, world } = await initIn(bench, { name: 'proposed', service: strict }, [
        ['Where is the service? [', strict.url],
        ['Where shall the git repository be? [./docs]: ', ''],
        [whichSpaces, `1-${strict.spaces.length}`],
        [`Each look at the service takes 1 request instead of ${strict.spaces.length}. [Y/n] `, ''],
      ]);

      expect({ code, screen }).toEqual({ code: 0, screen });
      expect(screen).toContain(`These are the spaces of the site “${site.title}” (${site.id}).`);
      expect(written()).toContain(`  sites:\n    - ${site.id}\n`);
      await bench.ok(['sync', '--pull'], world);
      const told = await bench.ok(['doctor'], world);
      expect(told).toContain(`a look at ${strict.spaces.length} spaces takes 1 request:`);
    },
  },
  {
    uses: [],
    says: 'whoever says no to the proposal has the spaces by their names',
    work: async (bench) => {
      const { strict } = await theServices(bench);

      const { code, screen, written } = await initIn(
        bench,
        { name: 'declined', service: strict, args: ['--url', strict.url] },
        [
          ['Where shall the git repository be? [./docs]: ', ''],
          [whichSpaces, `1-${strict.spaces.length}`],
          ['[Y/n] ', 'n'],
        ],
      );

      expect({ code, screen }).toEqual({ code: 0, screen });
      expect(written()).not.toMatch(/^ {2}sites:/mu);
      for (const { id } of strict.spaces) expect(written()).toContain(`- id: ${id}`);
    },
  },
];

describe.skipIf(!hasTerminal)('on a terminal', () => {
  runTable('init of the installed program', cases);
});
