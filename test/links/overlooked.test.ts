import { describe, expect, it } from 'vitest';
import { rewriteLinks } from '../../src/content/index.ts';
import { checkLinks, type CheckLinksOptions } from '../../src/links/index.ts';
import { causesOf } from '../../src/links/report/causes.ts';
import { aTree } from './repository.ts';

const found = async (
  files: Record<string, string>,
  more: Partial<CheckLinksOptions> = {},
): Promise<string[]> => {
  const { findings } = await checkLinks({ tree: aTree(files), spaces: [{ path: '' }], ...more });
  return findings.map(({ rule, level, path, span, target }) =>
    [rule, level, `${path}:${span?.line ?? 0}:${span?.column ?? 0}`, target].join(' '),
  );
};

describe('the addresses of a page elsewhere, in its front matter', () => {
  const page = (metaLinks: string): Record<string, string> => ({
    'README.md': `---\nicon: ship\nmetaLinks:\n${metaLinks}\ntags: [a.md]\n---\n\n# Home\n`,
    'page.md': '# Page\n',
  });

  it('are checked in every form', async () => {
    const text =
      "  canonical: nometa.md # old\n  alternates:\n    - page.md\n    - 'it''s.md'\n    - \"gone.md\"\n    - /broken/spaces/x/pages/y\n    - https://app.gitbook.com/s/x/y";
    expect(await found(page(text))).toEqual([
      'broken-page error README.md:4:14 nometa.md',
      "broken-page error README.md:7:8 it's.md",
      'broken-page error README.md:8:8 gone.md',
      'broken-marker error README.md:9:7 /broken/spaces/x/pages/y',
      'in-app note README.md:10:7 https://app.gitbook.com/s/x/y',
    ]);
    expect(await found(page('  alternates:\n  - gone.md'))).toEqual([
      'broken-page error README.md:5:5 gone.md',
    ]);
  });

  it('are nothing else', async () => {
    expect(
      await found(
        page('  canonical: >-\n    page.md\n  alternates:\n    - url: gone.md\n    - *gone\n    - [gone.md]'),
      ),
    ).toEqual(['unreadable-front-matter error README.md:8:7 front matter']);
    expect(await found({ 'README.md': '# Home\n\nmetaLinks:\n  canonical: gone.md\n' })).toEqual([]);
    expect(
      await found({
        'README.md': '---\nmetaLinks:\n  canonical: page.md\nother:\n  - gone.md\n---\n',
        'page.md': '',
      }),
    ).toEqual([]);
  });

  it('are written anew in their place', () => {
    const text = '---\nmetaLinks:\n  canonical: a.md\n  alternates:\n    - "a.md"\n---\n';
    expect(rewriteLinks(text, ({ target }) => (target === 'a.md' ? 'b (1).md' : null))).toBe(
      '---\nmetaLinks:\n  canonical: b (1).md\n  alternates:\n    - "b (1).md"\n---\n',
    );
  });
});

it('the anchor of a redirect is looked for in its page', async () => {
  const files = {
    '.gitbook.yaml':
      'redirects:\n  a: sub/p.md#nope\n  b: sub/p.md#there\n  c: sub/p#small\n  d: gone.md#nope\n',
    'README.md': '# Home\n',
    'sub/p.md': '# P\n\n## There\n\n##### Small\n',
  };
  expect(await found(files)).toEqual([
    'broken-anchor error .gitbook.yaml:2:6 sub/p.md#nope',
    'unanchored-heading warning .gitbook.yaml:4:6 sub/p#small',
    'broken-redirect error .gitbook.yaml:5:6 gone.md#nope',
  ]);
});

it('a file of the writer is a local address', async () => {
  const text =
    '[a](file:///Users/me/a.pdf) [b](C:\\Users\\a.pdf) <file:///a> `file:///b` [c](vscode://file/a)\n';
  expect(await found({ 'README.md': text })).toEqual([
    'local-address warning README.md:1:5 file:///Users/me/a.pdf',
    'local-address warning README.md:1:33 C:\\Users\\a.pdf',
    'local-address warning README.md:1:50 file:///a',
  ]);
});

describe('an address with a blank', () => {
  it.each([
    ['![raw](.gitbook/assets/image (1).png)', 8, '.gitbook/assets/image (1).png'],
    ['See [the plan](plans/our plan.md#first step of it.md)', 16, 'plans/our plan.md#first step of it.md'],
    ['[a](https://a.test/my file.pdf)', 5, 'https://a.test/my file.pdf'],
  ])('is told: %s', async (text, column, target) => {
    expect(await found({ 'README.md': `${text}\n` })).toEqual([
      `blank-in-target warning README.md:1:${column} ${target}`,
    ]);
  });

  it.each([
    '[page](page.md "title")',
    '[page](page.md (a title.md))',
    '[page](<page.md>) and ![x](<page.md>)',
    'list[i](see the notes.md)',
    '[optional] (see page a.md)',
    '[optional](see the notes for that)',
    '`![raw](image (1).png)`',
    '\\[raw](image (1).png)',
    '[mail](mailto:us and them.com.md)',
  ])('is not seen in: %s', async (text) => {
    expect(await found({ 'README.md': `${text}\n`, 'page.md': '# Page\n' })).toEqual([]);
  });
});

