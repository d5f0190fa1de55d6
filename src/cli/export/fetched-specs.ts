import { createHash } from 'node:crypto';
import { messageOf } from '../../base/index.ts';
import type { HttpTransport } from '../../http/port.ts';
import { readOpenApi, type SiteFiles, type SiteWarning, type SpecSource } from '../../site/index.ts';
import { indexName, readIndex } from './kept-index.ts';

/** How many requests are sent at a time. */
const atOnce = 4;
/** The largest document. */
const mostBytes = 10 * 1024 * 1024;
const timeoutMs = 20_000;
/** How many documents of other hosts a site may have. */
const mostDocuments = 200;

interface Kept {
  readonly digest: string;
  /** The host's ETag of this version. */
  readonly etag?: string;
}

/**
 * OpenAPI documents that exports fetched from other hosts. They are kept beside the export's cache. Each process asks once whether
 * a document has changed, and uses the kept one if the host does not answer.
 */
export class FetchedSpecs {
  readonly #files: SiteFiles;
  readonly #kept: Map<string, Kept>;
  readonly #asked = new Set<string>();
  readonly #failed = new Map<string, string>();

  constructor(files: SiteFiles) {
    this.#files = files;
    this.#kept = readIndex<Kept>(files, (kept) => isThere(files, kept));
  }

  /** All fetched documents, in an order that does not depend on when they were fetched. */
  all(): SpecSource[] {
    return [...this.#kept]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([address, { digest }]) => {
        const bytes = this.#files.read(digest);
        return bytes === undefined
          ? []
          : [{ slug: address, address, text: Buffer.from(bytes).toString('utf8') }];
      });
  }

  /** Fetches missing and changed documents; returns whether it got any. */
  async bringIn(addresses: readonly string[], transport: () => Promise<HttpTransport>): Promise<boolean> {
    const wanted = addresses.filter((address) => !this.#asked.has(address));
    for (const address of wanted.slice(mostDocuments))
      this.#failed.set(address, `there are more than ${mostDocuments}`);
    const waiting = wanted.slice(0, mostDocuments);
    if (waiting.length === 0) return false;
    let came = false;
    const connection = await transport();
    try {
      const work = async (): Promise<void> => {
        for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
          this.#asked.add(address);
          came = (await this.#one(address, connection)) || came;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    } finally {
      await connection.close();
    }
    this.#files.write(indexName, JSON.stringify(Object.fromEntries([...this.#kept].sort())));
    return came;
  }

  get warnings(): SiteWarning[] {
    return [...this.#failed]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([address, reason]) => ({
        message: this.#kept.has(address)
          ? `the OpenAPI document ${address} is the one that was fetched before: ${reason}`
          : `the OpenAPI document ${address} is left out: ${reason}`,
      }));
  }

  /** Fetches one document; returns whether it is new or changed. */
  async #one(address: string, connection: HttpTransport): Promise<boolean> {
    const before = this.#kept.get(address);
    const found = await documentAt(address, before?.etag, connection);
    if (found === 'same') return false;
    if ('reason' in found) {
      this.#failed.set(address, found.reason);
      return false;
    }
    const { bytes, etag } = found;
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    this.#files.write(digest, bytes);
    this.#kept.set(address, { digest, ...(etag === undefined ? {} : { etag }) });
    return digest !== before?.digest;
  }
}

type Found = 'same' | { readonly reason: string } | { readonly bytes: Uint8Array; readonly etag?: string };

async function documentAt(
  address: string,
  etag: string | undefined,
  connection: HttpTransport,
): Promise<Found> {
  if (!isSafe(address)) return { reason: 'only https addresses are asked' };
  try {
    const { status, headers, body } = await connection.send({
      method: 'GET',
      url: address,
      headers: {
        accept: 'application/yaml, application/json, text/yaml, text/plain;q=0.5, */*;q=0.1',
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      },
      timeoutMs,
      maxBytes: mostBytes,
    });
    if (status === 304 && etag !== undefined) return 'same';
    if (status !== 200) return { reason: `its host answered ${status}` };
    readOpenApi(address, Buffer.from(body).toString('utf8'));
    return { bytes: body, ...(headers['etag'] === undefined ? {} : { etag: headers['etag'] }) };
  } catch (error) {
    return { reason: messageOf(error).split('\n')[0] ?? '' };
  }
}

/** Whether nobody on the way can change a document: https is required, except for this machine. */
function isSafe(address: string): boolean {
  try {
    const { protocol, hostname } = new URL(address);
    const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback);
  } catch {
    return false;
  }
}

/** Whether an entry of the index is as an export wrote it, and its document is there. */
function isThere(files: SiteFiles, { digest, etag }: Kept): boolean {
  return (
    /^[0-9a-f]{32}$/.test(digest) &&
    files.has(digest) &&
    (etag === undefined || (typeof etag === 'string' && /^[\x20-\x7e]{1,500}$/.test(etag)))
  );
}
