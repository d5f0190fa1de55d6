/** Git's framing of lines in its protocol: four hexadecimal digits with the length of the line, including themselves; `0000` ends a list. */
export const flush = Buffer.from('0000');

export function pktLine(text: string): Buffer {
  const content = Buffer.from(text);
  return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content]);
}

/** Reads lines until a flush, or until other data follows (a pack); `rest` begins there. */
export function readPktLines(bytes: Buffer): { lines: string[]; rest: Buffer } {
  const lines: string[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const digits = bytes.toString('latin1', at, at + 4);
    if (!/^[0-9a-f]{4}$/iu.test(digits)) break;
    const length = parseInt(digits, 16);
    if (length < 4) return { lines, rest: bytes.subarray(at + 4) };
    lines.push(bytes.toString('utf8', at + 4, at + length).replace(/\n$/u, ''));
    at += length;
  }
  return { lines, rest: bytes.subarray(at) };
}
