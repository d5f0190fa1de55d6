import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import {
  printYamlMapping,
  readFrontMatter,
  setFrontMatterKey,
  type YamlValue,
} from '../../src/content/index.ts';

describe('front matter', () => {
  it.each<readonly [string, unknown]>([
    ['a', { outcome: 'none' }],
    ['---\na: 1\n---\nb', { outcome: 'read', data: { a: 1 } }],
    ['---\n---\nb', { outcome: 'read', data: {} }],
    ['---\n\n---\nb', { outcome: 'read', data: {} }],
    ['---\na: 1', { outcome: 'none' }],
    ['----\na: 1\n---\n', { outcome: 'none' }],
    ['---js\na\n---\n', { outcome: 'none' }],
    ['--- \na: 1\n--- \nb', { outcome: 'none' }],
    [
      '---\na: 1\n----\nb\n---\nc',
      {
        outcome: 'invalid',
        message: 'front matter is not valid YAML: Implicit keys need to be on a single line',
        line: 3,
        column: 1,
      },
    ],
    ['---\na: 1\n...\nb', { outcome: 'none' }],
    ['\ufeff---\na: 1\n---\n', { outcome: 'read', data: { a: 1 } }],
    ['---\r\na: 1\r\n---\r\nb', { outcome: 'read', data: { a: 1 } }],
    [
      '---\na: 1\na: 2\n---\n',
      {
        outcome: 'invalid',
        message: 'front matter is not valid YAML: Map keys must be unique',
        line: 3,
        column: 1,
      },
    ],
    [
      '---\na: [1\nb: 2\n---\n',
      {
        outcome: 'invalid',
        message:
          'front matter is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
        line: 3,
        column: 1,
      },
    ],
    ['---\n- a\n---\n', { outcome: 'none' }],
    ['---\na\n---\n', { outcome: 'none' }],
    ['---\nnull\n---\n', { outcome: 'none' }],
    ['---\n# c\n---\n', { outcome: 'read', data: {} }],
    [
      '---\na: &x 1\nb: *x\n---\n',
      { outcome: 'invalid', message: 'front matter may not use aliases', line: 3, column: 4 },
    ],
    ['---\na: !!js/function x\n---\n', { outcome: 'read', data: { a: 'x' } }],
    [
      '---\na: 2020-01-01\nb: 010\nc: yes\nd: 0x1f\n---\n',
      { outcome: 'read', data: { a: '2020-01-01', b: 10, c: 'yes', d: 31 } },
    ],
    ['---\na: 1\n---', { outcome: 'read', data: { a: 1 } }],
    [' ---\na: 1\n---\n', { outcome: 'none' }],
    ['---\n"a": 1\n\'b\': 2\n---\n', { outcome: 'read', data: { a: 1, b: 2 } }],
    ['---\na:\n  b: 1\n---\n', { outcome: 'read', data: { a: { b: 1 } } }],
    ['---\na: 1\n---\n\n\nb', { outcome: 'read', data: { a: 1 } }],
    ['---\nx:\ty\n---\n', { outcome: 'read', data: { x: 'y' } }],
    ['---\n<<: {a: 1}\n---\n', { outcome: 'read', data: { '<<': { a: 1 } } }],
    ['---\na: xxxxxxxxxx\n---\n', { outcome: 'read', data: { a: 'xxxxxxxxxx' } }],
    ['---\na: |\n  ---\n  b\n---\nc', { outcome: 'read', data: { a: '---\nb\n' } }],
  ])('of %j is %j', (text, reading) => {
    expect(readFrontMatter(text)).toEqual(reading);
  });

  it.each<readonly [string, string, YamlValue | undefined, string]>([
    ['a', 'x', 1, '---\nx: 1\n---\n\na'],
    ['a', 'x', undefined, 'a'],
    ['', 'x', 1, '---\nx: 1\n---\n\n'],
    ['---\nx: 1\n---\na', 'x', 1, '---\nx: 1\n---\na'],
    ['---\nx: 1\n---\na', 'x', 2, '---\nx: 2\n---\na'],
    ['---\nx: 1 # c\n---\na', 'x', 2, '---\nx: 2\n---\na'],
    ['---\nx: 1\n---\na', 'x', undefined, 'a'],
    ['---\nx: 1\ny: 2\n---\na', 'x', undefined, '---\ny: 2\n---\na'],
    ['---\n# c\nx: 1\n# d\ny: 2\n# e\n---\na', 'x', undefined, '---\n# c\n# d\ny: 2\n# e\n---\na'],
    ['---\n# c\nx: 1\n# d\ny: 2\n# e\n---\na', 'y', 3, "---\n# c\nx: 1\n# d\n'y': 3\n# e\n---\na"],
    ['---\n# c\nx: 1\n# e\n---\na', 'z', 3, '---\n# c\nx: 1\nz: 3\n# e\n---\na'],
    ['---\nhidden: true\n---\na', 'description', 'd', '---\ndescription: d\nhidden: true\n---\na'],
    [
      '---\ndescription: d\ntags: []\n---\na',
      'hidden',
      true,
      '---\ndescription: d\nhidden: true\ntags: []\n---\na',
    ],
    ['---\nzeta: 1\n---\na', 'icon', 'i', '---\nzeta: 1\nicon: i\n---\na'],
    ['---\nicon: i\nzeta: 1\n---\na', 'other', 1, '---\nicon: i\nzeta: 1\nother: 1\n---\na'],
    ['---\n"x": 1\n---\na', 'x', 2, '---\nx: 2\n---\na'],
    ["---\n'x': 1\n---\na", 'x', 2, '---\nx: 2\n---\na'],
    ['---\nx:\n  - 1\n  - 2\ny: 1\n---\na', 'x', [3], '---\nx:\n  - 3\ny: 1\n---\na'],
    ['---\nx: |\n  a\n\n  b\ny: 1\n---\n', 'x', 'z', '---\nx: z\ny: 1\n---\n'],
    ['---\r\nx: 1\r\n---\r\na', 'y', { a: [1] }, "---\r\nx: 1\r\n'y':\r\n  a:\r\n    - 1\r\n---\r\na"],
    ['---\n---\na', 'x', 1, '---\nx: 1\n---\na'],
    ['---\n\n---\na', 'x', 1, '---\nx: 1\n\n---\na'],
    ['---\n- a\n---\n', 'x', 1, '---\nx: 1\n---\n\n---\n- a\n---\n'],
    ['---\na: 1\n', 'x', 1, '---\nx: 1\n---\n\n---\na: 1\n'],
    ['\ufeffa', 'x', 1, '\ufeff---\nx: 1\n---\n\na'],
    ['\r\na', 'x', 1, '---\r\nx: 1\r\n---\r\n\r\n\r\na'],
    ['---\nx: 1\n---\n\na', 'x', undefined, 'a'],
    ['---\n? x\n: 1\n---\n', 'y', 1, "---\n'y': 1\n---\n\n---\n? x\n: 1\n---\n"],
    ['---\nx : 1\n---\n', 'x', 2, '---\nx: 2\n---\n'],
    ['---\na b: 1\n---\n', 'a b', 2, '---\na b: 2\n---\n'],
    ['---\nx: 1\n---\na', 'y', 'it: #', "---\nx: 1\n'y': 'it: #'\n---\na"],
    ['---\nx: a\n  b\ny: 1\n---\n', 'x', 'c', '---\nx: c\ny: 1\n---\n'],
    ['---\nx:\n\n# c\ny: 1\n---\n', 'x', 1, '---\nx: 1\n\n# c\ny: 1\n---\n'],
  ])('of %j with %s as %j is %j', (text, key, value, wanted) => {
    expect(setFrontMatterKey(text, key, value)).toBe(wanted);
  });

  it.each([
    ['---\n{a: 1}\n---\n', 'Front matter cannot be changed: it is written in braces (line 1)'],
    [
      '---\na: [\n---\n',
      'Front matter cannot be changed: front matter is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ] (line 3)',
    ],
    [
      '---\nx: &a 1\ny: *a\n---\n',
      'Front matter cannot be changed: front matter may not use aliases (line 3)',
    ],
  ])('of %j cannot be changed: %s', (text, message) => {
    expect(() => setFrontMatterKey(text, 'x', 1)).toThrow(message);
  });
});

