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
  ])('are none in %s', (_name, text) => {
    expect(findConflictMarkers(text)).toEqual([]);
  });

  it('are found behind a fence that is closed', () => {
    expect(findConflictMarkers(`\`\`\`\n<<<<<<< x\n\`\`\`\n${conflict}`).map(({ line }) => line)).toEqual([
      4, 6, 8,
    ]);
  });
});