describe('an API block that names a document', () => {
  const block = (attributes: string, body = ''): string =>
    `{% openapi-operation ${attributes} %}\n${body}\n{% endopenapi-operation %}\n`;
  const has = (name: string, namesOperation: boolean): boolean => name === 'pets' || namesOperation;

  it('is told where no such document is', async () => {
    expect(await found({ 'README.md': block('spec="nospec"') }, { hasDocument: has })).toEqual([
      'broken-openapi warning README.md:1:28 nospec',
    ]);
  });

  it.each([
    block('spec="pets"'),
    block('spec="nospec" path="/x" method="get"'),
    block('spec="nospec"', '[OpenAPI nospec](https://a.test/nospec.yaml)'),
    '`{% openapi-operation spec="nospec" %}`\n',
  ])('is not told: %s', async (text) => {
    expect(await found({ 'README.md': text }, { hasDocument: has })).toEqual([]);
  });

  it('is not told by a check that does not know the documents', async () => {
    expect(await found({ 'README.md': block('spec="nospec"') })).toEqual([]);
  });
});

describe('an include that cannot be shown, although its file is there', () => {
  const pages = (include: string): Record<string, string> => ({
    'README.md': `# Home\n\n{% include "${include}" %}\n`,
    'other.md': '# Other\n',
    '.gitbook/includes/one.md': 'One\n\n{% include "two.md" %}\n',
    '.gitbook/includes/two.md': 'Two\n',
  });

  it.each(['./other.md', 'README.md'])('leads to an ordinary page: %s', async (target) => {
    expect(await found(pages(target))).toEqual([`unshown-include error README.md:3:13 ${target}`]);
  });

  it('leads to what another space has', async () => {
    const files = { ...pages('../b/.gitbook/includes/two.md'), 'SUMMARY.md': '* [Home](README.md)\n' };
    const both = Object.entries(files).flatMap(([path, text]) => [
      [`a/${path}`, text],
      [`b/${path}`, path === 'README.md' ? '# Home\n' : text],
    ]);
    const { findings } = await checkLinks({
      tree: aTree(Object.fromEntries(both) as Record<string, string>),
      spaces: [{ path: 'a' }, { path: 'b' }],
    });
    expect(findings.map(({ message }) => message)).toEqual([
      'b/.gitbook/includes/two.md is not reusable content of its space, whose includes show only files of a/.gitbook/includes/',
    ]);
  });

  it('is inside itself, also through others, wherever it is in the ring', async () => {
    const files = pages('.gitbook/includes/one.md');
    expect(await found(files)).toEqual([]);
    const ring = { ...files, '.gitbook/includes/two.md': '{% include "one.md" %}\n' };
    expect(await found(ring)).toEqual([
      'unshown-include error .gitbook/includes/one.md:3:13 two.md',
      'unshown-include error .gitbook/includes/two.md:1:13 one.md',
    ]);
    const self = { ...files, '.gitbook/includes/two.md': '{% include "two.md" %}\n' };
    expect(await found(self)).toEqual(['unshown-include error .gitbook/includes/two.md:1:13 two.md']);
  });
});

describe('front matter that cannot be read', () => {
  const page = (lines: string): string => `---\n${lines}\n---\n\n# Home\n`;

  it.each([
    ['icon: ship\ndescription: Tides: when they come', '3:14'],
    ['hidden: true\nhidden: false', '3:1'],
    ['tags: [a', '3:1'],
    ['icon: &a ship\ntitle: *a', '3:8'],
  ])('is told with its line: %j', async (lines, place) => {
    expect(await found({ 'README.md': page(lines) })).toEqual([
      `unreadable-front-matter error README.md:${place} front matter`,
    ]);
  });

  it('is told with its cause, and what to write', async () => {
    const { findings } = await checkLinks({
      tree: aTree({
        'README.md': page('description: Tides: when they come'),
        'SUMMARY.md': '* [Home](README.md)\n',
        'draft.md': page('tags: [a'),
        '.gitbook/includes/note.md': page('title: A: b'),
      }),
      spaces: [{ path: '' }],
    });
    expect(findings.map(({ path, level, message }) => `${path} ${level}: ${message}`)).toEqual([
      '.gitbook/includes/note.md error: Front matter is not valid YAML: Nested mappings are not allowed in compact mappings, so nothing in it counts. A value with a colon needs quotes: title: "A: b"',
      'README.md error: Front matter is not valid YAML: Nested mappings are not allowed in compact mappings, so nothing in it counts. A value with a colon needs quotes: description: "Tides: when they come"',
      'draft.md warning: Front matter is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ], so nothing in it counts',
    ]);
  });

  it('is one cause, however many pages have it, and stays known when a page moves with its id', async () => {
    const broken = page('id: one\ndescription: Tides: when');
    const { findings } = await checkLinks({
      tree: aTree({ 'a.md': page('tags: [a'), 'new.md': broken }),
      base: aTree({ 'old.md': broken }),
      spaces: [{ path: '' }],
    });
    expect(findings.map(({ path, isNew }) => [path, isNew])).toEqual([
      ['a.md', true],
      ['new.md', false],
    ]);
    expect(causesOf(findings).map(({ title, pages }) => [title, pages])).toEqual([
      ['The front matter of pages cannot be read, so nothing in it counts', 2],
    ]);
  });

  it('is none where there is no front matter, or it is fine', async () => {
    expect(
      await found({
        'README.md': page('description: "Tides: when"\nown: {a: 1}'),
        'b.md': '---\n\nSome words\n\n---\n',
      }),
    ).toEqual([]);
  });
});
