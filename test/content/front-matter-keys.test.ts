import { describe, expect, it } from 'vitest';
import { setFrontMatterKey } from '../../src/content/index.ts';
import type { YamlValue } from '../../src/content/index.ts';

describe('a key of front matter', () => {
  it.each<readonly [string, string, YamlValue | undefined, string]>([
    ['# A\n', 'description', 'd', '---\ndescription: d\n---\n\n# A\n'],
    ['---\nicon: x\n---\n\n# A\n', 'description', 'd', '---\ndescription: d\nicon: x\n---\n\n# A\n'],
    [
      '---\nname: n\ncover: c\n---\n\n# A\n',
      'hidden',
      true,
      '---\nname: n\nhidden: true\ncover: c\n---\n\n# A\n',
    ],
    ['---\nname: n\n---\n# A\n', 'icon', 'i', '---\nname: n\nicon: i\n---\n# A\n'],
    [
      '---\ndescription: a\nhidden: true\nlayout:\n  width: wide\n---\n\n# A\n',
      'icon',
      'x',
      '---\ndescription: a\nhidden: true\nicon: x\nlayout:\n  width: wide\n---\n\n# A\n',
    ],
    ['---\ndescription: a\n---\n\n# A\n', 'description', undefined, '# A\n'],
    ['---\ndescription: a\nicon: b\n---\n\n# A\n', 'description', undefined, '---\nicon: b\n---\n\n# A\n'],
    [
      '---\r\nicon: b\r\n---\r\n\r\n# A\r\n',
      'description',
      'd',
      '---\r\ndescription: d\r\nicon: b\r\n---\r\n\r\n# A\r\n',
    ],
    ['---\n# note\nicon: b # why\n---\n\n# A\n', 'icon', 'c', '---\n# note\nicon: c\n---\n\n# A\n'],
    [
      '---\ndescription: >-\n  a\n  b\nicon: c\n---\n',
      'description',
      'd',
      '---\ndescription: d\nicon: c\n---\n',
    ],
    ['---\n---\n# A\n', 'icon', 'i', '---\nicon: i\n---\n# A\n'],
    ['---\n\n---\n# A\n', 'icon', 'i', '---\nicon: i\n\n---\n# A\n'],
    ['', 'icon', 'i', '---\nicon: i\n---\n\n'],
    ['\ufeff# A\n', 'icon', 'i', '\ufeff---\nicon: i\n---\n\n# A\n'],
    ['---\nicon: a', 'icon', 'b', '---\nicon: b\n---\n\n---\nicon: a'],
    ['---\n"icon": a\n---\n', 'icon', 'b', '---\nicon: b\n---\n'],
    ["---\n'icon': a\n---\n", 'icon', 'b', '---\nicon: b\n---\n'],
    ['---\ntags:\n- a\n- b\nicon: c\n---\n', 'tags', ['x'], '---\ntags:\n  - x\nicon: c\n---\n'],
    ['---\n[\n---\n', 'icon', 'c', '---\nicon: c\n---\n\n---\n[\n---\n'],
    [
      '---\nx: 1\n---\n',
      'tags',
      [{ tag: 'a', primary: true }],
      '---\nx: 1\ntags:\n  - tag: a\n    primary: true\n---\n',
    ],
    [
      '---\nzzz: 1\ndescription: d\nyyy: 2\n---\n',
      'icon',
      'i',
      '---\nzzz: 1\ndescription: d\nicon: i\nyyy: 2\n---\n',
    ],
    ['---\nvars:\n  a: b\n---\n', 'if', 'x', '---\nif: x\nvars:\n  a: b\n---\n'],
    ['---\nicon: i\n---\n', 'unknown', 1, '---\nicon: i\nunknown: 1\n---\n'],
  ])('of %j: %s becomes %j', (text, key, value, wanted) => {
    expect(setFrontMatterKey(text, key, value)).toBe(wanted);
  });

  it.each([
    ['---\n{icon: a}\n---\n', 'icon', 'Front matter cannot be changed: it is written in braces (line 1)'],
    [
      '---\nicon: a\nicon: b\n---\n',
      'icon',
      'Front matter cannot be changed: front matter is not valid YAML: Map keys must be unique (line 3)',
    ],
  ])('of %j cannot be changed', (text, key, message) => {
    expect(() => setFrontMatterKey(text, key, 'x')).toThrow(message);
  });
});
