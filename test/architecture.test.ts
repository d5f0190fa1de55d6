import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';

/** Rooms from the ground up: a file imports from its own room, from lower floors, or another room's door or port. */
const floors = [
  ['base'],
  ['contract', 'content', 'clock', 'http', 'git', 'files', 'database', 'queue'],
  ['client', 'site', 'links', 'sync', 'service'],
  ['daemon', 'editor', 'app', 'remote', 'repair', 'sharing', 'trial'],
  ['cli'],
  ['real-ports.ts'],
  ['library', 'main.ts', 'render-thread.ts'],
];

const src = join(packageRoot(), 'src');

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function sourceFiles(): string[] {
  return readdirSync(src, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(join(src, file), 'utf8'), ts.ScriptTarget.ES2023);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean): void => {
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return;
    found.push({ from: file, to: join(dirname(file), specifier.text).split(sep).join('/'), typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      const typeOnly =
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        (node.importClause?.name === undefined &&
          bindings !== undefined &&
          ts.isNamedImports(bindings) &&
          bindings.elements.length > 0 &&
          bindings.elements.every((element) => element.isTypeOnly));
      add(node.moduleSpecifier, typeOnly);
    }
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const roomOf = (file: string): string => file.split('/')[0] ?? file;
const floorOf = (file: string): number => floors.findIndex((rooms) => rooms.includes(roomOf(file)));
const isDoor = (file: string): boolean => /^[^/]+\/(index|port)\.ts$/.test(file);

/** What is wrong with one import, or null. */
export function fault({ from, to }: Pick<Import, 'from' | 'to'>): string | null {
  if (roomOf(from) === roomOf(to)) return null;
  if (floorOf(to) > floorOf(from)) return `${from} imports ${to}, which stands on a higher floor`;
  if (floorOf(to) === floorOf(from) && !isDoor(to))
    return `${from} imports ${to} past the door of ${roomOf(to)}/`;
  return null;
}

/** The first cycle among run-time imports, as the files on it; empty when there is none. */
export function cycleIn(edges: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, typeOnly } of edges) if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    path.push(file);
    for (const to of next.get(file) ?? []) {
      const cycle = walk(to);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(file);
    return [];
  };
  for (const file of next.keys()) {
    const cycle = walk(file);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

interface Floors {
  roomsWithFloors: string[];
  floorsOf(
    room: string,
    imports: readonly Pick<Import, 'from' | 'to'>[],
  ): { circle: string[]; floors: string[][] };
  withFloors(text: string, imports: readonly Pick<Import, 'from' | 'to'>[]): string;
}
const script: string = '../scripts/floors.mjs';
const { floorsOf, roomsWithFloors, withFloors } = (await import(script)) as Floors;

describe('the house', () => {
  const files = sourceFiles();
  const edges = files.flatMap(importsOf);

  it('has every file in a room that has a floor', () => {
    expect(files.filter((file) => floorOf(file) < 0)).toEqual([]);
  });

  it('imports downwards, or through a door', () => {
    expect(edges.map(fault).filter((problem) => problem !== null)).toEqual([]);
  });

  it('plans the sync without ports: a plan is a function of values', () => {
    const isPlan = (file: string): boolean => file.startsWith('sync/plan/');
    const reached = edges.filter(({ from, to, typeOnly }) => isPlan(from) && !isPlan(to) && !typeOnly);
    const waits = files
      .filter(isPlan)
      .filter((file) => /\basync\b/u.test(readFileSync(join(src, file), 'utf8')));

    expect(files.filter(isPlan).length).toBeGreaterThan(2);
    expect(reached.filter(({ to }) => !['base/index.ts', 'content/index.ts'].includes(to))).toEqual([]);
    expect(waits).toEqual([]);
  });

  it.each([
    ['what a text becomes', /\bdiff3Merge\(/u, /./u, ['content/merge/lines.ts']],
    ['which base two commits have', /\.mergeBase\(/u, /^sync\//u, ['sync/versions/base-of.ts']],
    ['which page a file is', /pageIdOf\(decodeAnyEncoding\(/u, /^sync\//u, ['sync/versions/identity.ts']],
  ])('answers %s in one place', (_, question, room, answers) => {
    const asking = files.filter(
      (file) => room.test(file) && question.test(readFileSync(join(src, file), 'utf8')),
    );

    expect(asking).toEqual(answers);
  });

  it('has no cycle of run-time imports', () => {
    expect(cycleIn(edges)).toEqual([]);
  });

  it.each(roomsWithFloors)(
    'has floors inside of %s/: no folder imports one that imports it, types included',
    (room) => {
      const { circle, floors: inner } = floorsOf(room, edges);

      expect(circle).toEqual([]);
      expect(inner.length).toBeGreaterThan(3);
    },
  );

  it('is drawn in ARCHITECTURE.md as it is: node scripts/generate.mjs draws it', () => {
    const drawn = readFileSync(join(packageRoot(), 'ARCHITECTURE.md'), 'utf8');

    expect(drawn).toBe(withFloors(drawn, edges));
  });

  it('has the functions where ARCHITECTURE.md says that things happen', () => {
    const text = readFileSync(join(packageRoot(), 'ARCHITECTURE.md'), 'utf8');
    const section = /## Where things happen\n([^]*?)\n## /u.exec(text)?.[1] ?? '';
    const steps = [...section.matchAll(/`(src\/[\w/-]+\.ts)`\s+`(\w+)`/gu)];
    const places = [...section.matchAll(/`((?:src|test|templates|docs)\/[^`]+)`/gu)].map(
      ([, place = '']) => place,
    );

    expect(steps.length).toBeGreaterThan(15);
    expect(
      steps
        .filter(([, file = '', name = '']) => {
          const source = readFileSync(join(packageRoot(), file), 'utf8');
          return !new RegExp(`^export (?:async )?function\\*? ${name}\\b`, 'mu').test(source);
        })
        .map(([step]) => step),
    ).toEqual([]);
    expect(places.filter((place) => !existsSync(join(packageRoot(), place)))).toEqual([]);
  });

  it('sees a circle of folders inside of a room, and puts a folder above what it imports', () => {
    const down = { from: 'site/page/a.ts', to: 'site/body/b.ts' };

    expect(floorsOf('site', [down]).floors).toEqual([['body/'], ['page/']]);
    expect(floorsOf('site', [down, { from: 'site/body/c.ts', to: 'site/page/d.ts' }]).circle).toEqual([
      'body/',
      'page/',
      'body/',
    ]);
  });

  it('sees an upward import, an import past a door and a cycle where there is one', () => {
    const edge = (from: string, to: string): Import => ({ from, to, typeOnly: false });

    expect(fault({ from: 'base/errors.ts', to: 'sync/index.ts' })).toContain('higher floor');
    expect(fault({ from: 'sync/plan.ts', to: 'client/paging.ts' })).toContain('past the door');
    expect(cycleIn([edge('a.ts', 'b.ts'), edge('b.ts', 'c.ts'), edge('c.ts', 'a.ts')])).toEqual([
      'a.ts',
      'b.ts',
      'c.ts',
      'a.ts',
    ]);
  });
});
