import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { AppError } from '../base/index.ts';
import { describeRequest, tooLarge } from './failures.ts';
import type { HttpRequest } from './port.ts';
import { defaultMaxBytes } from './port.ts';

const decoders = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };
const encodings = Object.keys(decoders);

/** The encodings that a request accepts, which are those that we can decode. */
export const acceptedEncodings = encodings.join(', ');

/**
 * Removes one content encoding from a body. The output is limited to `maxBytes` while it is produced, so that a small answer
 * cannot fill the memory; several encodings on top of each other are refused.
 */
export async function decodeBody(
  request: HttpRequest,
  body: Uint8Array,
  encoding: string | undefined,
): Promise<Uint8Array> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === '' || name === 'identity' || body.length === 0) return body;
  if (!isKnown(name)) {
    throw new AppError(
      'ANSWER_INVALID',
      `The answer to ${describeRequest(request)} has the encoding "${name}"`,
      {
        data: { encoding: name },
      },
    );
  }
  try {
    return await decoders[name](body, { maxOutputLength: request.maxBytes ?? defaultMaxBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(request);
    throw new AppError('ANSWER_INVALID', `The answer to ${describeRequest(request)} is not valid ${name}`, {
      cause,
    });
  }
}

function isKnown(name: string): name is keyof typeof decoders {
  return encodings.includes(name);
}
