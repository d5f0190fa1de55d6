import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { variableNames } from '../../src/cli/config/parse.ts';
import { publishedSchema } from '../../src/cli/config/schema.ts';
import { rules } from '../../src/links/index.ts';
import { commandsByPath, flagOf, programTree, usesOf } from '../support/command-tree.ts';

/** A text that a person may read, with its place. */
interface Said {
  readonly where: string;
  readonly text: string;
}

const root = packageRoot();

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** The sentences among the strings of the sources; the values in a template are replaced by `…`. */
function messagesOf(file: string): Said[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.ES2023,
    true,
  );
  const found: Said[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
        : undefined;
    if (text !== undefined && /\s/.test(text.trim())) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ where: `${file}:${line + 1}`, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const messages = filesBelow('src', /\.ts$/).flatMap(messagesOf);
const documents = ['README.md', 'sync.config.yaml', ...filesBelow('docs', /\.(md|ya?ml|service|conf)$/)]
  .concat(filesBelow('templates', /\.eta$/))
  // Another test plays the handbook's commands and checks its links (test/installed/handbook.test.ts).
  .filter((file) => !file.startsWith('docs/guide/'))
  .map((file): Said => ({ where: file, text: readFileSync(join(root, file), 'utf8') }));

/** Each match of a pattern for which `exists` is false, with its place. */
function dangling(
  said: readonly Said[],
  pattern: RegExp,
  exists: (name: string, text: string) => boolean,
): string[] {
  return said.flatMap(({ where, text }) =>
    [...text.matchAll(pattern)]
      .map((match) => match.slice(1).find(Boolean) ?? '')
      .filter((name) => !exists(name, text))
      .map((name) => `${where}: ${name}`),
  );
}

const program = programTree();
const commands = commandsByPath(program);
const flags = new Set(
  [...commands.values()].flatMap((command) => command.options.map(flagOf)).concat('--help'),
);

/** Options of other programs, by words that show which program a text speaks of. */
const foreignFlags: Readonly<Record<string, readonly string[]>> = {
  'Clone it': ['--bare'],
  git: [
    '--full',
    '--no-split-index',
    '--allow-unrelated-histories',
    '--unshallow',
    '--file-system',
    '--strict',
    ...['--all', '--no-edit', '--no-rebase', '--keep', '--abort', '--continue', '--update', '--message'],
    '--theirs',
    '--ours',
  ],
  'git fetch': ['--no-tags', '--depth'],
  V8: ['--opt', '--no-opt', '--no-parallel-scavenge', '--no-incremental-marking'],
  'npm start': ['--once'],
  'npm install': [
    '--foreground-scripts',
    ...['--no-save', '--ignore-scripts', '--allow-scripts', '--global', '--prefix', '--omit'],
    ...['--no-audit', '--no-fund', '--loglevel'],
  ],
  'npm run': [
    ...['--minutes', '--outage', '--workers', '--spaces', '--rounds', '--pages', '--writes'],
    ...['--at-most', '--survivors', '--thorough'],
  ],
  'bench/run.mjs': ['--spaces'],
  useradd: ['--system', '--home', '--shell'],
  systemctl: ['--now'],
  docker: ['--profile', '--scale'],
  redis: ['--appendonly', '--maxmemory-policy'],
  'MAP *': ['--host-resolver-rules'],
};

const ofOtherProgram = (flag: string, text: string): boolean =>
  Object.entries(foreignFlags).some(([program, known]) => known.includes(flag) && text.includes(program));

/** Whether a command line names existing commands with their own options. `a|b` means each of them. */
function isCommandLine(line: string): boolean {
  const plain = line.replace(/\|[a-z|]+/g, '').replace(/"[^"]*"/g, 'text');
  try {
    return [...usesOf(plain.trim().split(/\s+/), program)].some((use) => use !== 'tidemark');
  } catch {
    return false;
  }
}

describe('what messages and documents name is there', () => {
  it('options', () => {
    const pattern = /(?<![\w(-])(--[a-z][a-z-]+)(?![\w-]*\s*:)/g;
    expect(
      dangling(
        [...messages, ...documents],
        pattern,
        (flag, text) => flags.has(flag) || ofOtherProgram(flag, text),
      ),
    ).toEqual([]);
  });

  it('commands', () => {
    const shown = /`tidemark ([a-z][^`…]*)|^tidemark ([^#\n…]+)|: tidemark ([a-z][^"'`…,.]*)/gm;
    expect(dangling([...messages, ...documents], shown, isCommandLine)).toEqual([]);
  });

  it('variables of the environment', () => {
    const known = new Set(variableNames());
    expect(
      dangling([...messages, ...documents], /\b(TIDEMARK_[A-Z_]+)\b/g, (name) => known.has(name)),
    ).toEqual([]);
  });

  it('keys of the configuration', () => {
    const sections = publishedSchema()['properties'] as Record<
      string,
      { properties?: Record<string, unknown> }
    >;
    const names = Object.keys(sections).join('|');
    const pattern = new RegExp(`(?<![\\w./<{-])((?:${names})\\.[a-z][A-Za-z]*)(?![\\w(-]|\\.json)`, 'g');
    const exists = (key: string): boolean => {
      const [section = '', option = ''] = key.split('.');
      return (
        /^(json|jsonl|md|xml|html|sarif|ts|yaml|yml)$/.test(option) ||
        option in (sections[section]?.properties ?? {})
      );
    };
    expect(dangling([...messages, ...documents], pattern, exists)).toEqual([]);
  });

  it('pages and files of the project', () => {
    const pattern =
      /(?<![\w./-])((?:docs|templates|scripts|bench)\/[\w./-]*\w\.(?:md|ya?ml|json|mjs|ts|service|conf))\b/g;
    expect(dangling([...messages, ...documents], pattern, (path) => existsSync(join(root, path)))).toEqual(
      [],
    );
  });
});

describe('the page of the configuration', () => {
  const text = readFileSync(join(root, 'docs/guide/reference/configuration.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([^`]+)` \| ([^|]*) \|/gmu)].map(([, name, preset]) => [name, preset]);

  it('has a row for each key, also for keys in lists and behind names', () => {
    const keys = new Set<string>();
    const visit = (node: object): void => {
      for (const [name, inner] of Object.entries(node)) {
        if (name === 'properties') for (const key of Object.keys(inner as object)) keys.add(key);
        if (typeof inner === 'object' && inner !== null) visit(inner as object);
      }
    };
    visit(publishedSchema());
    for (const key of Object.keys(rules)) keys.delete(key);
    const shown = rows.flatMap(([name = '']) => name.split(/[.[\]]+/u));
    const headings = [...text.matchAll(/^## (\w+)$/gmu)].map(([, name = '']) => name);

    expect(keys.size).toBeGreaterThan(100);
    expect([...keys].filter((key) => ![...shown, ...headings].includes(key))).toEqual([]);
  });

  it('says what each key is without a value, and which keys are needed', () => {
    expect(rows).toEqual(
      expect.arrayContaining([
        ['mirror.spaces[].id', 'needed'],
        ['mirror.spaces[].path', '`.`'],
        ['hooks.NAME.secret', 'needed'],
        ['hooks.NAME.space', ''],
        ['export.site.footerLinks[].links[].to', 'needed'],
      ]),
    );
    expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
  });
});
