import { ChangeSet, type ChangeDesc } from '@codemirror/state';
import { describe, expect, it } from 'vitest';

interface Writing {
  opening(text: string): { readonly text: string; readonly caret: number };
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
const { opening, Places } = (await import(script)) as Writing;

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
