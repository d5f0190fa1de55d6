import { AppError } from '../../base/index.ts';

const maximumDepth = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a request body as JSON, and refuses everything that two readers may understand differently: bytes that are not UTF-8, a key that an
 * object has twice, NUL and lone surrogates in strings, and nesting deeper than 64.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The request body is not UTF-8.', { cause });
  }
  const problem = problemIn(text);
  if (problem !== undefined) throw new AppError('BAD_REQUEST', `The request body ${problem}.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The request body is not JSON.', { cause });
  }
}

const loneSurrogate = /\p{Surrogate}/u;
const quote = 0x22;
const backslash = 0x5c;

/** Goes through the tokens without building anything, so that the cost of a hostile body grows only with its length. */
function problemIn(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) {
      if (open.length === maximumDepth) return `is nested deeper than ${maximumDepth}`;
      open.push(code === 0x7b ? new Set() : undefined);
    } else if (code === 0x7d || code === 0x5d) {
      open.pop();
    } else if (code === quote) {
      const end = endOfString(text, at);
      const string = decode(text.slice(at, end + 1));
      if (string === undefined) return 'is not JSON';
      if (string.includes('\0')) return 'holds a NUL character';
      if (loneSurrogate.test(string)) return 'holds half of a surrogate pair';
      at = end;
      const keys = open.at(-1);
      if (keys !== undefined && isFollowedByColon(text, end + 1)) {
        if (keys.has(string)) return `names ${JSON.stringify(string.slice(0, 60))} twice in one object`;
        keys.add(string);
      }
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    at += code === backslash ? 2 : 1;
  }
  return text.length;
}

function decode(token: string): string | undefined {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return undefined;
  }
}

function isFollowedByColon(text: string, start: number): boolean {
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character !== ' ' && character !== '\n' && character !== '\r' && character !== '\t')
      return character === ':';
  }
  return false;
}
