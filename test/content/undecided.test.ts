import { describe, expect, it } from 'vitest';
import { decide, isUndecided, piecesOf, sidesOf, withBothTexts } from '../../src/content/index.ts';

const place = (ours: string, base: string, theirs: string, eol = '\n'): string =>
  [
    '<<<<<<< primary content',
    ...ours.split('\n').filter(Boolean),
    '||||||| common ancestor',
    ...base.split('\n').filter(Boolean),
    '=======',
    ...theirs.split('\n').filter(Boolean),
    '>>>>>>> change request',
    '',
  ].join(eol);

const text = `# T\n\na\n${place('b\n', 'c\n', 'd\ne\n')}f\n${place('', 'g\n', 'h\n')}`;

describe('a text that waits for a decision', () => {
  it('is cut into its words and its places', () => {
    expect(piecesOf(text)).toEqual([
      { kind: 'decided', text: '# T\n\na\n' },
      { kind: 'open', ours: 'b\n', base: 'c\n', theirs: 'd\ne\n' },
      { kind: 'decided', text: 'f\n' },
      { kind: 'open', ours: '', base: 'g\n', theirs: 'h\n' },
    ]);
    expect(piecesOf(`${place('a', 'b', 'c', '\r\n')}d`)).toEqual([
      { kind: 'open', ours: 'a\r\n', base: 'b\r\n', theirs: 'c\r\n' },
      { kind: 'decided', text: 'd' },
    ]);
    expect(piecesOf(place('a', 'b', 'c').trimEnd())).toEqual([
      { kind: 'open', ours: 'a\n', base: 'b\n', theirs: 'c\n' },
    ]);
    expect(piecesOf('')).toEqual([]);
  });

  it('may have no common ancestor in a place', () => {
    const short = '<<<<<<< primary content\na\n=======\nb\n>>>>>>> change request\n';

    expect(piecesOf(short)).toEqual([{ kind: 'open', ours: 'a\n', base: '', theirs: 'b\n' }]);
  });

  it.each([
    ['no mark', 'a\nb'],
    ['no end', '<<<<<<< primary content\na\n=======\nb\n'],
    ['no middle', '<<<<<<< primary content\na\n>>>>>>> change request\n'],
    [
      'an end in the ancestor',
      '<<<<<<< primary content\na\n||||||| common ancestor\n>>>>>>> change request\n',
    ],
    ['a blank in front of the mark', ' <<<<<<< primary content\n=======\n>>>>>>> change request\n'],
    ['other labels', '<<<<<<< local\na\n=======\nb\n>>>>>>> service\n'],
    ['words behind the mark', '<<<<<<< primary content!\n=======\n>>>>>>> change request\n'],
    ['words behind the end', '<<<<<<< primary content\n=======\n>>>>>>> change requests\n'],
    ['words behind the middle', '<<<<<<< primary content\n======= \n>>>>>>> change request\n'],
  ])('is none with %s', (_, plain) => {
    expect(isUndecided(plain)).toBe(false);
    expect(piecesOf(plain)).toEqual([{ kind: 'decided', text: plain }]);
    expect(sidesOf(plain)).toBeUndefined();
    expect(withBothTexts(plain)).toBe(plain);
  });

  it('has marks of other places as words of a side', () => {
    const odd = `<<<<<<< primary content\n<<<<<<< primary content\n||||||| common ancestor\n||||||| common ancestor\n=======\n=======\n||||||| common ancestor\n>>>>>>> change request\n`;

    expect(piecesOf(odd)).toEqual([
      {
        kind: 'open',
        ours: '<<<<<<< primary content\n',
        base: '||||||| common ancestor\n',
        theirs: '=======\n||||||| common ancestor\n',
      },
    ]);
  });

  it('has the whole text of each side', () => {
    expect(isUndecided(text)).toBe(true);
    expect(sidesOf(text)).toEqual({ ours: '# T\n\na\nb\nf\n', theirs: '# T\n\na\nd\ne\nf\nh\n' });
  });

  it('is decided once each place has its choice', () => {
    const pieces = piecesOf(text);

    expect(decide(pieces, ['ours', 'theirs'])).toBe('# T\n\na\nb\nf\nh\n');
    expect(decide(pieces, ['theirs', 'ours'])).toBe('# T\n\na\nd\ne\nf\n');
    expect(decide(pieces, ['both', 'both'])).toBe('# T\n\na\nb\nd\ne\nf\nh\n');
    expect(decide(pieces, ['ours', undefined])).toBeUndefined();
    expect(decide(pieces, [])).toBeUndefined();
    expect(decide(piecesOf('a'), [])).toBe('a');
  });

  it('shows both texts below the front matter and the title of the change request', () => {
    const page = `---\nx: 1\n---\n\n${text}`;

    expect(withBothTexts(page)).toBe(
      [
        '---\nx: 1\n---\n\n# T',
        '{% hint style="warning" %}\nBoth texts wait for a decision.\n{% endhint %}',
        '{% tabs %}',
        '{% tab title="This change request’s text" %}\na\nd\ne\nf\nh\n{% endtab %}',
        '{% tab title="The space’s text" %}\na\nb\nf\n{% endtab %}',
        '{% endtabs %}\n',
      ].join('\n\n'),
    );
    expect(withBothTexts(`words\n\n# Later\n${place('a', '', '')}`)).toContain(
      '{% tab title="The space’s text" %}\nwords\n\n# Later\na\n{% endtab %}',
    );
    expect(withBothTexts(place('a', 'b', ''))).toContain('It says nothing here.\n{% endtab %}');
  });
});
