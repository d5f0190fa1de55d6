import { describe, expect, it } from 'vitest';
import { findConflictMarkers, findEncodingFault, decodeAnyEncoding } from '../../src/content/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('what keeps bytes from being UTF-8 text', () => {
  it('is null for any text without a NUL', () => {
    for (const text of ['', 'plain\n', 'Grüße\n', '\u{feff}# Title\n', '日本語 🎉\r\n', 'a\u{fffd}b'])
      expect(findEncodingFault(utf8(text)), text).toBeNull();
  });

  it.each([
    ['a Latin-1 letter', latin1('# Caf\n\nGr\xfc\xdfe\n'), { line: 3, byte: 0xfc, encoding: 'WINDOWS-1252' }],
    [
      'a Windows quotation mark',
      latin1('one\nsays \x93so\x94\n'),
      { line: 2, byte: 0x93, encoding: 'WINDOWS-1252' },
    ],
    [
      'one wrong byte among good characters',
      Buffer.concat([utf8('é\n'), latin1('x\xe9\n')]),
      { line: 2, byte: 0xe9, encoding: null, binary: false },
    ],
    [
      'UTF-16 with its mark',
      Uint8Array.from([0xff, 0xfe, 0x23, 0, 0x20, 0, 0x41, 0]),
      { line: 1, encoding: 'UTF-16LE' },
    ],
    [
      'UTF-16 without a mark',
      Uint8Array.from(Buffer.from('# A page\n\nwith words\n', 'utf16le')),
      { encoding: 'UTF-16LE' },
    ],
    [
      'UTF-16 the other way round',
      Uint8Array.from(Buffer.from('# A page\n', 'utf16le').swap16()),
      { encoding: 'UTF-16BE' },
    ],
    ['a NUL', utf8('one\ntwo\nth\0ree\n'), { line: 3, byte: 0, encoding: null, binary: false }],
    ['a NUL before a wrong byte', Buffer.concat([utf8('o\0ne\n'), latin1('\xff\n')]), { line: 1, byte: 0 }],
    [
      'a wrong byte before a NUL',
      Buffer.concat([latin1('\xff\n'), utf8('o\0ne\n')]),
      { line: 1, byte: 0xff },
    ],
    ['a character that is cut at the end', utf8('one\né').subarray(0, 5), { line: 2, byte: 0xc3 }],
  ])('is found for %s, with its line', (_name, bytes, expected) => {
    expect(findEncodingFault(bytes)).toMatchObject(expected);
  });

  it.each<readonly [string, Uint8Array, string | null, boolean]>([
    ['the mark of UTF-16BE', Uint8Array.from([0xfe, 0xff, 0, 0x41]), 'UTF-16BE', false],
    ['half a mark', Uint8Array.from([0xfe, 0x41]), null, false],
    ['few NULs', latin1('a\0b c d e f g h i'), null, false],
    ['NULs at both places', latin1('a\0b\0\0c\0d'), null, true],
    ['one letter of UTF-16', Uint8Array.from([0x41, 0]), null, false],
    ['two letters of UTF-16', Uint8Array.from([0x41, 0, 0x42, 0]), 'UTF-16LE', false],
    ['three Latin-1 letters among ten', latin1('abcdefg\xe4\xf6\xfc'), 'WINDOWS-1252', false],
    ['four Latin-1 letters among ten', latin1('abcdef\xe4\xf6\xfc\xdf'), null, false],
    ...[0x81, 0x8d, 0x8f, 0x90, 0x9d].map(
      (byte) =>
        [
          'a byte that Windows-1252 lacks',
          latin1(`a bcdefgh${String.fromCharCode(byte)}`),
          null,
          false,
        ] as const,
    ),
    ['a character of two bytes beside it', latin1('abcdefghijk\xc3\xa9 \xe9'), null, false],
    ['a character of three bytes beside it', latin1('abcdefghijk\xe2\x82\xac \xe9'), null, false],
    ['a character of four bytes beside it', latin1('abcdefghijklmnop\xf0\x9f\x8e\x89 \xe9'), null, false],
    ['an old form of two bytes', latin1('abcdefghijk\xc1\xa9 \xe9'), 'WINDOWS-1252', false],
    ['two control characters', latin1('abcdefghij\x01\x02\xe9'), null, true],
    ['one control character', latin1('abcdefghij\x01\xe9'), 'WINDOWS-1252', false],
    ['blanks and escapes', latin1('ab\t\v\f\x1b\x1b\r\n\xe9'), 'WINDOWS-1252', false],
    [
      'control characters in a long text',
      latin1(`${'a'.repeat(150)}\x01\x02\x03\xe9`),
      'WINDOWS-1252',
      false,
    ],
  ])('tells %s', (_, bytes, encoding, binary) => {
    expect(findEncodingFault(bytes)).toMatchObject({ encoding, binary });
  });

  it('names the first wrong byte of a line, behind characters of any length', () => {
    for (const before of ['', 'a', 'é', '€', '🎉', 'aé€🎉'])
      expect(findEncodingFault(Buffer.concat([utf8(`x\n\n${before}`), latin1('\xff\xfe')]))).toMatchObject({
        line: 3,
        byte: 0xff,
      });
    expect(findEncodingFault(latin1('\n\n\0'))).toMatchObject({ line: 3, byte: 0 });
    expect(findEncodingFault(latin1('\0'))).toMatchObject({ line: 1, byte: 0 });
    expect(findEncodingFault(latin1('\xff\0'))).toMatchObject({ line: 1, byte: 0xff });
  });

  it('takes random bytes for no text, whatever they are', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) & 0xff);
    expect(findEncodingFault(bytes)).toMatchObject({ encoding: null, binary: true });
  });

  it('does not keep a page from being recognised', () => {
    expect(decodeAnyEncoding(latin1('Gr\xfc\xdfe'))).toBe('Grüße');
    expect(decodeAnyEncoding(utf8('Grüße'))).toBe('Grüße');
    expect(decodeAnyEncoding(Uint8Array.from(Buffer.from('# A page\n', 'utf16le')))).toBe('# A page\n');
  });
});

