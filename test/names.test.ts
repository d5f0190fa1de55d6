import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';

/** Words of the trade that the declarations below do not use often enough. A word of our own belongs into the glossary instead. */
const terms: readonly string[] = [
  'arrow',
  'authorize',
  'breadcrumb',
  'chart',
  'checkout',
  'checkstyle',
  'chromium',
  'cli',
  'csv',
  'cylinder',
  'diagram',
  'div',
  'excerpt',
  'fact',
  'fence',
  'fishbone',
  'flowchart',
  'fold',
  'formula',
  'gantt',
  'grace',
  'grammar',
  'health',
  'hover',
  'hunk',
  'job',
  'junit',
  'kanban',
  'leaf',
  'llms',
  'loopback',
  'loose',
  'man',
  'migrate',
  'oklch',
  'pie',
  'pkt',
  'quadrant',
  'radar',
  'rdjson',
  'readme',
  'redis',
  'reflog',
  'runbook',
  'sankey',
  'sarif',
  'scan',
  'sitemap',
  'sql',
  'stage',
  'swagger',
  'tip',
  'treemap',
  'undo',
  'venn',
  'wardley',
  'watchdog',
  'webhook',
  'workspace',
];

const root = packageRoot();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const parse = (file: string): ts.SourceFile => ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2023);

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** `readURLOf` is read, url, of. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? []).map((word) => word.toLowerCase());
}

type Endings = readonly (readonly [RegExp, readonly string[]])[];

/** Plurals, and forms of verbs. */
const inflections: Endings = [
  [/(?:ies|ied)$/u, ['y']],
  [/(?<=s|x|z|ch|sh)es$/u, ['']],
  [/(?<!s)s$/u, ['']],
  [/(?:ed|ing)$/u, ['', 'e']],
  [/([bdgklmnprt])\1(?:ed|ing)$/u, ['$1']],
];
/** Words that are made of others: whoever knows those understands them. */
const derivations: Endings = [
  [/(?:er|or|est|able|al|ion|ation|ment|y)$/u, ['', 'e']],
  [/([bdgklmnprt])\1(?:er|est)$/u, ['$1']],
  [/^(?:un|re|sub)/u, ['']],
];

/** A word, and what it may be a form of: `copies` is copy, `planned` is plan, `unreadable` is read. */
function formsOf(word: string, rules: Endings = [...inflections, ...derivations]): string[] {
  const forms = new Set([word]);
  // What is added on the way is looked at as well: `unreadable` takes two steps.
  for (const form of forms)
    for (const [ending, instead] of rules)
      if (ending.test(form))
        for (const letters of instead) {
          const shorter = form.replace(ending, letters);
          if (shorter.length > 2) forms.add(shorter);
        }
  return [...forms];
}

/** The names that a file exports, as its own statements declare them. */
function exportedNames({ statements }: ts.SourceFile): string[] {
  const bound = (name: ts.BindingName): string[] =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : bound(element.name)));
  return statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      return clause && ts.isNamedExports(clause)
        ? clause.elements.filter(({ propertyName }) => propertyName).map(({ name }) => name.text)
        : [];
    }
    if (!ts.canHaveModifiers(statement)) return [];
    const modifiers = ts.getModifiers(statement) ?? [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.text] : [];
  });
}

/** The words, and what they may be forms of, that at least `least` of these texts have. */
function usualWords(texts: Iterable<readonly string[]>, least: number): string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text.flatMap((one) => formsOf(one, inflections))))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= least).map(([word]) => word);
}

/**
 * What every reader of TypeScript for Node.js has met: words of several names that the language and Node.js declare, words that more
 * than one comment on these names has, and the words of the syntax trees of markdown and HTML.
 */
