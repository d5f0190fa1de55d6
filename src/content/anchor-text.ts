import { isElementName } from './html-elements.ts';
import { decodeEntities } from './title.ts';

/** The most characters of an anchor that the service makes. */
export const maxAnchorLength = 100;

/** The part of a heading that we read: anchors are cut at a hundred characters, so the rest cannot matter. */
export const maxHeadingLength = 2000;

/** The words that replace signs, set off from the words around them. */
const signs: Readonly<Record<string, string>> = {
  '&': 'and',
  '|': 'or',
  '<': 'less-than',
  '>': 'greater-than',
  '®': '(r)',
  '©': '(c)',
  '™': '(tm)',
  '∞': 'infinity',
  '♥': 'love',
  '∑': 'sum',
  '∆': 'delta',
  '¤': 'currency',
};

const letters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  $: 'usd',
  '€': 'eur',
  '£': 'gbp',
  '¥': 'cny',
};

/** The anchor that the service gives a heading's plain text; `''` when nothing is left of it. */
export function anchorOfText(text: string): string {
  // Most headings are plain words.
  if (/^[a-z][a-z0-9]*(?: [a-z0-9]+)*$/iu.test(text) && text.length <= maxAnchorLength)
    return text.toLowerCase().replaceAll(' ', '-');
  const lower = text.normalize('NFC').toLowerCase().replace(/['‘’]/gu, '');
  let words = '';
  for (const character of lower) words += letters[character] ?? signWord(character) ?? character;
  const folded = words.normalize('NFKD').replace(/\p{M}+/gu, '');
  const dashed = folded
    .replace(/[^a-z0-9._+]+/gu, '-')
    .replaceAll('+', '')
    .replace(/^[-]+/u, '')
    .replace(/[._-]+$/u, '');
  const named = /^\d/u.test(dashed) ? `id-${dashed}` : dashed;
  return named.slice(0, maxAnchorLength);
}

function signWord(character: string): string | undefined {
  const word = signs[character];
  return word === undefined ? undefined : `-${word}-`;
}

/** A code span in a heading, a formula, or an escaped sign. None of them has marks inside. */
const withoutMarksInside =
  /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([\s\S]*?[^`])\2(?!`)|(?<!\$)\$\$(?!\$)([^$]+)\$\$(?!\$)/gu;

/**
 * A heading's words, without tags, icons, marks, link targets and escapes. Code and formulas stay as they are; `shown` may change the
 * other words. Marks behind {@link maxHeadingLength} characters stay: the time to find the pairs of all marks grows with the square of
 * the length.
 */
export function plainHeading(markdown: string, shown = (words: string): string => words): string {
  if (markdown.length <= maxHeadingLength) return plainWords(markdown, shown);
  const read = markdown.slice(0, maxHeadingLength);
  const between = /\s$/u.test(read) ? ' ' : '';
  return plainWords(read, shown) + between + markdown.slice(maxHeadingLength).trimEnd();
}

function plainWords(markdown: string, shown: (words: string) => string): string {
  if (!/[<[\]*_~`\\&!$]/u.test(markdown)) return shown(markdown.trim());
  if (!/[`\\$]/u.test(markdown)) return shown(decodeEntities(withoutMarks(markdown)).trim());
  const held: { readonly text: string; readonly isCode: boolean }[] = [];
  const hold = (text: string, isCode: boolean): string => `\0${held.push({ text, isCode }) - 1}\0`;
  // Markdown text has no NUL, so a pair of NULs can mark the parts that must not be read as markdown.
  const marked = markdown
    .replaceAll('\0', '')
    .replace(withoutMarksInside, (_whole, ...groups: (string | undefined)[]) => {
      const [sign, , code, formula] = groups;
      return sign === undefined ? hold((code ?? formula ?? '').trim(), true) : hold(sign, false);
    });
  const release = (text: string, wanted: (isCode: boolean) => boolean): string =>
    text.replace(/\0(\d+)\0/gu, (whole, at: string) => {
      const part = held[Number(at)];
      return part !== undefined && wanted(part.isCode) ? part.text : whole;
    });
  const words = release(decodeEntities(withoutMarks(marked)), (isCode) => !isCode);
  return release(shown(words), (isCode) => isCode).trim();
}

/** An icon. Its name, which the service writes inside of it, is drawn and not shown. */
const iconWithName = /<i\s(?=[^<>]*\bclass="[^"<>]*\bfa-)[^<>]*>[^<>]*<\/i>/giu;

function withoutMarks(markdown: string): string {
  return markdown
    .replace(/<a\s[^<>]*><\/a>/giu, '')
    .replace(iconWithName, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/gu, '')
    .replace(/\[([^[\]]*)\](?:\((?:<[^<>]*>|[^()]*(?:\([^()]*\)[^()]*)*)\)|\[[^\]]*\])/gu, '$1')
    .replace(/\[\^[^\]]+\]/gu, '')
    .replace(/<([a-z][a-z\d+.-]+:[^\s<>]*)>/giu, '$1')
    .replace(/<\/?([a-z][^\s/<>]*)[^<>]*>/giu, (tag, name: string) => (isElementName(name) ? '' : tag))
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2');
}
