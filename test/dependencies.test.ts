import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const root = packageRoot();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const declared = new Set(
  [manifest.dependencies, manifest.optionalDependencies, manifest.devDependencies].flatMap(Object.keys),
);

/** Programs that the scripts start by name, a plugin that such a program loads by its name, and types that TypeScript finds by itself. */
const started = new Set(['@stryker-mutator/vitest-runner', 'eslint', 'prettier', 'typescript', 'vitest']);
/** Left outside of the bundle, and imported there by the package that Shiki's languages come from. */
const throughAnother = new Map([['@shikijs/langs', 'shiki']]);

/** Packages that a declared package leaves to us to install. */
const peers = new Set(
  [...declared].flatMap((name) => {
    const { peerDependencies = {} } = JSON.parse(
      readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
    ) as { peerDependencies?: Readonly<Record<string, string>> };
    return Object.keys(peerDependencies);
  }),
);

function packageOf(id: string): string {
  return id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The packages that files of a folder import or require, by `import`, `import()`, `require` or a required name that is data. */
function importedBelow(folder: string): Set<string> {
  const packages = new Set<string>();
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:ts|mjs|cjs)$/.test(name) || name.split(sep).includes('node_modules')) continue;
    const text = readFileSync(join(root, folder, name), 'utf8');
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles)
      packages.add(packageOf(fileName));
    if (!text.includes('createRequire(')) continue;
    for (const [, id = ''] of text.matchAll(/['"`]((?:@[\w-]+\/)?[\w.-]+)(?:\/[^'"`\n]*)?['"`]/g))
      if (declared.has(id)) packages.add(id);
  }
  return packages;
}

const bySources = importedBelow('src');
const byTools = new Set(['test', 'bench', 'scripts'].flatMap((folder) => [...importedBelow(folder)]));

describe('the dependencies', () => {
  it('at run time are each imported by the sources', () => {
    const names = [manifest.dependencies, manifest.optionalDependencies].flatMap(Object.keys);
    const unused = names.filter((name) => !bySources.has(throughAnother.get(name) ?? name));

    expect(names.length).toBeGreaterThan(0);
    expect(unused).toEqual([]);
  });

  it('of the checkout are each imported by the sources, a test, a bench or a script, or a peer of one that is', () => {
    const isUsed = (name: string): boolean => {
      const typed = name.startsWith('@types/') ? name.slice('@types/'.length) : undefined;
      if (typed !== undefined) return typed === 'node' || bySources.has(typed) || byTools.has(typed);
      return (
        bySources.has(name) ||
        byTools.has(name) ||
        started.has(name) ||
        name === 'typescript-eslint' ||
        peers.has(name)
      );
    };

    expect(Object.keys(manifest.devDependencies).filter((name) => !isUsed(name))).toEqual([]);
  });

  it('are declared, each that is imported', () => {
    const types = new Set([...declared].map((name) => name.replace(/^@types\//, '')));
    const undeclared = [...bySources, ...byTools].filter(
      (name) =>
        !/^(?:\.|\/|node:|\$|file:|data:)/.test(name) && !types.has(name) && !builtinModules.includes(name),
    );

    expect(undeclared.filter((name) => name !== '.' && name !== '..')).toEqual([]);
  });

  it('at run time are what the bundle leaves outside, and nothing else', () => {
    const names = [manifest.dependencies, manifest.optionalDependencies].flatMap(Object.keys);
    const script = readFileSync(join(root, 'scripts', 'bundle.mjs'), 'utf8');
    const outside = /const outside = new Set\(\[([^\]]*)\]\)/.exec(script)?.[1] ?? '';

    expect([...outside.matchAll(/'([^']+)'/g)].map(([, name]) => name).sort()).toEqual([...names].sort());
  });

  it('each have a line in docs/decisions/libraries.md, which names nothing else', () => {
    const rows = readFileSync(join(root, 'docs/decisions/libraries.md'), 'utf8').match(
      /^\| (?!package )[^|-][^|]*/gmu,
    );
    const named = (rows ?? []).flatMap((cell) =>
      cell
        .replace(/^\| |\([^)]*\)/gu, '')
        .split(',')
        .map((name) => name.trim()),
    );
    const isNamed = (name: string): boolean =>
      named.includes(name) || named.includes(name.replace(/\/.*/u, '/*'));
    const hasGroup = (name: string): boolean =>
      name.endsWith('*') && [...declared].some((other) => other.startsWith(name.slice(0, -1)));

    // Types stand with the package that they describe.
    const wanted = [...declared].filter((name) => !name.startsWith('@types/'));
    expect(wanted.filter((name) => !isNamed(name))).toEqual([]);
    expect(named.filter((name) => !declared.has(name) && !hasGroup(name))).toEqual([]);
  });

  it('are weighed against our own code, which is where docs/decisions/written-here.md says', () => {
    const rows =
      readFileSync(join(root, 'docs/decisions/written-here.md'), 'utf8').match(/^\| (?!what )[^-].*$/gmu) ??
      [];
    const places = rows.map((row) => /^\| [^|]*\(`([^`]+)`/u.exec(row)?.[1] ?? row);

    expect(places.length).toBeGreaterThan(8);
    expect(places.filter((place) => !existsSync(join(root, 'src', place)))).toEqual([]);
    // Each row has a library, a measure and a decision.
    expect(
      rows.filter((row) =>
        row
          .split('|')
          .slice(1, -1)
          .some((cell) => cell.trim() === ''),
      ),
    ).toEqual([]);
  });

  it('include remark, which reads a page whole', () => {
    expect(bySources.has('remark')).toBe(true);
  });
});
