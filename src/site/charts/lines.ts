/** A line of a diagram's source. */
export interface Line {
  /** The number of blanks before the words. */
  readonly indent: number;
  readonly text: string;
}

/** The lines with content, without comments. */
export function linesOf(source: string): Line[] {
  return source
    .split('\n')
    .map((line) => ({
      indent: /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0,
      text: line.trim(),
    }))
    .filter(({ text }) => text !== '' && !text.startsWith('%%'));
}

/** The rest of a line that begins with a word (`title Tides`); undefined for any other line. */
export function textAfterKeyword(word: string, { text }: Line): string | undefined {
  return text.startsWith(word) && /^(?:\s|$)/.test(text.slice(word.length))
    ? text.slice(word.length).trim()
    : undefined;
}

const nodeForms = [
  /^[^[\](){}]*\(\((.*)\)\)$/,
  /^[^[\](){}]*\)\)(.*)\(\($/,
  /^[^[\](){}]*\{\{(.*)\}\}$/,
  /^[^[\](){}]*\[(.*)\]$/,
  /^[^[\](){}]*\((.*)\)$/,
  /^[^[\](){}]*\)(.*)\($/,
];

/** The words of a node, as mind maps and boards write them: `id[words]`, `((words))`, or the words alone. */
export function nodeWords(text: string): string {
  const plain = text.replace(/\s*:::\s*[\w\s-]+$/, '').replace(/\s*@\{.*\}\s*$/, '');
  const inner = nodeForms.map((form) => form.exec(plain)?.[1]).find((words) => words !== undefined) ?? plain;
  return inner
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(/^`(.*)`$/s, '$1')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .trim();
}
