import { describe, expect, it } from 'vitest';
import { readTag } from '../../../src/content/tree/tag.ts';

/** A tag's name, whether it is an end, its attributes, its argument, and the text behind it. */
type Reading = readonly [string, boolean, Readonly<Record<string, string>>, string, string];

describe('a tag', () => {
  it.each<readonly [string, Reading | undefined]>([
    ['{% a %}', ['a', false, {}, '', '']],
    ['{%a%}b', ['a', false, {}, '', 'b']],
    ['{% A-b_c1 %}', ['a-b_c1', false, {}, '', '']],
    ['{% 1a %}', undefined],
    ['{% @a.b-c/d.e-f g="h" %}', ['@a.b-c/d.e-f', false, { g: 'h' }, '', '']],
    ['{% @a %}', undefined],
    ['{% @a/b/c %}', undefined],
    ['{% enda %}', ['a', true, {}, '', '']],
    ['{% END-A %}', ['a', true, {}, '', '']],
    ['{% end %}', ['end', false, {}, '', '']],
    ['{% end-a %}', ['a', true, {}, '', '']],
    ['{% a"b" %}', undefined],
    ['{% a  b="c" %}', ['a', false, { b: 'c' }, '', '']],
    ['{% a b=c d=\'e\' f="g" %}', ['a', false, { b: 'c', d: 'e', f: 'g' }, '', '']],
    ['{% a b = "c" %}', ['a', false, { b: 'c' }, '', '']],
    ['{% a b="c"d="e" %}', ['a', false, { b: 'c', d: 'e' }, '', '']],
    ['{% a b %}', ['a', false, {}, '', '']],
    ['{% a b="c\\"d\\\\e\\f" %}', ['a', false, { b: 'c"d\\e\\f' }, '', '']],
    ["{% a b='c\\'d' %}", ['a', false, { b: "c'd" }, '', '']],
    [
      '{% a b="&amp;&lt;&gt;&quot;&apos;&#x41;&#65;&#x110000;&#0;&nope;&AMP;" %}',
      ['a', false, { b: '&<>"\'AA&#x110000;&#0;&nope;&' }, '', ''],
    ],
    ['{% a __proto__="x" b="y" %}', ['a', false, { b: 'y' }, '', '']],
    ['{% a "b" %}', ['a', false, {}, 'b', '']],
    ['{% a \'b\' c="d" %}', ['a', false, { c: 'd' }, 'b', '']],
    ['{% a b "c" %}', ['a', false, {}, '', '']],
    ['{% a "" %}', ['a', false, {}, '', '']],
    ['{% if a == "b" %}', ['if', false, {}, 'a == "b"', '']],
    ['{% elif a %}', ['elif', false, {}, 'a', '']],
    ['{% elseif a="b" %}', ['elseif', false, {}, 'a="b"', '']],
    ['{% else %}', ['else', false, {}, '', '']],
    ['{% endif %}', ['if', true, {}, '', '']],
    ['{% IF a %}', ['if', false, {}, 'a', '']],
    ['{% a b="%}" %}', ['a', false, { b: '%}' }, '', '']],
    ['{% a b="\n" %}', ['a', false, { b: '\n' }, '', '']],
    ['{% a\nb="c"\n%}', ['a', false, { b: 'c' }, '', '']],
    ['{% a {% b %}', undefined],
    ['{% a', undefined],
    ['{% a % } %}', ['a', false, {}, '', '']],
    ['{% a b="c %}d', ['a', false, {}, '', 'd']],
    ['{% a b="c %}\nd"', undefined],
    ['{% a b="c\n%}', undefined],
    ["{% a don't %}", ['a', false, {}, '', '']],
    ['{% a b="{% c %}" %}', ['a', false, { b: '{% c %}' }, '', '']],
    ['{ % a %}', undefined],
    ['{% %}', undefined],
    ['{% a c:d="e" @f="g" h.i="j" %}', ['a', false, { 'c:d': 'e', '@f': 'g', 'h.i': 'j' }, '', '']],
    ['{% a b="" %}', ['a', false, { b: '' }, '', '']],
    ['{% a b=""c %}', ['a', false, { b: '' }, '', '']],
    ['{% a b=c"d" %}', ['a', false, { b: 'c' }, '', '']],
  ])('%j is read', (text, wanted) => {
    const read = readTag(text, 0);
    if (read === undefined || wanted === undefined) return expect(read).toBe(wanted);

    const { name, closes, attributes, argument, raw } = read.tag;
    expect([name, closes, attributes, argument, text.slice(read.end)]).toEqual(wanted);
    expect(raw).toBe(text.slice(0, read.end));
    expect(readTag(`a ${text}`, 2)).toEqual({ ...read, end: read.end + 2 });
  });
});
