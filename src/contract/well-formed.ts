import { escapePointer } from './error-words.ts';
import type { Problem } from './problems.ts';

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Finds text that the service could not store and return unchanged: NULs and halves of surrogate pairs, in values and in names, and names
 * that would reach an object's prototype.
 */
export function textProblems(where: Problem['in'], value: unknown): Problem[] {
  const problems: Problem[] = [];
  const waiting: { value: unknown; pointer: string }[] = [{ value, pointer: '' }];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const { value, pointer } = entry;
    if (typeof value === 'string') {
      const message = wrongWith(value);
      if (message !== null) problems.push({ in: where, pointer, message });
    } else if (typeof value === 'number' && !Number.isFinite(value)) {
      problems.push({ in: where, pointer, message: 'is a number too large to keep' });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) {
        const inner = `${pointer}/${escapePointer(name)}`;
        const message = wrongWith(name);
        if (message !== null) problems.push({ in: where, pointer: inner, message: `its name ${message}` });
        waiting.push({ value: child, pointer: inner });
      }
    }
  }
  return problems;
}

function wrongWith(text: string): string | null {
  if (text.includes('\0')) return 'must not contain a NUL character';
  if (loneSurrogate.test(text)) return 'must not contain half of a surrogate pair';
  return null;
}