describe('a value in front matter', () => {
  const words = 'word '.repeat(20).trim();

  it.each<string>([
    ...[
      '',
      'x',
      'yes',
      'Yes',
      'YES',
      'yEs',
      'no',
      'No',
      'NO',
      'on',
      'On',
      'ON',
      'off',
      'Off',
      'OFF',
      'y',
      'Y',
      'n',
      'N',
      'yy',
    ],
    ...[
      '12:30',
      '1:2.5',
      '-1:2',
      '+1_0:2:3',
      '1:',
      'a:1',
      'a:b',
      ':a',
      'a:',
      'a: b',
      'a #b',
      'a#b',
      '#a',
      ' a',
      'a ',
      'a\t',
      'a\tb',
    ],
    ...[
      '-',
      '- a',
      '-a',
      '?',
      '?a',
      ',a',
      '[a',
      ']a',
      '{a',
      '}a',
      '&a',
      '*a',
      '!a',
      '|a',
      '>a',
      '=a',
      "it's",
      "'a'",
      '"a"',
      '%a',
      '@a',
      '`a',
    ],
    ...[
      'null',
      'Null',
      'NULL',
      'nUll',
      '~',
      '~a',
      'true',
      'True',
      'TRUE',
      'tRue',
      'false',
      'False',
      'FALSE',
      '<<',
      '<<a',
    ],
    ...[
      '1',
      '+1',
      '-1',
      '1.',
      '1.5',
      '.5',
      '.',
      '1e3',
      '1E-3',
      '1.5e+3',
      '.5e3',
      '1e',
      '1_000',
      '0b1',
      '0b2',
      '0x1F',
      '0xg',
      '0o7',
      '0o8',
      '007',
      '1.2.3',
    ],
    ...['.inf', '.Inf', '.INF', '-.inf', '+.inf', '.iNf', '.nan', '.NaN', '.NAN', '-.nan', 'inf'],
    ...[
      '2020-01-01',
      '2020-1-1',
      '2020-01-01x',
      '2020-1-1T1:00:00Z',
      '2020-01-01 10:00:00',
      '2020-01-01t10:00:00.5 +1:00',
      '2020-01-01T10:00:00-05',
      '2020-01-01T10:00',
    ],
    ...['x\ny', 'x\ny\n', 'x\n\ny', 'x\n y', ' x\ny', '  x\n y\n', 'x\n\ny\n'],
    ...[
      '\0\u0007\b\v\f\r\u001b',
      '\u0085',
      '\u0001',
      '\u007f',
      '\u0080',
      '\u00a0',
      '\u2028a',
      'a\u2029',
      '\ufeff',
      '\u{1f600}',
      'a"b\\\0',
      'é',
      '\ufffd',
      '\ufffe',
    ],
    ...[
      words,
      `${words} `,
      ` ${words}`,
      `${words}\n`,
      `${words}\nx`,
      `x\n${words}`,
      `${words}\n\nx`,
      `${words}\n ${words}`,
      `${words}\n  x\ny`,
    ],
    ...[
      `${words}\n${words}\n\n\nend`,
      'x'.repeat(90),
      `${'x'.repeat(90)} y`,
      `x ${'y'.repeat(90)}`,
      `${'x'.repeat(77)} y`,
      `${'x'.repeat(78)} y`,
      `a  ${words}`,
    ],
    ...[
      `a b: ${words}`,
      `- ${words}`,
      `${'x'.repeat(38)} ${'y'.repeat(38)} z`,
      `${'x'.repeat(39)} ${'y'.repeat(40)} z`,
    ],
  ])('%j is printed as js-yaml prints it, at any depth', (value) => {
    for (const mapping of [
      { a: value },
      { a: { b: [value, { c: value }] } },
      { a: { b: { c: { d: { e: value } } } } },
    ])
      expect(printYamlMapping(mapping)).toBe(dump(mapping, { noRefs: true }));
    if (value.length < 40) expect(printYamlMapping({ [value]: 1 })).toBe(dump({ [value]: 1 }));
  });

  it.each<YamlValue>([
    ...[0, -0, 1.5, 1.5e21, 1e-7, NaN, Infinity, -Infinity, true, false, null],
    ...[
      [],
      {},
      [[]],
      [{}],
      [[], {}],
      { a: [] },
      [1, [2, [3, []]], { b: 1, c: [4, { d: {} }] }],
      { a: { b: { c: 1 } } },
    ],
  ])('%j has the form of js-yaml', (value) => {
    expect(printYamlMapping({ a: value, b: [value] })).toBe(dump({ a: value, b: [value] }, { noRefs: true }));
  });

  it('is left out where it is undefined', () => {
    expect(printYamlMapping({})).toBe('');
    expect(printYamlMapping({ a: undefined })).toBe('');
    expect(printYamlMapping({ a: undefined, b: { c: undefined } })).toBe('b: {}\n');
  });
});
