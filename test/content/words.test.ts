import { describe, expect, it } from 'vitest';
import { beginsWithUnknownTag, isUnknownTag, withUnknownTagsShown } from '../../src/content/html-elements.ts';
import {
  anchorOfText,
  exportMarkAbove,
  headingIds,
  idsOfWords,
  plainHeading,
  shareOfCommonLines,
  slugFault,
  withEmoji,
  withoutExports,
} from '../../src/content/index.ts';
import { reasonNotToParse } from '../../src/content/markdown.ts';
import { emojiNames } from '../../src/content/shortcodes.ts';

describe('the words of a heading', () => {
  it.each([
    [' a ', 'a'],
    ['*a* b', 'a b'],
    ['__a__ _b_ ~~c~~ ***d***', 'a b c d'],
    ['a_b_c *d *e', 'a_b_c *d *e'],
    ['a**b**c', 'abc'],
    ['[a](b)', 'a'],
    ['[a](<b c>)', 'a'],
    ['[a](b(c)d)', 'a'],
    ['[a][b]', 'a'],
    ['[a]', '[a]'],
    ['![a](b) c', 'c'],
    ['[^1] a', 'a'],
    ['<https://a.b/c> d', 'https://a.b/c d'],
    ['<b>a</b> <Foo> <1>', 'a <Foo> <1>'],
    ['<a id="x"></a> a', 'a'],
    ['<a\nid="x"></a> a', 'a'],
    ['<i class="fa-x">y</i> a', 'a'],
    ['<i class="a">y</i> a', 'y a'],
    ['<i title="z" class="b fa-x" id="y">:y:</i> a', 'a'],
    ['`a *b*` *c*', 'a *b* c'],
    ['``a`b``', 'a`b'],
    ['`a', '`a'],
    ['`` ` ``', '`'],
    ['$$a_b_c$$ d', 'a_b_c d'],
    ['$$$a$$$', '$$$a$$$'],
    ['$a$', '$a$'],
    ['\\*a\\*', '*a*'],
    ['\\a', '\\a'],
    ['&amp; &lt;', '& <'],
    ['\\&amp;', '&amp;'],
    ['a\\', 'a\\'],
    ['!', '!'],
    ['[a [b](c)](d)', '[a b](d)'],
    ['** a **', '* a *'],
    ['_a_b', '_a_b'],
    ['*a*b', '*a*b'],
    ['`*a*`*b*', '*a*b'],
    ['a\u0000b `c`', 'ab c'],
    ['\\`a\\`', '`a`'],
  ])('%j are %j', (markdown, words) => {
    expect(plainHeading(markdown)).toBe(words);
  });

  it.each([
    ['a b c', 'a-b-c'],
    ['A', 'a'],
    ['a  b', 'a-b'],
    ['a-b', 'a-b'],
    ['a_b', 'a_b'],
    ['_a_', '_a'],
    ['1', 'id-1'],
    ['a1', 'a1'],
    ['1a', 'id-1a'],
    ['a & b', 'a-and-b'],
    ['a|b', 'a-or-b'],
    ['<>', 'less-than-greater-than'],
    ['®©™∞♥∑∆¤', 'r-c-tm-infinity-love-sum-delta-currency'],
    ['äöüßæœøåđðłþı', 'aeoeuessaeoeoaddlthi'],
    ['$€£¥', 'usdeurgbpcny'],
    ["it's ‘a’", 'its-a'],
    ['a+b', 'ab'],
    ['+a+', 'a'],
    ['a.b', 'a.b'],
    ['é', 'e'],
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    ],
    [
      'a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a ',
      'a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-',
    ],
    ['Ａ', 'a'],
    ['ﬁ', 'fi'],
    ['a\u00a0b', 'a-b'],
    ['5', 'id-5'],
  ])('%j make the anchor %j', (text, anchor) => {
    expect(anchorOfText(text)).toBe(anchor);
  });

  it('make an anchor of a hundred characters at most', () => {
    expect(anchorOfText('x'.repeat(101))).toBe('x'.repeat(100));
    expect(anchorOfText('ab '.repeat(40))).toBe(`${'ab-'.repeat(33)}a`);
  });

  it.each([
    ['a b', ['a-b']],
    ['', ['section']],
    ['!', ['section']],
    [':rocket:', ['rocket']],
    ['a :rocket: b', ['a-b', 'a-rocket-b']],
    ['🚀', ['rocket']],
    ['概述', ['gai-shu', '概述']],
    ['1 概述', ['id-1', 'id-1-gai-shu', '1-概述']],
    ['Привет  мир', ['privet-mir', 'привет-мир']],
    ['é', ['e', 'é']],
    [':nope:', ['nope']],
    ['ключ :key:', ['klyuch', 'ключ', 'key', 'klyuch-key', 'ключ-key']],
    ['한글', ['한글']],
    ['概述 概述 概述 ', ['gai-shu-gai-shu-gai-shu', '概述-概述-概述']],
  ])('%j make the ids %j', (words, ids) => {
    const { id, others } = headingIds(words);

    expect([id, ...others]).toEqual(ids);
  });

  it('make no id of a summary that has none', () => {
    expect(idsOfWords('!')).toEqual({ id: '', others: [] });
    expect(idsOfWords('🚀🚀 🔑').id).toBe('rocket-key');
  });
});

