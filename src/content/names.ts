import { createHash } from 'node:crypto';
import { foreignNameProblem } from '../base/index.ts';
import { foldName } from './fold-name.ts';
import { obeyedName, obeyedPlainNames } from './obeyed-names.ts';

export { foldName };

/**
 * File names for pages and files that strangers named.
 *
 * Two questions: may a path that came from elsewhere be written as it is ({@link isSafePath}: hard rules only, so that a
 * repository's own names survive), and which name does a page or file get that has none yet ({@link safeName}: an allow-list).
 */

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** Says whether a text has no lone half of a surrogate pair: such text cannot be written as UTF-8. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The text with U+FFFD for each lone half of a surrogate pair. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

const maxParts = 32;
const maxPartBytes = 240;
const maxPathBytes = 900;
const maxNewNameBytes = 100;
/** The length of a dash and the suffix after it: the eight digits of an id, or a number. */
const longestSuffix = 9;

const neverInPath =
  /[\u0000-\u001f\u007f-\u009f\\:*?"<>|\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/u;
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/iu;
/**
 * Says whether content may be written at `path` (relative, `/` between parts): inside the folder, accepted by git on every
 * system, and no name that git, an editor or a shell obeys. Of names with a dot, only the format's own `.gitbook` is allowed.
 */
export function isSafePath(path: string, facts?: PathFacts): boolean {
  return unsafeReason(path, facts) === null;
}

/** Plain paths, which most paths are: short enough for every limit, and without special names. */
const plainPath = new RegExp(
  `^(?:(?!(?:con|prn|aux|nul|com\\d|lpt\\d|${obeyedPlainNames.join('|')})(?:/|$))[a-z0-9][a-z0-9_-]*(?:/|$))+$`,
);

/** What a caller knows about a path. */
export interface PathFacts {
  /** Allows names that tools obey: a person already has such a file there, or no tool looks there. */
  readonly mayBeObeyed?: boolean;
}

/** Why {@link isSafePath} refuses a path, in words; null for a path that is safe. */
export function unsafeReason(path: string, { mayBeObeyed = false }: PathFacts = {}): string | null {
  if (path.length < 2 * maxParts && !path.endsWith('/') && plainPath.test(path)) return null;
  if (path === '') return 'is empty';
  if (!isWellFormed(path)) return 'is not well-formed Unicode';
  if (path.length * 3 > maxPathBytes && byteLength(path) > maxPathBytes)
    return `is longer than ${maxPathBytes} bytes`;
  if (neverInPath.test(path)) return 'has a character that some file systems refuse';
  const parts = path.split('/');
  if (parts.length > maxParts) return `has more than ${maxParts} parts`;
  for (const [index, part] of parts.entries()) {
    const reason = unsafePart(part, parts, index) ?? (mayBeObeyed ? null : obeyedReason(parts, index));
    if (reason !== null) return reason;
  }
  return null;
}

function unsafePart(part: string, parts: readonly string[], index: number): string | null {
  if (part === '') return 'has an empty part';
  if (part.length * 3 > maxPartBytes && byteLength(part) > maxPartBytes)
    return `has a part longer than ${maxPartBytes} bytes`;
  if (/[. ]$/u.test(part)) return 'has a part that ends with a dot or a space';
  if ((index === 0 && /^[-~]/u.test(part)) || part.startsWith(' '))
    return 'has a part that starts like an option';
  const folded = foldName(part);
  if (device.test(folded)) return 'has the name of a device';
  if (/^git~\d/u.test(folded) || foreignNameProblem(part) !== null)
    return 'has a name that git takes for its own';
  return folded.startsWith('.') ? unsafeHidden(part, parts, index) : null;
}

/** What is wrong with a part that begins with a dot; the names that the format itself uses are fine. */
function unsafeHidden(part: string, parts: readonly string[], index: number): string | null {
  if (part === '.gitbook' || (part === '.gitbook.yaml' && index === parts.length - 1)) return null;
  const inAssets = index >= 2 && parts[index - 1] === 'assets' && parts[index - 2] === '.gitbook';
  if (inAssets && !foldName(part).startsWith('.git') && obeyedName(parts, index) === null) return null;
  return obeyedReason(parts, index) ?? 'has a hidden name';
}

function obeyedReason(parts: readonly string[], index: number): string | null {
  const row = obeyedName(parts, index);
  return row === null ? null : `has a name that tools obey: ${row.reason}`;
}

/** Eight hexadecimal digits that stay the same for an id. */
export function idSuffix(id: string): string {
  return createHash('sha256').update(wellFormed(id)).digest('hex').slice(0, 8);
}

/**
 * A file name (without extension) for a slug: a {@link usableName}. Where that changes the slug, the id's suffix is added, so that
 * two slugs never get the same name. The name is always defined, and does not depend on other pages.
 */
export function safeName(slug: string, id: string, facts?: PathFacts): string {
  const name = usableName(slug, facts);
  return name === slug ? name : nameWithIdSuffix(name, id);
}

/**
 * The harmless name that is most like a slug: letters, digits, `-`, `_`, `.` and `+` only, without dots at the ends. Names that
 * systems or tools take for their own, and names of which nothing is left, get `page` in front. Two slugs may get the same name.
 */
export function usableName(slug: string, facts?: PathFacts): string {
  const name = fitted(
    wellFormed(slug)
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}._+-]+/gu, '-')
      .replace(/^[\p{M}.\-~]+/u, '')
      .replace(/[.]+$/u, ''),
    maxNewNameBytes,
  );
  const folded = foldName(name);
  const harmless =
    name !== '' && unsafeReason(`${folded}.md`, facts) === null && unsafeReason(folded, facts) === null;
  return harmless ? name : `page-${name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}`.replace(/-+$/u, '');
}

