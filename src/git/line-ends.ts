import type { Attributes } from './attributes.ts';
import { isTrue } from './config-file.ts';

/** How git converts the line ends of one file; null: not at all. */
export type LineEnds = {
  /** Whether git guesses from the content whether it is a text, and leaves alone what has CRLF in the repository. */
  readonly guesses: boolean;
  /** Whether the file gets CRLF. The repository gets LF in either case. */
  readonly crlf: boolean;
} | null;

export interface LineEndSettings {
  readonly autocrlf: 'true' | 'input' | 'false';
  /** Whether a text without a rule of its own has CRLF in the working tree. */
  readonly usualCrlf: boolean;
}

/** Reads `core.autocrlf` and `core.eol`. */
export function lineEndSettings(config: ReadonlyMap<string, string>, isWindows: boolean): LineEndSettings {
  const value = config.get('core.autocrlf');
  const autocrlf = value?.toLowerCase() === 'input' ? 'input' : isTrue(value) ? 'true' : 'false';
  const eol = config.get('core.eol')?.toLowerCase();
  const usualCrlf =
    autocrlf === 'true' || (autocrlf === 'false' && (eol === 'crlf' || (eol !== 'lf' && isWindows)));
  return { autocrlf, usualCrlf };
}

/** The rule for a path with these attributes, as `convert_attrs` of git's `convert.c` finds it. */
export function lineEndsFor(attributes: Attributes, { autocrlf, usualCrlf }: LineEndSettings): LineEnds {
  const kind = kindOf(attributes.get('text')) ?? kindOf(attributes.get('crlf'));
  if (kind === 'binary') return null;
  const eol = attributes.get('eol');
  const wanted = eol === 'crlf' ? true : eol === 'lf' ? false : null;
  if (kind === 'auto') return { guesses: true, crlf: wanted ?? usualCrlf };
  if (wanted !== null) return { guesses: false, crlf: wanted };
  if (kind !== null) return { guesses: false, crlf: kind === 'text' && usualCrlf };
  return autocrlf === 'false' ? null : { guesses: true, crlf: autocrlf === 'true' };
}

function kindOf(value: string | boolean | undefined): 'text' | 'binary' | 'auto' | 'input' | null {
  if (value === true) return 'text';
  if (value === false) return 'binary';
  return value === 'auto' || value === 'input' ? value : null;
}

const [tab, lf, cr, space, del] = [9, 10, 13, 32, 127];

/**
 * What git would store of a file with this rule. `committedCrlf` says whether the content in the index has CRLF: git leaves the line
 * ends of such a file as they are unless a rule calls it a text.
 */
export async function withStoredEnds(
  bytes: Uint8Array,
  rule: LineEnds,
  committedCrlf: () => Promise<boolean>,
): Promise<Uint8Array> {
  if (rule === null || !hasCrlf(bytes)) return bytes;
  if (rule.guesses && (isBinary(bytes) || (await committedCrlf()))) return bytes;
  const stored = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] !== cr || bytes[at + 1] !== lf) stored[length++] = bytes[at]!;
  return stored.subarray(0, length);
}

/** What git would write into a file with this rule. */
export function withFileEnds(bytes: Uint8Array, rule: LineEnds): Uint8Array {
  if (rule?.crlf !== true) return bytes;
  if (rule.guesses && (bytes.includes(cr) || isBinary(bytes))) return bytes;
  let added = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === lf && bytes[at - 1] !== cr) added++;
  if (added === 0) return bytes;
  const file = new Uint8Array(bytes.length + added);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === lf && bytes[at - 1] !== cr) file[length++] = cr;
    file[length++] = bytes[at]!;
  }
  return file;
}

/** Whether git takes a content for a text with CRLF, so that it leaves the line ends of its file alone. */
export function isWindowsText(bytes: Uint8Array): boolean {
  return hasCrlf(bytes) && !isBinary(bytes);
}

function hasCrlf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('\r\n');
}

/** Git's guess: a content with NUL or a CR alone, or with more than one unusual character for 128 usual ones, is no text. */
function isBinary(bytes: Uint8Array): boolean {
  let [usual, unusual] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0 || (byte === cr && bytes[at + 1] !== lf)) return true;
    if (byte === lf || byte === cr) continue;
    if ((byte >= space && byte !== del) || isUsualControl(byte)) usual++;
    else unusual++;
  }
  // A DOS text may end with Ctrl-Z.
  if (bytes.at(-1) === 26) unusual--;
  return usual >> 7 < unusual;
}

/** Backspace, tab, form feed and escape. */
function isUsualControl(byte: number): boolean {
  return byte === tab || byte === 8 || byte === 12 || byte === 27;
}