describe('names of emoji', () => {
  it.each([
    ['a', 'a'],
    [':rocket:', '🚀'],
    ['a:rocket:', 'a:rocket:'],
    ['a :rocket: b', 'a 🚀 b'],
    [':rocket::key:', '🚀🔑'],
    [':rocket:key:', '🚀key:'],
    ['::rocket::', '::rocket::'],
    [':Rocket:', ':Rocket:'],
    ['5:rocket:', '5🚀'],
    ['5:30:', '5:30:'],
    ['10:20:30', '10:20:30'],
    ['v1:a1:', 'v1:a1:'],
    ['快:rocket:', '快🚀'],
    [':nope:', ':nope:'],
    [':flag_de:', '🇩🇪'],
    [':flag_d:', ':flag_d:'],
    [':+1:', '👍'],
    [':toString:', ':toString:'],
    [':slight_smile:', '🙂'],
    [':rocket:x', '🚀x'],
    [':woman-raising-hand:', ':woman-raising-hand:'],
  ])('in %j are shown as %j', (text, shown) => {
    expect(withEmoji(text)).toBe(shown);
  });

  it.each([
    ['a', ''],
    ['🚀', 'rocket'],
    ['x 🔑 y 🚀', 'key rocket'],
    ['❤️', 'heart'],
    ['✓', ''],
  ])('of %j are %j', (text, names) => {
    expect(emojiNames(text)).toBe(names);
  });
});

describe('tags of elements that no browser knows', () => {
  it.each([
    ['<b>a</b> <foo>c</foo>', '<b>a</b> &lt;foo>c&lt;/foo>'],
    ['<!-- <foo> --> <foo>', '<!-- <foo> --> &lt;foo>'],
    ['<!-- <foo>', '<!-- <foo>'],
    ['<Foo/> </foo> <svg><clipPath>', '&lt;Foo/> &lt;/foo> <svg><clipPath>'],
    ['< foo> <1>', '< foo> <1>'],
    ['<foo a="<bar>">', '&lt;foo a="&lt;bar>">'],
    ['<!--\n<foo>\n-->\n<foo\nb>', '<!--\n<foo>\n-->\n&lt;foo\nb>'],
    ['a<', 'a<'],
  ])('are words in %j', (html, shown) => {
    expect(withUnknownTagsShown(html)).toBe(shown);
  });

  it.each<readonly [string, readonly [whole: boolean, beginning: boolean]]>([
    ['<foo>', [true, true]],
    ['</foo>', [true, true]],
    ['<foo a="b>c">', [true, true]],
    ["<foo a='b'>", [true, true]],
    ['<foo', [false, true]],
    ['<b>', [false, false]],
    ['<foo>x', [false, true]],
    ['x<foo>', [false, false]],
    [' <foo>', [false, true]],
    ['<foo/>', [true, true]],
    ['<foo a="b>', [false, true]],
    ['<1>', [false, false]],
    ['< foo>', [false, false]],
    ['foo', [false, false]],
    ['<FOO>', [true, true]],
    ['<foo <b>', [false, true]],
  ])('are a whole text, or begin it: %j', (text, wanted) => {
    expect([isUnknownTag(text), beginsWithUnknownTag(text)]).toEqual(wanted);
  });
});

