import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { installedProgram } from '../support/installed.ts';

/** The result of loading every part in a process of the installed package: the names of its exports, or the failure. */
type Loaded = Readonly<Record<string, { readonly names?: readonly string[]; readonly failure?: string }>>;

/**
 * Loads every part except the two that start something. Names with the value undefined are left out, because nobody can use them.
 */
const loadAll = `
  const { join } = require('node:path');
  const { readdirSync } = require('node:fs');
  const dist = process.argv[1];
  const { entries, libraries, loadLater } = require(join(dist, 'main.js'));
  const begins = new Set(Object.values(entries));
  (async () => {
    const loaded = {};
    // A large part is a file in Brotli.
    for (const found of readdirSync(dist, { recursive: true })) {
      const file = found.replace(/\\.br$/, '');
      if (!/-[A-Z0-9]{8}\\.js$/.test(file)) continue;
      if (begins.has(file)) { loaded[file] = { names: [] }; continue; }
      try {
        const exports = await loadLater(file);
        loaded[file] = { names: Object.keys(exports).filter((name) => exports[name] !== undefined) };
      } catch (error) {
        loaded[file] = { failure: String(error) };
      }
    }
    console.log(JSON.stringify({ loaded, libraries }));
  })();
`;

let dist: string;
let loaded: Loaded;
let libraries: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { packageFolder, node } = await installedProgram();
  dist = join(packageFolder, 'dist');
  const out = execFileSync(node, ['-e', loadAll, dist], { encoding: 'utf8', maxBuffer: 1 << 26 });
  ({ loaded, libraries } = JSON.parse(out) as { loaded: Loaded; libraries: Record<string, string> });
});

/** A use of another part: `name` of `part`; without a name, only the part. */
interface Asked {
  readonly by: string;
  readonly part: string;
  readonly name?: string;
}

function askedBy(part: string): Asked[] {
  const file = join(dist, part);
  const isPacked = existsSync(`${file}.br`);
  const source = (
    isPacked ? brotliDecompressSync(readFileSync(`${file}.br`)) : readFileSync(file)
  ).toString();
  return [...requiredBy(part, source), ...(source.includes('later(') ? loadedLateBy(part, source) : [])];
}

function otherPart(part: string, id: string): string {
  return join(dirname(part), id);
}

/** The build writes `import_x = require("./x.js")` once and `import_x.name` for each use. */
function requiredBy(by: string, source: string): Asked[] {
  const asked: Asked[] = [];
  for (const [, variable, id] of source.matchAll(/\b(import_\w+)=require\("(\.[^"]+)"\)/g)) {
    const part = otherPart(by, id ?? '');
    for (const [, name] of source.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g')))
      asked.push({ by, part, ...(name === undefined ? {} : { name }) });
  }
  return asked;
}

function loadedLateBy(by: string, source: string): Asked[] {
  const asked: Asked[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'later') {
      const [id] = node.arguments;
      if (id && ts.isStringLiteral(id) && id.text.startsWith('.')) {
        const part = otherPart(by, id.text);
        asked.push({ by, part }, ...namesTaken(node).map((name) => ({ by, part, name })));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(by, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  return asked;
}

/** The names that code takes from the result of a call, through `await`, parentheses, `.then` and lists. */
function namesTaken(call: ts.Expression): string[] {
  const { parent } = call;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return namesTaken(parent);
  if (ts.isVariableDeclaration(parent) && parent.initializer === call) return namesBound(parent.name);
  if (ts.isBinaryExpression(parent) && parent.right === call) return namesTaken(parent);
  if (ts.isPropertyAccessExpression(parent) && parent.expression === call)
    return parent.name.text === 'then' ? namesOfThen(parent) : [parent.name.text];
  if (ts.isArrayLiteralExpression(parent)) return namesOfList(parent, parent.elements.indexOf(call));
  return [];
}

function namesOfThen({ parent }: ts.PropertyAccessExpression): string[] {
  const callback = ts.isCallExpression(parent) ? parent.arguments[0] : undefined;
  const parameter = callback && ts.isArrowFunction(callback) ? callback.parameters[0] : undefined;
  return parameter ? namesBound(parameter.name) : [];
}

/** `[a, b] = await Promise.all([later(…), later(…)])` */
function namesOfList({ parent: all }: ts.ArrayLiteralExpression, at: number): string[] {
  if (!ts.isCallExpression(all) || !ts.isAwaitExpression(all.parent)) return [];
  const declaration = all.parent.parent;
  if (!ts.isVariableDeclaration(declaration) || !ts.isArrayBindingPattern(declaration.name)) return [];
  const bound = declaration.name.elements[at];
  return bound && ts.isBindingElement(bound) ? namesBound(bound.name) : [];
}

function namesBound(binding: ts.BindingName): string[] {
  if (ts.isObjectBindingPattern(binding))
    return binding.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
  if (!ts.isIdentifier(binding)) return [];
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isUse =
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === binding.text;
    if (isUse) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(scopeOf(binding));
  return names;
}

function scopeOf(node: ts.Node): ts.Node {
  let scope = node.parent;
  while (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isFunctionLike(scope)) scope = scope.parent;
  return scope;
}

describe('the parts of the installed program', () => {
  it('load, each of them, also those that only a rare command asks for', () => {
    expect(Object.entries(loaded).filter(([, { failure }]) => failure !== undefined)).toEqual([]);
    expect(Object.keys(loaded).length).toBeGreaterThan(100);
  });

  it('export each name that another part takes of them', () => {
    const asked = Object.keys(loaded).flatMap(askedBy);
    const missing = asked.filter(({ part, name }) => {
      const names = loaded[part]?.names;
      return names === undefined || (name !== undefined && !names.includes(name));
    });

    expect(missing).toEqual([]);
    const told = asked.map(({ name }) => name);
    // One for each way in which the sources take names from a module that they load late.
    expect(told).toEqual(
      expect.arrayContaining([
        'getRemoteInfo2',
        'demo',
        'createFileHost',
        'startService',
        'createHighlighterCore',
      ]),
    );
  });

  it('hold a package for each name that the sources require while they run', () => {
    // The default export of a CommonJS package, or the names of a module.
    const isGiven = (name: string): boolean => name !== '__esModule';
    const empty = Object.entries(libraries).filter(([, part]) => !loaded[part]?.names?.some(isGiven));

    expect(empty).toEqual([]);
    expect(Object.keys(libraries)).toEqual(
      expect.arrayContaining([
        'ajv/dist/2020.js',
        'gray-matter',
        'highlight.js/lib/languages/python',
        'limax',
      ]),
    );
  });
});
