import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Service } from '../context.ts';
import type { StoredFile } from './lists.ts';
import { getBlob } from '../tree/objects.ts';

/** Types that a browser shows without running anything; it offers all other types for saving. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif|svg\+xml|x-icon|bmp)|video\/(mp4|webm)|audio\/(mpeg|ogg|wav)|text\/plain|application\/pdf)$/;

/**
 * The address of a file's bytes. The address is signed: whoever received it can follow it without a token (an image in a page), and nobody
 * can make one up. The same bytes under the same name always have the same address.
 */
export function downloadUrl(
  service: Pick<Service, 'baseUrl' | 'secret'>,
  space: string,
  file: StoredFile,
): string {
  const name = encodeURIComponent(file.name);
  const query = new URLSearchParams({ type: file.contentType, token: tokenOf(service, space, file) });
  return `${service.baseUrl}/files/${space}/${file.blob}/${name}?${query.toString()}`;
}

/** Serves the addresses of {@link downloadUrl}. */
export function addDownloads(app: FastifyInstance, service: Service): void {
  app.get<{ Params: { space: string; blob: string; name: string } }>(
    '/files/:space/:blob/:name',
    (request, reply) => {
      const query = new URLSearchParams(request.raw.url?.split('?')[1] ?? '');
      const { name } = request.params;
      const contentType = query.get('type') ?? '';
      const bytes = signedBytes(service, request.params, query);
      if (bytes === undefined) throw new AppError('NOT_FOUND', 'There is no file at this address.');
      const type = /^[\w.+-]+\/[\w.+-]+(;[ \w=.+-]*)?$/.test(contentType)
        ? contentType
        : 'application/octet-stream';
      const disposition = shown.test(type.split(';')[0]!.trim()) ? 'inline' : 'attachment';
      return reply
        .type(type)
        .headers({
          'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'cache-control': 'private, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
}

/** The file that an address of {@link downloadUrl} names; undefined for every other address. */
export function fileAt(
  service: Pick<Service, 'secret' | 'store'>,
  address: string,
): { readonly name: string; readonly contentType: string; readonly bytes: Uint8Array } | undefined {
  if (!URL.canParse(address)) return undefined;
  // The signature proves that the address is ours, whatever the service's own address was when it signed.
  const { pathname, searchParams } = new URL(address);
  const [, space, blob, written] = /\/files\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  if (space === undefined || blob === undefined || written === undefined) return undefined;
  const name = decoded(written);
  const bytes = signedBytes(service, { space, blob, name }, searchParams);
  return bytes && { name, contentType: searchParams.get('type') ?? '', bytes };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function signedBytes(
  service: Pick<Service, 'secret' | 'store'>,
  { space, blob, name }: { space: string; blob: string; name: string },
  query: URLSearchParams,
): Uint8Array | undefined {
  const contentType = query.get('type') ?? '';
  const expected = Buffer.from(tokenOf(service, space, { blob, name, contentType }));
  const given = Buffer.from(query.get('token') ?? '');
  const signed = given.length === expected.length && timingSafeEqual(given, expected);
  return signed && isLive(service, space) ? getBlob(service.store, blob) : undefined;
}

function isLive({ store }: Pick<Service, 'store'>, space: string): boolean {
  return store.get('SELECT 1 FROM spaces WHERE id = ? AND deleted_at IS NULL', space) !== undefined;
}

function tokenOf(
  { secret }: Pick<Service, 'secret'>,
  space: string,
  { blob, name, contentType }: Pick<StoredFile, 'blob' | 'name' | 'contentType'>,
): string {
  return createHmac('sha256', secret)
    .update(['file', space, blob, name, contentType].join('\n'))
    .digest('base64url')
    .slice(0, 22);
}
