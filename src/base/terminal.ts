const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes text from elsewhere safe to print on a terminal or in a CI log: control characters (C0, DEL, C1), line and
 * paragraph separators and bidirectional controls become `\uXXXX`, so that no escape sequence survives.
 */
export function escapeForTerminal(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
