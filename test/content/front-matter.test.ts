import * as fc from 'fast-check';
import { dump } from 'js-yaml';
import { afterEach, describe, expect, it } from 'vitest';

import {
  findFrontMatterInText,
  findFrontMatterFault,
  lineWithQuotes,
  pageIdOf,
  placePageId,
  printYamlMapping,
  readFrontMatter,
  readPageFields,
  setFrontMatterKey,
  setPageFields,
  splitFrontMatter,
  withPageId,
  withoutPageId,
} from '../../src/content/index.ts';
import type { YamlValue } from '../../src/content/index.ts';
import { corpusSpaces, hasCorpora } from '../support/corpora.ts';
import { roundsOf } from '../rounds.ts';

const global = globalThis as Record<string, unknown>;

afterEach(() => {
  delete global['frontMatterRan'];
});

describe('reading front matter', () => {
  it('never runs code, whatever language the opening fence names', () => {
    const payload = 'globalThis.frontMatterRan = true; module.exports = {}';
    for (const fence of [
      '---js',
      '---javascript',
      '---JS',
      '--- js',
      '---coffee',
      '---json',
      '--- yaml',
      '---js\r',
    ])
      expect(readFrontMatter(`${fence}\n${payload}\n---\n# T\n`)).toEqual({ outcome: 'none' });
    for (const inner of ['a: !!js/function "x"', 'a: !!js/regexp /x/', `a: 1\n---js\n${payload}`]) {
      const reading = readFrontMatter(`---\n${inner}\n---\n# T\n`);
      expect(reading.outcome === 'read' ? typeof reading.data['a'] : 'refused').not.toBe('function');
    }
    expect(global['frontMatterRan']).toBeUndefined();
  });

  it('answers the same for the same text, and hands out no shared value', () => {
    const broken = '---\na: [\n---\n';
    expect(readFrontMatter(broken).outcome).toBe('invalid');
    expect(readFrontMatter(broken).outcome).toBe('invalid');
    const first = readFrontMatter('---\na: {b: 1}\n---\n');
    if (first.outcome === 'read') (first.data['a'] as Record<string, unknown>)['b'] = 2;
    expect(readFrontMatter('---\na: {b: 1}\n---\n')).toMatchObject({ data: { a: { b: 1 } } });
  });

  it.each([
    ['aliases', '---\na: &x [1]\nb: *x\n---\n'],
    ['an alias bomb', `---\na: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n---\n`],
    ['a circle', '---\na: &a [*a]\n---\n'],
    ['repeated keys', '---\na: 1\na: 2\n---\n'],
    ['keys that touch prototypes', '---\n__proto__:\n  polluted: 1\n---\n'],
    ['nested ones', '---\na:\n  constructor: 1\n---\n'],
    ['thousands of brackets', `---\na: ${'['.repeat(3000)}\n---\n`],
    ['more than 64 KiB', `---\na: ${'x'.repeat(70_000)}\n---\n`],
  ])('refuses %s as invalid, with a place', (_name, text) => {
    const reading = readFrontMatter(text);

    expect(reading.outcome).toBe('invalid');
    if (reading.outcome === 'invalid') expect(reading.line).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('takes two rules around prose for no front matter', () => {
    expect(splitFrontMatter('---\n\nJust prose between rules.\n\n---\nmore').yaml).toBeNull();
    expect(readFrontMatter('---\nno end')).toEqual({ outcome: 'none' });
  });

  it('reads values that gray-matter cuts: only comments, and a line that begins with three dashes', () => {
    expect(readFrontMatter('---\n# nothing\n---\n')).toMatchObject({ outcome: 'read', data: {} });
    expect(readFrontMatter('---\na: |\n  x\n\n---not the end\n---\n').outcome).toBe('invalid');
    expect(readFrontMatter('\uFEFF---\r\ndescription: ü\r\n---\r\n# T\r\n')).toMatchObject({
      data: { description: 'ü' },
    });
  });

  it('reads dates and old octals as the core schema does', () => {
    expect(readFrontMatter('---\nday: 2020-01-01\ntime: 1:30\nnumber: 012\n---\n')).toMatchObject({
      data: { day: '2020-01-01', time: '1:30', number: 12 },
    });
  });
});

describe('printing values', () => {
  const keys = fc.constantFrom('a', 'visible', 'size');
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          'word',
          'x',
          ': ',
          ' #',
          '\n',
          ' ',
          '- ',
          '"',
          "'",
          '1',
          'é',
          ':',
          '\\',
          '…',
          'longerword',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(
      'yes',
      'null',
      '~',
      '1e3',
      '0x1F',
      '2020-01-01',
      '1:30',
      '.inf',
      '<<',
      '=',
      '-',
      '?',
      '---',
      'a: b',
      '\u00a0',
      'x\u2028',
      '\ufeff',
    ),
  );

  // We quote in two cases where the exporter does not: blocks that begin or end with lines of blanks (readers differ about
  // the exporter's form), and wide or narrow spaces of other scripts.
  const likeTheExporter = texts.filter(
    (text) => !/^\s*\n|\n\s*$/u.test(text) && !/[\u1680\u2000-\u200a\u202f\u205f\u3000]/u.test(text),
  );

  it('prints any text as js-yaml does with its defaults', () => {
    fc.assert(
      fc.property(likeTheExporter, (text) => {
        expect(printYamlMapping({ description: text })).toBe(dump({ description: text }));
      }),
      { numRuns: roundsOf({ usual: 750, all: 3000 }) },
    );
  });

  it('prints nested values as js-yaml does', () => {
    const value = fc.letrec<{ value: YamlValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        likeTheExporter,
        fc.boolean(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (one) => {
        expect(printYamlMapping({ layout: one })).toBe(dump({ layout: one }, { noRefs: true }));
      }),
      { numRuns: roundsOf({ usual: 375, all: 1500 }) },
    );
  });

  it('reads back lines that have only blanks', () => {
    for (const text of ['\n ', ' \n', '\n', '\n\n  \n', ' #\n \n', '  a\n \n\n'])
      expect(readFrontMatter(setFrontMatterKey('# T\n', 'description', text))).toMatchObject({
        data: { description: text },
      });
  });

  it('reads back whatever text it printed', () => {
    fc.assert(
      fc.property(
        texts.filter((text) => !/\p{Surrogate}/u.test(text)),
        (text) => {
          const page = setFrontMatterKey('# T\n', 'description', text);

          expect(readFrontMatter(page)).toMatchObject({ outcome: 'read', data: { description: text } });
        },
      ),
      { numRuns: roundsOf({ usual: 375, all: 1500 }) },
    );
  });
});

describe('changing one key', () => {
  const page = `---\nname: mine # keep\n# about the icon\nicon: star\nlayout:\n  width: wide\n  title:\n    visible: true\n---\n\n# T\n`;

  it('leaves every other byte, and puts known keys where the exporter does', () => {
    expect(setFrontMatterKey(page, 'description', 'Hello: you')).toBe(
      page
        .replace('# about the icon', `# about the icon`)
        .replace('name: mine # keep\n', `name: mine # keep\ndescription: 'Hello: you'\n`),
    );
    expect(setFrontMatterKey(page, 'icon', 'moon')).toBe(page.replace('icon: star', 'icon: moon'));
    expect(setFrontMatterKey(page, 'hidden', true)).toBe(page.replace('# about', 'hidden: true\n# about'));
    expect(setFrontMatterKey(page, 'tags', ['a'])).toBe(page.replace('---\n\n', 'tags:\n  - a\n---\n\n'));
    expect(setFrontMatterKey(page, 'layout', undefined)).toBe(page.replace(/layout[\s\S]*true\n/u, ''));
  });

  it('gives the same text for the same value, and takes an empty block away', () => {
    expect(setFrontMatterKey(page, 'icon', 'star')).toBe(page);
    expect(setFrontMatterKey('---\nicon: star\n---\n\n# T\n', 'icon', undefined)).toBe('# T\n');
    expect(setFrontMatterKey('# T\r\n', 'icon', 'star')).toBe('---\r\nicon: star\r\n---\r\n\r\n# T\r\n');
  });

  it('refuses what it could not splice, rather than to guess', () => {
    expect(() => setFrontMatterKey('---\n{icon: star}\n---\n', 'icon', 'moon')).toThrow(/cannot be changed/u);
    expect(() => setFrontMatterKey('---\na: [\n---\n', 'icon', 'moon')).toThrow(/cannot be changed/u);
  });

  it('maps the interface’s fields to keys and back', () => {
    const written = setPageFields('# T\n', {
      description: 'About it',
      hidden: true,
      noIndex: false,
      icon: 'star',
      cover: { path: '.gitbook/assets/c.png', yPos: 12 },
      layout: { width: 'wide', cover: true, coverSize: 'hero', title: true, description: false },
      condition: 'visitor.claims.unsigned.isX',
    });

    expect(written).toBe(
      '---\ndescription: About it\nif: visitor.claims.unsigned.isX\nhidden: true\nicon: star\ncover: .gitbook/assets/c.png\ncoverY: 12\nlayout:\n  width: wide\n  cover:\n    visible: true\n    size: hero\n  title:\n    visible: true\n  description:\n    visible: false\n---\n\n# T\n',
    );
    expect(readPageFields(written)).toEqual({
      fields: {
        description: 'About it',
        condition: 'visitor.claims.unsigned.isX',
        hidden: true,
        icon: 'star',
        cover: { ref: { kind: 'file', file: '.gitbook/assets/c.png' }, yPos: 12 },
        layout: { width: 'wide', cover: true, coverSize: 'hero', title: true, description: false },
      },
      problems: [],
    });
  });
});

describe('the page id', () => {
  const line = fc.constantFrom(
    '---',
    '# T',
    '',
    'id: mine',
    'id: abc',
    'description: x',
    '{a: 1}',
    '# tidemark-id: abc',
    '- a',
    'text',
    '  x: 1',
    '"id": q',
    'a: [',
  );
  const pages = fc
    .tuple(
      fc.constantFrom('', '\uFEFF'),
      fc.constantFrom('', '---'),
      fc.array(line, { maxLength: 9 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    .map(
      ([bom, first, lines, eol, final]) =>
        bom + [...(first === '' ? [] : [first]), ...lines].join(eol) + (final ? eol : ''),
    );
  const ids = fc.stringMatching(/^[A-Za-z0-9_-]{1,24}$/u);

  it('comes out again byte for byte, for any text', () => {
    fc.assert(
      fc.property(pages, ids, (text, id) => {
        const marked = withPageId(text, id);

        expect(pageIdOf(marked)).toBe(id);
        expect(withoutPageId(marked, id)).toBe(text);
        expect(withoutPageId(marked)).toBe(text);
      }),
      { numRuns: roundsOf({ usual: 1250, all: 5000 }) },
    );
  });

  it('leaves the writer’s own id, and says that it went into a comment', () => {
    const text = '---\nid: my-anchor\n---\n\n# T\n';

    expect(placePageId(text, 'abc')).toEqual({
      text: text.replace('id:', '# tidemark-id: abc\nid:'),
      place: 'comment',
    });
    expect(withoutPageId(text, 'abc')).toBe(text);
  });

  it('adds a block to a page without front matter', () => {
    expect(withPageId('# T\n', 'abc')).toBe('---\nid: abc\n---\n\n# T\n');
    expect(withPageId('---\nicon: x\n---\n', '12345')).toBe("---\nid: '12345'\nicon: x\n---\n");
  });
});

describe('a fault of front matter', () => {
  const line = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          'title',
          'description',
          'icon',
          'hidden',
          'id',
          'own',
          '__proto__',
          'null',
          '- a',
          '#',
        ),
        fc.constantFrom(
          ':',
          ': ',
          ':\t',
          ': >-',
          ': |',
          ': x',
          ': 1',
          ': ~',
          ': "a"',
          ": 'it''s'",
          ': "\\q"',
          ': é, b',
        ),
        fc.constantFrom(
          '',
          '',
          ' ',
          ' and: more',
          ':',
          ' # note',
          '#',
          ' "',
          "'",
          ' [',
          '\u00a0',
          '\u0007',
          '\r',
        ),
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(
      '',
      '  words',
      ' words',
      '  words: more',
      '   deep',
      '\tx',
      '  ',
      '...',
      '----',
      '# c',
      '*a',
      '[b',
    ),
  );

  it('is found where reading fails, and nowhere else, whether the block is parsed or not', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'), (lines, eol) => {
        const text = ['---', ...lines, '---', '', '# T', ''].join(eol);
        const reading = readFrontMatter(text);
        expect(findFrontMatterFault(text)).toEqual(reading.outcome === 'invalid' ? reading : null);
      }),
      { numRuns: roundsOf({ usual: 2000, all: 40_000 }) },
    );
  });

  it.each([
    ['x'.repeat(64 * 1024), 'front matter is longer than 64 KiB'],
    ['x['.repeat(2001), 'front matter has too many brackets'],
  ])('is a value that nobody reads, too', (value, message) => {
    const text = `---\ndescription: ${value}\n---\n`;
    expect(findFrontMatterFault(text)?.message).toBe(message);
    expect(readFrontMatter(text)).toEqual(findFrontMatterFault(text));
  });

  it.each([
    ['description: Tides: when they come', 'description: "Tides: when they come"'],
    ['title: Why:', 'title: "Why:"'],
    ['title: "Tides: when', null],
    ['icon: ship', null],
    ['- a: b: c', null],
  ])('may need quotes: %s', (written, quoted) => {
    expect(lineWithQuotes(`---\n${written}\n---\n`, 2)).toBe(quoted);
  });
});

