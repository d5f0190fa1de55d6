import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { AppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { contentTypeOf } from './file-host.ts';
import type { FileHost } from './file-host.ts';
import type { HttpTransport } from './port.ts';

/** A place in an object store that has the interface of S3. */
export interface ObjectStore {
  /** The address of the bucket, perhaps with a folder: `https://s3.example.com/bucket/folder` or `https://bucket.s3.example.com`. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** How long others can fetch what is published. */
  readonly expiresMs: number;
}

export interface ObjectStoreHostOptions extends ObjectStore {
  readonly transport: HttpTransport;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

/**
 * Publishes files through an object store, so that no port has to be open here: uploads them below a name that nobody can guess,
 * gives others an address that is signed for that file and expires, and deletes the files at the end. This host cannot see who
 * fetches them.
 */
export function createObjectStoreHost(options: ObjectStoreHostOptions): FileHost {
  const { transport, random } = options;
  const base = withoutSlashes(options.url);
  const send = async (method: 'PUT' | 'DELETE', url: string, file?: File): Promise<void> => {
    const { headers } = await signer(options, { method, url, file }).sign();
    const request = { method, url, headers: plain(headers) };
    const answer = await transport.send({ ...request, ...(file ? { body: file.bytes } : {}) });
    if (answer.status >= 300) throw refused(url, answer.status, new TextDecoder().decode(answer.body));
  };
  return {
    publish: async (files) => {
      const folder = `${base}/tidemark-${Buffer.from(random.bytes(32)).toString('base64url')}/`;
      const addresses = new Map<string, string>();
      const close = async (): Promise<void> => {
        // Files that are left over are of no use to anybody after their address has expired; the bucket may have its own rule for
        // old files.
        for (const name of addresses.keys()) await send('DELETE', addressIn(folder, name)).catch(() => null);
      };
      try {
        for (const [name, bytes] of files) {
          const url = addressIn(folder, name);
          addresses.set(name, await presigned(options, url));
          await send('PUT', url, { bytes, type: contentTypeOf(name) });
        }
      } catch (error) {
        await close();
        throw error;
      }
      return {
        url: folder,
        urlOf: (name) => addresses.get(name) ?? addressIn(folder, name),
        fetched: () => null,
        close,
      };
    },
  };
}

function plain(headers: Headers): Record<string, string> {
  const found: Record<string, string> = {};
  headers.forEach((value, name) => (found[name] = value));
  return found;
}

interface File {
  readonly bytes: Uint8Array;
  readonly type: string;
}

function addressIn(folder: string, name: string): string {
  return folder + name.split('/').map(encodeURIComponent).join('/');
}

/** A time in the form that signatures use: `20130524T000000Z`. */
function stampOf(ms: number): string {
  return new Date(ms).toISOString().replace(/[:-]|\.\d{3}/gu, '');
}

function signer(
  { clock, region, accessKey, secretKey }: ObjectStoreHostOptions,
  { method, url, file }: { method: string; url: string; file?: File | undefined },
): AwsV4Signer {
  const hash = createHash('sha256')
    .update(file?.bytes ?? '')
    .digest('hex');
  return new AwsV4Signer({
    ...{ method, url, region, accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3' },
    datetime: stampOf(clock.now()),
    headers: { 'x-amz-content-sha256': hash, ...(file ? { 'content-type': file.type } : {}) },
  });
}

/** An address at which anybody may fetch one file until it expires. */
async function presigned(
  { clock, region, accessKey, secretKey, expiresMs }: ObjectStoreHostOptions,
  address: string,
): Promise<string> {
  const url = new URL(address);
  url.searchParams.set('X-Amz-Expires', String(Math.ceil(expiresMs / 1000)));
  const signed = await new AwsV4Signer({
    ...{ method: 'GET', url: url.href, region, accessKeyId: accessKey, secretAccessKey: secretKey },
    ...{ service: 's3', datetime: stampOf(clock.now()), signQuery: true },
  }).sign();
  return signed.url.href;
}

function refused(url: string, status: number, body: string): AppError {
  const { origin } = new URL(url);
  const [, code = ''] = /<Code>(\w{1,100})<\/Code>/u.exec(body) ?? [];
  const said = `${status}${code === '' ? '' : ` (${code})`}`;
  return new AppError(
    status >= 500 ? 'REMOTE_FAILED' : 'CONFIG_INVALID',
    `The object store at ${origin} does not take the edits for an import: it answered ${said}`,
    {
      hint: 'Nothing was sent; the edits stay in your files. Check push.importStore, its region, and what its key may do in that bucket: write, read and delete.',
    },
  );
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}
