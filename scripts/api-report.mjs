// Prints the public API of each entry of the library, from the types in the package: one page of `docs/api/` for each entry.
// A change of the API then shows in the diff of a commit, and the test of these pages fails until somebody accepts the change.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * The golden file of the interface has each operation's path parameters, query and body, so the report only names the operations.
 */
const tableOfOperations = 'operations';

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

/** The pages of the report by their file names, for the entries whose declarations are in `folder`. */
export function apiReports(folder, entries) {
  const modules = new Map();
  const moduleOf = (name) => {
    if (!modules.has(name)) modules.set(name, readModule(folder, name));
    return modules.get(name);
  };
  return Object.fromEntries(
    [...entries].sort().map((entry) => [`${entry}.md`, pageOf(entry, entries, moduleOf)]),
  );
}

/** The names that an entry exports, sorted. */
export function exportedNames(folder, entry) {
  return [...readModule(folder, entry).exported.keys()].sort();
}

/** The options and results of an entry: each exported interface with its own members. */
export function exportedMembers(folder, entry) {
  const { exported, declared } = readModule(folder, entry);
  return Object.fromEntries(
    [...exported]
      .map(([name, { local }]) => [name, declared.get(local) ?? []])
      .map(([name, nodes]) => [name, nodes.filter(ts.isInterfaceDeclaration).flatMap(namesOfMembers)])
      .filter(([, members]) => members.length > 0),
  );
}

function namesOfMembers({ members }) {
  return members.map(({ name }) => name?.getText()).filter((name) => name !== undefined);
}

/** Reads one file of declarations: its declarations, imports and exports. */
function readModule(folder, name) {
  const path = join(folder, `${name}.d.ts`);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
  const [declared, imported, exported] = [new Map(), new Map(), new Map()];
  for (const statement of source.statements) {
    for (const declaration of declaredNames(statement))
      declared.set(declaration, [...(declared.get(declaration) ?? []), statement]);
    if (ts.isImportDeclaration(statement)) readImport(folder, statement, imported);
    if (ts.isExportDeclaration(statement)) readExport(folder, statement, exported);
  }
  return { name, declared, imported, exported };
}

function declaredNames(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return 'name' in statement && statement.name ? [statement.name.getText()] : [];
}

/** Our own file of declarations for a module; undefined for a package. */
function moduleOfOurs(folder, specifier) {
  const [, name] = /^\.\/([\w-]+)\.js$/.exec(specifier?.text ?? '') ?? [];
  return name !== undefined && existsSync(join(folder, `${name}.d.ts`)) ? name : undefined;
}

function readImport(folder, { importClause, moduleSpecifier }, imported) {
  const from = moduleOfOurs(folder, moduleSpecifier);
  const bindings = importClause?.namedBindings;
  if (from === undefined || bindings === undefined || !ts.isNamedImports(bindings)) return;
  for (const { name, propertyName } of bindings.elements)
    imported.set(name.text, { from, name: (propertyName ?? name).text });
}

function readExport(folder, { exportClause, moduleSpecifier }, exported) {
  const from = moduleOfOurs(folder, moduleSpecifier);
  for (const { name, propertyName } of exportClause?.elements ?? [])
    exported.set(name.text, { from, local: (propertyName ?? name).text });
}

/** The place where a name is declared, through imports and exports; undefined for names of the language or of a package. */
function placeOf(module, name, moduleOf) {
  if (module.declared.has(name)) return { module, name };
  const taken = module.imported.get(name);
  return taken && exportedPlace(moduleOf(taken.from), taken.name, moduleOf);
}

function exportedPlace(module, name, moduleOf) {
  const { from, local } = module.exported.get(name) ?? {};
  if (local === undefined) return undefined;
  return from === undefined
    ? placeOf(module, local, moduleOf)
    : exportedPlace(moduleOf(from), local, moduleOf);
}

function pageOf(entry, entries, moduleOf) {
  const module = moduleOf(entry);
  const names = [...module.exported.keys()].sort();
  const home = (name) =>
    entry === 'index'
      ? entries.find((other) => other !== entry && moduleOf(other).exported.has(name))
      : undefined;
  const places = names
    .filter((name) => home(name) === undefined)
    .map((name) => ({ as: name, ...exportedPlace(module, name, moduleOf) }));
  const parts = [
    names
      .filter((name) => home(name) !== undefined)
      .map((name) => `export { ${name} } from 'tidemark/${home(name)}';`)
      .join('\n'),
    ...places.map((place) => `// exported as ${place.as}\n${printed(place)}`),
    ...reachedFrom(places, moduleOf).map(printed),
  ].filter((part) => part !== '');
  const title = entry === 'index' ? 'tidemark' : `tidemark/${entry}`;
  return `# API report of \`${title}\`\n\nPrinted by \`scripts/generate.mjs\` from the types in the package: what is exported first, then the types that it leads to.\n\n\`\`\`ts\n${parts.join('\n\n')}\n\`\`\`\n`;
}

/** The declarations that exported ones refer to, directly or through others, sorted by name. */
function reachedFrom(places, moduleOf) {
  const keyOf = ({ module, name }) => `${name} ${module.name}`;
  const exported = new Set(places.map(keyOf));
  const reached = new Map();
  const waiting = [...places];
  for (let place = waiting.pop(); place; place = waiting.pop())
    for (const name of namesIn(place)) {
      const next = placeOf(place.module, name, moduleOf);
      if (next === undefined || exported.has(keyOf(next)) || reached.has(keyOf(next))) continue;
      reached.set(keyOf(next), next);
      waiting.push(next);
    }
  return [...reached.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place);
}

function namesIn({ module, name }) {
  const names = new Set();
  const visit = (node) => {
    if (ts.isTypeReferenceNode(node)) names.add(firstName(node.typeName));
    if (ts.isTypeQueryNode(node)) names.add(firstName(node.exprName));
    if (ts.isExpressionWithTypeArguments(node)) names.add(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  if (name !== tableOfOperations) for (const node of module.declared.get(name)) visit(node);
  return names;
}

function firstName(name) {
  return ts.isQualifiedName(name) ? firstName(name.left) : name.text;
}

function printed({ module, name }) {
  const nodes = module.declared.get(name);
  if (name === tableOfOperations) return nodes.map(namesOfOperations).join('\n');
  return nodes
    .map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()))
    .join('\n');
}

/** The table of operations with each one's path, which is the first argument of its type. */
function namesOfOperations(statement) {
  const [{ type }] = statement.declarationList.declarations;
  const rows = type.members.map(({ name, type: row }) => {
    const [path] = row.typeArguments ?? [];
    return `    readonly ${name.getText()}: Operation<${path?.getText() ?? 'string'}, …>;`;
  });
  return `declare const ${tableOfOperations}: {\n${rows.sort().join('\n')}\n};`;
}
