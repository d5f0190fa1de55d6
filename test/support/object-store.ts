import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedAside } from './install-aside.ts';
import { signatureFault } from './s3-signature.ts';

/** The part of s3rver that we use. */
interface Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
type ServerClass = new (options: object) => Server;

export interface RunningStore {
  /** The address of the bucket. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** The requests, with the status of each answer. */
  readonly seen: { readonly what: string; readonly status: number }[];
  close(): Promise<void>;
}

const secret = 'S3RVER';

/** Starts s3rver, or says why it is missing. */
export async function objectStore(): Promise<{ start(): Promise<RunningStore> } | { missing: string }> {
  const found = await installedAside(join(import.meta.dirname, 'object-store'), 'object-store');
  if ('missing' in found) return found;
  const load = createRequire(join(found.folder, 'package.json'));
  return { start: () => start(load('s3rver') as ServerClass) };
}

/** s3rver accepts requests from anybody and does not check signatures of version 4, so a guard in front of it does. */
async function start(S3rver: ServerClass): Promise<RunningStore> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-store-'));
  const store = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: 'edits' }],
  });
  const { port: inner } = await store.run();
  const seen: { what: string; status: number }[] = [];
  const guard = createServer((request, response) => {
    pass(request, response, inner).then(
      (status) => seen.push({ what: `${request.method} ${request.url}`, status }),
      () => response.destroy(),
    );
  });
  guard.listen(0, '127.0.0.1');
  await once(guard, 'listening');
  const { port } = guard.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}/edits`, key: 'S3RVER', secret, seen },
    close: async () => {
      guard.closeAllConnections();
      guard.close();
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function pass(request: IncomingMessage, response: ServerResponse, port: number): Promise<number> {
  const { method = 'GET', url = '/', headers } = request;
  const body = Buffer.concat(await request.toArray());
  const fault = signatureFault({ method, url, headers, body }, secret, Date.now());
  if (fault !== null) {
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${fault}</Code></Error>`);
    return 403;
  }
  const outgoing = send({ host: '127.0.0.1', port, method, path: url, headers });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.end(Buffer.concat(await answer.toArray()));
  return answer.statusCode ?? 502;
}
