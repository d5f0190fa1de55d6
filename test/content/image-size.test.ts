import { describe, expect, it } from 'vitest';
import { imageSize } from '../../src/content/index.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const drawing = (attributes: string): Uint8Array =>
  bytes(`<?xml version="1.0"?>\n<svg ${attributes}><path/></svg>`);

/** A photograph of 300 × 200 with an orientation of the camera, as Exif's number. */
function photograph(orientation: number): Uint8Array {
  const exif = bytes(['Exif', '\0\0', 'MM'].join(''), [
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  return bytes(
    [0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif],
    [0xff, 0xc0, 0, 17, 8, 0, 200, 1, 44, 3, 1, 34, 0, 2, 17, 1, 3, 17, 1],
  );
}

describe('the size of a picture', () => {
  it('is read from the first bytes of each kind that browsers show', () => {
    const wanted = { width: 300, height: 200 };
    const png = bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 44, 0, 0, 0, 200]);
    const avif = bytes(
      [0, 0, 0, 28],
      'ftypavif',
      [0, 0, 0, 0],
      'ispe',
      [0, 0, 0, 0, 0, 0, 1, 44, 0, 0, 0, 200],
    );

    expect(imageSize(png)).toEqual(wanted);
    expect(imageSize(bytes('GIF89a', [44, 1, 200, 0]))).toEqual(wanted);
    expect(imageSize(photograph(1))).toEqual(wanted);
    expect(imageSize(avif)).toEqual(wanted);
  });

  it('of a photograph is the size that a browser shows, not the one in the file', () => {
    expect(imageSize(photograph(6))).toEqual({ width: 200, height: 300 });
    expect(imageSize(photograph(3))).toEqual({ width: 300, height: 200 });
  });

  it('of a drawing is its size in pixels, else its view box', () => {
    expect(imageSize(drawing('width="30" height="20px" viewBox="0 0 3 2"'))).toEqual({
      width: 30,
      height: 20,
    });
    expect(imageSize(drawing('viewBox="0 0 24 12"'))).toEqual({ width: 24, height: 12 });
    expect(imageSize(drawing('width="100" viewBox="0,0,24,12"'))).toEqual({ width: 100, height: 50 });
    expect(imageSize(drawing('data-a=">" height="6" viewBox="0 0 24 12"'))).toEqual({ width: 12, height: 6 });
    expect(imageSize(drawing('width="100%" height="100%"'))).toBeUndefined();
    expect(imageSize(drawing('viewBox="0 0 0 0"'))).toBeUndefined();
  });

  it.each([
    ['width="1" height="2"', { width: 1, height: 2 }],
    ["width='1' height = '2'", { width: 1, height: 2 }],
    ['width=" 1.5 " height="2.4px"', { width: 2, height: 2 }],
    ['width="1em" height="2"', undefined],
    ['width="1234567" height="2"', undefined],
    ['height="5" viewBox="0 0 20 10"', { width: 10, height: 5 }],
    ['width="5" viewBox="0 0 20 0"', undefined],
    ['width="5" viewBox="0 0 0 20"', undefined],
    ['viewBox="0 , 0 , 20 , 10"', { width: 20, height: 10 }],
    ['viewBox="0 0 20"', undefined],
    ['viewBox="0 0 20 -1"', undefined],
    ['data-width="1" width="3" height="4"', { width: 3, height: 4 }],
    ['a=\'>\' width="3" height="4"', { width: 3, height: 4 }],
    ['', undefined],
  ])('of a drawing with %s', (attributes, size) => {
    expect(imageSize(drawing(attributes))).toEqual(size);
  });

  it.each([
    ['\ufeff  <svg width="1" height="1"/>', true],
    ['<!-- a --><svg width="1" height="1"/>', true],
    ['<!DOCTYPE svg><svg width="1" height="1"/>', true],
    ['<SVG width="1" height="1"/>', false],
    ['<svgx width="1" height="1"/>', false],
    ['<html><svg width="1" height="1"/>', false],
    [`<?xml?>${' '.repeat(8100)}<svg width="1" height="1"/>`, true],
    [`<?xml?>${' '.repeat(8200)}<svg width="1" height="1"/>`, false],
  ])('of the drawing %j is known: %s', (text, isKnown) => {
    expect(imageSize(Buffer.from(text)) !== undefined).toBe(isKnown);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of a photograph held at %d, in either order of bytes', (orientation) => {
    const little = Buffer.from(photograph(orientation));
    const at = little.indexOf('MM');
    little.write('II', at, 'latin1');
    little.set([42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0], at + 2);
    const wanted = orientation >= 5 ? { width: 200, height: 300 } : { width: 300, height: 200 };

    expect(imageSize(photograph(orientation))).toEqual(wanted);
    expect(imageSize(little)).toEqual(wanted);
  });

  it('of a photograph without an orientation, and behind other segments', () => {
    const frame = [0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44, 3, 1, 34, 0, 2, 17, 1, 3, 17, 1];
    const wanted = { width: 300, height: 200 };

    for (const marker of [0xc4, 0xc8, 0xcc, 0xdb, 0xe0, 0xfe])
      expect(imageSize(bytes([0xff, 0xd8, 0xff, marker, 0, 5, 1, 2, 3], frame))).toEqual(wanted);
    expect(imageSize(bytes([0xff, 0xd8], frame))).toEqual(wanted);
    expect(
      imageSize(bytes([0xff, 0xd8, 0xff, 0xe1, 0, 16], 'Exig\0\0MM', [0, 42, 0, 0, 0, 8], frame)),
    ).toEqual(wanted);
    expect(imageSize(bytes([0xff, 0xd8, 0xff, 0xe1, 0, 9], 'Exif\0\0M', frame))).toEqual(wanted);
    expect(
      imageSize(bytes([0xff, 0xd8, 0xff, 0xe1, 0, 16], 'Exif\0\0MM', [0, 42, 0, 0, 9, 8], frame)),
    ).toEqual(wanted);
    expect(imageSize(bytes([0xff, 0xd9], frame))).toBeUndefined();
    expect(imageSize(bytes([0xff, 0xd8, 0, 0xe0, 0, 4, 0, 0], frame))).toBeUndefined();
  });

  it('of WebP, GIF and PNG is read where each has it', () => {
    const wanted = { width: 300, height: 200 };
    const webp = (kind: string, rest: readonly number[]): Uint8Array =>
      bytes('RIFF', [0, 0, 0, 0], `WEBP${kind}`, rest);
    const bits = (300 - 1) | ((200 - 1) << 14);

    expect(imageSize(webp('VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0]))).toEqual(wanted);
    expect(imageSize(webp('VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2]))).toEqual({
      width: 65_537,
      height: 131_073,
    });
    expect(
      imageSize(
        webp('VP8L', [
          9,
          0,
          0,
          0,
          0x2f,
          bits & 255,
          (bits >> 8) & 255,
          (bits >> 16) & 255,
          bits >>> 24,
          0,
          0,
          0,
          0,
          0,
        ]),
      ),
    ).toEqual(wanted);
    expect(imageSize(webp('VP8 ', [9, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 44, 0x41, 200, 0x80]))).toEqual(
      wanted,
    );
    expect(imageSize(webp('VP8?', [9, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0]))).toBeUndefined();
    expect(imageSize(webp('VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0]))).toBeUndefined();
    expect(
      imageSize(bytes('RIFF', [0, 0, 0, 0], 'WAVEVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0])),
    ).toBeUndefined();
    for (const version of ['GIF87a', 'GIF89a'])
      expect(imageSize(bytes(version, [44, 1, 200, 0]))).toEqual(wanted);
    expect(imageSize(bytes('GIF89a', [44, 1, 200]))).toBeUndefined();
    expect(imageSize(bytes('GIF89a', [0, 0, 200, 0]))).toBeUndefined();
    expect(imageSize(bytes('GIF89a', [44, 1, 0, 0]))).toBeUndefined();
    const png = bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDX', [0, 0, 1, 44, 0, 0, 0, 200]);
    expect(imageSize(png)).toBeUndefined();
    expect(imageSize(png.subarray(0, 23))).toBeUndefined();
  });

  it('of AVIF is the largest extent', () => {
    const avif = (...sizes: readonly (readonly [number, number])[]): Uint8Array =>
      bytes(
        [0, 0, 0, 28],
        'ftypavif',
        ...sizes.flatMap(([width, height]) => ['ispe', [0, 0, 0, 0, 0, 0, width, 0, 0, 0, height, 0]]),
      );

    expect(imageSize(avif([1, 2], [3, 2], [2, 2]))).toEqual({ width: 768, height: 512 });
    expect(imageSize(avif())).toBeUndefined();
    expect(imageSize(avif([1, 2]).subarray(0, 27))).toBeUndefined();
  });

  it('is unknown for files that are not pictures, or are cut short', () => {
    expect(imageSize(bytes('A text with <svg width="1" height="1"> in it'))).toBeUndefined();
    expect(imageSize(photograph(1).subarray(0, 30))).toBeUndefined();
    expect(imageSize(new Uint8Array())).toBeUndefined();
    for (let length = 0; length < photograph(6).length; length += 1)
      expect(() => imageSize(photograph(6).subarray(0, length))).not.toThrow();
  });
});
