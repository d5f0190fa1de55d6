import { expect, it } from 'vitest';
import { printJson, readJson } from '../../src/sync/state/json.ts';

it('prints equal values as equal bytes, in whatever order they were made', () => {
  expect(printJson({ b: [{ d: 1, c: 2 }], a: null })).toEqual(printJson({ a: null, b: [{ c: 2, d: 1 }] }));
});

it('keeps every key, whatever it is called', () => {
  const value = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2, "a": 3}') as Record<string, unknown>;

  expect(JSON.stringify(readJson(printJson(value)))).toBe('{"__proto__":{"x":1},"a":3,"constructor":2}');
});
