/**
 * The members of a value that its definition names, and the others: objects of answers are open, so a stored value may hold more than the
 * interface shows.
 */
import { isDeepStrictEqual } from 'node:util';
import { definitions, type DefinitionName } from './resources/index.ts';
import type { SchemaParts } from './shapes.ts';

/** A value with only the members that its definition names. */
export function namedMembers<Value>(name: DefinitionName, value: Value): Value {
  return named(definitions[name] as SchemaParts, value) as Value;
}

/**
 * `wanted`, with the members of `kept` that the definition does not name. An item of a list gets such members from the item of `kept` that
 * is otherwise the same.
 */
export function withUnnamedMembers<Value>(name: DefinitionName, wanted: Value, kept: unknown): Value {
  return joined(definitions[name] as SchemaParts, wanted, kept) as Value;
}

type Members = Readonly<Record<string, unknown>>;

function named(schema: SchemaParts, value: unknown): unknown {
  const { properties, items } = schema;
  if (items !== undefined && Array.isArray(value)) return value.map((each) => named(items, each));
  if (properties === undefined || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([member, part]) =>
      Object.hasOwn(value, member) ? [[member, named(part, value[member])]] : [],
    ),
  );
}

function joined(schema: SchemaParts, wanted: unknown, kept: unknown): unknown {
  const { properties, items } = schema;
  if (items !== undefined && Array.isArray(wanted) && Array.isArray(kept)) {
    const left = [...(kept as unknown[])];
    return wanted.map((each) => {
      const at = left.findIndex((other) => isDeepStrictEqual(named(items, other), each));
      return at === -1 ? (each as unknown) : left.splice(at, 1)[0];
    });
  }
  if (properties === undefined || !isObject(wanted) || !isObject(kept)) return wanted;
  const own = Object.entries(wanted).map(([member, value]) => [
    member,
    properties[member] === undefined ? value : joined(properties[member], value, kept[member]),
  ]);
  const unnamed = Object.entries(kept).filter(([member]) => !Object.hasOwn(properties, member));
  return Object.fromEntries([...own, ...unnamed]);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
