/** What the validator's errors mean, in words for people. */
import type { ErrorObject } from 'ajv';

/** The place of an error: a JSON pointer, which names a missing or unknown member as well. */
export function pointerOf(error: ErrorObject): string {
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  const last = params.missingProperty ?? params.additionalProperty;
  return last === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(last)}`;
}

/** Writes a name as one part of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What is wrong there, in words. */
export function messageOf(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const limit = Number(params['limit']);
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'type':
      return `must be ${typeInWords(String(params['type']))}`;
    case 'maxLength':
      return `must have at most ${counted(limit, 'character')}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, 'character')}`;
    case 'maxItems':
      return `must have at most ${counted(limit, 'item')}`;
    case 'minItems':
      return `must have at least ${counted(limit, 'item')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'pattern':
      return `must match ${String(params['pattern'])}`;
    case 'format':
      return `must be a valid ${String(params['format'])}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    default:
      return error.message ?? `breaks the rule "${error.keyword}"`;
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A type of JSON in words. */
export function typeInWords(type: string): string {
  if (type === 'null') return 'null';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
