import type { Problem } from './problems.ts';

interface PropertySchema {
  readonly type?: string;
}

const limitShape = /^(?:0|[1-9][0-9]{0,3})$/;

/**
 * Reads a query string by the types of its schema, strictly: whole numbers without sign or leading zeros, `true` and `false`, no parameter
 * twice unless it is a list (repeated, or joined by commas). The function reports what it cannot read; names that the schema lacks are left
 * for the schema to refuse.
 */
export function readQuery(
  search: string,
  properties: Readonly<Record<string, PropertySchema>>,
): { values: Record<string, unknown>; problems: Problem[] } {
  const values = Object.create(null) as Record<string, unknown>;
  const problems: Problem[] = [];
  const complain = (name: string, message: string): void => {
    problems.push({ in: 'query', pointer: `/${name}`, message });
  };
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const rawName = equals < 0 ? part : part.slice(0, equals);
    const rawValue = equals < 0 ? '' : part.slice(equals + 1);
    const name = decode(rawName)?.replace(/\[\]$/, '');
    const value = decode(rawValue);
    if (name === undefined || value === undefined) {
      complain(name ?? rawName, 'is not valid percent-encoded UTF-8');
      continue;
    }
    const { type } = (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
    if (type === 'array') {
      const list = (values[name] ??= []) as string[];
      if (value !== '') list.push(...value.split(','));
      continue;
    }
    if (Object.hasOwn(values, name)) {
      complain(name, 'must not be given twice');
      continue;
    }
    values[name] = typed(value, type, (message) => complain(name, message));
  }
  return { values, problems: withoutDoubles(problems) };
}

function typed(value: string, type: string | undefined, complain: (message: string) => void): unknown {
  if (type === 'integer' || type === 'number') {
    if (limitShape.test(value)) return Number(value);
    complain('must be a whole number, at most 4 digits, without sign or leading zeros');
    return 0;
  }
  if (type === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true';
    complain('must be "true" or "false"');
    return false;
  }
  return value;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function withoutDoubles(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ pointer, message }) => {
    const key = `${pointer} ${message}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