describe('a text for the parser', () => {
  it.each<readonly [string, string, string | null]>([
    ['sixty quotes', '>'.repeat(60), null],
    ['more', '>'.repeat(61), 'line 1 opens more than 60 quotes or lists'],
    ['quotes with blanks', '> '.repeat(61), 'line 1 opens more than 60 quotes or lists'],
    ['numbers', '1. '.repeat(61), 'line 1 opens more than 60 quotes or lists'],
    ['bullets', `a\n\n${'- '.repeat(61)}`, 'line 3 opens more than 60 quotes or lists'],
    ['a rule', '-'.repeat(61), null],
    ['a version', '1.'.repeat(61), null],
    ['an indentation', `${' '.repeat(400)}a`, null],
    ['a deep indentation', `${' '.repeat(401)}a`, 'line 1 is indented too deeply'],
    ['tabs', `x\n${'\t'.repeat(401)}`, 'line 2 is indented too deeply'],
    ['brackets', '[]'.repeat(2000), null],
    ['too many brackets', `${'[]'.repeat(2000)}]`, 'the block at line 1 has too many brackets'],
    [
      'brackets of two lines',
      `${'['.repeat(3000)}\n${']'.repeat(1001)}`,
      'the block at line 2 has too many brackets',
    ],
    ['brackets of two blocks', `${'['.repeat(3000)}\n \n${']'.repeat(1001)}`, null],
    ...['*', '_', '`', '~', '<', '&'].map(
      (mark) =>
        [`too many ${mark}`, `${mark}x`.repeat(20_001), 'the block at line 1 has too many marks'] as const,
    ),
    ['marks', '*'.repeat(20_000), null],
    [
      'marks of two lines',
      `${'*'.repeat(10_000)}\n${'_'.repeat(10_001)}`,
      'the block at line 2 has too many marks',
    ],
    ['marks of two blocks', `${'*'.repeat(10_000)}\n\n${'_'.repeat(10_001)}`, null],
    ['a mebibyte', 'a'.repeat(1024 * 1024), null],
    ['more than a mebibyte', 'a'.repeat(1024 * 1024 + 1), 'it is longer than 1024 KiB'],
  ])('may have %s, or is refused', (_, text, reason) => {
    expect(reasonNotToParse(text)).toBe(reason);
  });
});

describe('a slug', () => {
  it.each([
    ['a', undefined],
    ['a/b', 'contains a slash'],
    ['.', 'is ".", which means a folder in an address'],
    ['..', 'is "..", which means a folder in an address'],
    ['a.', undefined],
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      undefined,
    ],
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'has 101 characters, and 100 are the most',
    ],
    ['x'.repeat(100), undefined],
    ['🚀'.repeat(100), undefined],
    ['x'.repeat(101), 'has 101 characters, and 100 are the most'],
  ])('%s breaks the rule: it %s', (slug, fault) => {
    expect(slugFault(slug)).toBe(fault);
  });
});

describe('lines that two texts have in common', () => {
  it.each([
    ['a\nb', 'a\nc', 0.5],
    ['a\na', 'a', 0.6666666666666666],
    ['a', 'a\na', 0.6666666666666666],
    ['', 'a', 0],
    ['a', ' \n', 0],
    ['a\n\nb', 'b\na', 1],
    ['a\nb\nc', 'd', 0],
    ['a\na\na', 'a\na', 0.8],
  ])('%j and %j have the share %d', (one, other, share) => {
    expect(shareOfCommonLines(one, other)).toBeCloseTo(share, 10);
  });
});

describe('the folders of exports', () => {
  it('are left out with all that is in them, except around everything', () => {
    expect(
      withoutExports(['a.md', 'site/.tidemark-export.json', 'site/b.html', 'site/c/d', 'sites/c.md']),
    ).toEqual(['a.md', 'sites/c.md']);
    expect(withoutExports(['.tidemark-export.json', 'a.md'])).toEqual(['.tidemark-export.json', 'a.md']);
  });

  it.each([
    ['a/b.md', 'a/.tidemark-export.json'],
    ['a/b/c/d.md', 'a/.tidemark-export.json'],
    ['b.md', null],
    ['b/c.md', null],
    ['a', null],
  ])('%s is in the one of %s', (path, mark) => {
    const marks = ['a/.tidemark-export.json', '.tidemark-export.json', '/.tidemark-export.json'];

    expect(exportMarkAbove(path, (each) => marks.includes(each))).toBe(mark);
  });
});
