import { AppError } from '../../base/index.ts';
import { decodeText } from '../../content/index.ts';

/** Downloaded bytes as text. */
export function textOfAnswer(bytes: Uint8Array, url: string): string {
  const text = decodeText(bytes);
  if (text === null) throw new AppError('UNPROCESSABLE', `The text at ${url} is not UTF-8.`);
  if (text.includes('\0')) throw new AppError('UNPROCESSABLE', `The content at ${url} is not text.`);
  return text;
}
