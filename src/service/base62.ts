import type { Random } from '../clock/port.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of 0-9A-Za-z, each equally likely: bytes that would make some characters more likely are thrown away. */
export function randomBase62(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random.bytes(length - text.length)) {
      // 248 = 4 × 62: with larger bytes, the first characters would come up more often than the others.
      if (byte < 248) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}

/** A whole number below 62^`length`, written with exactly `length` characters. */
export function printBase62(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place++) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
