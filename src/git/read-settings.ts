import { readFileSync } from 'node:fs';
import { codeOf } from '../files/index.ts';

const passedOver = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP']);

/** The text of a file with settings for git; `''` for a file that is missing or may not be read, because git passes over it, too. */
export function readSettings(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (passedOver.has(codeOf(error) ?? '')) return '';
    throw error;
  }
}
