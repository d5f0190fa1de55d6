import { createHash } from 'node:crypto';
import { AppError } from '../../base/index.ts';

export interface Image {
  readonly hash: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const maxImageBytes = 1024 * 1024;

const kinds: readonly { contentType: string; is: (bytes: Buffer) => boolean }[] = [
  {
    contentType: 'image/png',
    is: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  { contentType: 'image/jpeg', is: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  {
    contentType: 'image/webp',
    is: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
];

/** Reads a base64 image. Its first bytes decide its kind; SVG is refused, since it can carry scripts. */
export function readImage(field: string, base64: string): Image {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxImageBytes)
    throw new AppError('BAD_REQUEST', `The image in ${field} is larger than 1 MiB.`);
  const kind = kinds.find(({ is }) => is(bytes));
  if (kind === undefined)
    throw new AppError('BAD_REQUEST', `The image in ${field} is not a PNG, JPEG or WebP.`);
  return { hash: createHash('sha256').update(bytes).digest('hex'), contentType: kind.contentType, bytes };
}
