import { createRequire } from 'node:module';

import type Matter from 'gray-matter';

import { AppError, messageOf } from '../base/index.ts';
import { isMap, isScalar, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';

import { printYamlMapping, type YamlValue } from './yaml-style.ts';

/**
 * Front matter: the YAML block at the top of a page.
 *
 * This file alone calls gray-matter, and only with a text whose first line is exactly `---`, one engine and an options
 * object: otherwise gray-matter could run `---js` blocks as code, or answer from its cache. Writing is always a splice of lines.
 */

/** The largest front matter that is read, in characters. */
export const maxFrontMatterLength = 64 * 1024;

const maxDepth = 32;
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);
/** Keys whose values are texts for the service: a number or a flag there is the text that it is written as. */
const textKeys: ReadonlySet<unknown> = new Set([
  ...['title', 'description', 'icon', 'if', 'cover', 'coverDark'],
]);

/** Where a page's front matter is. Offsets count UTF-16 units of the text. */
export interface FrontMatterSplit {
  /** The byte order mark before everything, or nothing. */
  bom: '' | '\uFEFF';
  /** The line ending that the page uses (its first one; LF when it has none). */
  eol: '\n' | '\r\n';
  /** The text between the fences, with its last line ending; null when there is no front matter. */
  yaml: string | null;
  yamlStart: number;
  /** Where the line after the closing fence begins; after the byte order mark without front matter. */
  bodyStart: number;
}

/** Finds the front matter: the first line is exactly `---`, so is a later line, and the text between the two can be a mapping. */
export function splitFrontMatter(text: string): FrontMatterSplit {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const eol = firstLineEnding(text);
  const none: FrontMatterSplit = { bom, eol, yaml: null, yamlStart: bom.length, bodyStart: bom.length };
  const opening = /^---\r?\n/u.exec(text.slice(bom.length, bom.length + 5));
  if (opening === null) return none;
  const yamlStart = bom.length + opening[0].length;
  const closing = /^---[ \t]*(?:\r?\n|$(?![\s\S]))/gmu;
  closing.lastIndex = yamlStart;
  const found = closing.exec(text);
  if (found === null) return none;
  const yaml = text.slice(yamlStart, found.index);
  if (!canBeMapping(yaml)) return none;
  return { bom, eol, yaml, yamlStart, bodyStart: found.index + found[0].length };
}

/** How many characters of a page are searched for front matter that somebody wrote above by mistake. */
const mostAbove = 4096;

/** Front matter that no longer counts as such, because somebody wrote above it. */
export interface FrontMatterInText {
  /** Its first line, counted from 1. */
  readonly line: number;
  /** The page's id. */
  readonly id: string;
}

/** Finds front matter with a page's `id` below other words. A block of code shows what front matter looks like, and ends the search. */
export function findFrontMatterInText(text: string): FrontMatterInText | null {
  const lines = text.slice(0, mostAbove).split(/\r?\n/u);
  if (lines[0]!.replace('\uFEFF', '') === '---') return null;
  for (const [at, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/u.test(line)) return null;
    const [, id] = line === '---' ? (/^id: (\S+)$/u.exec(lines[at + 1] ?? '') ?? []) : [];
    if (id !== undefined) return lines.includes('---', at + 2) ? { line: at + 1, id } : null;
  }
  return null;
}

