import type { Nodes, Root } from 'mdast';

/*
 * CommonMark wants a space or punctuation outside of `**` where there is punctuation inside of it. Text in Chinese, Japanese
 * and Korean has no blanks between words, and the hosted editor marks words together with the blanks at their ends, so that its
 * own text is full of marks that readers would see as asterisks. We insert two characters that nobody writes, and that count as
 * punctuation, so that CommonMark recognises the marks. After reading, we remove the two characters from the tree.
 */

/** Separates a mark from the letter on its outer side. Removed after reading. */
const joint = '\uaade';
/** Replaces a blank on a mark's inner side. */
const blank = '\uaadf';

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const sign = /[\p{P}\p{S}]/u;
const space = /\s/u;

/** Whether a text may have marks that are read only after {@link repairEmphasis}. */
function mayNeedIt(text: string): boolean {
  if (!/[*_~]/.test(text) || text.includes(joint) || text.includes(blank)) return false;
  return (
    eastAsian.test(text) ||
    /&(?:nbsp|#x20|#32|#xa0|#160);/i.test(text) ||
    /\p{L}\*\*[\p{P}\p{S}]|[\p{P}\p{S}]\*\*\p{L}/u.test(text) ||
    /\*\*[ \t]+[^\s*][^*\n]*\*\*|\*\*[^\s*][^*\n]*[ \t]\*\*(?=[^\s*])|~~[^\s~][^~\n]*[ \t]~~/.test(text)
  );
}

/** The text with its emphasis marks changed so that CommonMark reads them; undefined when nothing changes. */
export function repairEmphasis(text: string): string | undefined {
  if (!mayNeedIt(text)) return undefined;
  const mended = text
    .split('\n')
    .map((line) => (/^[ \t>]*\|/.test(line) ? cellsOf(line).map(mendPart).join('') : mendPart(line)))
    .join('\n');
  return mended === text ? undefined : mended;
}

/** Removes from a tree the characters that {@link repairEmphasis} inserted. */
export function undoEmphasisRepair(root: Root): void {
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const fields = node as unknown as Record<string, unknown>;
    for (const name of ['value', 'url', 'title', 'alt', 'lang', 'meta', 'identifier', 'label']) {
      const value = fields[name];
      if (typeof value === 'string' && /[\uaade\uaadf]/.test(value))
        fields[name] = value.replaceAll(joint, '').replaceAll(blank, ' ');
    }
    if ('children' in node) stack.push(...node.children);
  }
}

interface Run {
  readonly at: number;
  readonly length: number;
  readonly character: '*' | '_' | '~';
}

/** Replaces `length` code units at `at` by `text`. */
interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** Splits a table's line after each bar, because no mark spans two cells. */
function cellsOf(line: string): string[] {
  return line.match(/(?:\\.|[^|\\])+\|?|\||\\$/g) ?? [line];
}

const kinds = [
  ['*', 3],
  ['*', 2],
  ['*', 1],
  ['_', 2],
  ['_', 1],
  ['~', 2],
] as const;

function mendPart(part: string): string {
  if (!/[*_~]/.test(part)) return part;
  const runs = runsIn(part);
  const edits: Edit[] = [];
  for (const [character, length] of kinds) {
    const same = runs.filter((run) => run.character === character && run.length === length);
    // Marks of one kind alternate: with an odd number of marks, nobody knows which belong together.
    if (same.length % 2 === 1) continue;
    for (let at = 0; at < same.length; at += 2) {
      const [open, close] = [same[at], same[at + 1]];
      if (open && close) edits.push(...mendedPair(part, open, close));
    }
  }
  edits.sort((one, other) => other.at - one.at);
  return edits.reduce(
    (text, { at, length, text: put }) => text.slice(0, at) + put + text.slice(at + length),
    part,
  );
}

/** Text that has no marks: escapes, tags, the targets of links, addresses. */
const passedOver =
  /\\.|<[A-Za-z/!][^<>]*>|\]\((?:<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)|https?:\/\/[^\s<>]*[^\s<>*_.,)]/y;

function runsIn(part: string): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < part.length;) {
    const character = part[at];
    if (character === '`') {
      const ticks = /`+/y;
      ticks.lastIndex = at;
      const run = ticks.exec(part)?.[0] ?? '`';
      const end = closingTicks(part, at + run.length, run.length);
      at = end === -1 ? at + run.length : end;
      continue;
    }
    passedOver.lastIndex = at;
    const passed = passedOver.exec(part)?.[0].length ?? 0;
    if (passed > 0) at += passed;
    else if (character === '*' || character === '_' || character === '~') {
      let end = at;
      while (part[end] === character) end += 1;
      const isInWord = /[A-Za-z0-9]/.test(part[at - 1] ?? '') && /[A-Za-z0-9]/.test(part[end] ?? '');
      if (character !== '_' || !isInWord) runs.push({ at, length: end - at, character });
      at = end;
    } else at += 1;
  }
  return runs;
}

