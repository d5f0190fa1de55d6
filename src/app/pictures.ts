/**
 * Pictures that somebody puts into a page: which pictures the app accepts, what their files are called, and the markdown that shows them.
 */
import { AppError } from '../base/index.ts';
import { printTarget } from '../content/index.ts';
import { filesPerInsert, largestContentFile } from '../contract/index.ts';
import type { Upload } from './http/forms.ts';

/** A picture that the app accepts. */
export interface Picture {
  /** The name of its file; the service adds a number when the name is taken. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The alternative text; empty for a pasted picture, which nobody has described yet. */
  readonly alternative: string;
}

/** The picture types that every browser shows, each with its first bytes as Latin-1 text, and the endings of its file names. */
const kinds = [
  { type: 'image/png', endings: ['png'], begins: /^\x89PNG\r\n/ },
  { type: 'image/jpeg', endings: ['jpg', 'jpeg'], begins: /^\xff\xd8\xff/ },
  { type: 'image/gif', endings: ['gif'], begins: /^GIF8/ },
  { type: 'image/webp', endings: ['webp'], begins: /^RIFF[^]{4}WEBP/ },
  { type: 'image/avif', endings: ['avif'], begins: /^[^]{4}ftypavi[fs]/ },
  {
    type: 'image/svg+xml',
    endings: ['svg'],
    begins: /^(?:\xef\xbb\xbf)?\s*<(?:svg[\s>]|(?:\?xml|!--|!doctype svg)[^]*<svg[\s>])/i,
  },
] as const;

const headLength = 4096;
const longestStem = 80;

/** What the file field of an editor says about accepted pictures; the field's script checks pictures by the same values. */
export const takenPictures = {
  types: kinds.map(({ type }) => type).join(','),
  largest: largestContentFile,
  words: 'PNG, JPEG, GIF, WebP, AVIF or SVG, up to 1 MB each.',
  tooLarge: 'is larger than 1 MB. Make it smaller, or put it elsewhere and link to it.',
};

/**
 * Reads the pictures of a form, and throws for a picture that the app does not accept. `pasted`: they come from a clipboard, which gives
 * them no name.
 */
export function readPictures(
  uploads: readonly Upload[],
  { pasted = false, nowMs }: { pasted?: boolean; nowMs: number },
): Picture[] {
  if (uploads.length === 0)
    throw new AppError('BAD_REQUEST', 'No picture came.', { hint: 'Choose one that is not empty.' });
  if (uploads.length > filesPerInsert)
    throw new AppError('TOO_LARGE', `These are ${uploads.length} pictures.`, {
      hint: `Send up to ${filesPerInsert} at a time.`,
    });
  return uploads.map((upload) => readPicture(upload, pasted ? `pasted-${dayAndTime(nowMs)}` : undefined));
}

/** The markdown that shows a picture at `target`. */
export function markdownOfPicture({ alternative }: Picture, target: string): string {
  return `![${alternative}](${printTarget(target)})`;
}

function readPicture({ name, bytes }: Upload, given: string | undefined): Picture {
  const shown = baseName(name) || 'picture';
  if (bytes.byteLength > largestContentFile)
    throw new AppError('TOO_LARGE', `“${shown}” is larger than 1 MB.`, {
      hint: 'Make it smaller, or put it elsewhere and link to it.',
    });
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headLength));
  const kind = kinds.find(({ begins }) => begins.test(head.toString('latin1')));
  if (kind === undefined)
    throw new AppError('UNPROCESSABLE', `“${shown}” is not a picture that every browser shows.`, {
      hint: 'Save it as PNG, JPEG, GIF, WebP, AVIF or SVG first.',
    });
  const { stem, ending } = partsOf(shown);
  const fits = (kind.endings as readonly string[]).includes(ending.toLowerCase());
  return {
    name: `${given ?? stem}.${fits ? ending : kind.endings[0]}`,
    contentType: kind.type,
    bytes,
    alternative: given === undefined ? stem : '',
  };
}

/** A name without folders, and without characters that have another meaning in a path or in markdown. */
function baseName(name: string): string {
  return name
    .replace(/^.*[/\\]/, '')
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '-')
    .replace(/^[. ]+/, '');
}

function partsOf(name: string): { stem: string; ending: string } {
  const ending = /\.(png|jpe?g|gif|webp|avif|svg)$/i.exec(name)?.[1] ?? '';
  const stem = ending === '' ? name : name.slice(0, -ending.length - 1);
  const cut = [...stem].slice(0, longestStem).join('').trim();
  return { stem: cut === '' ? 'picture' : cut, ending };
}

/** `2026-11-23-174210`, in UTC. */
function dayAndTime(nowMs: number): string {
  const [day = '', time = ''] = new Date(nowMs).toISOString().split('T');
  return `${day}-${time.slice(0, 8).replaceAll(':', '')}`;
}
