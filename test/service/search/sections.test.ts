import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sectionsOf } from '../../../src/service/search/sections.ts';

it('the sections of a text are its words with one blank between them, whatever was between them', () => {
  const blank = fc.constantFrom(' ', '  ', '\n', '\n\n', '\t', '\r\n', '\r', '\u00a0', ' \n ', '\n \t\n');
  const word = fc.constantFrom('one', 'two', '*three*', '`four`', 'fünf', '六', 'se7en');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, blank), { maxLength: 30 }), blank, (words, first) => {
      const text = `${first}${words.map((pair) => pair.join('')).join('')}`;
      const said = words.map(([each]) => each.replace(/[*`]/gu, '')).join(' ');

      expect(sectionsOf(text)).toEqual(said === '' ? [] : [{ title: '', body: said }]);
    }),
  );
});

it('marks that begin on one line and end on another are removed', () => {
  expect(
    sectionsOf('See [the\nguide](there.md) and **the\nrest**.\n\n## A *heading*  here\n\nMore.\n'),
  ).toEqual([
    { title: '', body: 'See the guide and the rest .' },
    { title: 'A heading here', body: 'More.' },
  ]);
});

it('what a page hides from a visitor who has not signed in is not among its words', () => {
  const lines = [
    'Always.',
    '{% if visitor.claims.unsigned.beta %}',
    '## Beta',
    'Hidden.',
    '```',
    '{% if visitor.claims.unsigned.other %}',
    '```',
    '{% else %}',
    'For everybody.',
    '{% if !visitor.claims.unsigned.beta %}',
    'Inner.',
    '{% elif true %}',
    'Neither.',
    '{% endif %}',
    '{% endif %}',
    '{% if space.vars.plan == "pro" %}',
    'Pro.',
    '{% else %}',
    'Others.',
    '{% endif %}',
    'Write `{% if x %}` here.',
    '{% column',
    'width="50%" %}',
    'End.',
  ];

  expect(sectionsOf(lines.join('\n'))).toEqual([
    { title: '', body: 'Always. For everybody. Inner. Pro. Others. Write here. End.' },
  ]);
});
