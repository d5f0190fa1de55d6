import type { CSSToken } from '@csstools/css-tokenizer';

/** What is wrong in a style sheet, and in which line (from 1). */
export interface StyleFault {
  readonly line: number;
  readonly message: string;
}

/** The kinds of tokens that open something, each with what closes it. */
const closing: Readonly<Record<string, string>> = {
  '{-token': '}',
  '(-token': ')',
  '[-token': ']',
  'function-token': ')',
};

/**
 * The first thing in a style sheet that is opened and never closed, or closed and never opened. Browsers do not complain: they leave out
 * what follows, or take it for a part of what is open. Undefined where all is closed.
 */
export async function styleFault(css: string): Promise<StyleFault | undefined> {
  const { tokenize } = await import('@csstools/css-tokenizer');
  /** Where the tokens begin that the sheet's end cuts off, and others that the tokenizer complains of. */
  const suspect = new Set<number>();
  const tokens = tokenize({ css }, { onParseError: ({ sourceStart }) => suspect.add(sourceStart) });
  const fault = firstFault(tokens, suspect);
  return (
    fault && {
      line: css.slice(0, fault.at).split(/\r\n|[\n\r\f]/u).length,
      message: `${fault.what}: browsers leave out or misread what follows`,
    }
  );
}

function firstFault(
  tokens: readonly CSSToken[],
  suspect: ReadonlySet<number>,
): { readonly at: number; readonly what: string } | undefined {
  const open: { readonly text: string; readonly at: number; readonly end: string }[] = [];
  for (const [type, text, at] of tokens) {
    const whole = nameOfWhole(type, suspect.has(at));
    if (whole !== undefined) return { at, what: whole };
    const end = closing[type];
    if (end !== undefined) open.push({ text, at, end });
    if (!isClosing(type)) continue;
    const last = open.pop();
    if (last === undefined) return { at, what: `the ${text} here closes nothing` };
    if (last.end !== text)
      return { at: last.at, what: `the ${last.text} here is not closed before the next ${text}` };
  }
  const last = open.at(-1);
  return last && { at: last.at, what: `the ${last.text} here is never closed` };
}

function isClosing(type: string): boolean {
  return ['}-token', ')-token', ']-token'].includes(type);
}

/** What is wrong with a token that should have an end and has none; undefined for every other token. */
function nameOfWhole(type: string, isSuspect: boolean): string | undefined {
  if (type === 'bad-string-token' || (type === 'string-token' && isSuspect))
    return 'the text that begins here is never closed';
  if (type === 'comment' && isSuspect) return 'the comment that begins here is never closed';
  if (type === 'bad-url-token' || (type === 'url-token' && isSuspect))
    return 'the url( that begins here is not closed after its address, which needs quotes around it if it has blanks, quotes or brackets';
  return undefined;
}
