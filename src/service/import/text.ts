import { AppError } from '../../base/index.ts';
import { decodeText } from '../../content/index.ts';

/** Downloaded bytes as text. */
export function textOfAnswer(bytes: Uint8Array, url: string): string {
  const text = decodeText(bytes);
  if (text === null) throw new AppError('UNPROCESSABLE', `What is at ${url} is not UTF-8 text.`);
  if (text.includes('\0')) throw new AppError('UNPROCESSABLE', `What is at ${url} is not text.`);
  return text;
}
