import { isUtf8 } from 'node:buffer';

/** What keeps bytes from being a page's text, and on which line. */
export interface EncodingFault {
  readonly line: number;
  /** The first byte that is wrong. */
  readonly byte: number;
  /** The encoding, where it is certain; null otherwise. */
  readonly encoding: 'WINDOWS-1252' | 'UTF-16LE' | 'UTF-16BE' | null;
  /** The bytes do not look like text at all. */
  readonly binary: boolean;
}

const newLine = 10;

/** Finds what keeps bytes from being UTF-8 text without a NUL; null for bytes without a fault. */
export function findEncodingFault(bytes: Uint8Array): EncodingFault | null {
  const nul = bytes.indexOf(0);
  if (nul < 0 && isUtf8(bytes)) return null;
  const wide = wideEncoding(bytes);
  if (wide !== null) return { line: 1, byte: bytes[0]!, encoding: wide, binary: false };
  const at = firstFault(bytes, nul);
  const encoding = nul < 0 && isWindows1252(bytes) ? 'WINDOWS-1252' : null;
  return { line: lineOf(bytes, at), byte: bytes[at]!, encoding, binary: isBinary(bytes) };
}

/** The text of bytes in any encoding, as far as we can read it: only for recognising a page, never for sending. */
export function decodeAnyEncoding(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  return new TextDecoder(wide ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')).decode(bytes);
}

/** Recognises UTF-16 by the byte order mark, or by NULs at every second byte. */
function wideEncoding(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE';
  const looked = bytes.subarray(0, 4096 & ~1);
  if (!looked.includes(0)) return null;
  const nuls = [0, 0];
  for (const [at, byte] of looked.entries()) if (byte === 0) nuls[at % 2]!++;
  const many = Math.max(2, looked.length * 0.3);
  const [even = 0, odd = 0] = nuls;
  if (odd >= many && even <= odd / 20) return 'UTF-16LE';
  return even >= many && odd <= even / 20 ? 'UTF-16BE' : null;
}

/** The first byte that is not valid UTF-8, or the NUL before it. Goes by lines, as no line ending is part of a longer character. */
function firstFault(bytes: Uint8Array, nul: number): number {
  for (let from = 0; from <= bytes.length;) {
    const end = bytes.indexOf(newLine, from);
    const to = end < 0 ? bytes.length : end;
    if (nul >= 0 && nul < to && isUtf8(bytes.subarray(from, nul))) return nul;
    if (!isUtf8(bytes.subarray(from, to))) return from + faultInLine(bytes.subarray(from, to));
    from = to + 1;
  }
  return 0;
}

function faultInLine(line: Uint8Array): number {
  for (let at = 0; at < line.length;) {
    const length = [1, 2, 3, 4].find(
      (size) => at + size <= line.length && isUtf8(line.subarray(at, at + size)),
    );
    if (length === undefined) return at;
    at += length;
  }
  return 0;
}

function lineOf(bytes: Uint8Array, at: number): number {
  let line = 1;
  for (let next = bytes.indexOf(newLine); next >= 0 && next < at; next = bytes.indexOf(newLine, next + 1))
    line++;
  return line;
}

/** Recognises Windows-1252: few bytes beyond ASCII, all assigned in that encoding, and no valid UTF-8 character among them. */
function isWindows1252(bytes: Uint8Array): boolean {
  let high = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    high++;
    // A valid character of several bytes: most of the text is UTF-8, and converting would break such characters.
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc2 && isUtf8(bytes.subarray(at, at + size)) && at + size <= bytes.length) return false;
    if (unassigned.has(byte)) return false;
  }
  return !isBinary(bytes) && high <= bytes.length * 0.3;
}

const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Whether the bytes have more control characters than text can have. Blanks, line endings and ESC do not count. */
function isBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b) controls++;
  return controls > bytes.length * 0.02 && controls > 1;
}

/** Lines that a merge left behind, with their numbers. */
export interface MarkerLine {
  readonly line: number;
  readonly text: string;
}

const certain = /^(?:<{7}|>{7}|\|{7})(?: .*)?$/u;
const fence = /^[ \t>]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})(.*)$/u;

/**
 * The conflict markers of a text, outside of code fences. `=======` alone can be the underline of a heading, so it counts only
 * between two other markers.
 */
export function findConflictMarkers(text: string): readonly MarkerLine[] {
  if (!/^(?:<{7}|>{7}|\|{7})/mu.test(text)) return [];
  const found: MarkerLine[] = [];
  let open: string | null = null;
  let inside = false;
  for (const [index, whole] of text.split('\n').entries()) {
    const line = whole.replace(/\r$/u, '');
    const [, mark, rest = ''] = fence.exec(line) ?? [];
    if (open !== null) {
      if (mark !== undefined && mark.startsWith(open) && rest.trim() === '') open = null;
    } else if (mark !== undefined && !(mark.startsWith('`') && rest.includes('`'))) open = mark;
    else if (certain.test(line) || (inside && line === '=======')) {
      found.push({ line: index + 1, text: line });
      inside = !line.startsWith('>');
    }
  }
  return found;
}