describe.skipIf(!hasCorpora)('front matter of real pages (../shared/corpora)', () => {
  const pages = corpusSpaces().flatMap((space) =>
    space.paths
      .filter((path) => path.endsWith('.md'))
      .map((path) => ({ name: `${space.name}/${path}`, text: space.text(path) ?? '' })),
  );

  it('is read without a problem, and the id comes and goes without a trace', () => {
    expect(pages.length).toBeGreaterThan(300);
    for (const { name, text } of pages) {
      expect(withoutPageId(withPageId(text, 'aB3'), 'aB3'), name).toBe(text);
      expect(readPageFields(text).problems, name).toEqual([]);
    }
  });

  it('comes back byte for byte when a key is changed and changed back', () => {
    for (const { name, text } of pages) {
      const hidden = readFrontMatter(text);
      const before = hidden.outcome === 'read' ? (hidden.data['hidden'] as boolean | undefined) : undefined;
      if (before !== undefined) continue;
      expect(setFrontMatterKey(setFrontMatterKey(text, 'hidden', true), 'hidden', undefined), name).toBe(
        text,
      );
    }
  });
});

describe('front matter below other words', () => {
  it.each<[string, string, number | null]>([
    ['after a line', 'Words.\n\n---\nid: p1\n---\n\n# A\n', 3],
    ['after an empty line', '\n---\nid: p1\nicon: x\n---\n', 2],
    ['with Windows line ends', 'Words.\r\n---\r\nid: p1\r\n---\r\n', 2],
    ['at the top', '---\nid: p1\n---\n\n---\nid: p2\n---\n', null],
    ['at the top, after a byte order mark', '\uFEFF---\nid: p1\n---\n', null],
    ['in a block of code', '# A\n\n```yaml\n---\nid: p1\n---\n```\n', null],
    ['without an end', 'Words.\n\n---\nid: p1\n', null],
    ['that is a thematic break', 'Words.\n\n---\n\nMore.\n\n---\n', null],
  ])('is found: %s', (_where, text, line) => {
    expect(findFrontMatterInText(text)).toEqual(line && { line, id: 'p1' });
  });
});
