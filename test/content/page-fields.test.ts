import { describe, expect, it } from 'vitest';
import {
  pageIdOf,
  placePageId,
  readPageFields,
  setPageFields,
  withoutPageId,
  type PageFieldChanges,
  type PageFieldsReading,
} from '../../src/content/index.ts';

describe('the fields of a page', () => {
  it.each<readonly [string, PageFieldsReading]>([
    ['a', { fields: {}, problems: [] }],
    ['---\n---\n', { fields: {}, problems: [] }],
    [
      '---\na: [\n---\n',
      {
        fields: {},
        problems: [
          {
            line: 3,
            column: 1,
            message:
              'front matter is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
          },
        ],
      },
    ],
    ['---\n- a\n---\n', { fields: {}, problems: [] }],
    [
      '---\ntitle: T\ndescription: D\nicon: i\nhidden: true\nnoIndex: false\nnoRobotsIndex: true\nif: a\ntags:\n  - b\nmetaLinks:\n  a: b\nvars:\n  c: 1\n---\n',
      {
        fields: {
          description: 'D',
          icon: 'i',
          hidden: true,
          noIndex: false,
          noRobotsIndex: true,
          condition: 'a',
          tags: ['b'],
          metaLinks: { a: 'b' },
          variables: { c: 1 },
        },
        title: 'T',
        problems: [],
      },
    ],
    [
      '---\ntitle: []\ndescription: {}\nicon: [a]\nhidden: yes\nnoIndex: 1\nnoRobotsIndex: x\nif: []\ntags: a\nmetaLinks: []\nvars: 1\ncover: []\ncoverDark: {}\ncoverY: a\ncoverHeight: .inf\nlayout: x\n---\n',
      {
        fields: {},
        problems: [
          { line: 2, column: 1, message: "The front matter's title is no text" },
          { line: 3, column: 1, message: "The front matter's description is no text" },
          { line: 4, column: 1, message: "The front matter's icon is no text" },
          { line: 5, column: 1, message: "The front matter's hidden is no true or false" },
          { line: 6, column: 1, message: "The front matter's noIndex is no true or false" },
          { line: 7, column: 1, message: "The front matter's noRobotsIndex is no true or false" },
          { line: 8, column: 1, message: "The front matter's if is no text" },
          { line: 12, column: 1, message: "The front matter's cover is no path or URL" },
          { line: 13, column: 1, message: "The front matter's coverDark is no path or URL" },
          { line: 14, column: 1, message: "The front matter's coverY is no number" },
          { line: 15, column: 1, message: "The front matter's coverHeight is no number" },
          { line: 16, column: 1, message: "The front matter's layout is no list of keys" },
          { line: 9, column: 1, message: "The front matter's tags is no list" },
          { line: 10, column: 1, message: "The front matter's metaLinks is no list of keys" },
          { line: 11, column: 1, message: "The front matter's vars is no list of keys" },
        ],
      },
    ],
    [
      '\ufeff---\r\n# Words\r\n\r\nown: [\r\n  icon: 1]\r\n"icon": []\r\n---\r\n',
      { fields: {}, problems: [{ line: 6, column: 1, message: "The front matter's icon is no text" }] },
    ],
    [
      '---\n{icon: []}\n---\n',
      { fields: {}, problems: [{ line: 1, column: 1, message: "The front matter's icon is no text" }] },
    ],
    [
      '---\ntitle: 2024\ndescription: 1.10\nicon: 0x1F\nif: true\ncover: 2026-11-27\n---\n',
      {
        fields: {
          description: '1.10',
          icon: '0x1F',
          condition: 'true',
          cover: { ref: { kind: 'file', file: '2026-11-27' } },
        },
        title: '2024',
        problems: [],
      },
    ],
    [
      '---\ndescription: >-\n  a\n  b\nicon: "c\\td"\nif: !!str 1.0\n---\n',
      { fields: { description: 'a b', icon: 'c\td', condition: '1.0' }, problems: [] },
    ],
    ['---\ntitle: null\nhidden: ~\ncover:\n---\n', { fields: {}, problems: [] }],
    [
      '---\ncover: a.png\n---\n',
      { fields: { cover: { ref: { kind: 'file', file: 'a.png' } } }, problems: [] },
    ],
    [
      '---\ncover: https://a.example/b.png\ncoverDark: //c.example/d\ncoverY: 1.5\ncoverHeight: 20\n---\n',
      {
        fields: {
          cover: {
            ref: { kind: 'url', url: 'https://a.example/b.png' },
            refDark: { kind: 'url', url: '//c.example/d' },
            yPos: 1.5,
            height: 20,
          },
        },
        problems: [],
      },
    ],
    [
      '---\ncoverDark: a.png\n---\n',
      { fields: { cover: { refDark: { kind: 'file', file: 'a.png' } } }, problems: [] },
    ],
    ['---\ncoverY: 1\n---\n', { fields: {}, problems: [] }],
    [
      '---\nlayout:\n  width: wide\n  cover:\n    visible: true\n    size: hero\n    mask: fade\n  title:\n    visible: false\n    size: x\n  outline:\n    visible: x\n  other: 1\n---\n',
      {
        fields: {
          layout: {
            width: 'wide',
            cover: true,
            coverSize: 'hero',
            coverMask: 'fade',
            title: false,
            other: 1,
          },
        },
        problems: [],
      },
    ],
    ['---\nlayout:\n  cover:\n    size: 1\n    mask: 2\n---\n', { fields: { layout: {} }, problems: [] }],
    ['---\nlayout: {}\n---\n', { fields: { layout: {} }, problems: [] }],
  ])('of %j are %j', (text, reading) => {
    expect(readPageFields(text)).toEqual(reading);
  });

  it.each<readonly [string, PageFieldChanges, string]>([
    ['a\n', {}, 'a\n'],
    ['a\n', { description: 'b' }, '---\ndescription: b\n---\n\na\n'],
    ['---\ndescription: b\n---\na\n', { description: null }, 'a\n'],
    ['---\ndescription: b\n---\na\n', { description: '' }, 'a\n'],
    [
      'a\n',
      { hidden: true, noIndex: true, noRobotsIndex: true, icon: 'i', condition: 'c' },
      '---\nif: c\nhidden: true\nnoIndex: true\nnoRobotsIndex: true\nicon: i\n---\n\na\n',
    ],
    ['---\nhidden: true\nnoIndex: true\n---\na\n', { hidden: false }, '---\nnoIndex: true\n---\na\n'],
    [
      'a\n',
      { cover: { path: 'p.png', darkPath: 'd.png', yPos: 0, height: 5 } },
      '---\ncover: p.png\ncoverDark: d.png\ncoverY: 0\ncoverHeight: 5\n---\n\na\n',
    ],
    [
      '---\ncover: a\ncoverDark: b\ncoverY: 1\ncoverHeight: 2\nx: 1\n---\na\n',
      { cover: null },
      '---\nx: 1\n---\na\n',
    ],
    ['---\ncover: a\ncoverY: 1\n---\na\n', { cover: { yPos: null } }, '---\ncover: a\n---\na\n'],
    [
      'a\n',
      {
        layout: {
          coverSize: 'hero',
          coverMask: 'm',
          cover: true,
          width: 'wide',
          title: false,
          tableOfContents: true,
          outline: true,
          pagination: true,
          metadata: true,
          description: true,
          zeta: { a: 1 },
        },
      },
      '---\nlayout:\n  width: wide\n  cover:\n    visible: true\n    size: hero\n    mask: m\n  title:\n    visible: false\n  description:\n    visible: true\n  tableOfContents:\n    visible: true\n  outline:\n    visible: true\n  pagination:\n    visible: true\n  metadata:\n    visible: true\n  zeta:\n    a: 1\n---\n\na\n',
    ],
    ['a\n', { layout: { cover: false } }, '---\nlayout:\n  cover:\n    visible: false\n---\n\na\n'],
    ['---\nlayout:\n  cover:\n    visible: true\nx: 1\n---\na\n', { layout: null }, '---\nx: 1\n---\na\n'],
    ['a\n', { layout: { coverSize: 'hero' } }, '---\nlayout: {}\n---\n\na\n'],
    [
      'a\n',
      { layout: { cover: true, coverMask: 1 } },
      '---\nlayout:\n  cover:\n    visible: true\n---\n\na\n',
    ],
    [
      'a\n',
      { metaLinks: { canonical: 'x' }, variables: { a: 'b' }, tags: ['t'] },
      '---\nmetaLinks:\n  canonical: x\nvars:\n  a: b\ntags:\n  - t\n---\n\na\n',
    ],
    ['---\ntags:\n  - t\nvars:\n  a: b\nx: 1\n---\n', { tags: null, variables: null }, '---\nx: 1\n---\n'],
  ])('of %j change by %j to %j', (text, changes, wanted) => {
    expect(setPageFields(text, changes)).toBe(wanted);
  });
});