describe('conflict markers', () => {
  const conflict = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> docs/main\n';

  it('are found at line starts, with their lines', () => {
    expect(findConflictMarkers(`# A\n\n${conflict}`).map(({ line }) => line)).toEqual([3, 5, 7]);
    expect(findConflictMarkers(conflict.replaceAll('\n', '\r\n'))).toHaveLength(3);
    expect(findConflictMarkers('text\n>>>>>>> theirs\n')).toHaveLength(1);
    expect(findConflictMarkers('<<<<<<<\na\n||||||| base\nb\n=======\nc\n>>>>>>>\n')).toHaveLength(4);
  });

  it.each([
    ['a heading with a line below it', 'Heading\n=======\n'],
    ['a code fence', `\`\`\`\n${conflict}\`\`\`\n`],
    ['a code fence of tildes in a list', `* one\n\n  ~~~ diff\n${conflict}  ~~~\n`],
    ['indented code', conflict.replaceAll(/^/gmu, '    ')],
    ['longer rows', '<<<<<<<< a\n>>>>>>>>> b\n'],
    ['words that hold them', 'git writes <<<<<<< HEAD into the file\n'],
    ['marks without a blank behind them', '<<<<<<<HEAD\n>>>>>>>main\n|||||||base\n'],
    ['a rule between two places', '<<<<<<<x\n=======\n'],
    ['a quoted code fence', `> \`\`\`\n> x\n${conflict}`],
    ['a longer fence', `\`\`\`\`\n\`\`\`\n${conflict}\`\`\`\`\n`],
    ['a fence whose end has words', `\`\`\`\n\`\`\` x\n${conflict}`],
    ['a fence of another kind', `~~~\n\`\`\`\n${conflict}`],
    ['a fence in a numbered item', `1. \`\`\`\n${conflict}`],
  ])('are none in %s', (_name, text) => {
    expect(findConflictMarkers(text)).toEqual([]);
  });

  it.each([
    ['a row of ticks in a line', `\`\`\` a \`\`\`\n${conflict}`, [2, 4, 6]],
    ['two ticks', `\`\`\n${conflict}`, [2, 4, 6]],
    ['a fence that ends longer', `\`\`\`\nx\n\`\`\`\`  \n${conflict}`, [4, 6, 8]],
    ['a fence of tildes with ticks', `~~~ \`a\n~~~\n${conflict}`, [3, 5, 7]],
    ['a rule behind the end', `${conflict}=======\n`, [1, 3, 5]],
  ])('are found behind %s', (_, text, lines) => {
    expect(findConflictMarkers(text).map(({ line }) => line)).toEqual(lines);
    expect(findConflictMarkers(text.replaceAll('\n', '\r\n')).map((found) => found.text)).toEqual([
      ...['<<<<<<< HEAD', '=======', '>>>>>>> docs/main'],
    ]);
  });

  it('are found behind a fence that is closed', () => {
    expect(findConflictMarkers(`\`\`\`\n<<<<<<< x\n\`\`\`\n${conflict}`).map(({ line }) => line)).toEqual([
      4, 6, 8,
    ]);
  });
});