function firstLineEnding(text: string): '\n' | '\r\n' {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/**
 * Whether the first line with content begins a mapping. Between two thematic breaks of a page without front matter, no line does.
 */
function canBeMapping(yaml: string): boolean {
  for (const line of yaml.split('\n')) {
    if (/^\s*(?:#|$)/u.test(line)) continue;
    return keyLine.test(line) || /^\{/u.test(line);
  }
  return true;
}

const keyLine =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#&*!|>'"%@`,[\]{}][^\n\r]*?))[ \t]*:(?=[ \t\r\n]|$)/u;

export type FrontMatterReading =
  | { outcome: 'none' }
  | { outcome: 'read'; data: Readonly<Record<string, unknown>> }
  | { outcome: 'invalid'; message: string; line: number; column: number };

class FrontMatterProblem extends Error {
  readonly offset: number;
  constructor(message: string, offset = 0) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Reads a page's front matter. Aliases, custom tags, repeated keys, keys that touch prototypes, and more than 64 KiB or 32
 * levels are refused as `invalid`. The data has no prototype; copy it with spread only.
 */
export function readFrontMatter(text: string): FrontMatterReading {
  const { yaml, yamlStart } = splitFrontMatter(text);
  if (yaml === null) return { outcome: 'none' };
  try {
    return { outcome: 'read', data: parseMapping(linesToParse(yaml)) };
  } catch (error) {
    return faultOf(error, text, yamlStart);
  }
}

type FrontMatterFault = Extract<FrontMatterReading, { outcome: 'invalid' }>;

function faultOf(error: unknown, text: string, yamlStart: number): FrontMatterFault {
  const offset = yamlStart + (error instanceof FrontMatterProblem ? error.offset : 0);
  return { outcome: 'invalid', message: messageOf(error), ...positionOf(text, offset) };
}

/**
 * Why {@link readFrontMatter} cannot read a page's front matter; null when it can, or there is none. This is for checks of many
 * pages: most blocks need no parser, and no block needs gray-matter.
 */
export function findFrontMatterFault(text: string): FrontMatterFault | null {
  const { yaml, yamlStart } = splitFrontMatter(text);
  if (yaml === null || isPlainlyReadable(yaml)) return null;
  try {
    parseYaml(linesToParse(yaml));
    return null;
  } catch (error) {
    return faultOf(error, text, yamlStart);
  }
}

/** A line with quotes around its value, which has a colon and needs them; null for any other line. */
export function lineWithQuotes(text: string, line: number): string | null {
  const [, key, value] =
    /^(\w+):[ \t]+([^"'\s|>[{&*!].*:(?:[ \t].*)?)$/u.exec(text.split(/\r?\n/u)[line - 1] ?? '') ?? [];
  return key === undefined || value === undefined ? null : `${key}: ${JSON.stringify(value)}`;
}

/**
 * Whether each line is a known key with a plain value or a folded text below it, and no key occurs twice. Such a block is always
 * valid, and parsing YAML takes longer than everything else that a check of links does with a page.
 */
function isPlainlyReadable(yaml: string): boolean {
  if (yaml.length > maxFrontMatterLength || /[[{]/u.test(yaml)) return false;
  const keys = new Set<string>();
  let isFolded = false;
  for (const line of yaml.replace(/\r?\n$/u, '').split(/\r?\n/u)) {
    if (isFolded && (line === '' || foldedLine.test(line))) continue;
    const [, key = '', value = ''] = plainLine.exec(line) ?? [];
    if (!plainKeys.has(key) || keys.has(key)) return false;
    keys.add(key);
    isFolded = value === '>-';
    if (!isFolded && !isPlainValue(value)) return false;
  }
  return true;
}

const plainLine = /^([A-Za-z]+):(?: (.+))?$/u;
const foldedLine = /^ {2}[^\s\p{C}][^\p{C}]*$/u;

function isPlainValue(value: string): boolean {
  if (value === '') return true;
  if (/^(?:"[^"\\\p{C}]*"|'[^'\p{C}]*')$/u.test(value)) return true;
  return /^[\p{L}\p{N}./][^\p{C}]*$/u.test(value) && !/:(?:\s|$)|\s#/u.test(value);
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

/** gray-matter is loaded for the first front matter: many commands read none, and the module brings its own YAML parser. */
let matter: typeof Matter | null = null;

/** The text between the fences, with one line ending at its end. */
function linesToParse(yaml: string): string {
  if (yaml.length > maxFrontMatterLength)
    throw new FrontMatterProblem(`front matter is longer than ${maxFrontMatterLength / 1024} KiB`);
  return `${yaml.replace(/\r?\n$/u, '')}\n`;
}

function parseMapping(lines: string): Record<string, unknown> {
  let failure: Error | undefined;
  const engine = {
    parse: (source: string): object => {
      try {
        return parseYaml(`${source.replace(/^\n/u, '')}\n`);
      } catch (error) {
        failure = error instanceof Error ? error : new FrontMatterProblem(messageOf(error));
        return {};
      }
    },
    stringify: (): string => {
      throw new AppError('INTERNAL', 'front matter is never printed through gray-matter');
    },
  };
  matter ??= createRequire(import.meta.url)('gray-matter') as typeof Matter;
  const file = matter(`---\n${lines}---\n`, { engines: { yaml: engine }, language: 'yaml' });
  // gray-matter ends at the first line that begins with three dashes, and skips blocks of comments: we read such texts ourselves.
  const whole = `${file.matter.replace(/^\n/u, '')}\n` === lines;
  if (!whole) return plainMapping(parseYaml(lines));
  if (failure !== undefined) throw failure;
  return plainMapping(file.data);
}

function parseYaml(source: string): object {
  const openers = source.match(/[[{]/gu)?.length ?? 0;
  if (openers > 2000) throw new FrontMatterProblem('front matter has too many brackets');
  const document = parseDocument(source, {
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
    logLevel: 'silent',
  });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const [reason = ''] = problem.message.split(/ at line \d+|\n/u);
    throw new FrontMatterProblem(`front matter is not valid YAML: ${reason}`, problem.pos[0]);
  }
  visit(document, {
    Alias: (_key, node) => {
      throw new FrontMatterProblem('front matter may not use aliases', node.range?.[0]);
    },
    Pair: (_key, pair, path) => {
      if (path.length > maxDepth * 2) throw new FrontMatterProblem('front matter is nested too deeply');
      const key: unknown = (pair.key as { value?: unknown } | null)?.value;
      if (typeof key === 'string' && refusedKeys.has(key))
        throw new FrontMatterProblem(`front matter may not have a key named ${key}`);
    },
  });
  takeAsWritten(document);
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new FrontMatterProblem('front matter is not a list of keys');
  return value;
}

/** YAML reads `description: 1.10` as the number 1.1, which is not what its writer wants to be read. */
function takeAsWritten({ contents }: Document.Parsed): void {
  if (!isMap(contents)) return;
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || !textKeys.has(key.value) || !isScalar(value)) continue;
    if (value.value === null || typeof value.value === 'string') continue;
    if (value.source !== undefined) value.value = value.source;
  }
}

function plainMapping(value: object): Record<string, unknown> {
  const data = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) data[key] = item;
  return data;
}

/** One key's lines in the front matter, with the comments and blank lines right above them. */
export interface FrontMatterPart {
  /** Null for lines that belong to no key (comments at the end). */
  key: string | null;
  text: string;
  /** Where the key's own line begins, counted from the part's beginning. */
  keyStart: number;
}

/** Cuts front matter into its top-level keys; the texts joined are the YAML again. Null when it is not a block mapping. */
export function partsOf(yaml: string): FrontMatterPart[] | null {
  const parts: FrontMatterPart[] = [];
  let loose = '';
  for (const line of linesOf(yaml)) {
    const key = keyOf(line);
    const last = parts.at(-1);
    if (key !== null) {
      parts.push({ key, text: loose + line, keyStart: loose.length });
      loose = '';
    } else if (/^\s*(?:#|$)/u.test(line)) {
      loose += line;
    } else if (last !== undefined) {
      last.text += loose + line;
      loose = '';
    } else return null;
  }
  if (loose !== '') parts.push({ key: null, text: loose, keyStart: 0 });
  return parts;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : (text.match(/[^\n]*\n|[^\n]+$/gu) ?? []);
}

function keyOf(line: string): string | null {
  if (/^-(?:\s|$)/u.test(line)) return null;
  const match = keyLine.exec(line);
  if (match === null) return null;
  const [, double, single, plain] = match;
  if (double !== undefined) return unquoted(double);
  return single === undefined ? (plain ?? '') : single.replaceAll("''", "'");
}

function unquoted(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** The order in which the exporter writes the keys it knows. */
const exporterKeyOrder: readonly string[] = [
  'title',
  'description',
  'if',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'icon',
  'cover',
  'coverDark',
  'coverY',
  'coverHeight',
  'layout',
  'metaLinks',
  'vars',
  'tags',
];

/** The keys that pages have, ours among them. */
const plainKeys: ReadonlySet<string> = new Set(['id', ...exporterKeyOrder]);

/**
 * Sets one key (`undefined` removes it), and keeps every other byte: other keys, comments, order. A key that the
 * exporter knows goes to its place among the others; a block that becomes empty is removed. Setting the same value changes nothing.
 *
 * @throws AppError CONTENT_INVALID when the front matter cannot be read, because a splice would not be safe.
 */
export function setFrontMatterKey(text: string, key: string, value: YamlValue | undefined): string {
  const split = splitFrontMatter(text);
  const reading = readFrontMatter(text);
  if (reading.outcome === 'invalid') throw unreadable(reading.message, reading.line);
  const data = reading.outcome === 'read' ? reading.data : {};
  if (sameValue(data[key], value)) return text;
  if (split.yaml === null)
    return addBlock(text, split, withLineEndings(printYamlMapping({ [key]: value }), split.eol));

  const parts = partsOf(split.yaml);
  if (parts === null) throw unreadable('it is written in braces', 1);
  const lines = value === undefined ? '' : withLineEndings(printYamlMapping({ [key]: value }), split.eol);
  const yaml = splicePart(parts, key, lines);
  const result =
    yaml.trim() === ''
      ? removeBlock(text, split)
      : text.slice(0, split.yamlStart) + yaml + text.slice(split.yamlStart + split.yaml.length);
  const after = readFrontMatter(result);
  const expected = { ...data, [key]: value };
  if (value === undefined) delete expected[key];
  if (!sameValue(after.outcome === 'read' ? after.data : {}, expected))
    throw unreadable('its lines are not one key each', 1);
  return result;
}

function unreadable(reason: string, line: number): AppError {
  return new AppError('CONTENT_INVALID', `Front matter cannot be changed: ${reason} (line ${line})`, {
    hint: 'Mend the block between the two --- lines at the top of the page.',
  });
}

function splicePart(parts: readonly FrontMatterPart[], key: string, lines: string): string {
  const at = parts.findIndex((part) => part.key === key);
  const texts = parts.map((part) => part.text);
  const present = parts[at];
  if (present !== undefined) {
    const above = present.text.slice(0, present.keyStart);
    texts[at] = lines === '' ? above : above + lines;
    return texts.join('');
  }
  texts.splice(placeFor(parts, key), 0, lines);
  return texts.join('');
}

function placeFor(parts: readonly FrontMatterPart[], key: string): number {
  const rank = exporterKeyOrder.indexOf(key);
  const ends = parts.at(-1)?.key === null ? parts.length - 1 : parts.length;
  if (rank < 0) return ends;
  const ranks = parts.map((part) => (part.key === null ? -1 : exporterKeyOrder.indexOf(part.key)));
  const before = ranks.findLastIndex((other) => other >= 0 && other < rank);
  if (before >= 0) return before + 1;
  const after = ranks.findIndex((other) => other > rank);
  return after >= 0 ? after : ends;
}

/** Puts a new front matter block of `lines` before everything but a byte order mark. */
export function addBlock(text: string, { bom, eol }: FrontMatterSplit, lines: string): string {
  return `${bom}---${eol}${lines}---${eol}${eol}${text.slice(bom.length)}`;
}

/** Removes the front matter of a text if it is empty. */
export function withoutEmptyBlock(text: string): string {
  const split = splitFrontMatter(text);
  return split.yaml === '' ? removeBlock(text, split) : text;
}

function removeBlock(text: string, { bom, bodyStart }: FrontMatterSplit): string {
  return bom + text.slice(bodyStart).replace(/^\r?\n/u, '');
}

function withLineEndings(lines: string, eol: string): string {
  return eol === '\n' ? lines : lines.replaceAll('\n', eol);
}

/** Compares two JSON values without regard to the order of keys; absent and `undefined` are the same. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) =>
    sameValue((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}
