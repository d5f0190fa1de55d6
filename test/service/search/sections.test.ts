import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginningOf, sectionsOf, writtenSectionsOf } from '../../../src/service/search/sections.ts';

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

it('the beginning of a section is the beginning of its text, however much of it is read', () => {
  const line = fc
    .array(fc.constantFrom('one', '**two**', '[three](four.md)', '`five`', '{% six %}', '<b>', '\\_', ' '), {
      maxLength: 6,
    })
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 80 }), (lines, length) => {
      const text = `# Title\n${lines.join('\n')}\n`;
      const whole = sectionsOf(text)[0]!.body;

      const { text: beginning, isAll } = beginningOf(writtenSectionsOf(text)[0]!, length);

      expect(whole.startsWith(beginning)).toBe(true);
      if (isAll) expect(beginning).toBe(whole);
    }),
  );
});
