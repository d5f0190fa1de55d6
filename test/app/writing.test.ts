import { describe, expect, it } from 'vitest';

interface Writing {
  opening(text: string): { readonly text: string; readonly caret: number };
}
const script: string = '../../src/app/browser/writing.mjs';
const { opening } = (await import(script)) as Writing;

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
