export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** How many bytes of a picture {@link imageSize} reads. */
export const imageHeadLength = 256 * 1024;

/**
 * The width and height at which a browser shows a PNG, GIF, JPEG, WebP, AVIF or SVG, from its first bytes; undefined for
 * anything else, and for a drawing that does not say its size.
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const size = sizeIn(bytes.subarray(0, imageHeadLength));
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function sizeIn(bytes: Uint8Array): ImageSize | undefined {
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
  if (at(4, 'ftypavi')) return avifSize(bytes, view);
  return drawingSize(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8192)).toString());
}

function webpSize(view: DataView, at: (offset: number, text: string) => boolean): ImageSize | undefined {
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

/** Walks the segments to the frame header. Another segment says whether the camera was held upright. */
function jpegSize(view: DataView): ImageSize | undefined {
  let offset = 2;
  let isTurned = false;
  while (offset + 9 < view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      const [height, width] = [view.getUint16(offset + 5), view.getUint16(offset + 7)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    const length = view.getUint16(offset + 2);
    if (marker === 0xe1) isTurned ||= isQuarterTurned(view, offset + 4, offset + 2 + length);
    offset += 2 + length;
  }
  return undefined;
}

/** Whether the orientation in an Exif segment is one of the four that turn the picture by a quarter. */
function isQuarterTurned(view: DataView, start: number, end: number): boolean {
  if (end > view.byteLength || start + 14 > end || view.getUint32(start) !== 0x45786966) return false;
  const tiff = start + 6;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const list = tiff + view.getUint32(tiff + 4, isLittle);
  if (list + 2 > end) return false;
  const entries = view.getUint16(list, isLittle);
  for (let entry = list + 2; entry + 12 <= Math.min(end, list + 2 + entries * 12); entry += 12)
    if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle) >= 5;
  return false;
}

/** The largest extent that the file names: smaller ones belong to previews. */
function avifSize(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096));
  let largest: ImageSize | undefined;
  for (
    let at = head.indexOf('ispe');
    at !== -1 && at + 16 <= head.length;
    at = head.indexOf('ispe', at + 4)
  ) {
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (size.width * size.height > (largest ? largest.width * largest.height : 0)) largest = size;
  }
  return largest;
}

/** The size that a drawing's outermost element gives: width and height in pixels, or else its view box. */
function drawingSize(text: string): ImageSize | undefined {
  if (!/^\uFEFF?\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(text)) return undefined;
  const root = /<svg(?=[\s>])(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(text)?.[0];
  if (root === undefined) return undefined;
  const attribute = (name: string): string =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1]?.trim() ?? '';
  const pixels = (name: string): number | undefined => {
    const found = /^(\d{1,6}(?:\.\d{1,9})?)(?:px)?$/.exec(attribute(name))?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const box = attribute('viewBox')
    .split(/[\s,]+/)
    .map(Number);
  const [boxWidth = NaN, boxHeight = NaN] = box.slice(2);
  const width = pixels('width');
  const height = pixels('height');
  const ratio = boxHeight > 0 && boxWidth > 0 ? boxWidth / boxHeight : NaN;
  const size = {
    width: Math.round(width ?? (height === undefined ? boxWidth : height * ratio)),
    height: Math.round(height ?? (width === undefined ? boxHeight : width / ratio)),
  };
  return Number.isFinite(size.width) && Number.isFinite(size.height) ? size : undefined;
}
