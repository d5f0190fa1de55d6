/** The width and height that a PNG, GIF, JPEG or WebP says of itself; undefined for anything else. */
export function imageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = (offset: number, text: string): boolean =>
    bytes.length >= offset + text.length &&
    [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));
  if (bytes.length >= 24 && at(1, 'PNG\r\n') && at(12, 'IHDR')) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (bytes.length >= 10 && at(0, 'GIF8'))
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (bytes.length >= 30 && at(0, 'RIFF') && at(8, 'WEBP')) return webpSize(view, at);
  if (bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(view);
  return undefined;
}

function webpSize(
  view: DataView,
  at: (offset: number, text: string) => boolean,
): { width: number; height: number } | undefined {
  if (at(12, 'VP8X')) {
    const three = (offset: number): number =>
      view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
    return { width: three(24) + 1, height: three(27) + 1 };
  }
  if (at(12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (at(12, 'VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return undefined;
}

/** Walks the segments to the frame header. */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  let offset = 2;
  while (offset + 9 < view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) };
    offset += 2 + view.getUint16(offset + 2);
  }
  return undefined;
}
