import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withoutPageId } from '../../src/content/index.ts';
import { zipOf } from '../../src/files/index.ts';
import { unzip } from '../../src/service/import/unzip.ts';

/** An answer of a service, which something on the way may change. */
export interface Passed {
  readonly status: number;
  readonly body: string;
}

/** A middleman between a client and its service: it answers a request itself, or passes it on and changes the answer. */
export type OnTheWay = (what: string, body: string, pass: () => Promise<Passed>) => Promise<Passed>;

const pathOf = (what: string): string => what.split('?')[0] ?? what;
const isWrite = (what: string): boolean =>
  /^POST .*\/content(?:\/import)?$/u.test(pathOf(what)) && !what.includes('/pages');
const isTree = (what: string): boolean => /^GET .*\/change-requests\/[^/]+\/content$/u.test(pathOf(what));

/** Answers that an object does not exist. */
export function notFound(): Passed {
  return { status: 404, body: JSON.stringify({ error: { code: 404, message: 'Not here' } }) };
}

/** Shows, for a number of readings, the tree of a change request before its last write. */
export function lateTrees(readings: number): OnTheWay {
  const shown = new Map<string, Passed>();
  let late = 0;
  return async (what, _, pass) => {
    if (isWrite(what)) {
      const answer = await pass();
      if (answer.status < 300) late = readings;
      return answer;
    }
    if (!isTree(what)) return pass();
    const before = shown.get(pathOf(what));
    if (late > 0 && before) {
      late -= 1;
      return before;
    }
    const answer = await pass();
    shown.set(pathOf(what), answer);
    return answer;
  };
}

/** Answers, for a number of requests, that a new change request does not exist. */
export function lateObjects(requests: number): OnTheWay {
  let left = new Map<string, number>();
  return async (what, _, pass) => {
    if (/^POST .*\/change-requests$/u.test(pathOf(what))) {
      const answer = await pass();
      const { id } = JSON.parse(answer.body) as { id: string };
      left = new Map([...left, [id, requests]]);
      return answer;
    }
    const [, id = ''] = /\/change-requests\/([^/?]+)/u.exec(what) ?? [];
    const rest = left.get(id) ?? 0;
    if (rest === 0) return pass();
    left.set(id, rest - 1);
    return notFound();
  };
}

/** Answers 404 to all requests that the pattern matches. */
export function without(which: RegExp): OnTheWay {
  return async (what, _, pass) => (which.test(pathOf(what)) ? notFound() : pass());
}

/** Refuses these requests with a status. */
export function refusing(which: (what: string, body: string) => boolean, status: number): OnTheWay {
  return async (what, body, pass) =>
    which(what, body)
      ? { status, body: JSON.stringify({ error: { code: status, message: 'Not taken' } }) }
      : pass();
}

/** Accepts imports of single pages, but no archives. */
export const singlePages = refusing(
  (what, body) => what.endsWith('/content/import') && body.includes('"zip"'),
  422,
);

/** Changes every object in the answers. */
export function altering(which: RegExp, change: (key: string, value: unknown) => unknown): OnTheWay {
  return async (what, _, pass) => {
    const answer = await pass();
    if (!which.test(pathOf(what)) || answer.status >= 300) return answer;
    return { ...answer, body: JSON.stringify(JSON.parse(answer.body, change)) };
  };
}

/** The file that a service fetches for an import, without page ids: like an import that ignores them. */
export function withoutIdentities(name: string, bytes: Uint8Array): Uint8Array {
  const decoder = new TextDecoder();
  if (name.endsWith('.md')) return new TextEncoder().encode(withoutPageId(decoder.decode(bytes)));
  if (!name.endsWith('.zip')) return bytes;
  const files = [...unzip(bytes)].map(([path, each]) => [path, withoutIdentities(path, each)] as const);
  return zipOf(new Map(files));
}

/** A server between two programs, at its own address. */
export interface OnTheWayServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Runs in front of a service, and puts its own address into the service's answers. */
export function oddService(service: string, onTheWay: OnTheWay): Promise<OnTheWayServer> {
  return listening(async (request, response, url) => {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '/';
    let whole: Response | undefined;
    let bytes = new Uint8Array();
    const answer = await onTheWay(`${request.method} ${path}`, body.toString(), async () => {
      const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
      whole = await fetch(`${service}${path}`, {
        method: request.method ?? 'GET',
        headers: { authorization, 'content-type': type },
        ...(body.length === 0 ? {} : { body }),
      });
      bytes = new Uint8Array(await whole.arrayBuffer());
      return { status: whole.status, body: new TextDecoder().decode(bytes).replaceAll(service, url) };
    });
    const type = whole?.headers.get('content-type') ?? 'application/json';
    const isFile = whole !== undefined && !type.includes('json');
    response.writeHead(answer.status, { 'content-type': type }).end(isFile ? bytes : answer.body);
  });
}

/** Runs in front of an import host, and removes the page ids from the files that a service fetches there. */
export function importsWithoutIdentities(host: () => string): Promise<OnTheWayServer> {
  return listening(async (request, response) => {
    const path = request.url ?? '/';
    const answer = await fetch(`${host()}${path}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(answer.ok ? withoutIdentities(path, bytes) : bytes);
  });
}

async function listening(
  work: (request: IncomingMessage, response: ServerResponse, url: string) => Promise<void>,
): Promise<OnTheWayServer> {
  let url = '';
  const server = createServer((request, response) => {
    work(request, response, url).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
