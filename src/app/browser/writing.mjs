// What the editor does with a text, without a browser: every function here gets a text or an editor's state and returns what comes next.

/**
 * The text that an editor begins with, and where its caret stands. In a page that has only its title, the writer goes on below the title,
 * after an empty line.
 */
export function opening(text) {
  const body = text.replace(/^---\n[^]*?\n---\n+/, '');
  if (!/^# [^\n]*\n*$/.test(body)) return { text, caret: 0 };
  const begun = `${text.trimEnd()}\n\n`;
  return { text: begun, caret: begun.length };
}
