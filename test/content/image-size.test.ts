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

  it('is unknown for files that are not pictures, or are cut short', () => {
    expect(imageSize(bytes('A text with <svg width="1" height="1"> in it'))).toBeUndefined();
    expect(imageSize(photograph(1).subarray(0, 30))).toBeUndefined();
    expect(imageSize(new Uint8Array())).toBeUndefined();
    for (let length = 0; length < photograph(6).length; length += 1)
      expect(() => imageSize(photograph(6).subarray(0, length))).not.toThrow();
  });
});
