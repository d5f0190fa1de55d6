import { markdownLanguage } from '@codemirror/lang-markdown';
import { LanguageSupport } from '@codemirror/language';
import { ChangeSet, EditorState, type ChangeDesc, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';

interface Writing {
  pictureAt(text: string, caret?: number): { readonly at: number; readonly isApart: boolean };
  paragraphBreaks(before: string, after: string): { readonly lead: string; readonly tail: string };
  opening(text: string): { readonly text: string; readonly caret: number };
  readonly enter: StateCommand;
  readonly Places: new () => {
    keep(at: number): Place;
    follow(changes: ChangeDesc): void;
    fill(place: Place, length: number): void;
  };
}
interface Place {
  readonly at: number;
}
const script: string = '../../src/app/browser/writing.mjs';
const { enter, opening, paragraphBreaks, pictureAt, Places } = (await import(script)) as Writing;

describe('an editor that opens', () => {
  it.each([
    ['# Second\n', '# Second\n\n'],
    ['# Second', '# Second\n\n'],
    ['# Second\n\n\n', '# Second\n\n'],
    ['---\ndescription: Two\n---\n\n# Second\n', '---\ndescription: Two\n---\n\n# Second\n\n'],
  ])('goes on below the title of a page that has only its title: %j', (text, begun) => {
    expect(opening(text)).toEqual({ text: begun, caret: begun.length });
  });

  it.each(['', '\n', '# Second\n\nText.\n', 'Text.\n', '## Second\n', '# One\n# Two\n', '---\na: b\n---\n'])(
    'leaves any other text as it is: %j',
    (text) => {
      expect(opening(text)).toEqual({ text, caret: 0 });
    },
  );
});

describe('a picture that is put into a text', () => {
  /** The text with a picture; `|` is the caret, where somebody has set it. */
  const withPicture = (marked: string): string => {
    const caret = marked.indexOf('|');
    const text = marked.replace('|', '');
    const { at, isApart } = pictureAt(text, caret < 0 ? undefined : caret);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const { lead, tail } = isApart ? paragraphBreaks(before, after) : { lead: '', tail: '' };
    return `${before}${lead}![]()${tail}${after}`;
  };

  it.each([
    ['# Tides\n\nOne.\n', '# Tides\n\nOne.\n\n![]()\n'],
    ['One.', 'One.\n\n![]()\n'],
    ['# Tides\n\n', '# Tides\n\n![]()\n'],
    ['', '![]()\n'],
    ['# Tides\n\nOne|.\n', '# Tides\n\nOne![]().\n'],
    ['|# Tides\n\nOne.\n', '# Tides\n\n![]()\n\nOne.\n'],
    ['|# Tides\nOne.\n', '# Tides\n\n![]()\n\nOne.\n'],
    ['|# Tides', '# Tides\n\n![]()\n'],
    ['|One.\n', '![]()One.\n'],
    ['---\nti|tle: a\n---\n\n# Tides\n\nOne.\n', '---\ntitle: a\n---\n\n# Tides\n\n![]()\n\nOne.\n'],
    ['|---\ntitle: a\n---\n\nOne.\n', '---\ntitle: a\n---\n\n![]()\n\nOne.\n'],
    ['---\na: b\n---\n\n|One.\n', '---\na: b\n---\n\n![]()One.\n'],
    ['|---\n---\n', '---\n---\n\n![]()\n'],
  ])('stands neither before the title nor in front matter: %j', (marked, expected) => {
    expect(withPicture(marked)).toBe(expected);
  });
});

describe('places that wait for pictures', () => {
  /** A text that changes, with places in it. */
  const aText = () => {
    let text = '';
    const places = new Places();
    const write = (at: number, words: string): void => {
      places.follow(ChangeSet.of({ from: at, insert: words }, text.length));
      text = text.slice(0, at) + words + text.slice(at);
    };
    const put = (place: Place, words: string): void => {
      write(place.at, words);
      places.fill(place, words.length);
    };
    return { places, write, put, said: () => text };
  };

  it('stand before what somebody types on while a picture is on its way, and move with what comes above', () => {
    const { places, write, put, said } = aText();
    write(0, 'Look: ');
    const place = places.keep(6);
    write(6, ' And so on.');
    write(0, 'Above. ');
    put(place, '![](a)');
    expect(said()).toBe('Above. Look: ![](a) And so on.');
  });

  it('take several pictures in the order in which they were put there', () => {
    const { places, write, put, said } = aText();
    const [one, two] = [places.keep(0), places.keep(0)];
    put(one, '![](a)');
    put(one, '![](b)');
    put(two, '![](c)');
    write(said().length, '.');
    expect(said()).toBe('![](a)![](b)![](c).');
  });
});

describe('Enter in a list or a quote', () => {
  /** The text after a press of Enter; `|` is the caret. */
  const pressed = (text: string): string => {
    const caret = text.indexOf('|');
    let state = EditorState.create({
      doc: text.replace('|', ''),
      selection: { anchor: caret },
      extensions: [new LanguageSupport(markdownLanguage)],
    });
    const isTaken = enter({ state, dispatch: (transaction) => (state = transaction.state) });
    const { head } = state.selection.main;
    const after = state.doc.toString();
    return isTaken ? `${after.slice(0, head)}|${after.slice(head)}` : 'elsewhere';
  };

  it.each([
    ['goes on in a list', '* one|', '* one\n* |'],
    ['goes on in a numbered list', '1. one|', '1. one\n2. |'],
    ['goes on in a quote', '> q|', '> q\n> |'],
    ['ends a list', '* one\n* two\n* |', '* one\n* two\n\n|'],
    ['ends a list after its first item', '* one\n* |', '* one\n\n|'],
    ['ends a list that nothing is in', '* |', '|'],
    ['ends a numbered list', '1. one\n2. |', '1. one\n\n|'],
    ['ends a list of tasks', '- [ ] one\n- [ ] |', '- [ ] one\n\n|'],
    ['ends a list with space between', '* one\n\n* |', '* one\n\n|'],
    ['ends a list above other text', '* one\n* |\n\nText.', '* one\n\n|\n\nText.'],
    ['parts a list', '* one\n* |\n* two', '* one\n\n|\n\n* two'],
    ['ends the inner one of two lists', '* one\n  * two\n  * |', '* one\n  * two\n* |'],
    ['ends a list in a quote', '> * one\n> * |', '> * one\n>\n> |'],
    ['ends a quote', '> q\n> r\n> |', '> q\n> r\n\n|'],
    ['ends a quote after an empty line', '> q\n>\n> |', '> q\n\n|'],
    ['ends a quote that nothing is in', '> |', '|'],
    ['ends the inner one of two quotes', '> > q\n> > |', '> > q\n>\n> |'],
    ['parts a quote', '> q\n> |\n> r', '> q\n\n|\n\n> r'],
    ['ends a quote in a list', '* > q\n  > |', '* > q\n\n  |'],
    ['is an ordinary key in other text', 'Text.|', 'elsewhere'],
    ['is an ordinary key in code of a quote', '> ```\n> |', 'elsewhere'],
    ['is an ordinary key in code', '```\n> |\n```', 'elsewhere'],
  ])('%s', (_what, before, after) => {
    expect(pressed(before)).toBe(after);
  });
});
