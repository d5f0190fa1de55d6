import { isCollection, isScalar, visit, type Document, type LineCounter, type YAMLError } from 'yaml';

/** A YAML error, and where it begins (from 1). */
export interface YamlProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Reports only the first error, at its beginning and in plain words, because after one error a parser misreads the rest. Repeated
 * keys are separate errors, so each of them is reported.
 */
export function yamlProblems(text: string, document: Document, lines: LineCounter): YamlProblem[] {
  const errors = document.errors;
  const [first] = [...errors].sort((one, other) => one.pos[0] - other.pos[0]);
  if (first === undefined) return [];
  const at = (offset: number, message: string): YamlProblem => {
    const { line, col } = lines.linePos(offset);
    return { message, line, column: col };
  };
  if (errors.every(({ code }) => code === 'DUPLICATE_KEY'))
    return errors.map(({ pos }) => at(pos[0], `the key ${keyAt(text, pos[0])} occurs twice`));
  const { offset, message } = causeOf(first, { text, document, lines });
  return [at(offset, message)];
}

/** The key that begins at an offset, as written. */
function keyAt(text: string, offset: number): string {
  return /^(?:"[^"\n]*"|'[^'\n]*'|[^\s:]+)/.exec(text.slice(offset))?.[0] ?? '';
}

interface Cause {
  readonly offset: number;
  readonly message: string;
}

interface Source {
  readonly text: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

function causeOf(error: YAMLError, source: Source): Cause {
  const [offset] = error.pos;
  const { text } = source;
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return { offset, message: 'a tab indents this line: YAML allows only blanks' };
    case 'BAD_SCALAR_START':
      return { offset, message: `a value cannot begin with ${text[offset]}: put it into quotes` };
    case 'MISSING_CHAR':
    case 'BAD_INDENT':
      return openBefore(offset, source) ?? { offset, message: inWords(error) };
    case 'UNEXPECTED_TOKEN':
      return variableAt(offset, text) ?? openBefore(offset, source) ?? { offset, message: inWords(error) };
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_AS_IMPLICIT_KEY':
      return colonOrIndent(offset, source) ?? { offset, message: inWords(error) };
    default:
      return { offset, message: inWords(error) };
  }
}

/** An error from `${NAME}` without quotes inside `{ }`, where a brace begins a mapping. */
function variableAt(offset: number, text: string): Cause | null {
  const start = text[offset] === '{' && text[offset - 1] === '$' ? offset - 1 : offset;
  const variable = /^\$\{\w*\}?/.exec(text.slice(start))?.[0];
  if (variable === undefined) return null;
  return { offset: start, message: `inside { }, a variable needs quotes: "${variable}"` };
}

/** An unclosed quote or bracket. The parser reports it where it stopped searching. */
function openBefore(offset: number, { text, document }: Source): Cause | null {
  let open: Cause | null = null;
  visit(document, {
    Node: (_, node) => {
      const [start = 0, end = 0] = node.range ?? [];
      if (start > offset || end < offset) return;
      const mark = text[start];
      if (isScalar(node) && (mark === '"' || mark === "'") && !closes(text, start, mark))
        open = { offset: start, message: `the quote ${mark} is never closed` };
      if (isCollection(node) && (mark === '[' || mark === '{'))
        open = { offset: start, message: `the bracket ${mark} is never closed` };
    },
  });
  return open;
}

/** Whether a quote is closed on its own line, as in all values of a configuration. */
function closes(text: string, start: number, mark: string): boolean {
  return (text.slice(start + 1).split('\n', 1)[0] ?? '').includes(mark);
}

/** An error because the parser takes a value for the beginning of a mapping. */
function colonOrIndent(offset: number, { text, lines }: Source): Cause | null {
  const { line } = lines.linePos(offset);
  const all = text.split('\n');
  const startOf = (at: number): number => all.slice(0, at - 1).join('\n').length + (at > 1 ? 1 : 0);
  const tight = tightColon(all[line - 1] ?? '');
  if (tight !== null) return { offset: startOf(line) + tight, message: 'a blank is missing after the colon' };
  const indent = (at: number): number => /^ */.exec(all[at - 1] ?? '')?.[0].length ?? 0;
  const next = all.findIndex((each, index) => index >= line && /\S/.test(each)) + 1;
  if (next > 0 && indent(next) > indent(line))
    return {
      offset: startOf(next) + indent(next),
      message: `this line is indented deeper than line ${line}, which has its value already`,
    };
  return { offset, message: 'a value holds a colon and a blank: put it into quotes' };
}

/** The offset of the value in `key:value`; null for any other line. */
function tightColon(line: string): number | null {
  const key = /^\s*(?:- +)?[A-Za-z]\w*:(?=[^\s:])/.exec(line)?.[0];
  return key === undefined ? null : key.length;
}

/** Whether a text is `key:value`, which YAML takes for one word. */
export function isKeyWithoutSpace(text: unknown): boolean {
  return typeof text === 'string' && /^[A-Za-z]\w*:[^\s:]/.test(text) && !/^https?:/.test(text);
}

function inWords({ code, message }: YAMLError): string {
  if (code === 'BAD_INDENT') return 'this line has another indentation than the lines beside it';
  return message.split('\n')[0]?.replace(/:$/, '') ?? message;
}
