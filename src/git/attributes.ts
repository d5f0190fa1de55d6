import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isTrue } from './config-file.ts';
import { globMatcher } from './glob.ts';
import type { RepositoryPlace } from './port.ts';
import { readSettings } from './read-settings.ts';

/** What `.gitattributes` says of a path: set (true), not set (false), or a value. An attribute that nobody names is missing. */
export type Attributes = ReadonlyMap<string, string | boolean>;

interface Rules {
  readonly lines: readonly Line[];
  /** What `[attr]` defines. */
  readonly macros: ReadonlyMap<string, readonly Assignment[]>;
}

interface Line {
  readonly matches: (path: string) => boolean;
  readonly assignments: readonly Assignment[];
}

/** `value` is null where the line takes back what others say of the attribute. */
interface Assignment {
  readonly name: string;
  readonly value: string | boolean | null;
}

const binary: readonly Assignment[] = ['diff', 'merge', 'text'].map((name) => ({ name, value: false }));
const noRules: Rules = { lines: [], macros: new Map() };

/**
 * Reads the attributes of paths as git does when it takes files in: a person's own file (`core.attributesFile`), then `.gitattributes`
 * of each folder from the root on, then `info/attributes`. A file is read again when it has changed.
 */
export function createAttributes(
  { workTree, commonDir }: RepositoryPlace & { workTree: string },
  config: ReadonlyMap<string, string>,
): (file: string) => Attributes {
  const ignoresCase = isTrue(config.get('core.ignorecase'));
  const known = new Map<string, { stamp: string; rules: Rules }>();
  const rulesIn = (file: string): Rules => {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isFile() !== true) return noRules;
    const stamp = `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
    const before = known.get(file);
    if (before?.stamp === stamp) return before.rules;
    const rules = parseAttributes(readSettings(file), ignoresCase);
    known.set(file, { stamp, rules });
    return rules;
  };
  const own = config.get('core.attributesfile');
  return (file) => {
    const name = ignoresCase ? folded(file) : file;
    const parts = file.split('/');
    const layers = parts.map((_, depth) => {
      const folder = parts.slice(0, depth).join('/');
      return { rules: rulesIn(path.join(workTree, folder, '.gitattributes')), skipped: folder.length };
    });
    const first = own === undefined ? [] : [{ rules: rulesIn(own), skipped: 0 }];
    const last = { rules: rulesIn(path.join(commonDir, 'info', 'attributes')), skipped: 0 };
    return resolve(name, [...first, ...layers, last]);
  };
}

function resolve(
  file: string,
  layers: readonly { readonly rules: Rules; readonly skipped: number }[],
): Attributes {
  const values = new Map<string, string | boolean>();
  const macros = new Map([['binary', binary]]);
  for (const { rules } of layers) for (const [name, macro] of rules.macros) macros.set(name, macro);
  const assign = ({ name, value }: Assignment, depth = 0): void => {
    if (value === null) values.delete(name);
    else values.set(name, value);
    if (value !== true || depth > 8) return;
    for (const each of macros.get(name) ?? []) assign(each, depth + 1);
  };
  for (const { rules, skipped } of layers) {
    if (rules.lines.length === 0) continue;
    const inside = skipped === 0 ? file : file.slice(skipped + 1);
    for (const { matches, assignments } of rules.lines)
      if (matches(inside)) for (const each of assignments) assign(each);
  }
  return values;
}

function parseAttributes(text: string, ignoresCase: boolean): Rules {
  const lines: Line[] = [];
  const macros = new Map<string, readonly Assignment[]>();
  for (const line of text.replace(/^\ufeff/u, '').split(/\r?\n/u)) {
    const found = /^[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*))(?:[ \t]+(.*))?$/u.exec(line);
    if (found === null) continue;
    const [, quoted, plain = '', rest = ''] = found;
    const assignments = rest.split(/[ \t]+/u).flatMap(assignmentOf);
    if (plain.startsWith('[attr]')) macros.set(plain.slice('[attr]'.length), assignments);
    const pattern = quoted === undefined ? plain : quoted.replace(/\\(["\\])/gu, '$1');
    // Git takes neither a comment, nor a pattern that excludes, nor one of folders alone.
    if (/^(?:[#!]|\[attr\])/u.test(plain) || pattern.endsWith('/')) continue;
    lines.push({ matches: matcherOf(ignoresCase ? folded(pattern) : pattern), assignments });
  }
  return { lines, macros };
}

function assignmentOf(text: string): Assignment[] {
  const found = /^([-!]?)([\w.][\w.-]*)(?:=(.*))?$/u.exec(text);
  if (found === null) return [];
  const [, sign, name = '', value] = found;
  if (sign === '!') return [{ name, value: null }];
  return [{ name, value: sign === '-' ? false : (value ?? true) }];
}

/** A pattern without a slash is about names, in whatever folder; another one is about the path from the folder of its file. */
function matcherOf(pattern: string): (path: string) => boolean {
  const matches = globMatcher(pattern.replace(/^\//u, ''));
  return pattern.includes('/') ? matches : (file) => matches(file.slice(file.lastIndexOf('/') + 1));
}

/** Git compares letters without case in ASCII alone. */
function folded(text: string): string {
  return text.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
