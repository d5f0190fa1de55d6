import { AppError } from '../../base/index.ts';

/**
 * Splits a query string into its values, in order, for each name. Nothing is guessed: what is no valid percent-encoded UTF-8,
 * or holds a NUL, is refused.
 */
export function splitQuery(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The query is not percent-encoded UTF-8.', { cause });
  }
  if (decoded.includes('\0')) throw new AppError('BAD_REQUEST', 'The query holds a NUL character.');
  return decoded;
}
