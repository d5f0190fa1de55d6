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
    .replace(/^(?:\s|\\n)+|(?:\s|\\n)+$/g, '');
}

/** A line without the comment at its end. */
export function withoutComment(text: string): string {
  return text.replace(/\s%%[^"']*$/, '').trim();
}

/** The lines of a tree of nodes, in which the words of a node may have several lines. */
export function nodeLines(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const open = joined.at(-1);
    if (open && isOpen(open.text))
      joined[joined.length - 1] = { ...open, text: `${open.text}\\n${line.text}` };
    else joined.push(line);
  }
  return joined;
}

function isOpen(text: string): boolean {
  const count = (signs: RegExp): number => text.match(signs)?.length ?? 0;
  return count(/"/g) % 2 === 1 || count(/[([{]/g) > count(/[)\]}]/g);
}

/** Words without the quotes around them. */
export function unquoted(words: string): string {
  return words.trim().replace(/^(["'])(.*)\1$/s, '$2');
}

/** A line of a tree that is written by indentation. */
export interface Branch extends Line {
  readonly branches: Branch[];
}

/** The tree that lines are by their indentation: each belongs to the last line above that begins further left. */
export function treeOf(lines: readonly Line[]): Branch[] {
  const root: Branch = { indent: -1, text: '', branches: [] };
  const way = [root];
  for (const line of lines) {
    const branch: Branch = { ...line, branches: [] };
    while ((way.at(-1) as Branch).indent >= line.indent) way.pop();
    (way.at(-1) as Branch).branches.push(branch);
    way.push(branch);
  }
  return root.branches;
}
