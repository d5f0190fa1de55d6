/**
 * The form of a token: `tdm_`, 30 random characters (178 bits), and 6 characters that check them.
 *
 * The prefix lets a secret scanner find a leaked token; the checksum lets a scanner, and us, tell a token from noise without a look at the
 * store. Neither adds security: that comes from the 30 characters, of which only the SHA-256 is stored.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Random } from '../../clock/port.ts';
import { printBase62, randomBase62 } from '../base62.ts';

const prefix = 'tdm_';
const secretLength = 30;
const checksumLength = 6;

/** Finds tokens in other text, to redact them. */
export const tokenPattern = /tdm_[0-9A-Za-z]{36}/g;

/** Makes the text of a new token. */
export function generateToken(random: Random): string {
  const secret = randomBase62(random, secretLength);
  return prefix + secret + checksumOf(secret);
}

/** Says whether `text` has the form of a token with the right checksum; a mistyped token does not. */
export function isWellFormedToken(text: string): boolean {
  if (!/^tdm_[0-9A-Za-z]{36}$/.test(text)) return false;
  const secret = text.slice(prefix.length, prefix.length + secretLength);
  return text.slice(prefix.length + secretLength) === checksumOf(secret);
}

/** The stored form of a token: its SHA-256 as 64 hexadecimal digits. */
export function hashToken(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The first and last characters: enough for the owner to recognise a token, and too little for anybody to use it. */
export function tokenHint(text: string): string {
  return `${text.slice(0, 8)}…${text.slice(-4)}`;
}

function checksumOf(secret: string): string {
  return printBase62(crc32(secret), checksumLength);
}
