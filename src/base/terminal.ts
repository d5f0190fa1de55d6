/** The characters that control a terminal, or that make text appear in another order than it is read. */
const controls = '\\u0000-\\u001f\\u007f';
const lateControls = '\\u0080-\\u009f';
const breaks = '\\u2028\\u2029';
const direction = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';

const unsafe = new RegExp(`[${controls}${lateControls}${breaks}${direction}]`, 'gu');
const hidden = new RegExp(`[${lateControls}${breaks}${direction}]`, 'gu');
const spacing = new RegExp(`[${controls}${lateControls}${breaks}]+`, 'gu');
const turning = new RegExp(`[${direction}]`, 'gu');
const unsafeMark = new RegExp(unsafe.source, 'u');

/**
 * Makes text from elsewhere safe to print on a terminal or in a CI log: control characters (C0, DEL, C1), line and paragraph
 * separators and bidirectional controls become `\uXXXX`, so that no escape sequence is left.
 */
export function escapeForTerminal(text: string): string {
  return text.replace(unsafe, escaped);
}

/**
 * The last protection for everything that is printed: characters that none of our output needs (C1, separators, bidirectional
 * controls) become `\uXXXX`. Colours and line breaks stay, and JSON keeps its values, because JSON writes these characters in the
 * same way.
 */
export function escapeHidden(text: string): string {
  return text.replace(hidden, escaped);
}

/**
 * Makes text from elsewhere safe for what people read outside of our own output, such as a commit: control characters become
 * spaces, and direction controls are removed.
 */
export function withoutControls(text: string): string {
  return unsafeMark.test(text) ? text.replace(spacing, ' ').replace(turning, '') : text;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
