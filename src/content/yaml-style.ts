/**
 * Prints a YAML value as the service's exporter does, so that a key that we wrote makes no diff when the exporter writes
 * that key again: block style, two spaces, 80 columns, single quotes, long lines folded.
 */

const indentWidth = 2;
const pageWidth = 80;
const narrowest = 40;

/** A value of front matter: any JSON value. */
export type YamlValue = null | boolean | number | string | readonly YamlValue[] | YamlMapping;
export interface YamlMapping {
  readonly [key: string]: YamlValue | undefined;
}

/** Prints a mapping as `key: value` lines (LF, the last line too); keys with `undefined` are left out. */
export function printYamlMapping(mapping: YamlMapping): string {
  const lines = mappingLines(mapping, 0);
  return lines === '' ? '' : `${lines}\n`;
}

function mappingLines(mapping: YamlMapping, level: number): string {
  return Object.entries(mapping)
    .filter((entry): entry is [string, YamlValue] => entry[1] !== undefined)
    .map(([key, value]) => {
      const printed = printNode(value, level + 1);
      return `${printKey(key)}:${printed.startsWith('\n') ? '' : ' '}${printed}`;
    })
    .join(newLine(level));
}

function sequenceLines(items: readonly YamlValue[], level: number): string {
  return items
    .map((item) => {
      const nested = isMapping(item) && hasEntries(item);
      const printed = nested
        ? mappingLines(item, level + 1)
        : Array.isArray(item) && item.length > 0
          ? sequenceLines(item as readonly YamlValue[], level + 1)
          : printNode(item, level + 1);
      return `- ${printed}`;
    })
    .join(newLine(level));
}

function printNode(value: YamlValue, level: number): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'string') return printString(value, level);
  if (Array.isArray(value)) {
    const items = value as readonly YamlValue[];
    return items.length === 0 ? '[]' : newLine(level) + sequenceLines(items, level);
  }
  const mapping = value as YamlMapping;
  return hasEntries(mapping) ? newLine(level) + mappingLines(mapping, level) : '{}';
}

function isMapping(value: YamlValue): value is YamlMapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasEntries(mapping: YamlMapping): boolean {
  return Object.values(mapping).some((value) => value !== undefined);
}

function newLine(level: number): string {
  return `\n${' '.repeat(indentWidth * level)}`;
}

function printNumber(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (value === Infinity) return '.inf';
  if (value === -Infinity) return '-.inf';
  if (Object.is(value, -0)) return '-0.0';
  const text = value.toString(10);
  return /^[-+]?\d+e/u.test(text) ? text.replace('e', '.e') : text;
}

function printKey(key: string): string {
  return printScalar(key, { level: 1, oneLine: true });
}

function printString(text: string, level: number): string {
  return printScalar(text, { level, oneLine: false });
}

function printScalar(text: string, { level, oneLine }: { level: number; oneLine: boolean }): string {
  if (text === '') return "''";
  if (isOldBoolean(text) || sexagesimal.test(text)) return `'${text}'`;
  // Readers differ on a block that begins or ends with lines of blanks: unlike the exporter, we quote such a text.
  if (hasBlankEdge(text)) return doubleQuoted(text);
  if (hasUnprintable(oneLine ? text : text.replaceAll('\n', ''))) return doubleQuoted(text);
  const indent = indentWidth * Math.max(1, level);
  const width = Math.max(narrowest, pageWidth - indent);
  const lines = text.split('\n');
  const foldable = !oneLine && lines.some((line) => line.length > width && !line.startsWith(' '));
  if (oneLine || (lines.length === 1 && !foldable)) {
    return isPlain(text) ? text : `'${text.replaceAll("'", "''")}'`;
  }
  const body = foldable ? fold(text, width) : text;
  const indented = body
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(indent) + line))
    .join('\n');
  return `${foldable ? '>' : '|'}${blockHeader(text)}\n${indented.endsWith('\n') ? indented.slice(0, -1) : indented}`;
}

const sexagesimal = /^[-+]?[0-9_]+(?::[0-9_]+)+(?:\.[0-9_]*)?$/u;

function hasBlankEdge(text: string): boolean {
  return /^[ \t]+\n|\n[ \t]+\n*$/u.test(text) || /^\n\s*$/u.test(text);
}

function isOldBoolean(text: string): boolean {
  return /^(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/u.test(text);
}

const unprintable = /[^\u0020-\u007e\u00a1-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u2028\u2029\ufeff]/u;

function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

/** Says whether a one-line text needs no quotes in block style. */
function isPlain(text: string): boolean {
  if (/^[\s\-?:,[\]{}#&*!|=>'"%@`]/u.test(text) || /[ \t:]$/u.test(text)) return false;
  if (/: |\s#/u.test(text)) return false;
  return !readsAsOtherType(text);
}

const otherTypes: readonly RegExp[] = [
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|<<)$/u,
  /^[-+]?(?:0b[01]+|0x[0-9a-fA-F]+|0o[0-7]+)$/u,
  /^(?:[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)$/u,
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/u,
  /^\d{4}-\d{2}-\d{2}$/u,
  /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::\d{2})?))?$/u,
];

function readsAsOtherType(text: string): boolean {
  return otherTypes.some((pattern) => pattern.test(text));
}

function blockHeader(text: string): string {
  const indicator = /^\n* /u.test(text) ? String(indentWidth) : '';
  if (!text.endsWith('\n')) return `${indicator}-`;
  return text === '\n' || text.endsWith('\n\n') ? `${indicator}+` : indicator;
}

/** Breaks long lines at single spaces. A line break of the text becomes two, except around indented lines. */
function fold(text: string, width: number): string {
  const lines = text.split('\n');
  let result = foldLine(lines[0] ?? '', width);
  let keepsBreaks = text.startsWith('\n') || text.startsWith(' ');
  let pending = '';
  for (const line of lines.slice(1)) {
    pending += '\n';
    const last = line === '';
    if (last) continue;
    const indented = line.startsWith(' ');
    result += pending + (!keepsBreaks && !indented ? '\n' : '') + foldLine(line, width);
    keepsBreaks = indented;
    pending = '';
  }
  return result + pending;
}

function foldLine(line: string, width: number): string {
  if (line === '' || line.startsWith(' ')) return line;
  const pieces: string[] = [];
  let start = 0;
  let lastBreak = 0;
  for (const match of line.matchAll(/ (?=[^ ])/gu)) {
    if (match.index - start > width) {
      const end = lastBreak > start ? lastBreak : match.index;
      pieces.push(line.slice(start, end));
      start = end + 1;
    }
    lastBreak = match.index;
  }
  if (line.length - start > width && lastBreak > start) {
    pieces.push(line.slice(start, lastBreak), line.slice(lastBreak + 1));
  } else {
    pieces.push(line.slice(start));
  }
  return pieces.join('\n');
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function doubleQuoted(text: string): string {
  let result = '';
  for (const character of text) {
    const short = shortEscapes[character];
    if (short !== undefined) result += short;
    else if (unprintable.test(character)) result += hexEscape(character.codePointAt(0) ?? 0);
    else result += character;
  }
  return `"${result}"`;
}

function hexEscape(point: number): string {
  const hex = point.toString(16).toUpperCase();
  return point <= 0xff ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