function closingTicks(part: string, from: number, length: number): number {
  for (const { index, 0: run } of part.slice(from).matchAll(/`+/g))
    if (run.length === length) return from + index + length;
  return -1;
}

/** The edits that turn two marks into an opening and a closing one, where the text shows that this is meant. */
function mendedPair(part: string, open: Run, close: Run): Edit[] {
  const begin = open.at + open.length;
  const content = part.slice(begin, close.at);
  if (content.trim() === '') return [];
  const before = lastOf(part.slice(0, open.at));
  const after = firstOf(part.slice(close.at + close.length));
  const opens = canOpen(open.character, before, firstOf(content));
  const closes = canClose(close.character, lastOf(content), after);
  if (opens && closes) return [];
  const leading = content.search(/[^ \t]/);
  const trailing = content.length - content.replace(/[ \t]+$/, '').length;
  if (leading + trailing > 0 && !mayHoldBlanks(part, [open, close], { leading, trailing })) return [];
  const sides = opens ? ([before, after] as const) : ([after, before] as const);
  if (leading + trailing === 0 && !isOfEditor(content, sides) && !(isStrong(open) && touches(...sides)))
    return [];
  const put = (at: number, length: number, text: string): Edit => ({ at, length, text });
  const edits = [
    put(begin, leading, blank.repeat(leading)),
    put(close.at - trailing, trailing, blank.repeat(trailing)),
  ];
  const inner = {
    first: leading > 0 ? blank : firstOf(content),
    last: trailing > 0 ? blank : lastOf(content),
  };
  if (!canOpen(open.character, before, inner.first)) edits.push(put(open.at, 0, joint));
  if (!canClose(close.character, inner.last, after)) edits.push(put(close.at + close.length, 0, joint));
  return edits;
}

/** Whether text between marks, with the characters around them, has a form that only the hosted editor writes. */
function isOfEditor(content: string, around: readonly string[]): boolean {
  const borders = [...around, firstOf(content), lastOf(content)];
  return borders.some((each) => eastAsian.test(each)) || /^&(?:nbsp|#)|(?:nbsp|#x?\w{2,4});$/i.test(content);
}

function isStrong({ character, length }: Run): boolean {
  return character === '*' && length > 1;
}

/** Whether a mark touches a word on its outer side, while the other mark is at the border of words: `**Note:**text`, not `f(**a)**b`. */
function touches(border: string, word: string): boolean {
  return (isSpace(border) || /[.,;:!?]/.test(border)) && /\p{L}/u.test(word);
}

/**
 * `2 ** 3 ** 4` is not emphasis: one mark must touch its text, or both must touch a word outside (`one** two **three`), or the line
 * must begin with the mark.
 */
function mayHoldBlanks(
  part: string,
  [{ at, length, character }, close]: readonly [Run, Run],
  { leading, trailing }: { leading: number; trailing: number },
): boolean {
  if (character === '_' || length < 2) return false;
  if (leading === 0 || trailing === 0 || /^[ \t>]*$/.test(part.slice(0, at))) return true;
  return /\p{L}$/u.test(part.slice(0, at)) && /^\p{L}/u.test(part.slice(close.at + close.length));
}

function canOpen(character: string, before: string, after: string): boolean {
  return isLeft(before, after) && (character !== '_' || !isRight(before, after) || sign.test(before));
}

function canClose(character: string, before: string, after: string): boolean {
  return isRight(before, after) && (character !== '_' || !isLeft(before, after) || sign.test(after));
}

/** Whether a run can open emphasis by its neighbours (CommonMark's left-flanking run); `''` is the end of a line. */
function isLeft(before: string, after: string): boolean {
  return !isSpace(after) && (!sign.test(after) || isSpace(before) || sign.test(before));
}

function isRight(before: string, after: string): boolean {
  return !isSpace(before) && (!sign.test(before) || isSpace(after) || sign.test(after));
}

function isSpace(character: string): boolean {
  return character === '' || space.test(character);
}

function firstOf(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function lastOf(text: string): string {
  const tail = text.slice(-2);
  return tail.length === 2 && (tail.codePointAt(0) ?? 0) > 0xffff ? tail : tail.slice(-1);
}