function commonWords(): string[] {
  const files = [
    ...filesBelow('node_modules/typescript/lib', '.d.ts').filter((file) => file.includes('/lib/lib.')),
    ...filesBelow('node_modules/@types/node', '.d.ts'),
  ];
  const comment = /\/\*[\s\S]*?\*\/|\/\/.*$/gmu;
  const names = new Set<string>();
  const comments: string[][] = [];
  for (const text of files.map(read)) {
    for (const [name] of text.replace(comment, ' ').matchAll(/[A-Za-z]\w*/gu)) names.add(name);
    for (const [said] of text.matchAll(comment)) {
      const words = said.replace(/`[^`]*`|https?:\S+/gu, ' ').match(/\b[A-Za-z]?[a-z]+\b/gu) ?? [];
      comments.push(words.map((word) => word.toLowerCase()));
    }
  }
  const trees = ['mdast', 'hast'].map((tree) => read(`node_modules/@types/${tree}/index.d.ts`));
  return [
    ...usualWords([...names].map(wordsOf), 3),
    ...usualWords(comments, 2),
    ...trees.flatMap((text) => text.match(/[A-Za-z]\w*/gu) ?? []).flatMap(wordsOf),
  ];
}

/** Names that people outside of the code use: of the interface, of failures, of the configuration, of commands and of packages. */
function publishedWords(): string[] {
  const names: string[] = filesBelow('src/cli/commands', '.ts').map((file) =>
    file.replace(/^.*\/|\.ts$/gu, ''),
  );
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      const { name } = node;
      if (ts.isIdentifier(name) || ts.isStringLiteral(name)) names.push(name.text);
    }
    if (ts.isStringLiteral(node) && /^[\w-]+$/u.test(node.text)) names.push(node.text);
    ts.forEachChild(node, visit);
  };
  for (const file of [...filesBelow('src/contract', '.ts'), 'src/base/errors.ts']) visit(parse(file));
  JSON.parse(read('sync.config.schema.json'), (key: string, value: unknown) => {
    names.push(key);
    return value;
  });
  const { name, dependencies, devDependencies } = JSON.parse(read('package.json')) as {
    name: string;
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  names.push(name, ...Object.keys({ ...dependencies, ...devDependencies }));
  return names.flatMap(wordsOf);
}

/** The words that the glossary explains: those in bold. */
function glossaryWords(): string[] {
  return [...read('docs/glossary.md').matchAll(/\*\*([^*]+)\*\*/gu)].flatMap(([, term = '']) =>
    wordsOf(term),
  );
}

/** The words of a name that `known` does not have in any form; words of two letters are not looked at. */
function strangeWords(name: string, known: ReadonlySet<string>): string[] {
  return wordsOf(name).filter((word) => word.length > 2 && !formsOf(word).some((form) => known.has(form)));
}

describe('exported names', () => {
  const files = filesBelow('src', '.ts');
  const names = files.flatMap((file) => exportedNames(parse(file)).map((name) => ({ file, name })));
  const derived = new Set([
    ...commonWords(),
    ...publishedWords(),
    ...glossaryWords().flatMap((word) => formsOf(word)),
  ]);
  const known = new Set([...derived, ...terms]);

  it('are made of words that a newcomer knows or finds in the glossary', () => {
    const riddles = names.flatMap(({ file, name }) =>
      strangeWords(name, known).map((word) => `${file}: ${name} (${word})`),
    );

    expect(names.length).toBeGreaterThan(3000);
    // One text shows every name; of a list, a failure shows only how long it is.
    expect(
      riddles.join('\n'),
      'Use a usual word, one that a reader who sees the name alone understands. A word of the domain that several files need enters ' +
        'docs/glossary.md, in bold and with its meaning.',
    ).toBe('');
  });

  it('need every term of the trade that is listed here', () => {
    const needed = new Set(
      names.flatMap(({ name }) => strangeWords(name, derived)).flatMap((word) => formsOf(word)),
    );

    expect(terms.filter((term) => !needed.has(term))).toEqual([]);
    expect(terms).toEqual([...terms].sort());
  });

  it.each([
    ['fateOf', 'fate'],
    ['strangersAmong', 'strangers'],
    ['scrub', 'scrub'],
  ])('with a private word are found: %s', (name, word) => {
    expect(strangeWords(name, known)).toEqual([word]);
  });

  it.each(['plannedCopies', 'unreadableFile', 'HTTPRequest', 'readProposal', 'isSubscriber'])(
    'in any usual form of a word are taken: %s',
    (name) => {
      expect(strangeWords(name, known)).toEqual([]);
    },
  );
});
