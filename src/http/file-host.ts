import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../base/index.ts';
import type { Random } from '../clock/index.ts';

/** Files that others may fetch from this process while they are published. */
export interface FileHost {
  /** Serves the files below an address that nobody can guess, until it is closed; `url` ends in `/`. */
  publish(files: ReadonlyMap<string, Uint8Array>): Promise<PublishedFiles>;
}

export interface PublishedFiles {
  readonly url: string;
  /** The address of one of the files. */
  urlOf(name: string): string;
  /** How many requests have come in below the address so far, found or not; null where this host cannot see that. */
  fetched(): number | null;
  close(): Promise<void>;
}

export interface FileHostOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The address under which others reach this host, when that differs from its own (through a tunnel or a proxy). */
  readonly url?: string;
  readonly random: Random;
}

const types: Readonly<Record<string, string>> = {
  md: 'text/markdown; charset=utf-8',
  zip: 'application/zip',
  html: 'text/html; charset=utf-8',
};

export function contentTypeOf(name: string): string {
  return types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

/**
 * A small server that only listens while something is published. Every publication has an address of its own with 32 random bytes
 * in it; any other path is not found. Nothing can be written, listed or read from disk through it.
 */
export function createFileHost({ host, port, url, random }: FileHostOptions): FileHost {
  const published = new Map<string, { files: ReadonlyMap<string, Uint8Array>; fetched: number }>();
  let server: Promise<Server> | undefined;
  const answer = (path: string): { type: string; bytes: Uint8Array } | null => {
    const [, key = '', ...rest] = path.split('/');
    const publication = published.get(key);
    if (publication === undefined) return null;
    publication.fetched += 1;
    const name = decoded(rest.join('/'));
    const bytes = name === null ? undefined : publication.files.get(name);
    return bytes === undefined ? null : { bytes, type: contentTypeOf(name ?? '') };
  };
  const stop = async (): Promise<void> => {
    const open = server;
    if (published.size > 0 || open === undefined) return;
    server = undefined;
    const running = await open;
    await new Promise<void>((resolve) => {
      running.close(() => resolve());
      running.closeAllConnections();
    });
  };
  return {
    publish: async (files) => {
      const key = Buffer.from(random.bytes(32)).toString('base64url');
      published.set(key, { files, fetched: 0 });
      try {
        server ??= listen(host, port, answer);
        const address = (await server).address() as AddressInfo;
        const base = url?.replace(/\/$/u, '') ?? `http://${nameOf(host, address)}:${address.port}`;
        return {
          url: `${base}/${key}/`,
          urlOf: (name) => `${base}/${key}/${name.split('/').map(encodeURIComponent).join('/')}`,
          fetched: () => published.get(key)?.fetched ?? 0,
          close: async () => {
            published.delete(key);
            await stop();
          },
        };
      } catch (error) {
        published.delete(key);
        server = undefined;
        throw error;
      }
    },
  };
}

async function listen(
  host: string,
  port: number,
  answer: (path: string) => { type: string; bytes: Uint8Array } | null,
): Promise<Server> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    const found =
      request.method === 'GET' || request.method === 'HEAD'
        ? answer((request.url ?? '/').split('?')[0] ?? '/')
        : null;
    const safety = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', connection: 'close' };
    if (found === null) {
      response.writeHead(404, { ...safety, 'content-type': 'text/plain' }).end('Not found.\n');
      return;
    }
    response.writeHead(200, {
      ...safety,
      'content-type': found.type,
      'content-length': found.bytes.byteLength,
    });
    response.end(request.method === 'HEAD' ? undefined : found.bytes);
  });
  server.maxConnections = 64;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new AppError('CONFIG_INVALID', `Edits cannot be served for an import on ${host}:${port}.`, {
          hint: 'Another program may hold the port: set push.importPort to a free one.',
          cause,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  // Only a cycle that waits for its import should keep the process alive.
  server.unref();
  return server;
}

/** The host name for an address; for an address that means all interfaces, one of this machine's own. */
function nameOf(host: string, { family, address }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return host === '::' ? '[::1]' : '127.0.0.1';
  return family === 'IPv6' ? `[${address}]` : address;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
