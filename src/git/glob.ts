/** A part of a pattern. `folders` is `**` before a slash, and `rest` is `**` at the end. */
type Part =
  | { readonly kind: 'one' | 'star' | 'folders' | 'rest' }
  | { readonly kind: 'is'; readonly character: string }
  | {
      readonly kind: 'set';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

/** What a class of characters in a bracket contains, for bytes: git uses the rules of the C locale. */
const classes: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  blank: ' \t',
  cntrl: '\u0000-\u001f\u007f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-/:-@[-`{-~',
  space: '\t-\r ',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

/**
 * Makes a function that matches paths as git's attribute files do: `*`, `?` and `[…]` match within one name, `**` matches folders. Git
 * compares bytes, so `?` is one byte. A bracket that is never closed and a bracket with an unknown class match nothing.
 * The time to match is bounded by the length of the pattern times that of the path, because anybody may write the patterns.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const parts = partsOf(bytesOf(pattern));
  if (parts === null) return () => false;
  return (path) => {
    let states = closure(new Set([0]), parts, true);
    for (const character of bytesOf(path)) {
      const next = new Set<number>();
      for (const state of states) {
        const part = parts[state];
        if (part === undefined || !takes(part, character)) continue;
        next.add(part.kind === 'is' || part.kind === 'one' || part.kind === 'set' ? state + 1 : state);
      }
      states = closure(next, parts, character === '/');
    }
    return states.has(parts.length);
  };
}

/** A text with one character for each byte. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Adds the states that are reached without a character. */
function closure(states: Set<number>, parts: readonly Part[], afterSlash: boolean): Set<number> {
  // A set visits what is added to it meanwhile.
  for (const state of states) {
    const kind = parts[state]?.kind;
    if (kind === 'star' || kind === 'rest' || (kind === 'folders' && afterSlash)) states.add(state + 1);
  }
  return states;
}

function takes(part: Part, character: string): boolean {
  if (part.kind === 'folders' || part.kind === 'rest') return true;
  if (part.kind === 'is') return part.character === character;
  if (character === '/') return false;
  if (part.kind !== 'set') return true;
  return part.ranges.some(([from, to]) => from <= character && character <= to) !== part.negated;
}

function partsOf(pattern: string): Part[] | null {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length;) {
    const beginsName = at === 0 || pattern[at - 1] === '/';
    const next = partAt(pattern, at, beginsName);
    if (next === null) return null;
    // Further stars of one name match nothing more.
    if (next.part.kind !== 'star' || parts.at(-1)?.kind !== 'star') parts.push(next.part);
    at = next.end;
  }
  return parts;
}

/** The part that begins at a character; null for a bracket that is never closed. */
function partAt(pattern: string, at: number, beginsName: boolean): { part: Part; end: number } | null {
  const character = pattern[at] ?? '';
  if (beginsName && pattern.startsWith('**/', at)) return { part: { kind: 'folders' }, end: at + 3 };
  if (beginsName && pattern.slice(at) === '**') return { part: { kind: 'rest' }, end: at + 2 };
  if (character === '*') return { part: { kind: 'star' }, end: at + 1 };
  if (character === '?') return { part: { kind: 'one' }, end: at + 1 };
  if (character === '[') return setAt(pattern, at);
  const escaped = character === '\\' ? pattern[at + 1] : undefined;
  return { part: { kind: 'is', character: escaped ?? character }, end: at + (escaped === undefined ? 1 : 2) };
}

/** The set of characters that begins at a bracket; null for a bracket that is never closed, and for an unknown class. */
function setAt(pattern: string, start: number): { part: Part; end: number } | null {
  const found = /^\[([!^]?)(\]?(?:\[:[^\]]{0,20}:\]|\\.|(?!\[:[^\]]{0,20}:\])[^\]\\])*)\]/su.exec(
    pattern.slice(start),
  );
  if (found === null) return null;
  const [whole, negation = '', inside = ''] = found;
  const named = [...inside.matchAll(classPattern)].map(([, name = '']) => classes[name]);
  if (named.includes(undefined)) return null;
  const ranges = [inside.replaceAll(classPattern, ''), ...named].flatMap((each) => rangesOf(each ?? ''));
  return { part: { kind: 'set', negated: negation !== '', ranges }, end: start + whole.length };
}

/** The length of a class's name is limited, so that a hostile pattern is read in linear time. */
const classPattern = /\[:([^\]]{0,20}):\]/gsu;

/** The ranges of characters that the inside of a bracket contains. A single character is a range of its own. */
function rangesOf(inside: string): (readonly [string, string])[] {
  const characters = [...inside.matchAll(/\\(.)|(.)/gsu)].map(([, escaped, plain]) => ({
    character: escaped ?? plain ?? '',
    isDash: plain === '-',
  }));
  const ranges: [string, string][] = [];
  for (let at = 0; at < characters.length; at++) {
    const { character } = characters[at]!;
    const isRange = characters[at + 1]?.isDash === true && at + 2 < characters.length;
    ranges.push([character, isRange ? characters[at + 2]!.character : character]);
    if (isRange) at += 2;
  }
  return ranges;
}