/** `name` with the id's suffix, within the length that a new name may have. */
export function nameWithIdSuffix(name: string, id: string): string {
  return nameWithSuffix(name, idSuffix(id));
}

/** `name`, a dash and a suffix, within the length that a new name may have. Different suffixes give different names. */
export function nameWithSuffix(name: string, suffix: string): string {
  return fitted(name, maxNewNameBytes - longestSuffix).replace(/[.\-]+$/u, '') + `-${suffix}`;
}

/**
 * A name for an uploaded file: its own name where that can be written (spaces and brackets can), else a safe name with the
 * id's suffix before the extension.
 */
export function safeAssetName(name: string, id: string): string {
  const wanted = wellFormed(name);
  if (wanted === name && !name.includes('/') && isSafePath(`.gitbook/assets/${name}`)) return name;
  return suffixedAssetName(wanted, id);
}

/** `name` with the id's suffix before its extension. */
function suffixedAssetName(name: string, id: string): string {
  return assetNameWithSuffix(name, idSuffix(id));
}

/** `name` with a suffix before its extension. */
export function assetNameWithSuffix(name: string, suffix: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._+() -]+/gu, '-')
    .replace(/^[\p{M}.\-~ ]+/u, '')
    .replace(/[. ]+$/u, '');
  const extension = /\.[\p{L}\p{N}]{1,16}$/u.exec(clean)?.[0] ?? '';
  const stem = clean.slice(0, clean.length - extension.length).replace(/[. ]+$/u, '');
  const suffixed = `${fitted(stem === '' ? 'file' : stem, maxNewNameBytes).replace(/[. ]+$/u, '')}-${suffix}${extension}`;
  return isSafePath(`.gitbook/assets/${suffixed}`) ? suffixed : `file-${suffix}`;
}

/** The longest beginning of `text`, in whole characters, that takes no more than `bytes` bytes. */
function fitted(text: string, bytes: number): string {
  if (byteLength(text) <= bytes) return text;
  let taken = 0;
  let result = '';
  for (const character of text) {
    taken += byteLength(character);
    if (taken > bytes) break;
    result += character;
  }
  return result;
}