describe('the id of a page', () => {
  it.each([
    ['a\n', '---\nid: i1\n---\n\na\n', 'key'],
    ['', '---\nid: i1\n---\n\n', 'key'],
    ['---\na: 1\n---\n', '---\nid: i1\na: 1\n---\n', 'key'],
    ['---\n---\n', '---\n# tidemark-id: i1\n---\n', 'comment'],
    ['---\nid: x\n---\n', '---\n# tidemark-id: i1\nid: x\n---\n', 'comment'],
    ['---\na: [\n---\n', '---\nid: i1\na: [\n---\n', 'key'],
    ['---\r\na: 1\r\n---\r\n', '---\r\nid: i1\r\na: 1\r\n---\r\n', 'key'],
    ['\ufeffa', '\ufeff---\nid: i1\n---\n\na', 'key'],
    ['\r\na\r\n', '---\r\nid: i1\r\n---\r\n\r\n\r\na\r\n', 'key'],
    ['---\n# c\na: 1\n---\n', '---\nid: i1\n# c\na: 1\n---\n', 'key'],
    ['---\n"id": x\n---\n', '---\n# tidemark-id: i1\n"id": x\n---\n', 'comment'],
  ])('goes into %j as %j, in a %s', (text, wanted, place) => {
    expect(placePageId(text, 'i1')).toEqual({ text: wanted, place });
    expect(pageIdOf(wanted)).toBe('i1');
    expect(withoutPageId(wanted, 'i1')).toBe(text);
  });

  it.each([
    ['a', null],
    ['---\nid: a\n---\n', 'a'],
    ["---\nid: 'a''b'\n---\n", "a'b"],
    ['---\nid: "a"\n---\n', 'a'],
    ['---\nid:   a  # c\n---\n', 'a'],
    ['---\nid: a # c\n---\n', 'a'],
    ['---\nid: "a\\n"\n---\n', null],
    ['---\nid:\n---\n', null],
    ['---\nid: [a]\n---\n', null],
    ['---\nid: |\n  a\n---\n', null],
    ['---\nx:\n  id: a\n---\n', null],
    ['---\n"id": a\n---\n', 'a'],
    ["---\n'id' : a\n---\n", 'a'],
    ['---\nid:a\n---\n', null],
    ['---\nb: 1\nid: a\n---\n', 'a'],
    ['---\n# tidemark-id: a\nid: b\n---\n', 'a'],
    ['---\n# tidemark-id: a  \n---\n', 'a'],
    ['---\nx: 1\n# tidemark-id: a\n---\n', null],
    ['---\n#tidemark-id: a\n---\n', null],
    ['---\nid: a b\n---\n', 'a b'],
    ['---\nid: a#b\n---\n', 'a#b'],
    ['---\r\nid: a\r\n---\r\n', 'a'],
    ['---\nid: &a b\n---\n', null],
  ])('in %j is %j', (text, id) => {
    expect(pageIdOf(text)).toBe(id);
  });

  it.each<readonly [string, string | undefined, string]>([
    ['---\nid: a\n---\n\nb', undefined, 'b'],
    ['---\nid: a\n---\nb', undefined, '---\n---\nb'],
    ['---\nid: a\n---\n\nb', 'a', 'b'],
    ['---\nid: a\n---\n\nb', 'c', '---\nid: a\n---\n\nb'],
    ['---\nid: a\nx: 1\n---\nb', undefined, '---\nx: 1\n---\nb'],
    ['---\nx: 1\nid: a\n---\nb', undefined, '---\nx: 1\n---\nb'],
    ['---\n# tidemark-id: a\nx: 1\n---\nb', 'a', '---\nx: 1\n---\nb'],
    ['---\n# tidemark-id: a\n---\nb', undefined, '---\n---\nb'],
    ['b', undefined, 'b'],
    ['\ufeff---\nid: a\n---\n\nb', undefined, '\ufeffb'],
    ['---\r\nid: a\r\n---\r\n\r\nb', undefined, 'b'],
  ])('is taken out of %j, where it is %s: %j', (text, id, wanted) => {
    expect(withoutPageId(text, id)).toBe(wanted);
  });
});
