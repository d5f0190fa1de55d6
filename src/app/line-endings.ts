import { diffLists } from './diff/words.ts';

/**
 * A text that came from a form, with the line endings that its writer meant: browsers end each line with CRLF, whatever its ending was
 * before. Unchanged lines keep their ending; new lines get the ending of the text's first line.
 */
export function withOwnLineEndings(original: string, submitted: string): string {
  const written = linesOf(submitted.replaceAll(/\r\n?/g, '\n'));
  const before = linesOf(original);
  const usual = before[0]?.ending === '' || before[0] === undefined ? '\n' : before[0].ending;
  if (before.every(({ ending }) => ending === '' || ending === usual))
    return written.map(({ text, ending }) => text + (ending === '' ? '' : usual)).join('');
  const kept: string[] = [];
  let old = 0;
  for (const { kind, parts } of diffLists(before, written, ({ text }) => text)) {
    if (kind === 'removed') {
      old += parts.length;
      continue;
    }
    for (const { text, ending } of parts) {
      const own = kind === 'same' ? before[old]?.ending : undefined;
      if (kind === 'same') old += 1;
      kept.push(text + (ending === '' ? '' : own === undefined || own === '' ? usual : own));
    }
  }
  return kept.join('');
}

function linesOf(text: string): { text: string; ending: string }[] {
  return [...text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)]
    .map(([, line = '', ending = '']) => ({ text: line, ending }))
    .filter(({ text: line, ending }) => line !== '' || ending !== '');
}
