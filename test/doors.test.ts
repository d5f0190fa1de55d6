import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';

/** Folders with code that imports from `src`. */
const folders = ['src', 'test', 'bench', 'scripts', 'templates'];

/** A name that a file takes from another one; null: everything that the other one offers. */
interface Taken {
  readonly file: string;
  readonly name: string | null;
}

interface Imports {
  /** The names of values that a file passes on from other files. */
  readonly offered: readonly string[];
  readonly taken: readonly Taken[];
}

function codeFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.m?[jt]s$/u.test(entry.name))
      .map((entry) => relative(packageRoot(), join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

/** What a file takes from others by static and dynamic imports, and what it passes on. */
function importsIn(file: string, text: string): Imports {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const offered: string[] = [];
  const taken: Taken[] = [];
  const fileOf = (specifier: ts.Node | undefined): string | undefined =>
    specifier !== undefined && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.')
      ? join(dirname(file), specifier.text).split(sep).join('/')
      : undefined;
  const take = (specifier: ts.Node | undefined, names: readonly string[] | null): void => {
    const from = fileOf(specifier);
    if (from === undefined) return;
    for (const name of names ?? [null]) taken.push({ file: from, name });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const named = node.importClause?.namedBindings;
      const names = named && ts.isNamedImports(named) ? named.elements.map(importedName) : null;
      take(node.moduleSpecifier, names);
    } else if (ts.isExportDeclaration(node)) {
      const named = node.exportClause;
      const elements = named && ts.isNamedExports(named) ? named.elements : undefined;
      take(node.moduleSpecifier, elements?.map(importedName) ?? null);
      if (node.moduleSpecifier && !node.isTypeOnly)
        for (const each of elements ?? []) if (!each.isTypeOnly) offered.push(each.name.text);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      take(node.arguments[0], namesOfDynamicImport(node));
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      take(node.argument.literal, null);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { offered, taken };
}

const importedName = ({ propertyName, name }: ts.ImportSpecifier | ts.ExportSpecifier): string =>
  (propertyName ?? name).text;

/** The names in `const { a, b } = await import('…')`; null where the whole module is taken. */
function namesOfDynamicImport(call: ts.CallExpression): string[] | null {
  const declared = ts.isAwaitExpression(call.parent) ? call.parent.parent : undefined;
  if (!declared || !ts.isVariableDeclaration(declared) || !ts.isObjectBindingPattern(declared.name))
    return null;
  return declared.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
}

/** The values that doors pass on and no file takes. */
function unusedAtDoors(files: ReadonlyMap<string, string>): string[] {
  const imports = new Map([...files].map(([file, text]) => [file, importsIn(file, text)]));
  const taken = new Set<string>();
  for (const each of imports.values())
    for (const { file, name } of each.taken) taken.add(`${file} ${name ?? '*'}`);
  return [...imports]
    .filter(([file]) => /^src\/.*\/(?:index|port)\.ts$/u.test(file) && !file.startsWith('src/library/'))
    .flatMap(([file, { offered }]) =>
      offered
        .filter((name) => !taken.has(`${file} ${name}`) && !taken.has(`${file} *`))
        .map((name) => `${file}: ${name}`),
    );
}

it('offers nothing at the door of a room or folder that nobody takes', () => {
  const files = new Map(
    codeFiles().map((file) => [file, readFileSync(join(packageRoot(), file), 'utf8')] as const),
  );

  expect(files.size).toBeGreaterThan(1_000);
  expect(unusedAtDoors(files)).toEqual([]);
});

it.each([
  ['a static import', "import { cut } from '../src/room/index.ts';", ['src/room/index.ts: mend']],
  ['an import by another name', "import { cut as c, mend } from '../src/room/index.ts';", []],
  [
    'a dynamic import',
    "const { mend: m } = await import('../src/room/index.ts');",
    ['src/room/index.ts: cut'],
  ],
  ['an import of everything', "import * as room from '../src/room/index.ts';", []],
  ['another door', "export { mend } from '../src/room/index.ts';", ['src/room/index.ts: cut']],
  ['no import', '', ['src/room/index.ts: cut', 'src/room/index.ts: mend']],
])('sees what %s takes from a door', (_, text, unused) => {
  const door = "export { cut, mend, type Knife } from './tools.ts';";

  expect(
    unusedAtDoors(
      new Map([
        ['src/room/index.ts', door],
        ['test/a.ts', text],
      ]),
    ),
  ).toEqual(unused);
});
